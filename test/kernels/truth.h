/* SPDX-License-Identifier: Apache-2.0 */
/*
 * truth.h - every algorithm once more, from its standard, byte by byte and
 * as unlike the kernels as can be.  Every tier is compared with this, generic
 * too.  Slow, not in constant time, and itself held by the known answers.
 */
#ifndef TRUTH_H
#define TRUTH_H

#include <stddef.h>
#include <stdint.h>

/* ---- AES (FIPS 197) ---------------------------------------------------- */

struct truth_aes {
    uint8_t round_key[15][16];
    int rounds;
};

void truth_aes_key(struct truth_aes *k, const uint8_t *key, size_t keylen);
void truth_aes_encrypt(const struct truth_aes *k, uint8_t out[16],
                       const uint8_t in[16]);
void truth_aes_decrypt(const struct truth_aes *k, uint8_t out[16],
                       const uint8_t in[16]);

/* The last `width` bytes of ctr, as a big-endian number, plus n. */
void truth_count(uint8_t ctr[16], size_t width, uint64_t n);

/* Any len; ctr is left at the next block. */
void truth_ctr(const struct truth_aes *k, uint8_t *out, const uint8_t *in,
               size_t len, uint8_t ctr[16], size_t width);

/* ---- GCM (SP 800-38D) -------------------------------------------------- */

/* One block: y = (y ^ in) * h. */
void truth_ghash(const uint8_t h[16], uint8_t y[16], const uint8_t in[16]);

/* J0 of a nonce of any length. */
void truth_gcm_j0(const struct truth_aes *k, uint8_t j0[16],
                  const uint8_t *iv, size_t ivlen);

/* The tag of a ciphertext. */
void truth_gcm_tag(const struct truth_aes *k, uint8_t tag[16],
                   const uint8_t *ciphertext, size_t len, const uint8_t *aad,
                   size_t aadlen, const uint8_t j0[16]);

/* ---- ChaCha20 and Poly1305 (RFC 8439) ---------------------------------- */

/* n words of ctr count: 1 as in the RFC, 2 as Bernstein's.  ctr is left at
 * the next block. */
void truth_chacha20(uint8_t *out, const uint8_t *in, size_t nblocks,
                    const uint32_t key[8], uint32_t ctr[4], int words);

/* h is left below 2^130 - 5. */
void truth_poly1305(uint64_t h[3], const uint64_t r[2], const uint8_t *in,
                    size_t nblocks, uint32_t pad);
void truth_poly1305_reduce(uint64_t h[3]);
void truth_poly1305_tag(uint8_t tag[16], const uint64_t h[3],
                        const uint64_t s[2]);

#endif
