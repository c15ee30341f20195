/* SPDX-License-Identifier: Apache-2.0 */
/* cipher_aes_ctr.c - AES-{128,192,256}-CTR for EVP. */
#include "cipher.h"
#include "mode_ctr.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#define MODE_CTR 5u             /* EVP_CIPH_CTR_MODE */

static const struct vgf_cipher_info info128 = { MODE_CTR, 16, 16, 1, 0, 0 };
static const struct vgf_cipher_info info192 = { MODE_CTR, 24, 16, 1, 0, 0 };
static const struct vgf_cipher_info info256 = { MODE_CTR, 32, 16, 1, 0, 0 };

struct ctr_ctx {
    const struct vgf_prov *prov;
    const struct vgf_cipher_info *info;
    struct vgf_ctr ctr;
    uint8_t iv[16];             /* as given, for those who ask */
    int key_set;
    unsigned pad;               /* of no meaning here, but kept for callers */
    uint8_t key[32];
};

static void *newctx(void *provctx, const struct vgf_cipher_info *info)
{
    const struct vgf_prov *prov = provctx;
    struct ctr_ctx *ctx = vgf_alloc(prov, sizeof(*ctx));

    if (ctx != NULL) {
        ctx->prov = prov;
        ctx->info = info;
        ctx->ctr.ops = prov->kernels.aes;
        ctx->pad = 1;
    }
    return ctx;
}

static OSSL_FUNC_cipher_newctx_fn newctx128, newctx192, newctx256;

static void *newctx128(void *provctx)
{
    return newctx(provctx, &info128);
}

static void *newctx192(void *provctx)
{
    return newctx(provctx, &info192);
}

static void *newctx256(void *provctx)
{
    return newctx(provctx, &info256);
}

static OSSL_FUNC_cipher_freectx_fn freectx;

static void freectx(void *vctx)
{
    struct ctr_ctx *ctx = vctx;

    if (ctx != NULL) {
        vgf_free(ctx->prov, ctx, sizeof(*ctx));
    }
}

static OSSL_FUNC_cipher_dupctx_fn dupctx;

static void *dupctx(void *vctx)
{
    struct ctr_ctx *ctx = vctx;

    return vgf_dup(ctx->prov, ctx, sizeof(*ctx));
}

/* ---- Parameters -------------------------------------------------------- */

static int get(const void *vctx, enum vgf_key key, OSSL_PARAM *p)
{
    const struct ctr_ctx *ctx = vctx;
    int ok = 1;

    switch (key) {
    case KEY_KEYLEN:
        ok = vgf_put_size(p, ctx->info->keylen);
        break;
    case KEY_IVLEN:
        ok = vgf_put_size(p, ctx->info->ivlen);
        break;
    case KEY_PADDING:
        ok = vgf_put_uint(p, ctx->pad);
        break;
    case KEY_NUM:
        ok = vgf_put_uint(p, ctx->ctr.used);
        break;
    case KEY_IV:
        ok = vgf_put_octets(p, ctx->iv, sizeof(ctx->iv));
        break;
    case KEY_UPDATED_IV:
        ok = vgf_put_octets(p, ctx->ctr.ctr, sizeof(ctx->ctr.ctr));
        break;
    case KEY_TLS_MAC:
        ok = vgf_cipher_put_tls_mac(p);
        break;
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
    const struct ctr_ctx *ctx = vctx;

    return vgf_answer_ivlen(params, ctx->info->ivlen)
           || vgf_get_params(vctx, params, get);
}

static int set(void *vctx, enum vgf_key key, const OSSL_PARAM *p)
{
    struct ctr_ctx *ctx = vctx;
    unsigned value;
    size_t size;
    int ok;

    if (key == KEY_TLS_MAC_SIZE) {
        ok = vgf_take_size(p, &size);
    } else {
        /* num can be set to 0 only: its bound is the block size, 1 */
        ok = vgf_take_uint(p, &value)
             && (key != KEY_NUM || value < ctx->info->blocksize);
    }
    if (!ok) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_GET_PARAMETER);
        return 0;
    }
    if (key == KEY_PADDING) {
        ctx->pad = value != 0;
    } else if (key == KEY_NUM) {
        ctx->ctr.used = 0;
    }
    return 1;
}

static OSSL_FUNC_cipher_set_ctx_params_fn set_ctx_params;

