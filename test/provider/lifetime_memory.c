/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory, watched through CRYPTO_set_mem_functions: no message allocates
 * anything once its context is set up, all that was allocated is freed, and no
 * key is found in what is freed.  (scripts/check-module shows that the module
 * has no other source of memory.)
 */
#include "harness.h"
#include "message.h"
#include "support.h"

#include <check.h>
#include <openssl/conf.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned calls;      /* of malloc and realloc */
static long blocks;         /* allocated now */

/* Blocks freed with this in them are counted. */
static uint8_t secret[32];
static bool watch_secret;
static unsigned leaks;

#define HEADER 64

/* Half of it would be bad enough. */
static bool holds_secret(const uint8_t *p, size_t n)
{
    for (size_t i = 0; i + 16 <= n; i++) {
        if (memcmp(p + i, secret, 16) == 0
            || memcmp(p + i, secret + 16, 16) == 0) {
            return true;
        }
    }
    return false;
}

static void *count_malloc(size_t n, const char *file, int line)
{
    uint8_t *p = n > 0 ? malloc(n + HEADER) : NULL;

    (void)file, (void)line;
    if (p == NULL) {
        return NULL;
    }
    calls++;
    blocks++;
    memcpy(p, &n, sizeof(n));
    return p + HEADER;
}

static void count_free(void *p, const char *file, int line)
{
    size_t n;

    (void)file, (void)line;
    if (p != NULL) {
        memcpy(&n, (uint8_t *)p - HEADER, sizeof(n));
        if (watch_secret && holds_secret(p, n)) {
            leaks++;
        }
        blocks--;
        free((uint8_t *)p - HEADER);
    }
}

static void *count_realloc(void *p, size_t n, const char *file, int line)
{
    void *q = count_malloc(n, file, line);
    size_t old;

    if (p != NULL && q != NULL) {
        memcpy(&old, (uint8_t *)p - HEADER, sizeof(old));
        memcpy(q, p, old < n ? old : n);
    }
    if (q != NULL || n == 0) {
        count_free(p, file, line);
    }
    return q;
}

/* ---- What programs do with a context ------------------------------------ */

/* Messages of several lengths with all the calls that belong to one. */
static void messages(EVP_CIPHER_CTX *ctx, const uint8_t key[32])
{
    const EVP_CIPHER *cipher = EVP_CIPHER_CTX_get0_cipher(ctx);
    bool aead = EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_AEAD_CIPHER;
    bool ecb = EVP_CIPHER_CTX_get_mode(ctx) == EVP_CIPH_ECB_MODE;
    uint8_t iv[16] = {1}, in[300] = {0}, out[320], tag[16];
    int outl;

    EVP_CIPHER_CTX_set_padding(ctx, 0);

    ERR_clear_error();      /* a thread's error queue is made once */
    for (int len = 16; len <= 300; len += ecb ? 16 : 23) {
        for (int encrypt = 0; encrypt < 2; encrypt++) {
            bool rekey = len % 2 == 0;

            ck_assert(EVP_CipherInit_ex2(ctx, NULL, rekey ? key : NULL, iv,
                                         encrypt, NULL));
            if (aead && !encrypt) {
                EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16, tag);
            }
            if (aead) {
                ck_assert(EVP_CipherUpdate(ctx, NULL, &outl, in, 13));
            }
            ck_assert(EVP_CipherUpdate(ctx, out, &outl, in, len));
            ck_assert_int_ge(EVP_Cipher(ctx, out, in, 32), 0);
            if (!aead || encrypt) {
                EVP_CipherFinal_ex(ctx, out, &outl);
            }
            if (aead && encrypt) {
                ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(
                    ctx, EVP_CTRL_AEAD_GET_TAG, 16, tag), 1);
            }
        }
    }
}

/* TLS 1.2 records one way, ten of them. */
static void records(EVP_CIPHER_CTX *ctx)
{
    uint8_t record[100] = {0}, aad[13] = {0}, iv[12] = {1};

    if (EVP_CIPHER_CTX_get_mode(ctx) == EVP_CIPH_GCM_MODE) {
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED,
                                             4, iv), 1);
    } else {
        ck_assert(EVP_CipherInit_ex2(ctx, NULL, NULL, iv, 1, NULL));
    }
    aad[12] = 84;
    for (int i = 0; i < 10; i++) {
        int outl;

        aad[7] = (uint8_t)i;
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13,
                                             aad), 16);
        ck_assert(EVP_CipherUpdate(ctx, record, &outl, record, 100));
    }
}

static EVP_CIPHER_CTX *keyed(OSSL_LIB_CTX *libctx, const char *alg,
                             const uint8_t key[32], int encrypt)
{
    EVP_CIPHER *cipher = support_cipher(libctx, alg, "vgfast");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t iv[16] = {1};

    ck_assert(EVP_CipherInit_ex2(ctx, cipher, key, iv, encrypt, NULL));
    EVP_CIPHER_free(cipher);
    return ctx;
}

