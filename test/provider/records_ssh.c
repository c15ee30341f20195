/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenSSH's CTR and chacha20-poly1305@openssh.com.  (Its GCM is in
 * test/field/openssl-9524.c.)
 */
#include "harness.h"
#include "message.h"
#include "records.h"
#include "support.h"

/* One context a direction, all packets through EVP_Cipher, in one stream. */
START_TEST(ctr)
{
    const char *const algs[] = {"AES-128-CTR", "AES-192-CTR", "AES-256-CTR"};
    uint8_t iv[16], text[1600], want[1600], out[1600], back[1600];
    EVP_CIPHER *cipher = support_cipher(records_libctx, algs[_i], "vgfast");
    EVP_CIPHER_CTX *theirs, *send = EVP_CIPHER_CTX_new();
    EVP_CIPHER_CTX *receive = EVP_CIPHER_CTX_new();

    memset(iv, 0xff, sizeof(iv));
    fill(text, sizeof(text), PATTERN_251);
    theirs = message_ctx(records_libctx, "default", algs[_i], iv, 1);
    ck_assert(message_update(theirs, want, text, 1600));

    ck_assert(EVP_CipherInit(send, cipher, NULL, iv, 1));
    ck_assert(EVP_CipherInit(send, NULL, message_key, NULL, -1));
    ck_assert(EVP_CipherInit(receive, cipher, NULL, iv, 0));
    ck_assert(EVP_CipherInit(receive, NULL, message_key, NULL, -1));
    for (unsigned at = 0, n = 16; at + n <= 1600; at += n, n += 16) {
        uint8_t expected[16], got[16];

        ck_assert_int_eq(EVP_Cipher(send, out + at, text + at, n), (int)n);
        memcpy(back + at, out + at, n);
        ck_assert_int_eq(EVP_Cipher(receive, back + at, back + at, n), (int)n);
        ck_assert_mem_eq(out, want, at + n);
        ck_assert_mem_eq(back, text, at + n);

        /* The counter goes with an exported session. */
        memset(expected, 0, 16);
        expected[15] = (uint8_t)((at + n) / 16 - 1);
        ck_assert(EVP_CIPHER_CTX_get_updated_iv(send, got, 16));
        ck_assert_mem_eq(got, expected, 16);
    }
    EVP_CIPHER_free(cipher);
    EVP_CIPHER_CTX_free(theirs);
    EVP_CIPHER_CTX_free(send);
    EVP_CIPHER_CTX_free(receive);
}
END_TEST

/* Keystream of the default provider for a block counter and a packet. */
static void keystream(const uint8_t iv[16], uint8_t *out, int len)
{
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "default", "ChaCha20",
                                      iv, 1);

    memset(out, 0, (size_t)len);
    ck_assert(message_update(ctx, out, out, len));
    EVP_CIPHER_CTX_free(ctx);
}

/* Per packet: the MAC's key from block 0, then the text from block 1 on. */
START_TEST(chachapoly)
{
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "vgfast", "ChaCha20",
                                      NULL, 1);
    EVP_MAC *ours = support_mac(records_libctx, "POLY1305", "vgfast");
    EVP_MAC *theirs = support_mac(records_libctx, "POLY1305", "default");

    for (int packet = 0; packet < 40; packet++) {
        uint8_t iv[16] = {0}, poly_key[32] = {0}, stream[200], text[200];
        uint8_t out[200], tag[2][16];
        int len = 5 * packet;
        size_t n;

        iv[15] = (uint8_t)packet;
        memset(text, packet, sizeof(text));
        ck_assert(EVP_CipherInit(ctx, NULL, NULL, iv, packet % 2));
        ck_assert_int_eq(EVP_Cipher(ctx, poly_key, poly_key, 32), 32);
        keystream(iv, stream, 32);
        ck_assert_mem_eq(poly_key, stream, 32);

        iv[0] = 1;
        ck_assert(EVP_CipherInit(ctx, NULL, NULL, iv, packet % 2));
        ck_assert_int_eq(EVP_Cipher(ctx, out, text, (unsigned)len), len);
        keystream(iv, stream, len);
        for (int i = 0; i < len; i++) {
            ck_assert_uint_eq(out[i], (uint8_t)(text[i] ^ stream[i]));
        }
        for (int i = 0; i < 2; i++) {
            EVP_MAC_CTX *mac = EVP_MAC_CTX_new(i == 0 ? ours : theirs);

            ck_assert(EVP_MAC_init(mac, poly_key, 32, NULL));
            ck_assert(EVP_MAC_update(mac, out, (size_t)len));
            ck_assert(EVP_MAC_final(mac, tag[i], &n, 16));
            EVP_MAC_CTX_free(mac);
        }
        ck_assert_mem_eq(tag[0], tag[1], 16);
    }
    EVP_MAC_free(ours);
    EVP_MAC_free(theirs);
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

TCase *records_ssh(void)
{
    TCase *tc = tcase_create("ssh");

    tcase_add_loop_test(tc, ctr, 0, 3);
    tcase_add_test(tc, chachapoly);
    return tc;
}
