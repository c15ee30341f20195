/* SPDX-License-Identifier: Apache-2.0 */
/* mode_chacha20.h - ChaCha20 of a stream, cut anywhere; either counter. */
#ifndef VGF_MODE_CHACHA20_H
#define VGF_MODE_CHACHA20_H

#include "../kernels/kernels.h"

struct vgf_chacha20 {
    const struct vgf_chacha20_ops *ops;
    uint32_t ctr64;             /* VGF_CHACHA20_CTR64 or _CTR32 */
    uint32_t key[8];
    uint32_t ctr[4];            /* of the block after those begun */
    uint8_t ends[128];          /* a first block, if it was asked for; the */
                                /* keystream of the block begun */
    unsigned used;              /* ... of which so much is used; 0: none */
};

void vgf_chacha20_set_key(struct vgf_chacha20 *m, const uint8_t key[32]);

/* Counter and nonce, words 12..15 of the state; the block begun is dropped. */
void vgf_chacha20_set_ctr(struct vgf_chacha20 *m, const uint8_t ctr[16]);

void vgf_chacha20_update(struct vgf_chacha20 *m, uint8_t *out,
                         const uint8_t *in, size_t len);

/* Text from the start of a block on.  With VGF_CHACHA20_FIRST, the first block
 * of keystream is not used for it but put into ends[0..64). */
void vgf_chacha20_begin(struct vgf_chacha20 *m, uint8_t *out,
                        const uint8_t *in, size_t len, uint32_t first);

/* len < 64 bytes with a block of keystream that is in ends[64..128). */
void vgf_chacha20_rest(struct vgf_chacha20 *m, uint8_t *out,
                       const uint8_t *in, size_t len);

#endif
