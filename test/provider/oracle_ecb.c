/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 3.3: AES-ECB. */
#include "oracle_script.h"

#include <string.h>

/* n bytes that decrypt to plain, a pattern; plain may be NULL. */
static void encrypt(const char *name, uint8_t *out, uint8_t *plain, int n)
{
    const uint8_t *in = oracle_pattern(&oracle, (size_t)n);

    begin(name);
    init(CIPHER, KEY, NULL, ENC);
    update_of(in, n), gives(n / 16 * 16);
    keep(out, (size_t)n / 16 * 16);
    if (n % 16 != 0) {
        final(), gives(16);
        keep(out + n / 16 * 16, 16);
    }
    if (plain != NULL) {
        memcpy(plain, in, (size_t)n);
    }
}

START_TEST(before_any_key)
{
    begin(ecb(_i));
    init(CIPHER, NULL, NULL, ENC), works();
    update(0), fails(PROV_R_NO_KEY_SET);
    update(16), fails(PROV_R_NO_KEY_SET);
    final(), fails(PROV_R_NO_KEY_SET);
    cipher(16), returns(-1);
    init(SAME, NULL, NULL, DEC), works();
    final(), fails(PROV_R_NO_KEY_SET);
}
END_TEST

START_TEST(no_iv)
{
    begin(ecb(_i));
    init(CIPHER, KEY, IV, ENC), works();
    get_octets("iv", 16), answers_bytes("", 0);
    get_octets("updated-iv", 16), answers_bytes("", 0);
    get_octets("iv", 0), answers_bytes("", 0);
    get_size("ivlen"), answers(0);
    update(32), gives(32);
}
END_TEST

START_TEST(encryption_buffers)
{
    begin(ecb(_i));
    init(CIPHER, KEY, NULL, ENC);
    update(5), gives(0);
    update(30), gives(32);
    update(13), gives(16);
    final(), gives(16);
    update(1), gives(0);
    update(0), gives(0);
    final(), gives(16);
    final(), gives(16);
    update(700), gives(700 / 16 * 16);
    for (int len = 0; len < 200; len += 3) {
        update(len), works();
    }
    init(SAME, NULL, NULL, KEEP), works();
    update(16), gives(16);
}
END_TEST

START_TEST(padding_lifetime)
{
    begin(ecb(_i));
    init(CIPHER, KEY, NULL, ENC);
    get("padding", OSSL_PARAM_UNSIGNED_INTEGER, 4), answers(1);
    set_unsigned("padding", 0), works();
    get("padding", OSSL_PARAM_UNSIGNED_INTEGER, 4), answers(0);
    init(SAME, KEY, NULL, ENC);
    get("padding", OSSL_PARAM_UNSIGNED_INTEGER, 4), answers(0);
    init(CIPHER, KEY, NULL, ENC);
    get("padding", OSSL_PARAM_UNSIGNED_INTEGER, 4), answers(1);
    set_unsigned("padding", 9), works();
    get("padding", OSSL_PARAM_UNSIGNED_INTEGER, 4), answers(1);
    tell(EVP_CIPHER_CTX_set_padding, 0), works();
    init(CIPHER, KEY, NULL, ENC);
    get("padding", OSSL_PARAM_UNSIGNED_INTEGER, 4), answers(0);
    final(), gives(0);
}
END_TEST

