/* SPDX-License-Identifier: Apache-2.0 */
/* mode_gcm.h - an AES-GCM message (SP 800-38D) of any lengths, cut anywhere. */
#ifndef VGF_MODE_GCM_H
#define VGF_MODE_GCM_H

#include "../kernels/bytes.h"
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

/* J0 from the nonce iv[0..ivlen), ivlen > 0 (SP 800-38D, 7.1, step 2); by
 * GHASH unless ivlen is 12. */
void vgf_gcm_j0_hashed(struct vgf_gcm *m, uint8_t j0[16], const uint8_t *iv,
                       size_t ivlen);

static inline void vgf_gcm_j0(struct vgf_gcm *m, uint8_t j0[16],
                              const uint8_t *iv, size_t ivlen)
{
    if (ivlen == 12) {
        struct bytes16 v = { load64_le(iv),
                             load32_le(iv + 8) | UINT64_C(1) << 56 };

        store_whole(j0, v);
    } else {
        vgf_gcm_j0_hashed(m, j0, iv, ivlen);
    }
}

/* Starts a message with that nonce.  The kernel is called with its first text
 * only, or for the tag. */
static inline void vgf_gcm_start(struct vgf_gcm *m, const uint8_t *iv,
                                 size_t ivlen)
{
    const struct bytes16 zero = { 0, 0 };

    m->aad_len = m->text_len = 0;
    store_whole(m->msg.y, zero);
    vgf_gcm_j0(m, m->msg.ctr, iv, ivlen);
}

/* Additional data; must all come before the text.  0 and nothing done if it
 * comes late or is too much. */
int vgf_gcm_aad(struct vgf_gcm *m, const uint8_t *aad, size_t len);

/* Text.  0 and nothing done if the message would become too long. */
int vgf_gcm_encrypt(struct vgf_gcm *m, uint8_t *out, const uint8_t *in,
                    size_t len);
int vgf_gcm_decrypt(struct vgf_gcm *m, uint8_t *out, const uint8_t *in,
                    size_t len);

/* What the kernel's first call for a message has to do besides. */
static inline unsigned vgf_gcm_first(const struct vgf_gcm *m)
{
    return VGF_GCM_FIRST | (m->aad_len % 16 != 0 ? VGF_GCM_PART : 0);
}

/* Is a message with len more bytes far from too long? */
static inline int vgf_gcm_has_room(const struct vgf_gcm *m, size_t len)
{
    return (len | m->text_len) >> 35 == 0;
}

/* Either, if vgf_gcm_has_room() and len is not 0; whole blocks without a
 * detour. */
static inline int vgf_gcm_crypt(struct vgf_gcm *m, uint8_t *out,
                                const uint8_t *in, size_t len, int encrypt)
{
    if ((len | m->text_len) % 16 == 0) {
        const struct vgf_gcm_ops *ops = m->ops;
        unsigned flags = m->text_len == 0 ? vgf_gcm_first(m) : 0;

        m->text_len += len;
        (encrypt ? ops->encrypt : ops->decrypt)(&m->key, &m->msg, out, in,
                                                len / 16, flags);
        return 1;
    }
    return encrypt ? vgf_gcm_encrypt(m, out, in, len)
                   : vgf_gcm_decrypt(m, out, in, len);
}

/* The tag of the message as it stands, which may go on. */
void vgf_gcm_tag(struct vgf_gcm *m, uint8_t tag[16]);

/* The same, of one that has text. */
static inline void vgf_gcm_tag_text(const struct vgf_gcm *m, uint8_t tag[16])
{
    m->ops->tag(&m->key, &m->msg, m->aad_len, m->text_len, tag,
                m->text_len % 16 != 0 ? VGF_GCM_PART : 0);
}

#endif
