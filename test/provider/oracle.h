/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oracle.h - the differential oracle.
 *
 * One step is one EVP call, made once with the default provider and once with
 * vgfast, in one process and with equal arguments.  After each step everything
 * a caller can see is compared: the return value, the stored length, the bytes
 * written, the bytes around them, return_size of each parameter and the error
 * queue.  Nothing may differ but what a row of the table in oracle_rows.c
 * allows, and then what vgfast does is checked against that row.
 */
#ifndef VGF_TEST_ORACLE_H
#define VGF_TEST_ORACLE_H

#include <openssl/evp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ORACLE_MAX = 2304,      /* longest input of a step */
    ORACLE_SLOT = 176,      /* room of one parameter's answer */
    ORACLE_PARAMS = 8,      /* parameters asked for in one step */
    ORACLE_GUARD = 32,      /* poisoned bytes on either side of the output */
    ORACLE_ROOM = ORACLE_MAX + 256,
    ORACLE_ERRORS = 8,
    ORACLE_UNTOUCHED = -77, /* outl before the call */
    ORACLE_IV = 128,        /* the longest IV any cipher takes */
    ORACLE_POISON = 0xa5,
};

enum oracle_op {
    OP_INIT,
    OP_UPDATE,
    OP_CIPHER, /* EVP_Cipher() */
    OP_FINAL,
    OP_CTRL,
    OP_SET,    /* parameters, as an array of OSSL_PARAM */
    OP_GET,
    OP_ASK,    /* int f(const ctx) */
    OP_TELL,   /* int f(ctx, int) */
    OP_IV,     /* int f(ctx, buffer, size) */
    OP_COPY,   /* the context in use into the other one */
    OP_SWAP,   /* use the other context from now on */
    OP_DROP,   /* free the other context */
    OP_RESET,
};

enum oracle_where {
    APART,    /* out and in disjoint */
    IN_PLACE, /* in == out + lag */
    NO_OUT,   /* out == NULL: additional data */
    NO_IN,    /* in == NULL */
    NEITHER,
};

/* A parameter to ask for: OSSL_PARAM_xxx type, size and whether data is
 * NULL.  For a pointer type the bytes pointed to are compared. */
struct oracle_want {
    const char *key;
    unsigned type;
    size_t size;
    bool no_data;
};

struct oracle_call {
    enum oracle_op op;
    /* OP_INIT; key and iv may be NULL */
    bool with_cipher;
    const uint8_t *key, *iv;
    size_t keylen;              /* of a MAC's key */
    int enc;
    bool with_ivlen;            /* "ivlen" among init's parameters */
    size_t ivlen;
    /* OP_UPDATE, OP_CIPHER, OP_FINAL (where), OP_CTRL (in, len as arg),
     * OP_TELL and OP_IV (len) */
    enum oracle_where where;
    const uint8_t *in;
    int len;
    size_t lag;                 /* output behind input in one buffer */
    /* OP_CTRL */
    int ctrl;
    bool reads;                 /* data is where the answer goes */
    /* OP_SET, OP_INIT of a MAC */
    const OSSL_PARAM *params;
    /* OP_GET */
    const struct oracle_want *wants;
    size_t n_wants;
    int (*ask)(const EVP_CIPHER_CTX *);
    int (*tell)(EVP_CIPHER_CTX *, int);
    int (*copy_iv)(EVP_CIPHER_CTX *, void *, size_t);
};

/* What one provider did with a call. */
struct oracle_outcome {
    bool ok;
    int ret, outl;
    size_t return_size[ORACLE_PARAMS];
    size_t n_errors;
    unsigned long errors[ORACLE_ERRORS];
    size_t room; /* bytes of out that belong to the call */
    uint8_t area[ORACLE_GUARD + ORACLE_ROOM + ORACLE_GUARD];
};

struct oracle_side {
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *ctx[2];
    EVP_MAC *mac;
    EVP_MAC_CTX *mac_ctx[2];
    struct oracle_outcome got;
};

enum { ANYTHING = -1, NO_REASON = 0 };

/* A difference that the contract allows. */
struct oracle_row {
    const char *section, *text;
    int from, below;    /* where: 300 is OpenSSL 3.0, 400 is 4.0 */
    bool works;         /* what vgfast does: success ... */
    int outl;           /* ... with this length, or ANYTHING, */
    int reason, reason2; /* or failure with one of these reasons */
    bool or_same;       /* as the default does is right as well */
    bool alone;         /* the default crashes here: do not call it */
    bool fixed;         /* in the later patch releases of each version */
};