START_TEST(encryption_final_without_padding)
{
    begin(ecb(_i));
    init(CIPHER, KEY, NULL, ENC);
    tell(EVP_CIPHER_CTX_set_padding, 0);
    final(), gives(0);
    update(16), gives(16);
    final(), gives(0);
    update(17), gives(16);
    final(), fails(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
    final(), fails(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
    update(15), gives(16);
    final(), gives(0);
}
END_TEST

START_TEST(decryption_holds_a_block_back)
{
    uint8_t text[256], plain[256];

    encrypt(ecb(_i), text, plain, 70);
    init(SAME, KEY, NULL, DEC);
    update_of(text, 16), gives(0);
    update_of(text + 16, 16), gives(16), writes(plain, 16);
    update_of(text + 32, 48), gives(48), writes(plain + 16, 48);
    update(0), gives(0);
    final(), gives(6), writes(plain + 64, 6);
    final(), fails(PROV_R_WRONG_FINAL_BLOCK_LENGTH);

    init(SAME, NULL, NULL, KEEP);
    update_of(text, 20), gives(16);
    final(), fails(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
    update_of(text + 20, 60), gives(48);
    final(), gives(6);

    for (int split = 0; split <= 80; split++) {
        init(SAME, NULL, NULL, KEEP);
        update_of(text, split), works();
        update_of(text + split, 80 - split), works();
        final(), gives(6);
    }
}
END_TEST

START_TEST(decryption_without_padding)
{
    uint8_t text[64];

    encrypt(ecb(_i), text, NULL, 64);
    init(SAME, KEY, NULL, DEC);
    tell(EVP_CIPHER_CTX_set_padding, 0);
    update_of(text, 16), gives(16);
    update_of(text, 40), gives(32);
    update_of(text + 40, 8), gives(16);
    final(), gives(0);
    update_of(text, 3), gives(0);
    final(), fails(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
}
END_TEST

START_TEST(pad_of_each_length)
{
    for (int n = 0; n < 32; n++) {
        uint8_t text[48], plain[32];
        int padded = n / 16 * 16 + 16;

        begin(ecb(_i));
        init(CIPHER, KEY, NULL, ENC);
        update_of(memset(plain, n, sizeof(plain)), n);
        keep(text, 32);
        final(), gives(16);
        keep(text + padded - 16, 16);
        init(SAME, KEY, NULL, DEC);
        update_of(text, padded), gives(padded - 16);
        final(), gives(n % 16), writes(plain, (size_t)n % 16);
    }
}
END_TEST

/* Each wrong byte in the pad, each impossible count. */
START_TEST(bad_pad)
{
    for (int bad = 0; bad < 16 + 256; bad++) {
        uint8_t block[16], text[16];

        memset(block, 16, sizeof(block));
        if (bad < 16) {
            block[bad] ^= 0x20;
        } else {
            block[15] = (uint8_t)(bad - 16);
        }
        encrypt(ecb(_i), text, NULL, 0);
        update_of(block, 16), gives(16);
        keep(text, 16);
        init(SAME, KEY, NULL, DEC);
        update_of(text, 16), gives(0);
        final();
        if (bad < 16 || (bad - 16 != 1 && bad - 16 != 16)) {
            fails(PROV_R_BAD_DECRYPT);
            with(row_ecb_bad_again);
            final(), fails(PROV_R_BAD_DECRYPT);
        } else {
            works();
        }
    }
}
END_TEST

START_TEST(decryption_final_of_nothing)
{
    begin(ecb(_i));
    init(CIPHER, KEY, NULL, DEC);
    final(), fails(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
    tell(EVP_CIPHER_CTX_set_padding, 0);
    final(), gives(0);
}
END_TEST

START_TEST(init_discards_the_buffer)
{
    begin(ecb(_i));
    init(CIPHER, KEY, NULL, ENC);
    update(7), gives(0);
    init(SAME, NULL, NULL, KEEP), works();
    update(15), gives(0);
    init(SAME, KEY2, NULL, KEEP), works();
    update(16), gives(16);
    init(SAME, KEY, NULL, DEC), works();
    update(16), gives(0);
    init(SAME, KEY, NULL, DEC), works();
    final(), fails(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
}
END_TEST

START_TEST(new_keys)
{
    begin(ecb(_i));
    tell(EVP_CIPHER_CTX_set_padding, 0);
    init(CIPHER, KEY, NULL, DEC), works();
    for (int n = 0; n < 16; n++) {
        init(SAME, n & 2 ? KEY : KEY2, NULL, n & 1 || n > 9 ? DEC : ENC),
            works();
        update(48), works();
    }
}
END_TEST

/* Padding turned off while a block is held. */
START_TEST(padding_within_a_message)
{
    begin(ecb(_i));
    init(CIPHER, KEY, NULL, DEC);
    update(32), gives(16);
    tell(EVP_CIPHER_CTX_set_padding, 0), works();
    with(row_ecb_zero_update);
    update(0), gives(0);
    begin(ecb(_i));
    init(CIPHER, KEY, NULL, DEC);
    update(32), gives(16);
    tell(EVP_CIPHER_CTX_set_padding, 0), works();
    update(16), works();
    final(), works();
}
END_TEST

START_TEST(direction_flip_without_key)
{
    uint8_t text[32], plain[32];

    encrypt(ecb(_i), text, plain, 32);
    init(SAME, NULL, NULL, DEC), works();
    tell(EVP_CIPHER_CTX_set_padding, 0);
    with(row_ecb_flip);
    update_of(text, 32), works();
    /* Either rightly or as the default does: here the row is checked. */
    if (memcmp(oracle_out(&oracle), plain, 32) != 0
        && memcmp(oracle_out(&oracle),
                  oracle.side[0].got.area + ORACLE_GUARD, 32) != 0) {
        ck_abort_msg("neither the plaintext nor what the default makes of it");
    }
}
END_TEST

START_TEST(evp_cipher)
{
    uint8_t text[32];

    begin(ecb(_i));
    init(CIPHER, KEY, NULL, ENC);
    cipher(5), returns(5);
    cipher(0), returns(0);
    cipher_at(NO_IN, NULL, 0), returns(0);
    cipher_at(NEITHER, NULL, 0), returns(0);
    cipher(16), returns(16);
    cipher(32), returns(32);
    keep(text, 32);
    cipher(47), returns(47);
    cipher_at(IN_PLACE, oracle_pattern(&oracle, 160), 160), returns(160);
    init(SAME, KEY, NULL, DEC);
    cipher_at(APART, text, 32), returns(32);
    cipher_at(APART, text, 16), returns(16);
    cipher_at(APART, text, 15), returns(15);
    final(), fails(PROV_R_WRONG_FINAL_BLOCK_LENGTH);
}
END_TEST

/* One buffer for a whole message in pieces: while bytes are held, output lags
 * behind input by as many. */
START_TEST(staggered_in_place)
{
    for (int enc = DEC; enc <= ENC; enc++) {
        for (int piece = 1; piece < 60; piece++) {
            int held = 0;

            begin(ecb(_i));
            init(CIPHER, KEY, NULL, enc);
            for (int n = 0; n < 20; n++) {
                update_lagging(piece, held), works();
                held += piece - oracle_got(&oracle)->outl;
            }
            update_lagging(1000, held), works();
        }
    }
}
END_TEST

START_TEST(num)
{
    static const unsigned values[] = {0, 1, 15, 16, 17, 0x7fffffff, 0xffffffff};
    unsigned last = 0;

    begin(ecb(_i));
    init(CIPHER, KEY, NULL, ENC);
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        set_unsigned("num", values[i]);
        if (values[i] < 16) {
            last = values[i];
            works();
        } else {
            fails(PROV_R_FAILED_TO_GET_PARAMETER);
        }
        ask(EVP_CIPHER_CTX_get_num), returns((int)last);
        for (int len = 1; len <= 64; len++) {
            update(len), works();
        }
    }
}
END_TEST

START_TEST(tls_parameters)
{
    begin(ecb(_i));
    init(CIPHER, KEY, NULL, ENC);
    set_unsigned("use-bits", 1), works();
    set_unsigned("tls-version", 0), works();
    set_size("tls-mac-size", 20), works();
    with(row_tls_mac);
    get_pointer("tls-mac"), works();
    update(33), gives(32);
    /* The default turns to TLS padding here; vgfast only accepts it. */
    set_unsigned("tls-version", 0x0303), works();
}
END_TEST

/* QUIC header protection: padding on, one update of 16 a packet, no final. */
START_TEST(quic_header_protection)
{
    begin(ecb(_i));
    init(CIPHER, KEY, NULL, ENC);
    for (int packet = 0; packet < 5; packet++) {
        init(SAME, NULL, NULL, ENC), works();
        update(16), gives(16);
    }
}
END_TEST

START_TEST(copies)
{
    begin(ecb(_i));
    init(CIPHER, KEY, NULL, ENC);
    update(21), gives(16);
    make_copy();
    update(11), gives(16);
    final(), gives(16);
    swap();
    update(30), gives(32);
    move_to_copy();
    final(), gives(16);
    init(SAME, KEY, NULL, DEC);
    update(40), gives(32);
    move_to_copy();
    update(24), gives(16);
    final(), fails(PROV_R_BAD_DECRYPT);
}
END_TEST

TCase *ecb_tcase(void)
{
    TCase *tcase = tcase_create("3.3 AES-ECB");

    tcase_add_loop_test(tcase, before_any_key, 0, 3);
    tcase_add_loop_test(tcase, no_iv, 0, 3);
    tcase_add_loop_test(tcase, encryption_buffers, 0, 3);
    tcase_add_loop_test(tcase, padding_lifetime, 0, 3);
    tcase_add_loop_test(tcase, encryption_final_without_padding, 0, 3);
    tcase_add_loop_test(tcase, decryption_holds_a_block_back, 0, 3);
    tcase_add_loop_test(tcase, decryption_without_padding, 0, 3);
    tcase_add_loop_test(tcase, pad_of_each_length, 0, 3);
    tcase_add_loop_test(tcase, bad_pad, 0, 3);
    tcase_add_loop_test(tcase, decryption_final_of_nothing, 0, 3);
    tcase_add_loop_test(tcase, init_discards_the_buffer, 0, 3);
    tcase_add_loop_test(tcase, new_keys, 0, 3);
    tcase_add_loop_test(tcase, padding_within_a_message, 0, 3);
    tcase_add_loop_test(tcase, direction_flip_without_key, 0, 3);
    tcase_add_loop_test(tcase, evp_cipher, 0, 3);
    tcase_add_loop_test(tcase, staggered_in_place, 0, 3);
    tcase_add_loop_test(tcase, num, 0, 3);
    tcase_add_loop_test(tcase, tls_parameters, 0, 3);
    tcase_add_loop_test(tcase, quic_header_protection, 0, 3);
    tcase_add_loop_test(tcase, copies, 0, 3);
    return tcase;
}
