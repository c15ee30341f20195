/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#31188, #31673, #31906: additional data after the first byte of the
 * message was accepted by ChaCha20-Poly1305 (3.0 still does), and the tag
 * then depended on the order of the calls.
 *
 * Right: refused by every AEAD; a GCM message goes on as if nothing had been.
 */
#include "field.h"

START_TEST(late_aad)
{
    const char *alg = support_aeads[_i];
    uint8_t iv[12] = {3}, in[40] = {1}, out[2][40], tag[2][16];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", alg, iv, 1);
    int outl;

    ck_assert(message_seal(ctx, iv, "head", 4, out[0], in, 40, tag[0]));

    ck_assert(EVP_EncryptInit_ex2(ctx, NULL, NULL, iv, NULL));
    ck_assert(message_update(ctx, NULL, (const uint8_t *)"head", 4));
    ck_assert(message_update(ctx, out[1], in, 5));
    ck_assert(!message_update(ctx, NULL, in, 1));
    ck_assert_int_eq(EVP_Cipher(ctx, NULL, in, 1), -1);
    if (EVP_CIPHER_CTX_get_mode(ctx) == EVP_CIPH_GCM_MODE) {
        ck_assert(message_update(ctx, out[1] + 5, in + 5, 35));
        ck_assert_int_eq(EVP_EncryptFinal_ex(ctx, out[1], &outl), 1);
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16,
                                             tag[1]), 1);
        ck_assert_mem_eq(out[0], out[1], 40);
        ck_assert_mem_eq(tag[0], tag[1], 16);
    }
    /* And the context is not spoilt for the next message. */
    ck_assert(message_seal(ctx, iv, "head", 4, out[1], in, 40, tag[1]));
    ck_assert_mem_eq(tag[0], tag[1], 16);
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

TCase *field_openssl_31188(void)
{
    TCase *tc = field_case("openssl-31188");

    tcase_add_loop_test(tc, late_aad, 0, 4);
    return tc;
}
