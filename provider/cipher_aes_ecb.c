/* SPDX-License-Identifier: Apache-2.0 */
/* cipher_aes_ecb.c - AES-{128,192,256}-ECB for EVP. */
#include "cipher.h"
#include "mode_ecb.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#define MODE_ECB 1u             /* EVP_CIPH_ECB_MODE */

static const struct vgf_cipher_info info128 = { MODE_ECB, 16, 0, 16, 0, 0 };
static const struct vgf_cipher_info info192 = { MODE_ECB, 24, 0, 16, 0, 0 };
static const struct vgf_cipher_info info256 = { MODE_ECB, 32, 0, 16, 0, 0 };

struct ecb_ctx {
    const struct vgf_prov *prov;
    const struct vgf_cipher_info *info;
    struct vgf_ecb ecb;
    int key_set;
    unsigned num;               /* of no meaning here, but kept for callers */
    uint8_t key[32];
};

static void *newctx(void *provctx, const struct vgf_cipher_info *info)
{
    const struct vgf_prov *prov = provctx;
    struct ecb_ctx *ctx = vgf_alloc(prov, sizeof(*ctx));

    if (ctx != NULL) {
        ctx->prov = prov;
        ctx->info = info;
        ctx->ecb.ops = prov->kernels.aes;
        ctx->ecb.pad = 1;
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
    struct ecb_ctx *ctx = vctx;

    if (ctx != NULL) {
        vgf_free(ctx->prov, ctx, sizeof(*ctx));
    }
}

static OSSL_FUNC_cipher_dupctx_fn dupctx;

static void *dupctx(void *vctx)
{
    struct ecb_ctx *ctx = vctx;

    return vgf_dup(ctx->prov, ctx, sizeof(*ctx));
}

/* ---- Parameters -------------------------------------------------------- */

static int get(const void *vctx, enum vgf_key key, OSSL_PARAM *p)
{
    const struct ecb_ctx *ctx = vctx;
    int ok = 1;

    switch (key) {
    case KEY_KEYLEN:
        ok = vgf_put_size(p, ctx->info->keylen);
        break;
    case KEY_IVLEN:
        ok = vgf_put_size(p, 0);
        break;
    case KEY_PADDING:
        ok = vgf_put_uint(p, (unsigned)ctx->ecb.pad);
        break;
    case KEY_NUM:
        ok = vgf_put_uint(p, ctx->num);
        break;
    case KEY_IV:
    case KEY_UPDATED_IV:
        ok = vgf_put_octets(p, "", 0);
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
    return vgf_get_params(vctx, params, get);
}

static int set(void *vctx, enum vgf_key key, const OSSL_PARAM *p)
{
    struct ecb_ctx *ctx = vctx;
    unsigned value;
    size_t size;
    int ok;

    if (key == KEY_TLS_MAC_SIZE) {
        ok = vgf_take_size(p, &size);
    } else {
        ok = vgf_take_uint(p, &value)
             && (key != KEY_NUM || value < ctx->info->blocksize);
    }
    if (!ok) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_GET_PARAMETER);
        return 0;
    }
    if (key == KEY_PADDING) {
        ctx->ecb.pad = value != 0;
    } else if (key == KEY_NUM) {
        ctx->num = value;
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

static int init(struct ecb_ctx *ctx, const uint8_t *key, size_t keylen,
                const OSSL_PARAM params[], int encrypt)
{
    ctx->ecb.encrypt = encrypt;
    ctx->ecb.buffered = 0;
    ctx->num = 0;
    if (key != NULL) {
        if (keylen != ctx->info->keylen) {
            vgf_raise(ctx->prov, PROV_R_INVALID_KEY_LENGTH);
            return 0;
        }
        if (!vgf_same_key(ctx->key, ctx->key_set, key, keylen)) {
            vgf_ecb_set_key(&ctx->ecb, key, keylen);
        }
        ctx->key_set = 1;
    }
    return set_ctx_params(ctx, params);
}

static OSSL_FUNC_cipher_encrypt_init_fn encrypt_init;

/* An IV has no meaning in this mode: callers that give one are let. */
static int encrypt_init(void *vctx, const unsigned char *key, size_t keylen,
                        const unsigned char *iv, size_t ivlen,
                        const OSSL_PARAM params[])
{
    (void)iv;
    (void)ivlen;
    return init(vctx, key, keylen, params, 1);
}

static OSSL_FUNC_cipher_decrypt_init_fn decrypt_init;

static int decrypt_init(void *vctx, const unsigned char *key, size_t keylen,
                        const unsigned char *iv, size_t ivlen,
                        const OSSL_PARAM params[])
{
    (void)iv;
    (void)ivlen;
    return init(vctx, key, keylen, params, 0);
}

static int has_key(const struct ecb_ctx *ctx)
{
    if (!ctx->key_set) {
        vgf_raise(ctx->prov, PROV_R_NO_KEY_SET);
    }
    return ctx->key_set;
}

static int result(const struct ecb_ctx *ctx, enum vgf_ecb_result r)
{
    switch (r) {
    case VGF_ECB_OK:
        return 1;
    case VGF_ECB_OUTPUT_TOO_SMALL:
        vgf_raise(ctx->prov, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
        return 0;
    case VGF_ECB_WRONG_LENGTH:
        vgf_raise(ctx->prov, PROV_R_WRONG_FINAL_BLOCK_LENGTH);
        return 0;
    case VGF_ECB_BAD_PADDING:
    default:
        vgf_raise(ctx->prov, PROV_R_BAD_DECRYPT);
        return 0;
    }
}

static OSSL_FUNC_cipher_update_fn update;

static int update(void *vctx, unsigned char *out, size_t *outl,
                  size_t outsize, const unsigned char *in, size_t inl)
{
    struct ecb_ctx *ctx = vctx;

    *outl = 0;
    if (!has_key(ctx)) {
        return 0;
    }
    return inl == 0
           || result(ctx, vgf_ecb_update(&ctx->ecb, out, outl, outsize, in,
                                         inl));
}

static OSSL_FUNC_cipher_final_fn final;

static int final(void *vctx, unsigned char *out, size_t *outl, size_t outsize)
{
    struct ecb_ctx *ctx = vctx;

    *outl = 0;
    return has_key(ctx)
           && result(ctx, vgf_ecb_final(&ctx->ecb, out, outl, outsize));
}

static OSSL_FUNC_cipher_cipher_fn cipher;

/* EVP_Cipher(): whole blocks, no buffer and no padding. */
static int cipher(void *vctx, unsigned char *out, size_t *outl,
                  size_t outsize, const unsigned char *in, size_t inl)
{
    struct ecb_ctx *ctx = vctx;

    *outl = 0;
    if (!has_key(ctx)) {
        return 0;
    }
    if (outsize < inl) {
        vgf_raise(ctx->prov, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
        return 0;
    }
    if (inl != 0 && (in == NULL || out == NULL)) {
        return 0;
    }
    vgf_ecb_blocks(&ctx->ecb, out, in, inl / 16);
    *outl = inl;
    return 1;
}

/* ---- Tables ------------------------------------------------------------ */

const OSSL_DISPATCH vgf_aes128_ecb_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx128 },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params128 },
    VGF_CIPHER_FUNCTIONS,
};

const OSSL_DISPATCH vgf_aes192_ecb_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx192 },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params192 },
    VGF_CIPHER_FUNCTIONS,
};

const OSSL_DISPATCH vgf_aes256_ecb_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx256 },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params256 },
    VGF_CIPHER_FUNCTIONS,
};
