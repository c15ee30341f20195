/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 3.4: AES-GCM; keys, IVs, additional data, payload, EVP_Cipher(). */
#include "oracle_script.h"

#include <string.h>

/* A keyed message under IV, up to its first payload. */
static void start(int i)
{
    begin(gcm(i));
    init(CIPHER, KEY, IV, ENC), works();
    aad(20), gives(20);
    update(33), gives(33);
}

/* The tag of the message is right. */
static void finish(void)
{
    final(), gives(0);
    get_tag(16), works();
}

static void dead(void)
{
    update(5), fails(PROV_R_CIPHER_OPERATION_FAILED);
    aad(5), fails(PROV_R_CIPHER_OPERATION_FAILED);
    update(0), gives(0);
    aad(0), gives(0);
    final(), fails(NO_REASON);
}

START_TEST(no_key)
{
    begin(gcm(_i));
    init(CIPHER, NULL, NULL, ENC);
    update(5), fails(PROV_R_CIPHER_OPERATION_FAILED);
    update(0), gives(0);
    aad(5), fails(PROV_R_CIPHER_OPERATION_FAILED);
    final(), fails(NO_REASON);
    cipher(5), returns(-1);
    init(SAME, NULL, IV, ENC);
    update(5), fails(PROV_R_CIPHER_OPERATION_FAILED);
    final(), fails(NO_REASON);
    init(SAME, KEY, NULL, ENC);
    update(5), gives(5);
    finish();
}
END_TEST

START_TEST(key_and_iv_in_any_order)
{
    begin(gcm(_i));
    init(CIPHER, KEY, NULL, ENC);
    init(SAME, NULL, IV, ENC);
    update(50), gives(50);
    finish();
    begin(gcm(_i));
    init(CIPHER, NULL, IV, ENC);
    init(SAME, KEY, NULL, KEEP);
    update(50), gives(50);
    finish();
    begin(gcm(_i));
    init(CIPHER, NULL, NULL, ENC);
    init(SAME, KEY, IV, ENC);
    update(50), gives(50);
    finish();
}
END_TEST

/* An IV drawn by vgfast: what it encrypts, the default decrypts with it. */
START_TEST(random_iv)
{
    static const int entries[] = {0, 1, 2};
    uint8_t iv[12], text[40], plain[40], tag[16];

    for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
        const uint8_t *in = oracle_pattern(&oracle, 40);

        memcpy(plain, in, 40);
        begin(gcm(_i));
        init(CIPHER, KEY, NULL, ENC);
        with(row_gcm_iv_generated);
        get_size("iv-generated");
        if (entries[i] == 1) {
            with(row_gcm_random_iv);
            aad_of(in, 0), gives(0);
        } else if (entries[i] == 2) {
            with(row_gcm_iv_getter);
            get_octets("iv", 12);
        }
        with(row_gcm_random_iv);
        update_of(in, 40), gives(40);
        keep(text, 40);
        with(row_gcm_random_iv);
        get_octets("iv", 12), works();
        keep(iv, 12);
        with(row_gcm_iv_generated);
        get_size("iv-generated"), answers(1);
        final(), gives(0);
        with(row_gcm_random_iv);
        get_tag(16), works();
        keep(tag, 16);
        if (oracle.itself) {
            continue;
        }
        begin(gcm(_i));
        init(CIPHER, KEY, iv, DEC);
        set_tag(tag, 16), works();
        update_of(text, 40), gives(40), writes(plain, 40);
        final(), gives(0);
    }
    begin(gcm(_i));
    init(CIPHER, KEY, NULL, ENC);
    set_size("ivlen", 11), works();
    update(5), fails(PROV_R_CIPHER_OPERATION_FAILED);
    final(), fails(NO_REASON);
    begin(gcm(_i));
    init(CIPHER, KEY, NULL, ENC);
    set_size("ivlen", 13), works();
    with(row_gcm_random_iv);
    update(5), gives(5);
    begin(gcm(_i));
    init(CIPHER, KEY, NULL, ENC);
    with(row_gcm_random_iv);
    final(), gives(0);
}
END_TEST

