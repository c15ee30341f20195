/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 3.4: AES-GCM; tags and getters. */
#include "oracle_script.h"

#include <string.h>

static uint8_t text[40], plain[40], tag[16];

/* A context after encryption of plain under KEY and IV. */
static void message(int i)
{
    memcpy(plain, oracle_pattern(&oracle, 40), 40);
    begin(gcm(i));
    init(CIPHER, KEY, IV, ENC), works();
    update_of(plain, 40), gives(40);
    keep(text, 40);
    final(), gives(0);
    get_tag(16), works();
    keep(tag, 16);
}

static void get_tag_fails(int reason)
{
    get_tag(16), fails(reason);
    get_octets("tag", 16), fails(reason);
}

START_TEST(get_tag_sizes)
{
    message(_i);
    for (int len = 1; len <= 16; len++) {
        get_tag(len), works(), writes(tag, (size_t)len);
        get_octets("tag", (size_t)len), answers_bytes(tag, (size_t)len);
    }
    get_tag(0), fails(PROV_R_INVALID_TAG);
    get_tag(17), fails(PROV_R_INVALID_TAG);
    get_tag(-1), fails(PROV_R_INVALID_TAG);
    get_octets("tag", 0), fails(PROV_R_INVALID_TAG);
    get("tag", OSSL_PARAM_UNSIGNED_INTEGER, 8), works_not();
    get_pointer("tag"), works_not();
}
END_TEST

START_TEST(get_tag_at_the_wrong_time)
{
    begin(gcm(_i));
    init(CIPHER, NULL, NULL, ENC);
    get_tag_fails(PROV_R_INVALID_TAG);
    init(SAME, KEY, IV, ENC);
    get_tag_fails(PROV_R_INVALID_TAG);
    update(3);
    get_tag_fails(PROV_R_INVALID_TAG);
    message(_i);
    init(SAME, NULL, IV, DEC);
    get_tag_fails(PROV_R_INVALID_TAG);
    set_tag(tag, 16), works();
    get_tag_fails(PROV_R_INVALID_TAG);
    update_of(text, 40);
    final(), gives(0);
    get_tag_fails(PROV_R_INVALID_TAG);
}
END_TEST

START_TEST(null_size_query_of_the_tag)
{
    static const size_t sizes[] = {0, 16, 17};

    message(_i);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        with(row_gcm_null_tag);
        get_null("tag", OSSL_PARAM_OCTET_STRING, sizes[i]);
        if (oracle_got(&oracle)->ok && oracle.version >= 306) {
            ck_assert_uint_eq(oracle_got(&oracle)->return_size[0], 16);
        }
    }
}
END_TEST

/* Neither one that SET_TAG refused nor one that it took. */
START_TEST(tag_that_was_set)
{
    static const uint8_t other[16] = {1};

    message(_i);
    set_tag(other, 16), fails(PROV_R_INVALID_TAG);
    with(row_gcm_get_set_tag);
    get_tag(16), works();
    message(_i);
    init(SAME, NULL, NULL, DEC), works();
    set_tag(other, 16), works();
    init(SAME, NULL, NULL, ENC), works();
    with(row_gcm_get_set_tag);
    get_tag(16), works();
}
END_TEST

START_TEST(tag_of_the_previous_message)
{
    message(_i);
    init(SAME, NULL, IV2, KEEP);
    get_tag(16), works(), writes(tag, 16);
    update(3);
    get_tag(16), works(), writes(tag, 16);
    final(), gives(0);
    get_tag(16), works();
}
END_TEST

START_TEST(set_tag_sizes)
{
    uint8_t long_tag[32] = {0};

    begin(gcm(_i));
    init(CIPHER, KEY, IV, ENC);
    set_tag(tag, 16), fails(PROV_R_INVALID_TAG);
    init(SAME, NULL, NULL, DEC);
    get_size("taglen"), answers(16);
    set_tag(tag, 0), fails(PROV_R_INVALID_TAG);
    set_tag(long_tag, 17), fails(PROV_R_FAILED_TO_GET_PARAMETER);
    set_tag(NULL, 16), fails(PROV_R_FAILED_TO_GET_PARAMETER);
    set_tag(NULL, 0), works_not();
    set("tag", OSSL_PARAM_UTF8_STRING, "aaaaaaaaaaaaaaaa", 16), works_not();
    get_size("taglen"), answers(16);
    for (int len = 1; len <= 16; len++) {
        set_tag(tag, len), works();
        get_size("taglen"), answers((uint64_t)len);
        ask(EVP_CIPHER_CTX_get_tag_length), returns(len);
    }
    set_tag(tag, 5), works();
    init(SAME, NULL, IV, ENC);
    get_size("taglen"), answers(5);
}
END_TEST

/* The tag may come at any time up to final. */
START_TEST(set_tag_at_any_time)
{
    for (int when = 0; when < 5; when++) {
        message(_i);
        init(CIPHER, NULL, NULL, DEC);
        if (when == 0) {
            set_tag(tag, 16), works();
        }
        init(SAME, KEY, NULL, DEC);
        if (when == 1) {
            set_tag(tag, 16), works();
        }
        init(SAME, NULL, IV, DEC);
        if (when == 2) {
            set_tag(tag, 16), works();
        }
        update_of(text, 21), gives(21), writes(plain, 21);
        if (when == 3) {
            set_tag(tag, 16), works();
        }
        update_of(text + 21, 19), gives(19);
        if (when == 4) {
            set_tag(tag, 16), works();
        }
        final(), gives(0);
    }
}
END_TEST

