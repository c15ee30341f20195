/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 3.7: POLY1305. */
#include "oracle_script.h"

#include <openssl/params.h>

static const OSSL_PARAM *key_param(const void *key, size_t len)
{
    static OSSL_PARAM params[2];

    params[0] = OSSL_PARAM_construct_octet_string(
        "key", (void *)(uintptr_t)key, len);
    params[1] = OSSL_PARAM_construct_end();
    return params;
}

START_TEST(before_any_key)
{
    begin("POLY1305");
    with(row_poly_no_key);
    update(5), fails(PROV_R_NO_KEY_SET);
    with(row_poly_no_key);
    mac_final(16), fails(PROV_R_NO_KEY_SET);
    mac_init(NULL, 0), works();
    with(row_poly_no_key);
    update(5), fails(PROV_R_NO_KEY_SET);
}
END_TEST

START_TEST(key_lengths)
{
    begin("POLY1305");
    for (size_t len = 0; len < 40; len++) {
        static const uint8_t key[40] = {1, 2, 3};

        begin("POLY1305");
        mac_init(key, len);
        len == 32 ? works() : fails(PROV_R_INVALID_KEY_LENGTH);
        mac_init_params(key_param(key, len));
        len == 32 ? works() : fails(PROV_R_INVALID_KEY_LENGTH);
        set_all(key_param(key, len));
        len == 32 ? works() : fails(PROV_R_INVALID_KEY_LENGTH);
    }
    with(row_poly_null_key);
    set_all(key_param(NULL, 32)), fails(PROV_R_INVALID_KEY_LENGTH);
    with(row_poly_key_type);
    set("key", OSSL_PARAM_UTF8_STRING, KEY, 32);
    mac_init(KEY, 32), works();
    update(5), works();
    mac_final(16), gives(16);
}
END_TEST

START_TEST(any_split)
{
    begin("POLY1305");
    for (int len = 0; len < 330; len += 1 + len / 40) {
        mac_init(KEY, 32), works();
        for (int done = 0; done < len; done += 1 + done / 3) {
            update(1 + done / 3), works();
        }
        update(0), works();
        update(len), works();
        mac_final(16), gives(16);
        mac_init(KEY2, 32), works();
        update(len), works();
        mac_final(100), gives(16);
    }
    mac_init(KEY, 32), works();
    mac_final(16), gives(16);
}
END_TEST

/* Sums near 2^130 - 5 and keys of all ones. */
START_TEST(extremes)
{
    static const uint8_t fill[] = {0x00, 0xff, 0xfb, 0xfe};
    uint8_t key[32], data[64];

    begin("POLY1305");
    for (size_t i = 0; i < 4; i++) {
        for (size_t j = 0; j < 4; j++) {
            for (size_t k = 0; k < 4; k++) {
                memset(key, fill[i], 16);
                memset(key + 16, fill[j], 16);
                memset(data, fill[k], 64);
                mac_init(key, 32), works();
                for (int len = 0; len < 64; len += 5) {
                    update_of(data, len), works();
                }
                mac_final(16), gives(16);
            }
        }
    }
}
END_TEST

START_TEST(init_without_key)
{
    begin("POLY1305");
    mac_init(KEY, 32), works();
    mac_init(NULL, 0), works();
    update(5), works();
    mac_init(NULL, 0), fails(NO_REASON);
    begin("POLY1305");
    mac_init(KEY, 32), works();
    mac_final(16), gives(16);
    mac_init(NULL, 0), fails(NO_REASON);
    mac_init(KEY, 32), works();
    update(40), works();
    mac_final(16), gives(16);
    begin("POLY1305");
    set_all(key_param(KEY, 32)), works();
    mac_init(NULL, 0), works();
    update(40), works();
    mac_final(16), gives(16);
}
END_TEST

START_TEST(key_within_a_message)
{
    begin("POLY1305");
    mac_init(KEY, 32), works();
    update(21), works();
    mac_init(KEY2, 32), works();
    update(21), works();
    set_all(key_param(KEY, 32)), works();
    update(21), works();
    mac_final(16), gives(16);
}
END_TEST

START_TEST(final_sizes)
{
    static const OSSL_PARAM none[] = {OSSL_PARAM_END};

    begin("POLY1305");
    mac_init(KEY, 32), works();
    update(21), works();
    HERE, script_final(NO_OUT, 0), gives(16);
    mac_final(0), works_not();
    mac_final(15), works_not();
    mac_final(16), gives(16);
    set_all(none), works();
}
END_TEST

/* The default provider crashes here in all versions (row: alone). */
START_TEST(after_final)
{
    begin("POLY1305");
    mac_init(KEY, 32), works();
    update(21), works();
    mac_final(16), gives(16);
    with(row_poly_after_final);
    update(5);
    with(row_poly_after_final);
    update(0);
    with(row_poly_after_final);
    mac_final(16);
    mac_init(KEY, 32), works();
    update(21), works();
    mac_final(16), gives(16);
    with(row_poly_after_final);
    mac_final(16);
}
END_TEST

START_TEST(other_parameters)
{
    begin("POLY1305");
    set_size("size", 12), works();
    set_unsigned("xof", 1), works();
    mac_init(KEY, 32), works();
    set_size("size", 12), works();
    get_size("size"), answers_nothing();
    get_octets("key", 32), answers_nothing();
    update(5), works();
    mac_final(16), gives(16);
}
END_TEST

START_TEST(copies)
{
    begin("POLY1305");
    mac_init(KEY, 32), works();
    move_to_copy();
    update(21), works();
    make_copy();
    update(21), works();
    mac_final(16), gives(16);
    swap();
    update(9), works();
    move_to_copy();
    update(100), works();
    mac_final(16), gives(16);
}
END_TEST

TCase *poly1305_tcase(void)
{
    TCase *tcase = tcase_create("3.7 POLY1305");

    tcase_add_test(tcase, before_any_key);
    tcase_add_test(tcase, key_lengths);
    tcase_add_test(tcase, any_split);
    tcase_add_test(tcase, extremes);
    tcase_add_test(tcase, init_without_key);
    tcase_add_test(tcase, key_within_a_message);
    tcase_add_test(tcase, final_sizes);
    tcase_add_test(tcase, after_final);
    tcase_add_test(tcase, other_parameters);
    tcase_add_test(tcase, copies);
    return tcase;
}