START_TEST(iv_getter_before_there_is_one)
{
    begin(gcm(_i));
    init(CIPHER, NULL, NULL, ENC);
    with(row_gcm_iv_getter_dec);
    get_octets("iv", 12), fails(NO_REASON);
    with(row_gcm_iv_getter_dec);
    get_octets("updated-iv", 12), fails(NO_REASON);
    init(SAME, NULL, NULL, DEC);
    with(row_gcm_iv_getter_dec);
    get_octets("iv", 12), fails(NO_REASON);
    init(SAME, KEY, NULL, DEC);
    with(row_gcm_iv_getter_dec);
    get_octets("iv", 12), fails(NO_REASON);
    with(row_gcm_iv_getter_dec);
    get_pointer("iv"), fails(NO_REASON);
}
END_TEST

START_TEST(key_without_iv_decrypting)
{
    begin(gcm(_i));
    init(CIPHER, KEY, NULL, DEC);
    update(5), fails(PROV_R_CIPHER_OPERATION_FAILED);
    aad(5), fails(PROV_R_CIPHER_OPERATION_FAILED);
    final(), fails(NO_REASON);
}
END_TEST

START_TEST(after_final)
{
    start(_i);
    finish();
    dead();
    get_tag(16), works();
    init(SAME, NULL, NULL, KEEP), works();
    dead();
    init(SAME, KEY, NULL, KEEP), works();
    dead();
    init(SAME, KEY2, NULL, KEEP), works();
    dead();
    init(SAME, NULL, IV, KEEP), works();
    update(5), gives(5);
    finish();
}
END_TEST

START_TEST(init_within_a_message)
{
    start(_i);
    init(SAME, NULL, NULL, KEEP), works();
    update(40), gives(40);
    finish();

    /* Else the next keystream block would be the new key's hash key. */
    start(_i);
    init(SAME, KEY2, NULL, KEEP), works();
    with(row_gcm_rekey_update);
    update(16);
    if (!oracle.itself) {
        with(row_gcm_rekey_final);
        final();
    }
    init(SAME, NULL, IV, KEEP), works();
    update(16), gives(16);
    finish();

    begin(gcm(_i));
    init(CIPHER, KEY, IV, ENC);
    init(SAME, KEY2, NULL, KEEP), works();
    update(16), gives(16);
    finish();

    start(_i);
    init(SAME, NULL, IV2, KEEP), works();
    aad(7), gives(7);
    update(33), gives(33);
    finish();
    start(_i);
    init(SAME, KEY2, IV2, KEEP), works();
    update(33), gives(33);
    finish();
}
END_TEST

START_TEST(ivlen_set_after_the_iv)
{
    begin(gcm(_i));
    init(CIPHER, KEY, IV, ENC);
    set_size("ivlen", 12), works();
    update(3), gives(3);
    set_size("ivlen", 16), works();
    dead();
    get_size("ivlen"), answers(16);
    init(SAME, NULL, IV, KEEP), works();
    update(3), gives(3);
    finish();
}
END_TEST

START_TEST(ivlen_bounds)
{
    static const size_t bad[] = {0, 129, 256, (size_t)-1};

    begin(gcm(_i));
    init(CIPHER, KEY, NULL, ENC);
    set_size("ivlen", 20), works();
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        set_size("ivlen", bad[i]), fails(PROV_R_INVALID_IV_LENGTH);
        get_size("ivlen"), answers(20);
    }
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, 0, NULL), works_not();
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, 129, NULL), works_not();
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, -1, NULL), works_not();
    for (int len = 1; len <= 128; len++) {
        ctrl(EVP_CTRL_AEAD_SET_IVLEN, len, NULL), works();
        get_size("ivlen"), answers((uint64_t)len);
        init(SAME, NULL, IV, KEEP), works();
        get_octets("iv", 128), answers_bytes(IV, (size_t)len);
        aad(13), gives(13);
        update(40), gives(40);
        finish();
    }
}
END_TEST

START_TEST(ivlen_lifetime)
{
    begin(gcm(_i));
    init(CIPHER, KEY, NULL, ENC);
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, 8, NULL), works();
    init(SAME, KEY2, NULL, KEEP);
    get_size("ivlen"), answers(8);
    init(SAME, NULL, IV, KEEP);
    get_size("ivlen"), answers(8);
    init(CIPHER, KEY, IV, ENC);
    get_size("ivlen"), answers(12);
    update(3), gives(3);
    finish();
}
END_TEST

