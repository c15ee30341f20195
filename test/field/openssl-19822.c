/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#19822, #22469, CVE-2023-5363: the IV length given among the
 * parameters of the call that gives key and IV was looked at too late, so
 * that the IV was cut short or read beyond its end.
 *
 * Right: the same bytes as with the length set beforehand, the whole IV used.
 */
#include "field.h"

static void check(const char *alg, size_t ivlen)
{
    uint8_t iv[128], out[2][32], tag[2][16], in[32] = {0};
    OSSL_PARAM params[] = {
        OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, &ivlen), OSSL_PARAM_END};
    EVP_CIPHER *cipher = support_cipher(field_libctx, alg, "vgfast");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    memset(iv, 7, sizeof(iv));
    ck_assert_int_eq(EVP_EncryptInit_ex2(ctx, cipher, message_key, iv, params),
                     1);
    ck_assert_int_eq(EVP_CIPHER_CTX_get_iv_length(ctx), (int)ivlen);
    ck_assert(message_seal(ctx, NULL, "aad", 3, out[0], in, 32, tag[0]));
    EVP_CIPHER_CTX_free(ctx);

    ctx = message_ctx(field_libctx, "vgfast", alg, NULL, 1);
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN,
                                         (int)ivlen, NULL), 1);
    ck_assert(message_seal(ctx, iv, "aad", 3, out[1], in, 32, tag[1]));
    ck_assert_mem_eq(out[0], out[1], 32);
    ck_assert_mem_eq(tag[0], tag[1], 16);

    /* The last byte of the IV counts. */
    iv[ivlen - 1] ^= 1;
    ck_assert(message_seal(ctx, iv, "aad", 3, out[1], in, 32, tag[1]));
    ck_assert_mem_ne(out[0], out[1], 32);
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
}

START_TEST(length_in_params)
{
    const size_t lengths[] = {1, 8, 11, 12, 13, 16, 17, 128};

    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        check("AES-128-GCM", lengths[i]);
        check("AES-256-GCM", lengths[i]);
    }
    check("ChaCha20-Poly1305", 12);
}
END_TEST

TCase *field_openssl_19822(void)
{
    TCase *tc = field_case("openssl-19822");

    tcase_add_test(tc, length_in_params);
    return tc;
}
