/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_chacha20.h"
#include "../kernels/bytes.h"

void vgf_chacha20_set_key(struct vgf_chacha20 *m, const uint8_t key[32])
{
    for (int i = 0; i < 8; i++) {
        m->key[i] = load32_le(key + 4 * i);
    }
    vgf_wipe(m->ends, sizeof(m->ends));
    m->used = 0;
}

void vgf_chacha20_set_ctr(struct vgf_chacha20 *m, const uint8_t ctr[16])
{
    for (int i = 0; i < 4; i++) {
        m->ctr[i] = load32_le(ctr + 4 * i);
    }
    m->used = 0;
}

/* out = in ^ stream */
static void xor_bytes(uint8_t *out, const uint8_t *in, const uint8_t *stream,
                      size_t len)
{
    for (; len >= 16; len -= 16, out += 16, in += 16, stream += 16) {
        const uint64_t low = load64_le(in) ^ load64_le(stream);
        const uint64_t high = load64_le(in + 8) ^ load64_le(stream + 8);

        store64_le(out, low);
        store64_le(out + 8, high);
    }
    xor_short(out, in, stream, len);
}

/* Uses up to len bytes of the keystream block begun. */
static size_t rest_of_block(struct vgf_chacha20 *m, uint8_t *out,
                            const uint8_t *in, size_t len)
{
    size_t n = 64 - m->used;

    if (m->used == 0) {
        return 0;
    }
    n = n < len ? n : len;
    xor_bytes(out, in, m->ends + 64 + m->used, n);
    m->used = (unsigned)(m->used + n) % 64;
    return n;
}

void vgf_chacha20_begin(struct vgf_chacha20 *m, uint8_t *out,
                        const uint8_t *in, size_t len, uint32_t first)
{
    const size_t rest = len % 64;
    const uint32_t next = rest != 0 ? VGF_CHACHA20_NEXT : 0;

    m->ops->xor_ends(out, in, len / 64, m->key, m->ctr,
                     m->ctr64 | first | next, m->ends);
    vgf_chacha20_rest(m, out + len - rest, in + len - rest, rest);
}

void vgf_chacha20_rest(struct vgf_chacha20 *m, uint8_t *out,
                       const uint8_t *in, size_t len)
{
    xor_bytes(out, in, m->ends + 64, len);
    m->used = (unsigned)len;
}

void vgf_chacha20_update(struct vgf_chacha20 *m, uint8_t *out,
                         const uint8_t *in, size_t len)
{
    const size_t n = rest_of_block(m, out, in, len);

    in += n;
    out += n;
    len -= n;
    if (len % 64 == 0) {
        m->ops->xor(out, in, len / 64, m->key, m->ctr, m->ctr64);
    } else {
        vgf_chacha20_begin(m, out, in, len, 0);
    }
}