/* CVE-2023-5363: all of an IV whose length came in the same call counts. */
START_TEST(ivlen_in_init)
{
    static const size_t lens[] = {1, 8, 12, 13, 16, 128};
    uint8_t tag[16];

    for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
        uint8_t text[24];

        memset(text, 7, sizeof(text));
        begin(gcm(_i));
        init(CIPHER, NULL, NULL, ENC);
        ctrl(EVP_CTRL_AEAD_SET_IVLEN, (int)lens[i], NULL), works();
        init(SAME, KEY, IV, ENC);
        update_of(text, 24);
        finish();
        keep(tag, 16);
        begin(gcm(_i));
        init_ivlen(CIPHER, KEY, IV, ENC, lens[i]), works();
        update_of(text, 24);
        finish();
        writes(tag, 16);
    }
    begin(gcm(_i));
    init_ivlen(CIPHER, KEY, IV, ENC, 0), works_not();
    begin(gcm(_i));
    init_ivlen(CIPHER, KEY, IV, ENC, 129), works_not();
}
END_TEST

START_TEST(direction_flip_without_key)
{
    uint8_t text[33], tag[16];

    begin(gcm(_i));
    init(CIPHER, KEY, NULL, DEC), works();
    init(SAME, NULL, IV, ENC), works();
    update(33), gives(33);
    keep(text, 33);
    finish();
    keep(tag, 16);
    init(SAME, NULL, IV, DEC), works();
    set_tag(tag, 16), works();
    update_of(text, 33), gives(33);
    final(), gives(0);
}
END_TEST

START_TEST(aad_in_any_split)
{
    begin(gcm(_i));
    for (int first = 0; first <= 40; first++) {
        init(first == 0 ? CIPHER : SAME, KEY, IV, ENC);
        aad(first), gives(first);
        aad(0), gives(0);
        aad(40 - first), gives(40 - first);
        update_at(NEITHER, NULL, 0), gives(0);
        update(21), gives(21);
        finish();
    }
    init(SAME, NULL, IV, KEEP);
    for (int i = 0; i < 70; i++) {
        aad(1), gives(1);
    }
    finish();
    init(SAME, NULL, IV, KEEP);
    aad(2000), gives(2000);
    finish();
}
END_TEST

START_TEST(aad_after_payload)
{
    start(_i);
    aad(4), fails(PROV_R_CIPHER_OPERATION_FAILED);
    aad(0), gives(0);
    update(31), gives(31);
    aad(1), fails(PROV_R_CIPHER_OPERATION_FAILED);
    update(5), gives(5);
    finish();
}
END_TEST

START_TEST(payload_in_any_split)
{
    begin(gcm(_i));
    init(CIPHER, KEY, IV, ENC);
    for (int len = 0; len < 300; len += 1 + len / 30) {
        init(SAME, NULL, IV, KEEP);
        update(len), gives(len);
        update_at(IN_PLACE, oracle_pattern(&oracle, 17), 17), gives(17);
        update(len / 2), gives(len / 2);
        finish();
    }
    init(SAME, NULL, IV, KEEP);
    for (int i = 0; i < 50; i++) {
        update(1), gives(1);
    }
    update(2048), gives(2048);
    update(0), gives(0);
    finish();
    init(SAME, NULL, IV2, DEC);
    for (int len = 0; len < 300; len += 1 + len / 30) {
        update(len), gives(len);
    }
}
END_TEST

START_TEST(update_without_input)
{
    start(_i);
    update_at(NO_IN, NULL, 0), gives(0);
    update(7), gives(7);
    update_at(NO_IN, NULL, 5), gives(0);
    get_tag(16), works();
    dead();
    start(_i);
    update_at(NEITHER, NULL, 5), gives(0);
    get_tag(16), works();
    dead();
}
END_TEST

START_TEST(evp_cipher)
{
    uint8_t text[50], tag[16];

    begin(gcm(_i));
    init(CIPHER, KEY, IV, ENC);
    cipher_at(NO_OUT, NULL, 4), returns(4);
    cipher_at(NO_OUT, NULL, 19), returns(19);
    cipher(50), returns(50);
    keep(text, 50);
    cipher_at(IN_PLACE, oracle_pattern(&oracle, 32), 32), returns(32);
    cipher_at(NEITHER, NULL, 0), returns(0);
    get_tag(16), works();
    cipher(5), returns(-1);
    cipher_at(NEITHER, NULL, 0), returns(-1);

    init(SAME, NULL, IV, KEEP);
    cipher_at(NO_IN, NULL, 7), returns(7);
    get_tag(16), works();

    init(SAME, NULL, IV, ENC);
    update_of(text, 50), gives(50);
    keep(text, 50);
    finish();
    keep(tag, 16);
    init(SAME, NULL, IV, DEC);
    set_tag(tag, 16), works();
    cipher_at(APART, text, 50), returns(50);
    cipher_at(NO_IN, NULL, 0), returns(0);

    tag[0] ^= 1;
    init(SAME, NULL, IV, DEC);
    set_tag(tag, 16), works();
    cipher_at(APART, text, 50), returns(50);
    cipher_at(NO_IN, NULL, 0), returns(-1);
    /* An empty message with a bad tag (openssl#32258). */
    init(SAME, NULL, IV, DEC);
    set_tag(tag, 16), works();
    cipher_at(NO_IN, NULL, 0), returns(-1);
    cipher_at(NEITHER, NULL, 0), returns(-1);
}
END_TEST

