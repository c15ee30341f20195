/* SPDX-License-Identifier: Apache-2.0 */
/* One call on one side, and all that it did. */
#include "oracle.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

/* An exact copy on the heap, so that ASan sees reads beyond it. */
static void *exact(const void *data, size_t len)
{
    void *copy = data != NULL ? malloc(len > 0 ? len : 1) : NULL;

    if (copy != NULL) {
        memcpy(copy, data, len);
    }
    return copy;
}

static int init(struct oracle_side *side, EVP_CIPHER_CTX *ctx,
                const struct oracle_call *call)
{
    size_t ivlen = call->ivlen;
    OSSL_PARAM params[2] = {OSSL_PARAM_END, OSSL_PARAM_END};
    uint8_t *key
        = exact(call->key, (size_t)EVP_CIPHER_get_key_length(side->cipher));
    int ret;

    if (call->with_ivlen) {
        params[0]
            = OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_IVLEN, &ivlen);
    }
    ret = EVP_CipherInit_ex2(ctx, call->with_cipher ? side->cipher : NULL, key,
                             call->iv, call->enc,
                             call->with_ivlen ? params : NULL);
    free(key);
    return ret;
}

static int get(const struct oracle_call *call, EVP_CIPHER_CTX *ctx,
               EVP_MAC_CTX *mac_ctx, struct oracle_outcome *got)
{
    OSSL_PARAM params[ORACLE_PARAMS + 1];
    void *pointers[ORACLE_PARAMS];
    int ret;

    for (size_t i = 0; i < call->n_wants; i++) {
        const struct oracle_want *want = &call->wants[i];
        bool pointer = want->type == OSSL_PARAM_OCTET_PTR
                       || want->type == OSSL_PARAM_UTF8_PTR;

        pointers[i] = NULL;
        params[i] = (OSSL_PARAM){
            .key = want->key,
            .data_type = want->type,
            .data = want->no_data ? NULL
                    : pointer     ? (void *)&pointers[i]
                                  : got->area + ORACLE_GUARD + i * ORACLE_SLOT,
            .data_size = want->size,
            .return_size = OSSL_PARAM_UNMODIFIED,
        };
    }
    params[call->n_wants] = (OSSL_PARAM)OSSL_PARAM_END;
    ret = ctx != NULL ? EVP_CIPHER_CTX_get_params(ctx, params)
                      : EVP_MAC_CTX_get_params(mac_ctx, params);
    for (size_t i = 0; i < call->n_wants; i++) {
        got->return_size[i] = params[i].return_size;
        if (pointers[i] != NULL && params[i].return_size <= ORACLE_SLOT) {
            memcpy(got->area + ORACLE_GUARD + i * ORACLE_SLOT, pointers[i],
                   params[i].return_size);
        }
    }
    return ret;
}

static int copy(struct oracle_side *side, int slot)
{
    if (side->mac != NULL) {
        EVP_MAC_CTX_free(side->mac_ctx[!slot]);
        side->mac_ctx[!slot] = EVP_MAC_CTX_dup(side->mac_ctx[slot]);
        return side->mac_ctx[!slot] != NULL;
    }
    if (side->ctx[!slot] == NULL) {
        side->ctx[!slot] = EVP_CIPHER_CTX_new();
    }
    return EVP_CIPHER_CTX_copy(side->ctx[!slot], side->ctx[slot]);
}

static void drop(struct oracle_side *side, int slot)
{
    EVP_CIPHER_CTX_free(side->ctx[slot]);
    EVP_MAC_CTX_free(side->mac_ctx[slot]);
    side->ctx[slot] = NULL;
    side->mac_ctx[slot] = NULL;
}

static int perform_mac(struct oracle_side *side, int slot,
                       const struct oracle_call *call,
                       struct oracle_outcome *got)
{
    EVP_MAC_CTX *ctx = side->mac_ctx[slot];
    uint8_t *out = got->area + ORACLE_GUARD, *data = NULL;
    size_t outl = (size_t)got->outl;
    int ret = 0;

