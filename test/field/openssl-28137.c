/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#28137, #28683, #28872, #31285, #32531: ChaCha20-Poly1305 decryption
 * that was never given a tag ended with success, unauthenticated (up to 3.6).
 *
 * Right: it fails, also if only the length of a tag was set; and so with GCM.
 */
#include "field.h"

START_TEST(no_tag)
{
    const char *alg = support_aeads[_i];
    bool ccp = strcmp(alg, "ChaCha20-Poly1305") == 0;
    uint8_t iv[12] = {3}, in[40] = {1}, out[40];
    EVP_CIPHER_CTX *ctx;
    int outl;

    for (int length = 0; length <= (ccp ? 16 : 0); length += 4) {
        ctx = message_ctx(field_libctx, "vgfast", alg, iv, 0);
        if (length > 0) {
            ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG,
                                                 length, NULL), 1);
        }
        ck_assert(message_update(ctx, out, in, 40));
        ck_assert_int_eq(EVP_DecryptFinal_ex(ctx, out, &outl), 0);
        EVP_CIPHER_CTX_free(ctx);

        /* The same with an empty message, and through EVP_Cipher. */
        ctx = message_ctx(field_libctx, "vgfast", alg, iv, 0);
        ck_assert_int_eq(EVP_Cipher(ctx, NULL, NULL, 0), -1);
        ck_assert_int_eq(EVP_DecryptFinal_ex(ctx, out, &outl), 0);
        EVP_CIPHER_CTX_free(ctx);
    }
}
END_TEST

TCase *field_openssl_28137(void)
{
    TCase *tc = field_case("openssl-28137");

    tcase_add_loop_test(tc, no_tag, 0, 4);
    return tc;
}
