/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies of contexts in every state.  A script of calls is run once as it is.
 * Then, for every place in it, the context is copied there and the script
 * ended on the copy, on both in turns, and on the copy of a freed original
 * whose memory is full of junk: results and bytes must be those of the first.
 */
#include "harness.h"
#include "message.h"
#include "support.h"

#include <check.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Memory that is junk once it is freed ------------------------------- */

#define HEADER 64       /* keeps the alignment that malloc gives */

static void *junk_malloc(size_t n, const char *file, int line)
{
    uint8_t *p = n > 0 ? malloc(n + HEADER) : NULL;

    (void)file, (void)line;
    if (p == NULL) {
        return NULL;
    }
    memcpy(p, &n, sizeof(n));
    memset(p + HEADER, 0xdd, n);
    return p + HEADER;
}

static void junk_free(void *p, const char *file, int line)
{
    size_t n;

    (void)file, (void)line;
    if (p != NULL) {
        memcpy(&n, (uint8_t *)p - HEADER, sizeof(n));
        memset(p, 0xdd, n);
        free((uint8_t *)p - HEADER);
    }
}

static void *junk_realloc(void *p, size_t n, const char *file, int line)
{
    void *q = junk_malloc(n, file, line);
    size_t old;

    if (p != NULL && q != NULL) {
        memcpy(&old, (uint8_t *)p - HEADER, sizeof(old));
        memcpy(q, p, old < n ? old : n);
    }
    if (q != NULL || n == 0) {
        junk_free(p, file, line);
    }
    return q;
}

/* ---- Scripts ------------------------------------------------------------ */

enum op {
    KEY,        /* n: 1 encrypts, 0 decrypts */
    IV,
    KEEP,       /* init without key and IV */
    AAD,
    DATA,
    ENTRY,      /* data by EVP_Cipher */
    FINAL,
    GET_TAG,
    SET_TAG,
    IVLEN,
    IV_FIXED,
    IV_GEN,
    TLS_AAD,    /* n: the length in it */
    RECORD,     /* n bytes in place, as TLS 1.2 does */
    GET_IV,
    PADDING,
};

struct step {
    enum op op;
    int n;
};

static const struct step stream[] = {
    {KEY, 1}, {IV, 0}, {DATA, 5}, {DATA, 16}, {DATA, 43}, {GET_IV, 0},
    {DATA, 64}, {DATA, 100}, {FINAL, 0}, {DATA, 3}, {KEEP, 0}, {DATA, 33},
    {ENTRY, 48}, {ENTRY, 7}, {IV, 1}, {DATA, 200}, {FINAL, 0},
};

static const struct step ecb[] = {
    {KEY, 1}, {DATA, 5}, {DATA, 11}, {DATA, 40}, {FINAL, 0}, {DATA, 7},
    {FINAL, 0}, {PADDING, 0}, {KEEP, 0}, {DATA, 35}, {FINAL, 0}, {KEY, 0},
    {PADDING, 1}, {DATA, 16}, {DATA, 20}, {FINAL, 0}, {PADDING, 0}, {KEY, 0},
    {DATA, 70}, {ENTRY, 33}, {DATA, 10}, {FINAL, 0},
};

static const struct step seal[] = {
    {KEY, 1}, {IV, 0}, {AAD, 5}, {AAD, 11}, {AAD, 20}, {DATA, 5}, {DATA, 70},
    {DATA, 100}, {FINAL, 0}, {GET_TAG, 16}, {FINAL, 0}, {GET_TAG, 12},
    {IV, 1}, {DATA, 33}, {ENTRY, 64}, {ENTRY, 3}, {FINAL, 0}, {GET_TAG, 16},
    {KEEP, 0}, {DATA, 9},
};

static const struct step open[] = {
    {KEY, 0}, {SET_TAG, 12}, {IV, 0}, {AAD, 21}, {DATA, 5}, {DATA, 150},
    {FINAL, 0}, {SET_TAG, 16}, {FINAL, 0}, {IV, 1}, {DATA, 9}, {FINAL, 0},
};

