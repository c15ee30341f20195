/* SPDX-License-Identifier: Apache-2.0 */
/* mode_ecb.h - AES-ECB of a stream: whole blocks, and PKCS#7 padding. */
#ifndef VGF_MODE_ECB_H
#define VGF_MODE_ECB_H

#include "../kernels/kernels.h"

struct vgf_ecb {
    const struct vgf_aes_ops *ops;
    struct vgf_aes_key ek;
    struct vgf_aes_key dk;      /* made when first needed */
    int have_dk;
    int encrypt;
    int pad;
    uint8_t buf[16];            /* input that waits for more, or to be last */
    size_t buffered;
};

enum vgf_ecb_result {
    VGF_ECB_OK,
    VGF_ECB_OUTPUT_TOO_SMALL,
    VGF_ECB_WRONG_LENGTH,       /* bytes left over, or nothing to unpad */
    VGF_ECB_BAD_PADDING
};

void vgf_ecb_set_key(struct vgf_ecb *m, const uint8_t *key, size_t keylen);

/* nblocks blocks, past the buffer. */
void vgf_ecb_blocks(struct vgf_ecb *m, uint8_t *out, const uint8_t *in,
                    size_t nblocks);

/*
 * Takes in[0..len), writes the blocks that are complete to out[0..outsize) and
 * their length to *outlen, at most 15 bytes more than len.  A padded message
 * that is being decrypted keeps its last block for vgf_ecb_final().
 */
enum vgf_ecb_result vgf_ecb_update_any(struct vgf_ecb *m, uint8_t *out,
                                       size_t *outlen, size_t outsize,
                                       const uint8_t *in, size_t len);

/* Whole blocks with none waiting, as most callers have them, go to the kernel
 * without another call: one block takes no longer than that. */
static inline enum vgf_ecb_result
vgf_ecb_update(struct vgf_ecb *m, uint8_t *out, size_t *outlen, size_t outsize,
               const uint8_t *in, size_t len)
{
    if (m->buffered != 0 || len % 16 != 0 || len > outsize) {
        return vgf_ecb_update_any(m, out, outlen, outsize, in, len);
    }
    if (m->encrypt) {
        m->ops->ecb_encrypt(&m->ek, out, in, len / 16);
    } else if (m->have_dk && !m->pad) {
        m->ops->ecb_decrypt(&m->dk, out, in, len / 16);
    } else {
        return vgf_ecb_update_any(m, out, outlen, outsize, in, len);
    }
    *outlen = len;
    return VGF_ECB_OK;
}

/* Adds or checks and removes the padding.  May be called again: a message
 * continues, and a failure repeats itself. */
enum vgf_ecb_result vgf_ecb_final(struct vgf_ecb *m, uint8_t *out,
                                  size_t *outlen, size_t outsize);

#endif
