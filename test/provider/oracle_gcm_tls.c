/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 4.1: AES-GCM in TLS 1.2 records, and the IV controls. */
#include "oracle_script.h"

#include <string.h>

enum { HEAD = 8, TAG = 16 };

/* The 13 bytes of a record's header whose length field says len. */
static const uint8_t *header(int len)
{
    static uint8_t bytes[13];

    bytes[7]++;
    bytes[8] = 23;
    bytes[9] = 3;
    bytes[10] = 3;
    bytes[11] = (uint8_t)(len >> 8);
    bytes[12] = (uint8_t)len;
    return bytes;
}

/* A context with key and the whole IV given, so that nothing is random. */
static void start(int i, int enc)
{
    begin(gcm(i));
    init(CIPHER, KEY, NULL, enc), works();
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
}

static void record(enum oracle_op op, const uint8_t *in, int len)
{
    HERE, script_data(op, IN_PLACE, in, len);
}

static void arm(int len)
{
    ctrl(EVP_CTRL_AEAD_TLS1_AAD, 13, header(len));
}

START_TEST(fixed_iv_lengths)
{
    static const int good[] = {4, -1};
    static const int bad[] = {0, 1, 3, 5, 8, 11, 12};

    begin(gcm(_i));
    init(CIPHER, KEY, NULL, DEC);
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, good[i], IV), works();
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, bad[i], IV),
            fails(PROV_R_FAILED_TO_GET_PARAMETER);
    }
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, 20, NULL), works();
    for (int len = 4; len <= 12; len++) {
        ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, len, IV), works();
        get_octets("iv", 20), works();
    }
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, 13, IV),
        fails(PROV_R_FAILED_TO_GET_PARAMETER);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
    get_octets("iv", 20), answers_bytes(IV, 20);
    with(row_gcm_long_fixed);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, 21, IV);
    with(row_gcm_long_fixed);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, 128, IV);
}
END_TEST

/* Encrypting, the rest of the IV is drawn; it must differ each time. */
START_TEST(fixed_iv_draws_the_rest)
{
    uint8_t first[12];

    begin(gcm(_i));
    init(CIPHER, KEY, NULL, ENC);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, 4, IV), works();
    with(row_gcm_iv_generated);
    get_size("iv-generated"), answers(1);
    with(row_gcm_random_iv);
    get_octets("iv", 12), answers_size(12);
    keep(first, 12);
    ck_assert_mem_eq(first, IV, 4);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, 4, IV), works();
    with(row_gcm_random_iv);
    get_octets("iv", 12), answers_size(12);
    ck_assert_mem_ne(oracle_out(&oracle), first, 12);
    /* A whole IV was not generated. */
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
    with(row_gcm_iv_generated);
    get_size("iv-generated"), answers(0);
}
END_TEST

START_TEST(fixed_iv_before_the_key)
{
    begin(gcm(_i));
    init(CIPHER, NULL, NULL, ENC);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
    init(SAME, KEY, NULL, KEEP), works();
    ctrl_read(EVP_CTRL_GCM_IV_GEN, 8), works(), writes(IV + 4, 8);
    update(40), gives(40);
    final(), gives(0);
    get_tag(16), works();
}
END_TEST

