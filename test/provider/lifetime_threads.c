/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads and fork: fetched methods shared by eight threads, library contexts
 * that come and go side by side, and a fork in the middle of messages.
 */
#include "harness.h"
#include "message.h"
#include "support.h"

#include <check.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 8
#define ALGS 11
#define SIZE 700

static OSSL_LIB_CTX *libctx;
static EVP_CIPHER *ciphers[ALGS];
static EVP_MAC *mac;
static const uint8_t iv[16] = {1, 2, 3};
static uint8_t text[SIZE], truth[ALGS][SIZE + 16], truth_mac[16];
static int truth_len[ALGS];

static void setup(void)
{
    EVP_MAC *theirs;
    size_t len;

    libctx = support_libctx_all();
    theirs = support_mac(libctx, "POLY1305", "default");
    fill(text, sizeof(text), PATTERN_251);
    for (size_t i = 0; i < ALGS; i++) {
        EVP_CIPHER_CTX *ctx = message_ctx(libctx, "default",
                                          support_ciphers[i], iv, 1);
        int outl;

        ck_assert(EVP_CipherUpdate(ctx, truth[i], &truth_len[i], text, SIZE));
        ck_assert(EVP_CipherFinal_ex(ctx, truth[i] + truth_len[i], &outl));
        truth_len[i] += outl;
        EVP_CIPHER_CTX_free(ctx);
        ciphers[i] = support_cipher(libctx, support_ciphers[i], "vgfast");
    }
    mac = support_mac(libctx, "POLY1305", "vgfast");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(theirs);
    ck_assert(EVP_MAC_init(ctx, message_key, 32, NULL));
    ck_assert(EVP_MAC_update(ctx, text, SIZE));
    ck_assert(EVP_MAC_final(ctx, truth_mac, &len, 16));
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(theirs);
}

static void teardown(void)
{
    for (size_t i = 0; i < ALGS; i++) {
        EVP_CIPHER_free(ciphers[i]);
    }
    EVP_MAC_free(mac);
    OSSL_LIB_CTX_free(libctx);
}

/* The next number of a sequence that is this caller's own. */
static unsigned next(unsigned *seed)
{
    *seed = *seed * 1103515245 + 12345;
    return *seed >> 16;
}

/* Goes on with a message of which *done bytes are through. */
static bool go_on(EVP_CIPHER_CTX *ctx, uint8_t *out, int *outlen, int *done,
                  int until, unsigned *seed)
{
    while (*done < until) {
        int n = 1 + (int)(next(seed) % 90), outl;

        n = n > until - *done ? until - *done : n;
        if (!EVP_CipherUpdate(ctx, out + *outlen, &outl, text + *done, n)) {
            return false;
        }
        *outlen += outl;
        *done += n;
    }
    return true;
}

static bool finish(EVP_CIPHER_CTX *ctx, size_t alg, uint8_t *out, int outlen)
{
    int outl;

    return EVP_CipherFinal_ex(ctx, out + outlen, &outl)
           && outlen + outl == truth_len[alg]
           && memcmp(out, truth[alg], (size_t)truth_len[alg]) == 0;
}

/* A message from its start, on a context that may have had others. */
static bool whole_message(EVP_CIPHER_CTX *ctx, size_t alg, unsigned *seed)
{
    uint8_t out[SIZE + 16];
    int outlen = 0, done = 0;

    return EVP_CipherInit_ex2(ctx, NULL, message_key, iv, 1, NULL)
           && go_on(ctx, out, &outlen, &done, SIZE, seed)
           && finish(ctx, alg, out, outlen);
}

static bool one_cipher(size_t alg, unsigned *seed)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    bool ok = EVP_CipherInit_ex2(ctx, ciphers[alg], NULL, NULL, 1, NULL)
              && whole_message(ctx, alg, seed);

    EVP_CIPHER_CTX_free(ctx);
    return ok;
}

static bool one_mac(unsigned *seed)
{
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    uint8_t tag[16];
    size_t len, at = next(seed) % SIZE;
    bool ok = EVP_MAC_init(ctx, message_key, 32, NULL)
              && EVP_MAC_update(ctx, text, at)
              && EVP_MAC_update(ctx, text + at, SIZE - at)
              && EVP_MAC_final(ctx, tag, &len, 16)
              && memcmp(tag, truth_mac, 16) == 0;

    EVP_MAC_CTX_free(ctx);
    return ok;
}

static void *all_ciphers(void *number)
{
    unsigned seed = *(unsigned *)number + (unsigned)random_seed();

    for (unsigned round = 0; round < 20 * random_rounds(); round++) {
        for (size_t i = 0; i < ALGS; i++) {
            if (!one_cipher((i + seed) % ALGS, &seed) || !one_mac(&seed)) {
                return number;
            }
        }
    }
    return NULL;
}

