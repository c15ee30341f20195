/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ppc64le.h - the assembly of this folder.  What each function does is at the
 * head of its file.
 *
 * A line "ct NAME: ..." is the contract that scripts/ct-check holds the
 * function to: what of its arguments is secret.
 *
 * One key layout for all tiers: struct vgf_aes_key holds each round key as a
 * vector register does with the block's first byte on its left, as stvx (or
 * stxv) stores it.  lvx and, from ISA 3.0 on, lxv bring it back ready for use.
 */
#ifndef VGF_PPC64LE_H
#define VGF_PPC64LE_H

#include "../tiers.h"

#pragma GCC visibility push(hidden)

/* ct vgf_aes_encrypt_key_p8: ek=ptr secret [240..244 10]  key=ptr secret
 *     keylen=num 16
 * ct vgf_aes_encrypt_key_p8: ek=ptr secret [240..244 12]  key=ptr secret
 *     keylen=num 24
 * ct vgf_aes_encrypt_key_p8: ek=ptr secret [240..244 14]  key=ptr secret
 *     keylen=num 32 */
void vgf_aes_encrypt_key_p8(struct vgf_aes_key *ek, const uint8_t *key,
                            size_t keylen);
/* ct vgf_aes_decrypt_key_p8: dk=ptr secret [240..244 public]
 *     ek=ptr secret [240..244 10|12|14] */
void vgf_aes_decrypt_key_p8(struct vgf_aes_key *dk,
                            const struct vgf_aes_key *ek);

/* ct vgf_aes_ecb_encrypt_p8: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public */
void vgf_aes_ecb_encrypt_p8(const struct vgf_aes_key *ek, uint8_t *out,
                            const uint8_t *in, size_t nblocks);
/* ct vgf_aes_ecb_decrypt_p8: dk=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public */
void vgf_aes_ecb_decrypt_p8(const struct vgf_aes_key *dk, uint8_t *out,
                            const uint8_t *in, size_t nblocks);
/* ct vgf_aes_ctr128_p8: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public  ctr=ptr public
 *     next=ptr secret */
void vgf_aes_ctr128_p8(const struct vgf_aes_key *ek, uint8_t *out,
                       const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                       uint8_t *next);

/* ct vgf_aes_ecb_encrypt_p9: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public */
void vgf_aes_ecb_encrypt_p9(const struct vgf_aes_key *ek, uint8_t *out,
                            const uint8_t *in, size_t nblocks);
/* ct vgf_aes_ecb_decrypt_p9: dk=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public */
void vgf_aes_ecb_decrypt_p9(const struct vgf_aes_key *dk, uint8_t *out,
                            const uint8_t *in, size_t nblocks);
/* ct vgf_aes_ctr128_p9: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public  ctr=ptr public
 *     next=ptr secret */
void vgf_aes_ctr128_p9(const struct vgf_aes_key *ek, uint8_t *out,
                       const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                       uint8_t *next);

/* ct vgf_poly1305_init_p8: p=ptr secret  key=ptr secret */
void vgf_poly1305_init_p8(struct vgf_poly1305 *p, const uint8_t key[32]);
/* ct vgf_poly1305_blocks_p8: p=ptr secret [56..64 public]  in=ptr secret
 *     nblocks=num public  pad=num public */
void vgf_poly1305_blocks_p8(struct vgf_poly1305 *p, const uint8_t *in,
                            size_t nblocks, uint32_t pad);
/* ct vgf_poly1305_finish_p8: p=ptr secret [56..64 public]
 *     tag=ptr secret */
void vgf_poly1305_finish_p8(struct vgf_poly1305 *p, uint8_t tag[16]);
/* ct vgf_poly1305_blocks_p9: p=ptr secret [56..64 public]  in=ptr secret
 *     nblocks=num public  pad=num public */
void vgf_poly1305_blocks_p9(struct vgf_poly1305 *p, const uint8_t *in,
                            size_t nblocks, uint32_t pad);
/* ct vgf_poly1305_finish_p9: p=ptr secret [56..64 public]
 *     tag=ptr secret */
void vgf_poly1305_finish_p9(struct vgf_poly1305 *p, uint8_t tag[16]);

#pragma GCC visibility pop

#endif
