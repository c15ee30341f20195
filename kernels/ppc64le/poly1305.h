/* SPDX-License-Identifier: Apache-2.0 */
/* poly1305.h - struct vgf_poly1305 of kernels.h as the assembly has it. */
#ifndef VGF_POLY1305_H
#define VGF_POLY1305_H

#define POLY_H      0
#define POLY_R      24
#define POLY_S      40
#define POLY_MADE   56
#define POLY_POWERS 64
#define POLY_SIZE   608

#endif
