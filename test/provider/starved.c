/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every allocation fails in turn, alone and with all that come after it: while
 * vgfast is loaded, and in the life of a context.  What was asked for is then
 * refused, or done and right; what vgfast had allocated is freed; afterwards
 * everything works.
 */
#include "harness.h"
#include "message.h"
#include "support.h"

#include <check.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>

static bool armed, for_good;
static unsigned long calls, failing;
static long ours;           /* blocks of vgfast's that are not freed */

#define HEADER 64

static bool fails(void)
{
    if (!armed) {
        return false;
    }
    calls++;
    return for_good ? calls >= failing : calls == failing;
}

/* vgfast's sources come without a folder, libcrypto's with one. */
static bool is_ours(const char *file)
{
    return file != NULL && (strcmp(file, "core.c") == 0
                            || strcmp(file, "provider.c") == 0);
}

static void *scarce_malloc(size_t n, const char *file, int line)
{
    uint8_t *p;

    (void)line;
    if (n == 0 || fails() || (p = malloc(n + HEADER)) == NULL) {
        return NULL;
    }
    memcpy(p, &n, sizeof(n));
    p[sizeof(n)] = is_ours(file);
    ours += is_ours(file);
    return p + HEADER;
}

static void scarce_free(void *p, const char *file, int line)
{
    uint8_t *block = p;

    (void)file, (void)line;
    if (block != NULL) {
        ours -= block[sizeof(size_t) - HEADER];
        free(block - HEADER);
    }
}

static void *scarce_realloc(void *p, size_t n, const char *file, int line)
{
    size_t old;
    void *new;

    if (p == NULL || n == 0) {
        scarce_free(p, file, line);
        return scarce_malloc(n, file, line);
    }
    memcpy(&old, (uint8_t *)p - HEADER, sizeof(old));
    new = scarce_malloc(n, file, line);
    if (new != NULL) {
        memcpy(new, p, old < n ? old : n);
        scarce_free(p, file, line);
    }
    return new;
}

/* ---- What is done ------------------------------------------------------ */

static const uint8_t iv[16] = {7}, text[100] = {1, 2, 3};
static EVP_CIPHER *cipher;
static EVP_MAC *mac;
static uint8_t truth[2][132];

/* A message, copied in its middle and finished twice.  False if something was
 * refused; what was not is in out. */
static bool message(uint8_t out[2][132])
{
    EVP_CIPHER_CTX *ctx[2] = {EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_new()};
    bool aead = EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_AEAD_CIPHER;
    int n, len;
    bool ok = ctx[0] != NULL && ctx[1] != NULL
              && EVP_EncryptInit_ex2(ctx[0], cipher, message_key, iv, NULL)
              && EVP_EncryptUpdate(ctx[0], out[0], &len, text, 37)
              && EVP_CIPHER_CTX_copy(ctx[1], ctx[0]);

    memcpy(out[1], out[0], 37);
    for (int i = 0; ok && i < 2; i++) {
        ok = EVP_EncryptUpdate(ctx[i], out[i] + len, &n, text + 37, 63)
             && EVP_EncryptFinal_ex(ctx[i], out[i] + len + n, &n)
             && (!aead || EVP_CIPHER_CTX_ctrl(ctx[i], EVP_CTRL_AEAD_GET_TAG,
                                              16, out[i] + 116) == 1);
    }
    EVP_CIPHER_CTX_free(ctx[0]);
    EVP_CIPHER_CTX_free(ctx[1]);
    return ok;
}

static bool one_mac(uint8_t out[2][132])
{
    EVP_MAC_CTX *ctx[2] = {EVP_MAC_CTX_new(mac), NULL};
    size_t len;
    bool ok = ctx[0] != NULL && EVP_MAC_init(ctx[0], message_key, 32, NULL)
              && EVP_MAC_update(ctx[0], text, 37)
              && (ctx[1] = EVP_MAC_CTX_dup(ctx[0])) != NULL;

    for (int i = 0; ok && i < 2; i++) {
        ok = EVP_MAC_update(ctx[i], text + 37, 63)
             && EVP_MAC_final(ctx[i], out[i], &len, 16);
    }
    EVP_MAC_CTX_free(ctx[0]);
    EVP_MAC_CTX_free(ctx[1]);
    return ok;
}

/* A library context of which only the load of vgfast is starved. */
static bool load(uint8_t out[2][132])
{
    bool was_armed = armed;
    OSSL_LIB_CTX *libctx;
    OSSL_PROVIDER *provider;

    (void)out;
    armed = false;
    libctx = OSSL_LIB_CTX_new();
    ck_assert(libctx != NULL);
    ck_assert(support_configure(libctx, "generic = yes\n"));
    armed = was_armed;
    provider = OSSL_PROVIDER_load(libctx, "vgfast");
    armed = false;
    if (provider != NULL) {
        OSSL_PROVIDER_unload(provider);
    }
    OSSL_LIB_CTX_free(libctx);
    return provider != NULL;
}

/* ---- In turn ----------------------------------------------------------- */

static void starve(bool (*work)(uint8_t out[2][132]))
{
    uint8_t out[2][132] = {{0}};
    long before;
    unsigned refused = 0;

    armed = false;
    memset(truth, 0, sizeof(truth));
    ck_assert(work(truth));
    before = ours;
    for (int way = 0; way < 2; way++) {
        for (failing = 1;; failing++) {
            bool ok;

            memset(out, 0, sizeof(out));
            calls = 0;
            for_good = way == 1;
            armed = true;
            ok = work(out);
            armed = false;
            ck_assert_msg(ours == before, "%ld blocks kept, failing at %lu",
                          ours - before, failing);
            ck_assert_msg(!ok || memcmp(out, truth, sizeof(out)) == 0,
                          "wrong bytes, failing at %lu", failing);
            refused += !ok;
            ERR_clear_error();
            if (calls < failing) {
                ck_assert(ok);
                break;
            }
        }
    }
    /* or this tests nothing */
    ck_assert_uint_gt(refused, 2);
    ck_assert(work(out));
}

START_TEST(loads)
{
    starve(load);
}
END_TEST

START_TEST(ciphers)
{
    OSSL_LIB_CTX *libctx = support_libctx_all();

    cipher = support_cipher(libctx, support_ciphers[_i], "vgfast");
    if (EVP_CIPHER_get_mode(cipher) != EVP_CIPH_ECB_MODE) {
        starve(message);
    }
    EVP_CIPHER_free(cipher);
    OSSL_LIB_CTX_free(libctx);
    ck_assert_int_eq(ours, 0);
}
END_TEST

START_TEST(macs)
{
    OSSL_LIB_CTX *libctx = support_libctx_all();

    mac = support_mac(libctx, "POLY1305", "vgfast");
    starve(one_mac);
    EVP_MAC_free(mac);
    OSSL_LIB_CTX_free(libctx);
    ck_assert_int_eq(ours, 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("starved");
    TCase *tc = tcase_create("starved");
    SRunner *runner;
    int failed;

    if (!CRYPTO_set_mem_functions(scarce_malloc, scarce_realloc,
                                  scarce_free)) {
        fprintf(stderr, "libcrypto has allocated memory already\n");
        return EXIT_FAILURE;
    }
    tcase_set_timeout(tc, 200);
    tcase_add_test(tc, loads);
    tcase_add_loop_test(tc, ciphers, 0, 11);
    tcase_add_test(tc, macs);
    suite_add_tcase(s, tc);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
