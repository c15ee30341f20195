/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLS 1.3 records, QUIC packets and their header protection (RFC 9001), and
 * what kernel TLS reads out of a context.
 */
#include "harness.h"
#include "message.h"
#include "records.h"
#include "support.h"

#include <openssl/err.h>

static const uint8_t iv[12] = {0x6b, 0xf5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

static void make_nonce(uint8_t nonce[12], uint64_t number)
{
    memcpy(nonce, iv, 12);
    for (int i = 0; i < 8; i++) {
        nonce[4 + i] ^= (uint8_t)(number >> (56 - 8 * i));
    }
}

/* The whole message by the default provider, with its tag behind it. */
static void truth(const char *alg, uint64_t number, const uint8_t *aad,
                  int aadlen, const uint8_t *in, int len, uint8_t *out)
{
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "default", alg, NULL, 1);
    uint8_t nonce[12];

    make_nonce(nonce, number);
    ck_assert(message_seal(ctx, nonce, aad, aadlen, out, in, len, out + len));
    EVP_CIPHER_CTX_free(ctx);
}

/* The three inits of libssl's record layer. */
static EVP_CIPHER_CTX *tls13_ctx(const char *alg, int encrypt)
{
    EVP_CIPHER *cipher = support_cipher(records_libctx, alg, "vgfast");
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    ck_assert(EVP_CipherInit_ex(ctx, cipher, NULL, NULL, NULL, encrypt));
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, 12,
                                         NULL), 1);
    ck_assert(EVP_CipherInit_ex(ctx, NULL, NULL, message_key, NULL, encrypt));
    EVP_CIPHER_free(cipher);
    return ctx;
}

START_TEST(tls13)
{
    const char *alg = support_aeads[_i];
    EVP_CIPHER_CTX *out = tls13_ctx(alg, 1), *in = tls13_ctx(alg, 0);
    uint8_t header[5] = {23, 3, 3, 0, 50}, payload[300], want[316];
    uint8_t record[316], nonce[12];
    int n, outl;

    memset(payload, 0x31, sizeof(payload));
    for (int len = 1; len <= 300; len += 13) {
        uint64_t seq = (uint64_t)len * 0x0101010101;

        make_nonce(nonce, seq);
        truth(alg, seq, header, 5, payload, len, want);

        memcpy(record, payload, (size_t)len);
        ck_assert(EVP_CipherInit_ex(out, NULL, NULL, NULL, nonce, 1));
        ck_assert(EVP_CipherUpdate(out, NULL, &outl, header, 5));
        ck_assert(EVP_CipherUpdate(out, record, &n, record, len));
        ck_assert(EVP_CipherFinal_ex(out, record + n, &outl));
        ck_assert_int_eq(n + outl, len);
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(out, EVP_CTRL_AEAD_GET_TAG, 16,
                                             record + len), 1);
        ck_assert_msg(memcmp(record, want, (size_t)len + 16) == 0,
                      "%s: %d bytes", alg, len);

        for (int bad = 1; bad >= 0; bad--) {
            uint8_t plain[300];

            record[len] ^= (uint8_t)bad;
            ck_assert(EVP_CipherInit_ex(in, NULL, NULL, NULL, nonce, 0));
            ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(in, EVP_CTRL_AEAD_SET_TAG, 16,
                                                 record + len), 1);
            ck_assert(EVP_CipherUpdate(in, NULL, &outl, header, 5));
            ck_assert(EVP_CipherUpdate(in, plain, &n, record, len));
            ck_assert_int_eq(EVP_CipherFinal_ex(in, plain + n, &outl), !bad);
            record[len] ^= (uint8_t)bad;
            ck_assert(bad || memcmp(plain, payload, (size_t)len) == 0);
        }
    }
    ck_assert_uint_eq(ERR_peek_error(), 0);
    EVP_CIPHER_CTX_free(out);
    EVP_CIPHER_CTX_free(in);
}
END_TEST