    switch (call->op) {
    case OP_INIT:
        data = exact(call->key, call->keylen);
        ret = EVP_MAC_init(ctx, data, call->keylen, call->params);
        break;
    case OP_UPDATE:
        data = exact(call->in, (size_t)call->len);
        ret = EVP_MAC_update(ctx, data, (size_t)call->len);
        break;
    case OP_FINAL:
        ret = EVP_MAC_final(ctx, call->where == NO_OUT ? NULL : out, &outl,
                            (size_t)call->len);
        if (ret == 1) {         /* else libcrypto hands out what it never set */
            got->outl = (int)outl;
        }
        break;
    case OP_SET:
        ret = EVP_MAC_CTX_set_params(ctx, call->params);
        break;
    case OP_GET:
        ret = get(call, NULL, ctx, got);
        break;
    default:
        ret = 1;
        break;
    }
    free(data);
    return ret;
}

static int perform_cipher(struct oracle_side *side, int slot,
                          const struct oracle_call *call,
                          struct oracle_outcome *got)
{
    EVP_CIPHER_CTX *ctx = side->ctx[slot];
    bool no_in = call->where == NO_IN || call->where == NEITHER;
    bool no_out = call->where == NO_OUT || call->where == NEITHER;
    size_t size = call->len < 0 ? ORACLE_IV : (size_t)call->len;
    uint8_t *area = got->area + ORACLE_GUARD;
    uint8_t *out = no_out ? NULL : area, *in = NULL, *data = NULL;
    int ret = 0;

    if (call->op == OP_UPDATE || call->op == OP_CIPHER) {
        if (call->where == IN_PLACE) {
            in = area + call->lag;
            memcpy(in, call->in, size);
        } else if (!no_in) {
            in = data = exact(call->in, size);
        }
    } else if (call->op == OP_CTRL && !call->reads) {
        /* -1 is SET_IV_FIXED's word for a whole IV */
        data = exact(call->in,
                     call->len < 0 ? (size_t)EVP_CIPHER_CTX_get_iv_length(ctx)
                                   : size);
    }
    switch (call->op) {
    case OP_INIT:
        ret = init(side, ctx, call);
        break;
    case OP_UPDATE:
        ret = EVP_CipherUpdate(ctx, out, &got->outl, in, call->len);
        break;
    case OP_CIPHER:
        ret = EVP_Cipher(ctx, out, in, (unsigned int)call->len);
        break;
    case OP_FINAL:
        ret = EVP_CipherFinal_ex(ctx, out, &got->outl);
        break;
    case OP_CTRL:
        ret = EVP_CIPHER_CTX_ctrl(ctx, call->ctrl, call->len,
                                  call->reads ? out : data);
        break;
    case OP_SET:
        ret = EVP_CIPHER_CTX_set_params(ctx, call->params);
        break;
    case OP_GET:
        ret = get(call, ctx, NULL, got);
        break;
    case OP_ASK:
        ret = call->ask(ctx);
        break;
    case OP_TELL:
        ret = call->tell(ctx, call->len);
        break;
    case OP_IV:
        ret = call->copy_iv(ctx, out, size);
        break;
    case OP_RESET:
        ret = EVP_CIPHER_CTX_reset(ctx);
        break;
    default:
        ret = 1;
        break;
    }
    free(data);
    return ret;
}

void oracle_perform(struct oracle_side *side, int slot,
                    const struct oracle_call *call)
{
    struct oracle_outcome *got = &side->got;
    unsigned long error;

    got->outl = ORACLE_UNTOUCHED;
    got->n_errors = 0;
    got->room = (call->len > 0 ? (size_t)call->len : 0) + ORACLE_SLOT;
    if (call->op == OP_GET) {
        got->room = call->n_wants * ORACLE_SLOT;
    }
    for (size_t i = 0; i < ORACLE_PARAMS; i++) {
        got->return_size[i] = 0;
    }
    memset(got->area, ORACLE_POISON, got->room + 2 * ORACLE_GUARD);
    ERR_clear_error();
    if (call->op == OP_COPY) {
        got->ret = copy(side, slot);
    } else if (call->op == OP_DROP) {
        drop(side, !slot);
        got->ret = 1;
    } else if (side->mac != NULL) {
        got->ret = perform_mac(side, slot, call, got);
    } else {
        got->ret = perform_cipher(side, slot, call, got);
    }
    while ((error = ERR_get_error()) != 0 && got->n_errors < ORACLE_ERRORS) {
        got->errors[got->n_errors++] = error;
    }
    ERR_clear_error();
    got->ok = got->ret > 0 || (call->op == OP_CIPHER && got->ret == 0)
              || call->op == OP_ASK;
    if (call->op == OP_CIPHER) {
        got->outl = got->ret;
    }
}