static void *load_and_unload(void *number)
{
    for (int i = 0; i < 6; i++) {
        OSSL_LIB_CTX *mine = support_libctx("generic = yes\n");
        EVP_CIPHER_CTX *ctx;
        uint8_t out[SIZE];

        if (mine == NULL) {
            return number;
        }
        ctx = message_ctx(mine, "vgfast", "AES-256-CTR", iv, 1);
        if (!message_update(ctx, out, text, SIZE)
            || memcmp(out, truth[5], SIZE) != 0) {
            return number;
        }
        EVP_CIPHER_CTX_free(ctx);
        OSSL_LIB_CTX_free(mine);
    }
    return NULL;
}

static void run_threads(void *(*const work[])(void *), size_t kinds)
{
    pthread_t threads[THREADS];
    unsigned numbers[THREADS];

    for (unsigned i = 0; i < THREADS; i++) {
        numbers[i] = i;
        ck_assert_int_eq(pthread_create(&threads[i], NULL, work[i % kinds],
                                        &numbers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        void *wrong;

        ck_assert_int_eq(pthread_join(threads[i], &wrong), 0);
        ck_assert_msg(wrong == NULL, "thread %u (VGF_TEST_SEED=%#llx)", i,
                      (unsigned long long)random_seed());
    }
}

START_TEST(shared_methods)
{
    run_threads((void *(*const[])(void *)){all_ciphers}, 1);
}
END_TEST

START_TEST(load_beside_use)
{
    run_threads((void *(*const[])(void *)){all_ciphers, load_and_unload}, 2);
}
END_TEST

/* A message on each cipher, cut at _i bytes by a fork. */
START_TEST(fork_in_mid_stream)
{
    EVP_CIPHER_CTX *ctx[ALGS];
    static uint8_t out[ALGS][SIZE + 16];
    int outlen[ALGS] = {0}, done[ALGS] = {0}, status;
    unsigned seed = (unsigned)random_seed();
    bool ok = true;
    pid_t child;

    for (size_t i = 0; i < ALGS; i++) {
        ctx[i] = EVP_CIPHER_CTX_new();
        ck_assert(EVP_CipherInit_ex2(ctx[i], ciphers[i], message_key, iv, 1,
                                     NULL));
        ck_assert(go_on(ctx[i], out[i], &outlen[i], &done[i], _i, &seed));
    }
    child = fork();
    for (size_t i = 0; i < ALGS; i++) {
        ok = go_on(ctx[i], out[i], &outlen[i], &done[i], SIZE, &seed) && ok;
        ok = finish(ctx[i], i, out[i], outlen[i]) && ok;
        ok = one_cipher(i, &seed) && ok;
        EVP_CIPHER_CTX_free(ctx[i]);
    }
    if (child == 0) {
        teardown();
        _exit(ok ? 0 : 1);
    }
    ck_assert(ok);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}
END_TEST

/*
 * A child forked while the other threads are at work does work of its own.  It
 * allocates nothing: an allocator may have been forked with its locks held
 * (AddressSanitizer's is).
 */
static void *forker(void *number)
{
    EVP_CIPHER_CTX *ctx[ALGS];
    bool ok = true;

    for (size_t i = 0; i < ALGS; i++) {
        ctx[i] = EVP_CIPHER_CTX_new();
        ok = EVP_CipherInit_ex2(ctx[i], ciphers[i], NULL, NULL, 1, NULL) && ok;
    }
    for (unsigned i = 0; ok && i < 5; i++) {
        pid_t child = fork();
        unsigned seed = i;
        int status;

        for (size_t alg = 0; alg < ALGS; alg++) {
            ok = whole_message(ctx[alg], alg, &seed) && ok;
        }
        if (child == 0) {
            _exit(ok ? 0 : 1);
        }
        ok = waitpid(child, &status, 0) == child && status == 0 && ok;
    }
    for (size_t i = 0; i < ALGS; i++) {
        EVP_CIPHER_CTX_free(ctx[i]);
    }
    return ok ? NULL : number;
}

START_TEST(fork_beside_use)
{
    run_threads((void *(*const[])(void *)){all_ciphers, all_ciphers,
                                           all_ciphers, forker}, 4);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lifetime_threads");
    TCase *tc = tcase_create("threads");
    SRunner *runner = srunner_create(s);
    int failed;

    tcase_set_timeout(tc, 200);
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, shared_methods);
    tcase_add_test(tc, load_beside_use);
    tcase_add_test(tc, fork_beside_use);
    tcase_add_loop_test(tc, fork_in_mid_stream, 0, 20);
    suite_add_tcase(s, tc);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
