/* SPDX-License-Identifier: Apache-2.0 */
/* cipher_chachapoly.c - ChaCha20-Poly1305 (RFC 8439, RFC 7905) for EVP. */
#include "cipher.h"
#include "mode_chachapoly.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#define NONCE 12u
#define TAG 16u
#define TLS_AAD 13u             /* sequence number, type, version, length */

static const struct vgf_cipher_info info = { 0, 32, NONCE, 1, 1, 1 };

enum state {
    READY,                      /* the nonce (zeros if none was given) waits */
    RUN,                        /* in the midst of a message */
    DONE                        /* only a new nonce re-arms */
};

struct chachapoly_ctx {
    const struct vgf_prov *prov;
    struct vgf_chachapoly aead;
    int key_set;
    int encrypt;
    enum state state;
    int verified;               /* the message that is DONE had the right tag */
    uint8_t nonce[NONCE];

    uint8_t tag[TAG];           /* to expect, or made */
    size_t taglen;              /* 0: not set */
    int tag_set;                /* tag is to be expected */

    int tls_armed;              /* tls_aad waits for its record */
    size_t tls_len;             /* ... whose text is so long */
    int tls_aad_pad;
    uint8_t tls_aad[TLS_AAD];
};

static OSSL_FUNC_cipher_newctx_fn newctx;

static void *newctx(void *provctx)
{
    const struct vgf_prov *prov = provctx;
    struct chachapoly_ctx *ctx = vgf_alloc(prov, sizeof(*ctx));

    if (ctx != NULL) {
        ctx->prov = prov;
        vgf_chachapoly_init(&ctx->aead, prov->kernels.chachapoly);
    }
    return ctx;
}

static OSSL_FUNC_cipher_freectx_fn freectx;

static void freectx(void *vctx)
{
    struct chachapoly_ctx *ctx = vctx;

    if (ctx != NULL) {
        vgf_free(ctx->prov, ctx, sizeof(*ctx));
    }
}

static OSSL_FUNC_cipher_dupctx_fn dupctx;

static void *dupctx(void *vctx)
{
    struct chachapoly_ctx *ctx = vctx;

    return vgf_dup(ctx->prov, ctx, sizeof(*ctx));
}

/* ---- Records of TLS 1.2 (RFC 7905) ------------------------------------- */

static int set_nonce(struct chachapoly_ctx *ctx, const uint8_t *nonce,
                     size_t len)
{
    if (len != NONCE) {
        return 0;
    }
    memcpy(ctx->nonce, nonce, NONCE);
    ctx->state = READY;
    return 1;
}

static int set_tls_aad(struct chachapoly_ctx *ctx, const uint8_t *aad,
                       size_t len)
{
    size_t overhead = ctx->encrypt ? 0 : TAG;
    size_t record;

    /* a record that follows a refused header is no stream: nothing goes on */
    if (ctx->tls_armed) {
        ctx->tls_armed = 0;
        ctx->state = DONE;
        ctx->verified = 0;
    }
    if (aad == NULL || len != TLS_AAD) {
        return 0;
    }
    record = (size_t)aad[11] << 8 | aad[12];
    if (record < overhead) {
        return 0;
    }
    /* what is authenticated is the text's length, not the record's */
    ctx->tls_len = record - overhead;
    memcpy(ctx->tls_aad, aad, TLS_AAD);
    ctx->tls_aad[11] = (uint8_t)(ctx->tls_len >> 8);
    ctx->tls_aad[12] = (uint8_t)ctx->tls_len;
    ctx->tls_aad_pad = TAG;
    ctx->tls_armed = 1;
    return 1;
}

