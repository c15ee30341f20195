/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#15193, #21095; libsodium#753; the Rust crate chacha20's #16: the
 * 32-bit block counter wraps within a batch of blocks done side by side, and
 * some of them go wrong.
 *
 * Right: EVP's counter has 64 bits: byte 4 takes the carry, 8 to 15 never
 * change.  The truth here is made of single blocks, whose IVs are counted by
 * this test, so that it holds for no batch.
 */
#include "field.h"

#define BLOCKS 80
#define MOST 40     /* blocks before the wrap, and in a message */

static const uint8_t zero[64 * BLOCKS];

static void make_iv(uint8_t iv[16], uint64_t counter)
{
    memset(iv, 0xff, 16);
    for (int i = 0; i < 8; i++) {
        iv[i] = (uint8_t)(counter >> 8 * i);
    }
}

static void make_truth(uint8_t *stream, uint64_t counter)
{
    uint8_t iv[16];

    for (size_t i = 0; i < BLOCKS; i++) {
        EVP_CIPHER_CTX *ctx;

        make_iv(iv, counter + i);
        ctx = message_ctx(field_libctx, "default", "ChaCha20", iv, 1);
        ck_assert(message_update(ctx, stream + 64 * i, zero, 64));
        EVP_CIPHER_CTX_free(ctx);
    }
}

static void check(uint64_t counter)
{
    uint8_t iv[16], stream[64 * BLOCKS], out[64 * BLOCKS];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", "ChaCha20", NULL,
                                      1);

    make_truth(stream, counter);
    make_iv(iv, counter);
    for (int len = 1; len <= 64 * MOST; len += len % 64 == 0 ? 1 : 63) {
        ck_assert(EVP_EncryptInit_ex2(ctx, NULL, message_key, iv, NULL));
        ck_assert(message_update(ctx, out, zero, len));
        ck_assert_msg(memcmp(out, stream, (size_t)len) == 0,
                      "counter %llx, %d bytes", (unsigned long long)counter,
                      len);
        /* What follows, by pieces. */
        for (int done = len, n; done < 64 * MOST + 640; done += n) {
            n = 1 + (int)random_below(640);
            n = n > 64 * BLOCKS - done ? 64 * BLOCKS - done : n;
            ck_assert(message_update(ctx, out, zero, n));
            ck_assert_msg(memcmp(out, stream + done, (size_t)n) == 0,
                          "counter %llx, first %d bytes, then %d at %d",
                          (unsigned long long)counter, len, n, done);
        }
    }
    EVP_CIPHER_CTX_free(ctx);
}

START_TEST(carry)
{
    random_begin();
    for (uint64_t k = 1; k <= MOST; k += k < 10 ? 1 : 5) {
        check(0x100000000 - k);
    }
    check(0x01fffffffe);
    check(0xfffffffffffffffe);      /* the carry out of byte 7 is dropped */
}
END_TEST

TCase *field_openssl_15193(void)
{
    TCase *tc = field_case("openssl-15193");

    tcase_add_test(tc, carry);
    return tc;
}
