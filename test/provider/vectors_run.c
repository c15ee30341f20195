/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs one record of a vector file through EVP on vgfast: in the ways below,
 * forwards and backwards, with its tag cut short, and with its tag spoilt.
 * One context serves all ways of a record, so that re-initialisation with and
 * without a key is exercised on the way.
 */
#include "harness.h"
#include "support.h"
#include "vectors.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a message is handed over. */
struct way {
    bool in_place;
    bool cipher_entry;  /* by EVP_Cipher, not EVP_CipherUpdate */
    size_t piece;       /* bytes a call: 0 for all of it, RANDOM for random */
};

#define RANDOM ((size_t)-1)

static const struct way ways[] = {
    {false, false, 0}, {true, false, 0},      {false, false, RANDOM},
    {true, false, RANDOM}, {true, false, 1},  {false, true, 0},
    {true, true, RANDOM},
};
#define WAYS (sizeof(ways) / sizeof(ways[0]))

/* A message is worked on in room[GUARD..), with guards on both sides. */
#define GUARD 64

struct job {
    const struct record *r;
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *ctx;
    bool aead, ecb;
    uint8_t *room;      /* where output goes */
    size_t len;         /* of the message */
};

static uint8_t *output(const struct job *j)
{
    return j->room + GUARD;
}

static void guard(struct job *j, const uint8_t *in, bool in_place)
{
    memset(j->room, 0xa5, j->len + 2 * GUARD);
    if (in_place && j->len > 0) {
        memcpy(output(j), in, j->len);
    }
}

static bool guards_hold(const struct job *j)
{
    for (size_t i = 0; i < GUARD; i++) {
        if (j->room[i] != 0xa5 || j->room[GUARD + j->len + i] != 0xa5) {
            return false;
        }
    }
    return true;
}

static size_t next_piece(const struct job *j, const struct way *w, size_t left)
{
    size_t n = w->piece;

    if (n == RANDOM) {
        n = random_below(80) + 1;
    }
    if (j->ecb && w->cipher_entry) {
        n -= n % 16;    /* EVP_Cipher works on whole blocks only */
    }
    return n == 0 || n > left ? left : n;
}

/* Hands in[0..len) over, out NULL for AAD.  The output's length, -1: failed. */
static int feed(struct job *j, const struct way *w, uint8_t *out,
                const uint8_t *in, size_t len)
{
    int done = 0;

    for (size_t n; len > 0; in += n, len -= n) {
        uint8_t *to = out != NULL ? out + done : NULL;
        int outl = -1;

        n = next_piece(j, w, len);
        if (w->cipher_entry) {
            outl = EVP_Cipher(j->ctx, to, in, (unsigned)n);
        } else if (!EVP_CipherUpdate(j->ctx, to, &outl, in, (int)n)) {
            return -1;
        }
        if (outl < 0 || (!j->ecb && (size_t)outl != n)) {
            return -1;
        }
        done += outl;
    }
    return done;
}

/* One message: AAD and data, not the tag.  NULL: all of it came out. */
static const char *message(struct job *j, const struct way *w,
                           const struct bytes *in)
{
    const uint8_t *from = w->in_place ? output(j) : in->data;

    guard(j, in->data, w->in_place);
    if (feed(j, w, NULL, j->r->aad.data, j->r->aad.len)
        != (int)j->r->aad.len) {
        return "AAD refused";
    }
    if (feed(j, w, output(j), from, j->len) != (int)j->len) {
        return "data refused, or a wrong length came out";
    }
    return guards_hold(j) ? NULL : "wrote outside of the output";
}

static bool finish(struct job *j, const struct way *w)
{
    uint8_t none[16];
    int outl = -1;

    if (w->cipher_entry) {
        return j->ecb || EVP_Cipher(j->ctx, NULL, NULL, 0) == 0;
    }
    return EVP_CipherFinal_ex(j->ctx, none, &outl) && outl == 0;
}

static bool set_tag(struct job *j, const uint8_t *tag, size_t len)
{
    uint8_t copy[16];

    memcpy(copy, tag, len);
    return EVP_CIPHER_CTX_ctrl(j->ctx, EVP_CTRL_AEAD_SET_TAG, (int)len, copy)
           > 0;
}

