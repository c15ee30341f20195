/* SPDX-License-Identifier: Apache-2.0 */
/* TLS 1.2 records (RFC 5288, RFC 7905), as libssl has them made. */
#include "harness.h"
#include "message.h"
#include "records.h"
#include "support.h"

#include <openssl/err.h>

#define MOST 1100

static const uint8_t salt[12] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2};

/* The 13 bytes of additional data for a record of len bytes. */
static void make_aad(uint8_t aad[13], uint64_t seq, size_t len)
{
    for (int i = 0; i < 8; i++) {
        aad[i] = (uint8_t)(seq >> (56 - 8 * i));
    }
    memcpy(aad + 8, "\x17\x03\x03", 3);
    aad[11] = (uint8_t)(len >> 8);
    aad[12] = (uint8_t)len;
}

/* Announces a record; len counts what the protocol says, see make_aad. */
static int announce(EVP_CIPHER_CTX *ctx, uint64_t seq, size_t len)
{
    uint8_t aad[13], before[13];
    int pad;

    make_aad(aad, seq, len);
    memcpy(before, aad, 13);
    pad = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, 13, aad);
    ck_assert_mem_eq(aad, before, 13);
    return pad;
}

/* The record by a plain message of the default provider. */
static void truth(const char *alg, uint64_t seq, const uint8_t nonce[12],
                  const uint8_t *payload, size_t len, uint8_t *out)
{
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "default", alg, NULL, 1);
    uint8_t aad[13];

    make_aad(aad, seq, len);
    ck_assert(message_seal(ctx, nonce, aad, 13, out, payload, (int)len,
                           out + len));
    EVP_CIPHER_CTX_free(ctx);
}

static bool all_zero(const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (p[i] != 0) {
            return false;
        }
    }
    return true;
}

/* ---- AES-GCM ------------------------------------------------------------ */

static EVP_CIPHER_CTX *gcm(const char *alg, int encrypt)
{
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "vgfast", alg, NULL,
                                      encrypt);
    uint8_t fixed[4];

    memcpy(fixed, salt, 4);
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, 4,
                                         fixed), 1);
    return ctx;
}

/* One record of payload[0..len) into record[0..len + 24). */
static void gcm_seal(EVP_CIPHER_CTX *ctx, bool entry, uint64_t seq,
                     uint8_t *record, const uint8_t *payload, size_t len)
{
    int outl = -1, size = (int)len + 24;

    memset(record, 0xa5, 8);
    memcpy(record + 8, payload, len);
    memset(record + 8 + len, 0xa5, 16);
    ck_assert_int_eq(announce(ctx, seq, len + 8), 16);
    if (entry) {
        ck_assert_int_eq(EVP_Cipher(ctx, record, record, (unsigned)size),
                         size);
    } else {
        ck_assert(EVP_CipherUpdate(ctx, record, &outl, record, size));
        ck_assert_int_eq(outl, size);
    }
}

START_TEST(gcm_records)
{
    const char *alg = support_aeads[_i];
    EVP_CIPHER_CTX *out = gcm(alg, 1), *in = gcm(alg, 0);
    uint8_t payload[MOST], record[MOST + 24], want[MOST + 16], nonce[12];
    uint64_t explicit = 0;

    random_begin();
    fill(payload, sizeof(payload), PATTERN_RANDOM);
    for (size_t len = 0, seq = 0; len <= MOST; len += 1 + len / 7, seq++) {
        bool entry = seq % 2 == 1;
        uint64_t now = 0;
        int outl = -1;

        gcm_seal(out, entry, seq, record, payload, len);
        for (int i = 0; i < 8; i++) {
            now = now << 8 | record[i];
        }
        ck_assert_msg(seq == 0 || now == explicit + 1,
                      "explicit nonces are not counted up");
        explicit = now;

        memcpy(nonce, salt, 4);
        memcpy(nonce + 4, record, 8);
        truth(alg, seq, nonce, payload, len, want);
        ck_assert_msg(memcmp(record + 8, want, len + 16) == 0,
                      "%s: record of %zu bytes", alg, len);

        ck_assert_int_eq(announce(in, seq, len + 24), 16);
        if (entry) {        /* which says the input's length here */
            ck_assert_int_eq(EVP_Cipher(in, record, record,
                                        (unsigned)len + 24), (int)len + 24);
        } else {
            ck_assert(EVP_CipherUpdate(in, record, &outl, record,
                                       (int)len + 24));
            ck_assert_int_eq(outl, (int)len);
        }
        ck_assert_mem_eq(record + 8, payload, len);
        ck_assert_mem_eq(record, nonce + 4, 8);
        ck_assert_mem_eq(record + 8 + len, want + len, 16);
    }
    ck_assert_uint_eq(ERR_peek_error(), 0);
    EVP_CIPHER_CTX_free(out);
    EVP_CIPHER_CTX_free(in);
}
END_TEST

