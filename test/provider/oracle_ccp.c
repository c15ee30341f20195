/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 3.6: ChaCha20-Poly1305. */
#include "oracle_script.h"

#include <string.h>

#define CCP "ChaCha20-Poly1305"

static uint8_t text[40], plain[40], tag[16];

/* A context after encryption of plain under KEY and IV. */
static void message(void)
{
    memcpy(plain, oracle_pattern(&oracle, 40), 40);
    begin(CCP);
    init(CIPHER, KEY, IV, ENC), works();
    update_of(plain, 40), gives(40);
    keep(text, 40);
    final(), gives(0);
    get_tag(16), works();
    keep(tag, 16);
}

START_TEST(lengths)
{
    static const size_t bad[] = {0, 1, 8, 11, 13, 16, 31, 33, (size_t)-1};

    begin(CCP);
    init(CIPHER, KEY, IV, ENC);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        set_size("keylen", bad[i]), fails(PROV_R_INVALID_KEY_LENGTH);
        set_size("ivlen", bad[i]), fails(PROV_R_INVALID_IV_LENGTH);
        ctrl(EVP_CTRL_AEAD_SET_IVLEN, (int)bad[i], NULL), works_not();
    }
    set_size("keylen", 32), works();
    set_size("ivlen", 12), works();
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, 12, NULL), works();
    update(5), gives(5);
    final(), gives(0);
    begin(CCP);
    init_ivlen(CIPHER, KEY, IV, ENC, 8), works_not();
    begin(CCP);
    init_ivlen(CIPHER, KEY, IV, ENC, 16), works_not();
    init(CIPHER, KEY, IV, ENC), works();
    update(5), gives(5);
}
END_TEST

START_TEST(no_key)
{
    begin(CCP);
    init(CIPHER, NULL, NULL, ENC);
    update(0), gives(0);
    with(row_ccp_no_key);
    update(5);
    begin(CCP);
    init(CIPHER, NULL, IV, DEC);
    with(row_ccp_no_key);
    update(5);
    begin(CCP);
    init(CIPHER, NULL, IV, ENC);
    if (!oracle.itself) {
        init(SAME, NULL, IV, KEEP);
        with(row_ccp_no_key);
        update_at(IN_PLACE, IV, 64);
        init(SAME, KEY, NULL, KEEP);
    }
}
END_TEST

START_TEST(no_iv)
{
    begin(CCP);
    init(CIPHER, KEY, NULL, ENC);
    aad(3), gives(3);
    update(5), gives(5);
    final(), gives(0);
    get_tag(16), works();
}
END_TEST

START_TEST(key_and_iv_in_any_order)
{
    begin(CCP);
    init(CIPHER, NULL, IV, ENC);
    init(SAME, KEY, NULL, KEEP);
    update(70), gives(70);
    init(SAME, NULL, NULL, KEEP), works();
    update(70), gives(70);
    final(), gives(0);
    get_tag(16), works();
    init(SAME, NULL, IV2, KEEP), works();
    aad(70), gives(70);
    update(3), gives(3);
    init(SAME, NULL, IV, KEEP), works();
    update(70), gives(70);
    final(), gives(0);
    get_tag(16), works();
    init(SAME, KEY2, IV, KEEP);
    final(), gives(0);
    get_tag(16), works();
}
END_TEST

START_TEST(any_split)
{
    begin(CCP);
    init(CIPHER, KEY, IV, ENC);
    for (int len = 0; len < 330; len += 1 + len / 20) {
        init(SAME, NULL, len % 2 != 0 ? IV : IV2, KEEP);
        aad(len / 3), gives(len / 3);
        aad(len % 20), gives(len % 20);
        aad(0), gives(0);
        update(len), gives(len);
        update(0), gives(0);
        update_at(IN_PLACE, oracle_pattern(&oracle, 17), 17), gives(17);
        update(2 * len), gives(2 * len);
        final_no_out(), gives(0);
        get_tag(16), works();
    }
    init(SAME, NULL, IV, DEC);
    for (int len = 0; len < 330; len += 1 + len / 20) {
        update(len), gives(len);
    }
    init(SAME, NULL, IV, ENC);
    for (int i = 0; i < 130; i++) {
        update(1), gives(1);
    }
    final(), gives(0);
    get_tag(16), works();
}
END_TEST

/* Once payload has begun there must be no more additional data; 3.0 takes it
 * and makes the tag of something else. */
START_TEST(aad_after_payload)
{
    begin(CCP);
    init(CIPHER, KEY, IV, ENC);
    aad(5), gives(5);
    update(5), gives(5);
    aad(0), gives(0);
    with(row_ccp_late_aad);
    aad(5);
    begin(CCP);
    init(CIPHER, KEY, IV, DEC);
    update(64), gives(64);
    with(row_ccp_late_aad);
    aad(16);
}
END_TEST

