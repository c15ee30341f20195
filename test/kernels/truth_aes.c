/* SPDX-License-Identifier: Apache-2.0 */
/* truth_aes.c - AES and GCM for comparison. */
#include "truth.h"

#include <stdbool.h>
#include <string.h>

/* ---- AES --------------------------------------------------------------- */

static uint8_t sbox[256], inverse_sbox[256];
static uint8_t product[16][256];        /* in GF(2^8), FIPS 197 4.2 */

static uint8_t multiply(uint8_t a, uint8_t b)
{
    uint8_t z = 0;

    for (; b != 0; b >>= 1) {
        if (b & 1) {
            z ^= a;
        }
        a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0));
    }
    return z;
}

/* FIPS 197 5.1.1: the inverse, 0 for 0, and the affine map. */
static void make_tables(void)
{
    static bool made;

    if (made) {
        return;
    }
    for (int x = 0; x < 256; x++) {
        uint8_t inverse = 0, s = 0;

        for (int y = 1; y < 256; y++) {
            if (multiply((uint8_t)x, (uint8_t)y) == 1) {
                inverse = (uint8_t)y;
            }
        }
        for (int i = 0; i < 8; i++) {
            int bit = inverse >> i ^ inverse >> (i + 4) % 8
                      ^ inverse >> (i + 5) % 8 ^ inverse >> (i + 6) % 8
                      ^ inverse >> (i + 7) % 8 ^ 0x63 >> i;

            s = (uint8_t)(s | (bit & 1) << i);
        }
        sbox[x] = s;
        inverse_sbox[s] = (uint8_t)x;
        for (int c = 0; c < 16; c++) {
            product[c][x] = multiply((uint8_t)x, (uint8_t)c);
        }
    }
    made = true;
}

/* FIPS 197 5.2, word by word. */
void truth_aes_key(struct truth_aes *k, const uint8_t *key, size_t keylen)
{
    uint8_t *w = k->round_key[0];
    uint8_t constant = 1;

    make_tables();
    k->rounds = (int)keylen / 4 + 6;
    memcpy(w, key, keylen);
    for (size_t i = keylen; i < 16 * ((size_t)k->rounds + 1); i += 4) {
        uint8_t t[4];

        memcpy(t, w + i - 4, 4);
        if (i % keylen == 0) {
            uint8_t first = t[0];

            t[0] = sbox[t[1]] ^ constant;
            t[1] = sbox[t[2]];
            t[2] = sbox[t[3]];
            t[3] = sbox[first];
            constant = product[2][constant];
        } else if (keylen == 32 && i % keylen == 16) {
            for (int j = 0; j < 4; j++) {
                t[j] = sbox[t[j]];
            }
        }
        for (size_t j = 0; j < 4; j++) {
            w[i + j] = w[i + j - keylen] ^ t[j];
        }
    }
}

static void add_round_key(uint8_t s[16], const uint8_t key[16])
{
    for (int i = 0; i < 16; i++) {
        s[i] ^= key[i];
    }
}

/* Each column times the polynomial a0 + a1 x + a2 x^2 + a3 x^3. */
static void mix_columns(uint8_t s[16], int a0, int a1, int a2, int a3)
{
    for (int c = 0; c < 16; c += 4) {
        uint8_t t[4];

        memcpy(t, s + c, 4);
        for (int r = 0; r < 4; r++) {
            s[c + r] = product[a0][t[r]] ^ product[a3][t[(r + 1) % 4]]
                       ^ product[a2][t[(r + 2) % 4]]
                       ^ product[a1][t[(r + 3) % 4]];
        }
    }
}

void truth_aes_encrypt(const struct truth_aes *k, uint8_t out[16],
                       const uint8_t in[16])
{
    uint8_t s[16], t[16];

    memcpy(s, in, 16);
    add_round_key(s, k->round_key[0]);
    for (int round = 1; round <= k->rounds; round++) {
        for (int i = 0; i < 16; i++) {  /* SubBytes and ShiftRows */
            t[i] = sbox[s[(i + 4 * (i % 4)) % 16]];
        }
        memcpy(s, t, 16);
        if (round < k->rounds) {
            mix_columns(s, 2, 1, 1, 3);
        }
        add_round_key(s, k->round_key[round]);
    }
    memcpy(out, s, 16);
}

