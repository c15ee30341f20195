/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#17588: the last byte of a partial block came out wrong from one
 * architecture's AES-GCM, for some lengths and only when split.
 *
 * Right: any length, split anywhere, gives what the default provider gives
 * for the whole.
 */
#include "field.h"

#define MOST 1100

static void split(EVP_CIPHER_CTX *ctx, const uint8_t *in, int len, int at,
                  const uint8_t *truth, const uint8_t truth_tag[16])
{
    uint8_t iv[12] = {2}, out[MOST], tag[16], none[16];
    int outl;

    ck_assert(EVP_EncryptInit_ex2(ctx, NULL, NULL, iv, NULL));
    ck_assert(message_update(ctx, NULL, in, len - at));
    ck_assert(message_update(ctx, NULL, in + len - at, at));
    ck_assert(message_update(ctx, out, in, at));
    ck_assert(message_update(ctx, out + at, in + at, len - at));
    ck_assert(EVP_EncryptFinal_ex(ctx, none, &outl));
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, tag),
                     1);
    ck_assert_msg(memcmp(out, truth, (size_t)len) == 0
                      && memcmp(tag, truth_tag, 16) == 0,
                  "%d bytes split at %d", len, at);
}

START_TEST(partial_blocks)
{
    const char *alg = _i == 0 ? "AES-128-GCM" : "ChaCha20-Poly1305";
    uint8_t iv[12] = {2}, in[MOST], out[MOST], tag[16];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", alg, iv, 1);
    EVP_CIPHER_CTX *theirs = message_ctx(field_libctx, "default", alg, iv, 1);

    random_begin();
    fill(in, sizeof(in), PATTERN_RANDOM);
    for (int len = 0; len <= MOST; len += len < 150 ? 1 : 13) {
        int step = len < 70 ? 1 : len / 8 - 1;

        ck_assert(message_seal(theirs, iv, in, len, out, in, len, tag));
        for (int at = 0; at <= len; at += step) {
            split(ctx, in, len, at, out, tag);
        }
    }
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_CTX_free(theirs);
}
END_TEST

TCase *field_openssl_17588(void)
{
    TCase *tc = field_case("openssl-17588");

    tcase_add_loop_test(tc, partial_blocks, 0, 2);
    return tc;
}