static bool start(struct job *j, int encrypt, bool with_key)
{
    return EVP_CipherInit_ex2(j->ctx, NULL, with_key ? j->r->key.data : NULL,
                              j->ecb ? NULL : j->r->iv.data, encrypt, NULL)
           == 1;
}

/* Whether the tag after encryption, whole and cut short, is the record's. */
static bool tag_matches(struct job *j)
{
    const struct bytes *tag = &j->r->tag;
    uint8_t got[17];

    for (size_t n = tag->len; n > 0; n--) {
        memset(got, 0xa5, sizeof(got));
        if (EVP_CIPHER_CTX_ctrl(j->ctx, EVP_CTRL_AEAD_GET_TAG, (int)n, got)
                <= 0
            || memcmp(got, tag->data, n) != 0 || got[n] != 0xa5) {
            return false;
        }
    }
    return true;
}

static const char *encrypt(struct job *j, const struct way *w, bool with_key)
{
    const struct record *r = j->r;
    const char *wrong;
    bool same;

    if (!start(j, 1, with_key)) {
        return "encryption does not start";
    }
    wrong = message(j, w, &r->pt);
    if (wrong == NULL && !finish(j, w)) {
        wrong = "encryption does not finish";
    }
    if (wrong != NULL) {
        return wrong;
    }
    same = (j->len == 0 || memcmp(output(j), r->ct.data, j->len) == 0)
           && (!j->aead || tag_matches(j));
    if (r->invalid) {
        return same ? "encryption gives what is marked as invalid" : NULL;
    }
    return same ? NULL : "encryption: wrong bytes or tag";
}

/* Decrypts with tag[0..len), set before or after the data; expects ok. */
static const char *decrypt(struct job *j, const struct way *w, bool with_key,
                           const uint8_t *tag, size_t len, bool ok)
{
    const struct record *r = j->r;
    bool late = random_below(2) == 0;
    const char *wrong;

    if (!start(j, 0, with_key)
        || (j->aead && !late && !set_tag(j, tag, len))) {
        return "decryption does not start";
    }
    wrong = message(j, w, &r->ct);
    if (wrong != NULL) {
        return wrong;
    }
    if (j->aead && late && !set_tag(j, tag, len)) {
        return "late tag refused";
    }
    if (finish(j, w) != ok) {
        return ok ? "right tag refused" : "wrong tag accepted";
    }
    if (r->pt.given && !r->invalid && j->len > 0
        && memcmp(output(j), r->pt.data, j->len) != 0) {
        return "decryption: wrong bytes";
    }
    return ERR_peek_error() == 0 ? NULL : "left something on the error queue";
}

static const char *decrypt_tags(struct job *j, const struct way *w)
{
    const struct bytes *tag = &j->r->tag;
    uint8_t bad[16];
    size_t part;
    const char *wrong;

    wrong = decrypt(j, w, false, tag->data, tag->len, !j->r->invalid);
    if (wrong != NULL || j->r->invalid) {
        return wrong;
    }
    part = random_below((uint32_t)tag->len) + 1;
    wrong = decrypt(j, w, true, tag->data, part, true);
    if (wrong != NULL) {
        return wrong;
    }
    memcpy(bad, tag->data, part);
    bad[random_below((uint32_t)part)] ^= (uint8_t)(1u << random_below(8));
    return decrypt(j, w, false, bad, part, false);
}

static const char *both_directions(struct job *j, size_t way, bool with_key)
{
    const struct way *w = &ways[way];
    const char *wrong = NULL;

    if (j->r->pt.given) {
        wrong = encrypt(j, w, with_key);
    }
    if (wrong == NULL) {
        /* ECB has a schedule for each direction, and so wants its key. */
        wrong = j->aead ? decrypt_tags(j, w)
                        : decrypt(j, w, j->ecb || !with_key, NULL, 0, true);
    }
    return wrong;
}

