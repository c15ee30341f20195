/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the administrator says: the keys of vgfast's section of openssl.cnf,
 * VGFAST_DENY and VGFAST_TRACE.
 */
#include "config.h"
#include "harness.h"
#include "support.h"

#include <check.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ALL_BUT_GENERIC "sse2, ssse3, aesni, avx2, vaes-avx2, p8, p9, p10"

/* Whether vgfast serves the algorithm (a cipher, or "POLY1305"). */
static bool served(OSSL_LIB_CTX *libctx, const char *alg)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(libctx, alg, "provider=vgfast");
    EVP_MAC *mac = EVP_MAC_fetch(libctx, alg, "provider=vgfast");
    bool is = cipher != NULL || mac != NULL;

    EVP_CIPHER_free(cipher);
    EVP_MAC_free(mac);
    ERR_clear_error();
    return is;
}

/* How many of the ciphers and Poly1305 vgfast serves with these settings. */
static unsigned count_served(const char *settings)
{
    OSSL_LIB_CTX *libctx = support_libctx(settings);
    char errors[1000];
    unsigned count;

    ck_assert_msg(libctx != NULL, "%s refused: %s", settings,
                  support_errors(errors, sizeof(errors)));
    count = served(libctx, "POLY1305");
    for (size_t i = 0; support_ciphers[i] != NULL; i++) {
        count += served(libctx, support_ciphers[i]);
    }
    OSSL_LIB_CTX_free(libctx);
    return count;
}

START_TEST(valid_settings)
{
    const char *const settings[] = {
        "generic = yes\n",
        "generic = YES\nself-test = load\n",
        "generic = yes\nself-test = off\n",
        "generic = yes\ntrace = /dev/null\n",
        "generic = yes\ndeny =\n",
        "generic = yes\ndeny = " ALL_BUT_GENERIC "\n",
        "generic = yes\ndeny = sse2 P8,Avx2\n",
        "generic = yes\nalgorithms = AES-ECB, AES-CTR, AES-GCM, ChaCha20, "
        "ChaCha20-Poly1305, Poly1305\n",
        "generic = yes\nalgorithms = aes-ecb aes-ctr aes-gcm chacha20 "
        "chacha20-poly1305 poly1305\n",
    };

    for (size_t i = 0; i < COUNT(settings); i++) {
        ck_assert_msg(count_served(settings[i]) == 12, "%s", settings[i]);
    }
}
END_TEST

START_TEST(algorithms)
{
    const struct {
        const char *value, *algs[3];
    } rows[] = {
        {"AES-ECB", {"AES-128-ECB", "AES-192-ECB", "AES-256-ECB"}},
        {"AES-CTR", {"AES-128-CTR", "AES-192-CTR", "AES-256-CTR"}},
        {"AES-GCM", {"AES-128-GCM", "AES-192-GCM", "AES-256-GCM"}},
        {"ChaCha20", {"ChaCha20"}},
        {"ChaCha20-Poly1305", {"ChaCha20-Poly1305"}},
        {"Poly1305", {"POLY1305"}},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        char settings[100];
        OSSL_LIB_CTX *libctx;
        unsigned wanted = 0;

        snprintf(settings, sizeof(settings), "generic = yes\nalgorithms = %s\n",
                 rows[i].value);
        libctx = support_libctx(settings);
        for (; wanted < 3 && rows[i].algs[wanted] != NULL; wanted++) {
            ck_assert_msg(served(libctx, rows[i].algs[wanted]), "%s",
                          rows[i].algs[wanted]);
        }
        OSSL_LIB_CTX_free(libctx);
        ck_assert_uint_eq(count_served(settings), wanted);
    }
    ck_assert_uint_eq(count_served("generic = yes\n"
                                   "algorithms = AES-CTR, Poly1305\n"), 4);
}
END_TEST

/*
 * A load with these settings must fail and say all these words.  OpenSSL 3.0
 * throws away what providers say that openssl.cnf activates, so the words are
 * looked for in an OSSL_PROVIDER_load().
 */
