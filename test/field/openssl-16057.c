/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#16057, #20905: AES-GCM with IVs of 1, 7, 16, 17 or 128 bytes, and
 * the length changed when an IV is already there.
 *
 * Right: 1 to 128 bytes give what the default provider gives; 0 and 129 are
 * refused and leave the length as it was; a new length takes away the IV.
 */
#include "field.h"

static int set_ivlen(EVP_CIPHER_CTX *ctx, int len)
{
    return EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, len, NULL);
}

static void seal(const char *provider, int ivlen, uint8_t out[40],
                 uint8_t tag[16])
{
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, provider, "AES-128-GCM",
                                      NULL, 1);
    uint8_t iv[128], in[40] = {0};

    memset(iv, 0x5b, sizeof(iv));
    iv[ivlen - 1] = (uint8_t)ivlen;
    ck_assert_int_eq(set_ivlen(ctx, ivlen), 1);
    ck_assert(message_seal(ctx, iv, "aad", 3, out, in, 40, tag));
    EVP_CIPHER_CTX_free(ctx);
}

START_TEST(every_length)
{
    uint8_t out[2][40], tag[2][16];

    for (int len = 1; len <= 128; len++) {
        seal("vgfast", len, out[0], tag[0]);
        seal("default", len, out[1], tag[1]);
        ck_assert_msg(memcmp(out[0], out[1], 40) == 0
                          && memcmp(tag[0], tag[1], 16) == 0,
                      "IV of %d bytes", len);
    }
}
END_TEST

START_TEST(refused)
{
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", "AES-192-GCM",
                                      NULL, 1);

    ck_assert_int_eq(set_ivlen(ctx, 17), 1);
    ck_assert_int_le(set_ivlen(ctx, 0), 0);
    ck_assert_int_le(set_ivlen(ctx, 129), 0);
    ck_assert_int_le(set_ivlen(ctx, 100000), 0);
    ck_assert_int_eq(EVP_CIPHER_CTX_get_iv_length(ctx), 17);
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

START_TEST(length_after_iv)
{
    const uint8_t iv[16] = {1};
    uint8_t out[4], tag[16];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", "AES-256-GCM",
                                      iv, 1);

    ck_assert_int_eq(set_ivlen(ctx, 16), 1);
    ck_assert(!message_update(ctx, out, iv, 4));
    ck_assert(message_seal(ctx, iv, NULL, 0, out, iv, 4, tag));
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

TCase *field_openssl_16057(void)
{
    TCase *tc = field_case("openssl-16057");

    tcase_add_test(tc, every_length);
    tcase_add_test(tc, refused);
    tcase_add_test(tc, length_after_iv);
    return tc;
}
