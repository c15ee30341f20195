/* SPDX-License-Identifier: Apache-2.0 */
/*
 * poly1305.c - the Poly1305 tiers of x86_64: which piece of a message goes to
 * which piece of assembly.
 */
#include "x86.h"
#include "poly1305.h"

/* A turn of the vector function, and the blocks that it has besides. */
#define TURN 12u
#define REST 4u

/* The least number of blocks for which vectors win: if the powers must be made
 * first, and if they are there. */
#define LEAST 24u
#define LEAST_MADE (TURN + REST)

_Static_assert(offsetof(struct vgf_poly1305, h) == POLY_H
                   && offsetof(struct vgf_poly1305, r) == POLY_R
                   && offsetof(struct vgf_poly1305, s) == POLY_S
                   && offsetof(struct vgf_poly1305, made) == POLY_MADE
                   && offsetof(struct vgf_poly1305, powers) == POLY_POWERS
                   && sizeof(struct vgf_poly1305) == POLY_SIZE, "layout");

/* From here on two chains are worth the power that joins them. */
#define LEAST_HALVES 64u

static void blocks_sse2(struct vgf_poly1305 *p, const uint8_t *in,
                        size_t nblocks, uint32_t pad)
{
    const size_t half = nblocks / 2;

    if (nblocks < LEAST_HALVES || pad == 0) {
        vgf_poly1305_blocks_sse2(p, in, nblocks, pad);
        return;
    }
    vgf_poly1305_blocks_sse2(p, in, nblocks % 2, pad);
    vgf_poly1305_halves_sse2(p, in + 16 * (nblocks % 2), half);
}

static void blocks_avx2(struct vgf_poly1305 *p, const uint8_t *in,
                        size_t nblocks, uint32_t pad)
{
    if (nblocks < (p->made ? LEAST_MADE : LEAST) || pad == 0) {
        vgf_poly1305_blocks_sse2(p, in, nblocks, pad);
        return;
    }
    vgf_poly1305_blocks_avx2(p, in, (nblocks - REST) % TURN,
                             (nblocks - REST) / TURN);
}

const struct vgf_poly1305_ops vgf_poly1305_sse2 = {
    .tier = VGF_TIER_SSE2,
    .turn = LEAST_HALVES / 4,   /* tests go up to four turns */
    .init = vgf_poly1305_init_sse2,
    .blocks = blocks_sse2,
    .finish = vgf_poly1305_finish_sse2,
};

const struct vgf_poly1305_ops vgf_poly1305_avx2 = {
    .tier = VGF_TIER_AVX2,
    .turn = TURN,
    .init = vgf_poly1305_init_sse2,
    .blocks = blocks_avx2,
    .finish = vgf_poly1305_finish_avx2,
};
