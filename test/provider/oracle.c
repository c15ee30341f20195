/* SPDX-License-Identifier: Apache-2.0 */
#include "oracle.h"
#include "support.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERN = 1 << 14, CALL_TEXT = 200 };

const uint8_t oracle_key[2][32] = {
    {0x60, 0x3d, 0xeb, 0x10, 0x15, 0xca, 0x71, 0xbe, 0x2b, 0x73, 0xae,
     0xf0, 0x85, 0x7d, 0x77, 0x81, 0x1f, 0x35, 0x2c, 0x07, 0x3b, 0x61,
     0x08, 0xd7, 0x2d, 0x98, 0x10, 0xa3, 0x09, 0x14, 0xdf, 0xf4},
    {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15,
     0x88, 0x09, 0xcf, 0x4f, 0x3c, 0x8e, 0x73, 0xb0, 0xf7, 0xda, 0x0e,
     0x64, 0x52, 0xc8, 0x10, 0xf3, 0x2b, 0x80, 0x90, 0x79, 0xe5},
};

/* The second one makes every counter wrap soon, whatever its byte order. */
const uint8_t oracle_iv[2][ORACLE_IV] = {
    {0xca, 0xfe, 0xba, 0xbe, 0xfa, 0xce, 0xdb, 0xad, 0xde, 0xca, 0xf8, 0x88,
     0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c},
    {0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xfe, 0xff, 0xff},
};

/* VGF_ORACLE_SUBJECT=default: the default provider stands in for vgfast, to
 * see that the oracle finds no difference where there can be none. */
static const char *subject(void)
{
    const char *name = getenv("VGF_ORACLE_SUBJECT");

    return name != NULL ? name : "vgfast";
}

OSSL_LIB_CTX *oracle_libctx(void)
{
    static OSSL_LIB_CTX *libctx;

    if (libctx == NULL) {
        libctx = strcmp(subject(), "default") == 0 ? OSSL_LIB_CTX_new()
                                                   : support_libctx_all();
    }
    return libctx;
}

static void release(struct oracle_side *side)
{
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX_free(side->ctx[i]);
        EVP_MAC_CTX_free(side->mac_ctx[i]);
        side->ctx[i] = NULL;
        side->mac_ctx[i] = NULL;
    }
}

static void fetch(struct oracle *o, struct oracle_side *side, const char *name,
                  const char *provider)
{
    char query[40];
    const OSSL_PROVIDER *from = NULL;

    EVP_CIPHER_free(side->cipher);
    EVP_MAC_free(side->mac);
    side->cipher = NULL;
    side->mac = NULL;
    snprintf(query, sizeof(query), "provider=%s", provider);
    if (strcmp(name, "POLY1305") == 0) {
        side->mac = EVP_MAC_fetch(oracle_libctx(), name, query);
        from = side->mac != NULL ? EVP_MAC_get0_provider(side->mac) : NULL;
    } else {
        side->cipher = EVP_CIPHER_fetch(oracle_libctx(), name, query);
        from = side->cipher != NULL ? EVP_CIPHER_get0_provider(side->cipher)
                                    : NULL;
    }
    if (from == NULL
        || strcmp(OSSL_PROVIDER_get0_name(from), provider) != 0) {
        oracle_fail(o, "%s is not served by %s", name, provider);
        abort();
    }
}

/* Several faults of the default provider (openssl#31332, #32258 and others)
 * were mended in these patch releases. */
static bool is_unfixed(int version, unsigned long patch)
{
    return version < 300   ? true
           : version == 300 ? patch < 22
           : version < 305  ? true
           : version == 305 ? patch < 9
           : version == 306 ? patch < 5
           : version == 400 ? patch < 3
                            : false;
}

bool oracle_applies(const struct oracle *o, const struct oracle_row *row)
{
    return o->version >= row->from && o->version < row->below
           && (!row->fixed || o->unfixed);
}

