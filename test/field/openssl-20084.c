/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#20084, #20151: ChaCha20-Poly1305 took nonces of other lengths than
 * RFC 8439's 12 bytes.
 *
 * Right: they are refused, and 12 still works on the same context.
 */
#include "field.h"

START_TEST(nonce_length)
{
    const int refused[] = {0, 1, 8, 11, 13, 16, 24, 1000};
    uint8_t iv[12] = {1}, in[8] = {0}, out[8], tag[2][16];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast",
                                      "ChaCha20-Poly1305", iv, 1);

    ck_assert(message_seal(ctx, iv, "a", 1, out, in, 8, tag[0]));
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        ck_assert_msg(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN,
                                          refused[i], NULL) <= 0,
                      "nonce of %d bytes", refused[i]);
    }
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, 12,
                                         NULL), 1);
    ck_assert_int_eq(EVP_CIPHER_CTX_get_iv_length(ctx), 12);
    ck_assert(message_seal(ctx, iv, "a", 1, out, in, 8, tag[1]));
    ck_assert_mem_eq(tag[0], tag[1], 16);
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

TCase *field_openssl_20084(void)
{
    TCase *tc = field_case("openssl-20084");

    tcase_add_test(tc, nonce_length);
    return tc;
}
