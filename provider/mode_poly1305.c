/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_poly1305.h"
#include "../kernels/bytes.h"

void vgf_poly_start(struct vgf_poly *m, const uint8_t key[32])
{
    m->ops->init(&m->state, key);
    m->have = 0;
}

void vgf_poly_update(struct vgf_poly *m, const uint8_t *in, size_t len)
{
    if (len == 0) {
        return;
    }
    if (m->have != 0) {
        size_t n = 16 - m->have < len ? 16 - m->have : len;

        copy_short(m->part + m->have, in, n);
        m->have += n;
        in += n;
        len -= n;
        if (m->have < 16) {
            return;
        }
        m->ops->blocks(&m->state, m->part, 1, 1);
    }
    if (len >= 16) {
        m->ops->blocks(&m->state, in, len / 16, 1);
    }
    m->have = len % 16;
    copy_short(m->part, in + len - m->have, m->have);
}

void vgf_poly_pad16(struct vgf_poly *m)
{
    if (m->have != 0) {
        uint8_t block[16] = { 0 };

        copy_short(block, m->part, m->have);
        m->ops->blocks(&m->state, block, 1, 1);
        m->have = 0;
    }
}

void vgf_poly_finish(struct vgf_poly *m, uint8_t tag[16])
{
    if (m->have != 0) {
        uint8_t block[16] = { 0 };

        copy_short(block, m->part, m->have);
        block[m->have] = 1;
        m->ops->blocks(&m->state, block, 1, 0);
        vgf_wipe(block, sizeof(block));
        m->have = 0;
    }
    m->ops->finish(&m->state, tag);
    vgf_wipe(m->part, sizeof(m->part));
}
