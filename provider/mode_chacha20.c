/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_chacha20.h"
#include "../kernels/bytes.h"

void vgf_chacha20_set_key(struct vgf_chacha20 *m, const uint8_t key[32])
{
    for (int i = 0; i < 8; i++) {
        m->key[i] = load32_le(key + 4 * i);
    }
    m->used = 0;
}

void vgf_chacha20_set_ctr(struct vgf_chacha20 *m, const uint8_t ctr[16])
{
    for (int i = 0; i < 4; i++) {
        m->ctr[i] = load32_le(ctr + 4 * i);
    }
    m->used = 0;
}

/* Uses up to len bytes of the keystream block begun. */
static size_t rest_of_block(struct vgf_chacha20 *m, uint8_t *out,
                            const uint8_t *in, size_t len)
{
    size_t n = 0;

    while (m->used != 0 && n < len) {
        out[n] = in[n] ^ m->stream[m->used];
        n++;
        m->used = (m->used + 1) % 64;
    }
    return n;
}

void vgf_chacha20_update(struct vgf_chacha20 *m, uint8_t *out,
                         const uint8_t *in, size_t len)
{
    size_t n = rest_of_block(m, out, in, len);
    size_t whole;

    in += n;
    out += n;
    len -= n;
    whole = len & ~(size_t)63;
    if (whole != 0) {
        m->ops->xor(out, in, whole / 64, m->key, m->ctr, m->ctr64);
    }
    if (whole != len) {
        memset(m->stream, 0, sizeof(m->stream));
        m->ops->xor(m->stream, m->stream, 1, m->key, m->ctr, m->ctr64);
        out[whole] = in[whole] ^ m->stream[0];
        m->used = 1;
        rest_of_block(m, out + whole + 1, in + whole + 1, len - whole - 1);
    }
}
