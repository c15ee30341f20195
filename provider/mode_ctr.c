/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_ctr.h"
#include "../kernels/bytes.h"

/* Uses up to len bytes of the keystream block begun. */
static size_t rest_of_block(struct vgf_ctr *m, uint8_t *out,
                            const uint8_t *in, size_t len)
{
    size_t n = 0;

    while (m->used != 0 && n < len) {
        out[n] = in[n] ^ m->stream[m->used];
        n++;
        m->used = (m->used + 1) % 16;
    }
    return n;
}

void vgf_ctr_update(struct vgf_ctr *m, uint8_t *out, const uint8_t *in,
                    size_t len)
{
    size_t n = rest_of_block(m, out, in, len);
    size_t whole;

    in += n;
    out += n;
    len -= n;
    if (len == 0) {
        return;
    }
    whole = len & ~(size_t)15;
    m->ops->ctr128(&m->ek, out, in, whole / 16, m->ctr,
                   whole != len ? m->stream : NULL);
    xor_short(out + whole, in + whole, m->stream, len - whole);
    m->used = (unsigned)(len - whole);
}
