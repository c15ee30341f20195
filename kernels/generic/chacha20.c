/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20 (RFC 8439, section 2.3), one block after the other. */
#include "../bytes.h"
#include "generic.h"

static uint32_t rotate_left(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static void quarter_round(uint32_t x[16], int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate_left(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate_left(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate_left(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate_left(x[b] ^ x[c], 7);
}

static void double_round(uint32_t x[16])
{
    quarter_round(x, 0, 4, 8, 12);      /* columns */
    quarter_round(x, 1, 5, 9, 13);
    quarter_round(x, 2, 6, 10, 14);
    quarter_round(x, 3, 7, 11, 15);
    quarter_round(x, 0, 5, 10, 15);     /* diagonals */
    quarter_round(x, 1, 6, 11, 12);
    quarter_round(x, 2, 7, 8, 13);
    quarter_round(x, 3, 4, 9, 14);
}

void vgf_chacha20_xor_generic(uint8_t *out, const uint8_t *in, size_t nblocks,
                              const uint32_t key[8], uint32_t ctr[4],
                              uint32_t ctr64)
{
    /* "expand 32-byte k" */
    uint32_t state[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };
    uint32_t x[16];

    memcpy(state + 4, key, 32);
    memcpy(state + 12, ctr, 16);
    for (; nblocks > 0; nblocks--, in += 64, out += 64) {
        memcpy(x, state, sizeof(x));
        for (int i = 0; i < 10; i++) {
            double_round(x);
        }
        for (int i = 0; i < 16; i++) {
            store32_le(out + 4 * i,
                       load32_le(in + 4 * i) ^ (x[i] + state[i]));
        }
        state[12]++;
        state[13] += ctr64 & (state[12] == 0);
    }
    memcpy(ctr, state + 12, 16);
    vgf_wipe(state, sizeof(state));
    vgf_wipe(x, sizeof(x));
}

static void xor_ends(uint8_t *out, const uint8_t *in, size_t nblocks,
                     const uint32_t key[8], uint32_t ctr[4], uint32_t flags,
                     uint8_t ends[128])
{
    vgf_chacha20_xor_ends(vgf_chacha20_xor_generic, out, in, nblocks, key,
                          ctr, flags, ends);
}

const struct vgf_chacha20_ops vgf_chacha20_generic = {
    .tier = VGF_TIER_GENERIC,
    .turn = 1,
    .xor = vgf_chacha20_xor_generic,
    .xor_ends = xor_ends,
};
