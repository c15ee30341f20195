/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loading and unloading: often, twice, with contexts alive, at the end of the
 * process, and what is left of the module afterwards.
 */
#include "harness.h"
#include "message.h"
#include "support.h"

#include <check.h>
#include <openssl/crypto.h>
#include <openssl/provider.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const uint8_t iv[16] = {1, 2, 3};
static const uint8_t text[100] = "some text";

/* Whether vgfast.so is part of this process. */
static bool mapped(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4096];
    bool found = false;

    ck_assert_ptr_nonnull(maps);
    while (fgets(line, sizeof(line), maps) != NULL) {
        found = found || strstr(line, "/vgfast.so") != NULL;
    }
    fclose(maps);
    return found;
}

/* The first half of a message under way on each cipher; half() ends them. */
struct running {
    EVP_CIPHER_CTX *ctx[12];
    uint8_t out[12][128];
    int n[12];
};

static void begin(OSSL_LIB_CTX *libctx, struct running *r)
{
    for (size_t i = 0; support_ciphers[i] != NULL; i++) {
        r->ctx[i] = message_ctx(libctx, "vgfast", support_ciphers[i], iv, 1);
        ck_assert(EVP_CipherUpdate(r->ctx[i], r->out[i], &r->n[i], text, 41));
    }
}

static void end(struct running *r)
{
    for (size_t i = 0; support_ciphers[i] != NULL; i++) {
        EVP_CIPHER_CTX *theirs = message_ctx(NULL, "default",
                                             support_ciphers[i], iv, 1);
        uint8_t truth[128];
        int n, outl;

        ck_assert(EVP_CipherUpdate(theirs, truth, &n, text, 100));
        ck_assert(EVP_CipherFinal_ex(theirs, truth + n, &outl));
        n += outl;
        ck_assert(EVP_CipherUpdate(r->ctx[i], r->out[i] + r->n[i], &outl,
                                   text + 41, 59));
        r->n[i] += outl;
        ck_assert(EVP_CipherFinal_ex(r->ctx[i], r->out[i] + r->n[i], &outl));
        ck_assert_int_eq(r->n[i] + outl, n);
        ck_assert_mem_eq(r->out[i], truth, (size_t)n);
        EVP_CIPHER_CTX_free(r->ctx[i]);
        EVP_CIPHER_CTX_free(theirs);
    }
}

START_TEST(load_and_unload)
{
    struct sigaction before, after;

    sigaction(SIGILL, NULL, &before);
    for (int i = 0; i < 20; i++) {
        OSSL_LIB_CTX *libctx = support_libctx_all();
        struct running r;

        ck_assert(mapped());
        begin(libctx, &r);
        end(&r);
        OSSL_LIB_CTX_free(libctx);
        ck_assert_msg(!mapped(), "vgfast.so stays in the process");
    }
    sigaction(SIGILL, NULL, &after);
    ck_assert(before.sa_handler == after.sa_handler);
}
END_TEST

START_TEST(load_twice)
{
    OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *first, *second, *theirs;
    struct running r;

    ck_assert(support_configure(libctx, "generic = yes\n"));
    theirs = OSSL_PROVIDER_load(libctx, "default");
    first = OSSL_PROVIDER_load(libctx, "vgfast");
    second = OSSL_PROVIDER_load(libctx, "vgfast");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_nonnull(second);
    ck_assert(OSSL_PROVIDER_unload(first));
    begin(libctx, &r);
    ck_assert(OSSL_PROVIDER_unload(second));
    end(&r);

    /* And once more after that. */
    first = OSSL_PROVIDER_load(libctx, "vgfast");
    ck_assert_ptr_nonnull(first);
    begin(libctx, &r);
    end(&r);
    ck_assert(OSSL_PROVIDER_unload(first));
    ck_assert(OSSL_PROVIDER_unload(theirs));
    OSSL_LIB_CTX_free(libctx);
}
END_TEST

START_TEST(unload_with_live_contexts)
{
    OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *p;
    struct running r;
    EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

    ck_assert(support_configure(libctx, "generic = yes\n"));
    p = OSSL_PROVIDER_load(libctx, "vgfast");
    ck_assert_ptr_nonnull(p);
    begin(libctx, &r);
    ck_assert(OSSL_PROVIDER_unload(p));
    ck_assert(mapped());
    ck_assert(EVP_CIPHER_CTX_copy(copy, r.ctx[0]));
    end(&r);
    EVP_CIPHER_CTX_free(copy);
    OSSL_LIB_CTX_free(libctx);
    ck_assert(!mapped());
}
END_TEST

