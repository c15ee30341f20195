/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vgfast preferred by default properties, as an administrator may set it for
 * everything.  OpenSSL 3.0 to 3.4 then take the AES of their own random
 * generator from vgfast, whose GCM in turn wants random IVs: no deadlock, no
 * recursion, no repetition, and nothing wrong at the end.
 */
#include "harness.h"
#include "message.h"
#include "support.h"

#include <check.h>
#include <openssl/crypto.h>
#include <openssl/provider.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 8
#define DRAWS 200

static OSSL_LIB_CTX *libctx;

static void setup(void)
{
    libctx = support_libctx_all();
    ck_assert(EVP_set_default_properties(libctx, "?provider=vgfast"));
}

static void teardown(void)
{
    OSSL_LIB_CTX_free(libctx);
}

/* GCM that draws its own IV; iv is that. */
static bool auto_iv(uint8_t iv[12])
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(libctx, "AES-256-GCM", NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t out[32];
    bool ok = EVP_EncryptInit_ex2(ctx, cipher, message_key, NULL, NULL)
              && message_update(ctx, out, message_key, 32)
              && EVP_CIPHER_CTX_get_original_iv(ctx, iv, 12);

    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return ok;
}

struct draws {
    uint64_t numbers[DRAWS][2];
    bool ok;
};

static void draw(struct draws *d)
{
    d->ok = true;
    for (int i = 0; i < DRAWS; i++) {
        if (i % 4 == 3) {
            uint8_t iv[16] = {0};

            d->ok = auto_iv(iv) && d->ok;
            memcpy(d->numbers[i], iv, 12);
        } else {
            d->ok = RAND_bytes_ex(libctx, (uint8_t *)d->numbers[i], 16, 0) == 1
                    && d->ok;
        }
    }
}

static void *draw_thread(void *d)
{
    draw(d);
    return NULL;
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, 16);
}

static void check_distinct(struct draws *d, size_t count)
{
    uint64_t (*all)[2] = calloc(count * DRAWS, 16);

    for (size_t i = 0; i < count; i++) {
        ck_assert(d[i].ok);
        memcpy(all + i * DRAWS, d[i].numbers, sizeof(d[i].numbers));
    }
    qsort(all, count * DRAWS, 16, compare);
    for (size_t i = 1; i < count * DRAWS; i++) {
        ck_assert_msg(compare(all[i], all[i - 1]) != 0,
                      "the same random number twice");
    }
    free(all);
}

START_TEST(threads_draw)
{
    static struct draws d[THREADS];
    pthread_t threads[THREADS];

    for (size_t i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, draw_thread, &d[i]),
                         0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    }
    check_distinct(d, THREADS);
}
END_TEST

START_TEST(fork_draws)
{
    static struct draws d[3];
    int status, pipes[2];
    pid_t child;

    draw(&d[0]);
    ck_assert_int_eq(pipe(pipes), 0);
    child = fork();
    draw(&d[1]);
    if (child == 0) {
        const uint8_t *p = (const uint8_t *)&d[1];

        for (size_t n, left = sizeof(d[1]); left > 0; left -= n, p += n) {
            n = (size_t)write(pipes[1], p, left);
        }
        teardown();
        _exit(0);
    }
    for (size_t n, have = 0; have < sizeof(d[2]); have += n) {
        ssize_t got = read(pipes[0], (uint8_t *)&d[2] + have,
                           sizeof(d[2]) - have);

        ck_assert_int_gt(got, 0);
        n = (size_t)got;
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    check_distinct(d, 3);
}
END_TEST

/* The generator keeps its AES when vgfast is taken away under it. */
START_TEST(unload_under_generator)
{
    OSSL_LIB_CTX *mine = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *p;
    uint8_t bytes[64];

    ck_assert(support_configure(mine, "generic = yes\n"));
    ck_assert(EVP_set_default_properties(mine, "?provider=vgfast"));
    p = OSSL_PROVIDER_load(mine, "vgfast");
    ck_assert_ptr_nonnull(p);
    ck_assert_int_eq(RAND_bytes_ex(mine, bytes, sizeof(bytes), 0), 1);
    ck_assert(OSSL_PROVIDER_unload(p));
    ck_assert_int_eq(RAND_bytes_ex(mine, bytes, sizeof(bytes), 0), 1);
    ck_assert_int_eq(RAND_priv_bytes_ex(mine, bytes, sizeof(bytes), 0), 1);
    OSSL_LIB_CTX_free(mine);
}
END_TEST

/* The same for the process's own generator, alive to the very end. */
START_TEST(exit_with_generator)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        uint8_t bytes[64];

        exit(support_configure(NULL, "activate = 1\ngeneric = yes\n")
                     && EVP_set_default_properties(NULL, "?provider=vgfast")
                     && RAND_bytes(bytes, sizeof(bytes)) == 1
                     && RAND_priv_bytes(bytes, sizeof(bytes)) == 1
                 ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lifetime_drbg");
    TCase *tc = tcase_create("drbg");
    SRunner *runner = srunner_create(s);
    int failed;

    tcase_set_timeout(tc, 120);
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, threads_draw);
    tcase_add_test(tc, fork_draws);
    tcase_add_test(tc, unload_under_generator);
    tcase_add_test(tc, exit_with_generator);
    suite_add_tcase(s, tc);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