/* The record's nonce is the connection's, xored with the sequence number. */
static int tls_record(struct chachapoly_ctx *ctx, uint8_t *out, size_t *outl,
                      const uint8_t *in, size_t inl)
{
    uint8_t nonce[NONCE], tag[TAG];
    size_t len = ctx->tls_len;
    int ok = 1;

    if (in == NULL || out == NULL || inl != len + TAG) {
        return 0;                       /* still armed: it may yet come */
    }
    ctx->tls_armed = 0;
    ctx->state = DONE;
    ctx->verified = 0;
    memcpy(nonce, ctx->nonce, NONCE);
    for (size_t i = 0; i < 8; i++) {
        nonce[4 + i] ^= ctx->tls_aad[i];
    }
    vgf_chachapoly_start(&ctx->aead, nonce);
    vgf_chachapoly_aad(&ctx->aead, ctx->tls_aad, TLS_AAD);
    vgf_chachapoly_crypt(&ctx->aead, out, in, len, ctx->encrypt);
    vgf_chachapoly_tag(&ctx->aead, tag);
    if (ctx->encrypt) {
        memcpy(out + len, tag, TAG);
        memcpy(ctx->tag, tag, TAG);
        ctx->tag_set = 0;
        *outl = len + TAG;
    } else if (vgf_equal(tag, in + len, TAG)) {
        *outl = len;
    } else {
        vgf_wipe(out, len);
        ok = 0;
    }
    vgf_wipe(tag, sizeof(tag));
    return ok;
}

/* ---- Parameters -------------------------------------------------------- */

static OSSL_FUNC_cipher_get_params_fn get_params;

static int get_params(OSSL_PARAM params[])
{
    return vgf_cipher_get_params(&info, params);
}

static int get_tag(const struct chachapoly_ctx *ctx, OSSL_PARAM *p)
{
    if (p->data_type != OSSL_PARAM_OCTET_STRING) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_SET_PARAMETER);
        return 0;
    }
    if (!ctx->encrypt) {
        vgf_raise(ctx->prov, PROV_R_TAG_NOT_SET);
        return 0;
    }
    if (p->data == NULL || p->data_size == 0 || p->data_size > TAG) {
        vgf_raise(ctx->prov, PROV_R_INVALID_TAG_LENGTH);
        return 0;
    }
    return vgf_put_octets(p, ctx->tag, p->data_size);
}

static int get(const void *vctx, enum vgf_key key, OSSL_PARAM *p)
{
    const struct chachapoly_ctx *ctx = vctx;
    int ok = 1;

    switch (key) {
    case KEY_KEYLEN:
        ok = vgf_put_size(p, info.keylen);
        break;
    case KEY_IVLEN:
        ok = vgf_put_size(p, info.ivlen);
        break;
    case KEY_TAGLEN:
        ok = vgf_put_size(p, ctx->taglen != 0 ? ctx->taglen : TAG);
        break;
    case KEY_TLSAADPAD:
        ok = vgf_put_size(p, (size_t)ctx->tls_aad_pad);
        break;
    case KEY_TAG:
        return get_tag(ctx, p);
    default:
        break;
    }
    if (!ok) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_SET_PARAMETER);
    }
    return ok;
}

static OSSL_FUNC_cipher_get_ctx_params_fn get_ctx_params;

static int get_ctx_params(void *vctx, OSSL_PARAM params[])
{
    const struct chachapoly_ctx *ctx = vctx;

    if (params == NULL || params[0].key == NULL) {
        return 1;
    }
    if (vgf_is_tag(params, TAG) && ctx->encrypt) {
        memcpy(params[0].data, ctx->tag, TAG);
        params[0].return_size = TAG;
        return 1;
    }
    return vgf_answer_ivlen(params, info.ivlen)
           || vgf_get_params(vctx, params, get);
}

/* No data sets the length only. */
static uint32_t set_tag(struct chachapoly_ctx *ctx, const OSSL_PARAM *p)
{
    if (p->data_size == 0 || p->data_size > TAG) {
        return PROV_R_INVALID_TAG_LENGTH;
    }
    if (p->data != NULL) {
        if (ctx->encrypt) {
            return PROV_R_TAG_NOT_NEEDED;
        }
        memcpy(ctx->tag, p->data, p->data_size);
        ctx->tag_set = 1;
        ctx->verified = 0;              /* not this one */
    }
    ctx->taglen = p->data_size;
    return 0;
}

