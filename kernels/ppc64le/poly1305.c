/* SPDX-License-Identifier: Apache-2.0 */
/* poly1305.c - the Poly1305 tiers of POWER. */
#include "ppc64le.h"
#include "poly1305.h"

_Static_assert(offsetof(struct vgf_poly1305, h) == POLY_H
                   && offsetof(struct vgf_poly1305, r) == POLY_R
                   && offsetof(struct vgf_poly1305, s) == POLY_S
                   && offsetof(struct vgf_poly1305, made) == POLY_MADE
                   && offsetof(struct vgf_poly1305, powers) == POLY_POWERS
                   && sizeof(struct vgf_poly1305) == POLY_SIZE, "layout");

const struct vgf_poly1305_ops vgf_poly1305_p8 = {
    .tier = VGF_TIER_P8,
    .turn = 16,             /* half of a real one: tests go up to four */
    .init = vgf_poly1305_init_p8,
    .blocks = vgf_poly1305_blocks_p8,
    .finish = vgf_poly1305_finish_p8,
};

const struct vgf_poly1305_ops vgf_poly1305_p9 = {
    .tier = VGF_TIER_P9,
    .turn = 8,
    .init = vgf_poly1305_init_p8,
    .blocks = vgf_poly1305_blocks_p9,
    .finish = vgf_poly1305_finish_p9,
};
