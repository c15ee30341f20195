/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#9524, #10173; SymCrypt-OpenSSL#41, #43; wolfssl#5170, #5205;
 * dotnet-docker#5485: what OpenSSH does with AES-GCM was not foreseen: the
 * whole IV fixed before there is a key, then per packet a new invocation
 * without a new key, and the IV read out in mid-session.
 *
 * Right: each packet's IV is the last one plus 1, and a context made from the
 * exported IV goes on where the other was.
 */
#include "field.h"

static const uint8_t first_iv[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0xff};

static EVP_CIPHER_CTX *ssh_init(const char *provider, const uint8_t iv[12],
                                int encrypt)
{
    EVP_CIPHER *cipher = support_cipher(field_libctx, "AES-256-GCM", provider);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t copy[12];

    memcpy(copy, iv, 12);
    ck_assert(EVP_CipherInit(ctx, cipher, NULL, iv, encrypt));
    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_IV_FIXED, -1,
                                         copy), 1);
    ck_assert(EVP_CipherInit(ctx, NULL, message_key, NULL, -1));
    EVP_CIPHER_free(cipher);
    return ctx;
}

/* One packet of 4 + 32 + 16 bytes; the last byte of its IV. */
static uint8_t ssh_packet(EVP_CIPHER_CTX *ctx, uint8_t *out, const uint8_t *in)
{
    bool encrypt = EVP_CIPHER_CTX_is_encrypting(ctx) == 1;
    uint8_t last[2] = {0, 0xa5}, tag[16];

    ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_IV_GEN, 1, last),
                     1);
    ck_assert_int_eq(last[1], 0xa5);
    if (!encrypt) {
        memcpy(tag, in + 36, 16);
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_TAG, 16,
                                             tag), 1);
    }
    ck_assert_int_eq(EVP_Cipher(ctx, NULL, in, 4), 4);
    if (out != in) {
        memcpy(out, in, 4);
    }
    ck_assert_int_eq(EVP_Cipher(ctx, out + 4, in + 4, 32), 32);
    ck_assert_int_eq(EVP_Cipher(ctx, NULL, NULL, 0), 0);
    if (encrypt) {
        ck_assert_int_eq(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, 16,
                                             out + 36), 1);
    }
    return last[0];
}

/* The whole IV as a 64-bit count of invocations asks for it. */
static void counted_iv(uint8_t iv[12], unsigned packets)
{
    memcpy(iv, first_iv, 12);
    for (unsigned i = 0; i < packets; i++) {
        for (int k = 11; k >= 4 && ++iv[k] == 0; k--) {
        }
    }
}

START_TEST(packets)
{
    EVP_CIPHER_CTX *ours = ssh_init("vgfast", first_iv, 1);
    EVP_CIPHER_CTX *theirs = ssh_init("default", first_iv, 1);
    EVP_CIPHER_CTX *back = ssh_init("vgfast", first_iv, 0);

    for (unsigned i = 0; i < 6; i++) {
        uint8_t plain[36], a[52], b[52], iv[12], got[12];

        memset(plain, (int)i, sizeof(plain));
        memcpy(a, plain, sizeof(plain));
        counted_iv(iv, i);
        ck_assert_int_eq(ssh_packet(ours, a, i % 2 == 0 ? a : plain), iv[11]);
        ck_assert_int_eq(ssh_packet(theirs, b, plain), iv[11]);
        ck_assert_mem_eq(a, b, 52);

        counted_iv(iv, i + 1);
        ck_assert(EVP_CIPHER_CTX_get_updated_iv(ours, got, 12));
        ck_assert_mem_eq(got, iv, 12);

        ssh_packet(back, i % 2 == 0 ? a : b, a);
        ck_assert_mem_eq(i % 2 == 0 ? a : b, plain, 36);
        if (i == 3) {           /* the session moves to another process */
            EVP_CIPHER_CTX_free(ours);
            ours = ssh_init("vgfast", got, 1);
        }
    }
    EVP_CIPHER_CTX_free(ours);
    EVP_CIPHER_CTX_free(theirs);
    EVP_CIPHER_CTX_free(back);
}
END_TEST

TCase *field_openssl_9524(void)
{
    TCase *tc = field_case("openssl-9524");

    tcase_add_test(tc, packets);
    return tc;
}
