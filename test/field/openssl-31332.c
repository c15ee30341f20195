/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#18100, #31298, #31332, #31382: Poly1305 without a key, and used on
 * after its end, where the default provider crashes.
 *
 * Right: each of these fails, and a new key makes the context good again.
 */
#include "field.h"

START_TEST(states)
{
    EVP_MAC *mac = support_mac(field_libctx, "POLY1305", "vgfast");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    uint8_t tag[2][16];
    size_t len;

    ck_assert(!EVP_MAC_update(ctx, tag[0], 1));
    ck_assert(!EVP_MAC_final(ctx, tag[0], &len, 16));
    ck_assert(!EVP_MAC_init(ctx, message_key, 31, NULL));
    ck_assert(!EVP_MAC_final(ctx, tag[0], &len, 16));
    for (int i = 0; i < 2; i++) {
        ck_assert(EVP_MAC_init(ctx, message_key, 32, NULL));
        ck_assert(EVP_MAC_update(ctx, message_key, 20));
        ck_assert(EVP_MAC_final(ctx, tag[i], &len, 16));
        ck_assert_uint_eq(len, 16);
        /* The key of one message is gone with it. */
        ck_assert(!EVP_MAC_final(ctx, tag[1], &len, 16));
        ck_assert(!EVP_MAC_update(ctx, message_key, 1));
        ck_assert(!EVP_MAC_update(ctx, message_key, 20));
        ck_assert(!EVP_MAC_init(ctx, NULL, 0, NULL));
        ck_assert(!EVP_MAC_final(ctx, tag[1], &len, 16));
    }
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
}
END_TEST

START_TEST(key_used_once)
{
    EVP_MAC *mac = support_mac(field_libctx, "POLY1305", "vgfast");
    EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
    uint8_t tag[16];
    size_t len;

    ck_assert(EVP_MAC_init(ctx, message_key, 32, NULL));
    ck_assert(EVP_MAC_init(ctx, NULL, 0, NULL));
    ck_assert(EVP_MAC_update(ctx, message_key, 5));
    ck_assert(!EVP_MAC_init(ctx, NULL, 0, NULL));
    ck_assert(EVP_MAC_init(ctx, message_key, 32, NULL));
    ck_assert(EVP_MAC_final(ctx, tag, &len, 16));   /* of nothing: s itself */
    ck_assert_mem_eq(tag, message_key + 16, 16);
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
}
END_TEST

TCase *field_openssl_31332(void)
{
    TCase *tc = field_case("openssl-31332");

    tcase_add_test(tc, states);
    tcase_add_test(tc, key_used_once);
    return tc;
}
