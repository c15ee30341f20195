/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chacha20.h - the ChaCha20 assembly of this folder.  What each function does
 * is at the head of its file.
 *
 * A line "ct NAME: ..." is the contract that scripts/ct-check holds the
 * function to: what of its arguments is secret.
 */
#ifndef VGF_PPC64LE_CHACHA20_H
#define VGF_PPC64LE_CHACHA20_H

#include "../tiers.h"

#pragma GCC visibility push(hidden)

/* What the assembly would have to build: each row is that of a register as
 * lxv loads it, the first word the least significant. */
struct vgf_chacha20_table {
    alignas(16) uint32_t turn16[4];     /* xor and rotate left, for vpermxor */
    uint32_t turn8[4];
    uint32_t twelve[4], seven[4];       /* rotations, for vrlw */
    uint32_t sigma[4];                  /* words 0..3: "expand 32-byte k" */
    uint32_t lanes[4];                  /* 0, 1, 2, 3 from the left */
    uint32_t one[4];                    /* to the block counter */
    uint32_t low[4];                    /* its low word */
};

extern const struct vgf_chacha20_table vgf_chacha20_table;

/* ct vgf_chacha20_xor_short_p8: out=ptr secret  in=ptr secret
 *     nblocks=num 1|2|3  key=ptr secret  ctr=ptr public  flags=num public
 *     table=ptr public  ends=ptr secret */
void vgf_chacha20_xor_short_p8(uint8_t *out, const uint8_t *in, size_t nblocks,
                               const uint32_t key[8], uint32_t ctr[4],
                               uint32_t flags,
                               const struct vgf_chacha20_table *table,
                               uint8_t ends[128]);
/* ct vgf_chacha20_xor_long_p8: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  ctr64=num public
 *     table=ptr public */
void vgf_chacha20_xor_long_p8(uint8_t *out, const uint8_t *in, size_t nblocks,
                              const uint32_t key[8], uint32_t ctr[4],
                              uint32_t ctr64,
                              const struct vgf_chacha20_table *table);

/* ct vgf_chacha20_xor_short_p9: out=ptr secret  in=ptr secret
 *     nblocks=num 1|2|3|4  key=ptr secret  ctr=ptr public  flags=num public
 *     table=ptr public  ends=ptr secret */
void vgf_chacha20_xor_short_p9(uint8_t *out, const uint8_t *in, size_t nblocks,
                               const uint32_t key[8], uint32_t ctr[4],
                               uint32_t flags,
                               const struct vgf_chacha20_table *table,
                               uint8_t ends[128]);
/* ct vgf_chacha20_xor_long_p9: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  ctr64=num public
 *     table=ptr public */
void vgf_chacha20_xor_long_p9(uint8_t *out, const uint8_t *in, size_t nblocks,
                              const uint32_t key[8], uint32_t ctr[4],
                              uint32_t ctr64,
                              const struct vgf_chacha20_table *table);

#pragma GCC visibility pop

#endif
