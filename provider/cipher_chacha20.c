/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cipher_chacha20.c - ChaCha20 for EVP.  Its 16-byte "IV" is a 32-bit block
 * counter, little endian, and a 96-bit nonce; the counter carries into the
 * nonce's first word, so that in truth both have 64 bits.
 */
#include "cipher.h"
#include "mode_chacha20.h"
#include "../kernels/bytes.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

static const struct vgf_cipher_info info = { 0, 32, 16, 1, 0, 1 };

struct chacha20_ctx {
    const struct vgf_prov *prov;
    struct vgf_chacha20 stream;
    int key_set;
    uint8_t updated_iv[16];     /* for getters that want an address */
};

static OSSL_FUNC_cipher_newctx_fn newctx;

static void *newctx(void *provctx)
{
    const struct vgf_prov *prov = provctx;
    struct chacha20_ctx *ctx = vgf_alloc(prov, sizeof(*ctx));

    if (ctx != NULL) {
        ctx->prov = prov;
        ctx->stream.ops = prov->kernels.chacha20;
        ctx->stream.ctr64 = VGF_CHACHA20_CTR64;
    }
    return ctx;
}

static OSSL_FUNC_cipher_freectx_fn freectx;

static void freectx(void *vctx)
{
    struct chacha20_ctx *ctx = vctx;

    if (ctx != NULL) {
        vgf_free(ctx->prov, ctx, sizeof(*ctx));
    }
}

static OSSL_FUNC_cipher_dupctx_fn dupctx;

static void *dupctx(void *vctx)
{
    struct chacha20_ctx *ctx = vctx;

    return vgf_dup(ctx->prov, ctx, sizeof(*ctx));
}

/* ---- Parameters -------------------------------------------------------- */

static OSSL_FUNC_cipher_get_params_fn get_params;

static int get_params(OSSL_PARAM params[])
{
    return vgf_cipher_get_params(&info, params);
}

static int get(const void *vctx, enum vgf_key key, OSSL_PARAM *p)
{
    struct chacha20_ctx *ctx = (struct chacha20_ctx *)vctx;
    int ok = 1;

    switch (key) {
    case KEY_KEYLEN:
        ok = vgf_put_size(p, info.keylen);
        break;
    case KEY_IVLEN:
        ok = vgf_put_size(p, info.ivlen);
        break;
    case KEY_UPDATED_IV:
        for (int i = 0; i < 4; i++) {
            store32_le(ctx->updated_iv + 4 * i, ctx->stream.ctr[i]);
        }
        ok = vgf_put_octets(p, ctx->updated_iv, sizeof(ctx->updated_iv));
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
    return vgf_answer_ivlen(params, info.ivlen)
           || vgf_get_params(vctx, params, get);
}

/* Both lengths are fixed: setting them checks them. */
static int set(void *vctx, enum vgf_key key, const OSSL_PARAM *p)
{
    struct chacha20_ctx *ctx = vctx;
    size_t n;

    if (!vgf_take_size(p, &n)) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_GET_PARAMETER);
        return 0;
    }
    if (key == KEY_KEYLEN && n != info.keylen) {
        vgf_raise(ctx->prov, PROV_R_INVALID_KEY_LENGTH);
        return 0;
    }
    if (key == KEY_IVLEN && n != info.ivlen) {
        vgf_raise(ctx->prov, PROV_R_INVALID_IV_LENGTH);
        return 0;
    }
    return 1;
}

static OSSL_FUNC_cipher_set_ctx_params_fn set_ctx_params;

static int set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    static const enum vgf_key order[] = { KEY_KEYLEN, KEY_IVLEN, KEY_UNKNOWN };

    return vgf_set_params(vctx, params, order, set);
}

static OSSL_FUNC_cipher_gettable_ctx_params_fn gettable_ctx_params;

static const OSSL_PARAM *gettable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
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
        OSSL_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return settable;
}

/* ---- Messages ---------------------------------------------------------- */

/* With neither key nor IV the stream goes on, in the midst of a block too; a
 * new key drops the block begun. */
static int init(struct chacha20_ctx *ctx, const uint8_t *key, size_t keylen,
                const uint8_t *iv, size_t ivlen, const OSSL_PARAM params[])
{
    if (iv != NULL) {
        if (ivlen != info.ivlen) {
            vgf_raise(ctx->prov, PROV_R_INVALID_IV_LENGTH);
            return 0;
        }
        vgf_chacha20_set_ctr(&ctx->stream, iv);
    }
    if (key != NULL) {
        if (keylen != info.keylen) {
            vgf_raise(ctx->prov, PROV_R_INVALID_KEY_LENGTH);
            return 0;
        }
        vgf_chacha20_set_key(&ctx->stream, key);
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

static int has_key(const struct chacha20_ctx *ctx)
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
    struct chacha20_ctx *ctx = vctx;

    *outl = 0;
    if (!has_key(ctx)) {
        return 0;
    }
    if (outsize < inl) {
        vgf_raise(ctx->prov, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
        return 0;
    }
    if (inl != 0) {
        vgf_chacha20_update(&ctx->stream, out, in, inl);
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

const OSSL_DISPATCH vgf_chacha20_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params },
    VGF_CIPHER_FUNCTIONS,
};
