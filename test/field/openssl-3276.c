/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#3276, #3289, #3290: a TLS record shorter than its explicit IV and
 * tag made the length of its contents negative.
 *
 * Right: AES-GCM wants 8 bytes in the record when encrypting and 24 when
 * decrypting, ChaCha20-Poly1305 0 and 16; what is shorter is refused, does
 * not put the context into TLS mode, and the next good one works.
 */
#include "field.h"

static int tls_aad(EVP_CIPHER_CTX *ctx, unsigned len, int size)
{
    uint8_t aad[16] = {0, 0, 0, 0, 0, 0, 0, 1, 23, 3, 3};

    aad[11] = (uint8_t)(len >> 8);
    aad[12] = (uint8_t)len;
    return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, size, aad);
}

static void check(const char *alg, int encrypt, unsigned least)
{
    uint8_t iv[12] = {1}, out[64], tag[16];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", alg, iv, encrypt);

    if (EVP_CIPHER_CTX_get_mode(ctx) == EVP_CIPH_GCM_MODE) {
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED,
                                             4, iv), 1);
    }
    for (unsigned len = 0; len < 40; len++) {
        int pad = tls_aad(ctx, len, 13);

        ck_assert_msg(len < least ? pad <= 0 : pad == 16,
                      "%s, encrypt %d, %u bytes: %d", alg, encrypt, len, pad);
    }
    ck_assert_int_eq(tls_aad(ctx, 65535, 13), 16);
    for (int size = 0; size <= 16; size++) {
        if (size != 13) {
            ck_assert_msg(tls_aad(ctx, 40, size) <= 0, "%s: AAD of %d bytes",
                          alg, size);
        }
    }
    EVP_CIPHER_CTX_free(ctx);

    /* A refused record leaves an ordinary message possible. */
    ctx = message_ctx(field_libctx, "vgfast", alg, iv, 1);
    ck_assert_int_le(tls_aad(ctx, 0, 12), 0);
    ck_assert(message_seal(ctx, NULL, "aad", 3, out, iv, 12, tag));
    EVP_CIPHER_CTX_free(ctx);
}

START_TEST(short_records)
{
    check("AES-128-GCM", 1, 8);
    check("AES-128-GCM", 0, 24);
    check("ChaCha20-Poly1305", 1, 0);
    check("ChaCha20-Poly1305", 0, 16);
}
END_TEST

TCase *field_openssl_3276(void)
{
    TCase *tc = field_case("openssl-3276");

    tcase_add_test(tc, short_records);
    return tc;
}