/* All ways, or for most of a long file (NIST has 50,000 records) just two. */
static const char *run_ways(struct job *j)
{
    static unsigned records;
    bool all = records++ < 100 || random_below(8) == 0;
    size_t other = 1 + random_below(WAYS - 1);
    const char *wrong = both_directions(j, 0, true);

    for (size_t i = 1; i < WAYS && wrong == NULL; i++) {
        if (all || i == other) {
            wrong = both_directions(j, i, j->ecb || i % 2 == 0);
        }
    }
    return wrong;
}

/* GMAC of the default provider, told to take its AES-GCM from vgfast. */
static const char *gmac(OSSL_LIB_CTX *libctx, const struct record *r)
{
    EVP_MAC *mac = support_mac(libctx, "GMAC", "default");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    uint8_t tag[16];
    size_t taglen = 0;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string("cipher", (char *)r->alg, 0),
        OSSL_PARAM_utf8_string("properties", (char *)"provider=vgfast", 0),
        OSSL_PARAM_octet_string("iv", r->iv.data, r->iv.len),
        OSSL_PARAM_END,
    };
    bool same = EVP_MAC_init(ctx, r->key.data, r->key.len, params)
                && EVP_MAC_update(ctx, r->aad.data, r->aad.len)
                && EVP_MAC_final(ctx, tag, &taglen, sizeof(tag))
                && taglen == r->tag.len
                && memcmp(tag, r->tag.data, taglen) == 0;

    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    return same != r->invalid ? NULL : "GMAC differs";
}

/* What an IV of this length must meet with. */
static bool iv_allowed(const struct job *j)
{
    size_t len = j->r->iv.len;

    return strstr(j->r->alg, "GCM") != NULL ? len >= 1 && len <= 128
                                            : len == 12;
}

static const char *run_cipher(OSSL_LIB_CTX *libctx, const struct record *r)
{
    struct job j = {.r = r, .len = r->ct.len};
    const char *wrong = NULL;

    j.cipher = support_cipher(libctx, r->alg, "vgfast");
    j.ctx = EVP_CIPHER_CTX_new();
    j.aead = r->tag.given;
    j.ecb = strstr(r->alg, "ECB") != NULL;
    j.room = malloc(j.len + 2 * GUARD);
    if (!EVP_CipherInit_ex2(j.ctx, j.cipher, NULL, NULL, 1, NULL)) {
        wrong = "the cipher cannot be set";
    } else if (j.aead
               && (EVP_CIPHER_CTX_ctrl(j.ctx, EVP_CTRL_AEAD_SET_IVLEN,
                                       (int)r->iv.len, NULL) > 0)
                      != iv_allowed(&j)) {
        wrong = iv_allowed(&j) ? "IV length refused" : "IV length accepted";
    } else if (!j.aead || iv_allowed(&j)) {
        EVP_CIPHER_CTX_set_padding(j.ctx, 0);
        if (!r->pt.given && !start(&j, 0, true)) {
            wrong = "key refused";
        } else {
            wrong = run_ways(&j);
        }
        if (wrong == NULL && j.aead && !j.ecb && r->pt.given && j.len == 0
            && r->tag.len == 16 && strstr(r->alg, "GCM") != NULL) {
            wrong = gmac(libctx, r);
        }
    }
    ERR_clear_error();
    free(j.room);
    EVP_CIPHER_CTX_free(j.ctx);
    EVP_CIPHER_free(j.cipher);
    return wrong;
}

/* AESAVS's Monte Carlo test: a thousand encryptions, each of the last's. */
static const char *run_mct(OSSL_LIB_CTX *libctx, const struct record *r)
{
    EVP_CIPHER *cipher = support_cipher(libctx, r->alg, "vgfast");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t block[32];
    int outl;
    bool ok = EVP_EncryptInit_ex2(ctx, cipher, r->key.data, NULL, NULL) == 1
              && EVP_CIPHER_CTX_set_padding(ctx, 0);

    memcpy(block, r->pt.data, 16);
    for (int i = 0; ok && i < 1000; i++) {
        ok = EVP_EncryptUpdate(ctx, block, &outl, block, 16) && outl == 16;
    }
    for (int i = 0; ok && i < 1000; i++) {
        ok = i > 0 || memcmp(block, r->ct.data, 16) == 0;
        ok = ok && (i > 0 || EVP_DecryptInit_ex2(ctx, NULL, r->key.data, NULL,
                                                 NULL))
             && EVP_DecryptUpdate(ctx, block, &outl, block, 16) && outl == 16;
    }
    ok = ok && memcmp(block, r->pt.data, 16) == 0;
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return ok ? NULL : "Monte Carlo test differs";
}