static const struct step gcm_iv[] = {
    {IVLEN, 16}, {KEY, 1}, {IV, 0}, {DATA, 20}, {FINAL, 0}, {IVLEN, 7},
    {DATA, 1}, {IV, 1}, {AAD, 3}, {GET_IV, 0}, {DATA, 17}, {FINAL, 0},
    {GET_TAG, 16},
};

static const struct step gcm_ssh[] = {
    {IV_FIXED, -1}, {KEY, 1}, {IV_GEN, 1}, {ENTRY, 20}, {FINAL, 0},
    {GET_TAG, 16}, {IV_GEN, 8}, {AAD, 4}, {ENTRY, 33}, {FINAL, 0},
    {GET_TAG, 16}, {GET_IV, 0},
};

static const struct step gcm_tls[] = {
    {KEY, 1}, {IV_FIXED, -1}, {TLS_AAD, 58}, {RECORD, 74}, {GET_TAG, 16},
    {TLS_AAD, 8}, {RECORD, 24}, {TLS_AAD, 108}, {RECORD, 100}, {DATA, 4},
    {TLS_AAD, 108}, {RECORD, 124}, {IV, 1}, {DATA, 20}, {FINAL, 0},
};

static const struct step chachapoly_tls[] = {
    {KEY, 1}, {IV, 0}, {TLS_AAD, 50}, {RECORD, 66}, {GET_TAG, 16},
    {TLS_AAD, 0}, {RECORD, 16}, {TLS_AAD, 108}, {RECORD, 124}, {IV, 1},
    {DATA, 20}, {FINAL, 0}, {GET_TAG, 16},
};

#define SCRIPT(s) s, COUNT(s)

static const struct script {
    const char *name;
    const struct step *steps;
    size_t count;
    const char *algs;       /* those whose names have this in them */
} scripts[] = {
    {"stream", SCRIPT(stream), "CTR"},
    {"stream", SCRIPT(stream), "ChaCha20"},
    {"ecb", SCRIPT(ecb), "ECB"},
    {"seal", SCRIPT(seal), "GCM"},
    {"seal", SCRIPT(seal), "ChaCha20-Poly1305"},
    {"open", SCRIPT(open), "GCM"},
    {"open", SCRIPT(open), "ChaCha20-Poly1305"},
    {"gcm_iv", SCRIPT(gcm_iv), "GCM"},
    {"gcm_ssh", SCRIPT(gcm_ssh), "GCM"},
    {"gcm_tls", SCRIPT(gcm_tls), "GCM"},
    {"chachapoly_tls", SCRIPT(chachapoly_tls), "ChaCha20-Poly1305"},
};

static OSSL_LIB_CTX *libctx;
static uint8_t text[256];

/* Takes one step; what it gives is put at the end of the log. */
#define ENTRY_SIZE 308      /* return value, length, 300 bytes of output */

struct log {
    uint8_t bytes[24 * ENTRY_SIZE];
    size_t used;
};

