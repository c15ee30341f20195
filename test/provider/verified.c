/* SPDX-License-Identifier: Apache-2.0 */
/*
 * verified.c - the end of a decryption reports success for the tag that it
 * compared and for no other: not for one set afterwards, not after another key
 * or direction, not for what was encrypted before.
 */
#include "support.h"

#include <check.h>
#include <openssl/evp.h>
#include <stdlib.h>

static const unsigned char key[32] = { 1 }, key2[32] = { 2 }, iv[12] = { 3 };
static const unsigned char wrong[16] = { 0xee };
static const char *const names[] = { "ChaCha20-Poly1305", "AES-256-GCM" };

static OSSL_LIB_CTX *libctx;
static EVP_CIPHER *cipher;
static EVP_CIPHER_CTX *ctx;

static void message(int enc, unsigned char tag[16])
{
    unsigned char text[20] = { 0 };
    int len;

    ck_assert(EVP_CipherInit_ex2(ctx, NULL, NULL, iv, enc, NULL));
    if (!enc) {
        ck_assert(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16, tag));
    }
    ck_assert(EVP_CipherUpdate(ctx, NULL, &len, text, 5));
    ck_assert(EVP_CipherFinal_ex(ctx, text, &len));
    if (enc) {
        ck_assert(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, tag));
    }
}

/* An end with a wrong tag, by either entry. */
static void must_fail(void)
{
    unsigned char out[16];
    int len;

    ck_assert(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16,
                                  (void *)wrong));
    ck_assert_int_eq(EVP_CipherFinal_ex(ctx, out, &len), 0);
    ck_assert_int_lt(EVP_Cipher(ctx, NULL, NULL, 0), 0);
}

static void setup(int i)
{
    libctx = support_libctx_all();
    cipher = EVP_CIPHER_fetch(libctx, names[i], "provider=vgfast");
    ctx = EVP_CIPHER_CTX_new();
    ck_assert_ptr_nonnull(cipher);
    ck_assert(EVP_CipherInit_ex2(ctx, cipher, key, iv, 1, NULL));
}

static void teardown(void)
{
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    OSSL_LIB_CTX_free(libctx);
}

START_TEST(after_encryption)
{
    unsigned char tag[16];

    setup(_i);
    message(1, tag);
    ck_assert(EVP_CipherInit_ex2(ctx, NULL, NULL, NULL, 0, NULL));
    must_fail();
    message(1, tag);
    ck_assert(EVP_CipherInit_ex2(ctx, NULL, key2, NULL, 0, NULL));
    must_fail();
    teardown();
}
END_TEST

START_TEST(after_decryption)
{
    unsigned char tag[16];

    setup(_i);
    message(1, tag);
    message(0, tag);
    must_fail();
    message(0, tag);
    ck_assert(EVP_CipherInit_ex2(ctx, NULL, key2, NULL, 0, NULL));
    must_fail();
    teardown();
}
END_TEST

START_TEST(after_refused_header)
{
    unsigned char header[13] = { [12] = 40 }, text[64] = { 0 };
    int len;

    setup(_i);
    ck_assert(EVP_CipherInit_ex2(ctx, NULL, key, NULL, 0, NULL));
    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, _i == 0 ? 12 : 4,
                        (void *)iv);
    ck_assert_int_gt(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13,
                                         header), 0);
    ck_assert_int_le(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 12,
                                         header), 0);
    ck_assert_int_eq(EVP_CipherUpdate(ctx, text, &len, text, 40), 0);
    ck_assert_int_eq(EVP_CipherFinal_ex(ctx, text, &len), 0);
    teardown();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verified");
    TCase *tc = tcase_create("verified");
    SRunner *runner;
    int failed;

    tcase_add_loop_test(tc, after_encryption, 0, 2);
    tcase_add_loop_test(tc, after_decryption, 0, 2);
    tcase_add_loop_test(tc, after_refused_header, 0, 2);
    suite_add_tcase(suite, tc);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