static const char *run_poly1305(OSSL_LIB_CTX *libctx, const struct record *r)
{
    EVP_MAC *mac = support_mac(libctx, "POLY1305", "vgfast");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    const char *wrong = NULL;

    for (size_t most = 1; most <= 256 && wrong == NULL; most *= 2) {
        uint8_t tag[16];
        size_t taglen = 0;
        bool ok = EVP_MAC_init(ctx, r->key.data, r->key.len, NULL) == 1;

        for (size_t i = 0, n; ok && i < r->pt.len; i += n) {
            n = random_below((uint32_t)most) + 1;
            n = n > r->pt.len - i ? r->pt.len - i : n;
            ok = EVP_MAC_update(ctx, r->pt.data + i, n);
        }
        if (!ok || !EVP_MAC_final(ctx, tag, &taglen, sizeof(tag))
            || taglen != 16 || memcmp(tag, r->tag.data, 16) != 0) {
            wrong = "MAC differs";
        }
    }
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    return wrong;
}

static uint32_t load32(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16
           | (uint32_t)p[3] << 24;
}

/*
 * HChaCha20 (draft-irtf-cfrg-xchacha): the first and last four words of the
 * permuted state, which is what a ChaCha20 block is before the state is added
 * to it.  Those eight words of the state are known: constants and nonce.
 */
static bool hchacha20(OSSL_LIB_CTX *libctx, uint8_t subkey[32],
                      const uint8_t key[32], const uint8_t nonce[16])
{
    static const uint8_t constants[17] = "expand 32-byte k";
    EVP_CIPHER *cipher = support_cipher(libctx, "ChaCha20", "vgfast");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t block[64] = {0};
    int outl;
    bool ok = EVP_EncryptInit_ex2(ctx, cipher, key, nonce, NULL) == 1
              && EVP_EncryptUpdate(ctx, block, &outl, block, 64);

    for (size_t i = 0; i < 8; i++) {
        uint32_t w = i < 4 ? load32(block + 4 * i) - load32(constants + 4 * i)
                           : load32(block + 32 + 4 * i)
                                 - load32(nonce + 4 * (i - 4));

        for (size_t k = 0; k < 4; k++) {
            subkey[4 * i + k] = (uint8_t)(w >> 8 * k);
        }
    }
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return ok;
}

/* XChaCha20-Poly1305 by vgfast's ChaCha20 and ChaCha20-Poly1305. */
static const char *run_xchachapoly(OSSL_LIB_CTX *libctx,
                                   const struct record *r)
{
    struct record inner = *r;
    uint8_t subkey[32], nonce[12] = {0};

    if (r->iv.len != 24) {
        return r->invalid ? NULL : "a nonce of a strange length";
    }
    if (!hchacha20(libctx, subkey, r->key.data, r->iv.data)) {
        return "HChaCha20 fails";
    }
    memcpy(nonce + 4, r->iv.data + 16, 8);
    strcpy(inner.alg, "ChaCha20-Poly1305");
    inner.key.data = subkey;
    inner.iv.data = nonce;
    inner.iv.len = sizeof(nonce);
    return run_cipher(libctx, &inner);
}

const char *vectors_run(OSSL_LIB_CTX *libctx, const struct record *r)
{
    if (strcmp(r->alg, "Poly1305") == 0) {
        return run_poly1305(libctx, r);
    }
    if (strcmp(r->alg, "XChaCha20-Poly1305") == 0) {
        return run_xchachapoly(libctx, r);
    }
    return r->mct ? run_mct(libctx, r) : run_cipher(libctx, r);
}
