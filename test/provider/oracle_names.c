/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 1.1 names, 1.2 constants, 2.2 lists of parameters. */
#include "oracle_script.h"

#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdlib.h>
#include <string.h>

static const struct constants {
    const char *name, *oid, *alias;
    int keylen, ivlen, blocksize, mode, nid, type;
    unsigned long flags;
} all[] = {
    {"AES-128-ECB", "2.16.840.1.101.3.4.1.1", NULL, 16, 0, 16, 1, 418, 418,
     0x100001},
    {"AES-192-ECB", "2.16.840.1.101.3.4.1.21", NULL, 24, 0, 16, 1, 422, 422,
     0x100001},
    {"AES-256-ECB", "2.16.840.1.101.3.4.1.41", NULL, 32, 0, 16, 1, 426, 426,
     0x100001},
    {"AES-128-CTR", NULL, NULL, 16, 16, 1, 5, 904, 0, 0x100005},
    {"AES-192-CTR", NULL, NULL, 24, 16, 1, 5, 905, 0, 0x100005},
    {"AES-256-CTR", NULL, NULL, 32, 16, 1, 5, 906, 0, 0x100005},
    {"AES-128-GCM", "2.16.840.1.101.3.4.1.6", "id-aes128-GCM", 16, 12, 1, 6,
     895, 895, 0x300016},
    {"AES-192-GCM", "2.16.840.1.101.3.4.1.26", "id-aes192-GCM", 24, 12, 1, 6,
     898, 898, 0x300016},
    {"AES-256-GCM", "2.16.840.1.101.3.4.1.46", "id-aes256-GCM", 32, 12, 1, 6,
     901, 901, 0x300016},
    {"ChaCha20", NULL, NULL, 32, 16, 1, 0, 1019, 0, 0x100010},
    {"ChaCha20-Poly1305", NULL, NULL, 32, 12, 1, 0, 1018, 0, 0x300010},
};

enum { CIPHERS = sizeof(all) / sizeof(all[0]) };

static void collect(const char *name, void *to)
{
    strcat(to, name);
    strcat(to, ":");
}

START_TEST(names)
{
    char theirs[200] = "", ours[200] = "";
    EVP_CIPHER *c[2], *other;

    begin(all[_i].name);
    c[0] = oracle.side[0].cipher;
    c[1] = oracle.side[1].cipher;
    ck_assert(EVP_CIPHER_names_do_all(c[0], collect, theirs));
    ck_assert(EVP_CIPHER_names_do_all(c[1], collect, ours));
    ck_assert_str_eq(ours, theirs);
    ck_assert_str_eq(EVP_CIPHER_get0_name(c[1]), EVP_CIPHER_get0_name(c[0]));
    ck_assert_str_eq(EVP_CIPHER_get0_description(c[1]),
                     EVP_CIPHER_get0_description(c[0]));
    /* libcrypto may have known the name in other letters before. */
    ck_assert_ptr_nonnull(strcasestr(ours, all[_i].name));
    ck_assert(all[_i].oid == NULL || strstr(ours, all[_i].oid) != NULL);
    ck_assert(all[_i].alias == NULL || strcasestr(ours, all[_i].alias) != NULL);
    /* Fetched by each of its names, also in other letters. */
    for (char *name = strtok(ours, ":"); name != NULL;
         name = strtok(NULL, ":")) {
        ck_assert(EVP_CIPHER_is_a(c[1], name));
        for (char *p = name; *p != '\0'; p++) {
            *p = (char)(*p >= 'a' && *p <= 'z' ? *p - 32 : *p);
        }
        other = EVP_CIPHER_fetch(oracle_libctx(), name,
                                 oracle.itself ? "" : "provider=vgfast");
        ck_assert_msg(other != NULL, "%s is not fetched", name);
        ck_assert_int_eq(EVP_CIPHER_get_nid(other), all[_i].nid);
        EVP_CIPHER_free(other);
    }
}
END_TEST

START_TEST(preferred_by_property)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(oracle_libctx(), all[_i].name,
                                          "?provider=vgfast");

    ck_assert_ptr_nonnull(cipher);
    if (getenv("VGF_ORACLE_SUBJECT") == NULL) {
        ck_assert_str_eq(
            OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)),
            "vgfast");
    }
    EVP_CIPHER_free(cipher);
}
END_TEST

