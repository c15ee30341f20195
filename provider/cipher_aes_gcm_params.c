/* SPDX-License-Identifier: Apache-2.0 */
/* cipher_aes_gcm_params.c - the parameters of an AES-GCM context. */
#include "cipher_aes_gcm.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#define PARAM_IV_GENERATED "iv-generated"       /* since OpenSSL 3.4 */

/* ---- Getting ----------------------------------------------------------- */

/* Asked for the IV before its first use, we draw it: what is answered then is
 * what will be used. */
static int get_iv(struct gcm_ctx *ctx, OSSL_PARAM *p)
{
    if (ctx->state == GCM_IV_NONE
        && (!ctx->key_set || !ctx->encrypt || !vgf_gcm_draw_iv(ctx))) {
        return 0;
    }
    if (p->data != NULL && p->data_size < ctx->ivlen) {
        vgf_raise(ctx->prov, PROV_R_INVALID_IV_LENGTH);
        return 0;
    }
    if (!vgf_put_octets(p, ctx->iv, ctx->ivlen)) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_SET_PARAMETER);
        return 0;
    }
    return 1;
}

static int get_tag(struct gcm_ctx *ctx, OSSL_PARAM *p)
{
    size_t n = p->data_size;

    int asks_size = p->data == NULL
                    && p->data_type == OSSL_PARAM_OCTET_STRING;

    if (!ctx->encrypt || ctx->taglen == 0
        || (!asks_size && (n == 0 || n > GCM_TAG))) {
        vgf_raise(ctx->prov, PROV_R_INVALID_TAG);
        return 0;
    }
    if (asks_size) {
        p->return_size = GCM_TAG;
        return 1;
    }
    /* a copy only: an address would show the next message's tag */
    if (p->data_type != OSSL_PARAM_OCTET_STRING) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_SET_PARAMETER);
        return 0;
    }
    return vgf_put_octets(p, ctx->tag, n);
}

/* Part of our context's state moves with two of the getters. */
static int get(const void *vctx, enum vgf_key key, OSSL_PARAM *p)
{
    struct gcm_ctx *ctx = (struct gcm_ctx *)vctx;
    int ok = 1;

    switch (key) {
    case KEY_KEYLEN:
        ok = vgf_put_size(p, ctx->info->keylen);
        break;
    case KEY_IVLEN:
        ok = vgf_put_size(p, ctx->ivlen);
        break;
    case KEY_TAGLEN:
        ok = vgf_put_size(p, ctx->taglen != 0 ? ctx->taglen : GCM_TAG);
        break;
    case KEY_TLSAADPAD:
        ok = vgf_put_size(p, (size_t)ctx->tls_aad_pad);
        break;
    case KEY_IV_GENERATED:
        ok = vgf_put_uint(p, (unsigned)ctx->iv_generated);
        break;
    case KEY_IV:
    case KEY_UPDATED_IV:
        return get_iv(ctx, p);
    case KEY_TAG:
        return get_tag(ctx, p);
    case KEY_TLSIVGEN:
        return p->data != NULL && p->data_type == OSSL_PARAM_OCTET_STRING
               && vgf_gcm_tls_iv_next(ctx, p->data, p->data_size);
    default:
        break;
    }
    if (!ok) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_SET_PARAMETER);
    }
    return ok;
}

int vgf_gcm_get_ctx_params(void *vctx, OSSL_PARAM params[])
{
    struct gcm_ctx *ctx = vctx;

    if (params == NULL || params[0].key == NULL) {
        return 1;
    }
    if (vgf_is_tag(params, GCM_TAG) && ctx->encrypt && ctx->taglen != 0) {
        memcpy(params[0].data, ctx->tag, GCM_TAG);
        params[0].return_size = GCM_TAG;
        return 1;
    }
    if (vgf_answer_ivlen(params, ctx->ivlen)) {
        return 1;
    }
    return vgf_get_params(vctx, params, get);
}

