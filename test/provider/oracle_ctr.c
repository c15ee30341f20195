/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 3.2: AES-CTR. */
#include "oracle_script.h"

#include <openssl/err.h>
#include <string.h>

START_TEST(before_any_key)
{
    begin(ctr(_i));
    init(CIPHER, NULL, NULL, ENC), works();
    update(0), fails(PROV_R_NO_KEY_SET);
    update(5), fails(PROV_R_NO_KEY_SET);
    cipher(5), returns(-1);
    cipher(0), returns(-1);
    final(), fails(PROV_R_NO_KEY_SET);
    init(SAME, NULL, IV, KEEP), works();
    update(5), fails(PROV_R_NO_KEY_SET);
}
END_TEST

START_TEST(key_only_and_iv_first)
{
    static const uint8_t zero[16];

    begin(ctr(_i));
    init(CIPHER, KEY, NULL, ENC), works();
    update(40), gives(40);
    begin(ctr(_i));
    init(CIPHER, KEY, NULL, ENC), works();
    get_octets("iv", 16), answers_bytes(zero, 16);
    begin(ctr(_i));
    init(CIPHER, NULL, IV, ENC), works();
    init(SAME, KEY, NULL, KEEP), works();
    get_octets("updated-iv", 16), answers_bytes(IV, 16);
    update(40), gives(40);
}
END_TEST

/* EVP passes the length it cached from an ivlen or keylen that was ignored. */
START_TEST(wrong_lengths_at_init)
{
    begin(ctr(_i));
    init(CIPHER, NULL, NULL, ENC);
    set_size("ivlen", 12), works();
    init(SAME, KEY, IV, KEEP);
    if (oracle.version >= 305) {
        fails(PROV_R_INVALID_IV_LENGTH);
    }
    begin(ctr(_i));
    init(CIPHER, NULL, NULL, ENC);
    set_size("keylen", 20), works();
    init(SAME, KEY, NULL, KEEP);
    if (oracle.version >= 305) {
        fails(PROV_R_INVALID_KEY_LENGTH);
    }
    update(5);
    begin(ctr(_i));
    init_ivlen(CIPHER, KEY, IV, ENC, 12);
    update(5);
}
END_TEST

START_TEST(any_split_is_one_stream)
{
    static const int splits[] = {1, 15, 16, 17, 31, 0, 32, 33, 7, 1000, 5};
    int total = 0;

    begin(ctr(_i));
    init(CIPHER, KEY, IV2, ENC);
    for (size_t i = 0; i < sizeof(splits) / sizeof(splits[0]); i++) {
        update(splits[i]), gives(splits[i]);
        total += splits[i];
        ask(EVP_CIPHER_CTX_get_num), returns(total % 16);
        get_octets("updated-iv", 16), works();
        get_octets("iv", 16), answers_bytes(IV2, 16);
    }
    for (int len = 0; len < 300; len++) {
        update(len), gives(len);
        update_at(IN_PLACE, oracle_pattern(&oracle, 300), len), gives(len);
    }
}
END_TEST

START_TEST(updated_iv_is_past_the_partial_block)
{
    uint8_t iv[16] = {0}, next[16] = {0};

    iv[15] = 0xaf;
    next[15] = 0xb0;
    begin(ctr(_i));
    init(CIPHER, KEY, iv, ENC);
    update(5);
    get_octets("updated-iv", 16), answers_bytes(next, 16);
    get_pointer("updated-iv"), answers_bytes(next, 16);
    copy_iv(EVP_CIPHER_CTX_get_updated_iv, 16), writes(next, 16);
    copy_iv(EVP_CIPHER_CTX_get_original_iv, 16), writes(iv, 16);
    get_pointer("iv"), answers_bytes(iv, 16);
    get_octets("iv", 40), answers_bytes(iv, 16);
    get_octets("iv", 15), fails(PROV_R_FAILED_TO_SET_PARAMETER);
    ck_assert_uint_eq(oracle_got(&oracle)->return_size[0], 16);
    get("num", OSSL_PARAM_UNSIGNED_INTEGER, sizeof(unsigned)), answers(5);
}
END_TEST

START_TEST(final_changes_nothing)
{
    begin(ctr(_i));
    init(CIPHER, KEY, IV, ENC);
    update(21), gives(21);
    final(), gives(0);
    final_no_out(), gives(0);
    update(21), gives(21);
    ask(EVP_CIPHER_CTX_get_num), returns(10);
    final(), gives(0);
}
END_TEST

START_TEST(init_mid_block)
{
    begin(ctr(_i));
    init(CIPHER, KEY, IV, ENC);
    update(21);
    init(SAME, NULL, NULL, KEEP), works();
    ask(EVP_CIPHER_CTX_get_num), returns(0);
    get_octets("updated-iv", 16), works();
    update(21), gives(21);
    init(SAME, KEY2, NULL, KEEP), works();
    ask(EVP_CIPHER_CTX_get_num), returns(0);
    update(21), gives(21);
    init(SAME, NULL, IV2, KEEP), works();
    ask(EVP_CIPHER_CTX_get_num), returns(0);
    update(50), gives(50);
    init(SAME, NULL, NULL, DEC), works();
    update(50), gives(50);
    init(CIPHER, NULL, NULL, ENC), works();
    update(1), fails(PROV_R_NO_KEY_SET);
}
END_TEST

