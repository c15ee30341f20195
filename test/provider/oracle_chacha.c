/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 3.5: ChaCha20. */
#include "oracle_script.h"

#include <string.h>

START_TEST(before_any_key)
{
    begin("ChaCha20");
    init(CIPHER, NULL, NULL, ENC);
    update(0), fails(PROV_R_NO_KEY_SET);
    update(5), fails(PROV_R_NO_KEY_SET);
    final(), fails(PROV_R_NO_KEY_SET);
    cipher(5), returns(-1);
    init(SAME, NULL, IV, KEEP), works();
    update(5), fails(PROV_R_NO_KEY_SET);
    init(SAME, KEY, NULL, KEEP), works();
    update(100), gives(100);
    begin("ChaCha20");
    init(CIPHER, KEY, NULL, ENC), works();
    update(100), gives(100);
}
END_TEST

START_TEST(lengths)
{
    static const size_t bad[] = {0, 1, 12, 15, 17, 24, 31, 33, (size_t)-1};

    begin("ChaCha20");
    init(CIPHER, KEY, IV, ENC);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        set_size("keylen", bad[i]), fails(PROV_R_INVALID_KEY_LENGTH);
        set_size("ivlen", bad[i]), fails(PROV_R_INVALID_IV_LENGTH);
    }
    set_size("keylen", 32), works();
    set_size("ivlen", 16), works();
    tell(EVP_CIPHER_CTX_set_key_length, 32), works();
    tell(EVP_CIPHER_CTX_set_key_length, 16), works_not();
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, 12, NULL), works_not();
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, 16, NULL), works();
    get_size("keylen"), answers(32);
    get_size("ivlen"), answers(16);
    update(5), gives(5);
    begin("ChaCha20");
    init_ivlen(CIPHER, KEY, IV, ENC, 12), works_not();
}
END_TEST

/* 32-bit words, little-endian: word 0 carries into word 1, no further; in
 * every block of a bulk kernel, and in partial blocks. */
START_TEST(counter_carries)
{
    for (int word1 = 0; word1 < 2; word1++) {
        for (int before = 0; before < 34; before++) {
            uint8_t iv[16];

            memset(iv, 0x5a, 16);
            memset(iv, 0xff, word1 != 0 ? 8 : 4);
            iv[0] = (uint8_t)(0xff - before);
            begin("ChaCha20");
            init(CIPHER, KEY, iv, ENC);
            update(33 * 64 + 7), gives(33 * 64 + 7);
            init(SAME, NULL, iv, KEEP);
            update(64 * before + 5);
            update(3 * 64 + 1), gives(3 * 64 + 1);
            update(64), gives(64);
            with(row_chacha_updated_iv);
            get_octets("updated-iv", 16), works();
        }
    }
}
END_TEST

START_TEST(any_split_is_one_stream)
{
    begin("ChaCha20");
    init(CIPHER, KEY, IV2, ENC);
    for (int len = 0; len < 330; len++) {
        update(len), gives(len);
        if (len % 7 == 0) {
            init(SAME, NULL, NULL, KEEP), works();
        }
        update_at(IN_PLACE, oracle_pattern(&oracle, 330), len / 3),
            gives(len / 3);
    }
}
END_TEST

START_TEST(init_within_a_block)
{
    static const int lens[] = {0, 1, 63, 64, 65, 128, 200};

    for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
        begin("ChaCha20");
        init(CIPHER, KEY, IV, ENC);
        update(lens[i]);
        init(SAME, NULL, NULL, KEEP), works();
        update(3), gives(3);
        init(SAME, NULL, IV, KEEP), works();
        update(lens[i]);
        init(SAME, KEY, IV2, KEEP), works();
        update(lens[i]), gives(lens[i]);
    }
}
END_TEST

/* The counter goes on with the next block in 3.6 and vgfast. */
START_TEST(new_key_within_a_block)
{
    static const int lens[] = {0, 1, 63, 64, 65, 128, 200};
    uint8_t text[100], got[100];

    memset(text, 0x11, sizeof(text));
    for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
        uint8_t iv[16] = {0};

        begin("ChaCha20");
        init(CIPHER, KEY, iv, ENC);
        update(lens[i]), gives(lens[i]);
        init(SAME, KEY2, NULL, KEEP), works();
        if (lens[i] % 64 != 0) {
            with(row_chacha_rekey);
        }
        update_of(text, 100), gives(100);
        keep(got, 100);
        iv[0] = (uint8_t)((lens[i] + 63) / 64);
        begin("ChaCha20");
        init(CIPHER, KEY2, iv, ENC);
        update_of(text, 100), gives(100);
        if (!oracle.itself) {
            writes(got, 100);
        }
    }
}
END_TEST