/* The key comes with enc = 0 though the context will encrypt. */
START_TEST(quic_packets)
{
    const char *alg = support_aeads[_i];
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "vgfast", alg, NULL, 0);
    uint8_t header[20], payload[1200], want[1216], packet[1216], nonce[12];

    memset(header, 0x40, sizeof(header));
    fill(payload, sizeof(payload), PATTERN_251);
    for (uint64_t number = 0; number < 20; number++) {
        int len = 1200 - 61 * (int)number % 700, done = 0, outl;

        make_nonce(nonce, number);
        truth(alg, number, header, 20, payload, len, want);

        ck_assert(EVP_CipherInit_ex(ctx, NULL, NULL, NULL, nonce, 1));
        ck_assert(EVP_CipherUpdate(ctx, NULL, &outl, header, 20));
        for (int n; done < len; done += n) {    /* one call a frame */
            n = 1 + (done + (int)number) % 400;
            n = n > len - done ? len - done : n;
            ck_assert(message_update(ctx, packet + done, payload + done, n));
        }
        ck_assert(EVP_CipherFinal_ex(ctx, NULL, &outl));
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16,
                                             packet + len), 1);
        ck_assert_mem_eq(packet, want, (size_t)len + 16);

        ck_assert(EVP_CipherInit_ex(ctx, NULL, NULL, NULL, nonce, 0));
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16,
                                             packet + len), 1);
        ck_assert(EVP_CipherUpdate(ctx, NULL, &outl, header, 20));
        ck_assert(message_update(ctx, packet, packet, len));
        ck_assert(EVP_CipherFinal_ex(ctx, NULL, &outl));
        ck_assert_mem_eq(packet, payload, (size_t)len);
    }
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

/* Padding stays on, nothing is ever finished: each sample gives its block. */
START_TEST(quic_header_aes)
{
    const char *const algs[] = {"AES-128-ECB", "AES-256-ECB"};
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "vgfast", algs[_i], NULL,
                                      1);
    EVP_CIPHER_CTX *theirs = message_ctx(records_libctx, "default", algs[_i],
                                         NULL, 1);

    for (int i = 0; i < 50; i++) {
        uint8_t sample[16], mask[32], want[32];
        int outl = -1;

        memset(sample, i, sizeof(sample));
        ck_assert(EVP_CipherInit_ex(ctx, NULL, NULL, NULL, NULL, 1));
        ck_assert(EVP_CipherUpdate(ctx, mask, &outl, sample, 16));
        ck_assert_int_eq(outl, 16);
        ck_assert(EVP_CipherUpdate(theirs, want, &outl, sample, 16));
        ck_assert_mem_eq(mask, want, 16);
    }
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_CTX_free(theirs);
}
END_TEST

START_TEST(quic_header_chacha20)
{
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "vgfast", "ChaCha20",
                                      NULL, 1);

    for (int i = 0; i < 50; i++) {
        const uint8_t zero[5] = {0};
        uint8_t sample[16], mask[5], want[5];
        EVP_CIPHER_CTX *theirs;

        memset(sample, 3 * i, sizeof(sample));
        theirs = message_ctx(records_libctx, "default", "ChaCha20", sample, 1);
        ck_assert(message_update(theirs, want, zero, 5));
        ck_assert(EVP_CipherInit_ex(ctx, NULL, NULL, NULL, sample, 1));
        ck_assert(message_update(ctx, mask, zero, 5));
        ck_assert_mem_eq(mask, want, 5);
        EVP_CIPHER_CTX_free(theirs);
    }
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

/* Kernel TLS of 3.0 takes salt and IV of TLS 1.2 from "updated-iv". */
START_TEST(ktls)
{
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "vgfast", "AES-128-GCM",
                                      NULL, 1);
    uint8_t fixed[4] = {1, 2, 3, 4}, first[12], second[12];
    uint8_t aad[13] = {0, 0, 0, 0, 0, 0, 0, 1, 23, 3, 3, 0, 40}, record[56];
    int outl;

    memset(record, 0, sizeof(record));
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, 4,
                                         fixed), 1);
    ck_assert(EVP_CIPHER_CTX_get_updated_iv(ctx, first, 12));
    ck_assert_mem_eq(first, fixed, 4);
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13, aad),
                     16);
    ck_assert(EVP_CipherUpdate(ctx, record, &outl, record, 56));
    ck_assert_mem_eq(record, first + 4, 8);     /* the one that was used */

    /* And then it is the next one's. */
    ck_assert(EVP_CIPHER_CTX_get_updated_iv(ctx, second, 12));
    for (int i = 11; i >= 4 && ++first[i] == 0; i--) {
    }
    ck_assert_mem_eq(second, first, 12);
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

TCase *records_tls13_quic(void)
{
    TCase *tc = tcase_create("tls13_quic");

    tcase_add_loop_test(tc, tls13, 0, 4);
    tcase_add_loop_test(tc, quic_packets, 0, 4);
    tcase_add_loop_test(tc, quic_header_aes, 0, 2);
    tcase_add_test(tc, quic_header_chacha20);
    tcase_add_test(tc, ktls);
    return tc;
}
