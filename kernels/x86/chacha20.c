/* SPDX-License-Identifier: Apache-2.0 */
/* chacha20.c - the ChaCha20 tiers of x86_64: what is around the assembly. */
#include "../generic/generic.h"
#include "x86.h"

/* Whole turns of the long function, and the rest in few passes by the other. */
static inline void xor_both(vgf_chacha20_xor_fn *xor_long,
                            vgf_chacha20_xor_fn *xor_short, size_t turn,
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

static void xor_ends_sse2(uint8_t *out, const uint8_t *in, size_t nblocks,
                          const uint32_t key[8], uint32_t ctr[4],
                          uint32_t flags, uint8_t ends[128])
{
    vgf_chacha20_xor_ends(xor_sse2, out, in, nblocks, key, ctr, flags, ends);
}

static void xor_ends_ssse3(uint8_t *out, const uint8_t *in, size_t nblocks,
                           const uint32_t key[8], uint32_t ctr[4],
                           uint32_t flags, uint8_t ends[128])
{
    vgf_chacha20_xor_ends(xor_ssse3, out, in, nblocks, key, ctr, flags, ends);
}

#define TURN_AVX2 16u

static void xor_ends_avx2(uint8_t *out, const uint8_t *in, size_t nblocks,
                          const uint32_t key[8], uint32_t ctr[4],
                          uint32_t flags, uint8_t ends[128])
{
    size_t first = flags & VGF_CHACHA20_FIRST ? 1 : 0;
    size_t n = (first + nblocks) / TURN_AVX2 * TURN_AVX2;

    if (n != 0) {
        vgf_chacha20_xor_long_avx2(out, in, n, key, ctr, flags, ends);
        out += VGF_CHACHA20_BLOCK * (n - first);
        in += VGF_CHACHA20_BLOCK * (n - first);
        nblocks -= n - first;
        flags &= ~VGF_CHACHA20_FIRST;
        first = 0;
    }
    n = first + nblocks + (flags & VGF_CHACHA20_NEXT ? 1 : 0);
    if (n > 8) {                        /* it is 16 at the most */
        vgf_chacha20_pass8_avx2(out, in, 8, key, ctr,
                                flags & ~VGF_CHACHA20_NEXT, ends);
        out += VGF_CHACHA20_BLOCK * (8 - first);
        in += VGF_CHACHA20_BLOCK * (8 - first);
        flags &= ~VGF_CHACHA20_FIRST;
        n -= 8;
    }
    if (n > 6) {
        vgf_chacha20_pass8_avx2(out, in, n, key, ctr, flags, ends);
    } else if (n != 0) {
        vgf_chacha20_rows_avx2(out, in, n, key, ctr, flags, ends);
    }
}

static void xor_avx2(uint8_t *out, const uint8_t *in, size_t nblocks,
                     const uint32_t key[8], uint32_t ctr[4], uint32_t ctr64)
{
    xor_ends_avx2(out, in, nblocks, key, ctr, ctr64 & VGF_CHACHA20_CTR64,
                  NULL);
}

const struct vgf_chacha20_ops vgf_chacha20_sse2 = {
    .tier = VGF_TIER_SSE2,
    .turn = TURN_SSE,
    .xor = xor_sse2,
    .xor_ends = xor_ends_sse2,
};

const struct vgf_chacha20_ops vgf_chacha20_ssse3 = {
    .tier = VGF_TIER_SSSE3,
    .turn = TURN_SSE,
    .xor = xor_ssse3,
    .xor_ends = xor_ends_ssse3,
};

const struct vgf_chacha20_ops vgf_chacha20_avx2 = {
    .tier = VGF_TIER_AVX2,
    .turn = TURN_AVX2,
    .xor = xor_avx2,
    .xor_ends = xor_ends_avx2,
};
