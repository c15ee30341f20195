/* SPDX-License-Identifier: Apache-2.0 */
/* truth_chachapoly.c - ChaCha20 and Poly1305 for comparison. */
#include "truth.h"

#include <string.h>

/* ---- ChaCha20 ---------------------------------------------------------- */

static void mix(uint32_t *a, uint32_t b, uint32_t *d, int left)
{
    *a += b;
    *d ^= *a;
    *d = *d << left | *d >> (32 - left);
}

/* Columns when shift is 0, diagonals when it is 1. */
static void half_round(uint32_t x[4][4], int shift)
{
    for (int i = 0; i < 4; i++) {
        uint32_t *a = &x[0][i];
        uint32_t *b = &x[1][(i + shift) % 4];
        uint32_t *c = &x[2][(i + 2 * shift) % 4];
        uint32_t *d = &x[3][(i + 3 * shift) % 4];

        mix(a, *b, d, 16);
        mix(c, *d, b, 12);
        mix(a, *b, d, 8);
        mix(c, *d, b, 7);
    }
}

void truth_chacha20(uint8_t *out, const uint8_t *in, size_t nblocks,
                    const uint32_t key[8], uint32_t ctr[4], int words)
{
    static const char sigma[] = "expand 32-byte k";

    for (size_t n = 0; n < nblocks; n++) {
        uint32_t start[4][4], x[4][4];

        memcpy(start[0], sigma, 16);
        memcpy(start[1], key, 32);
        memcpy(start[3], ctr, 16);
        memcpy(x, start, sizeof(x));
        for (int round = 0; round < 20; round++) {
            half_round(x, round % 2);
        }
        for (int i = 0; i < 64; i++) {
            uint32_t word = x[i / 16][i / 4 % 4] + start[i / 16][i / 4 % 4];

            out[64 * n + (size_t)i] = in[64 * n + (size_t)i]
                                      ^ (uint8_t)(word >> 8 * (i % 4));
        }
        for (int i = 0; i < words && ++ctr[i] == 0; i++) {
        }
    }
}

/* ---- Poly1305: schoolbook numbers of 32-bit words ----------------------- */

#define WORDS 10

typedef uint32_t number[WORDS];

static void from_h(number x, const uint64_t h[3])
{
    memset(x, 0, sizeof(number));
    for (int i = 0; i < 3; i++) {
        x[2 * i] = (uint32_t)h[i];
        x[2 * i + 1] = (uint32_t)(h[i] >> 32);
    }
}

/* x += y * factor */
static void add(number x, const number y, uint32_t factor)
{
    uint64_t carry = 0;

    for (int i = 0; i < WORDS; i++) {
        carry += x[i] + (uint64_t)y[i] * factor;
        x[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* x mod 2^130 - 5: while anything is left at 2^130 and above, take it off and
 * add it again five times below; then x + 5 tells whether x is not less. */
static void reduce(number x)
{
    static const number five = { 5 };
    number high, t;

    for (;;) {
        uint32_t any = 0;

        memset(high, 0, sizeof(high));
        for (int i = 4; i < WORDS; i++) {
            uint32_t above = i + 1 < WORDS ? x[i + 1] : 0;

            high[i - 4] = x[i] >> 2 | above << 30;
            any |= high[i - 4];
        }
        if (any == 0) {
            break;
        }
        x[4] &= 3;
        memset(x + 5, 0, sizeof(number) - 5 * sizeof(*x));
        add(x, high, 5);
    }
    memcpy(t, x, sizeof(t));
    add(t, five, 1);
    if (t[4] >> 2 != 0) {
        t[4] &= 3;
        memcpy(x, t, sizeof(t));
    }
}

static void to_h(uint64_t h[3], const number x)
{
    for (int i = 0; i < 3; i++) {
        h[i] = x[2 * i] | (uint64_t)x[2 * i + 1] << 32;
    }
}

void truth_poly1305_reduce(uint64_t h[3])
{
    number x;

    from_h(x, h);
    reduce(x);
    to_h(h, x);
}

void truth_poly1305(uint64_t h[3], const uint64_t r[2], const uint8_t *in,
                    size_t nblocks, uint32_t pad)
{
    const uint32_t factors[4] = { (uint32_t)r[0], (uint32_t)(r[0] >> 32),
                                  (uint32_t)r[1], (uint32_t)(r[1] >> 32) };
    number x;

    from_h(x, h);
    for (size_t n = 0; n < nblocks; n++) {
        number block = { 0 }, sum = { 0 };

        memcpy(block, in + 16 * n, 16);
        block[4] = pad;
        add(x, block, 1);
        for (int i = 3; i >= 0; i--) {
            memmove(sum + 1, sum, sizeof(sum) - sizeof(*sum));
            sum[0] = 0;
            add(sum, x, factors[i]);
        }
        reduce(sum);
        memcpy(x, sum, sizeof(x));
    }
    reduce(x);
    to_h(h, x);
}

void truth_poly1305_tag(uint8_t tag[16], const uint64_t h[3],
                        const uint64_t s[2])
{
    const uint64_t pad[3] = { s[0], s[1], 0 };
    number x, y;

    from_h(x, h);
    reduce(x);
    from_h(y, pad);
    add(x, y, 1);
    memcpy(tag, x, 16);
}
