/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tiers.h - what the tiers show to dispatch.c and to the tests.  The provider
 * does not include this.
 */
#ifndef VGF_TIERS_H
#define VGF_TIERS_H

#include "kernels.h"

#pragma GCC visibility push(hidden)

extern const struct vgf_aes_ops vgf_aes_generic;
extern const struct vgf_gcm_ops vgf_gcm_generic;
extern const struct vgf_chacha20_ops vgf_chacha20_generic;
extern const struct vgf_poly1305_ops vgf_poly1305_generic;
extern const struct vgf_chachapoly_ops vgf_chachapoly_generic;

#if defined(__x86_64__)
extern const struct vgf_chachapoly_ops vgf_chachapoly_sse2;
extern const struct vgf_chachapoly_ops vgf_chachapoly_ssse3;
extern const struct vgf_chachapoly_ops vgf_chachapoly_avx2;
extern const struct vgf_aes_ops vgf_aes_aesni;
extern const struct vgf_aes_ops vgf_aes_vaes_avx2;
extern const struct vgf_gcm_ops vgf_gcm_aesni;
extern const struct vgf_gcm_ops vgf_gcm_vaes_avx2;
extern const struct vgf_poly1305_ops vgf_poly1305_sse2;
extern const struct vgf_poly1305_ops vgf_poly1305_avx2;
extern const struct vgf_chacha20_ops vgf_chacha20_sse2;
extern const struct vgf_chacha20_ops vgf_chacha20_ssse3;
extern const struct vgf_chacha20_ops vgf_chacha20_avx2;
#elif defined(__powerpc64__)
extern const struct vgf_poly1305_ops vgf_poly1305_p8;
extern const struct vgf_poly1305_ops vgf_poly1305_p9;
extern const struct vgf_aes_ops vgf_aes_p8;
extern const struct vgf_aes_ops vgf_aes_p9;
extern const struct vgf_gcm_ops vgf_gcm_p8;
extern const struct vgf_gcm_ops vgf_gcm_p9;
extern const struct vgf_chacha20_ops vgf_chacha20_p8;
extern const struct vgf_chacha20_ops vgf_chacha20_p9;
extern const struct vgf_chachapoly_ops vgf_chachapoly_p8;
extern const struct vgf_chachapoly_ops vgf_chachapoly_p9;
#endif

#pragma GCC visibility pop

#endif
