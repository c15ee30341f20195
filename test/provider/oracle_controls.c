/* SPDX-License-Identifier: Apache-2.0 */
/* Contract 2.3: what legacy controls do; 3.1: what EVP does for any cipher. */
#include "oracle_script.h"

#include <openssl/err.h>
#include <string.h>

static const char *const ciphers[] = {
    "AES-192-CTR", "AES-128-ECB", "AES-256-GCM", "ChaCha20",
    "ChaCha20-Poly1305",
};

enum { N_CIPHERS = sizeof(ciphers) / sizeof(ciphers[0]) };

static void keyed(int i)
{
    begin(ciphers[i]);
    init(CIPHER, KEY, IV, ENC), works();
}

START_TEST(controls_of_all_kinds)
{
    keyed(_i);
    ctrl(EVP_CTRL_INIT, 0, NULL), returns(1);
    ctrl(EVP_CTRL_SET_KEY_LENGTH, 16, NULL);
    ctrl(EVP_CTRL_SET_KEY_LENGTH, 32, NULL);
    ctrl(EVP_CTRL_AEAD_SET_MAC_KEY, 16, KEY), returns(1);
    ctrl_read(EVP_CTRL_GET_IVLEN, 0);
    ctrl(EVP_CTRL_AEAD_SET_IVLEN, -1, NULL), works_not();
    /* never reaches a provider */
    ctrl(EVP_CTRL_SET_SBOX, 0, NULL), works_not();
    ctrl(EVP_CTRL_TLS1_1_MULTIBLOCK_AAD + 77, 0, NULL), works_not();
    update(16), gives(16);
}
END_TEST

START_TEST(key_length)
{
    static const int lens[] = {0, 8, 16, 24, 31, 32, 33, 64};

    for (size_t i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
        keyed(_i);
        tell(EVP_CIPHER_CTX_set_key_length, lens[i]);
        ask(EVP_CIPHER_CTX_get_key_length);
        init(SAME, KEY, IV, KEEP);
    }
}
END_TEST

START_TEST(padding)
{
    for (int value = 0; value < 3; value++) {
        keyed(_i);
        tell(EVP_CIPHER_CTX_set_padding, value), returns(1);
        init(CIPHER, KEY, IV, ENC), works();
        init(SAME, KEY, IV, ENC), works();
        update(32), gives(32);
    }
}
END_TEST

START_TEST(random_key)
{
    unsigned char key[64];

    keyed(_i);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(EVP_CIPHER_CTX_rand_key(oracle.side[i].ctx[0], key),
                         1);
    }
    ERR_clear_error();
}
END_TEST

/* A cipher argument, even the same one, makes a new context. */
START_TEST(cipher_argument_forgets)
{
    keyed(_i);
    update(16), gives(16);
    init(CIPHER, NULL, NULL, ENC), works();
    update(0);
    if (strcmp(ciphers[_i], "ChaCha20-Poly1305") == 0) {
        with(row_ccp_no_key);
    }
    update(16), works_not();
}
END_TEST

START_TEST(direction_kept)
{
    begin(ciphers[_i]);
    init(CIPHER, KEY, IV, DEC), works();
    init(SAME, NULL, NULL, KEEP), works();
    update(16), works();
    begin(ciphers[_i]);
    init(CIPHER, NULL, NULL, DEC), works();
    init(SAME, NULL, NULL, ENC), works();
    init(SAME, KEY, IV, KEEP), works();
    update(16), gives(16);
}
END_TEST

/* Zero bytes change nothing, wherever they come. */
START_TEST(update_of_nothing)
{
    for (int when = 0; when < 3; when++) {
        keyed(_i);
        if (when > 0) {
            update(21), works();
        }
        update(0), gives(0);
        update_at(IN_PLACE, IV, 0), gives(0);
        update_at(NO_IN, NULL, 0), gives(0);
        update_at(NO_OUT, IV, 0), gives(0);
        update_at(NEITHER, NULL, 0), gives(0);
        update(43), works();
    }
}
END_TEST

/* outsize is passed on by callers below EVP only; EVP's own checks: */
START_TEST(bad_arguments)
{
    keyed(_i);
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX *ctx = oracle.side[i].ctx[0];
        unsigned char out[64];
        int outl = 0;

        ck_assert_int_eq(EVP_CipherUpdate(ctx, out, &outl, IV, -1), 0);
        ck_assert_int_eq(EVP_DecryptUpdate(ctx, out, &outl, IV, 16), 0);
        ck_assert_int_eq(EVP_DecryptFinal_ex(ctx, out, &outl), 0);
        ERR_clear_error();
    }
    update(16), gives(16);
}
END_TEST

START_TEST(copies_of_each_state)
{
    begin(ciphers[_i]);
    init(CIPHER, NULL, NULL, ENC);
    move_to_copy();
    init(SAME, KEY, NULL, KEEP), works();
    move_to_copy();
    init(SAME, NULL, IV, KEEP), works();
    move_to_copy();
    for (int len = 0; len < 140; len += 1 + len / 8) {
        update(len), works();
        make_copy();
        update(len), works();
        swap();
        update(len), works();
    }
    final(), works();
    move_to_copy();
    init(SAME, KEY, IV, KEEP), works();
    update(33), works();
    final(), works();
}
END_TEST

TCase *controls_tcase(void)
{
    TCase *tcase = tcase_create("2.3, 3.1 controls, EVP");

    tcase_add_loop_test(tcase, controls_of_all_kinds, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, key_length, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, padding, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, random_key, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, cipher_argument_forgets, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, direction_kept, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, update_of_nothing, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, bad_arguments, 0, N_CIPHERS);
    tcase_add_loop_test(tcase, copies_of_each_state, 0, N_CIPHERS);
    return tcase;
}
