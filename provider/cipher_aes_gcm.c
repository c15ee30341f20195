/* SPDX-License-Identifier: Apache-2.0 */
/* cipher_aes_gcm.c - AES-{128,192,256}-GCM for EVP. */
#include "cipher_aes_gcm.h"

#include <string.h>

#define MODE_GCM 6u             /* EVP_CIPH_GCM_MODE */

static const struct vgf_cipher_info info128 = { MODE_GCM, 16, 12, 1, 1, 1 };
static const struct vgf_cipher_info info192 = { MODE_GCM, 24, 12, 1, 1, 1 };
static const struct vgf_cipher_info info256 = { MODE_GCM, 32, 12, 1, 1, 1 };

static void *newctx(void *provctx, const struct vgf_cipher_info *info)
{
    const struct vgf_prov *prov = provctx;
    struct gcm_ctx *ctx = vgf_alloc(prov, sizeof(*ctx));

    if (ctx != NULL) {
        ctx->prov = prov;
        ctx->info = info;
        ctx->ivlen = GCM_DEFAULT_IV;
        ctx->gcm.ops = prov->kernels.gcm;
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
    struct gcm_ctx *ctx = vctx;

    if (ctx != NULL) {
        vgf_free(ctx->prov, ctx, sizeof(*ctx));
    }
}

static OSSL_FUNC_cipher_dupctx_fn dupctx;

static void *dupctx(void *vctx)
{
    struct gcm_ctx *ctx = vctx;

    return vgf_dup(ctx->prov, ctx, sizeof(*ctx));
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

/* ---- Start ------------------------------------------------------------- */

static int any_init(struct gcm_ctx *ctx, const uint8_t *key, size_t keylen,
                    const uint8_t *iv, size_t ivlen, const OSSL_PARAM params[],
                    int encrypt)
{
    ctx->encrypt = encrypt;
    if (iv != NULL) {
        if (ivlen == 0 || ivlen > GCM_MAX_IV) {
            vgf_raise(ctx->prov, PROV_R_INVALID_IV_LENGTH);
            return 0;
        }
        memcpy(ctx->iv, iv, ivlen);
        ctx->ivlen = ivlen;
        ctx->state = GCM_IV_SET;
    }
    if (key != NULL) {
        if (keylen != ctx->info->keylen) {
            vgf_raise(ctx->prov, PROV_R_INVALID_KEY_LENGTH);
            return 0;
        }
        if (!vgf_same_key(ctx->key, ctx->key_set, key, keylen)) {
            if (ctx->key_set) {         /* nothing of the old one stays */
                vgf_wipe(&ctx->gcm.key, sizeof(ctx->gcm.key));
                vgf_wipe(ctx->gcm.msg.mask, sizeof(ctx->gcm.msg.mask));
                vgf_wipe(ctx->gcm.msg.stream, sizeof(ctx->gcm.msg.stream));
            }
            ctx->gcm.ops->set_key(&ctx->gcm.key, key, keylen);
        }
        ctx->key_set = 1;
        ctx->tls_records = 0;
        if (ctx->state == GCM_IV_RUN) {
            ctx->state = GCM_IV_DONE;   /* a message has one key */
        }
    }
    return params == NULL || vgf_gcm_set_ctx_params(ctx, params);
}

/* As each message begins, or any. */
static inline int init(struct gcm_ctx *ctx, const uint8_t *key, size_t keylen,
                       const uint8_t *iv, size_t ivlen,
                       const OSSL_PARAM params[], int encrypt)
{
    if (key == NULL && params == NULL && iv != NULL
        && ivlen == GCM_DEFAULT_IV) {
        ctx->encrypt = encrypt;
        memcpy(ctx->iv, iv, GCM_DEFAULT_IV);
        ctx->ivlen = GCM_DEFAULT_IV;
        ctx->state = GCM_IV_SET;
        return 1;
    }
    return any_init(ctx, key, keylen, iv, ivlen, params, encrypt);
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

/* SP 800-38D, 8.2.2: a random IV has 96 bits at least. */
int vgf_gcm_draw_iv(struct gcm_ctx *ctx)
{
    if (ctx->ivlen < GCM_DEFAULT_IV
        || !vgf_random(ctx->prov, ctx->iv, ctx->ivlen)) {
        return 0;
    }
    ctx->iv_generated = 1;
    ctx->state = GCM_IV_SET;
    return 1;
}

/* ---- Messages ---------------------------------------------------------- */

static inline void start(struct gcm_ctx *ctx)
{
    vgf_gcm_start(&ctx->gcm, ctx->iv, ctx->ivlen);
    ctx->state = GCM_IV_RUN;
    ctx->failed = 0;
}

/* Gets a message under way if it is not. */
static int running(struct gcm_ctx *ctx)
{
    if (ctx->state == GCM_IV_RUN) {
        return 1;
    }
    if (!ctx->key_set || ctx->state == GCM_IV_DONE) {
        return 0;
    }
    if (ctx->state == GCM_IV_NONE && (!ctx->encrypt || !vgf_gcm_draw_iv(ctx))) {
        return 0;
    }
    start(ctx);
    return 1;
}

static int finish(struct gcm_ctx *ctx)
{
    uint8_t tag[GCM_TAG];

    if (ctx->encrypt) {
        vgf_gcm_tag(&ctx->gcm, ctx->tag);
        ctx->taglen = GCM_TAG;
    } else {
        if (ctx->taglen == 0) {
            /* the message stays open, the tag may still come */
            if (ctx->prov->openssl >= 400) {
                vgf_raise(ctx->prov, PROV_R_TAG_NOT_SET);
            }
            return 0;
        }
        vgf_gcm_tag(&ctx->gcm, tag);
        ctx->failed |= !vgf_equal(tag, ctx->tag, ctx->taglen);
        wipe_whole(tag);
        if (ctx->failed) {
            return 0;
        }
    }
    ctx->state = GCM_IV_DONE;
    return 1;
}

/* in NULL: the end.  out NULL: additional data.  *outl matters to a record of
 * TLS only; 0 with no error raised. */
static int process(struct gcm_ctx *ctx, uint8_t *out, size_t *outl,
                   const uint8_t *in, size_t len)
{
    if (ctx->tls_armed) {
        return vgf_gcm_tls_record(ctx, out, outl, in, len);
    }
    if (!running(ctx)) {
        return 0;
    }
    if (in == NULL) {
        *outl = 0;
        return finish(ctx);
    }
    *outl = len;
    if (out == NULL) {
        return vgf_gcm_aad(&ctx->gcm, in, len);
    }
    return ctx->encrypt ? vgf_gcm_encrypt(&ctx->gcm, out, in, len)
                        : vgf_gcm_decrypt(&ctx->gcm, out, in, len);
}

static int too_small(const struct gcm_ctx *ctx, size_t outsize, size_t inl)
{
    if (outsize < inl) {
        vgf_raise(ctx->prov, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
        return 1;
    }
    return 0;
}

__attribute__((noinline))
static int any_update(struct gcm_ctx *ctx, uint8_t *out, size_t *outl,
                      size_t outsize, const uint8_t *in, size_t inl)
{
    *outl = 0;
    if (inl == 0) {
        return 1;
    }
    if (too_small(ctx, outsize, inl)) {
        return 0;
    }
    if (!process(ctx, out, outl, in, inl)) {
        vgf_raise(ctx->prov, PROV_R_CIPHER_OPERATION_FAILED);
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
    struct gcm_ctx *ctx = vctx;

    if (out != NULL && in != NULL && inl != 0 && inl <= outsize
        && !ctx->tls_armed
        && vgf_gcm_has_room(&ctx->gcm, inl)) {
        if (ctx->state == GCM_IV_SET && ctx->key_set
            && ctx->ivlen == GCM_DEFAULT_IV) {
            start(ctx);
        }
        if (ctx->state == GCM_IV_RUN) {
            *outl = inl;
            return vgf_gcm_crypt(&ctx->gcm, out, in, inl, ctx->encrypt);
        }
    }
    return any_update(ctx, out, outl, outsize, in, inl);
}

static OSSL_FUNC_cipher_final_fn final;

/* As most messages end, with text and a whole tag, or any. */
static int final(void *vctx, unsigned char *out, size_t *outl, size_t outsize)
{
    struct gcm_ctx *ctx = vctx;
    uint8_t tag[GCM_TAG];

    (void)out;
    (void)outsize;
    *outl = 0;
    if (ctx->state != GCM_IV_RUN || ctx->tls_armed
        || ctx->gcm.text_len == 0) {
        return process(ctx, NULL, outl, NULL, 0);
    }
    if (ctx->encrypt) {
        vgf_gcm_tag_text(&ctx->gcm, ctx->tag);
        ctx->taglen = GCM_TAG;
        ctx->state = GCM_IV_DONE;
        return 1;
    }
    if (ctx->taglen != GCM_TAG) {
        return process(ctx, NULL, outl, NULL, 0);
    }
    vgf_gcm_tag_text(&ctx->gcm, tag);
    if (!vgf_equal_tag(tag, ctx->tag)) {
        ctx->failed = 1;
    }
    wipe_whole(tag);
    if (ctx->failed) {
        return 0;
    }
    ctx->state = GCM_IV_DONE;
    return 1;
}

static OSSL_FUNC_cipher_cipher_fn cipher;

/* EVP_Cipher(): answers the input's length, as OpenSSH wants of the additional
 * data. */
static int cipher(void *vctx, unsigned char *out, size_t *outl,
                  size_t outsize, const unsigned char *in, size_t inl)
{
    struct gcm_ctx *ctx = vctx;

    *outl = 0;
    if (in != NULL && inl == 0) {
        return 1;
    }
    if (too_small(ctx, outsize, inl) || !process(ctx, out, outl, in, inl)) {
        *outl = 0;
        return 0;
    }
    *outl = inl;
    return 1;
}

/* ---- Tables ------------------------------------------------------------ */

#define get_ctx_params vgf_gcm_get_ctx_params
#define set_ctx_params vgf_gcm_set_ctx_params
#define gettable_ctx_params vgf_gcm_gettable_ctx_params
#define settable_ctx_params vgf_gcm_settable_ctx_params

const OSSL_DISPATCH vgf_aes128_gcm_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx128 },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params128 },
    VGF_CIPHER_FUNCTIONS,
};

const OSSL_DISPATCH vgf_aes192_gcm_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx192 },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params192 },
    VGF_CIPHER_FUNCTIONS,
};

const OSSL_DISPATCH vgf_aes256_gcm_functions[] = {
    { OSSL_FUNC_CIPHER_NEWCTX, (void (*)(void))newctx256 },
    { OSSL_FUNC_CIPHER_GET_PARAMS, (void (*)(void))get_params256 },
    VGF_CIPHER_FUNCTIONS,
};