/* Each byte of a record changed: refused, wiped, and the next one is good. */
START_TEST(gcm_tampered)
{
    EVP_CIPHER_CTX *out = gcm("AES-256-GCM", 1), *in = gcm("AES-256-GCM", 0);
    uint8_t payload[40], record[64], bad[64];
    int outl;

    memset(payload, 0x77, sizeof(payload));
    gcm_seal(out, false, 5, record, payload, 40);
    for (size_t i = 0; i < 64 + 13; i++) {
        memcpy(bad, record, 64);
        if (i < 64) {
            bad[i] ^= 0x10;
        }
        /* Beyond the record: another sequence number or length. */
        ck_assert_int_eq(announce(in, i < 72 ? 5 : 6, 64), 16);
        if (i >= 64 && i < 72) {
            ck_assert_int_eq(announce(in, 5, 64 + i - 63), 16);
        }
        outl = -1;
        ck_assert_msg(!EVP_CipherUpdate(in, bad, &outl, bad, 64),
                      "byte %zu changed, and accepted", i);
        ck_assert_msg(all_zero(bad + 8, 40), "byte %zu: not wiped", i);

        memcpy(bad, record, 64);
        ck_assert_int_eq(announce(in, 5, 64), 16);
        ck_assert(EVP_CipherUpdate(in, bad, &outl, bad, 64));
        ck_assert_int_eq(outl, 40);
        ck_assert_mem_eq(bad + 8, payload, 40);
    }
    EVP_CIPHER_CTX_free(out);
    EVP_CIPHER_CTX_free(in);
}
END_TEST

/* What is not a record is refused, and costs the announcement. */
START_TEST(gcm_misuse)
{
    uint8_t record[64] = {0}, other[64];
    int outl;

    for (int encrypt = 0; encrypt < 2; encrypt++) {
        EVP_CIPHER_CTX *ctx = gcm("AES-128-GCM", encrypt);

        ck_assert_int_eq(announce(ctx, 1, 48), 16);
        ck_assert(!EVP_CipherUpdate(ctx, other, &outl, record, 64));
        ck_assert(!EVP_CipherUpdate(ctx, record, &outl, record, 64));
        ck_assert_int_eq(announce(ctx, 1, 48), 16);
        ck_assert(!EVP_CipherUpdate(ctx, record, &outl, record, 23));
        ck_assert(!EVP_CipherUpdate(ctx, record, &outl, record, 64));
        ck_assert_int_eq(announce(ctx, 1, 48), 16);
        ck_assert(!EVP_CipherFinal_ex(ctx, record, &outl));
        EVP_CIPHER_CTX_free(ctx);

        /* Without a fixed part, and without a key. */
        ctx = message_ctx(records_libctx, "vgfast", "AES-128-GCM", salt,
                          encrypt);
        ck_assert_int_eq(announce(ctx, 1, 48), 16);
        ck_assert(!EVP_CipherUpdate(ctx, record, &outl, record, 64));
        EVP_CIPHER_CTX_free(ctx);
    }
}
END_TEST

/* Only lengths that leave eight bytes for the invocation, or all. */
START_TEST(gcm_fixed_lengths)
{
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "vgfast", "AES-128-GCM",
                                      NULL, 1);
    uint8_t fixed[16] = {1};

    for (int len = -1; len <= 16; len++) {
        int ret = EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED, len,
                                      fixed);

        ck_assert_msg((ret > 0) == (len == 4 || len == -1), "%d bytes", len);
    }
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

/* ---- ChaCha20-Poly1305 -------------------------------------------------- */