/* The reason for which a parameter is refused, or 0. */
static uint32_t apply(struct chachapoly_ctx *ctx, enum vgf_key key,
                      const OSSL_PARAM *p)
{
    size_t n;

    if (key == KEY_KEYLEN || key == KEY_IVLEN) {
        if (!vgf_take_size(p, &n)) {
            return PROV_R_FAILED_TO_GET_PARAMETER;
        }
        if (key == KEY_KEYLEN) {
            return n == info.keylen ? 0 : PROV_R_INVALID_KEY_LENGTH;
        }
        return n == info.ivlen ? 0 : PROV_R_INVALID_IV_LENGTH;
    }
    if (p->data_type != OSSL_PARAM_OCTET_STRING) {
        return PROV_R_FAILED_TO_GET_PARAMETER;
    }
    switch (key) {
    case KEY_TAG:
        return set_tag(ctx, p);
    case KEY_TLSAAD:
        return set_tls_aad(ctx, p->data, p->data_size) ? 0
                                                       : PROV_R_INVALID_DATA;
    case KEY_TLSIVFIXED:
    default:
        return p->data != NULL && set_nonce(ctx, p->data, p->data_size)
                   ? 0
                   : PROV_R_INVALID_IV_LENGTH;
    }
}

static int set(void *vctx, enum vgf_key key, const OSSL_PARAM *p)
{
    struct chachapoly_ctx *ctx = vctx;
    uint32_t reason = apply(ctx, key, p);

    if (reason != 0) {
        vgf_raise(ctx->prov, reason);
    }
    return reason == 0;
}

static OSSL_FUNC_cipher_set_ctx_params_fn set_ctx_params;

static int set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    static const enum vgf_key order[] = {
        KEY_KEYLEN, KEY_IVLEN,      KEY_TAG,
        KEY_TLSAAD, KEY_TLSIVFIXED, KEY_UNKNOWN,
    };
    struct chachapoly_ctx *ctx = vctx;

    if (params == NULL || params[0].key == NULL) {
        return 1;
    }
    /* "padding", which OpenSSL 3.6 sets at each init, or nothing of ours */
    if (params[0].key[0] == 'p' && params[1].key == NULL) {
        return 1;
    }
    if (vgf_is_tag(params, TAG) && !ctx->encrypt) {
        memcpy(ctx->tag, params[0].data, TAG);
        ctx->taglen = TAG;
        ctx->tag_set = 1;
        ctx->verified = 0;
        return 1;
    }
    return vgf_set_params(vctx, params, order, set);
}

static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;

static const OSSL_PARAM *gettable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
        OSSL_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return gettable;
}

static OSSL_FUNC_cipher_settable_ctx_params_fn settable_ctx_params;

static const OSSL_PARAM *settable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM settable[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return settable;
}

/* ---- Messages ---------------------------------------------------------- */

static int init(struct chachapoly_ctx *ctx, const uint8_t *key, size_t keylen,
                const uint8_t *iv, size_t ivlen, const OSSL_PARAM params[],
                int encrypt)
{
    /* what was verified was another key's, or what we made ourselves */
    if (key != NULL || encrypt != ctx->encrypt) {
        ctx->verified = 0;
    }
    ctx->encrypt = encrypt;
    if (iv != NULL || key != NULL) {
        ctx->tls_armed = 0;
    }
    if (iv != NULL && !set_nonce(ctx, iv, ivlen)) {
        vgf_raise(ctx->prov, PROV_R_INVALID_IV_LENGTH);
        return 0;
    }
    if (key != NULL) {
        if (keylen != info.keylen) {
            vgf_raise(ctx->prov, PROV_R_INVALID_KEY_LENGTH);
            return 0;
        }
        vgf_chacha20_set_key(&ctx->aead.cipher, key);
        vgf_wipe(&ctx->aead.mac.state, sizeof(ctx->aead.mac.state));
        ctx->key_set = 1;
        if (ctx->state == RUN) {
            ctx->state = READY;         /* starts over, as OpenSSL does */
        }
    }
    return params == NULL || set_ctx_params(ctx, params);
}

static OSSL_FUNC_cipher_encrypt_init_fn encrypt_init;

static int encrypt_init(void *vctx, const unsigned char *key, size_t keylen,
                        const unsigned char *iv, size_t ivlen,
                        const OSSL_PARAM params[])
{
    return init(vctx, key, keylen, iv, ivlen, params, 1);
}

static OSSL_FUNC_cipher_decrypt_init_fn decrypt_init;

static int decrypt_init(void *vctx, const unsigned char *key, size_t keylen,
                        const unsigned char *iv, size_t ivlen,
                        const OSSL_PARAM params[])
{
    return init(vctx, key, keylen, iv, ivlen, params, 0);
}

