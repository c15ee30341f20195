/* SPDX-License-Identifier: Apache-2.0 */
/* mode_chachapoly.h - a ChaCha20-Poly1305 message (RFC 8439), cut anywhere. */
#ifndef VGF_MODE_CHACHAPOLY_H
#define VGF_MODE_CHACHAPOLY_H

#include "../kernels/bytes.h"
#include "mode_chacha20.h"
#include "mode_poly1305.h"

#define VGF_CHACHAPOLY_MAX_TEXT ((UINT64_C(1) << 38) - 64)      /* bytes */

#define VGF_CHACHAPOLY_HELD 64u

struct vgf_chachapoly {
    const struct vgf_chachapoly_ops *ops;
    struct vgf_chacha20 cipher;
    struct vgf_poly mac;        /* until begun, only part and have are in use */
    uint64_t aad_len, text_len;
    int begun;                  /* is the one-time key made? */
    /* The whole of a short message, waiting for more of it or its end:
     * additional data and ciphertext, and zeros up to a block's end after
     * either.  There is room for the block of the lengths. */
    uint8_t held[16 + VGF_CHACHAPOLY_HELD + 16];
    size_t held_aad, held_text; /* bytes; the former is 0 or 16 */
};

/* Which kernels; the key is the cipher's, set by vgf_chacha20_set_key(). */
void vgf_chachapoly_init(struct vgf_chachapoly *m,
                         const struct vgf_chachapoly_ops *ops);

/* Starts a message.  The kernels are called when there is more than a few
 * bytes of additional data, or text, or for the tag. */
static inline void vgf_chachapoly_start(struct vgf_chachapoly *m,
                                        const uint8_t nonce[12])
{
    m->cipher.ctr[0] = 0;
    for (int i = 0; i < 3; i++) {
        m->cipher.ctr[1 + i] = load32_le(nonce + 4 * i);
    }
    m->cipher.used = 0;
    m->mac.have = 0;
    m->aad_len = m->text_len = 0;
    m->begun = 0;
    m->held_text = 0;
}

/* Additional data, all of it before the text; else 0, and nothing is done. */
int vgf_chachapoly_aad(struct vgf_chachapoly *m, const uint8_t *aad,
                       size_t len);

/* Text.  0 and nothing done if the message would become too long. */
int vgf_chachapoly_crypt(struct vgf_chachapoly *m, uint8_t *out,
                         const uint8_t *in, size_t len, int encrypt);

/* Ends the message. */
void vgf_chachapoly_tag(struct vgf_chachapoly *m, uint8_t tag[16]);

#endif