START_TEST(every_tag_length_verifies)
{
    message(_i);
    for (int len = 1; len <= 16; len++) {
        uint8_t bad[16];

        init(SAME, NULL, IV, DEC);
        set_tag(tag, len), works();
        update_of(text, 40);
        final(), gives(0);
        for (int bit = 0; bit < 8 * len; bit += 7) {
            memcpy(bad, tag, 16);
            bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
            init(SAME, NULL, IV, DEC);
            set_tag(bad, len), works();
            update_of(text, 40);
            final(), fails(NO_REASON);
        }
    }
}
END_TEST

START_TEST(final_without_a_tag)
{
    message(_i);
    init(CIPHER, KEY, IV, DEC);
    update_of(text, 40), gives(40);
    with(row_gcm_final_no_tag);
    final();
    set_tag(tag, 16), works();
    final(), gives(0);
    update(1), fails(PROV_R_CIPHER_OPERATION_FAILED);
    final(), fails(NO_REASON);
}
END_TEST

START_TEST(wrong_tag)
{
    uint8_t bad[16];

    message(_i);
    memcpy(bad, tag, 16);
    bad[15] ^= 0x80;
    init(SAME, NULL, IV, DEC);
    set_tag(bad, 16), works();
    update_of(text, 40), gives(40), writes(plain, 40);
    final(), fails(NO_REASON);
    with(row_gcm_retry);
    final(), fails(NO_REASON);
    set_tag(tag, 16), works();
    with(row_gcm_retry);
    final(), fails(NO_REASON);
    /* Not by accident of hashing the lengths twice, either: a short tag is
     * right in 1 of 256 such cases. */
    init(SAME, NULL, IV, DEC);
    set_tag(bad + 15, 1), works();
    update_of(text, 39), gives(39);
    final();
    for (int n = 0; n < 1000 && !oracle_got(&oracle)->ok; n++) {
        with(row_gcm_retry);
        final(), fails(NO_REASON);
    }
}
END_TEST

START_TEST(tag_lifetime)
{
    message(_i);
    init(SAME, NULL, IV, DEC);
    set_tag(tag, 16), works();
    init(SAME, NULL, IV, DEC);
    update_of(text, 40);
    final(), gives(0);
    init(SAME, NULL, IV, DEC);
    update_of(text, 40);
    final(), gives(0);
    init(SAME, NULL, IV, DEC);
    update_of(plain, 40);
    final(), fails(NO_REASON);
}
END_TEST

START_TEST(flip_to_decryption_without_set_tag)
{
    message(_i);
    init(SAME, NULL, IV, DEC);
    update_of(text, 40), gives(40);
    with(row_gcm_flip_tag);
    final();
}
END_TEST

START_TEST(iv_getters)
{
    message(_i);
    get_octets("iv", 12), answers_bytes(IV, 12);
    get_octets("updated-iv", 12), answers_bytes(IV, 12);
    get_octets("iv", 128), answers_bytes(IV, 12);
    get_pointer("iv"), answers_bytes(IV, 12);
    get_pointer("updated-iv"), answers_bytes(IV, 12);
    get("iv", OSSL_PARAM_OCTET_PTR, 11), fails(PROV_R_INVALID_IV_LENGTH);
    get_octets("iv", 11), fails(PROV_R_INVALID_IV_LENGTH);
    get_octets("updated-iv", 0), fails(PROV_R_INVALID_IV_LENGTH);
    copy_iv(EVP_CIPHER_CTX_get_original_iv, 12), writes(IV, 12);
    copy_iv(EVP_CIPHER_CTX_get_updated_iv, 16), writes(IV, 12);
    copy_iv(EVP_CIPHER_CTX_get_updated_iv, 4), works_not();
    with(row_gcm_null_iv);
    get_null("iv", OSSL_PARAM_OCTET_STRING, 0), answers_size(12);
    with(row_gcm_null_iv);
    get_null("updated-iv", OSSL_PARAM_OCTET_STRING, 0), answers_size(12);
}
END_TEST

START_TEST(other_getters)
{
    begin(gcm(_i));
    init(CIPHER, KEY, IV, ENC);
    get_size("taglen"), answers(16);
    get_size("tlsaadpad"), answers(0);
    get_size("keylen"), answers(16 + 8 * (uint64_t)_i);
    get_size("ivlen"), answers(12);
    with(row_gcm_iv_generated);
    get_size("iv-generated");
    get_octets("tls-mac", 16), answers_nothing();
    get_size("padding"), answers_nothing();
    get_size("num"), answers_nothing();
    get_octets("randkey", 16), answers_nothing();
}
END_TEST

TCase *gcm_tag_tcase(void)
{
    TCase *tcase = tcase_create("3.4 AES-GCM tags");

    tcase_add_loop_test(tcase, get_tag_sizes, 0, 3);
    tcase_add_loop_test(tcase, get_tag_at_the_wrong_time, 0, 3);
    tcase_add_loop_test(tcase, null_size_query_of_the_tag, 0, 3);
    tcase_add_loop_test(tcase, tag_that_was_set, 0, 3);
    tcase_add_loop_test(tcase, tag_of_the_previous_message, 0, 3);
    tcase_add_loop_test(tcase, set_tag_sizes, 0, 3);
    tcase_add_loop_test(tcase, set_tag_at_any_time, 0, 3);
    tcase_add_loop_test(tcase, every_tag_length_verifies, 0, 3);
    tcase_add_loop_test(tcase, final_without_a_tag, 0, 3);
    tcase_add_loop_test(tcase, wrong_tag, 0, 3);
    tcase_add_loop_test(tcase, tag_lifetime, 0, 3);
    tcase_add_loop_test(tcase, flip_to_decryption_without_set_tag, 0, 3);
    tcase_add_loop_test(tcase, iv_getters, 0, 3);
    tcase_add_loop_test(tcase, other_getters, 0, 3);
    return tcase;
}