START_TEST(messages_allocate_nothing)
{
    OSSL_LIB_CTX *libctx = support_libctx_all();
    const char *alg = support_ciphers[_i];
    bool aead = strstr(alg, "GCM") != NULL || strstr(alg, "Poly") != NULL;
    EVP_CIPHER_CTX *ctx = keyed(libctx, alg, message_key, 1);
    unsigned before;

    messages(ctx, message_key);
    before = calls;
    messages(ctx, message_key);
    ck_assert_msg(calls == before, "%s: %u allocations", alg, calls - before);
    EVP_CIPHER_CTX_free(ctx);
    if (aead) {
        ctx = keyed(libctx, alg, message_key, 1);
        before = calls;
        records(ctx);
        ck_assert_msg(calls == before, "%s: %u allocations by records", alg,
                      calls - before);
        EVP_CIPHER_CTX_free(ctx);
    }
    OSSL_LIB_CTX_free(libctx);
}
END_TEST

START_TEST(macs_allocate_nothing)
{
    OSSL_LIB_CTX *libctx = support_libctx_all();
    EVP_MAC *mac = support_mac(libctx, "POLY1305", "vgfast");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    uint8_t tag[16];
    size_t len;
    unsigned before = calls;

    for (size_t n = 0; n < 100; n++) {
        ck_assert(EVP_MAC_init(ctx, message_key, 32, NULL));
        ck_assert(EVP_MAC_update(ctx, message_key, n % 32));
        ck_assert(EVP_MAC_final(ctx, tag, &len, 16));
    }
    ck_assert_uint_eq(calls, before);
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    OSSL_LIB_CTX_free(libctx);
}
END_TEST

/* Everything that a program does, failures too, from load to unload. */
static void life(const uint8_t key[32])
{
    OSSL_LIB_CTX *libctx = support_libctx_all();
    EVP_MAC *mac = support_mac(libctx, "POLY1305", "vgfast");
    EVP_MAC_CTX *mac_ctx = EVP_MAC_CTX_new(mac), *mac_copy;
    char errors[200];

    for (size_t i = 0; support_ciphers[i] != NULL; i++) {
        const char *alg = support_ciphers[i];
        EVP_CIPHER_CTX *ctx = keyed(libctx, alg, key, 1);
        EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();
        size_t bad = 5;
        OSSL_PARAM params[] = {OSSL_PARAM_size_t("ivlen", &bad),
                               OSSL_PARAM_size_t("keylen", &bad),
                               OSSL_PARAM_END};

        messages(ctx, key);
        ck_assert(EVP_CIPHER_CTX_copy(copy, ctx));
        messages(copy, key);
        EVP_CIPHER_CTX_set_params(copy, params);
        EVP_CIPHER_CTX_free(copy);
        EVP_CIPHER_CTX_free(ctx);
        if (strstr(alg, "GCM") != NULL || strstr(alg, "Poly") != NULL) {
            ctx = keyed(libctx, alg, key, 1);
            records(ctx);
            EVP_CIPHER_CTX_free(ctx);
        }
    }
    ck_assert(EVP_MAC_init(mac_ctx, key, 32, NULL));
    ck_assert(EVP_MAC_update(mac_ctx, key, 0));
    ck_assert(EVP_MAC_init(mac_ctx, key, 32, NULL));
    mac_copy = EVP_MAC_CTX_dup(mac_ctx);
    EVP_MAC_CTX_free(mac_copy);
    EVP_MAC_CTX_free(mac_ctx);
    EVP_MAC_free(mac);
    OSSL_LIB_CTX_free(libctx);

    /* A load that is refused. */
    ck_assert_ptr_null(support_libctx("generic = perhaps\n"));
    support_errors(errors, sizeof(errors));

    /* libcrypto's own lists of configurations and errors. */
    CONF_modules_unload(0);
    OPENSSL_thread_stop();
}

START_TEST(all_is_freed)
{
    long before;

    life(message_key);          /* libcrypto keeps some things for ever */
    before = blocks;
    life(message_key);
    ck_assert_msg(blocks == before, "%ld blocks not freed", blocks - before);
}
END_TEST

START_TEST(keys_are_wiped)
{
    random_begin();
    fill(secret, sizeof(secret), PATTERN_RANDOM);
    watch_secret = true;
    life(secret);
    watch_secret = false;
    ck_assert_msg(leaks == 0, "%u blocks freed with a key in them", leaks);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lifetime_memory");
    TCase *tc = tcase_create("memory");
    SRunner *runner;
    int failed;

    if (!CRYPTO_set_mem_functions(count_malloc, count_realloc, count_free)) {
        fprintf(stderr, "libcrypto has allocated memory already\n");
        return EXIT_FAILURE;
    }
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, messages_allocate_nothing, 0, 11);
    tcase_add_test(tc, macs_allocate_nothing);
    tcase_add_test(tc, all_is_freed);
    tcase_add_test(tc, keys_are_wiped);
    suite_add_tcase(s, tc);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