static int set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    /* the last three belong to TLS's CBC suites: checked, and ignored */
    static const enum vgf_key order[] = {
        KEY_PADDING,     KEY_USE_BITS, KEY_TLS_VERSION, KEY_TLS_MAC_SIZE,
        KEY_NUM,         KEY_UNKNOWN,
    };

    return vgf_set_params(vctx, params, order, set);
}

static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;

static const OSSL_PARAM *gettable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, NULL, 0),
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
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_USE_BITS, NULL),
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, NULL),
        OSSL_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return settable;
}

static OSSL_FUNC_cipher_get_params_fn get_params128, get_params192,
    get_params256;

static int get_params128(OSSL_PARAM params[])
{
    return vgf_cipher_get_params(&info128, params);
}

static int get_params192(OSSL_PARAM params[])
{
    return vgf_cipher_get_params(&info192, params);
}

static int get_params256(OSSL_PARAM params[])
{
    return vgf_cipher_get_params(&info256, params);
}

/* ---- Messages ---------------------------------------------------------- */

/* Whatever is given, the rest of a block begun is dropped. */
static int init(struct ctr_ctx *ctx, const uint8_t *key, size_t keylen,
                const uint8_t *iv, size_t ivlen, const OSSL_PARAM params[])
{
    ctx->ctr.used = 0;
    if (iv != NULL) {
        if (ivlen != ctx->info->ivlen) {
            vgf_raise(ctx->prov, PROV_R_INVALID_IV_LENGTH);
            return 0;
        }
        memcpy(ctx->iv, iv, sizeof(ctx->iv));
        memcpy(ctx->ctr.ctr, iv, sizeof(ctx->ctr.ctr));
    }
    if (key != NULL) {
        if (keylen != ctx->info->keylen) {
            vgf_raise(ctx->prov, PROV_R_INVALID_KEY_LENGTH);
            return 0;
        }
        if (!vgf_same_key(ctx->key, ctx->key_set, key, keylen)) {
            ctx->ctr.ops->encrypt_key(&ctx->ctr.ek, key, keylen);
        }
        ctx->key_set = 1;
    }
    return set_ctx_params(ctx, params);
}

static OSSL_FUNC_cipher_encrypt_init_fn encrypt_init;

static int encrypt_init(void *vctx, const unsigned char *key, size_t keylen,
                        const unsigned char *iv, size_t ivlen,
                        const OSSL_PARAM params[])
{
    return init(vctx, key, keylen, iv, ivlen, params);
}

static OSSL_FUNC_cipher_decrypt_init_fn decrypt_init;

static int decrypt_init(void *vctx, const unsigned char *key, size_t keylen,
                        const unsigned char *iv, size_t ivlen,
                        const OSSL_PARAM params[])
{
    return init(vctx, key, keylen, iv, ivlen, params);
}

static int has_key(const struct ctr_ctx *ctx)
{
    if (!ctx->key_set) {
        vgf_raise(ctx->prov, PROV_R_NO_KEY_SET);
    }
    return ctx->key_set;
}

static OSSL_FUNC_cipher_update_fn update;

static int update(void *vctx, unsigned char *out, size_t *outl,
                  size_t outsize, const unsigned char *in, size_t inl)
{
    struct ctr_ctx *ctx = vctx;

    *outl = 0;
    if (!has_key(ctx)) {
        return 0;
    }
    if (outsize < inl) {
        vgf_raise(ctx->prov, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
        return 0;
    }
    if (inl != 0) {
        vgf_ctr_update(&ctx->ctr, out, in, inl);
    }
    *outl = inl;
    return 1;
}

static OSSL_FUNC_cipher_final_fn final;

/* The stream may go on afterwards. */
static int final(void *vctx, unsigned char *out, size_t *outl, size_t outsize)
{
    (void)out;
    (void)outsize;
    *outl = 0;
    return has_key(vctx);
}

static OSSL_FUNC_cipher_cipher_fn cipher;

static int cipher(void *vctx, unsigned char *out, size_t *outl,
                  size_t outsize, const unsigned char *in, size_t inl)
{
    return update(vctx, out, outl, outsize, in, inl);
}

/* ---- Tables ------------------------------------------------------------ */

const OSSL_DISPATCH vgf_aes128_ctr_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx128 },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params128 },
    VGF_CIPHER_FUNCTIONS,
};

const OSSL_DISPATCH vgf_aes192_ctr_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx192 },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params192 },
    VGF_CIPHER_FUNCTIONS,
};

const OSSL_DISPATCH vgf_aes256_ctr_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx256 },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params256 },
    VGF_CIPHER_FUNCTIONS,
};