static void step(EVP_CIPHER_CTX *ctx, const struct step *s, struct log *log)
{
    uint8_t out[300], iv[16];
    int ret = 1, outl = 0;

    memset(out, 0, sizeof(out));
    memset(iv, s->n + 1, sizeof(iv));
    switch (s->op) {
    case KEY:
        ret = EVP_CipherInit_ex2(ctx, NULL, message_key, NULL, s->n, NULL);
        break;
    case IV:
        ret = EVP_CipherInit_ex2(ctx, NULL, NULL, iv, -1, NULL);
        break;
    case KEEP:
        ret = EVP_CipherInit_ex2(ctx, NULL, NULL, NULL, -1, NULL);
        break;
    case AAD:
        ret = EVP_CipherUpdate(ctx, NULL, &outl, text, s->n);
        break;
    case DATA:
        ret = EVP_CipherUpdate(ctx, out, &outl, text, s->n);
        break;
    case ENTRY:
        outl = EVP_Cipher(ctx, out, text, (unsigned)s->n);
        break;
    case FINAL:
        ret = EVP_CipherFinal_ex(ctx, out, &outl);
        break;
    case GET_TAG:
        ret = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, s->n, out);
        break;
    case SET_TAG:
        ret = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, s->n, text);
        break;
    case IVLEN:
        ret = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, s->n, NULL);
        break;
    case IV_FIXED:
        ret = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, s->n, text);
        break;
    case IV_GEN:
        ret = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_IV_GEN, s->n, out);
        break;
    case TLS_AAD:
        memcpy(out, text, 11);
        out[11] = (uint8_t)(s->n >> 8);
        out[12] = (uint8_t)s->n;
        ret = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13, out);
        break;
    case RECORD:
        memcpy(out, text, (size_t)s->n);
        ret = EVP_CipherUpdate(ctx, out, &outl, out, s->n);
        break;
    case GET_IV:
        ret = EVP_CIPHER_CTX_get_updated_iv(ctx, out, 16);
        break;
    case PADDING:
        ret = EVP_CIPHER_CTX_set_padding(ctx, s->n);
        break;
    }
    if (ret <= 0) {
        outl = -1;          /* what a failed call leaves is anybody's guess */
        memset(out, 0, sizeof(out));
    }
    ck_assert_uint_le(log->used + ENTRY_SIZE, sizeof(log->bytes));
    memcpy(log->bytes + log->used, &ret, 4);
    memcpy(log->bytes + log->used + 4, &outl, 4);
    memcpy(log->bytes + log->used + 8, out, 300);
    log->used += ENTRY_SIZE;
}

static EVP_CIPHER_CTX *start(const char *alg, const char *provider)
{
    EVP_CIPHER *cipher = support_cipher(libctx, alg, provider);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    ck_assert(EVP_CipherInit_ex2(ctx, cipher, NULL, NULL, 1, NULL));
    EVP_CIPHER_free(cipher);
    return ctx;
}

static void expect(const struct script *sc, const char *alg, size_t at,
                   const char *who, const struct log *got,
                   const struct log *want)
{
    ck_assert_uint_eq(got->used, want->used);
    for (size_t i = 0; i < got->used; i += ENTRY_SIZE) {
        ck_assert_msg(memcmp(got->bytes + i, want->bytes + i,
                             ENTRY_SIZE) == 0,
                      "%s, script %s, copied before step %zu: %s differs at "
                      "step %zu", alg, sc->name, at, who, i / ENTRY_SIZE);
    }
}

static void copy_at(const struct script *sc, const char *alg, size_t at,
                    const struct log *want)
{
    static struct log mine, copys, orphans;
    EVP_CIPHER_CTX *ctx = start(alg, "vgfast");
    EVP_CIPHER_CTX *gone = EVP_CIPHER_CTX_new();
    EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();
    EVP_CIPHER_CTX *orphan = EVP_CIPHER_CTX_new();

    mine.used = 0;
    for (size_t i = 0; i < at; i++) {
        step(ctx, &sc->steps[i], &mine);
    }
    copys = orphans = mine;
    ck_assert(EVP_CIPHER_CTX_copy(copy, ctx));
    ck_assert(EVP_CIPHER_CTX_copy(gone, ctx));
    ck_assert(EVP_CIPHER_CTX_copy(orphan, gone));
    EVP_CIPHER_CTX_free(gone);
    for (size_t i = at; i < sc->count; i++) {
        step(ctx, &sc->steps[i], &mine);
        step(copy, &sc->steps[i], &copys);
    }
    EVP_CIPHER_CTX_free(ctx);
    for (size_t i = at; i < sc->count; i++) {
        step(orphan, &sc->steps[i], &orphans);
    }
    expect(sc, alg, at, "the original", &mine, want);
    expect(sc, alg, at, "the copy", &copys, want);
    expect(sc, alg, at, "the copy of a freed one", &orphans, want);
    EVP_CIPHER_CTX_free(copy);
    EVP_CIPHER_CTX_free(orphan);
}

