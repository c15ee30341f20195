/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selftest.h - does a tier compute what the standards say, and its loops what
 * it computes block by block?  1 or 0.
 */
#ifndef VGF_SELFTEST_H
#define VGF_SELFTEST_H

#include "../kernels/kernels.h"

int vgf_selftest_aes(const struct vgf_aes_ops *ops);
int vgf_selftest_gcm(const struct vgf_gcm_ops *ops);
int vgf_selftest_chacha20(const struct vgf_chacha20_ops *ops);
int vgf_selftest_poly1305(const struct vgf_poly1305_ops *ops);
int vgf_selftest_chachapoly(const struct vgf_chachapoly_ops *ops);

#endif
