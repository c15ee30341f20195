/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#10125, #17027, #21485; s2n-tls#3466: what EVP_Cipher returns.
 *
 * Right: the number of bytes of data or of additional data, 0 for what ends
 * an AEAD message, -1 for a failure (not 0); ECB's number is what it was
 * asked for, though only whole blocks are done.
 */
#include "field.h"

START_TEST(streams)
{
    const char *const algs[] = {"AES-128-CTR", "AES-256-CTR", "ChaCha20"};
    uint8_t iv[16] = {1}, in[100] = {0}, out[2][100];

    for (size_t i = 0; i < sizeof(algs) / sizeof(algs[0]); i++) {
        EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", algs[i], iv,
                                          1);
        EVP_CIPHER_CTX *theirs = message_ctx(field_libctx, "default", algs[i],
                                             iv, 1);
        unsigned done = 0;

        for (unsigned n = 0; n <= 12; n++) {
            ck_assert_int_eq(EVP_Cipher(ctx, out[0] + done, in, n), (int)n);
            done += n;
        }
        ck_assert_int_eq(EVP_Cipher(theirs, out[1], in, done), (int)done);
        ck_assert_mem_eq(out[0], out[1], done);
        EVP_CIPHER_CTX_free(ctx);
        EVP_CIPHER_CTX_free(theirs);
    }
}
END_TEST

START_TEST(ecb)
{
    uint8_t in[40] = {0}, out[40];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", "AES-128-ECB",
                                      NULL, 1);

    memset(out, 0xa5, sizeof(out));
    ck_assert_int_eq(EVP_Cipher(ctx, out, in, 0), 0);
    ck_assert_int_eq(EVP_Cipher(ctx, out, in, 5), 5);
    ck_assert_int_eq(out[0], 0xa5);
    ck_assert_int_eq(EVP_Cipher(ctx, out, in, 37), 37);
    ck_assert_int_ne(out[31], 0xa5);
    ck_assert_int_eq(out[32], 0xa5);
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

START_TEST(aead)
{
    const char *alg = support_aeads[_i];
    uint8_t iv[12] = {1}, in[32] = {0}, out[32], tag[16];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", alg, iv, 1);
    EVP_CIPHER *cipher;

    ck_assert_int_eq(EVP_Cipher(ctx, NULL, in, 13), 13);
    ck_assert_int_eq(EVP_Cipher(ctx, NULL, in, 0), 0);
    ck_assert_int_eq(EVP_Cipher(ctx, out, in, 0), 0);
    ck_assert_int_eq(EVP_Cipher(ctx, out, in, 30), 30);
    ck_assert_int_eq(EVP_Cipher(ctx, NULL, in, 1), -1);
    ck_assert_int_eq(EVP_Cipher(ctx, NULL, NULL, 0), 0);
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, tag),
                     1);
    ck_assert_int_eq(EVP_Cipher(ctx, out, in, 30), -1);

    ck_assert(EVP_DecryptInit_ex2(ctx, NULL, NULL, iv, NULL));
    tag[3] ^= 4;
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16, tag),
                     1);
    ck_assert_int_eq(EVP_Cipher(ctx, NULL, in, 13), 13);
    ck_assert_int_eq(EVP_Cipher(ctx, out, out, 30), 30);
    ck_assert_int_eq(EVP_Cipher(ctx, NULL, NULL, 0), -1);

    /* Without a key. */
    cipher = support_cipher(field_libctx, alg, "vgfast");
    ck_assert(EVP_EncryptInit_ex2(ctx, cipher, NULL, iv, NULL));
    ck_assert_int_eq(EVP_Cipher(ctx, out, in, 16), -1);
    EVP_CIPHER_free(cipher);
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

TCase *field_openssl_10125(void)
{
    TCase *tc = field_case("openssl-10125");

    tcase_add_test(tc, streams);
    tcase_add_test(tc, ecb);
    tcase_add_loop_test(tc, aead, 0, 4);
    return tc;
}
