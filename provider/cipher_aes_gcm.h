/* SPDX-License-Identifier: Apache-2.0 */
/* cipher_aes_gcm.h - the context that cipher_aes_gcm*.c share. */
#ifndef VGF_CIPHER_AES_GCM_H
#define VGF_CIPHER_AES_GCM_H

#include "cipher.h"
#include "mode_gcm.h"

#define GCM_MAX_IV 128u         /* bytes, as OpenSSL's default provider */
#define GCM_DEFAULT_IV 12u
#define GCM_TAG 16u
#define GCM_TLS_AAD 13u         /* sequence number, type, version, length */
#define GCM_TLS_EXPLICIT_IV 8u

enum gcm_iv_state {
    GCM_IV_NONE,                /* never set */
    GCM_IV_SET,                 /* given; no byte of the message seen */
    GCM_IV_RUN,                 /* in the midst of a message */
    GCM_IV_DONE                 /* used up: only a new one re-arms */
};

struct gcm_ctx {
    const struct vgf_prov *prov;
    const struct vgf_cipher_info *info;
    int key_set;
    int encrypt;
    enum gcm_iv_state state;
    int failed;                 /* this message's tag was wrong: for good */

    size_t ivlen;
    uint8_t iv[GCM_MAX_IV];
    int iv_generated;           /* some of it is random, by us */

    size_t taglen;              /* 0: none set, none made */
    uint8_t tag[GCM_TAG];

    /* TLS 1.2 records, and whoever lets us count the IV up */
    int iv_gen;                 /* the IV's fixed part was given */
    int tls_armed;              /* tls_aad waits for its record */
    int tls_aad_pad;            /* bytes a record grows by, once known */
    uint8_t tls_aad[GCM_TLS_AAD];
    uint64_t tls_records;       /* encrypted under this key */

    uint8_t key[32];
    struct vgf_gcm gcm;
};

/* Draws the whole IV. */
int vgf_gcm_draw_iv(struct gcm_ctx *ctx);

/* Parameter functions of cipher_aes_gcm_params.c. */
int vgf_gcm_get_ctx_params(void *vctx, OSSL_PARAM params[]);
int vgf_gcm_set_ctx_params(void *vctx, const OSSL_PARAM params[]);
const OSSL_PARAM *vgf_gcm_gettable_ctx_params(void *vctx, void *provctx);
const OSSL_PARAM *vgf_gcm_settable_ctx_params(void *vctx, void *provctx);

/*
 * cipher_aes_gcm_tls.c: counted IVs and records of TLS 1.2 (RFC 5288).  They
 * return 1, or 0 with no error raised.
 */

/* The fixed part of the IV; len SIZE_MAX says that it is all of it. */
int vgf_gcm_tls_iv_fixed(struct gcm_ctx *ctx, const uint8_t *fixed, size_t len);

/* Starts a message with the IV as it is, gives out its last len bytes (all of
 * it if len is 0 or too much), and counts it up. */
int vgf_gcm_tls_iv_next(struct gcm_ctx *ctx, uint8_t *out, size_t len);

/* Starts a message whose IV ends in these bytes. */
int vgf_gcm_tls_iv_given(struct gcm_ctx *ctx, const uint8_t *in, size_t len);

/* Arms the next update with a record's additional data. */
int vgf_gcm_tls_aad(struct gcm_ctx *ctx, const uint8_t *aad, size_t len);

/* A record, in place: explicit IV, text, tag.  *outl as OpenSSL has it: the
 * whole record encrypting, the text decrypting. */
int vgf_gcm_tls_record(struct gcm_ctx *ctx, uint8_t *out, size_t *outl,
                       const uint8_t *in, size_t len);

#endif