void truth_aes_decrypt(const struct truth_aes *k, uint8_t out[16],
                       const uint8_t in[16])
{
    uint8_t s[16], t[16];

    memcpy(s, in, 16);
    for (int round = k->rounds; round >= 1; round--) {
        add_round_key(s, k->round_key[round]);
        if (round < k->rounds) {
            mix_columns(s, 14, 9, 13, 11);
        }
        for (int i = 0; i < 16; i++) {
            t[(i + 4 * (i % 4)) % 16] = inverse_sbox[s[i]];
        }
        memcpy(s, t, 16);
    }
    add_round_key(s, k->round_key[0]);
    memcpy(out, s, 16);
}

/* ---- CTR --------------------------------------------------------------- */

void truth_count(uint8_t ctr[16], size_t width, uint64_t n)
{
    for (size_t i = 16; i-- > 16 - width;) {
        n += ctr[i];                    /* far from 2^64 */
        ctr[i] = (uint8_t)n;
        n >>= 8;
    }
}

void truth_ctr(const struct truth_aes *k, uint8_t *out, const uint8_t *in,
               size_t len, uint8_t ctr[16], size_t width)
{
    uint8_t stream[16];

    for (size_t i = 0; i < len; i++) {
        if (i % 16 == 0) {
            truth_aes_encrypt(k, stream, ctr);
            truth_count(ctr, width, 1);
        }
        out[i] = in[i] ^ stream[i % 16];
    }
}

/* ---- GCM --------------------------------------------------------------- */

static uint64_t big_endian(const uint8_t p[8])
{
    uint64_t v = 0;

    for (int i = 0; i < 8; i++) {
        v = v << 8 | p[i];
    }
    return v;
}

/* Horner's rule: bits of y ^ in from the highest power of the variable, which
 * is the last bit of the block; each step multiplies the sum by the variable,
 * a shift towards the end, and adds h if the bit is set. */
void truth_ghash(const uint8_t h[16], uint8_t y[16], const uint8_t in[16])
{
    const uint64_t h0 = big_endian(h), h1 = big_endian(h + 8);
    uint64_t z0 = 0, z1 = 0;

    for (int bit = 127; bit >= 0; bit--) {
        uint64_t back = z1 & 1 ? (uint64_t)0xe1 << 56 : 0;

        z1 = z1 >> 1 | z0 << 63;
        z0 = z0 >> 1 ^ back;
        if ((y[bit / 8] ^ in[bit / 8]) >> (7 - bit % 8) & 1) {
            z0 ^= h0;
            z1 ^= h1;
        }
    }
    for (int i = 0; i < 8; i++) {
        y[i] = (uint8_t)(z0 >> (56 - 8 * i));
        y[8 + i] = (uint8_t)(z1 >> (56 - 8 * i));
    }
}

static void ghash_padded(const uint8_t h[16], uint8_t y[16],
                         const uint8_t *in, size_t len)
{
    for (size_t i = 0; i < len; i += 16) {
        uint8_t block[16] = { 0 };

        memcpy(block, in + i, len - i < 16 ? len - i : 16);
        truth_ghash(h, y, block);
    }
}

void truth_gcm_j0(const struct truth_aes *k, uint8_t j0[16],
                  const uint8_t *iv, size_t ivlen)
{
    uint8_t h[16] = { 0 }, lengths[16] = { 0 };

    memset(j0, 0, 16);
    if (ivlen == 12) {
        memcpy(j0, iv, 12);
        j0[15] = 1;
        return;
    }
    truth_aes_encrypt(k, h, h);
    ghash_padded(h, j0, iv, ivlen);
    truth_count(lengths, 16, (uint64_t)ivlen * 8);
    truth_ghash(h, j0, lengths);
}

void truth_gcm_tag(const struct truth_aes *k, uint8_t tag[16],
                   const uint8_t *ciphertext, size_t len, const uint8_t *aad,
                   size_t aadlen, const uint8_t j0[16])
{
    uint8_t h[16] = { 0 }, y[16] = { 0 }, lengths[16] = { 0 };

    truth_aes_encrypt(k, h, h);
    ghash_padded(h, y, aad, aadlen);
    ghash_padded(h, y, ciphertext, len);
    truth_count(lengths, 16, (uint64_t)len * 8);
    for (int i = 7; i >= 0; i--) {
        lengths[i] = (uint8_t)((uint64_t)aadlen * 8 >> (56 - 8 * i));
    }
    truth_ghash(h, y, lengths);
    truth_aes_encrypt(k, tag, j0);
    for (int i = 0; i < 16; i++) {
        tag[i] ^= y[i];
    }
}
