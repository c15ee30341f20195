/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What vgfast offers: for which property queries, and with which parameters.
 * (Names and constants are compared with the default provider's in
 * oracle_names.c.)
 */
#include "config.h"
#include "harness.h"
#include "support.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>

static OSSL_LIB_CTX *libctx;

/* ---- Properties --------------------------------------------------------- */

/* Who serves that name for a property query. */
static const char *chosen(const char *name, const char *query)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(libctx, name, query);
    const char *provider = "none";

    if (cipher != NULL) {
        provider = OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher));
    }
    EVP_CIPHER_free(cipher);
    ERR_clear_error();
    return provider;            /* lives as long as libctx */
}

START_TEST(properties)
{
    const char *name = support_ciphers[_i];

    ck_assert_str_eq(chosen(name, "provider=vgfast"), "vgfast");
    ck_assert_str_eq(chosen(name, "?provider=vgfast"), "vgfast");
    ck_assert_str_eq(chosen(name, "provider!=vgfast"), "default");
    ck_assert_str_eq(chosen(name, "?provider!=default"), "vgfast");
    ck_assert_str_eq(chosen(name, NULL), "default");        /* loaded first */
    ck_assert_str_eq(chosen(name, "fips=yes"), "none");
    ck_assert_str_eq(chosen(name, "provider=vgfast,fips=yes"), "none");
    ck_assert_str_eq(chosen(name, "provider=vgfast,fips=no"), "vgfast");
}
END_TEST

START_TEST(poly1305_properties)
{
    EVP_MAC *mac = support_mac(libctx, "Poly1305", "vgfast"), *fips;

    ck_assert_str_eq(EVP_MAC_get0_name(mac), "POLY1305");
    EVP_MAC_free(mac);
    fips = EVP_MAC_fetch(libctx, "POLY1305", "fips=yes");
    ck_assert_ptr_null(fips);
}
END_TEST

static void count_vgfast(EVP_CIPHER *cipher, void *count)
{
    const OSSL_PROVIDER *p = EVP_CIPHER_get0_provider(cipher);

    *(int *)count += strcmp(OSSL_PROVIDER_get0_name(p), "vgfast") == 0;
}

START_TEST(nothing_else)
{
    int count = 0;

    EVP_CIPHER_do_all_provided(libctx, count_vgfast, &count);
    ck_assert_int_eq(count, 11);
}
END_TEST

/* ---- Lists of parameters ------------------------------------------------ */

/*
 * EVP looks into these to find out what a cipher can do, so they are exactly
 * this.  Written as name:type, I an int, U an unsigned int, S a size_t, O an
 * octet string, P a pointer to one.
 */
#define CONSTANTS \
    "aead:I blocksize:S cts:I custom-iv:I has-randkey:I ivlen:S keylen:S " \
    "mode:U tls-multi:I"

static const struct row {
    const char *part;           /* of a cipher's name */
    const char *gettable, *settable;
} rows[] = {
    {"-ECB", "iv:O ivlen:S keylen:S num:U padding:U tls-mac:P updated-iv:O",
     "num:U padding:U tls-mac-size:S tls-version:U use-bits:U"},
    {"-CTR", "iv:O ivlen:S keylen:S num:U padding:U tls-mac:P updated-iv:O",
     "num:U padding:U tls-mac-size:S tls-version:U use-bits:U"},
    {"-GCM", "iv-generated:U iv:O ivlen:S keylen:S tag:O taglen:S tlsaadpad:S "
             "tlsivgen:O updated-iv:O",
     "ivlen:S tag:O tlsaad:O tlsivfixed:O tlsivinv:O"},
    {"ChaCha20-Poly1305", "ivlen:S keylen:S tag:O taglen:S tlsaadpad:S",
     "ivlen:S keylen:S tag:O tlsaad:O tlsivfixed:O"},
    {"ChaCha20", "ivlen:S keylen:S updated-iv:O", "ivlen:S keylen:S"},
};