void oracle_begin(struct oracle *o, const char *algorithm)
{
    unsigned long number = OpenSSL_version_num();

    o->version = (int)(number >> 28) * 100 + (int)(number >> 20 & 0xff);
    o->unfixed = is_unfixed(o->version, number >> 4 & 0xff);
    o->itself = strcmp(subject(), "default") == 0;
    o->trace = getenv("VGF_ORACLE_TRACE") != NULL;
    o->slot = 0;
    o->row = NULL;
    o->position = 0;
    if (o->algorithm == NULL || strcmp(o->algorithm, algorithm) != 0) {
        o->algorithm = algorithm;
        fetch(o, &o->side[0], algorithm, "default");
        fetch(o, &o->side[1], algorithm, subject());
    }
    for (int i = 0; i < 2; i++) {
        struct oracle_side *side = &o->side[i];

        release(side);
        if (side->mac != NULL) {
            side->mac_ctx[0] = EVP_MAC_CTX_new(side->mac);
        } else {
            side->ctx[0] = EVP_CIPHER_CTX_new();
        }
    }
    if (o->trace) {
        fprintf(stderr, "%s\n", algorithm);
    }
}

void oracle_end(struct oracle *o)
{
    for (int i = 0; i < 2; i++) {
        release(&o->side[i]);
        EVP_CIPHER_free(o->side[i].cipher);
        EVP_MAC_free(o->side[i].mac);
        o->side[i].cipher = NULL;
        o->side[i].mac = NULL;
    }
    o->algorithm = NULL;
}

const uint8_t *oracle_pattern(struct oracle *o, size_t len)
{
    static uint8_t pattern[PATTERN + ORACLE_MAX];
    uint32_t x = 1;

    if (pattern[0] == 0) {
        for (size_t i = 0; i < sizeof(pattern); i++) {
            x = x * 1664525 + 1013904223;
            pattern[i] = (uint8_t)(x >> 24 | (i == 0));
        }
    }
    o->position += len + 1;
    return pattern + o->position % PATTERN;
}

void oracle_fail(struct oracle *o, const char *format, ...)
{
    char text[700], message[900];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    snprintf(message, sizeof(message), "%s:%d: %s, OpenSSL %d: %s%s%s",
             o->file != NULL ? o->file : "sequence", o->line,
             o->algorithm != NULL ? o->algorithm : "-", o->version, text,
             o->row != NULL ? "; row " : "",
             o->row != NULL ? o->row->text : "");
    o->failures++;
    o->fail(o, message);
}

/* The next error of the queue that is not about a parameter's type: from 3.5
 * on libcrypto's helpers, which vgfast does not use, leave those. */
static unsigned long next_error(const struct oracle_outcome *got, size_t *i)
{
    while (*i < got->n_errors
           && ERR_GET_LIB(got->errors[*i]) == ERR_LIB_CRYPTO) {
        ++*i;
    }
    return *i < got->n_errors ? got->errors[(*i)++] : 0;
}

int oracle_reason(const struct oracle_outcome *got)
{
    size_t i = 0;
    unsigned long error = next_error(got, &i);

    return error != 0 ? ERR_GET_REASON(error) : NO_REASON;
}

static bool same_errors(const struct oracle_outcome *a,
                        const struct oracle_outcome *b)
{
    size_t i = 0, j = 0;
    unsigned long x, y;

    do {
        x = next_error(a, &i);
        y = next_error(b, &j);
    } while (x == y && x != 0);
    return x == y;
}

/* The first byte that vgfast should not have written so, or -1: of the first
 * exact bytes every one counts; a later one may also be left untouched. */