static void refused(const char *settings, const char *const words[4])
{
    OSSL_LIB_CTX *libctx = support_libctx(settings);
    OSSL_PROVIDER *p;
    char errors[2000];

    ck_assert_msg(libctx == NULL, "%s accepted", settings);
    libctx = OSSL_LIB_CTX_new();
    ck_assert(support_configure(libctx, settings));
    ERR_clear_error();
    p = OSSL_PROVIDER_load(libctx, "vgfast");
    ck_assert_msg(p == NULL, "%s accepted", settings);
    support_errors(errors, sizeof(errors));
    for (size_t i = 0; i < 4 && words[i] != NULL; i++) {
        ck_assert_msg(strstr(errors, words[i]) != NULL,
                      "%s: no \"%s\" in: %s", settings, words[i], errors);
    }
    OSSL_LIB_CTX_free(libctx);
}

START_TEST(unknown_values)
{
    const struct {
        const char *settings, *words[4];
    } rows[] = {
        {"generic = maybe\n", {"generic", "maybe", "yes", "no"}},
        {"generic = 1\n", {"generic", "'1'", "yes", "no"}},
        {"generic =\n", {"generic", "yes", "no"}},
        {"generic = yes no\n", {"generic", "yes no"}},
        {"self-test = on\n", {"self-test", "on", "load", "off"}},
        {"trace = relative/path\n", {"trace", "relative/path", "stderr"}},
        {"deny = aesni, avx3\n", {"deny", "avx3", "vaes-avx2", "p10"}},
        {"deny = aesn\n", {"deny", "'aesn'", "aesni"}},
        {"algorithms = AES-GCM, AES-CBC\n",
         {"algorithms", "AES-CBC", "AES-CTR", "ChaCha20-Poly1305"}},
        {"algorithms = AES-128-GCM\n", {"algorithms", "AES-128-GCM"}},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        refused(rows[i].settings, rows[i].words);
    }
}
END_TEST

START_TEST(unknown_keys)
{
    const char *const keys[] = {
        "algoritms", "algorithm", "algorihtms", "denny", "den", "dney",
        "generics", "genric", "self_test", "selftest", "slef-test", "tracee",
        "trac", "max-tier", "tier", "Deny",
    };

    for (size_t i = 0; i < COUNT(keys); i++) {
        char settings[60];
        const char *words[4] = {keys[i], "algorithms", "self-test", "generic"};

        snprintf(settings, sizeof(settings), "generic = yes\n%s = x\n",
                 keys[i]);
        refused(settings, words);
    }
}
END_TEST

/* What is not offered is served by the default provider. */
START_TEST(generic_only_when_asked)
{
    const char *const none[] = {
        "deny = " ALL_BUT_GENERIC "\n",
        "generic = no\ndeny = " ALL_BUT_GENERIC "\n",
        "generic = yes\ndeny = generic, " ALL_BUT_GENERIC "\n",
    };

    for (size_t i = 0; i < COUNT(none); i++) {
        OSSL_LIB_CTX *libctx = support_libctx(none[i]);
        EVP_CIPHER *cipher;

        ck_assert_ptr_nonnull(libctx);
        cipher = EVP_CIPHER_fetch(libctx, "AES-128-GCM", "?provider=vgfast");
        ck_assert_ptr_nonnull(cipher);
        ck_assert_str_eq(OSSL_PROVIDER_get0_name(
                             EVP_CIPHER_get0_provider(cipher)), "default");
        EVP_CIPHER_free(cipher);
        OSSL_LIB_CTX_free(libctx);
        ck_assert_msg(count_served(none[i]) == 0, "%s", none[i]);
    }
}
END_TEST

START_TEST(environment)
{
    OSSL_LIB_CTX *libctx;
    const char *words[4] = {"VGFAST_DENY", "nonsense", "aesni", "p9"};

    setenv("VGFAST_DENY", ALL_BUT_GENERIC, 1);
    ck_assert_uint_eq(count_served(""), 0);
    ck_assert_uint_eq(count_served("generic = yes\n"), 12);
    setenv("VGFAST_DENY", "generic " ALL_BUT_GENERIC, 1);
    ck_assert_uint_eq(count_served("generic = yes\n"), 0);
    setenv("VGFAST_DENY", "", 1);
    ck_assert_uint_eq(count_served("generic = yes\n"), 12);
    setenv("VGFAST_DENY", "p9,nonsense", 1);
    refused("generic = yes\n", words);
    unsetenv("VGFAST_DENY");

    setenv("VGFAST_TRACE", "no/absolute/path", 1);
    words[0] = "VGFAST_TRACE";
    words[1] = "no/absolute/path";
    words[2] = "stderr";
    words[3] = NULL;
    refused("generic = yes\n", words);
    setenv("VGFAST_TRACE", "", 1);
    libctx = support_libctx("generic = yes\n");
    ck_assert_ptr_nonnull(libctx);
    OSSL_LIB_CTX_free(libctx);
}
END_TEST