/* By init with the IV, as libssl does, or by the control. */
static EVP_CIPHER_CTX *chachapoly(bool control, int encrypt)
{
    EVP_CIPHER_CTX *ctx = message_ctx(records_libctx, "vgfast",
                                      "ChaCha20-Poly1305",
                                      control ? NULL : salt, encrypt);
    uint8_t fixed[12];

    memcpy(fixed, salt, 12);
    if (control) {
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED,
                                             12, fixed), 1);
        ck_assert_int_le(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IV_FIXED,
                                             8, fixed), 0);
        ERR_clear_error();
    }
    return ctx;
}

START_TEST(chachapoly_records)
{
    EVP_CIPHER_CTX *out = chachapoly(_i, 1), *in = chachapoly(_i, 0);
    uint8_t payload[MOST], record[MOST + 16], plain[MOST + 16];
    uint8_t want[MOST + 16], tag[16], nonce[12];

    random_begin();
    fill(payload, sizeof(payload), PATTERN_RANDOM);
    for (size_t len = 0, n = 0; len <= MOST; len += 1 + len / 7, n++) {
        uint64_t seq = n < 3 ? n : random64();
        bool in_place = n % 2 == 0;
        int outl = -1;

        memcpy(nonce, salt, 12);
        for (int i = 0; i < 8; i++) {
            nonce[4 + i] ^= (uint8_t)(seq >> (56 - 8 * i));
        }
        truth("ChaCha20-Poly1305", seq, nonce, payload, len, want);

        memcpy(record, payload, len);
        ck_assert_int_eq(announce(out, seq, len), 16);
        ck_assert(EVP_CipherUpdate(out, record, &outl,
                                   in_place ? record : payload,
                                   (int)len + 16));
        ck_assert_int_eq(outl, (int)len + 16);
        ck_assert_msg(memcmp(record, want, len + 16) == 0,
                      "record of %zu bytes", len);
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(out, EVP_CTRL_AEAD_GET_TAG, 16,
                                             tag), 1);
        ck_assert_mem_eq(tag, want + len, 16);

        ck_assert_int_eq(announce(in, seq, len + 16), 16);
        ck_assert(EVP_CipherUpdate(in, in_place ? record : plain, &outl,
                                   record, (int)len + 16));
        ck_assert_int_eq(outl, (int)len);
        ck_assert_mem_eq(in_place ? record : plain, payload, len);
    }
    ck_assert_uint_eq(ERR_peek_error(), 0);
    EVP_CIPHER_CTX_free(out);
    EVP_CIPHER_CTX_free(in);
}
END_TEST

START_TEST(chachapoly_tampered)
{
    EVP_CIPHER_CTX *out = chachapoly(false, 1), *in = chachapoly(false, 0);
    uint8_t payload[40], record[56], bad[56];
    int outl;

    memset(payload, 0x77, sizeof(payload));
    memcpy(record, payload, 40);
    ck_assert_int_eq(announce(out, 5, 40), 16);
    ck_assert(!EVP_CipherUpdate(out, record, &outl, record, 55));
    ck_assert(!EVP_CipherUpdate(out, record, &outl, record, 40));
    ck_assert(EVP_CipherUpdate(out, record, &outl, record, 56));
    for (size_t i = 0; i <= 56; i++) {
        memcpy(bad, record, 56);
        if (i < 56) {
            bad[i] ^= 0x10;
        }
        ck_assert_int_eq(announce(in, i < 56 ? 5 : 6, 56), 16);
        ck_assert_msg(!EVP_CipherUpdate(in, bad, &outl, bad, 56),
                      "byte %zu changed, and accepted", i);
        ck_assert_msg(all_zero(bad, 40), "byte %zu: not wiped", i);

        ck_assert_int_eq(announce(in, 5, 56), 16);
        ck_assert(EVP_CipherUpdate(in, bad, &outl, record, 56));
        ck_assert_mem_eq(bad, payload, 40);
    }
    ck_assert_int_eq(announce(in, 5, 56), 16);
    ck_assert(!EVP_CipherFinal_ex(in, bad, &outl));
    EVP_CIPHER_CTX_free(out);
    EVP_CIPHER_CTX_free(in);
}
END_TEST

TCase *records_tls12(void)
{
    TCase *tc = tcase_create("tls12");

    tcase_add_loop_test(tc, gcm_records, 0, 3);
    tcase_add_test(tc, gcm_tampered);
    tcase_add_test(tc, gcm_misuse);
    tcase_add_test(tc, gcm_fixed_lengths);
    tcase_add_loop_test(tc, chachapoly_records, 0, 2);
    tcase_add_test(tc, chachapoly_tampered);
    return tc;
}