START_TEST(constants)
{
    begin(all[_i].name);
    for (int i = 0; i < 2; i++) {
        const EVP_CIPHER *c = oracle.side[i].cipher;

        ck_assert_int_eq(EVP_CIPHER_get_key_length(c), all[_i].keylen);
        ck_assert_int_eq(EVP_CIPHER_get_iv_length(c), all[_i].ivlen);
        ck_assert_int_eq(EVP_CIPHER_get_block_size(c), all[_i].blocksize);
        ck_assert_int_eq(EVP_CIPHER_get_mode(c), all[_i].mode);
        ck_assert_int_eq(EVP_CIPHER_get_nid(c), all[_i].nid);
        ck_assert_int_eq(EVP_CIPHER_get_type(c), all[_i].type);
        ck_assert_uint_eq(EVP_CIPHER_get_flags(c), all[_i].flags);
    }
}
END_TEST

/* Each constant in each width and kind, as get_params answers it. */
START_TEST(constants_as_parameters)
{
    static const char *const keys[]
        = {"mode",      "keylen", "ivlen",     "blocksize",   "aead",
           "custom-iv", "cts",    "tls-multi", "has-randkey", "unknown"};
    static const unsigned types[]
        = {OSSL_PARAM_UNSIGNED_INTEGER, OSSL_PARAM_INTEGER, OSSL_PARAM_REAL,
           OSSL_PARAM_UTF8_STRING, OSSL_PARAM_OCTET_STRING};

    begin(all[_i].name);
    for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
        for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
            for (size_t size = 0; size <= 16; size++) {
                unsigned char data[2][24];
                size_t answered[2];
                int ret[2];

                memset(data, 0xa5, sizeof(data));
                for (int i = 0; i < 2; i++) {
                    OSSL_PARAM params[2] = {
                        {keys[k], types[t], size == 0 ? NULL : data[i], size,
                         OSSL_PARAM_UNMODIFIED},
                        OSSL_PARAM_END};

                    if (size == 0 && types[t] == OSSL_PARAM_REAL) {
                        continue;
                    }
                    ret[i] = EVP_CIPHER_get_params(oracle.side[i].cipher,
                                                   params);
                    answered[i] = params[0].return_size;
                }
                if (size == 0 && types[t] == OSSL_PARAM_REAL) {
                    continue;
                }
                ck_assert_msg(ret[0] == ret[1]
                                  && memcmp(data[0], data[1], 24) == 0,
                              "%s %s type %u size %zu: ret %d, %d",
                              all[_i].name, keys[k], types[t], size, ret[0],
                              ret[1]);
                ck_assert_msg(ret[0] <= 0 || answered[0] == answered[1],
                              "%s %s type %u size %zu: return_size %zu, %zu",
                              all[_i].name, keys[k], types[t], size,
                              answered[0], answered[1]);
            }
        }
    }
    ERR_clear_error();
}
END_TEST

START_TEST(encrypt_then_mac_is_answered)
{
    unsigned value = 7;
    OSSL_PARAM params[2] = {
        OSSL_PARAM_construct_uint("encrypt-then-mac", &value), OSSL_PARAM_END};

    begin(all[_i].name);
    ck_assert(EVP_CIPHER_get_params(oracle.side[1].cipher, params));
    if (!oracle.itself || oracle.version >= 306) {
        ck_assert_uint_eq(value, 0);
    }
}
END_TEST

/* What a list may have more or less than the default's has. */
static bool may_differ(const char *key)
{
    return strcmp(key, "encrypt-then-mac") == 0
           || (strcmp(key, "iv-generated") == 0 && oracle.version < 305)
           || (strcmp(key, "updated-iv") == 0 && oracle.version < 306);
}

