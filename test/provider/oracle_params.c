/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 2.1: the rules common to all parameters. */
#include "oracle_script.h"

#include <openssl/params.h>
#include <string.h>

static const char *const ciphers[] = {
    "AES-128-CTR", "AES-256-ECB", "AES-192-GCM", "ChaCha20",
    "ChaCha20-Poly1305",
};

enum { N_CIPHERS = sizeof(ciphers) / sizeof(ciphers[0]) };

/* Keys that name numbers in some cipher's context; others leave them
 * unanswered. */
static const char *const numbers[] = {
    "keylen", "ivlen", "padding", "num", "tlsaadpad", "taglen", "use-bits",
    "tls-version", "tls-mac-size", "mode", "blocksize", "aead", "unknown", "",
};

static const char *const strings[] = {
    "iv", "updated-iv", "tag", "tls-mac", "tlsaad", "tlsivfixed", "tlsivinv",
    "randkey", "mackey",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool is(int i, const char *name)
{
    return strcmp(ciphers[i], name) == 0;
}

/* Rows that a getter meets whatever is asked. */
static void allow(int i, const char *key)
{
    if (is(i, "ChaCha20-Poly1305") && strcmp(key, "taglen") == 0) {
        with(row_ccp_taglen);
    } else if (strcmp(key, "tls-mac") == 0) {
        with(row_tls_mac);
    } else if (is(i, "ChaCha20") && strcmp(key, "updated-iv") == 0) {
        with(row_chacha_updated_iv);
    }
}

static void keyed(int i)
{
    begin(ciphers[i]);
    init(CIPHER, KEY, IV, ENC), works();
}

START_TEST(no_params)
{
    static const OSSL_PARAM none[] = {OSSL_PARAM_END};

    begin(ciphers[_i]);
    init(CIPHER, NULL, NULL, ENC);
    set_all(NULL), works();
    set_all(none), works();
    get_all(NULL, 0), works();
}
END_TEST

START_TEST(unknown_keys)
{
    begin(ciphers[_i]);
    init(CIPHER, NULL, NULL, ENC);
    for (int i = 0; i < 2; i++) {
        set_size("unknown", 5), works();
        set("ivlenx", OSSL_PARAM_UTF8_STRING, "x", 1), works();
        set("iv", OSSL_PARAM_OCTET_STRING, "x", 1), works();
        set("mackey", OSSL_PARAM_OCTET_STRING, "x", 1), works();
        set("", OSSL_PARAM_OCTET_STRING, "x", 1), works();
        get_size("unknown"), answers_nothing();
        get_octets("randkey", 16), answers_nothing();
        get_size("xts_standard"), answers_nothing();
        get_size("keylen"), works();
        keyed(_i);
    }
}
END_TEST

/* What EVP answers of the kind of "tag not supported". */
START_TEST(unsupported_controls)
{
    keyed(_i);
    if (!is(_i, "AES-192-GCM") && !is(_i, "ChaCha20-Poly1305")) {
        set_tag(IV, 16), returns(1);
        get_tag(16), returns(1);
        ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, 4, IV), returns(1);
        ctrl_read(EVP_CTRL_GCM_IV_GEN, 8);
        ctrl(EVP_CTRL_GCM_SET_IV_INV, 8, IV);
        ctrl(EVP_CTRL_AEAD_TLS1_AAD, 13, IV);
        ask(EVP_CIPHER_CTX_get_tag_length), returns(0);
    }
    get_octets("randkey", 16), returns(1);
    ask(EVP_CIPHER_CTX_get_num);
    ask(EVP_CIPHER_CTX_get_iv_length);
    ask(EVP_CIPHER_CTX_get_key_length);
    ask(EVP_CIPHER_CTX_get_block_size);
}
END_TEST

START_TEST(lengths_that_cannot_be_set)
{
    keyed(_i);
    if (is(_i, "AES-128-CTR") || is(_i, "AES-256-ECB")) {
        set_size("ivlen", 5), works();
        set_size("keylen", 5), works();
        get_size("ivlen"), answers(is(_i, "AES-128-CTR") ? 16 : 0);
        get_size("keylen"), answers(is(_i, "AES-128-CTR") ? 16 : 32);
    }
}
END_TEST