START_TEST(final_without_a_tag)
{
    message();
    init(SAME, KEY, IV, DEC);
    update_of(text, 40), gives(40);
    with(row_ccp_final_no_tag);
    final(), fails(PROV_R_TAG_NOT_SET);
    /* The length alone is not a tag. */
    begin(CCP);
    init(CIPHER, KEY, IV, DEC);
    set_tag(NULL, 16), works();
    update_of(text, 40), gives(40);
    with(row_ccp_final_length_only);
    final(), fails(PROV_R_TAG_NOT_SET);
    begin(CCP);
    init(CIPHER, KEY, IV, DEC);
    with(row_ccp_final_no_tag);
    final(), fails(PROV_R_TAG_NOT_SET);
    for (int len = 0; len < 2; len++) {
        begin(CCP);
        init(CIPHER, KEY, IV, DEC);
        update(5), gives(5);
        with(row_ccp_cipher_no_tag);
        cipher_at(NO_IN, NULL, len), returns(-1);
    }
}
END_TEST

START_TEST(after_final)
{
    message();
    with(row_ccp_locked);
    update(5);
    message();
    with(row_ccp_locked);
    aad(5);
    message();
    with(row_ccp_locked_zero);
    update(0), gives(0);
    message();
    init(SAME, KEY, NULL, KEEP), works();
    with(row_ccp_locked);
    update(5);
    message();
    init(SAME, NULL, NULL, KEEP), works();
    with(row_ccp_locked);
    update(5);
    message();
    init(SAME, NULL, IV, KEEP), works();
    update(5), gives(5);
    final(), gives(0);
    get_tag(16), works();
}
END_TEST

START_TEST(final_again)
{
    message();
    final(), gives(0);
    with(row_ccp_final_again_tag);
    get_tag(16), works(), writes(tag, 16);
}
END_TEST

START_TEST(taglen)
{
    message();
    begin(CCP);
    init(CIPHER, KEY, IV, ENC);
    with(row_ccp_taglen);
    get_size("taglen"), answers(16);
    set_tag(NULL, 7), works();
    get_size("taglen"), answers(7);
    begin(CCP);
    init(CIPHER, KEY, IV, DEC);
    with(row_ccp_taglen);
    get_size("taglen"), answers(16);
    set_tag(NULL, 12), works();
    get_size("taglen"), answers(12);
    set_tag(tag, 9), works();
    get_size("taglen"), answers(9);
    ask(EVP_CIPHER_CTX_get_tag_length), returns(9);
}
END_TEST

START_TEST(get_tag_sizes)
{
    static const uint8_t zero[16];

    message();
    for (int len = 1; len <= 16; len++) {
        get_tag(len), works(), writes(tag, (size_t)len);
        with(row_ccp_tag_size);
        get_octets("tag", (size_t)len), works(), writes(tag, (size_t)len);
    }
    get_tag(0), fails(PROV_R_INVALID_TAG_LENGTH);
    get_tag(17), fails(PROV_R_INVALID_TAG_LENGTH);
    get_tag(-1), fails(PROV_R_INVALID_TAG_LENGTH);
    get_octets("tag", 17), fails(PROV_R_INVALID_TAG_LENGTH);
    get_null("tag", OSSL_PARAM_OCTET_STRING, 0),
        fails(PROV_R_INVALID_TAG_LENGTH);
    get("tag", OSSL_PARAM_UNSIGNED_INTEGER, 8), works_not();
    begin(CCP);
    init(CIPHER, KEY, IV, ENC);
    get_tag(16), works(), writes(zero, 16);
    update(3);
    get_tag(16), works(), writes(zero, 16);
    init(SAME, NULL, NULL, DEC);
    get_tag(16), fails(PROV_R_TAG_NOT_SET);
    set_tag(tag, 16), works();
    get_tag(16), fails(PROV_R_TAG_NOT_SET);
}
END_TEST

START_TEST(set_tag_sizes)
{
    uint8_t long_tag[32] = {0};

    begin(CCP);
    init(CIPHER, KEY, IV, ENC);
    set_tag(tag, 16), fails(PROV_R_TAG_NOT_NEEDED);
    for (int enc = 0; enc < 2; enc++) {
        init(SAME, NULL, NULL, enc);
        set_tag(long_tag, 0), fails(PROV_R_INVALID_TAG_LENGTH);
        set_tag(long_tag, 17), fails(PROV_R_INVALID_TAG_LENGTH);
        set_tag(NULL, 0), fails(PROV_R_INVALID_TAG_LENGTH);
        set_tag(NULL, 17), fails(PROV_R_INVALID_TAG_LENGTH);
        for (int len = 1; len <= 16; len++) {
            set_tag(NULL, len), works();
        }
    }
    set("tag", OSSL_PARAM_UTF8_STRING, "aaaaaaaaaaaaaaaa", 16), works_not();
}
END_TEST