START_TEST(header_lengths)
{
    static const struct {
        int enc, len;
        bool good;
    } cases[] = {
        {ENC, 0, false}, {ENC, 7, false}, {ENC, 8, true}, {ENC, 9, true},
        {ENC, 65535, true}, {DEC, 0, false}, {DEC, 8, false}, {DEC, 16, false},
        {DEC, 23, false}, {DEC, 24, true}, {DEC, 25, true},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        start(_i, cases[i].enc);
        get_size("tlsaadpad"), answers(0);
        arm(cases[i].len);
        if (cases[i].good) {
            returns(16);
            get_size("tlsaadpad"), answers(16);
        } else {
            fails(PROV_R_INVALID_AAD);
        }
    }
    for (int size = 0; size < 20; size++) {
        start(_i, ENC);
        ctrl(EVP_CTRL_AEAD_TLS1_AAD, size, IV);
        size == 13 ? returns(16) : fails(PROV_R_INVALID_AAD);
    }
    start(_i, ENC);
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

/* The record that belonged to a refused header must not pass for a stream,
 * unauthenticated and under a counted IV. */
START_TEST(refused_header_does_not_arm)
{
    uint8_t text[40];

    memset(text, 1, sizeof(text));
    start(_i, ENC);
    arm(3), fails(PROV_R_INVALID_AAD);
    with(row_gcm_unarmed);
    update_at(IN_PLACE, text, 40);
    start(_i, DEC);
    arm(23), fails(PROV_R_INVALID_AAD);
    with(row_gcm_unarmed);
    update_at(IN_PLACE, text, 40);
    /* Neither does one that follows a good one. */
    start(_i, ENC);
    arm(HEAD + 16), returns(16);
    arm(3), fails(PROV_R_INVALID_AAD);
    with(row_gcm_unarmed);
    update_at(IN_PLACE, text, 40);
    start(_i, ENC);
    ctrl(EVP_CTRL_AEAD_TLS1_AAD, 12, header(40)), fails(PROV_R_INVALID_AAD);
    update_at(IN_PLACE, text, 40), gives(40);
}
END_TEST

START_TEST(records)
{
    static const int lens[] = {0, 1, 15, 16, 17, 50, 100, 255, 1350, 2048};
    uint8_t sealed[2100], plain[2100];

    for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
        for (int op = OP_UPDATE; op <= OP_CIPHER; op++) {
            int len = lens[i], whole = HEAD + len + TAG;
            const uint8_t *in = oracle_pattern(&oracle, (size_t)whole);

            start(_i, ENC);
            memcpy(plain, in, (size_t)whole);
            for (int n = 0; n < 3; n++) {
                arm(HEAD + len), returns(16);
                record((enum oracle_op)op, in, whole), gives(whole);
                get_octets("iv", 12), works();
            }
            keep(sealed, (size_t)whole);

            start(_i, DEC);
            for (int n = 0; n < 2; n++) {
                arm(whole), returns(16);
                record((enum oracle_op)op, sealed, whole);
            }
        }
        (void)plain;
    }
}
END_TEST

/* Sealed and opened, with the header's number the same on both. */
START_TEST(record_opens)
{
    uint8_t aad[13], sealed[74], plain[74], bad[74];

    memcpy(plain, oracle_pattern(&oracle, 74), 74);
    memcpy(aad, header(HEAD + 50), 13);
    start(_i, ENC);
    ctrl(EVP_CTRL_AEAD_TLS1_AAD, 13, aad), returns(16);
    record(OP_UPDATE, plain, 74), gives(74), writes(IV + 4, 8);
    keep(sealed, 74);

    aad[12] += TAG;
    start(_i, DEC);
    ctrl(EVP_CTRL_AEAD_TLS1_AAD, 13, aad), returns(16);
    record(OP_UPDATE, sealed, 74), gives(50);
    ck_assert_mem_eq(oracle_out(&oracle), sealed, 8);
    ck_assert_mem_eq(oracle_out(&oracle) + 8, plain + 8, 50);
    ck_assert_mem_eq(oracle_out(&oracle) + 58, sealed + 58, 16);

    /* A wrong tag: the payload is wiped; the next record works. */
    memcpy(bad, sealed, 74);
    bad[73] ^= 1;
    ctrl(EVP_CTRL_AEAD_TLS1_AAD, 13, aad), returns(16);
    record(OP_UPDATE, bad, 74), fails(PROV_R_CIPHER_OPERATION_FAILED);
    for (int i = 8; i < 58; i++) {
        ck_assert_uint_eq(oracle_out(&oracle)[i], 0);
    }
    ctrl(EVP_CTRL_AEAD_TLS1_AAD, 13, aad), returns(16);
    record(OP_CIPHER, sealed, 74), returns(74);
    ctrl(EVP_CTRL_AEAD_TLS1_AAD, 13, aad), returns(16);
    record(OP_CIPHER, bad, 74), returns(-1);
    aad[7] ^= 1;
    ctrl(EVP_CTRL_AEAD_TLS1_AAD, 13, aad), returns(16);
    record(OP_UPDATE, sealed, 74), fails(PROV_R_CIPHER_OPERATION_FAILED);
}
END_TEST