const OSSL_PARAM *vgf_gcm_gettable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN, NULL,
                                0),
        OSSL_PARAM_uint(PARAM_IV_GENERATED, NULL),
        OSSL_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return gettable;
}

/* ---- Setting ----------------------------------------------------------- */

static int set_ivlen(struct gcm_ctx *ctx, const OSSL_PARAM *p)
{
    size_t n;

    if (!vgf_take_size(p, &n)) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_GET_PARAMETER);
        return 0;
    }
    if (n == 0 || n > GCM_MAX_IV) {
        vgf_raise(ctx->prov, PROV_R_INVALID_IV_LENGTH);
        return 0;
    }
    if (n != ctx->ivlen) {
        ctx->ivlen = n;
        if (ctx->state != GCM_IV_NONE) {
            ctx->state = GCM_IV_DONE;   /* that IV is cut or has no end */
        }
    }
    return 1;
}

static int set_tag(struct gcm_ctx *ctx, const OSSL_PARAM *p)
{
    if (p->data == NULL || p->data_size > GCM_TAG) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_GET_PARAMETER);
        return 0;
    }
    if (p->data_size == 0 || ctx->encrypt) {
        vgf_raise(ctx->prov, PROV_R_INVALID_TAG);
        return 0;
    }
    memcpy(ctx->tag, p->data, p->data_size);
    ctx->taglen = p->data_size;
    return 1;
}

static int set(void *vctx, enum vgf_key key, const OSSL_PARAM *p)
{
    struct gcm_ctx *ctx = vctx;

    if (key == KEY_IVLEN) {
        return set_ivlen(ctx, p);
    }
    if (key == KEY_TLSIVINV) {
        return p->data != NULL && p->data_type == OSSL_PARAM_OCTET_STRING
               && vgf_gcm_tls_iv_given(ctx, p->data, p->data_size);
    }
    if (p->data_type != OSSL_PARAM_OCTET_STRING) {
        vgf_raise(ctx->prov, PROV_R_FAILED_TO_GET_PARAMETER);
        return 0;
    }
    switch (key) {
    case KEY_TAG:
        return set_tag(ctx, p);
    case KEY_TLSAAD:
        if (!vgf_gcm_tls_aad(ctx, p->data, p->data_size)) {
            vgf_raise(ctx->prov, PROV_R_INVALID_AAD);
            return 0;
        }
        return 1;
    case KEY_TLSIVFIXED:
    default:
        if (p->data == NULL
            || !vgf_gcm_tls_iv_fixed(ctx, p->data, p->data_size)) {
            vgf_raise(ctx->prov, PROV_R_FAILED_TO_GET_PARAMETER);
            return 0;
        }
        return 1;
    }
}

int vgf_gcm_set_ctx_params(void *vctx, const OSSL_PARAM params[])
{
    struct gcm_ctx *ctx = vctx;
    static const enum vgf_key order[] = {
        KEY_TAG,        KEY_IVLEN,    KEY_TLSAAD,
        KEY_TLSIVFIXED, KEY_TLSIVINV, KEY_UNKNOWN,
    };

    if (params == NULL || params[0].key == NULL) {
        return 1;
    }
    /* "padding", which OpenSSL 3.6 sets at each init, or nothing of ours */
    if (params[0].key[0] == 'p' && params[1].key == NULL) {
        return 1;
    }
    if (vgf_is_tag(params, GCM_TAG) && !ctx->encrypt) {
        memcpy(ctx->tag, params[0].data, GCM_TAG);
        ctx->taglen = GCM_TAG;
        return 1;
    }
    return vgf_set_params(vctx, params, order, set);
}

const OSSL_PARAM *vgf_gcm_settable_ctx_params(void *vctx, void *provctx)
{
    static const OSSL_PARAM settable[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_IVLEN, NULL),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED, NULL, 0),
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV, NULL,
                                0),
        OSSL_PARAM_END,
    };

    (void)vctx;
    (void)provctx;
    return settable;
}
