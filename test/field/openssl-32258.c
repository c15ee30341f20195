/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#32258: the message is empty, the tag is wrong, and decryption is
 * finished by EVP_Cipher(ctx, out, NULL, 0): older releases said it was good.
 *
 * Right: -1, and 0 for the right tag.
 */
#include "field.h"

START_TEST(empty_message_bad_tag)
{
    const char *alg = support_aeads[_i];
    uint8_t iv[12] = {9}, out[16], tag[16];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", alg, iv, 1);

    ck_assert(message_seal(ctx, iv, NULL, 0, out, out, 0, tag));
    for (int bad = 0; bad < 2; bad++) {
        tag[15] ^= (uint8_t)bad;
        ck_assert(EVP_DecryptInit_ex2(ctx, NULL, NULL, iv, NULL));
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16,
                                             tag), 1);
        ck_assert_int_eq(EVP_Cipher(ctx, out, NULL, 0), bad ? -1 : 0);
    }
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

TCase *field_openssl_32258(void)
{
    TCase *tc = field_case("openssl-32258");

    tcase_add_loop_test(tc, empty_message_bad_tag, 0, 4);
    return tc;
}