/* Every width and kind that a number can be asked in. */
START_TEST(numbers_in_any_type)
{
    static const unsigned types[]
        = {OSSL_PARAM_UNSIGNED_INTEGER, OSSL_PARAM_INTEGER, OSSL_PARAM_REAL,
           OSSL_PARAM_UTF8_STRING, OSSL_PARAM_OCTET_STRING,
           OSSL_PARAM_UTF8_PTR, OSSL_PARAM_OCTET_PTR, 0, 77};
    static const size_t sizes[] = {1, 2, 3, 4, 8, 12, 16, 32};

    keyed(_i);
    for (size_t k = 0; k < COUNT(numbers); k++) {
        for (size_t t = 0; t < COUNT(types); t++) {
            for (size_t s = 0; s < COUNT(sizes); s++) {
                bool number = types[t] == OSSL_PARAM_UNSIGNED_INTEGER
                              || types[t] == OSSL_PARAM_INTEGER
                              || (types[t] == OSSL_PARAM_REAL && sizes[s] == 8);

                if (number && sizes[s] >= 8) {
                    allow(_i, numbers[k]);
                } else if (strcmp(numbers[k], "taglen") == 0
                           && is(_i, "ChaCha20-Poly1305") && number) {
                    continue;
                }
                get(numbers[k], types[t], sizes[s]);
            }
            if (types[t] == OSSL_PARAM_UTF8_PTR
                || types[t] == OSSL_PARAM_OCTET_PTR) {
                continue;
            }
            allow(_i, numbers[k]);
            if (types[t] == OSSL_PARAM_REAL && oracle.row == NULL) {
                with(row_null_real);
            }
            if (t < 3 || oracle.row == NULL) {
                get_null(numbers[k], types[t], 0);
            }
            oracle.row = NULL;
        }
    }
}
END_TEST

START_TEST(size_of_a_number)
{
    keyed(_i);
    get_null("keylen", OSSL_PARAM_UNSIGNED_INTEGER, 0),
        answers_size(sizeof(size_t));
    get("keylen", OSSL_PARAM_UNSIGNED_INTEGER, 1), answers_size(1);
    get("keylen", OSSL_PARAM_INTEGER, 4), answers_size(4);
    get("keylen", OSSL_PARAM_REAL, 8), answers_size(8);
    get("keylen", OSSL_PARAM_UTF8_STRING, 8),
        fails(PROV_R_FAILED_TO_SET_PARAMETER);
    get_octets("keylen", 8), fails(PROV_R_FAILED_TO_SET_PARAMETER);
}
END_TEST

START_TEST(too_narrow)
{
    begin("AES-128-GCM");
    init(CIPHER, NULL, NULL, ENC);
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, 128, NULL), works();
    get("ivlen", OSSL_PARAM_INTEGER, 1), fails(PROV_R_FAILED_TO_SET_PARAMETER);
    get("ivlen", OSSL_PARAM_UNSIGNED_INTEGER, 1), answers(128);
    get("ivlen", OSSL_PARAM_INTEGER, 2), answers(128);
}
END_TEST

/* What a setter takes a number from. */
START_TEST(numbers_set_in_any_type)
{
    static const int64_t values[] = {0, 1, 12, 16, 32, 128, 129, -1, -12,
                                     INT64_MAX, INT64_MIN, 0x10000000cLL};
    static const double reals[] = {0, 1, 12, 16, 32, 12.5, -1, 1e30, 0.1};
    static const char *const keys[]
        = {"ivlen", "keylen", "padding", "num", "use-bits", "tls-mac-size"};

    for (size_t k = 0; k < COUNT(keys); k++) {
        for (size_t v = 0; v < COUNT(values); v++) {
            for (size_t size = 1; size <= 16; size++) {
                uint8_t bytes[16];

                memset(bytes, values[v] < 0 ? 0xff : 0, sizeof(bytes));
                memcpy(bytes, &values[v], 8);
                keyed(_i);
                set(keys[k], OSSL_PARAM_INTEGER, bytes, size);
                get_size(keys[k]);
                set(keys[k], OSSL_PARAM_UNSIGNED_INTEGER, bytes, size);
                get_size(keys[k]);
            }
        }
        for (size_t v = 0; v < COUNT(reals); v++) {
            keyed(_i);
            set(keys[k], OSSL_PARAM_REAL, &reals[v], 8);
            get_size(keys[k]);
            set(keys[k], OSSL_PARAM_REAL, &reals[v], 4);
        }
        set(keys[k], OSSL_PARAM_UTF8_STRING, "12", 2);
        set(keys[k], OSSL_PARAM_OCTET_STRING, "\014\0\0\0\0\0\0\0", 8);
        set(keys[k], 77, "\014\0\0\0\0\0\0\0", 8);
        if (oracle.version >= 305) { /* before, the default reads it */
            set(keys[k], OSSL_PARAM_UNSIGNED_INTEGER, NULL, 8);
        }
    }
    keyed(_i);
    update(16);
}
END_TEST

START_TEST(strings_in_any_type)
{
    static const unsigned types[]
        = {OSSL_PARAM_OCTET_STRING, OSSL_PARAM_OCTET_PTR,
           OSSL_PARAM_UTF8_STRING, OSSL_PARAM_UTF8_PTR,
           OSSL_PARAM_UNSIGNED_INTEGER, OSSL_PARAM_INTEGER};
    static const size_t sizes[] = {0, 1, 8, 11, 12, 13, 15, 16, 17, 64};

    keyed(_i);
    update(21);
    for (size_t k = 0; k < COUNT(strings); k++) {
        if (is(_i, "ChaCha20") && strcmp(strings[k], "updated-iv") == 0) {
            continue; /* oracle_chacha.c */
        }
        for (size_t t = 0; t < COUNT(types); t++) {
            for (size_t s = 0; s < COUNT(sizes); s++) {
                if (strcmp(strings[k], "tag") == 0
                    && is(_i, "ChaCha20-Poly1305")) {
                    with(row_ccp_tag_size);
                    oracle.row = sizes[s] > 0 && sizes[s] < 17 && t == 0
                                     ? oracle.row : NULL;
                }
                get(strings[k], types[t], sizes[s]);
            }
        }
    }
}
END_TEST

