/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#30284, #30332: "num", how much of a keystream block is used up, was
 * taken from the caller unchecked, and bytes behind the block were read.
 *
 * Right: CTR takes 0 only, ECB 0 to 15 (with no effect); the rest is refused
 * and changes nothing.
 */
#include "field.h"

static int set_num(EVP_CIPHER_CTX *ctx, unsigned num)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_uint(OSSL_CIPHER_PARAM_NUM, &num), OSSL_PARAM_END};

    return EVP_CIPHER_CTX_set_params(ctx, params);
}

static void check(const char *alg, unsigned num, bool taken)
{
    uint8_t iv[16] = {1}, in[64] = {0}, out[2][80];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", alg, iv, 1);
    EVP_CIPHER_CTX *theirs = message_ctx(field_libctx, "default", alg, iv, 1);

    for (int len = 1; len <= 64; len++) {
        int outl[2];

        ck_assert_msg(set_num(ctx, num) == taken, "%s: num = %u", alg, num);
        ck_assert(EVP_CipherUpdate(ctx, out[0], &outl[0], in, len));
        ck_assert(EVP_CipherUpdate(theirs, out[1], &outl[1], in, len));
        ck_assert_int_eq(outl[0], outl[1]);
        ck_assert_mem_eq(out[0], out[1], (size_t)outl[0]);
    }
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_CTX_free(theirs);
}

START_TEST(num)
{
    const unsigned nums[] = {1, 15, 16, 17, 255, 0x7fffffff, 0x80000000,
                             0xffffffff};

    for (size_t i = 0; i < sizeof(nums) / sizeof(nums[0]); i++) {
        check("AES-128-CTR", nums[i], false);
        check("AES-256-ECB", nums[i], nums[i] < 16);
    }
}
END_TEST

START_TEST(zero_is_taken)
{
    uint8_t iv[16] = {1};
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", "AES-192-CTR",
                                      iv, 1);

    ck_assert_int_eq(set_num(ctx, 0), 1);
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

TCase *field_openssl_30284(void)
{
    TCase *tc = field_case("openssl-30284");

    tcase_add_test(tc, num);
    tcase_add_test(tc, zero_is_taken);
    return tc;
}
