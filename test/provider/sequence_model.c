/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the oracle may expect of the next call of a sequence.  Kept simple: a
 * state that takes effort to follow ends the sequence, since the scripted rows
 * test it; the rest of the sequence's bytes are not used.
 */
#include "sequence.h"

#include <openssl/params.h>
#include <string.h>

#define MEETS(r, verdict) (*row = &(r), (verdict))

static bool is_data(const struct oracle_call *call)
{
    return call->op == OP_UPDATE || call->op == OP_CIPHER;
}

static bool no_input(const struct oracle_call *call)
{
    return call->where == NO_IN || call->where == NEITHER;
}

/* EVP_Cipher(ctx, NULL, NULL, 0) and its like finish a message. */
static bool is_final(const struct oracle_call *call)
{
    return call->op == OP_FINAL || (call->op == OP_CIPHER && no_input(call))
           || (call->op == OP_UPDATE && no_input(call) && call->len > 0);
}

static bool is_ctrl(const struct oracle_call *call, int ctrl)
{
    return call->op == OP_CTRL && call->ctrl == ctrl;
}

/* EVP_Cipher() of nothing, which is not meant as final. */
static bool is_zero_cipher(const struct oracle_call *call)
{
    return call->op == OP_CIPHER && call->len == 0 && !no_input(call);
}

/* The key of a getter with one parameter, or "". */
static const char *asked_for(const struct oracle_call *call)
{
    return call->op == OP_GET && call->n_wants == 1 ? call->wants[0].key : "";
}

static bool sets_key_param(const struct oracle_call *call)
{
    return call->params != NULL
           && OSSL_PARAM_locate_const(call->params, "key") != NULL;
}

static enum sequence_verdict before_poly(const struct sequence_model *m,
                                         const struct oracle_call *call,
                                         const struct oracle_row **row)
{
    bool reaches = call->op == OP_UPDATE
                   || (call->op == OP_FINAL && call->where != NO_OUT
                       && call->len >= 16);

    if (!m->key && reaches) {
        return MEETS(row_poly_no_key, ROW);
    }
    return m->finals > 0 && reaches ? MEETS(row_poly_after_final, ROW) : GO;
}

static enum sequence_verdict before_ecb(const struct sequence_model *m,
                                        const struct oracle_call *call,
                                        const struct oracle_row **row)
{
    if (!is_data(call) && call->op != OP_FINAL) {
        return GO;
    }
    if (m->key && m->enc != m->key_enc) {
        return STOP;
    }
    if (call->op == OP_UPDATE && call->len == 0 && m->held == 16) {
        return MEETS(row_ecb_zero_update, m->padding ? ROW : LAST);
    }
    if (m->bad_pad) {
        return call->op == OP_FINAL && m->padding
                   ? MEETS(row_ecb_bad_again, ROW) : STOP;
    }
    return GO;
}

static enum sequence_verdict before_chacha(const struct sequence_model *m,
                                           const struct oracle *o,
                                           const struct oracle_call *call,
                                           const struct oracle_row **row)
{
    if (strcmp(asked_for(call), "updated-iv") == 0) {
        const struct oracle_want *want = &call->wants[0];

        if (want->no_data || want->size < 16) {
            return SKIP;
        }
        return want->type == OSSL_PARAM_OCTET_PTR
                   ? MEETS(row_chacha_updated_iv_pointer, ROW)
               : want->type == OSSL_PARAM_OCTET_STRING
                   ? MEETS(row_chacha_updated_iv, ROW) : SKIP;
    }
    if (call->op == OP_IV && call->copy_iv == EVP_CIPHER_CTX_get_updated_iv) {
        return call->len < 16 ? SKIP : MEETS(row_chacha_updated_iv, ROW);
    }
    if (m->rekeyed && o->version < 306 && is_data(call) && call->len > 0) {
        return MEETS(row_chacha_rekey, LAST);
    }
    return GO;
}

/* A getter of the IV, of either name. */
static bool asks_iv(const struct oracle_call *call)
{
    return call->op == OP_IV || strcmp(asked_for(call), "iv") == 0
           || strcmp(asked_for(call), "updated-iv") == 0;
}