struct oracle {
    struct oracle_side side[2]; /* the default provider's, vgfast's */
    const char *algorithm;
    int version;                /* 300, 305, 306, 400 ... */
    bool unfixed;               /* an early patch release of its version */
    bool itself;                /* default against default: no rows */
    bool trace;                 /* print each step */
    int slot;                   /* the context in use */
    const struct oracle_row *row; /* allowed to the next step */
    struct oracle_call last;
    bool last_differed;         /* under a row */
    uint64_t position;          /* of the input pattern */
    const char *file;           /* of the script, for messages */
    int line;
    /* Called with what went wrong; if it returns, the oracle goes on. */
    void (*fail)(struct oracle *o, const char *message);
    /* For proving the oracle: may spoil what vgfast did. */
    void (*spoil)(struct oracle_outcome *got);
    unsigned failures;
};

/* Bytes to work with: two keys, two IVs. */
extern const uint8_t oracle_key[2][32], oracle_iv[2][ORACLE_IV];

/* The library context with both providers; made at the first call. */
OSSL_LIB_CTX *oracle_libctx(void);

/*
 * Start afresh with new contexts for the named cipher or MAC; o is zeroed or
 * was begun before.  fail must be set before the first call.
 */
void oracle_begin(struct oracle *o, const char *algorithm);
void oracle_end(struct oracle *o);

/* Whether the two may differ under the row in this OpenSSL. */
bool oracle_applies(const struct oracle *o, const struct oracle_row *row);

/* Make a call on both sides and compare. */
void oracle_step(struct oracle *o, const struct oracle_call *call);

/* oracle_perform.c: make it on one side only. */
void oracle_perform(struct oracle_side *side, int slot,
                    const struct oracle_call *call);

/* What vgfast did last, and what it wrote. */
static inline const struct oracle_outcome *oracle_got(const struct oracle *o)
{
    return &o->side[1].got;
}
static inline const uint8_t *oracle_out(const struct oracle *o)
{
    return o->side[1].got.area + ORACLE_GUARD;
}

/* The reason on top of its error queue, or NO_REASON. */
int oracle_reason(const struct oracle_outcome *got);

/* len pattern bytes, different from step to step, for use as input. */
const uint8_t *oracle_pattern(struct oracle *o, size_t len);

void oracle_fail(struct oracle *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Print a call on stderr, for traces. */
void oracle_print(const struct oracle_call *call);

/* oracle_rows.c */
extern const struct oracle_row
    /* 2.1 */
    row_repeated_key, row_param_order, row_null_real,
    /* 3.1 */
    row_zero_cipher, row_zero_cipher_tag,
    /* 3.3 */
    row_tls_mac, row_ecb_flip, row_ecb_bad_again, row_ecb_zero_update,
    /* 3.4 */
    row_gcm_iv_getter, row_gcm_iv_getter_dec, row_gcm_random_iv,
    row_gcm_rekey_update, row_gcm_rekey_final, row_gcm_flip_tag,
    row_gcm_final_no_tag, row_gcm_null_iv, row_gcm_null_tag,
    row_gcm_tag_of_tls, row_gcm_unarmed, row_gcm_long_invocation,
    row_gcm_long_fixed, row_gcm_short_iv, row_gcm_iv_generated,
    row_gcm_get_set_tag, row_gcm_taglen_tls, row_gcm_retry, row_tls_no_data,
    /* 3.5 */
    row_chacha_updated_iv, row_chacha_updated_iv_pointer, row_chacha_rekey,
    /* 3.6 */
    row_ccp_no_key, row_ccp_late_aad, row_ccp_final_no_tag,
    row_ccp_final_length_only, row_ccp_cipher_no_tag, row_ccp_cipher_final,
    row_ccp_locked, row_ccp_locked_zero, row_ccp_final_again_tag,
    row_ccp_taglen, row_ccp_tag_size, row_ccp_null_tag, row_ccp_null_in,
    row_ccp_after_record, row_ccp_armed_final, row_ccp_armed_key,
    /* 3.7 */
    row_poly_after_final, row_poly_key_type, row_poly_no_key,
    row_poly_null_key;

#endif
