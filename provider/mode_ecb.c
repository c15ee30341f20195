/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_ecb.h"

#include <string.h>

void vgf_ecb_set_key(struct vgf_ecb *m, const uint8_t *key, size_t keylen)
{
    m->ops->encrypt_key(&m->ek, key, keylen);
    m->have_dk = 0;
}

void vgf_ecb_blocks(struct vgf_ecb *m, uint8_t *out, const uint8_t *in,
                    size_t nblocks)
{
    if (m->encrypt) {
        m->ops->ecb_encrypt(&m->ek, out, in, nblocks);
        return;
    }
    if (!m->have_dk) {
        m->ops->decrypt_key(&m->dk, &m->ek);
        m->have_dk = 1;
    }
    m->ops->ecb_decrypt(&m->dk, out, in, nblocks);
}

enum vgf_ecb_result vgf_ecb_update_any(struct vgf_ecb *m, uint8_t *out,
                                       size_t *outlen, size_t outsize,
                                       const uint8_t *in, size_t len)
{
    int hold = !m->encrypt && m->pad;
    size_t done = 0, whole;

    *outlen = 0;
    if (m->buffered != 0) {
        size_t n = 16 - m->buffered;

        if (n > len) {
            n = len;
        }
        memcpy(m->buf + m->buffered, in, n);
        m->buffered += n;
        in += n;
        len -= n;
        if (m->buffered < 16 || (hold && len == 0)) {
            return VGF_ECB_OK;
        }
        if (outsize < 16) {
            return VGF_ECB_OUTPUT_TOO_SMALL;
        }
        vgf_ecb_blocks(m, out, m->buf, 1);
        m->buffered = 0;
        done = 16;
    }

    whole = len & ~(size_t)15;
    if (hold && whole != 0 && whole == len) {
        whole -= 16;
    }
    if (outsize - done < whole) {
        return VGF_ECB_OUTPUT_TOO_SMALL;
    }
    vgf_ecb_blocks(m, out + done, in, whole / 16);
    m->buffered = len - whole;
    memcpy(m->buf, in + whole, m->buffered);
    *outlen = done + whole;
    return VGF_ECB_OK;
}

static enum vgf_ecb_result encrypt_final(struct vgf_ecb *m, uint8_t *out,
                                         size_t *outlen, size_t outsize)
{
    if (m->pad) {
        size_t n = 16 - m->buffered;

        memset(m->buf + m->buffered, (int)n, n);
    } else if (m->buffered == 0) {
        return VGF_ECB_OK;
    } else if (m->buffered != 16) {
        return VGF_ECB_WRONG_LENGTH;
    }
    if (outsize < 16) {
        return VGF_ECB_OUTPUT_TOO_SMALL;
    }
    vgf_ecb_blocks(m, out, m->buf, 1);
    m->buffered = 0;
    *outlen = 16;
    return VGF_ECB_OK;
}

/* The number of padding bytes, 1 to 16, or 0 if it is no padding.  Looks at all
 * 16 bytes in any case and branches on none: they are the message's secret. */
static unsigned padding(const uint8_t block[16])
{
    unsigned n = block[15];
    unsigned bad = (n - 1) >> 4;        /* 0 for 1 to 16 */

    for (unsigned i = 0; i < 16; i++) {
        unsigned is_padding = (15 - i - n) >> 31;

        bad |= (0 - is_padding) & (block[i] ^ n);
    }
    return n & (((bad | (0 - bad)) >> 31) - 1);
}

static enum vgf_ecb_result decrypt_final(struct vgf_ecb *m, uint8_t *out,
                                         size_t *outlen, size_t outsize)
{
    uint8_t block[16];
    size_t n = 16;

    if (m->buffered == 0 && !m->pad) {
        return VGF_ECB_OK;
    }
    if (m->buffered != 16) {
        return VGF_ECB_WRONG_LENGTH;
    }
    vgf_ecb_blocks(m, block, m->buf, 1);
    if (m->pad) {
        unsigned padded = padding(block);

        if (padded == 0) {
            vgf_wipe(block, sizeof(block));
            return VGF_ECB_BAD_PADDING;
        }
        n -= padded;
    }
    if (outsize < n) {
        vgf_wipe(block, sizeof(block));
        return VGF_ECB_OUTPUT_TOO_SMALL;
    }
    memcpy(out, block, n);
    vgf_wipe(block, sizeof(block));
    m->buffered = 0;
    *outlen = n;
    return VGF_ECB_OK;
}

enum vgf_ecb_result vgf_ecb_final(struct vgf_ecb *m, uint8_t *out,
                                  size_t *outlen, size_t outsize)
{
    *outlen = 0;
    return m->encrypt ? encrypt_final(m, out, outlen, outsize)
                      : decrypt_final(m, out, outlen, outsize);
}
