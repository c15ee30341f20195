/* SPDX-License-Identifier: Apache-2.0 */
/* mode_ctr.h - AES-CTR of a stream, cut anywhere. */
#ifndef VGF_MODE_CTR_H
#define VGF_MODE_CTR_H

#include "../kernels/kernels.h"

struct vgf_ctr {
    const struct vgf_aes_ops *ops;
    struct vgf_aes_key ek;
    uint8_t ctr[16];            /* the counter block after those begun */
    uint8_t stream[16];         /* keystream of the block begun */
    unsigned used;              /* ... of which so much is used; 0: none */
};

/* Encrypts or decrypts, which is the same. */
void vgf_ctr_update(struct vgf_ctr *m, uint8_t *out, const uint8_t *in,
                    size_t len);

#endif
