/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_ctr.h"

#include <string.h>

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
    whole = len & ~(size_t)15;
    if (whole != 0) {
        m->ops->ctr128(&m->ek, out, in, whole / 16, m->ctr);
    }
    if (whole != len) {
        memset(m->stream, 0, sizeof(m->stream));
        m->ops->ctr128(&m->ek, m->stream, m->stream, 1, m->ctr);
        out[whole] = in[whole] ^ m->stream[0];
        m->used = 1;
        rest_of_block(m, out + whole + 1, in + whole + 1, len - whole - 1);
    }
}
