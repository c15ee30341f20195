/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 for processors with SSSE3: chacha20_sse.inc says how.
 *
 *   void vgf_chacha20_xor_ssse3(uint8_t *out, const uint8_t *in,
 *                              size_t nblocks, const uint32_t key[8],
 *                              uint32_t ctr[4], uint32_t ctr64);
 *
 * nblocks may be 0.  out == in is allowed; other overlap is not.  Constant
 * time: branches only on nblocks and the counter.
 */
#define SSSE3
#define CHACHA20_XOR vgf_chacha20_xor_ssse3

#include "chacha20_sse.inc"

FILE_END
