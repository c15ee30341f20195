/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bun#13646; wolfssl#3445, #3505; CCF#6610: empty plaintexts: without any
 * update, or with one of (NULL, 0), no tag or another tag came out.
 *
 * Right: a real tag, the same by both ways and checked when decrypting; a
 * second GCM final fails, a second ChaCha20-Poly1305 final keeps the tag.
 */
#include "field.h"

static void seal_nothing(EVP_CIPHER_CTX *ctx, bool update, uint8_t tag[16])
{
    uint8_t iv[12] = {4}, none[16];
    int outl = -1;

    ck_assert(EVP_EncryptInit_ex2(ctx, NULL, NULL, iv, NULL));
    if (update) {
        ck_assert_int_eq(EVP_EncryptUpdate(ctx, none, &outl, NULL, 0), 1);
        ck_assert_int_eq(outl, 0);
    }
    ck_assert_int_eq(EVP_EncryptFinal_ex(ctx, none, &outl), 1);
    ck_assert_int_eq(outl, 0);
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, tag),
                     1);
}

START_TEST(empty_plaintext)
{
    const char *alg = support_aeads[_i];
    uint8_t tag[3][16], none[16], iv[12] = {4};
    EVP_CIPHER_CTX *theirs = message_ctx(field_libctx, "default", alg, NULL, 1);
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", alg, NULL, 1);
    bool gcm = EVP_CIPHER_CTX_get_mode(ctx) == EVP_CIPH_GCM_MODE;
    int outl;

    seal_nothing(theirs, false, tag[2]);
    seal_nothing(ctx, true, tag[0]);
    seal_nothing(ctx, false, tag[1]);
    ck_assert_mem_eq(tag[0], tag[2], 16);
    ck_assert_mem_eq(tag[1], tag[2], 16);

    ck_assert_int_eq(EVP_EncryptFinal_ex(ctx, none, &outl), gcm ? 0 : 1);
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16,
                                         tag[1]), 1);
    ck_assert_mem_eq(tag[1], tag[2], 16);

    ck_assert(message_open(ctx, iv, NULL, 0, none, NULL, 0, tag[2]));
    tag[2][0] ^= 0x80;
    ck_assert(!message_open(ctx, iv, NULL, 0, none, NULL, 0, tag[2]));
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_CTX_free(theirs);
}
END_TEST

TCase *field_bun_13646(void)
{
    TCase *tc = field_case("bun-13646");

    tcase_add_loop_test(tc, empty_plaintext, 0, 4);
    return tc;
}