static char type_of(const OSSL_PARAM *p)
{
    switch (p->data_type) {
    case OSSL_PARAM_INTEGER:
        return p->data_size == sizeof(int) ? 'I' : '?';
    case OSSL_PARAM_UNSIGNED_INTEGER:
        /* On 32 bits, size_t and unsigned cannot be told apart. */
        return p->data_size == sizeof(size_t) ? 'S'
               : p->data_size == sizeof(unsigned) ? 'U' : '?';
    case OSSL_PARAM_OCTET_STRING:
        return p->data_size == 0 ? 'O' : '?';
    case OSSL_PARAM_OCTET_PTR:
        return p->data_size == 0 ? 'P' : '?';
    default:
        return '?';
    }
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The list as text, in the order of the alphabet. */
static void describe(const OSSL_PARAM *p, char *text, size_t size)
{
    static char items[32][40];
    const char *sorted[32];
    size_t n = 0, used = 0;

    for (; p != NULL && p->key != NULL; p++) {
        if (strcmp(p->key, "encrypt-then-mac") == 0) {
            continue;           /* of 3.6; may be listed anywhere */
        }
        ck_assert_uint_lt(n, 32);
        snprintf(items[n], sizeof(items[n]), "%s:%c", p->key, type_of(p));
        sorted[n] = items[n];
        n++;
    }
    qsort(sorted, n, sizeof(sorted[0]), compare);
    text[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i > 0 ? " " : "", sorted[i]);
    }
}

static void check_list(const char *alg, const char *which,
                       const OSSL_PARAM *list, const char *expected)
{
    char got[600], want[600];

    describe(list, got, sizeof(got));
    snprintf(want, sizeof(want), "%s", expected);
    for (char *p = want; sizeof(size_t) == sizeof(unsigned) && *p; p++) {
        if (*p == 'U' && p[-1] == ':') {
            *p = 'S';
        }
    }
    ck_assert_msg(strcmp(got, want) == 0, "%s %s:\n  have %s\n  want %s", alg,
                  which, got, want);
}

static const struct row *row_of(const char *alg)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (strstr(alg, rows[i].part) != NULL) {
            return &rows[i];
        }
    }
    ck_abort_msg("no row for %s", alg);
    return NULL;
}

START_TEST(cipher_lists)
{
    const char *alg = support_ciphers[_i];
    const struct row *r = row_of(alg);
    EVP_CIPHER *cipher = support_cipher(libctx, alg, "vgfast");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    check_list(alg, "gettable", EVP_CIPHER_gettable_params(cipher), CONSTANTS);
    check_list(alg, "gettable ctx", EVP_CIPHER_gettable_ctx_params(cipher),
               r->gettable);
    check_list(alg, "settable ctx", EVP_CIPHER_settable_ctx_params(cipher),
               r->settable);

    /* The same from a context. */
    ck_assert(EVP_EncryptInit_ex2(ctx, cipher, NULL, NULL, NULL));
    check_list(alg, "gettable", EVP_CIPHER_CTX_gettable_params(ctx),
               r->gettable);
    check_list(alg, "settable", EVP_CIPHER_CTX_settable_params(ctx),
               r->settable);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
}
END_TEST

START_TEST(poly1305_lists)
{
    EVP_MAC *mac = support_mac(libctx, "POLY1305", "vgfast");

    check_list("POLY1305", "gettable", EVP_MAC_gettable_params(mac), "size:S");
    check_list("POLY1305", "gettable ctx", EVP_MAC_gettable_ctx_params(mac),
               "");
    check_list("POLY1305", "settable ctx", EVP_MAC_settable_ctx_params(mac),
               "key:O");
    EVP_MAC_free(mac);
}
END_TEST

static void setup(void)
{
    libctx = support_libctx_all();
}

static void teardown(void)
{
    OSSL_LIB_CTX_free(libctx);
}

TCase *config_offer(void)
{
    TCase *tc = tcase_create("offer");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, properties, 0, 11);
    tcase_add_test(tc, poly1305_properties);
    tcase_add_test(tc, nothing_else);
    tcase_add_loop_test(tc, cipher_lists, 0, 11);
    tcase_add_test(tc, poly1305_lists);
    return tc;
}