static enum sequence_verdict before_gcm_iv(const struct sequence_model *m,
                                           const struct oracle_call *call,
                                           const struct oracle_row **row)
{
    bool no_data = call->op == OP_GET && call->wants[0].no_data;
    size_t size = call->op == OP_GET ? call->wants[0].size : (size_t)call->len;

    if (m->iv != IV_NONE) {
        return no_data ? MEETS(row_gcm_null_iv, ROW) : GO;
    }
    if (m->enc == 1 && m->key && !no_data && m->ivlen >= 12 && size >= m->ivlen
        && call->op == OP_IV) {
        return MEETS(row_gcm_iv_getter, LAST);
    }
    return SKIP;
}

static enum sequence_verdict before_gcm_data(const struct sequence_model *m,
                                             const struct oracle_call *call,
                                             const struct oracle_row **row)
{
    if (m->armed && call->op == OP_FINAL) {
        return GO;
    }
    if (m->armed && is_data(call)) {
        if (is_zero_cipher(call) || m->clobbered) {
            return STOP;
        }
        return call->where == NEITHER ? SKIP : GO;
    }
    if (is_zero_cipher(call)) {
        return MEETS(row_zero_cipher, m->key && m->iv == IV_RUN
                                          && m->absorbed > 0 && !m->rekeyed
                                      ? ROW : LAST);
    }
    if (!m->key || (call->len == 0 && !is_final(call))) {
        return GO;
    }
    if (m->failed) { /* a message of no use; the two hash on differently */
        return call->op == OP_FINAL && m->enc == 0 && m->tag
                   ? MEETS(row_gcm_retry, ROW) : STOP;
    }
    if (m->rekeyed) {
        return call->op == OP_UPDATE && !no_input(call)
                   ? MEETS(row_gcm_rekey_update, LAST)
               : call->op == OP_FINAL ? MEETS(row_gcm_rekey_final, LAST)
                                      : STOP;
    }
    if (m->enc == 1 && m->iv == IV_NONE && m->ivlen >= 12) {
        return MEETS(row_gcm_random_iv, LAST);
    }
    if (m->enc == 0 && is_final(call)
        && (m->iv == IV_SET || m->iv == IV_RUN)) {
        if (m->header || (m->made_tag && !m->tag)) {
            return m->header || m->foreign_tag
                       ? STOP : MEETS(row_gcm_flip_tag, LAST);
        }
        if (!m->tag) {
            return call->op == OP_FINAL ? MEETS(row_gcm_final_no_tag, ROW)
                                        : SKIP;
        }
    }
    return GO;
}

static enum sequence_verdict before_gcm(const struct sequence_model *m,
                                        const struct oracle_call *call,
                                        const struct oracle_row **row)
{
    bool tls_set = is_ctrl(call, EVP_CTRL_AEAD_SET_IV_FIXED)
                   || is_ctrl(call, EVP_CTRL_GCM_SET_IV_INV)
                   || is_ctrl(call, EVP_CTRL_AEAD_TLS1_AAD);

    if (tls_set && call->in == NULL) {
        return MEETS(row_tls_no_data, ROW);
    }
    if (call->len > 0 && (size_t)call->len > m->ivlen
        && !is_ctrl(call, EVP_CTRL_AEAD_TLS1_AAD) && tls_set) {
        return is_ctrl(call, EVP_CTRL_AEAD_SET_IV_FIXED)
                   ? MEETS(row_gcm_long_fixed, ROW)
                   : MEETS(row_gcm_long_invocation, ROW);
    }
    if (m->opened && (strcmp(asked_for(call), "taglen") == 0
                      || (call->op == OP_ASK
                          && call->ask == EVP_CIPHER_CTX_get_tag_length))) {
        return call->op == OP_ASK
                   || (call->wants[0].type == OSSL_PARAM_UNSIGNED_INTEGER
                       && !call->wants[0].no_data)
                   ? MEETS(row_gcm_taglen_tls, ROW) : SKIP;
    }
    if (m->fixed && m->ivlen < 8) {
        if (is_ctrl(call, EVP_CTRL_GCM_IV_GEN)) {
            return m->key ? MEETS(row_gcm_short_iv, ROW) : GO;
        }
        if (m->armed && is_data(call) && call->len > 0) {
            return SKIP;
        }
    }
    if (m->foreign_tag && m->enc == 1
        && (is_ctrl(call, EVP_CTRL_AEAD_GET_TAG)
            || strcmp(asked_for(call), "tag") == 0)) {
        return is_ctrl(call, EVP_CTRL_AEAD_GET_TAG) && m->made_tag
                   && call->len > 0 && call->len <= 16
                   ? MEETS(row_gcm_get_set_tag, LAST) : SKIP;
    }
    if (m->header && (is_ctrl(call, EVP_CTRL_AEAD_GET_TAG)
                      || strcmp(asked_for(call), "tag") == 0)) {
        return SKIP;
    }
    if (strcmp(asked_for(call), "tag") == 0 && call->wants[0].no_data) {
        return SKIP;
    }
    if (strcmp(asked_for(call), "iv-generated") == 0) {
        return call->wants[0].type == OSSL_PARAM_UNSIGNED_INTEGER && !m->drawn
                   ? MEETS(row_gcm_iv_generated, ROW) : SKIP;
    }
    if (asks_iv(call)) {
        return before_gcm_iv(m, call, row);
    }
    return is_data(call) || call->op == OP_FINAL
               ? before_gcm_data(m, call, row) : GO;
}

