/* SPDX-License-Identifier: Apache-2.0 */
/* mac_poly1305.c - POLY1305 (RFC 8439, 2.5) for EVP_MAC.  A key is for one
 * message: neither a second nor a longer one is made with it. */
#include "cipher.h"
#include "mode_poly1305.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#define KEY 32u
#define TAG 16u

struct poly1305_ctx {
    const struct vgf_prov *prov;
    struct vgf_poly mac;
    int key_set;                /* and its message not yet ended */
    int updated;                /* since the key was set */
};

static OSSL_FUNC_mac_newctx_fn newctx;

static void *newctx(void *provctx)
{
    const struct vgf_prov *prov = provctx;
    struct poly1305_ctx *ctx = vgf_alloc(prov, sizeof(*ctx));

    if (ctx != NULL) {
        ctx->prov = prov;
        ctx->mac.ops = prov->kernels.poly1305;
    }
    return ctx;
}

static OSSL_FUNC_mac_freectx_fn freectx;

static void freectx(void *vctx)
{
    struct poly1305_ctx *ctx = vctx;

    if (ctx != NULL) {
        vgf_free(ctx->prov, ctx, sizeof(*ctx));
    }
}

static OSSL_FUNC_mac_dupctx_fn dupctx;

static void *dupctx(void *vctx)
{
    struct poly1305_ctx *ctx = vctx;

    return vgf_dup(ctx->prov, ctx, sizeof(*ctx));
}

/* ---- Parameters -------------------------------------------------------- */

static int get(const void *ctx, enum vgf_key key, OSSL_PARAM *p)
{
    (void)ctx;
    return key != KEY_SIZE || vgf_put_size(p, TAG);
}

static OSSL_FUNC_mac_get_params_fn get_params;

static int get_params(OSSL_PARAM params[])
{
    return vgf_answer_size(params, TAG)
           || vgf_get_params(NULL, params, get);
}

static OSSL_FUNC_mac_gettable_params_fn gettable_params;

static const OSSL_PARAM *gettable_params(void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return gettable;
}

static int set_key(struct poly1305_ctx *ctx, const uint8_t *key, size_t len)
{
    if (key == NULL || len != KEY) {
        vgf_raise(ctx->prov, PROV_R_INVALID_KEY_LENGTH);
        return 0;
    }
    vgf_poly_start(&ctx->mac, key);
    ctx->key_set = 1;
    ctx->updated = 0;
    return 1;
}

static int set(void *vctx, enum vgf_key key, const OSSL_PARAM *p)
{
    struct poly1305_ctx *ctx = vctx;

    (void)key;
    if (p->data_type != OSSL_PARAM_OCTET_STRING) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_GET_PARAMETER);
        return 0;
    }
    return set_key(ctx, p->data, p->data_size);
}

static OSSL_FUNC_mac_set_ctx_params_fn set_ctx_params;

static int set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    static const enum vgf_key order[] = { KEY_KEY, KEY_UNKNOWN };

    return vgf_set_params(vctx, params, order, set);
}

static OSSL_FUNC_mac_settable_ctx_params_fn settable_ctx_params;

static const OSSL_PARAM *settable_ctx_params(void *ctx, void *provctx)
{
    static const OSSL_PARAM settable[] = {
        OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
        OSSL_PARAM_END,
    };

    (void)ctx;
    (void)provctx;
    return settable;
}

/* ---- Messages ---------------------------------------------------------- */

static OSSL_FUNC_mac_init_fn init;

static int init(void *vctx, const unsigned char *key, size_t keylen,
                const OSSL_PARAM params[])
{
    struct poly1305_ctx *ctx = vctx;

    if (!set_ctx_params(ctx, params)) {
        return 0;
    }
    return key != NULL ? set_key(ctx, key, keylen) : !ctx->updated;
}

static int has_key(const struct poly1305_ctx *ctx)
{
    if (!ctx->key_set) {
        vgf_raise(ctx->prov, PROV_R_NO_KEY_SET);
    }
    return ctx->key_set;
}

static OSSL_FUNC_mac_update_fn update;

static int update(void *vctx, const unsigned char *in, size_t inl)
{
    struct poly1305_ctx *ctx = vctx;

    if (!has_key(ctx)) {
        return 0;
    }
    ctx->updated = 1;
    vgf_poly_update(&ctx->mac, in, inl);
    return 1;
}

static OSSL_FUNC_mac_final_fn final;

static int final(void *vctx, unsigned char *out, size_t *outl, size_t outsize)
{
    struct poly1305_ctx *ctx = vctx;

    if (!has_key(ctx)) {
        return 0;
    }
    if (outsize < TAG) {
        vgf_raise(ctx->prov, PROV_R_OUTPUT_BUFFER_TOO_SMALL);
        return 0;
    }
    vgf_poly_finish(&ctx->mac, out);
    ctx->updated = 1;
    ctx->key_set = 0;
    *outl = TAG;
    return 1;
}

const OSSL_DISPATCH vgf_poly1305_functions[] = {
    { OSSL_FUNC_MAC_NEWCTX, (void (*)(void))newctx },
    { OSSL_FUNC_MAC_FREECTX, (void (*)(void))freectx },
    { OSSL_FUNC_MAC_DUPCTX, (void (*)(void))dupctx },
    { OSSL_FUNC_MAC_INIT, (void (*)(void))init },
    { OSSL_FUNC_MAC_UPDATE, (void (*)(void))update },
    { OSSL_FUNC_MAC_FINAL, (void (*)(void))final },
    { OSSL_FUNC_MAC_GET_PARAMS, (void (*)(void))get_params },
    { OSSL_FUNC_MAC_GETTABLE_PARAMS, (void (*)(void))gettable_params },
    { OSSL_FUNC_MAC_SET_CTX_PARAMS, (void (*)(void))set_ctx_params },
    { OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS,
      (void (*)(void))settable_ctx_params },
    { 0, NULL },
};
