/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_poly1305.h"
#include "../kernels/bytes.h"

void vgf_poly_start(struct vgf_poly *m, const uint8_t key[32])
{
    m->ops->init(&m->state, key);
    m->have = 0;
}

void vgf_poly_hold(struct vgf_poly *m, const uint8_t *in, size_t n)
{
    if (m->have == 0) {
        store_whole(m->part, load_short(in, n));
    } else {
        store_short(m->part + m->have, load_short(in, n), n);
    }
    m->have += n;
}

void vgf_poly_update(struct vgf_poly *m, const uint8_t *in, size_t len)
{
    if (len == 0) {
        return;
    }
    if (m->have != 0) {
        size_t n = 16 - m->have < len ? 16 - m->have : len;

        vgf_poly_hold(m, in, n);
        in += n;
        len -= n;
        if (m->have < 16) {
            return;
        }
        m->ops->blocks(&m->state, m->part, 1, 1);
        m->have = 0;
    }
    if (len >= 16) {
        m->ops->blocks(&m->state, in, len / 16, 1);
    }
    vgf_poly_hold(m, in + len - len % 16, len % 16);
}

void vgf_poly_pad16(struct vgf_poly *m)
{
    if (m->have != 0) {
        m->ops->blocks(&m->state, m->part, 1, 1);
        m->have = 0;
    }
}

void vgf_poly_finish(struct vgf_poly *m, uint8_t tag[16])
{
    if (m->have != 0) {
        m->part[m->have] = 1;
        m->ops->blocks(&m->state, m->part, 1, 0);
        m->have = 0;
    }
    m->ops->finish(&m->state, tag);
    vgf_wipe(m->part, sizeof(m->part));
}