/* The default takes 0 bytes for the begin of payload and hashes additional
 * data that follows in another place; so from there on only vgfast counts. */
START_TEST(evp_cipher_of_nothing)
{
    static const uint8_t data[64] = {5};
    uint8_t tag[16];

    begin(gcm(_i));
    init(CIPHER, KEY, IV, ENC);
    aad_of(data, 21), gives(21);
    update_of(data, 33), gives(33);
    finish();
    keep(tag, 16);

    begin(gcm(_i));
    init(CIPHER, NULL, NULL, ENC);
    with(row_zero_cipher);
    cipher(0);
    init(SAME, KEY, IV, KEEP);
    with(row_zero_cipher);
    cipher_at(NO_OUT, NULL, 0);
    aad_of(data, 3), gives(3);
    with(row_zero_cipher);
    cipher(0);
    aad_of(data + 3, 18), gives(18);
    update_of(data, 3), gives(3);
    with(row_zero_cipher);
    cipher(0);
    with(row_zero_cipher);
    cipher_at(IN_PLACE, data, 0);
    update_of(data + 3, 30), gives(30);
    final(), gives(0);
    with(row_zero_cipher_tag);
    get_tag(16), works(), writes(tag, 16);
    with(row_zero_cipher);
    cipher(0);
}
END_TEST

START_TEST(copies)
{
    begin(gcm(_i));
    init(CIPHER, NULL, NULL, ENC);
    move_to_copy();
    init(SAME, NULL, IV, KEEP);
    move_to_copy();
    init(SAME, KEY, NULL, KEEP);
    move_to_copy();
    aad(13), gives(13);
    make_copy();
    update(21), gives(21);
    finish();
    swap();
    aad(13), gives(13);
    move_to_copy();
    update(21), gives(21);
    make_copy();
    update(70), gives(70);
    finish();
    move_to_copy();
    get_tag(16), works();
    dead();
    get_pointer("iv"), answers_bytes(IV, 12);
    init(SAME, NULL, IV2, KEEP);
    update(70), gives(70);
    finish();
}
END_TEST

TCase *gcm_tcase(void)
{
    TCase *tcase = tcase_create("3.4 AES-GCM");

    tcase_add_loop_test(tcase, no_key, 0, 3);
    tcase_add_loop_test(tcase, key_and_iv_in_any_order, 0, 3);
    tcase_add_loop_test(tcase, random_iv, 0, 3);
    tcase_add_loop_test(tcase, iv_getter_before_there_is_one, 0, 3);
    tcase_add_loop_test(tcase, key_without_iv_decrypting, 0, 3);
    tcase_add_loop_test(tcase, after_final, 0, 3);
    tcase_add_loop_test(tcase, init_within_a_message, 0, 3);
    tcase_add_loop_test(tcase, ivlen_set_after_the_iv, 0, 3);
    tcase_add_loop_test(tcase, ivlen_bounds, 0, 3);
    tcase_add_loop_test(tcase, ivlen_lifetime, 0, 3);
    tcase_add_loop_test(tcase, ivlen_in_init, 0, 3);
    tcase_add_loop_test(tcase, direction_flip_without_key, 0, 3);
    tcase_add_loop_test(tcase, aad_in_any_split, 0, 3);
    tcase_add_loop_test(tcase, aad_after_payload, 0, 3);
    tcase_add_loop_test(tcase, payload_in_any_split, 0, 3);
    tcase_add_loop_test(tcase, update_without_input, 0, 3);
    tcase_add_loop_test(tcase, evp_cipher, 0, 3);
    tcase_add_loop_test(tcase, evp_cipher_of_nothing, 0, 3);
    tcase_add_loop_test(tcase, copies, 0, 3);
    return tcase;
}