static enum sequence_verdict before_ccp_data(const struct sequence_model *m,
                                             const struct oracle *o,
                                             const struct oracle_call *call,
                                             const struct oracle_row **row)
{
    bool nothing = call->len == 0 && !is_final(call);

    if (call->op == OP_CIPHER && call->len == 0 && is_final(call)
        && o->unfixed) {
        return STOP; /* row_ccp_cipher_final */
    }
    if (m->armed && call->op == OP_FINAL) {
        return m->key ? MEETS(row_ccp_armed_final, LAST) : STOP;
    }
    if (m->armed) {
        return !m->key || m->finals > 0 || is_zero_cipher(call) ? STOP
               : is_data(call) && no_input(call)      ? SKIP
               : is_data(call) && call->where == NO_OUT ? STOP
                                                 : GO;
    }
    /* The default changes the nonce under a message that is under way, and by
     * a TLS header that no record followed. */
    if ((m->fixed || m->header) && !m->record && !nothing) {
        return STOP;
    }
    if (m->record && !nothing) {
        return is_final(call) || call->op == OP_CIPHER
                   ? STOP : MEETS(row_ccp_after_record, LAST);
    }
    if (is_zero_cipher(call)) {
        return MEETS(row_zero_cipher,
                     m->key && m->absorbed > 0 && m->finals == 0 ? ROW : LAST);
    }
    if (m->finals > 0) {
        if (nothing) {
            return MEETS(row_ccp_locked_zero, ROW);
        }
        return !is_final(call) ? MEETS(row_ccp_locked, LAST)
               : call->op == OP_FINAL && m->enc == 1 && m->final_enc == 1
                         && !m->failed ? GO : STOP;
    }
    if (nothing) {
        return GO;
    }
    if (!m->key) {
        return !is_final(call) && call->where != NO_OUT
                   && call->op == OP_UPDATE
                   ? MEETS(row_ccp_no_key, LAST) : STOP;
    }
    if (is_final(call)) {
        if (m->enc == 0 && !m->tag && call->op == OP_CIPHER) {
            return MEETS(row_ccp_cipher_no_tag, LAST);
        }
        if (m->enc == 0 && !m->tag && call->op == OP_FINAL) {
            return m->tag_length ? MEETS(row_ccp_final_length_only, LAST)
                                 : MEETS(row_ccp_final_no_tag, LAST);
        }
        return call->len == 0 ? GO
               : m->enc == 1  ? MEETS(row_ccp_null_in, LAST)
                              : STOP;
    }
    return call->where == NO_OUT && m->absorbed > 0
               ? MEETS(row_ccp_late_aad, LAST) : GO;
}

