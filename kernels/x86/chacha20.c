/* SPDX-License-Identifier: Apache-2.0 */
/* chacha20.c - the ChaCha20 tiers of x86_64: what is around the assembly. */
#include "x86.h"

/* Whole turns of the long function, and the rest in few passes by the other. */
typedef void xor_fn(uint8_t *out, const uint8_t *in, size_t nblocks,
                    const uint32_t key[8], uint32_t ctr[4], uint32_t ctr64);

static inline void xor_both(xor_fn *xor_long, xor_fn *xor_short, size_t turn,
                            uint8_t *out, const uint8_t *in, size_t nblocks,
                            const uint32_t key[8], uint32_t ctr[4],
                            uint32_t ctr64)
{
    const size_t n = nblocks - nblocks % turn;

    if (n != 0) {
        xor_long(out, in, n, key, ctr, ctr64);
        in += VGF_CHACHA20_BLOCK * n;
        out += VGF_CHACHA20_BLOCK * n;
        nblocks -= n;
    }
    if (nblocks != 0) {
        xor_short(out, in, nblocks, key, ctr, ctr64);
    }
}

#define TURN_SSE 8u
#define TURN_AVX2 16u

static void xor_sse2(uint8_t *out, const uint8_t *in, size_t nblocks,
                     const uint32_t key[8], uint32_t ctr[4], uint32_t ctr64)
{
    xor_both(vgf_chacha20_xor_long_sse2, vgf_chacha20_xor_sse2, TURN_SSE, out,
             in, nblocks, key, ctr, ctr64);
}

static void xor_ssse3(uint8_t *out, const uint8_t *in, size_t nblocks,
                      const uint32_t key[8], uint32_t ctr[4], uint32_t ctr64)
{
    xor_both(vgf_chacha20_xor_long_ssse3, vgf_chacha20_xor_ssse3, TURN_SSE,
             out, in, nblocks, key, ctr, ctr64);
}

static void xor_avx2(uint8_t *out, const uint8_t *in, size_t nblocks,
                     const uint32_t key[8], uint32_t ctr[4], uint32_t ctr64)
{
    xor_both(vgf_chacha20_xor_long_avx2, vgf_chacha20_xor_avx2, TURN_AVX2, out,
             in, nblocks, key, ctr, ctr64);
}

const struct vgf_chacha20_ops vgf_chacha20_sse2 = {
    .tier = VGF_TIER_SSE2,
    .turn = TURN_SSE,
    .xor = xor_sse2,
};

const struct vgf_chacha20_ops vgf_chacha20_ssse3 = {
    .tier = VGF_TIER_SSSE3,
    .turn = TURN_SSE,
    .xor = xor_ssse3,
};

const struct vgf_chacha20_ops vgf_chacha20_avx2 = {
    .tier = VGF_TIER_AVX2,
    .turn = TURN_AVX2,
    .xor = xor_avx2,
};