START_TEST(every_state)
{
    const struct script *sc = &scripts[_i];
    static struct log want;

    for (size_t a = 0; support_ciphers[a] != NULL; a++) {
        const char *alg = support_ciphers[a];
        EVP_CIPHER_CTX *ctx;

        if (strstr(alg, sc->algs) == NULL
            || (sc->steps == stream && strstr(alg, "Poly") != NULL)) {
            continue;
        }
        ctx = start(alg, "vgfast");
        want.used = 0;
        for (size_t i = 0; i < sc->count; i++) {
            step(ctx, &sc->steps[i], &want);
        }
        EVP_CIPHER_CTX_free(ctx);
        for (size_t at = 0; at <= sc->count; at++) {
            copy_at(sc, alg, at, &want);
        }
    }
}
END_TEST

/* ---- Poly1305 ----------------------------------------------------------- */

/* Ends a message of which text[0..at) is through. */
static void finish_mac(EVP_MAC_CTX *ctx, size_t at, uint8_t tag[16])
{
    size_t len = 0;

    ck_assert(EVP_MAC_update(ctx, text + at, 100 - at));
    ck_assert(EVP_MAC_final(ctx, tag, &len, 16));
    ck_assert_uint_eq(len, 16);
}

START_TEST(poly1305)
{
    EVP_MAC *mac = support_mac(libctx, "POLY1305", "vgfast");
    uint8_t want[16], tag[3][16];
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac), *copy, *gone;
    size_t len;

    ck_assert(EVP_MAC_init(ctx, message_key, 32, NULL));
    finish_mac(ctx, 0, want);
    copy = EVP_MAC_CTX_dup(ctx);                    /* after its end */
    ck_assert_ptr_nonnull(copy);
    ck_assert(!EVP_MAC_final(copy, tag[0], &len, 16));
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_CTX_free(copy);

    ctx = EVP_MAC_CTX_new(mac);
    copy = EVP_MAC_CTX_dup(ctx);                    /* fresh */
    ck_assert_ptr_nonnull(copy);
    ck_assert(EVP_MAC_init(copy, message_key, 32, NULL));
    finish_mac(copy, 0, tag[0]);
    ck_assert_mem_eq(tag[0], want, 16);
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_CTX_free(copy);

    for (size_t at = 0; at <= 100; at++) {
        ctx = EVP_MAC_CTX_new(mac);
        ck_assert(EVP_MAC_init(ctx, message_key, 32, NULL));
        ck_assert(EVP_MAC_update(ctx, text, at));
        gone = EVP_MAC_CTX_dup(ctx);
        copy = EVP_MAC_CTX_dup(gone);
        ck_assert_ptr_nonnull(copy);
        EVP_MAC_CTX_free(gone);
        finish_mac(ctx, at, tag[0]);
        EVP_MAC_CTX_free(ctx);
        finish_mac(copy, at, tag[1]);
        EVP_MAC_CTX_free(copy);
        ck_assert_mem_eq(tag[0], want, 16);
        ck_assert_mem_eq(tag[1], want, 16);
    }
    EVP_MAC_free(mac);
}
END_TEST

static void setup(void)
{
    libctx = support_libctx_all();
    fill(text, sizeof(text), PATTERN_251);
}

static void teardown(void)
{
    OSSL_LIB_CTX_free(libctx);
}

int main(void)
{
    Suite *s = suite_create("lifetime_copy");
    TCase *tc = tcase_create("copy");
    SRunner *runner;
    int failed;

    if (!CRYPTO_set_mem_functions(junk_malloc, junk_realloc, junk_free)) {
        fprintf(stderr, "libcrypto has allocated memory already\n");
        return EXIT_FAILURE;
    }
    tcase_set_timeout(tc, 120);
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, every_state, 0, (int)COUNT(scripts));
    tcase_add_test(tc, poly1305);
    suite_add_tcase(s, tc);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
