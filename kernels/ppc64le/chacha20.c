/* SPDX-License-Identifier: Apache-2.0 */
/* chacha20.c - the ChaCha20 tiers of POWER: what is around the assembly. */
#include "chacha20.h"
#include "../generic/generic.h"

const struct vgf_chacha20_table vgf_chacha20_table = {
    .turn16 = { 0xeeffccdd, 0xaabb8899, 0x66774455, 0x22330011 },
    .turn8 = { 0xddeeffcc, 0x99aabb88, 0x55667744, 0x11223300 },
    .twelve = { 12, 12, 12, 12 },
    .seven = { 7, 7, 7, 7 },
    .sigma = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 },
    .lanes = { 3, 2, 1, 0 },
    .one = { 1, 0, 0, 0 },
    .low = { 0xffffffff, 0, 0, 0 },
};

static const struct vgf_chacha20_table *const table = &vgf_chacha20_table;

/* How many blocks there are with those at the ends. */
static size_t with_ends(size_t nblocks, uint32_t flags)
{
    return nblocks + (flags & VGF_CHACHA20_FIRST ? 1 : 0)
           + (flags & VGF_CHACHA20_NEXT ? 1 : 0);
}

/* Turns of four blocks, and the rest across. */
static void xor_p8(uint8_t *out, const uint8_t *in, size_t nblocks,
                   const uint32_t key[8], uint32_t ctr[4], uint32_t ctr64)
{
    const size_t rest = nblocks % 4, n = nblocks - rest;

    if (n != 0) {
        vgf_chacha20_xor_long_p8(out, in, n, key, ctr, ctr64, table);
        out += VGF_CHACHA20_BLOCK * n;
        in += VGF_CHACHA20_BLOCK * n;
    }
    if (rest != 0) {
        vgf_chacha20_xor_short_p8(out, in, rest, key, ctr,
                                  ctr64 & VGF_CHACHA20_CTR64, table, NULL);
    }
}

static void xor_ends_p8(uint8_t *out, const uint8_t *in, size_t nblocks,
                        const uint32_t key[8], uint32_t ctr[4], uint32_t flags,
                        uint8_t ends[128])
{
    const size_t all = with_ends(nblocks, flags);

    if (all == 0 || all > 3) {
        vgf_chacha20_xor_ends(xor_p8, out, in, nblocks, key, ctr, flags, ends);
    } else {
        vgf_chacha20_xor_short_p8(out, in, all, key, ctr, flags, table, ends);
    }
}

/* Turns of eight blocks; a rest of five or more is one, too. */
static void xor_p9(uint8_t *out, const uint8_t *in, size_t nblocks,
                   const uint32_t key[8], uint32_t ctr[4], uint32_t ctr64)
{
    const size_t rest = nblocks % 8 <= 4 ? nblocks % 8 : 0;
    const size_t n = nblocks - rest;

    if (n != 0) {
        vgf_chacha20_xor_long_p9(out, in, n, key, ctr, ctr64, table);
        out += VGF_CHACHA20_BLOCK * n;
        in += VGF_CHACHA20_BLOCK * n;
    }
    if (rest != 0) {
        vgf_chacha20_xor_short_p9(out, in, rest, key, ctr,
                                  ctr64 & VGF_CHACHA20_CTR64, table, NULL);
    }
}

static void xor_ends_p9(uint8_t *out, const uint8_t *in, size_t nblocks,
                        const uint32_t key[8], uint32_t ctr[4], uint32_t flags,
                        uint8_t ends[128])
{
    const size_t all = with_ends(nblocks, flags);

    if (all == 0 || all > 4) {
        vgf_chacha20_xor_ends(xor_p9, out, in, nblocks, key, ctr, flags, ends);
    } else {
        vgf_chacha20_xor_short_p9(out, in, all, key, ctr, flags, table, ends);
    }
}

const struct vgf_chacha20_ops vgf_chacha20_p8 = {
    .tier = VGF_TIER_P8,
    .turn = 4,
    .xor = xor_p8,
    .xor_ends = xor_ends_p8,
};

const struct vgf_chacha20_ops vgf_chacha20_p9 = {
    .tier = VGF_TIER_P9,
    .turn = 8,
    .xor = xor_p9,
    .xor_ends = xor_ends_p9,
};
