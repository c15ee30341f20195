/* SPDX-License-Identifier: Apache-2.0 */
#include "sequence.h"

#include <openssl/params.h>
#include <stdio.h>
#include <string.h>

enum { MAX_STEPS = 80 };

static const struct {
    const char *name;
    enum sequence_kind kind;
} algorithms[] = {
    {"AES-128-GCM", KIND_GCM},    {"ChaCha20-Poly1305", KIND_CCP},
    {"AES-256-ECB", KIND_ECB},    {"AES-128-CTR", KIND_CTR},
    {"ChaCha20", KIND_CHACHA},    {"POLY1305", KIND_POLY},
    {"AES-256-GCM", KIND_GCM},    {"ChaCha20-Poly1305", KIND_CCP},
    {"AES-128-ECB", KIND_ECB},    {"AES-256-CTR", KIND_CTR},
    {"AES-192-GCM", KIND_GCM},    {"AES-192-ECB", KIND_ECB},
    {"AES-192-CTR", KIND_CTR},    {"AES-128-GCM", KIND_GCM},
    {"ChaCha20-Poly1305", KIND_CCP}, {"AES-256-GCM", KIND_GCM},
};

struct run {
    struct oracle *o;
    const uint8_t *bytes;
    size_t len, at;
    unsigned steps;
    bool over;
    struct sequence_model model[2]; /* of each context */
    bool there[2];
    uint8_t tag[ORACLE_IV]; /* 16 bytes of it, where any size is asked */
};

static unsigned take(struct run *r)
{
    return r->at < r->len ? r->bytes[r->at++] : 0;
}

/* Mostly short, now and then many blocks. */
static int take_len(struct run *r)
{
    unsigned b = take(r);

    return (int)(b < 128 ? b % 40 : b < 224 ? (b - 128) * 3 : (b - 224) * 64);
}

static struct sequence_model *model(struct run *r)
{
    return &r->model[r->o->slot];
}

/* The default drew the rest of an IV, and so did vgfast: give it vgfast's. */
static void agree_on_iv(struct run *r)
{
    uint8_t iv[ORACLE_IV];
    OSSL_PARAM get[2]
        = {OSSL_PARAM_construct_octet_string("iv", iv, sizeof(iv)),
           OSSL_PARAM_END};
    EVP_CIPHER_CTX *dflt = r->o->side[0].ctx[r->o->slot];
    EVP_CIPHER_CTX *vgf = r->o->side[1].ctx[r->o->slot];

    if (EVP_CIPHER_CTX_get_params(vgf, get) <= 0
        || EVP_CIPHER_CTX_ctrl(dflt, EVP_CTRL_AEAD_SET_IV_FIXED, -1, iv) <= 0) {
        oracle_fail(r->o, "the IV is not to be had");
    }
    model(r)->drawn = true;
}

static void go(struct run *r, const struct oracle_call *call)
{
    const struct oracle_row *row;
    struct sequence_model *m = model(r), before = *m;
    unsigned failures = r->o->failures;
    enum sequence_verdict verdict;

    if (r->over || r->steps >= MAX_STEPS) {
        r->over = true;
        return;
    }
    verdict = model_before(m, r->o, call, &row);
    if (verdict == SKIP || verdict == STOP) {
        r->over = verdict == STOP;
        return;
    }
    r->steps++;
    r->o->row = row;
    oracle_step(r->o, call);
    model_after(m, r->o, call);
    r->over = verdict == LAST || r->o->failures != failures;
    if (m->kind == KIND_POLY) {
        return;
    }
    /* EVP may have refused before the provider heard of the direction. */
    if (call->op == OP_INIT && !oracle_got(r->o)->ok) {
        r->over = true;
    }
    if (call->op != OP_CTRL || r->over) {
        return;
    }
    /* A refused TLS header: whether the default is armed now is a row. */
    if (call->ctrl == EVP_CTRL_AEAD_TLS1_AAD && !oracle_got(r->o)->ok
        && (before.armed || call->len == 13) && call->in != NULL) {
        r->over = true;
    }
    if (call->ctrl == EVP_CTRL_AEAD_SET_IV_FIXED && m->kind == KIND_GCM
        && m->enc == 1 && call->len >= 0 && oracle_got(r->o)->ok && !r->over) {
        agree_on_iv(r);
    }
}

static void init(struct run *r, unsigned what, const uint8_t *key,
                 const uint8_t *iv, int enc)
{
    go(r, &(struct oracle_call){
        .op = OP_INIT, .with_cipher = what & 1, .key = key, .iv = iv,
        .enc = enc, .keylen = 32});
}