START_TEST(every_tag_length_verifies)
{
    message();
    for (int len = 1; len <= 16; len++) {
        uint8_t bad[16];

        init(SAME, NULL, IV, DEC);
        set_tag(tag, len), works();
        update_of(text, 40), gives(40), writes(plain, 40);
        final(), gives(0);
        init(SAME, NULL, IV, DEC);
        update_of(text, 40);
        set_tag(tag, len), works();
        final(), gives(0);
        for (int bit = 0; bit < 8 * len; bit += 7) {
            memcpy(bad, tag, 16);
            bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
            init(SAME, NULL, IV, DEC);
            set_tag(bad, len), works();
            update_of(text, 40), gives(40), writes(plain, 40);
            final(), fails(NO_REASON);
        }
    }
}
END_TEST

START_TEST(empty_message)
{
    begin(CCP);
    init(CIPHER, KEY, IV, ENC);
    final(), gives(0);
    get_tag(16), works();
    keep(tag, 16);
    init(SAME, NULL, IV, DEC);
    set_tag(tag, 16), works();
    final(), gives(0);
    tag[3] ^= 4;
    init(SAME, NULL, IV, DEC);
    set_tag(tag, 16), works();
    final(), fails(NO_REASON);
    init(SAME, NULL, IV, DEC);
    set_tag(tag, 16), works();
    with(row_ccp_cipher_final);
    cipher_at(NO_IN, NULL, 0), returns(-1);
}
END_TEST

START_TEST(update_without_input)
{
    begin(CCP);
    init(CIPHER, KEY, IV, ENC);
    update(20), gives(20);
    update_at(NO_IN, NULL, 0), gives(0);
    update(20), gives(20);
    with(row_ccp_null_in);
    update_at(NO_IN, NULL, 5);
    get_tag(16), works();
}
END_TEST

START_TEST(not_gettable)
{
    begin(CCP);
    init(CIPHER, KEY, IV, ENC);
    get_octets("iv", 16), answers_nothing();
    get_octets("updated-iv", 16), answers_nothing();
    get_size("num"), answers_nothing();
    get_size("tlsaadpad"), answers(0);
    get_size("ivlen"), answers(12);
    get_size("keylen"), answers(32);
}
END_TEST

static void end_by_cipher(enum oracle_where where)
{
    if (oracle.unfixed) { /* it does nothing there */
        final(), gives(0);
    } else {
        cipher_at(where, NULL, 0), returns(0);
    }
    get_tag(16), works();
}

START_TEST(evp_cipher)
{
    begin(CCP);
    init(CIPHER, KEY, IV, ENC);
    cipher_at(NO_OUT, NULL, 4), returns(4);
    cipher_at(NO_OUT, NULL, 30), returns(30);
    cipher(50), returns(50);
    cipher_at(IN_PLACE, oracle_pattern(&oracle, 32), 32), returns(32);
    end_by_cipher(NO_IN);
    init(SAME, NULL, IV2, KEEP);
    cipher(50), returns(50);
    end_by_cipher(NEITHER);
    init(SAME, NULL, IV2, DEC);
    set_tag(IV, 16), works();
    cipher(50), returns(50);
    with(row_ccp_cipher_final);
    cipher_at(NEITHER, NULL, 0), returns(-1);
    init(SAME, NULL, IV2, ENC);
    with(row_zero_cipher);
    cipher(0);
    with(row_zero_cipher);
    cipher_at(NO_OUT, NULL, 0);
    aad(5), gives(5);
    update(5), gives(5);
    with(row_zero_cipher);
    cipher(0);
    final(), gives(0);
}
END_TEST

START_TEST(copies)
{
    begin(CCP);
    init(CIPHER, NULL, NULL, ENC);
    move_to_copy();
    init(SAME, KEY, IV, ENC);
    move_to_copy();
    aad(13), gives(13);
    make_copy();
    update(70), gives(70);
    final(), gives(0);
    get_tag(16), works();
    swap();
    aad(8), gives(8);
    update(70), gives(70);
    move_to_copy();
    update(70), gives(70);
    final(), gives(0);
    move_to_copy();
    get_tag(16), works();
    init(SAME, NULL, IV, KEEP);
    update(5), gives(5);
    final(), gives(0);
    get_tag(16), works();
}
END_TEST

TCase *ccp_tcase(void)
{
    TCase *tcase = tcase_create("3.6 ChaCha20-Poly1305");

    tcase_add_test(tcase, lengths);
    tcase_add_test(tcase, no_key);
    tcase_add_test(tcase, no_iv);
    tcase_add_test(tcase, key_and_iv_in_any_order);
    tcase_add_test(tcase, any_split);
    tcase_add_test(tcase, aad_after_payload);
    tcase_add_test(tcase, final_without_a_tag);
    tcase_add_test(tcase, after_final);
    tcase_add_test(tcase, final_again);
    tcase_add_test(tcase, taglen);
    tcase_add_test(tcase, get_tag_sizes);
    tcase_add_test(tcase, set_tag_sizes);
    tcase_add_test(tcase, every_tag_length_verifies);
    tcase_add_test(tcase, empty_message);
    tcase_add_test(tcase, update_without_input);
    tcase_add_test(tcase, not_gettable);
    tcase_add_test(tcase, evp_cipher);
    tcase_add_test(tcase, copies);
    return tcase;
}