static int bad_byte(const struct oracle_call *call,
                    const struct oracle_outcome *dflt,
                    const struct oracle_outcome *got, size_t exact_bytes)
{
    bool in_place = call->where == IN_PLACE
                    && (call->op == OP_UPDATE || call->op == OP_CIPHER);

    for (size_t i = 0; i < got->room; i++) {
        uint8_t byte = got->area[ORACLE_GUARD + i];
        uint8_t untouched = ORACLE_POISON;

        if (in_place && i >= call->lag && i < call->lag + (size_t)call->len) {
            untouched = call->in[i - call->lag];
        }

        if (byte != dflt->area[ORACLE_GUARD + i]
            && (i < exact_bytes || byte != untouched)) {
            return (int)i;
        }
    }
    return -1;
}

static bool guards_kept(const struct oracle_outcome *got)
{
    const uint8_t *after = got->area + ORACLE_GUARD + got->room;

    for (size_t i = 0; i < ORACLE_GUARD; i++) {
        if (got->area[i] != ORACLE_POISON || after[i] != ORACLE_POISON) {
            return false;
        }
    }
    return true;
}

/* What differs between the two, or NULL. */
static const char *difference(const struct oracle_call *call,
                              const struct oracle_outcome *dflt,
                              const struct oracle_outcome *got)
{
    static char text[80];
    size_t exact_bytes = got->room;
    int at;

    if (dflt->ret != got->ret) {
        return "return value";
    }
    if (dflt->outl != got->outl) {
        return "length";
    }
    if (!got->ok) {
        exact_bytes = 0;
    } else if (call->op == OP_UPDATE || call->op == OP_CIPHER
               || call->op == OP_FINAL) {
        exact_bytes = got->outl > 0 ? (size_t)got->outl : 0;
    }
    at = bad_byte(call, dflt, got, exact_bytes);
    if (at >= 0) {
        snprintf(text, sizeof(text), "byte %d (%02x, %02x)", at,
                 dflt->area[ORACLE_GUARD + at], got->area[ORACLE_GUARD + at]);
        return text;
    }
    for (size_t i = 0; i < ORACLE_PARAMS && got->ok; i++) {
        if (dflt->return_size[i] != got->return_size[i]) {
            snprintf(text, sizeof(text), "return_size (%zd, %zd)",
                     (ssize_t)dflt->return_size[i],
                     (ssize_t)got->return_size[i]);
            return text;
        }
    }
    if (!got->ok && !same_errors(dflt, got)) {
        return "error queue";
    }
    return NULL;
}

/* Whether the queue holds just this reason of the providers' library. */
static bool has_reason(const struct oracle_outcome *got, int reason)
{
    return reason == ANYTHING || (reason == NO_REASON && got->n_errors == 0)
           || (got->n_errors == 1 && ERR_GET_LIB(got->errors[0]) == ERR_LIB_PROV
               && ERR_GET_REASON(got->errors[0]) == reason);
}

static bool as_row_says(const struct oracle_row *row,
                        const struct oracle_outcome *got)
{
    if (row->works != got->ok) {
        return false;
    }
    return row->works ? row->outl == ANYTHING || row->outl == got->outl
                      : has_reason(got, row->reason)
                            || has_reason(got, row->reason2);
}

static const char *describe(const struct oracle_outcome *got, char text[100])
{
    int n = snprintf(text, 100, "ret %d outl %d", got->ret, got->outl);

    for (size_t i = 0; i < got->n_errors && i < 3; i++) {
        n += snprintf(text + n, (size_t)(100 - n), " error %d:%d",
                      ERR_GET_LIB(got->errors[i]),
                      ERR_GET_REASON(got->errors[i]));
    }
    return text;
}

/* Add to the text at *at, as far as it has room. */
__attribute__((format(printf, 3, 4)))
static void add(char text[CALL_TEXT], size_t *at, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(text + *at, CALL_TEXT - *at, format, args);
    va_end(args);
    *at += n > 0 ? (size_t)n : 0;
    *at = *at < CALL_TEXT ? *at : CALL_TEXT - 1;
}