static long file_size(const char *path)
{
    FILE *f = fopen(path, "r");
    long size;

    ck_assert_ptr_nonnull(f);
    fseek(f, 0, SEEK_END);
    size = ftell(f);
    fclose(f);
    return size;
}

START_TEST(trace)
{
    char path[] = "/tmp/vgfast-test-XXXXXX", settings[80];
    OSSL_LIB_CTX *libctx;
    int fd = mkstemp(path);
    long size;

    ck_assert_int_ge(fd, 0);
    close(fd);
    snprintf(settings, sizeof(settings), "generic = yes\ntrace = %s\n", path);
    libctx = support_libctx(settings);
    ck_assert_ptr_nonnull(libctx);
    OSSL_LIB_CTX_free(libctx);
    size = file_size(path);
    ck_assert_int_gt(size, 0);

    setenv("VGFAST_TRACE", path, 1);
    libctx = support_libctx("generic = yes\n");
    OSSL_LIB_CTX_free(libctx);
    ck_assert_int_gt(file_size(path), size);
    unlink(path);

    /* One that cannot be written does not hinder. */
    setenv("VGFAST_TRACE", "/nonexistent/folder/file", 1);
    ck_assert_uint_eq(count_served("generic = yes\n"), 12);
}
END_TEST

START_TEST(provider_params)
{
    OSSL_LIB_CTX *libctx = support_libctx_all();
    OSSL_PROVIDER *p = OSSL_PROVIDER_load(libctx, "vgfast");
    const OSSL_PARAM *gettable = OSSL_PROVIDER_gettable_params(p);
    const char *name = NULL, *version = NULL, *info = NULL;
    int status = 0;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_ptr("name", (char **)&name, 0),
        OSSL_PARAM_utf8_ptr("version", (char **)&version, 0),
        OSSL_PARAM_utf8_ptr("buildinfo", (char **)&info, 0),
        OSSL_PARAM_int("status", &status),
        OSSL_PARAM_END,
    };

    for (size_t i = 0; i < 4; i++) {
        ck_assert_ptr_nonnull(OSSL_PARAM_locate_const(gettable,
                                                      params[i].key));
    }
    ck_assert_int_eq(OSSL_PROVIDER_get_params(p, params), 1);
    ck_assert_ptr_nonnull(strstr(name, "vgfast"));
    ck_assert_int_ge(version[0], '0');
    ck_assert_int_le(version[0], '9');
    ck_assert_int_eq(status, 1);
    /* The tier of each family, which may be any. */
    ck_assert_ptr_nonnull(strstr(info, "aes"));
    ck_assert_ptr_nonnull(strstr(info, "gcm"));
    ck_assert_ptr_nonnull(strstr(info, "chacha20"));
    ck_assert_ptr_nonnull(strstr(info, "poly1305"));
    ck_assert_int_eq(OSSL_PROVIDER_self_test(p), 1);
    OSSL_PROVIDER_unload(p);
    OSSL_LIB_CTX_free(libctx);

    libctx = support_libctx("generic = yes\ndeny = " ALL_BUT_GENERIC "\n");
    p = OSSL_PROVIDER_load(libctx, "vgfast");
    ck_assert_int_eq(OSSL_PROVIDER_get_params(p, params), 1);
    ck_assert_ptr_nonnull(strstr(info, "generic"));
    OSSL_PROVIDER_unload(p);
    OSSL_LIB_CTX_free(libctx);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("config");
    TCase *tc = tcase_create("settings");
    SRunner *runner;
    int failed;

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, valid_settings);
    tcase_add_test(tc, algorithms);
    tcase_add_test(tc, unknown_values);
    tcase_add_test(tc, unknown_keys);
    tcase_add_test(tc, generic_only_when_asked);
    tcase_add_test(tc, environment);
    tcase_add_test(tc, trace);
    tcase_add_test(tc, provider_params);
    suite_add_tcase(s, tc);
    suite_add_tcase(s, config_offer());

    /* Whoever runs the tests may have denied tiers; not here. */
    unsetenv("VGFAST_DENY");
    unsetenv("VGFAST_TRACE");
    runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