static enum sequence_verdict before_ccp(const struct sequence_model *m,
                                        const struct oracle *o,
                                        const struct oracle_call *call,
                                        const struct oracle_row **row)
{
    const struct oracle_want *want = call->n_wants == 1 ? call->wants : NULL;

    if ((is_ctrl(call, EVP_CTRL_AEAD_SET_IV_FIXED)
         || is_ctrl(call, EVP_CTRL_AEAD_TLS1_AAD)) && call->in == NULL) {
        return MEETS(row_tls_no_data, ROW);
    }
    if (call->op == OP_ASK && call->ask == EVP_CIPHER_CTX_get_tag_length) {
        return m->tag_length ? GO : MEETS(row_ccp_taglen, ROW);
    }
    if (strcmp(asked_for(call), "taglen") == 0 && !m->tag_length) {
        return want->type == OSSL_PARAM_UNSIGNED_INTEGER
                   && (want->no_data || want->size == 8)
                   ? MEETS(row_ccp_taglen, ROW) : SKIP;
    }
    if (strcmp(asked_for(call), "tag") == 0) {
        bool sized = want->size > 0 && want->size <= 16;

        return want->type != OSSL_PARAM_OCTET_STRING || !sized ? GO
               : want->no_data   ? MEETS(row_ccp_null_tag, ROW)
               : m->again || m->enc != 1 ? SKIP
                                 : MEETS(row_ccp_tag_size, ROW);
    }
    if (is_ctrl(call, EVP_CTRL_AEAD_GET_TAG) && m->again) {
        return call->len > 0 && call->len <= 16 && m->enc == 1
                   ? MEETS(row_ccp_final_again_tag, ROW) : GO;
    }
    return is_data(call) || call->op == OP_FINAL
               ? before_ccp_data(m, o, call, row) : GO;
}

enum sequence_verdict model_before(const struct sequence_model *m,
                                   const struct oracle *o,
                                   const struct oracle_call *call,
                                   const struct oracle_row **row)
{
    bool tls_mac = strcmp(asked_for(call), "tls-mac") == 0;

    *row = NULL;
    if (call->op == OP_GET && call->wants[0].no_data && m->kind != KIND_POLY
        && (tls_mac || strstr(call->wants[0].key, "iv") != NULL)
        && call->wants[0].type != OSSL_PARAM_OCTET_STRING) {
        return SKIP; /* 3.0 looks at the type last */
    }
    switch (m->kind) {
    case KIND_CTR:
        return tls_mac ? MEETS(row_tls_mac, ROW) : GO;
    case KIND_ECB:
        if (tls_mac) {
            return MEETS(row_tls_mac, ROW);
        }
        return before_ecb(m, call, row);
    case KIND_GCM:
        return before_gcm(m, call, row);
    case KIND_CHACHA:
        return before_chacha(m, o, call, row);
    case KIND_CCP:
        return before_ccp(m, o, call, row);
    default:
        return before_poly(m, call, row);
    }
}

static void after_init(struct sequence_model *m, bool ok,
                       const struct oracle_call *call)
{
    if (call->with_cipher) {
        *m = (struct sequence_model){
            .kind = m->kind, .begun = true, .padding = m->evp_padding,
            .evp_padding = m->evp_padding, .enc = m->enc,
            .ivlen = m->kind == KIND_GCM ? 12 : 16};
    }
    m->enc = call->enc >= 0 ? call->enc : m->enc;
    m->held = 0;
    m->bad_pad = false;
    if (call->with_ivlen && m->kind == KIND_GCM && call->ivlen > 0
        && call->ivlen <= 128) {
        if (call->ivlen != m->ivlen && m->iv != IV_NONE) {
            m->iv = IV_DONE;
        }
        m->ivlen = call->ivlen;
    }
    if (call->key != NULL && ok) {
        if (m->kind == KIND_CHACHA && m->absorbed > 0) {
            m->rekeyed = true;
        }
        if (m->kind == KIND_CCP) {
            m->armed = false;
            m->absorbed = 0;
        }
        if (m->kind == KIND_GCM && m->iv == IV_RUN) {
            m->rekeyed = true;
        }
        m->key = true;
        m->key_enc = m->enc;
        m->final_enc = -1;      /* nothing has ended under this one */
    }
    if (call->iv != NULL && ok) {
        m->iv = IV_SET;
        m->failed = false;
        m->rekeyed = false;
        m->absorbed = 0;
        m->finals = 0;
        m->record = false;
        m->fixed = m->kind == KIND_GCM && m->fixed;
        m->header = m->kind == KIND_GCM && m->header;
        m->armed = m->kind == KIND_CCP ? false : m->armed;
    }
}

