/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#10438, #22096, #24135: a copied context still pointed into the one
 * it was copied from.
 *
 * Right: the original may be freed in mid-message and its memory used anew
 * (test/provider/lifetime_copy.c also fills it with junk); the copy ends the
 * message.
 */
#include "field.h"

START_TEST(original_freed)
{
    const char *alg = support_ciphers[_i];
    uint8_t iv[16] = {8}, in[100] = {1}, out[128], truth[128];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", alg, iv, 1);
    EVP_CIPHER_CTX *theirs = message_ctx(field_libctx, "default", alg, iv, 1);
    EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new(), *junk[8];
    int n, outl;

    ck_assert(EVP_CipherUpdate(theirs, truth, &n, in, 100));
    ck_assert(EVP_CipherFinal_ex(theirs, truth + n, &outl));
    ck_assert(EVP_CipherUpdate(ctx, out, &n, in, 37));
    ck_assert(EVP_CIPHER_CTX_copy(copy, ctx));
    EVP_CIPHER_CTX_free(ctx);
    for (int i = 0; i < 8; i++) {
        junk[i] = message_ctx(field_libctx, "vgfast", alg, iv, 1);
        ck_assert(EVP_CipherInit_ex2(junk[i], NULL, in, in, 1, NULL));
    }
    ck_assert(EVP_CipherUpdate(copy, out + n, &outl, in + 37, 63));
    n += outl;
    ck_assert(EVP_CipherFinal_ex(copy, out + n, &outl));
    ck_assert_mem_eq(out, truth, (size_t)(n + outl));
    for (int i = 0; i < 8; i++) {
        EVP_CIPHER_CTX_free(junk[i]);
    }
    EVP_CIPHER_CTX_free(copy);
    EVP_CIPHER_CTX_free(theirs);
}
END_TEST

TCase *field_openssl_22096(void)
{
    TCase *tc = field_case("openssl-22096");

    tcase_add_loop_test(tc, original_freed, 0, 11);
    return tc;
}