START_TEST(bad_records_disarm)
{
    for (int bad = 0; bad < 6; bad++) {
        begin(gcm(_i));
        init(CIPHER, bad == 0 ? NULL : KEY, bad == 1 ? IV : NULL, ENC);
        if (bad != 1) {
            ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
        }
        arm(HEAD + 16), returns(16);
        if (bad == 2) {
            update(40), fails(PROV_R_CIPHER_OPERATION_FAILED);
        } else if (bad == 3) {
            record(OP_UPDATE, IV, 23), fails(PROV_R_CIPHER_OPERATION_FAILED);
        } else if (bad == 4) {
            aad(5), fails(PROV_R_CIPHER_OPERATION_FAILED);
        } else if (bad == 5) {
            final(), fails(NO_REASON);
        } else {
            record(OP_UPDATE, IV, 40), fails(PROV_R_CIPHER_OPERATION_FAILED);
        }
        update(16), fails(PROV_R_CIPHER_OPERATION_FAILED);
    }
    /* A good record disarms, too. */
    start(_i, ENC);
    arm(HEAD + 16), returns(16);
    record(OP_UPDATE, IV, 40), gives(40);
    record(OP_UPDATE, IV, 40), fails(PROV_R_CIPHER_OPERATION_FAILED);
    final(), fails(NO_REASON);
    arm(HEAD + 16), returns(16);
    record(OP_UPDATE, IV, 40), gives(40);
}
END_TEST

/* The record may be longer or shorter than its header said. */
START_TEST(record_of_another_length)
{
    start(_i, ENC);
    arm(HEAD + 16), returns(16);
    record(OP_UPDATE, IV, 60), gives(60);
    arm(HEAD + 16), returns(16);
    record(OP_UPDATE, IV, 24), gives(24);
    arm(HEAD + 16), returns(16);
    update_at(IN_PLACE, IV, 0);
}
END_TEST

START_TEST(tag_after_a_record)
{
    uint8_t tag[16];

    start(_i, ENC);
    update(20), gives(20);
    final(), gives(0);
    get_tag(16), works();
    keep(tag, 16);
    arm(HEAD + 16), returns(16);
    record(OP_UPDATE, IV, 40), gives(40);
    with(row_gcm_tag_of_tls);
    get_tag(16);
    if (!oracle.itself) {
        ck_assert_mem_ne(oracle_out(&oracle), header(HEAD + 16), 7);
    }
}
END_TEST

START_TEST(generated_ivs)
{
    uint8_t iv[12];

    for (int arg = 0; arg <= 20; arg++) {
        start(_i, ENC);
        memcpy(iv, IV, 12);
        for (int n = 0; n < 3; n++) {
            int shown = arg == 0 || arg > 12 ? 12 : arg;

            ctrl_read(EVP_CTRL_GCM_IV_GEN, arg), works(),
                writes(iv + 12 - shown, (size_t)shown);
            iv[11]++;
            get_octets("iv", 12), answers_bytes(iv, 12);
            copy_iv(EVP_CIPHER_CTX_get_updated_iv, 12), writes(iv, 12);
            aad(4), gives(4);
            update(40), gives(40);
            final(), gives(0);
            get_tag(16), works();
        }
    }
    ctrl_read(EVP_CTRL_GCM_IV_GEN, -1), works();
    get_null("tlsivgen", OSSL_PARAM_OCTET_STRING, 8), works_not();
    get("tlsivgen", OSSL_PARAM_UNSIGNED_INTEGER, 8);
    /* No carry beyond the last 8 bytes. */
    begin(gcm(_i));
    init(CIPHER, KEY, NULL, ENC);
    memset(iv, 0xff, 12);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, iv), works();
    ctrl_read(EVP_CTRL_GCM_IV_GEN, 12), works(), writes(iv, 12);
    memset(iv + 4, 0, 8);
    get_octets("iv", 12), answers_bytes(iv, 12);
    /* Longer IVs. */
    begin(gcm(_i));
    init(CIPHER, KEY, NULL, ENC);
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, 128, NULL), works();
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
    ctrl_read(EVP_CTRL_GCM_IV_GEN, 0), works(), writes(IV, 128);
    ctrl_read(EVP_CTRL_GCM_IV_GEN, 128), works();
    /* Shorter ones than the invocation field. */
    for (int len = 1; len < 12; len++) {
        begin(gcm(_i));
        init(CIPHER, KEY, NULL, ENC);
        ctrl(EVP_CTRL_AEAD_SET_IVLEN, len, NULL), works();
        if (len < 4) {
            with(row_gcm_long_fixed);
        }
        ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, 4, IV);
        if (!oracle.itself) {
            fails(PROV_R_FAILED_TO_GET_PARAMETER);
        }
    }
}
END_TEST

START_TEST(iv_gen_needs_key_and_fixed_iv)
{
    begin(gcm(_i));
    init(CIPHER, NULL, NULL, ENC);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
    ctrl_read(EVP_CTRL_GCM_IV_GEN, 8), fails(NO_REASON);
    begin(gcm(_i));
    init(CIPHER, KEY, IV, ENC);
    ctrl_read(EVP_CTRL_GCM_IV_GEN, 8), fails(NO_REASON);
}
END_TEST