static void take_init(struct run *r)
{
    unsigned b = take(r);
    struct oracle_call call = {
        .op = OP_INIT,
        .with_cipher = (b & 7) == 7,
        .key = b & 8 ? oracle_key[b >> 6 & 1] : NULL,
        .iv = b & 16 ? oracle_iv[b >> 7] : NULL,
        .enc = (int)(b & 3) - 1,
        .keylen = 32,
    };

    call.enc = call.enc > 1 ? 1 : call.enc;
    if (model(r)->kind == KIND_POLY) {
        call.keylen = call.key == NULL ? 0 : b & 1 ? 32 : b % 40;
        call.keylen = call.keylen > 32 ? 32 : call.keylen;
    } else if (b & 32) {
        b = take(r);
        call.with_ivlen = b < 160;
        call.ivlen = b;
    }
    go(r, &call);
}

static void data(struct run *r, enum oracle_op op, enum oracle_where where,
                 int len)
{
    struct sequence_model *m = model(r);
    struct oracle_call call = {.op = op, .where = where, .len = len};

    if (m->kind != KIND_GCM && m->kind != KIND_CCP) {
        /* NULL is read and written by the default */
        if (where == NO_OUT) {
            call.where = APART;
        } else if (where == NO_IN || where == NEITHER) {
            call.len = 0;
        }
        /* even without input: ECB may have a block held */
        call.where = call.where == NEITHER ? NO_IN : call.where;
    }
    if (m->kind == KIND_ECB && op == OP_UPDATE) {
        call.lag = m->held;
    }
    if (m->kind == KIND_POLY) {
        call.where = APART;
    }
    if (call.where != NO_IN && call.where != NEITHER) {
        call.in = oracle_pattern(r->o, (size_t)len);
    }
    go(r, &call);
}

static void take_data(struct run *r, enum oracle_op op)
{
    static const enum oracle_where wheres[16]
        = {APART,    APART,    APART,    APART,  APART,  IN_PLACE,
           IN_PLACE, IN_PLACE, IN_PLACE, NO_OUT, NO_OUT, NO_OUT,
           NO_OUT,   APART,    NO_IN,    NEITHER};
    enum oracle_where where = wheres[take(r) % 16];

    data(r, op, where, take_len(r));
}

static void final(struct run *r, enum oracle_where where)
{
    enum sequence_kind kind = model(r)->kind;

    if (kind == KIND_ECB || where != NO_OUT) {
        where = APART;
    }
    go(r, &(struct oracle_call){.op = OP_FINAL, .where = where,
                                .len = kind == KIND_POLY ? 16 : 0});
}

static void ctrl(struct run *r, int type, int arg, const uint8_t *in,
                 bool reads)
{
    go(r, &(struct oracle_call){.op = OP_CTRL, .ctrl = type, .len = arg,
                                .in = in, .reads = reads});
}

/* An argument that is often the right one. */
static int take_arg(struct run *r, int usual)
{
    unsigned b = take(r);

    return b < 150 ? usual : b == 255 ? -1 : (int)(b - 150) % 20;
}

static const uint8_t *take_bytes(struct run *r)
{
    unsigned b = take(r);

    return b > 250 ? NULL : b < 60 ? r->tag : oracle_iv[b & 1];
}

static void tls_header(struct run *r, int size, int len)
{
    uint8_t header[ORACLE_IV] = {0, 0, 0, 0, 0, 0, 0, 1, 23, 3, 3};

    header[7] = (uint8_t)r->steps;
    header[11] = (uint8_t)(len >> 8);
    header[12] = (uint8_t)len;
    ctrl(r, EVP_CTRL_AEAD_TLS1_AAD, size, header, false);
}

/* A TLS record: header, then the record. */
static void take_record(struct run *r)
{
    struct sequence_model *m = model(r);
    int len = take_len(r), head = m->kind == KIND_GCM ? 8 : 0;
    unsigned b = take(r);

    if (b & 1) {
        ctrl(r, EVP_CTRL_AEAD_SET_IV_FIXED, -1, oracle_iv[0], false);
    }
    tls_header(r, 13, len + head + (m->enc == 0 ? 16 : 0));
    data(r, b & 2 ? OP_UPDATE : OP_CIPHER, b & 4 ? APART : IN_PLACE,
         len + head + 16 + (b > 240 ? 1 : 0));
}