static void after_data(struct sequence_model *m,
                       const struct oracle_outcome *got,
                       const struct oracle_call *call)
{
    bool ok = got->ok;

    if (m->kind == KIND_ECB && call->op == OP_UPDATE && ok) {
        m->held += (size_t)(call->len - got->outl);
    } else if (m->armed && m->kind == KIND_GCM) {
        if (call->len > 0 || is_final(call)) {
            m->opened = m->opened || m->enc == 0;
            m->failed = false;
            m->armed = false;
            m->iv = IV_DONE;
        }
    } else if (m->armed && m->kind == KIND_CCP) {
        if (call->op != OP_FINAL && call->len > 0
            && (size_t)call->len == m->tls_len && call->where != NO_OUT) {
            m->armed = false;
            m->record = true;
            m->tag = m->tag && m->enc == 0;
        }
        m->absorbed = 0;
    } else if (is_final(call)) {
        if (m->kind == KIND_GCM && m->key && m->iv != IV_DONE
            && m->iv != IV_NONE) {
            m->iv = ok ? IV_DONE : IV_RUN;
            m->failed = m->failed || (!ok && m->enc == 0 && m->tag);
            m->made_tag = m->made_tag || (ok && m->enc == 1);
            m->header = m->header && !(ok && m->enc == 1);
            m->foreign_tag = m->foreign_tag && !(ok && m->enc == 1);
            m->tag = m->tag && m->enc == 0;
        }
        m->failed = m->failed || (m->kind == KIND_CCP && !ok);
        if (m->kind == KIND_CCP && ok && m->enc == 1) {
            m->tag = false;
            m->again = m->finals > 0;
        }
        m->finals += m->kind == KIND_CCP && (ok || (m->enc == 0 && m->tag));
        m->final_enc = m->enc;
    } else if (ok && call->len > 0) {
        m->iv = m->kind == KIND_GCM ? IV_RUN : m->iv;
        m->absorbed += call->where == NO_OUT ? 0 : (uint64_t)call->len;
    }
}

static void after_ctrl(struct sequence_model *m, bool ok,
                       const struct oracle_call *call)
{
    bool gcm = m->kind == KIND_GCM;

    switch (call->ctrl) {
    case EVP_CTRL_AEAD_SET_IVLEN:
        if (ok && gcm && (size_t)call->len != m->ivlen) {
            m->iv = m->iv == IV_NONE ? IV_NONE : IV_DONE;
            m->rekeyed = false;
            m->ivlen = (size_t)call->len;
        }
        break;
    case EVP_CTRL_AEAD_SET_TAG:
        m->foreign_tag = true;
        m->clobbered = m->armed; /* the default has one buffer for both */
        if (ok) {
            m->tag = m->tag || call->in != NULL;
            m->header = m->header && !gcm;
            m->tag_length = true;
        }
        break;
    case EVP_CTRL_AEAD_SET_IV_FIXED:
        if (ok && !gcm) {
            m->fixed = m->kind == KIND_CCP;
        }
        if (ok && gcm) {
            m->iv = IV_SET;
            m->fixed = true;
            m->drawn = false;
            m->failed = false;
            m->rekeyed = false;
            m->absorbed = 0;
        }
        break;
    case EVP_CTRL_GCM_IV_GEN:
    case EVP_CTRL_GCM_SET_IV_INV:
        if (ok && gcm) {
            m->iv = IV_RUN;
            m->failed = false;
            m->rekeyed = false;
            m->absorbed = 0;
        }
        break;
    case EVP_CTRL_AEAD_TLS1_AAD:
        m->armed = ok;
        m->clobbered = false;
        m->header = m->header || gcm || ok;
        if (ok) { /* the payload's length and the tag */
            m->tls_len = ((size_t)call->in[11] << 8 | call->in[12])
                         + (m->enc == 1 ? 16 : 0);
        }
        break;
    default:
        break;
    }
}

void model_after(struct sequence_model *m, const struct oracle *o,
                 const struct oracle_call *call)
{
    const struct oracle_outcome *got = oracle_got(o);

    if (m->kind == KIND_POLY) {
        if (got->ok && (call->op == OP_INIT || call->op == OP_SET)
            && (call->key != NULL || sets_key_param(call))) {
            m->key = true;
            m->finals = 0;
        }
        m->finals += got->ok && call->op == OP_FINAL && call->where != NO_OUT;
        return;
    }
    if (call->op == OP_INIT) {
        after_init(m, got->ok, call);
    } else if (call->op == OP_FINAL && m->kind == KIND_ECB) {
        m->held = got->ok ? 0 : m->held;
        m->bad_pad = m->bad_pad || (!got->ok && m->enc == 0 && m->padding
                                    && m->held == 16);
    } else if (is_data(call) || call->op == OP_FINAL) {
        after_data(m, got, call);
    } else if (call->op == OP_CTRL) {
        after_ctrl(m, got->ok, call);
    }
}
