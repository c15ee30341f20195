/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chachapoly.h - the ChaCha20-Poly1305 assembly of this folder.  A line "ct
 * NAME: ..." is a contract, as in ppc64le.h.
 */
#ifndef VGF_PPC64LE_CHACHAPOLY_H
#define VGF_PPC64LE_CHACHAPOLY_H

#include "chacha20.h"

#pragma GCC visibility push(hidden)

/* ct vgf_chachapoly_long_p8: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  table=ptr public
 *     p=ptr secret  hashed=ptr secret */
void vgf_chachapoly_long_p8(uint8_t *out, const uint8_t *in, size_t nblocks,
                            const uint32_t key[8], uint32_t ctr[4],
                            const struct vgf_chacha20_table *table,
                            struct vgf_poly1305 *p, const uint8_t *hashed);

#pragma GCC visibility pop

#endif