/* Encrypt a message, then decrypt it; sometimes with a wrong tag. */
static void take_message(struct run *r)
{
    uint8_t text[ORACLE_MAX];
    struct oracle_call update = {.op = OP_UPDATE};
    const uint8_t *iv = oracle_iv[take(r) & 1], *aad;
    int aad_len = take_len(r) % 600, len = take_len(r);
    unsigned b = take(r);

    if (model(r)->kind == KIND_POLY) {
        return;
    }
    aad = oracle_pattern(r->o, (size_t)aad_len);
    for (int enc = 1; enc >= 0 && !r->over; enc--) {
        init(r, 0, oracle_key[0], iv, enc);
        if (enc == 0) {
            ctrl(r, EVP_CTRL_AEAD_SET_TAG, 1 + (int)(b >> 4), r->tag, false);
        }
        if (model(r)->kind == KIND_GCM || model(r)->kind == KIND_CCP) {
            go(r, &(struct oracle_call){.op = OP_UPDATE, .where = NO_OUT,
                                        .in = aad, .len = aad_len});
        }
        update.in = enc != 0 ? oracle_pattern(r->o, (size_t)len) : text;
        update.len = len;
        go(r, &update);
        if (enc != 0 && !r->over) {
            memcpy(text, oracle_out(r->o), (size_t)len);
        }
        final(r, APART);
        if (enc != 0 && !r->over) {
            ctrl(r, EVP_CTRL_AEAD_GET_TAG, 16, NULL, true);
            memcpy(r->tag, oracle_out(r->o), 16);
            r->tag[0] ^= (b & 7) == 0;
        }
    }
}

static void take_get(struct run *r)
{
    static const char *const keys[] = {
        "iv", "updated-iv", "tag", "taglen", "num", "padding", "tlsaadpad",
        "keylen", "ivlen", "iv-generated", "tls-mac", "size", "other",
    };
    static const struct {
        unsigned type;
        size_t size;
    } kinds[] = {
        {OSSL_PARAM_OCTET_STRING, 16}, {OSSL_PARAM_OCTET_STRING, 128},
        {OSSL_PARAM_OCTET_STRING, 5}, {OSSL_PARAM_OCTET_PTR, 16},
        {OSSL_PARAM_UNSIGNED_INTEGER, 8}, {OSSL_PARAM_UNSIGNED_INTEGER, 4},
        {OSSL_PARAM_INTEGER, 4}, {OSSL_PARAM_UTF8_STRING, 16},
    };
    unsigned key = take(r) % (sizeof(keys) / sizeof(keys[0]));
    unsigned b = take(r), kind = b % 8;
    struct oracle_want want = {keys[key], kinds[kind].type, kinds[kind].size,
                               b > 230 && kinds[kind].type
                                              != OSSL_PARAM_OCTET_PTR};

    go(r, &(struct oracle_call){.op = OP_GET, .wants = &want, .n_wants = 1});
}

static void take_set(struct run *r)
{
    static const char *const keys[] = {"num", "padding", "use-bits",
                                       "tls-mac-size", "other", "key"};
    unsigned key = take(r) % 6, value = take(r) % 20;
    OSSL_PARAM params[2] = {
        OSSL_PARAM_construct_uint(keys[key], &value), OSSL_PARAM_END};

    if (key == 5) {
        params[0] = OSSL_PARAM_construct_octet_string(
            "key", (void *)(uintptr_t)oracle_key[value & 1],
            value > 17 ? 31 : 32);
    }
    go(r, &(struct oracle_call){.op = OP_SET, .params = params});
    if (key == 1 && model(r)->kind != KIND_POLY) {
        model(r)->padding = value != 0;
    }
}

static void take_function(struct run *r)
{
    static int (*const ask[])(const EVP_CIPHER_CTX *) = {
        EVP_CIPHER_CTX_get_num, EVP_CIPHER_CTX_get_tag_length,
        EVP_CIPHER_CTX_get_iv_length, EVP_CIPHER_CTX_get_key_length};
    unsigned b = take(r), what = b % 8;

    if (model(r)->kind == KIND_POLY) {
        return;
    }
    if (what < 4) {
        go(r, &(struct oracle_call){.op = OP_ASK, .ask = ask[what]});
    } else if (what < 6) {
        go(r, &(struct oracle_call){
            .op = OP_IV, .len = b > 200 ? 8 : 16,
            .copy_iv = what == 4 ? EVP_CIPHER_CTX_get_original_iv
                                 : EVP_CIPHER_CTX_get_updated_iv});
    } else if (what < 7) {
        go(r, &(struct oracle_call){.op = OP_TELL, .len = (int)(b >> 7),
                                    .tell = EVP_CIPHER_CTX_set_padding});
        model(r)->padding = model(r)->evp_padding = b >> 7;
    } else {
        go(r, &(struct oracle_call){.op = OP_TELL, .len = (int)(b >> 4),
                                    .tell = EVP_CIPHER_CTX_set_num});
    }
}