START_TEST(two_with_different_settings)
{
    OSSL_LIB_CTX *all = support_libctx_all();
    OSSL_LIB_CTX *one = support_libctx("generic = yes\n"
                                       "algorithms = AES-GCM\n");
    EVP_CIPHER *none = EVP_CIPHER_fetch(one, "ChaCha20", "provider=vgfast");
    EVP_CIPHER_CTX *ctx;
    uint8_t out[100], tag[16];
    struct running r;

    ck_assert_ptr_null(none);
    begin(all, &r);
    ctx = message_ctx(one, "vgfast", "AES-256-GCM", iv, 1);
    ck_assert(message_seal(ctx, iv, text, 9, out, text, 100, tag));
    end(&r);
    OSSL_LIB_CTX_free(all);
    ck_assert(message_open(ctx, iv, text, 9, out, out, 100, tag));
    ck_assert_mem_eq(out, text, 100);
    EVP_CIPHER_CTX_free(ctx);
    OSSL_LIB_CTX_free(one);
}
END_TEST

/* Loads vgfast for the whole process, as a program's openssl.cnf does. */
static void load_for_process(void)
{
    if (!support_configure(NULL, "activate = 1\ngeneric = yes\n")) {
        _exit(3);
    }
}

/* What the children below leave behind; static, so as not to be leaked. */
static struct running left;
static EVP_CIPHER *left_cipher;
static EVP_MAC_CTX *left_mac;

static void exit_with_contexts(void)
{
    EVP_MAC *mac;

    load_for_process();
    begin(NULL, &left);
    left_cipher = support_cipher(NULL, "AES-128-GCM", "vgfast");
    mac = support_mac(NULL, "POLY1305", "vgfast");
    left_mac = EVP_MAC_CTX_new(mac);
    EVP_MAC_free(mac);
    exit(EVP_MAC_init(left_mac, message_key, 32, NULL) == 1 ? 0 : 4);
}

static void exit_after_cleanup(void)
{
    load_for_process();
    begin(NULL, &left);
    end(&left);
    OPENSSL_cleanup();
    exit(0);
}

static void exit_with_libctx(void)
{
    static OSSL_LIB_CTX *libctx;

    libctx = support_libctx_all();
    begin(libctx, &left);
    exit(0);
}

static void exit_after_unload(void)
{
    OSSL_LIB_CTX *libctx = support_libctx_all();

    begin(libctx, &left);
    end(&left);
    OSSL_LIB_CTX_free(libctx);
    exit(mapped() ? 5 : 0);
}

static void (*const exits[])(void) = {
    exit_with_contexts, exit_after_cleanup, exit_with_libctx,
    exit_after_unload};

START_TEST(process_ends)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        exits[_i]();
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0,
                  "wait status %#x", (unsigned)status);
}
END_TEST

/* A thread that has used the module and ends when it is no longer there. */
static pthread_barrier_t barrier;

static void *use_and_outlive(void *libctx)
{
    struct running r;

    begin(libctx, &r);
    end(&r);
    pthread_barrier_wait(&barrier);     /* used */
    pthread_barrier_wait(&barrier);     /* unloaded */
    return NULL;
}

START_TEST(thread_outlives_module)
{
    OSSL_LIB_CTX *libctx = support_libctx_all();
    pthread_t thread;

    pthread_barrier_init(&barrier, NULL, 2);
    ck_assert_int_eq(pthread_create(&thread, NULL, use_and_outlive, libctx),
                     0);
    pthread_barrier_wait(&barrier);
    OSSL_LIB_CTX_free(libctx);
    ck_assert(!mapped());
    pthread_barrier_wait(&barrier);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("lifetime");
    TCase *tc = tcase_create("load");
    SRunner *runner = srunner_create(s);
    int failed;

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, load_and_unload);
    tcase_add_test(tc, load_twice);
    tcase_add_test(tc, unload_with_live_contexts);
    tcase_add_test(tc, two_with_different_settings);
    tcase_add_test(tc, thread_outlives_module);
    tcase_add_loop_test(tc, process_ends, 0, (int)COUNT(exits));
    suite_add_tcase(s, tc);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