/* Gets a message under way if it is not. */
static inline int running(struct chachapoly_ctx *ctx)
{
    if (ctx->state == READY) {
        vgf_chachapoly_start(&ctx->aead, ctx->nonce);
        ctx->state = RUN;
    }
    return ctx->state == RUN;
}

/* Is the tag that came the one that it should be? */
static inline int right_tag(struct chachapoly_ctx *ctx)
{
    uint8_t tag[TAG];
    int right;

    vgf_chachapoly_tag(&ctx->aead, tag);
    right = ctx->taglen == TAG ? vgf_equal_tag(tag, ctx->tag)
                               : vgf_equal(tag, ctx->tag, ctx->taglen);
    wipe_whole(tag);
    return right;
}

static int finish(struct chachapoly_ctx *ctx)
{

    if (ctx->state == DONE) {
        return ctx->verified;
    }
    if (!ctx->encrypt && !ctx->tag_set) {
        vgf_raise(ctx->prov, PROV_R_TAG_NOT_SET);
        return 0;                       /* the tag may still come */
    }
    running(ctx);
    ctx->state = DONE;
    if (ctx->encrypt) {
        vgf_chachapoly_tag(&ctx->aead, ctx->tag);
        ctx->tag_set = 0;
        ctx->verified = 1;
    } else {
        ctx->verified = right_tag(ctx);
    }
    return ctx->verified;
}

/* in NULL: the end.  out NULL: additional data. */
static int process(struct chachapoly_ctx *ctx, uint8_t *out, size_t *outl,
                   const uint8_t *in, size_t len)
{
    *outl = 0;
    if (!ctx->key_set) {
        vgf_raise(ctx->prov, PROV_R_NO_KEY_SET);
        return 0;
    }
    if (ctx->tls_armed) {
        return tls_record(ctx, out, outl, in, len);
    }
    if (in == NULL) {
        return finish(ctx);
    }
    if (!running(ctx)) {
        return 0;
    }
    *outl = len;
    if (out == NULL) {
        return vgf_chachapoly_aad(&ctx->aead, in, len);
    }
    if (!vgf_chachapoly_crypt(&ctx->aead, out, in, len, ctx->encrypt)) {
        vgf_raise(ctx->prov, PROV_R_CIPHER_OPERATION_FAILED);
        return 0;
    }
    return 1;
}

static OSSL_FUNC_cipher_cipher_fn cipher;

static int cipher(void *vctx, unsigned char *out, size_t *outl,
                  size_t outsize, const unsigned char *in, size_t inl)
{
    struct chachapoly_ctx *ctx = vctx;

    *outl = 0;
    if (in != NULL && inl == 0) {
        return 1;
    }
    if (outsize < inl) {
        vgf_raise(ctx->prov, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
        return 0;
    }
    if (!process(ctx, out, outl, in, inl)) {
        *outl = 0;
        return 0;
    }
    return 1;
}

static OSSL_FUNC_cipher_update_fn update;

/* Text of a message that needs no care, or any: of what a short message costs,
 * a good part is calls and the registers that they save. */
static int update(void *vctx, unsigned char *out, size_t *outl,
                  size_t outsize, const unsigned char *in, size_t inl)
{
    struct chachapoly_ctx *ctx = vctx;

    if (out != NULL && in != NULL && inl != 0 && inl <= outsize
        && !ctx->tls_armed && ctx->key_set && running(ctx)) {
        *outl = inl;
        if (vgf_chachapoly_crypt(&ctx->aead, out, in, inl, ctx->encrypt)) {
            return 1;
        }
    }
    *outl = 0;
    return inl == 0 || cipher(vctx, out, outl, outsize, in, inl);
}

static OSSL_FUNC_cipher_final_fn final;

/* As most messages end, or any. */
static int final(void *vctx, unsigned char *out, size_t *outl, size_t outsize)
{
    struct chachapoly_ctx *ctx = vctx;

    (void)out;
    if (ctx->state == RUN && !ctx->tls_armed) {
        *outl = 0;
        return finish(ctx);
    }
    return cipher(vctx, NULL, outl, outsize, NULL, 0);
}

const OSSL_DISPATCH vgf_chachapoly_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params },
    VGF_CIPHER_FUNCTIONS,
};