static void take_copy(struct run *r)
{
    unsigned b = take(r) % 4;
    int slot = r->o->slot;

    if (b == 3) { /* the other one again, if there is */
        if (r->there[!slot]) {
            go(r, &(struct oracle_call){.op = OP_SWAP});
        }
        return;
    }
    go(r, &(struct oracle_call){.op = OP_COPY});
    if (r->over) {
        return;
    }
    r->model[!slot] = r->model[slot];
    r->there[!slot] = true;
    if (b > 0) { /* go on with the copy */
        go(r, &(struct oracle_call){.op = OP_SWAP});
    }
    if (b > 1) { /* and without the original */
        go(r, &(struct oracle_call){.op = OP_DROP});
        r->there[!r->o->slot] = false;
    }
}

static void take_aead_ctrl(struct run *r, unsigned which)
{
    int arg;

    if (model(r)->kind == KIND_POLY) {
        return;
    }
    switch (which) {
    case 0:
        arg = take_arg(r, 16);
        ctrl(r, EVP_CTRL_AEAD_SET_TAG, arg < 0 ? 0 : arg, take_bytes(r), false);
        break;
    case 1:
        ctrl(r, EVP_CTRL_AEAD_GET_TAG, take_arg(r, 16), NULL, true);
        break;
    case 2:
        arg = (int)take(r);
        ctrl(r, EVP_CTRL_AEAD_SET_IVLEN, arg < 100 ? 12 : arg - 101, NULL,
             false);
        break;
    case 3:
        arg = take_arg(r, -1);
        ctrl(r, EVP_CTRL_AEAD_SET_IV_FIXED, arg > 12 ? 4 : arg,
             take_bytes(r), false);
        break;
    case 4:
        ctrl(r, EVP_CTRL_GCM_IV_GEN, take_arg(r, 8), NULL, true);
        break;
    case 5:
        arg = take_arg(r, 8);
        ctrl(r, EVP_CTRL_GCM_SET_IV_INV, arg < 0 ? 0 : arg, take_bytes(r),
             false);
        break;
    default:
        arg = take_arg(r, 13);
        tls_header(r, arg < 0 ? 0 : arg, take_len(r));
        break;
    }
}

static void take_step(struct run *r)
{
    unsigned b = take(r) % 40;

    if (b < 4) {
        take_init(r);
    } else if (b < 14) {
        take_data(r, OP_UPDATE);
    } else if (b < 17) {
        take_data(r, OP_CIPHER);
    } else if (b < 20) {
        final(r, take(r) % 3 != 0 ? APART : NO_OUT);
    } else if (b < 22) {
        take_aead_ctrl(r, 0);
    } else if (b < 24) {
        take_aead_ctrl(r, 1);
    } else if (b < 29) {
        take_aead_ctrl(r, b - 22);
    } else if (b < 31) {
        take_record(r);
    } else if (b < 33) {
        take_message(r);
    } else if (b < 35) {
        take_get(r);
    } else if (b < 36) {
        take_set(r);
    } else if (b < 37) {
        take_function(r);
    } else {
        take_copy(r);
    }
}

void sequence_run(struct oracle *o, const uint8_t *bytes, size_t len)
{
    struct run r = {.o = o, .bytes = bytes, .len = len, .there = {true}};
    unsigned first = take(&r);
    enum sequence_kind kind = algorithms[first % 16].kind;

    o->file = NULL;
    oracle_begin(o, algorithms[first % 16].name);
    r.model[0] = (struct sequence_model){
        .kind = kind, .padding = true, .evp_padding = true};
    if (kind == KIND_POLY) {
        if (first & 0x10) {
            init(&r, 1, oracle_key[0], NULL, 1);
        }
    } else {
        /* Three of four begin with all that is needed. */
        init(&r, 1, (first & 0x30) != 0 ? oracle_key[0] : NULL,
             (first & 0x30) != 0 ? oracle_iv[first >> 7] : NULL,
             first >> 6 & 1);
    }
    while (!r.over && r.at < r.len) {
        take_step(&r);
    }
}
