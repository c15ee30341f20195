/* SPDX-License-Identifier: Apache-2.0 */
/* mode_gcm.h - an AES-GCM message (SP 800-38D) of any lengths, cut anywhere. */
#ifndef VGF_MODE_GCM_H
#define VGF_MODE_GCM_H

#include "../kernels/kernels.h"

#define VGF_GCM_MAX_TEXT ((UINT64_C(1) << 36) - 32)     /* bytes */
#define VGF_GCM_MAX_AAD ((UINT64_C(1) << 61) - 1)       /* bytes */

struct vgf_gcm {
    const struct vgf_gcm_ops *ops;
    struct vgf_gcm_key key;

    /* The message */
    uint64_t aad_len, text_len;
    struct vgf_gcm_msg msg;     /* part: of AAD, then of ciphertext */
};

/* J0 from the nonce iv[0..ivlen), ivlen > 0 (SP 800-38D, 7.1, step 2). */
void vgf_gcm_j0(struct vgf_gcm *m, uint8_t j0[16], const uint8_t *iv,
                size_t ivlen);

/* Starts a message with that nonce.  The kernel is called with its first text
 * only, or for the tag. */
void vgf_gcm_start(struct vgf_gcm *m, const uint8_t *iv, size_t ivlen);

/* Additional data; must all come before the text.  0 and nothing done if it
 * comes late or is too much. */
int vgf_gcm_aad(struct vgf_gcm *m, const uint8_t *aad, size_t len);

/* Text.  0 and nothing done if the message would become too long. */
int vgf_gcm_encrypt(struct vgf_gcm *m, uint8_t *out, const uint8_t *in,
                    size_t len);
int vgf_gcm_decrypt(struct vgf_gcm *m, uint8_t *out, const uint8_t *in,
                    size_t len);

/* The tag of the message as it stands, which may go on. */
void vgf_gcm_tag(struct vgf_gcm *m, uint8_t tag[16]);

#endif