START_TEST(null_data_queries)
{
    static const size_t sizes[] = {0, 12, 16, 17};

    keyed(_i);
    for (size_t k = 0; k < COUNT(strings); k++) {
        for (size_t s = 0; s < COUNT(sizes); s++) {
            if (is(_i, "ChaCha20") && strcmp(strings[k], "updated-iv") == 0) {
                continue;
            }
            if (is(_i, "AES-192-GCM") && strstr(strings[k], "iv") != NULL
                && strlen(strings[k]) <= strlen("updated-iv")) {
                with(row_gcm_null_iv);
            }
            if (strcmp(strings[k], "tls-mac") == 0) {
                with(row_tls_mac);
            }
            if (strcmp(strings[k], "tlsivfixed") == 0
                || strcmp(strings[k], "tlsivinv") == 0) {
                oracle.row = NULL;
            }
            if (is(_i, "AES-192-GCM") && strcmp(strings[k], "tag") == 0) {
                with(row_gcm_null_tag);
            }
            if (is(_i, "ChaCha20-Poly1305") && strcmp(strings[k], "tag") == 0
                && sizes[s] > 0 && sizes[s] <= 16) {
                with(row_ccp_null_tag);
            }
            get_null(strings[k], OSSL_PARAM_OCTET_STRING, sizes[s]);
        }
    }
}
END_TEST

START_TEST(several_in_one_array)
{
    static const struct oracle_want wants[] = {
        {"unknown", OSSL_PARAM_OCTET_STRING, 4, false},
        {"ivlen", OSSL_PARAM_UNSIGNED_INTEGER, 8, false},
        {"iv", OSSL_PARAM_OCTET_STRING, 16, false},
        {"num", OSSL_PARAM_UNSIGNED_INTEGER, 4, false},
        {"keylen", OSSL_PARAM_INTEGER, 2, false},
        {"padding", OSSL_PARAM_UNSIGNED_INTEGER, 1, false},
    };

    keyed(_i);
    update(5);
    get_all(wants, COUNT(wants)), works();
}
END_TEST

/* Applied in a fixed order, and those before a failing one stay. */
START_TEST(order_of_application)
{
    uint8_t tag[17] = {1};
    size_t good = 16, bad = 0, long_iv = 20;
    OSSL_PARAM both[3] = {
        OSSL_PARAM_construct_size_t("ivlen", &long_iv),
        OSSL_PARAM_construct_octet_string("tag", tag, 17), OSSL_PARAM_END};

    begin("AES-128-GCM");
    init(CIPHER, KEY, NULL, DEC);
    set_all(both), fails(PROV_R_FAILED_TO_GET_PARAMETER);
    with(row_param_order);
    get_size("ivlen"), answers(12);
    init(CIPHER, KEY, NULL, DEC);
    both[1].data_size = 9;
    both[0].data = &bad;
    set_all(both), fails(PROV_R_INVALID_IV_LENGTH);
    with(row_param_order);
    get_size("taglen"), answers(9);
    both[0].data = &long_iv;
    both[1].data_size = 8;
    set_all(both), works();
    get_size("ivlen"), answers(20);
    get_size("taglen"), answers(8);

    begin("ChaCha20-Poly1305");
    init(CIPHER, KEY, IV, DEC);
    both[0].data = &good;
    both[1].data_size = 9;
    set_all(both), fails(PROV_R_INVALID_IV_LENGTH);
    with(row_ccp_taglen);
    get_size("taglen"), answers(16);
}
END_TEST

/* 3.0 and 3.5 take the first, later ones refuse; so may vgfast. */
START_TEST(repeated_keys)
{
    size_t first = 13, second = 14;
    OSSL_PARAM both[3] = {
        OSSL_PARAM_construct_size_t("ivlen", &first),
        OSSL_PARAM_construct_size_t("ivlen", &second), OSSL_PARAM_END};

    begin("AES-128-GCM");
    init(CIPHER, KEY, NULL, DEC);
    with(row_repeated_key);
    set_all(both);
    if (oracle_got(&oracle)->ok) {
        with(row_repeated_key);
        get_size("ivlen"), answers(13);
    }
}
END_TEST

TCase *params_tcase(void)
{
    TCase *tcase = tcase_create("2.1 parameters");

    tcase_add_loop_test(tcase, no_params, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, unknown_keys, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, unsupported_controls, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, lengths_that_cannot_be_set, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, numbers_in_any_type, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, size_of_a_number, 0, N_CIPHERS);
    tcase_add_test(tcase, too_narrow);
    tcase_add_loop_test(tcase, numbers_set_in_any_type, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, strings_in_any_type, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, null_data_queries, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, several_in_one_array, 0, N_CIPHERS);
    tcase_add_test(tcase, order_of_application);
    tcase_add_test(tcase, repeated_keys);
    return tcase;
}