static const char *describe_call(const struct oracle_call *call,
                                 char text[CALL_TEXT])
{
    static const char *const names[]
        = {"init",  "update", "EVP_Cipher", "final", "ctrl", "set", "get",
           "ask",   "tell",   "iv",         "copy",  "swap", "drop", "reset"};
    static const char *const wheres[]
        = {"apart", "in place", "no out", "no in", "no in, no out"};
    size_t at = 0;

    add(text, &at, "%s", names[call->op]);
    switch (call->op) {
    case OP_INIT:
        add(text, &at, "%s%s%s enc %d", call->with_cipher ? " cipher" : "",
            call->key != NULL ? " key" : "", call->iv != NULL ? " iv" : "",
            call->enc);
        if (call->with_ivlen) {
            add(text, &at, " ivlen %zu", call->ivlen);
        }
        break;
    case OP_CTRL:
        add(text, &at, " %#x arg %d%s", (unsigned)call->ctrl, call->len,
            call->reads || call->in != NULL ? "" : " no data");
        break;
    case OP_GET:
        for (size_t i = 0; i < call->n_wants; i++) {
            add(text, &at, " %s type %u size %zu%s", call->wants[i].key,
                call->wants[i].type, call->wants[i].size,
                call->wants[i].no_data ? " no data" : "");
        }
        break;
    case OP_SET:
        for (const OSSL_PARAM *p = call->params; p != NULL && p->key; p++) {
            add(text, &at, " %s type %u size %zu%s", p->key, p->data_type,
                p->data_size, p->data == NULL ? " no data" : "");
        }
        break;
    default:
        add(text, &at, " %s %d", wheres[call->where], call->len);
        break;
    }
    return text;
}

void oracle_step(struct oracle *o, const struct oracle_call *call)
{
    struct oracle_outcome *dflt = &o->side[0].got, *got = &o->side[1].got;
    const struct oracle_row *row = o->row;
    const char *what = NULL;
    char text[CALL_TEXT], theirs[100], ours[100];
    bool compared = true;

    if (call->op == OP_SWAP) {
        o->slot = !o->slot;
        return;
    }
    if (o->trace) {
        oracle_print(call);
    }
    if (call->len > ORACLE_MAX || call->n_wants > ORACLE_PARAMS) {
        oracle_fail(o, "the step is too large for the oracle");
        return;
    }
    o->last = *call;
    if (row != NULL && row->alone && oracle_applies(o, row)) {
        compared = false;
        *dflt = (struct oracle_outcome){.ret = 0};
        if (o->itself) {
            o->row = NULL;
            got->ok = false;
            return;
        }
    } else {
        oracle_perform(&o->side[0], o->slot, call);
    }
    oracle_perform(&o->side[1], o->slot, call);
    if (o->spoil != NULL) {
        o->spoil(got);
    }
    if (o->trace) {
        fprintf(stderr, "    default %s\n    vgfast  %s\n",
                describe(dflt, theirs), describe(got, ours));
    }
    o->last_differed = row != NULL && oracle_applies(o, row);
    compared = compared && (!o->last_differed || row->or_same);
    if (compared) {
        what = difference(call, dflt, got);
    }
    if (row != NULL && !o->itself) {
        bool said = as_row_says(row, got);

        if (said) {
            what = o->last_differed ? NULL : what;
        } else if (!row->or_same || what != NULL) {
            what = "not as the row says";
        }
    } else if (row != NULL && o->last_differed) {
        what = NULL;
    }
    if (!guards_kept(got)) {
        what = "bytes around the output";
    } else if (what == NULL && got->ok && got->n_errors != 0
               && call->op != OP_ASK && !o->itself) {
        what = "errors queued by a call that succeeded";
    }
    if (what != NULL) {
        oracle_fail(o, "%s: %s: default %s, vgfast %s",
                    describe_call(call, text), what, describe(dflt, theirs),
                    describe(got, ours));
    }
    o->row = NULL;
}

void oracle_print(const struct oracle_call *call)
{
    char text[CALL_TEXT];

    fprintf(stderr, "  %s\n", describe_call(call, text));
}
