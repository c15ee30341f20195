/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 4.2: ChaCha20-Poly1305 in TLS 1.2 records. */
#include "oracle_script.h"

#include <string.h>

#define CCP "ChaCha20-Poly1305"

enum { TAG = 16 };

static const uint8_t *header(int number, int len)
{
    static uint8_t bytes[13] = {0x80, 1, 2, 3, 4, 5, 6, 0, 23, 3, 3};

    bytes[7] = (uint8_t)number;
    bytes[11] = (uint8_t)(len >> 8);
    bytes[12] = (uint8_t)len;
    return bytes;
}

static void arm(int number, int len)
{
    ctrl(EVP_CTRL_AEAD_TLS1_AAD, 13, header(number, len));
}

static void start(int enc)
{
    begin(CCP);
    init(CIPHER, KEY, IV, enc), works();
}

START_TEST(header_lengths)
{
    start(ENC);
    arm(0, 0), returns(16);
    get_size("tlsaadpad"), answers(16);
    arm(0, 65535), returns(16);
    start(DEC);
    for (int len = 0; len < 20; len++) {
        arm(0, len);
        len >= 16 ? returns(16) : fails(PROV_R_INVALID_DATA);
    }
    for (int size = 0; size < 20; size++) {
        start(ENC);
        ctrl(EVP_CTRL_AEAD_TLS1_AAD, size, IV);
        size == 13 ? returns(16) : fails(PROV_R_INVALID_DATA);
    }
    start(ENC);
    with(row_tls_no_data);
    ctrl(EVP_CTRL_AEAD_TLS1_AAD, 13, NULL);
    with(row_tls_no_data);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, 4, NULL);
    with(row_tls_no_data);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, 12, NULL);
    with(row_tls_no_data);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, NULL);
}
END_TEST

START_TEST(records)
{
    static const int lens[] = {0, 1, 15, 16, 17, 50, 63, 64, 65, 128, 191, 192,
                               193, 255, 1350, 2048};
    uint8_t sealed[2100], plain[2100];

    for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
        for (int op = OP_UPDATE; op <= OP_CIPHER; op++) {
            for (int where = APART; where <= IN_PLACE; where++) {
                int len = lens[i], whole = len + TAG;

                memcpy(plain, oracle_pattern(&oracle, 2100), 2100);
                start(ENC);
                for (int n = 0; n < 2; n++) {
                    arm(n, len), returns(16);
                    HERE, script_data((enum oracle_op)op,
                                      (enum oracle_where)where, plain, whole);
                    gives(whole);
                    keep(sealed, (size_t)whole);
                    get_tag(16), works(), writes(sealed + len, 16);
                }
                start(DEC);
                arm(1, whole), returns(16);
                HERE, script_data((enum oracle_op)op, (enum oracle_where)where,
                                  sealed, whole);
                op == OP_UPDATE ? gives(len) : works();
                writes(plain, (size_t)len);
                arm(2, whole), returns(16);
                HERE, script_data((enum oracle_op)op, (enum oracle_where)where,
                                  sealed, whole);
                fails(NO_REASON);
                for (int k = 0; k < len; k++) {
                    ck_assert_uint_eq(oracle_out(&oracle)[k], 0);
                }
                arm(1, whole), returns(16);
                update_of(sealed, whole), gives(len);
            }
        }
    }
}
END_TEST

START_TEST(wrong_length_stays_armed)
{
    start(ENC);
    arm(0, 20), returns(16);
    update(20), works_not();
    update(37), works_not();
    update(1), works_not();
    update(36), gives(36);
    /* Not armed any more: an ordinary message. */
    start(DEC);
    arm(0, 36), returns(16);
    update(20), works_not();
    update(36), works_not();
}
END_TEST

START_TEST(final_while_armed)
{
    start(ENC);
    arm(0, 20), returns(16);
    final(), works_not();
    with(row_ccp_armed_final);
    final_no_out();
}
END_TEST

/* A new key or nonce disarms. */
START_TEST(init_while_armed)
{
    for (int with_key = 0; with_key < 2; with_key++) {
        start(ENC);
        arm(0, 20), returns(16);
        init(SAME, with_key != 0 ? KEY : NULL, IV, ENC), works();
        aad(13), gives(13);
        update(99), gives(99);
        final(), gives(0);
        get_tag(16), works();
    }
    /* A key alone: the default goes on under the record's nonce. */
    start(ENC);
    arm(0, 20), returns(16);
    init(SAME, KEY, NULL, ENC), works();
    with(row_ccp_armed_key);
    update(99), gives(99);
    start(ENC);
    arm(0, 20), returns(16);
    init(SAME, NULL, NULL, ENC), works();
    update(36), gives(36);
}
END_TEST

START_TEST(after_a_record)
{
    start(ENC);
    arm(0, 20), returns(16);
    update(36), gives(36);
    with(row_ccp_after_record);
    update(20);
}
END_TEST

START_TEST(fixed_iv)
{
    uint8_t sealed[36], plain[36];

    memcpy(plain, oracle_pattern(&oracle, 36), 36);
    start(ENC);
    arm(7, 20), returns(16);
    update_of(plain, 36), gives(36);
    keep(sealed, 36);
    begin(CCP);
    init(CIPHER, KEY, NULL, ENC), works();
    for (int len = 0; len < 20; len++) {
        ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, len, IV);
        len == 12 ? works() : fails(PROV_R_INVALID_IV_LENGTH);
    }
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV),
        fails(PROV_R_INVALID_IV_LENGTH);
    arm(7, 20), returns(16);
    update_of(plain, 36), gives(36), writes(sealed, 36);
}
END_TEST

START_TEST(copies)
{
    start(ENC);
    arm(1, 20), returns(16);
    make_copy();
    update(36), gives(36);
    swap();
    update(36), gives(36);
    move_to_copy();
    arm(2, 20), returns(16);
    move_to_copy();
    update(36), gives(36);
    get_tag(16), works();
}
END_TEST

TCase *ccp_tls_tcase(void)
{
    TCase *tcase = tcase_create("4.2 ChaCha20-Poly1305 TLS");

    tcase_add_test(tcase, header_lengths);
    tcase_add_test(tcase, records);
    tcase_add_test(tcase, wrong_length_stays_armed);
    tcase_add_test(tcase, final_while_armed);
    tcase_add_test(tcase, init_while_armed);
    tcase_add_test(tcase, after_a_record);
    tcase_add_test(tcase, fixed_iv);
    tcase_add_test(tcase, copies);
    return tcase;
}