START_TEST(invocation_given)
{
    uint8_t iv[12], text[40], tag[16];

    for (int len = 1; len < 8; len++) {
        begin(gcm(_i));
        init(CIPHER, KEY, NULL, ENC);
        ctrl(EVP_CTRL_AEAD_SET_IVLEN, len, NULL), works();
        ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
        with(row_gcm_short_iv);
        ctrl_read(EVP_CTRL_GCM_IV_GEN, 8);
    }
    start(_i, ENC);
    ctrl(EVP_CTRL_GCM_SET_IV_INV, 8, IV2), works_not();
    begin(gcm(_i));
    init(CIPHER, NULL, NULL, DEC);
    ctrl(EVP_CTRL_AEAD_SET_IV_FIXED, -1, IV), works();
    ctrl(EVP_CTRL_GCM_SET_IV_INV, 8, IV2), works_not();
    begin(gcm(_i));
    init(CIPHER, KEY, IV, DEC);
    ctrl(EVP_CTRL_GCM_SET_IV_INV, 8, IV2), works_not();

    memcpy(iv, IV, 4);
    memcpy(iv + 4, IV2, 8);
    begin(gcm(_i));
    init(CIPHER, KEY, iv, ENC);
    update(40), gives(40);
    keep(text, 40);
    final(), gives(0);
    get_tag(16), works();
    keep(tag, 16);
    start(_i, DEC);
    ctrl(EVP_CTRL_GCM_SET_IV_INV, 8, IV2), works();
    get_octets("iv", 12), answers_bytes(iv, 12);
    set_tag(tag, 16), works();
    update_of(text, 40), gives(40);
    final(), gives(0);
    for (int len = 0; len <= 12; len++) {
        ctrl(EVP_CTRL_GCM_SET_IV_INV, len, IV2);
        get_octets("iv", 12), works();
        update_of(text, 40);
    }
    with(row_gcm_long_invocation);
    ctrl(EVP_CTRL_GCM_SET_IV_INV, 13, IV2);
    with(row_gcm_long_invocation);
    ctrl(EVP_CTRL_GCM_SET_IV_INV, 128, IV2);
    with(row_tls_no_data);
    ctrl(EVP_CTRL_GCM_SET_IV_INV, 8, NULL);
}
END_TEST

START_TEST(taglen_after_a_record)
{
    start(_i, DEC);
    set_tag(IV, 11), works();
    arm(HEAD + TAG), returns(16);
    record(OP_UPDATE, IV, HEAD + TAG);
    with(row_gcm_taglen_tls);
    get_size("taglen"), works();
}
END_TEST

START_TEST(copies)
{
    start(_i, ENC);
    move_to_copy();
    arm(HEAD + 16), returns(16);
    move_to_copy();
    record(OP_UPDATE, IV, 40), gives(40);
    arm(HEAD + 16), returns(16);
    make_copy();
    record(OP_UPDATE, IV, 40), gives(40);
    swap();
    record(OP_UPDATE, IV, 40), gives(40);
    ctrl_read(EVP_CTRL_GCM_IV_GEN, 12), works();
    move_to_copy();
    update(5), gives(5);
    final(), gives(0);
    get_tag(16);
}
END_TEST

TCase *gcm_tls_tcase(void)
{
    TCase *tcase = tcase_create("4.1 AES-GCM TLS");

    tcase_add_loop_test(tcase, fixed_iv_lengths, 0, 3);
    tcase_add_loop_test(tcase, fixed_iv_draws_the_rest, 0, 3);
    tcase_add_loop_test(tcase, fixed_iv_before_the_key, 0, 3);
    tcase_add_loop_test(tcase, header_lengths, 0, 3);
    tcase_add_loop_test(tcase, refused_header_does_not_arm, 0, 3);
    tcase_add_loop_test(tcase, records, 0, 3);
    tcase_add_loop_test(tcase, record_opens, 0, 3);
    tcase_add_loop_test(tcase, bad_records_disarm, 0, 3);
    tcase_add_loop_test(tcase, record_of_another_length, 0, 3);
    tcase_add_loop_test(tcase, tag_after_a_record, 0, 3);
    tcase_add_loop_test(tcase, generated_ivs, 0, 3);
    tcase_add_loop_test(tcase, iv_gen_needs_key_and_fixed_iv, 0, 3);
    tcase_add_loop_test(tcase, invocation_given, 0, 3);
    tcase_add_loop_test(tcase, taglen_after_a_record, 0, 3);
    tcase_add_loop_test(tcase, copies, 0, 3);
    return tcase;
}
