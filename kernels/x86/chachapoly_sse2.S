/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20-Poly1305 for processors with SSE2, long messages:
 * chachapoly_sse.inc says how.
 *
 *   void vgf_chachapoly_long_sse2(uint8_t *out, const uint8_t *in,
 *                               size_t nblocks, const uint32_t key[8],
 *                               uint32_t ctr[4], struct vgf_poly1305 *p,
 *                               const uint8_t *hash);
 *
 * As vgf_chachapoly_long_avx2(), but nblocks is a multiple of 8, and to
 * encrypt, hash is out - 512.
 */
#define CHACHAPOLY_LONG vgf_chachapoly_long_sse2
#define RATE 58

#include "chachapoly_sse.inc"

FILE_END
