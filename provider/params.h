/* SPDX-License-Identifier: Apache-2.0 */
/*
 * params.h - OSSL_PARAMs in and out, with the conversions that libcrypto's own
 * OSSL_PARAM_get_*() and _set_*() make.
 */
#ifndef VGF_PARAMS_H
#define VGF_PARAMS_H

#include <openssl/core.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The parameters that mean something to us; OpenSSL's names are in
 * openssl/core_names.h. */
enum vgf_key {
    KEY_UNKNOWN,
    KEY_AEAD,
    KEY_BLOCKSIZE,
    KEY_CTS,
    KEY_CUSTOM_IV,
    KEY_ENCRYPT_THEN_MAC,
    KEY_HAS_RANDKEY,
    KEY_IV,
    KEY_IV_GENERATED,
    KEY_IVLEN,
    KEY_KEY,
    KEY_KEYLEN,
    KEY_MODE,
    KEY_NUM,
    KEY_PADDING,
    KEY_SIZE,
    KEY_TAG,
    KEY_TAGLEN,
    KEY_TLS_MAC,
    KEY_TLS_MAC_SIZE,
    KEY_TLS_MULTI,
    KEY_TLS_VERSION,
    KEY_TLSAAD,
    KEY_TLSAADPAD,
    KEY_TLSIVFIXED,
    KEY_TLSIVGEN,
    KEY_TLSIVINV,
    KEY_UPDATED_IV,
    KEY_USE_BITS
};

enum vgf_key vgf_key_of(const char *name);

/*
 * Calls get(ctx, key, p) for each parameter that is ours, each key once (the
 * first of its name wins).  0 as soon as a call returns 0.  params may be NULL.
 */
int vgf_get_params(const void *ctx, OSSL_PARAM params[],
                   int (*get)(const void *ctx, enum vgf_key key,
                              OSSL_PARAM *p));

/*
 * Two questions that OpenSSL puts for each message, of a cipher and of a MAC,
 * answered without a call: "ivlen" and "size" as a size_t.  0 if params is
 * another question, which is for vgf_get_params().
 */
static inline int vgf_answer_size_t(OSSL_PARAM params[], size_t value)
{
    if (params[1].key != NULL || params[0].data == NULL
        || params[0].data_type != OSSL_PARAM_UNSIGNED_INTEGER
        || params[0].data_size != sizeof(value)) {
        return 0;
    }
    memcpy(params[0].data, &value, sizeof(value));
    params[0].return_size = sizeof(value);
    return 1;
}

static inline int vgf_answer_ivlen(OSSL_PARAM params[], size_t ivlen)
{
    const char *name = params != NULL ? params[0].key : NULL;

    return name != NULL && name[0] == 'i' && name[1] == 'v' && name[2] == 'l'
           && name[3] == 'e' && name[4] == 'n' && name[5] == '\0'
           && vgf_answer_size_t(params, ivlen);
}

static inline int vgf_answer_size(OSSL_PARAM params[], size_t size)
{
    const char *name = params != NULL ? params[0].key : NULL;

    return name != NULL && name[0] == 's' && name[1] == 'i' && name[2] == 'z'
           && name[3] == 'e' && name[4] == '\0'
           && vgf_answer_size_t(params, size);
}

/* Is it a whole tag, of n bytes, that is wanted or given, and nothing else?
 * Each message has this call: no search for the name, and none for the copy. */
static inline int vgf_is_tag(const OSSL_PARAM params[], size_t n)
{
    const OSSL_PARAM *p = params;

    return p->key[0] == 't' && p->key[1] == 'a' && p->key[2] == 'g'
           && p->key[3] == '\0' && p[1].key == NULL
           && p->data_type == OSSL_PARAM_OCTET_STRING && p->data_size == n
           && p->data != NULL;
}

/* Calls set(ctx, key, p) for the parameters whose keys are in order[], which
 * KEY_UNKNOWN ends, in that order. */
int vgf_set_params(void *ctx, const OSSL_PARAM params[],
                   const enum vgf_key order[],
                   int (*set)(void *ctx, enum vgf_key key,
                              const OSSL_PARAM *p));

/* Answers p with a number of the C type whose size is native.  0 if p is no
 * number or too narrow. */
int vgf_put_number(OSSL_PARAM *p, uint32_t value, size_t native);
int vgf_put_int(OSSL_PARAM *p, int value);          /* value >= 0 */
int vgf_put_uint(OSSL_PARAM *p, unsigned value);
int vgf_put_size(OSSL_PARAM *p, size_t value);

/* Answers p with bytes: a copy, or their address if p is an OCTET_PTR. */
int vgf_put_octets(OSSL_PARAM *p, const void *bytes, size_t n);

/* Answers p with the address of a string that lives as long as the provider. */
int vgf_put_text(OSSL_PARAM *p, const char *text);

/* The number in p, if it is one, whole, and from 0 to max. */
int vgf_take_number(const OSSL_PARAM *p, uint64_t max, uint64_t *value);
int vgf_take_uint(const OSSL_PARAM *p, unsigned *value);
int vgf_take_size(const OSSL_PARAM *p, size_t *value);

#endif
