/* SPDX-License-Identifier: Apache-2.0 */
/*
 * generic.h - the functions of the generic tier.
 *
 * A line "ct NAME: ..." is the contract that scripts/ct-check holds the
 * function's machine code to: what of its arguments is secret, and which
 * bytes behind a pointer are not.
 */
#ifndef VGF_GENERIC_H
#define VGF_GENERIC_H

#include "../tiers.h"

#pragma GCC visibility push(hidden)

/* ct vgf_aes_encrypt_key_generic: ek=ptr secret [240..244 10]
 *     key=ptr secret  keylen=num 16
 * ct vgf_aes_encrypt_key_generic: ek=ptr secret [240..244 12]
 *     key=ptr secret  keylen=num 24
 * ct vgf_aes_encrypt_key_generic: ek=ptr secret [240..244 14]
 *     key=ptr secret  keylen=num 32 */
void vgf_aes_encrypt_key_generic(struct vgf_aes_key *ek, const uint8_t *key,
                                 size_t keylen);
/* ct vgf_aes_decrypt_key_generic: dk=ptr secret [240..256 public]
 *     ek=ptr secret [240..256 public] */
void vgf_aes_decrypt_key_generic(struct vgf_aes_key *dk,
                                 const struct vgf_aes_key *ek);
/* ct vgf_aes_ecb_encrypt_generic: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public */
void vgf_aes_ecb_encrypt_generic(const struct vgf_aes_key *ek, uint8_t *out,
                                 const uint8_t *in, size_t nblocks);
/* ct vgf_aes_ecb_decrypt_generic: dk=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public */
void vgf_aes_ecb_decrypt_generic(const struct vgf_aes_key *dk, uint8_t *out,
                                 const uint8_t *in, size_t nblocks);
/* ct vgf_aes_ctr128_generic: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public  ctr=ptr public
 *     next=ptr secret */
void vgf_aes_ctr128_generic(const struct vgf_aes_key *ek, uint8_t *out,
                            const uint8_t *in, size_t nblocks,
                            uint8_t ctr[16], uint8_t *next);
/* ct vgf_aes_ctr32_generic: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public  ctr=ptr public
 *     next=ptr secret */
void vgf_aes_ctr32_generic(const struct vgf_aes_key *ek, uint8_t *out,
                           const uint8_t *in, size_t nblocks,
                           uint8_t ctr[16], uint8_t *next);

/* ct vgf_ghash_generic: h=ptr secret  y=ptr secret  in=ptr secret
 *     nblocks=num public */
void vgf_ghash_generic(const uint8_t h[16], uint8_t y[16], const uint8_t *in,
                       size_t nblocks);

/* ct vgf_chacha20_xor_generic: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  ctr64=num public */
void vgf_chacha20_xor_generic(uint8_t *out, const uint8_t *in, size_t nblocks,
                              const uint32_t key[8], uint32_t ctr[4],
                              uint32_t ctr64);

/* xor_ends() of a tier that has no other, out of calls of its xor(). */
typedef void vgf_chacha20_xor_fn(uint8_t *out, const uint8_t *in,
                                 size_t nblocks, const uint32_t key[8],
                                 uint32_t ctr[4], uint32_t ctr64);
void vgf_chacha20_xor_ends(vgf_chacha20_xor_fn *xor, uint8_t *out,
                           const uint8_t *in, size_t nblocks,
                           const uint32_t key[8], uint32_t ctr[4],
                           uint32_t flags, uint8_t ends[128]);

/* ct vgf_poly1305_init_generic: p=ptr secret  key=ptr secret */
void vgf_poly1305_init_generic(struct vgf_poly1305 *p, const uint8_t key[32]);
/* ct vgf_poly1305_blocks_generic: p=ptr secret  in=ptr secret
 *     nblocks=num public  pad=num public */
void vgf_poly1305_blocks_generic(struct vgf_poly1305 *p, const uint8_t *in,
                                 size_t nblocks, uint32_t pad);
/* ct vgf_poly1305_finish_generic: p=ptr secret  tag=ptr secret */
void vgf_poly1305_finish_generic(struct vgf_poly1305 *p, uint8_t tag[16]);

#pragma GCC visibility pop

#endif