START_TEST(num)
{
    static const unsigned bad[] = {1, 15, 16, 17, 0x7fffffff, 0xffffffff};

    begin(ctr(_i));
    init(CIPHER, KEY, IV, ENC);
    update(5);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        set_unsigned("num", bad[i]), fails(PROV_R_FAILED_TO_GET_PARAMETER);
        ask(EVP_CIPHER_CTX_get_num), returns(5);
        update(3 + 16), gives(19);
        update(64 - 19), gives(64 - 19);
    }
    tell(EVP_CIPHER_CTX_set_num, 1), fails(PROV_R_FAILED_TO_GET_PARAMETER);
    tell(EVP_CIPHER_CTX_set_num, -1);
    tell(EVP_CIPHER_CTX_set_num, 0), works();
    ask(EVP_CIPHER_CTX_get_num), returns(0);
    update(40), gives(40);
}
END_TEST

/* The 128-bit counter carries at 32, 64 and 96 bits and wraps. */
START_TEST(counter_carries)
{
    static const int bytes[] = {4, 8, 12, 16};

    for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
        for (uint8_t before = 0; before < 36; before += 5) {
            uint8_t iv[16] = {0};

            memset(iv + 16 - bytes[i], 0xff, (size_t)bytes[i]);
            iv[15] = (uint8_t)(0xff - before);
            begin(ctr(_i));
            init(CIPHER, KEY, iv, ENC);
            update(40 * 16 + 3), gives(40 * 16 + 3);
            get_octets("updated-iv", 16), works();
            init(SAME, NULL, iv, KEEP);
            for (int k = 0; k < 40; k++) {
                update(17), gives(17);
            }
        }
    }
}
END_TEST

START_TEST(padding_and_tls_parameters)
{
    begin(ctr(_i));
    init(CIPHER, KEY, IV, ENC);
    get("padding", OSSL_PARAM_UNSIGNED_INTEGER, 4), answers(1);
    set_unsigned("padding", 0), works();
    get("padding", OSSL_PARAM_UNSIGNED_INTEGER, 4), answers(0);
    tell(EVP_CIPHER_CTX_set_padding, 7), works();
    get("padding", OSSL_PARAM_UNSIGNED_INTEGER, 4), answers(1);
    update(5), gives(5);
    final(), gives(0);
    set_unsigned("use-bits", 1), works();
    set_unsigned("tls-version", 0), works();
    set_size("tls-mac-size", 20), works();
    update(5), gives(5);
    with(row_tls_mac);
    get_pointer("tls-mac"), works();
    get_octets("tls-mac", 20);
    update(20), gives(20);
}
END_TEST

START_TEST(evp_cipher)
{
    begin(ctr(_i));
    init(CIPHER, KEY, IV, ENC);
    cipher(5), returns(5);
    cipher(0), returns(0);
    cipher_at(NEITHER, NULL, 0), returns(0);
    cipher_at(NO_IN, NULL, 0), returns(0);
    cipher(100), returns(100);
    cipher_at(IN_PLACE, oracle_pattern(&oracle, 33), 33), returns(33);
    ask(EVP_CIPHER_CTX_get_num), returns((5 + 100 + 33) % 16);
    update(7), gives(7);
}
END_TEST

START_TEST(copy_mid_block)
{
    begin(ctr(_i));
    init(CIPHER, NULL, NULL, ENC);
    move_to_copy();
    init(SAME, KEY, IV, ENC);
    update(5);
    make_copy();
    update(37), gives(37);
    swap();
    ask(EVP_CIPHER_CTX_get_num), returns(5);
    get_octets("iv", 16), answers_bytes(IV, 16);
    get_pointer("iv"), answers_bytes(IV, 16);
    update(37), gives(37);
    move_to_copy();
    update(100), gives(100);
    final(), gives(0);
    move_to_copy();
    update(3), gives(3);
}
END_TEST

TCase *ctr_tcase(void)
{
    TCase *tcase = tcase_create("3.2 AES-CTR");

    tcase_add_loop_test(tcase, before_any_key, 0, 3);
    tcase_add_loop_test(tcase, key_only_and_iv_first, 0, 3);
    tcase_add_loop_test(tcase, wrong_lengths_at_init, 0, 3);
    tcase_add_loop_test(tcase, any_split_is_one_stream, 0, 3);
    tcase_add_loop_test(tcase, updated_iv_is_past_the_partial_block, 0, 3);
    tcase_add_loop_test(tcase, final_changes_nothing, 0, 3);
    tcase_add_loop_test(tcase, init_mid_block, 0, 3);
    tcase_add_loop_test(tcase, num, 0, 3);
    tcase_add_loop_test(tcase, counter_carries, 0, 3);
    tcase_add_loop_test(tcase, padding_and_tls_parameters, 0, 3);
    tcase_add_loop_test(tcase, evp_cipher, 0, 3);
    tcase_add_loop_test(tcase, copy_mid_block, 0, 3);
    return tcase;
}
