/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_chacha20.h"
#include "../kernels/bytes.h"

void vgf_chacha20_set_key(struct vgf_chacha20 *m, const uint8_t key[32])
{
    for (int i = 0; i < 8; i++) {
        m->key[i] = load32_le(key + 4 * i);
    }
    vgf_wipe(m->stream, sizeof(m->stream));
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

/* A partial block on its own costs a pass of the kernel that several blocks
 * could share: it takes what is before it along. */
#define ALONG 1024u

size_t vgf_chacha20_direct(size_t len)
{
    return len % 64 == 0 ? len : len - len % ALONG;
}

static void through_buffer(struct vgf_chacha20 *m, uint8_t *out,
                           const uint8_t *in, size_t len)
{
    uint8_t blocks[ALONG];
    size_t n = (len + 63) / 64, rest = 64 * n - len;

    memcpy(blocks, in, len);
    memset(blocks + len, 0, rest);
    m->ops->xor(blocks, blocks, n, m->key, m->ctr, m->ctr64);
    memcpy(out, blocks, len);
    m->used = (unsigned)(64 - rest);
    memcpy(m->stream + m->used, blocks + len, rest);
    vgf_wipe(blocks, 64 * n);
}

void vgf_chacha20_update(struct vgf_chacha20 *m, uint8_t *out,
                         const uint8_t *in, size_t len)
{
    size_t n = rest_of_block(m, out, in, len);

    in += n;
    out += n;
    len -= n;
    n = vgf_chacha20_direct(len);
    if (n != 0) {
        m->ops->xor(out, in, n / 64, m->key, m->ctr, m->ctr64);
    }
    if (n != len) {
        through_buffer(m, out + n, in + n, len - n);
    }
}