static void compare_lists(const OSSL_PARAM *theirs, const OSSL_PARAM *ours,
                          const char *which)
{
    ck_assert_msg((theirs == NULL) == (ours == NULL), "%s: %s",
                  oracle.algorithm, which);
    for (const OSSL_PARAM *p = theirs; p != NULL && p->key != NULL; p++) {
        const OSSL_PARAM *q = OSSL_PARAM_locate_const(ours, p->key);

        ck_assert_msg(q != NULL || may_differ(p->key), "%s: %s lacks %s",
                      oracle.algorithm, which, p->key);
        if (q == NULL || strcmp(p->key, "tls-mac") == 0) {
            continue;
        }
        ck_assert_msg(p->data_type == q->data_type
                          && p->data_size == q->data_size,
                      "%s: %s: %s is %u:%zu, not %u:%zu", oracle.algorithm,
                      which, p->key, q->data_type, q->data_size, p->data_type,
                      p->data_size);
    }
    for (const OSSL_PARAM *q = ours; q != NULL && q->key != NULL; q++) {
        ck_assert_msg(OSSL_PARAM_locate_const(theirs, q->key) != NULL
                          || may_differ(q->key),
                      "%s: %s has %s", oracle.algorithm, which, q->key);
    }
}

START_TEST(lists)
{
    EVP_CIPHER *dflt, *vgf;

    begin(all[_i].name);
    dflt = oracle.side[0].cipher;
    vgf = oracle.side[1].cipher;
    compare_lists(EVP_CIPHER_gettable_params(dflt),
                  EVP_CIPHER_gettable_params(vgf), "gettable_params");
    compare_lists(EVP_CIPHER_gettable_ctx_params(dflt),
                  EVP_CIPHER_gettable_ctx_params(vgf), "gettable_ctx_params");
    compare_lists(EVP_CIPHER_settable_ctx_params(dflt),
                  EVP_CIPHER_settable_ctx_params(vgf), "settable_ctx_params");
    init(CIPHER, NULL, NULL, ENC);
    compare_lists(EVP_CIPHER_CTX_gettable_params(oracle.side[0].ctx[0]),
                  EVP_CIPHER_CTX_gettable_params(oracle.side[1].ctx[0]),
                  "the context's gettable_params");
    compare_lists(EVP_CIPHER_CTX_settable_params(oracle.side[0].ctx[0]),
                  EVP_CIPHER_CTX_settable_params(oracle.side[1].ctx[0]),
                  "the context's settable_params");
}
END_TEST

START_TEST(mac)
{
    char theirs[200] = "", ours[200] = "";
    size_t size = 0;
    OSSL_PARAM params[2]
        = {OSSL_PARAM_construct_size_t("size", &size), OSSL_PARAM_END};
    EVP_MAC *dflt, *vgf;

    begin("POLY1305");
    dflt = oracle.side[0].mac;
    vgf = oracle.side[1].mac;
    EVP_MAC_names_do_all(dflt, collect, theirs);
    EVP_MAC_names_do_all(vgf, collect, ours);
    ck_assert_str_eq(ours, theirs);
    ck_assert(EVP_MAC_get_params(vgf, params));
    ck_assert_uint_eq(size, 16);
    ck_assert_uint_eq(EVP_MAC_CTX_get_mac_size(oracle.side[1].mac_ctx[0]), 16);
    compare_lists(EVP_MAC_gettable_params(dflt), EVP_MAC_gettable_params(vgf),
                  "gettable_params");
    compare_lists(EVP_MAC_gettable_ctx_params(dflt),
                  EVP_MAC_gettable_ctx_params(vgf), "gettable_ctx_params");
    compare_lists(EVP_MAC_settable_ctx_params(dflt),
                  EVP_MAC_settable_ctx_params(vgf), "settable_ctx_params");
}
END_TEST

TCase *names_tcase(void)
{
    TCase *tcase = tcase_create("1, 2.2 names, constants, lists");

    tcase_add_loop_test(tcase, names, 0, CIPHERS);
    tcase_add_loop_test(tcase, preferred_by_property, 0, CIPHERS);
    tcase_add_loop_test(tcase, constants, 0, CIPHERS);
    tcase_add_loop_test(tcase, constants_as_parameters, 0, CIPHERS);
    tcase_add_loop_test(tcase, encrypt_then_mac_is_answered, 0, CIPHERS);
    tcase_add_loop_test(tcase, lists, 0, CIPHERS);
    tcase_add_test(tcase, mac);
    return tcase;
}
