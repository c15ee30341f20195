/* SPDX-License-Identifier: Apache-2.0 */
/* mode_poly1305.h - Poly1305 of a message that comes in pieces. */
#ifndef VGF_MODE_POLY1305_H
#define VGF_MODE_POLY1305_H

#include "../kernels/kernels.h"

struct vgf_poly {
    const struct vgf_poly1305_ops *ops;
    struct vgf_poly1305 state;
    uint8_t part[16];           /* a block begun, zeros behind */
    size_t have;                /* ... of which there is so much, 0 to 15 */
};

void vgf_poly_start(struct vgf_poly *m, const uint8_t key[32]);
void vgf_poly_update(struct vgf_poly *m, const uint8_t *in, size_t len);

/* n more bytes of the block begun, for which there is room in it. */
void vgf_poly_hold(struct vgf_poly *m, const uint8_t *in, size_t n);

/* Fills a block begun up with zeros (RFC 8439, 2.8: pad16). */
void vgf_poly_pad16(struct vgf_poly *m);

/* Ends the message; what is left is wiped. */
void vgf_poly_finish(struct vgf_poly *m, uint8_t tag[16]);

#endif
