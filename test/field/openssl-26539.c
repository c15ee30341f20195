/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#26539, #26542, #32060: a provider preferred by default properties
 * also serves OpenSSL's own random generator (3.0 to 3.4 take its AES from
 * there), and one that asks for random bytes from within recurses or locks.
 *
 * Right: random bytes come, and a GCM key without an IV draws one.
 * (test/provider/lifetime_drbg.c does it with threads and fork.)
 */
#include "field.h"

#include <openssl/rand.h>

START_TEST(preferred)
{
    uint8_t a[64] = {0}, b[64] = {0}, iv[12] = {0}, none[12] = {0};
    EVP_CIPHER_CTX *ctx;

    ck_assert(EVP_set_default_properties(field_libctx, "?provider=vgfast"));
    ck_assert_int_eq(RAND_bytes_ex(field_libctx, a, sizeof(a), 0), 1);
    ck_assert_int_eq(RAND_priv_bytes_ex(field_libctx, b, sizeof(b), 0), 1);
    ck_assert_mem_ne(a, b, sizeof(a));

    ctx = message_ctx(field_libctx, "vgfast", "AES-128-GCM", NULL, 1);
    ck_assert(message_update(ctx, b, a, 64));
    ck_assert(EVP_CIPHER_CTX_get_original_iv(ctx, iv, 12));
    ck_assert_mem_ne(iv, none, 12);
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

TCase *field_openssl_26539(void)
{
    TCase *tc = field_case("openssl-26539");

    tcase_add_test(tc, preferred);
    return tc;
}
