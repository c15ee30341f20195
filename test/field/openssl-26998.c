/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#26998, #27484: ChaCha20 could not be left and taken up again: its
 * "updated-iv" was the first IV, or (up to 3.5) not there at all.
 *
 * Right: after any number of bytes it is the IV of the next whole block.
 */
#include "field.h"

START_TEST(resume)
{
    uint8_t iv[16] = {0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5}, next[16];
    uint8_t zero[512] = {0}, stream[512], out[512];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "default", "ChaCha20", iv,
                                      1);

    ck_assert(message_update(ctx, stream, zero, 512));
    EVP_CIPHER_CTX_free(ctx);
    for (int n = 0; n <= 200; n++) {
        int block = (n + 63) / 64 * 64;

        ctx = message_ctx(field_libctx, "vgfast", "ChaCha20", iv, 1);
        ck_assert(message_update(ctx, out, zero, n));
        memset(next, 0, sizeof(next));
        ck_assert(EVP_CIPHER_CTX_get_updated_iv(ctx, next, 16));

        /* Asking has not disturbed the stream. */
        ck_assert(message_update(ctx, out, zero, 64));
        ck_assert_mem_eq(out, stream + n, 64);
        EVP_CIPHER_CTX_free(ctx);

        ctx = message_ctx(field_libctx, "vgfast", "ChaCha20", next, 1);
        ck_assert(message_update(ctx, out, zero, 100));
        ck_assert_msg(memcmp(out, stream + block, 100) == 0,
                      "wrong after %d bytes", n);
        EVP_CIPHER_CTX_free(ctx);
    }
}
END_TEST

TCase *field_openssl_26998(void)
{
    TCase *tc = field_case("openssl-26998");

    tcase_add_test(tc, resume);
    return tc;
}
