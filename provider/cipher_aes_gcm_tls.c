/* SPDX-License-Identifier: Apache-2.0 */
#include "cipher_aes_gcm.h"
#include "../kernels/bytes.h"

#define MIN_FIXED 4u            /* RFC 5288: a salt of 4 bytes ... */
#define MIN_COUNTED 8u          /* ... and 8 that count */

int vgf_gcm_tls_iv_fixed(struct gcm_ctx *ctx, const uint8_t *fixed, size_t len)
{
    if (len == SIZE_MAX) {
        memcpy(ctx->iv, fixed, ctx->ivlen);
        ctx->iv_generated = 0;
    } else {
        if (len < MIN_FIXED || len > ctx->ivlen
            || ctx->ivlen - len < MIN_COUNTED) {
            return 0;
        }
        memcpy(ctx->iv, fixed, len);
        if (ctx->encrypt) {
            if (!vgf_random(ctx->prov, ctx->iv + len, ctx->ivlen - len)) {
                return 0;
            }
            ctx->iv_generated = 1;
        }
    }
    ctx->iv_gen = 1;
    ctx->state = GCM_IV_SET;
    return 1;
}

/* The end of the IV, which counts messages: 64 bits, big endian. */
static uint8_t *counted(struct gcm_ctx *ctx)
{
    return ctx->iv + ctx->ivlen - MIN_COUNTED;
}

static void count_up(struct gcm_ctx *ctx)
{
    store64_be(counted(ctx), load64_be(counted(ctx)) + 1);
}

static void start(struct gcm_ctx *ctx)
{
    vgf_gcm_start(&ctx->gcm, ctx->iv, ctx->ivlen);
    ctx->state = GCM_IV_RUN;
    ctx->failed = 0;
}

int vgf_gcm_tls_iv_next(struct gcm_ctx *ctx, uint8_t *out, size_t len)
{
    if (!ctx->iv_gen || !ctx->key_set || ctx->ivlen < MIN_COUNTED) {
        return 0;
    }
    start(ctx);
    if (len == 0 || len > ctx->ivlen) {
        len = ctx->ivlen;
    }
    memcpy(out, ctx->iv + ctx->ivlen - len, len);
    count_up(ctx);
    return 1;
}

int vgf_gcm_tls_iv_given(struct gcm_ctx *ctx, const uint8_t *in, size_t len)
{
    if (!ctx->iv_gen || !ctx->key_set || ctx->encrypt || len > ctx->ivlen) {
        return 0;
    }
    memcpy(ctx->iv + ctx->ivlen - len, in, len);
    start(ctx);
    return 1;
}

int vgf_gcm_tls_aad(struct gcm_ctx *ctx, const uint8_t *aad, size_t len)
{
    size_t overhead = GCM_TLS_EXPLICIT_IV + (ctx->encrypt ? 0 : GCM_TAG);
    size_t record;

    /* a record that follows a refused header is no stream: nothing goes on
     * without a new header or IV */
    if (ctx->tls_armed) {
        ctx->tls_armed = 0;
        ctx->state = GCM_IV_DONE;
    }
    if (aad == NULL || len != GCM_TLS_AAD) {
        return 0;
    }
    record = (size_t)aad[11] << 8 | aad[12];
    if (record < overhead) {
        ctx->state = GCM_IV_DONE;
        return 0;
    }
    /* what is authenticated is the text's length, not the record's */
    record -= overhead;
    memcpy(ctx->tls_aad, aad, GCM_TLS_AAD);
    ctx->tls_aad[11] = (uint8_t)(record >> 8);
    ctx->tls_aad[12] = (uint8_t)record;
    ctx->tls_aad_pad = GCM_TAG;
    ctx->tls_armed = 1;
    return 1;
}

int vgf_gcm_tls_record(struct gcm_ctx *ctx, uint8_t *out, size_t *outl,
                       const uint8_t *in, size_t len)
{
    uint8_t tag[GCM_TAG];
    uint8_t *text;
    int ok = 0;

    *outl = 0;
    ctx->tls_armed = 0;
    if (!ctx->key_set || !ctx->iv_gen || ctx->ivlen < GCM_TLS_EXPLICIT_IV
        || out == NULL || out != in
        || len < GCM_TLS_EXPLICIT_IV + GCM_TAG) {
        goto end;
    }
    if (ctx->encrypt && ++ctx->tls_records == 0) {
        vgf_raise(ctx->prov, PROV_R_TOO_MANY_RECORDS);
        ctx->tls_records--;             /* and no more */
        goto end;
    }
    text = out + GCM_TLS_EXPLICIT_IV;
    len -= GCM_TLS_EXPLICIT_IV + GCM_TAG;

    if (ctx->encrypt) {
        memcpy(out, counted(ctx), GCM_TLS_EXPLICIT_IV);
    } else {
        memcpy(counted(ctx), in, GCM_TLS_EXPLICIT_IV);
    }
    vgf_gcm_start(&ctx->gcm, ctx->iv, ctx->ivlen);
    vgf_gcm_aad(&ctx->gcm, ctx->tls_aad, GCM_TLS_AAD);
    if (ctx->encrypt) {
        count_up(ctx);
        vgf_gcm_encrypt(&ctx->gcm, text, text, len);
        vgf_gcm_tag(&ctx->gcm, ctx->tag);
        ctx->taglen = GCM_TAG;
        memcpy(text + len, ctx->tag, GCM_TAG);
        *outl = len + GCM_TLS_EXPLICIT_IV + GCM_TAG;
        ok = 1;
    } else {
        vgf_gcm_decrypt(&ctx->gcm, text, text, len);
        vgf_gcm_tag(&ctx->gcm, tag);
        ok = vgf_equal(tag, text + len, GCM_TAG);
        vgf_wipe(tag, sizeof(tag));
        if (ok) {
            *outl = len;
        } else {
            vgf_wipe(text, len);
        }
    }

end:
    ctx->state = GCM_IV_DONE;
    return ok;
}
