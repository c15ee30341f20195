/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gcm.h - AES-GCM's assembly, and key and message of kernels.h as it has
 * them.  What each function does is at the head of its file.
 */
#ifndef VGF_PPC64LE_GCM_H
#define VGF_PPC64LE_GCM_H

/* struct vgf_gcm_key: behind the schedule the powers of H, highest first, so
 * that the last n end where the table ends, each as the two vectors that
 * gcm.inc multiplies with; then constants, kept here since one load from the
 * key is the quickest way to them.  All as lvx and lxv want it.  (What is
 * public is kept 16 bytes away from what is not, since lvx drops the low bits
 * of an address, and scripts/ct-check does not know that they are 0.) */
#define GCM_POWERS      272                     /* H^9 .. H^1 */
#define GCM_ENTRY       32
#define GCM_POWERS_END  (GCM_POWERS + 9 * GCM_ENTRY)
#define GCM_FOLD        (GCM_POWERS_END + 16)   /* 0, 0xc2 << 56 */
#define GCM_ONE         (GCM_FOLD + 16)         /* 0, 1 */
#define GCM_ORDER       (GCM_ONE + 16)          /* what turns lxvd2x's order */

/* struct vgf_gcm_msg */
#define MSG_Y           0
#define MSG_CTR         16
#define MSG_MASK        32
#define MSG_PART        48
#define MSG_STREAM      64

/* VGF_GCM_* flags */
#define GCM_FIRST       1
#define GCM_PART        2
#define GCM_REST        4

#ifndef __ASSEMBLER__
#include "ppc64le.h"

#pragma GCC visibility push(hidden)

/* ct vgf_gcm_powers_p8: k=ptr secret [240..244 10|12|14, 561..624 public] */
void vgf_gcm_powers_p8(struct vgf_gcm_key *k);

/* ct vgf_ghash_p8: k=ptr secret [561..624 public]  y=ptr secret
 *     in=ptr secret  nblocks=num public
 *
 * ct vgf_ghash_p9: k=ptr secret [561..624 public]  y=ptr secret
 *     in=ptr secret  nblocks=num public */
void vgf_ghash_p8(struct vgf_gcm_key *k, uint8_t y[16], const uint8_t *in,
                  size_t nblocks);
void vgf_ghash_p9(struct vgf_gcm_key *k, uint8_t y[16], const uint8_t *in,
                  size_t nblocks);

/* ct vgf_gcm_tag_p8: k=ptr secret [561..624 public]  m=ptr secret
 *     aad_len=num public  text_len=num public  tag=ptr secret
 *     flags=num public
 *
 * ct vgf_gcm_tag_p9: k=ptr secret [561..624 public]  m=ptr secret
 *     aad_len=num public  text_len=num public  tag=ptr secret
 *     flags=num public */
void vgf_gcm_tag_p8(const struct vgf_gcm_key *k, const struct vgf_gcm_msg *m,
                    uint64_t aad_len, uint64_t text_len, uint8_t tag[16],
                    unsigned flags);
void vgf_gcm_tag_p9(const struct vgf_gcm_key *k, const struct vgf_gcm_msg *m,
                    uint64_t aad_len, uint64_t text_len, uint8_t tag[16],
                    unsigned flags);

/* ct vgf_gcm_encrypt_short_p8: k=ptr secret [240..244 10|12|14,
 *     561..624 public]  m=ptr secret [16..32 public]  out=ptr secret
 *     in=ptr secret  nblocks=num public  flags=num public
 *
 * ct vgf_gcm_decrypt_short_p8: k=ptr secret [240..244 10|12|14,
 *     561..624 public]  m=ptr secret [16..32 public]  out=ptr secret
 *     in=ptr secret  nblocks=num public  flags=num public
 *
 * ct vgf_gcm_encrypt_short_p9: k=ptr secret [240..244 10|12|14,
 *     561..624 public]  m=ptr secret [16..32 public]  out=ptr secret
 *     in=ptr secret  nblocks=num public  flags=num public
 *
 * ct vgf_gcm_decrypt_short_p9: k=ptr secret [240..244 10|12|14,
 *     561..624 public]  m=ptr secret [16..32 public]  out=ptr secret
 *     in=ptr secret  nblocks=num public  flags=num public */
typedef void vgf_gcm_short_fn(const struct vgf_gcm_key *k,
                              struct vgf_gcm_msg *m, uint8_t *out,
                              const uint8_t *in, size_t nblocks,
                              unsigned flags);
void vgf_gcm_encrypt_short_p8(const struct vgf_gcm_key *k,
                              struct vgf_gcm_msg *m, uint8_t *out,
                              const uint8_t *in, size_t nblocks,
                              unsigned flags);
void vgf_gcm_decrypt_short_p8(const struct vgf_gcm_key *k,
                              struct vgf_gcm_msg *m, uint8_t *out,
                              const uint8_t *in, size_t nblocks,
                              unsigned flags);
void vgf_gcm_encrypt_short_p9(const struct vgf_gcm_key *k,
                              struct vgf_gcm_msg *m, uint8_t *out,
                              const uint8_t *in, size_t nblocks,
                              unsigned flags);
void vgf_gcm_decrypt_short_p9(const struct vgf_gcm_key *k,
                              struct vgf_gcm_msg *m, uint8_t *out,
                              const uint8_t *in, size_t nblocks,
                              unsigned flags);

/* ct vgf_gcm_encrypt_long_p8: k=ptr secret [240..244 10|12|14,
 *     561..624 public]  m=ptr secret [16..32 public]  out=ptr secret
 *     in=ptr secret  nblocks=num public
 *
 * ct vgf_gcm_decrypt_long_p8: k=ptr secret [240..244 10|12|14,
 *     561..624 public]  m=ptr secret [16..32 public]  out=ptr secret
 *     in=ptr secret  nblocks=num public
 *
 * ct vgf_gcm_encrypt_long_p9: k=ptr secret [240..244 10|12|14,
 *     561..624 public]  m=ptr secret [16..32 public]  out=ptr secret
 *     in=ptr secret  nblocks=num public
 *
 * ct vgf_gcm_decrypt_long_p9: k=ptr secret [240..244 10|12|14,
 *     561..624 public]  m=ptr secret [16..32 public]  out=ptr secret
 *     in=ptr secret  nblocks=num public */
typedef void vgf_gcm_long_fn(const struct vgf_gcm_key *k,
                             struct vgf_gcm_msg *m, uint8_t *out,
                             const uint8_t *in, size_t nblocks);
void vgf_gcm_encrypt_long_p8(const struct vgf_gcm_key *k,
                             struct vgf_gcm_msg *m, uint8_t *out,
                             const uint8_t *in, size_t nblocks);
void vgf_gcm_decrypt_long_p8(const struct vgf_gcm_key *k,
                             struct vgf_gcm_msg *m, uint8_t *out,
                             const uint8_t *in, size_t nblocks);
void vgf_gcm_encrypt_long_p9(const struct vgf_gcm_key *k,
                             struct vgf_gcm_msg *m, uint8_t *out,
                             const uint8_t *in, size_t nblocks);
void vgf_gcm_decrypt_long_p9(const struct vgf_gcm_key *k,
                             struct vgf_gcm_msg *m, uint8_t *out,
                             const uint8_t *in, size_t nblocks);

#pragma GCC visibility pop
#endif

#endif