/* Processing resumed at updated-iv (openssl#26998, #27484). */
START_TEST(updated_iv)
{
    uint8_t text[128], rest[64], iv[16];

    memset(text, 0x22, sizeof(text));
    begin("ChaCha20");
    init(CIPHER, KEY, IV, ENC);
    get_octets("iv", 16), answers_nothing();
    get_size("num"), answers_nothing();
    for (int n = 0; n <= 200; n++) {
        init(SAME, KEY, IV, KEEP);
        update(n), gives(n);
        with(row_chacha_updated_iv_pointer);
        get_pointer("updated-iv"), works();
        with(row_chacha_updated_iv);
        get_octets("updated-iv", 16), works();
        keep(iv, 16);
        with(row_chacha_updated_iv);
        copy_iv(EVP_CIPHER_CTX_get_updated_iv, 16), works();
        update((64 - n % 64) % 64);
        update_of(text, 64), gives(64);
        keep(rest, 64);
        if (!oracle.itself || oracle.version >= 306) {
            init(SAME, KEY, iv, KEEP);
            update_of(text, 64), gives(64), writes(rest, 64);
        }
    }
}
END_TEST

START_TEST(updated_iv_sizes)
{
    begin("ChaCha20");
    init(CIPHER, KEY, IV, ENC);
    update(1);
    if (oracle.version >= 306 || !oracle.itself) {
        with(row_chacha_updated_iv);
        get_octets("updated-iv", 20), answers_size(16);
    }
    if (oracle.version >= 306) {
        get_octets("updated-iv", 15), works_not();
        get_null("updated-iv", OSSL_PARAM_OCTET_STRING, 0);
        with(row_chacha_updated_iv_pointer);
        get("updated-iv", OSSL_PARAM_OCTET_PTR, 8);
        get("updated-iv", OSSL_PARAM_UTF8_STRING, 16);
    }
}
END_TEST

START_TEST(final_changes_nothing)
{
    begin("ChaCha20");
    init(CIPHER, KEY, IV, ENC);
    update(70), gives(70);
    final(), gives(0);
    final_no_out(), gives(0);
    update(70), gives(70);
    init(SAME, NULL, NULL, DEC), works();
    update(70), gives(70);
}
END_TEST

START_TEST(evp_cipher)
{
    begin("ChaCha20");
    init(CIPHER, KEY, IV, ENC);
    cipher(5), returns(5);
    cipher(0), returns(0);
    cipher_at(NO_IN, NULL, 0), returns(0);
    cipher_at(NEITHER, NULL, 0), returns(0);
    cipher(130), returns(130);
    cipher_at(IN_PLACE, oracle_pattern(&oracle, 64), 64), returns(64);
}
END_TEST

START_TEST(copies)
{
    begin("ChaCha20");
    init(CIPHER, NULL, NULL, ENC);
    move_to_copy();
    init(SAME, KEY, IV, ENC);
    update(70);
    make_copy();
    update(133), gives(133);
    swap();
    update(133), gives(133);
    move_to_copy();
    update(64), gives(64);
    final(), gives(0);
    move_to_copy();
    update(64), gives(64);
}
END_TEST

TCase *chacha_tcase(void)
{
    TCase *tcase = tcase_create("3.5 ChaCha20");

    tcase_add_test(tcase, before_any_key);
    tcase_add_test(tcase, lengths);
    tcase_add_test(tcase, counter_carries);
    tcase_add_test(tcase, any_split_is_one_stream);
    tcase_add_test(tcase, init_within_a_block);
    tcase_add_test(tcase, new_key_within_a_block);
    tcase_add_test(tcase, updated_iv);
    tcase_add_test(tcase, updated_iv_sizes);
    tcase_add_test(tcase, final_changes_nothing);
    tcase_add_test(tcase, evp_cipher);
    tcase_add_test(tcase, copies);
    return tcase;
}
