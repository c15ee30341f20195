/* SPDX-License-Identifier: Apache-2.0 */
/*
 * x86.h - the assembly of this folder.  What each function does is at the head
 * of its file.
 *
 * A line "ct NAME: ..." is the contract that scripts/ct-check holds the
 * function to: what of its arguments is secret.
 */
#ifndef VGF_X86_H
#define VGF_X86_H

#include "../tiers.h"

#pragma GCC visibility push(hidden)

/* ct x86_64 vgf_aes_encrypt_key_aesni: ek=ptr secret [240..244 10]
 *     key=ptr secret  keylen=num 16
 * ct x86_64 vgf_aes_encrypt_key_aesni: ek=ptr secret [240..244 12]
 *     key=ptr secret  keylen=num 24
 * ct x86_64 vgf_aes_encrypt_key_aesni: ek=ptr secret [240..244 14]
 *     key=ptr secret  keylen=num 32 */
void vgf_aes_encrypt_key_aesni(struct vgf_aes_key *ek, const uint8_t *key,
                               size_t keylen);
/* ct x86_64 vgf_aes_decrypt_key_aesni: dk=ptr secret [240..244 public]
 *     ek=ptr secret [240..244 10|12|14] */
void vgf_aes_decrypt_key_aesni(struct vgf_aes_key *dk,
                               const struct vgf_aes_key *ek);

/* ct x86_64 vgf_aes_ecb_encrypt_aesni: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public */
void vgf_aes_ecb_encrypt_aesni(const struct vgf_aes_key *ek, uint8_t *out,
                               const uint8_t *in, size_t nblocks);
/* ct x86_64 vgf_aes_ecb_decrypt_aesni: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public */
void vgf_aes_ecb_decrypt_aesni(const struct vgf_aes_key *ek, uint8_t *out,
                               const uint8_t *in, size_t nblocks);
/* ct x86_64 vgf_aes_ctr64_aesni: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public  ctr=ptr public
 *     next=ptr secret */
void vgf_aes_ctr64_aesni(const struct vgf_aes_key *ek, uint8_t *out,
                         const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                         uint8_t *next);

/* ct x86_64 vgf_aes_ecb_encrypt_vaes_avx2: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public */
void vgf_aes_ecb_encrypt_vaes_avx2(const struct vgf_aes_key *ek, uint8_t *out,
                                   const uint8_t *in, size_t nblocks);
/* ct x86_64 vgf_aes_ecb_decrypt_vaes_avx2: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public */
void vgf_aes_ecb_decrypt_vaes_avx2(const struct vgf_aes_key *ek, uint8_t *out,
                                   const uint8_t *in, size_t nblocks);
/* ct x86_64 vgf_aes_ctr64_vaes_avx2: ek=ptr secret [240..244 10|12|14]
 *     out=ptr secret  in=ptr secret  nblocks=num public  ctr=ptr public
 *     next=ptr secret */
void vgf_aes_ctr64_vaes_avx2(const struct vgf_aes_key *ek, uint8_t *out,
                             const uint8_t *in, size_t nblocks,
                             uint8_t ctr[16], uint8_t *next);

/* ct x86_64 vgf_gcm_powers9_aesni: k=ptr secret [768..772 public]
 *
 * ct x86_64 vgf_gcm_powers16_aesni: k=ptr secret [768..772 public] */
void vgf_gcm_powers9_aesni(struct vgf_gcm_key *k);
void vgf_gcm_powers16_aesni(struct vgf_gcm_key *k);
/* ct x86_64 vgf_ghash_aesni: k=ptr secret  y=ptr secret  in=ptr secret
 *      nblocks=num public  most=num public */
void vgf_ghash_aesni(const struct vgf_gcm_key *k, uint8_t y[16],
                     const uint8_t *in, size_t nblocks, size_t most);
/* ct x86_64 vgf_gcm_encrypt_long_aesni: k=ptr secret [240..244 10|12|14]
 *      m=ptr secret [16..32 public]  out=ptr secret  in=ptr secret
 *      nblocks=num public
 *
 * ct x86_64 vgf_gcm_decrypt_long_aesni: k=ptr secret [240..244 10|12|14]
 *      m=ptr secret [16..32 public]  out=ptr secret  in=ptr secret
 *      nblocks=num public */
void vgf_gcm_encrypt_long_aesni(const struct vgf_gcm_key *k,
                                struct vgf_gcm_msg *m, uint8_t *out,
                                const uint8_t *in, size_t nblocks);
void vgf_gcm_decrypt_long_aesni(const struct vgf_gcm_key *k,
                                struct vgf_gcm_msg *m, uint8_t *out,
                                const uint8_t *in, size_t nblocks);
/* ct x86_64 vgf_gcm_encrypt_short_aesni: k=ptr secret [240..244 10|12|14]
 *      m=ptr secret [16..32 public]  out=ptr secret  in=ptr secret
 *      nblocks=num public  flags=num public
 *
 * ct x86_64 vgf_gcm_decrypt_short_aesni: k=ptr secret [240..244 10|12|14]
 *      m=ptr secret [16..32 public]  out=ptr secret  in=ptr secret
 *      nblocks=num public  flags=num public */
void vgf_gcm_encrypt_short_aesni(const struct vgf_gcm_key *k,
                                 struct vgf_gcm_msg *m, uint8_t *out,
                                 const uint8_t *in, size_t nblocks,
                                 unsigned flags);
void vgf_gcm_decrypt_short_aesni(const struct vgf_gcm_key *k,
                                 struct vgf_gcm_msg *m, uint8_t *out,
                                 const uint8_t *in, size_t nblocks,
                                 unsigned flags);
/* ct x86_64 vgf_gcm_tag_aesni: k=ptr secret  m=ptr secret  aad_len=num public
 *      text_len=num public  tag=ptr secret  flags=num public */
void vgf_gcm_tag_aesni(const struct vgf_gcm_key *k,
                       const struct vgf_gcm_msg *m, uint64_t aad_len,
                       uint64_t text_len, uint8_t tag[16], unsigned flags);

/* ct x86_64 vgf_gcm_powers8_vaes_avx2: k=ptr secret [1024..1028 public] */
void vgf_gcm_powers8_vaes_avx2(struct vgf_gcm_key *k);
/* ct x86_64 vgf_gcm_powers32_vaes_avx2: k=ptr secret [1024..1028 public] */
void vgf_gcm_powers32_vaes_avx2(struct vgf_gcm_key *k);
/* ct x86_64 vgf_ghash_vaes_avx2: k=ptr secret  y=ptr secret  in=ptr secret
 *     nblocks=num public  most=num public */
void vgf_ghash_vaes_avx2(const struct vgf_gcm_key *k, uint8_t y[16],
                         const uint8_t *in, size_t nblocks, size_t most);
/* ct x86_64 vgf_gcm_encrypt_long_vaes_avx2: k=ptr secret [240..244 10|12|14]
 *     m=ptr secret [16..32 public]  out=ptr secret  in=ptr secret
 *     nblocks=num public  flags=num public */
void vgf_gcm_encrypt_long_vaes_avx2(const struct vgf_gcm_key *k,
                                    struct vgf_gcm_msg *m, uint8_t *out,
                                    const uint8_t *in, size_t nblocks,
                                    unsigned flags);
/* ct x86_64 vgf_gcm_decrypt_long_vaes_avx2: k=ptr secret [240..244 10|12|14]
 *     m=ptr secret [16..32 public]  out=ptr secret  in=ptr secret
 *     nblocks=num public  flags=num public */
void vgf_gcm_decrypt_long_vaes_avx2(const struct vgf_gcm_key *k,
                                    struct vgf_gcm_msg *m, uint8_t *out,
                                    const uint8_t *in, size_t nblocks,
                                    unsigned flags);
/* ct x86_64 vgf_gcm_encrypt_short_vaes_avx2: k=ptr secret [240..244 10|12|14]
 *     m=ptr secret [16..32 public]  out=ptr secret  in=ptr secret
 *     nblocks=num public  flags=num public */
void vgf_gcm_encrypt_short_vaes_avx2(const struct vgf_gcm_key *k,
                                     struct vgf_gcm_msg *m, uint8_t *out,
                                     const uint8_t *in, size_t nblocks,
                                     unsigned flags);
/* ct x86_64 vgf_gcm_decrypt_short_vaes_avx2: k=ptr secret [240..244 10|12|14]
 *     m=ptr secret [16..32 public]  out=ptr secret  in=ptr secret
 *     nblocks=num public  flags=num public */
void vgf_gcm_decrypt_short_vaes_avx2(const struct vgf_gcm_key *k,
                                     struct vgf_gcm_msg *m, uint8_t *out,
                                     const uint8_t *in, size_t nblocks,
                                     unsigned flags);
/* ct x86_64 vgf_gcm_tag_vaes_avx2: k=ptr secret  m=ptr secret [16..32 public]
 *     aad_len=num public  text_len=num public  tag=ptr secret
 *     flags=num public */
void vgf_gcm_tag_vaes_avx2(const struct vgf_gcm_key *k,
                           const struct vgf_gcm_msg *m, uint64_t aad_len,
                           uint64_t text_len, uint8_t tag[16],
                           unsigned flags);

/* ct x86_64 vgf_chacha20_xor_sse2: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  ctr64=num public */
void vgf_chacha20_xor_sse2(uint8_t *out, const uint8_t *in, size_t nblocks,
                           const uint32_t key[8], uint32_t ctr[4],
                           uint32_t ctr64);
/* ct x86_64 vgf_chacha20_xor_long_sse2: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  ctr64=num public */
void vgf_chacha20_xor_long_sse2(uint8_t *out, const uint8_t *in,
                                size_t nblocks, const uint32_t key[8],
                                uint32_t ctr[4], uint32_t ctr64);
/* ct x86_64 vgf_chacha20_xor_ssse3: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  ctr64=num public */
void vgf_chacha20_xor_ssse3(uint8_t *out, const uint8_t *in, size_t nblocks,
                            const uint32_t key[8], uint32_t ctr[4],
                            uint32_t ctr64);
/* ct x86_64 vgf_chacha20_xor_long_ssse3: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  ctr64=num public */
void vgf_chacha20_xor_long_ssse3(uint8_t *out, const uint8_t *in,
                                 size_t nblocks, const uint32_t key[8],
                                 uint32_t ctr[4], uint32_t ctr64);
/* ct x86_64 vgf_chacha20_rows_avx2: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  flags=num public
 *     ends=ptr secret */
void vgf_chacha20_rows_avx2(uint8_t *out, const uint8_t *in, size_t nblocks,
                            const uint32_t key[8], uint32_t ctr[4],
                            uint32_t flags, uint8_t ends[128]);
/* ct x86_64 vgf_chacha20_pass8_avx2: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  flags=num public
 *     ends=ptr secret */
void vgf_chacha20_pass8_avx2(uint8_t *out, const uint8_t *in, size_t nblocks,
                             const uint32_t key[8], uint32_t ctr[4],
                             uint32_t flags, uint8_t ends[128]);
/* ct x86_64 vgf_chacha20_xor_long_avx2: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  flags=num public
 *     ends=ptr secret */
void vgf_chacha20_xor_long_avx2(uint8_t *out, const uint8_t *in,
                                size_t nblocks, const uint32_t key[8],
                                uint32_t ctr[4], uint32_t flags,
                                uint8_t ends[128]);

/* ct x86_64 vgf_chachapoly_long_sse2: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public
 *     p=ptr secret [56..64 public]  hash=ptr secret */
void vgf_chachapoly_long_sse2(uint8_t *out, const uint8_t *in, size_t nblocks,
                              const uint32_t key[8], uint32_t ctr[4],
                              struct vgf_poly1305 *p, const uint8_t *hash);
/* ct x86_64 vgf_chachapoly_long_ssse3: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public
 *     p=ptr secret [56..64 public]  hash=ptr secret */
void vgf_chachapoly_long_ssse3(uint8_t *out, const uint8_t *in, size_t nblocks,
                              const uint32_t key[8], uint32_t ctr[4],
                              struct vgf_poly1305 *p, const uint8_t *hash);
/* ct x86_64 vgf_chachapoly_long_avx2: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public
 *     p=ptr secret [56..64 public]  hash=ptr secret */
void vgf_chachapoly_long_avx2(uint8_t *out, const uint8_t *in, size_t nblocks,
                              const uint32_t key[8], uint32_t ctr[4],
                              struct vgf_poly1305 *p, const uint8_t *hash);

/* ct x86_64 vgf_chachapoly_pass8_avx2: out=ptr secret  in=ptr secret
 *     nblocks=num public  key=ptr secret  ctr=ptr public  flags=num public
 *     ends=ptr secret  p=ptr secret [56..64 public]  hash=ptr secret
 *     fours=num public */
void vgf_chachapoly_pass8_avx2(uint8_t *out, const uint8_t *in,
                               size_t nblocks, const uint32_t key[8],
                               uint32_t ctr[4], uint32_t flags,
                               uint8_t ends[128], struct vgf_poly1305 *p,
                               const uint8_t *hash, size_t fours);

/* ct x86_64 vgf_poly1305_init_sse2: p=ptr secret  key=ptr secret */
void vgf_poly1305_init_sse2(struct vgf_poly1305 *p, const uint8_t key[32]);
/* ct x86_64 vgf_poly1305_blocks_sse2: p=ptr secret  in=ptr secret
 *     nblocks=num public  pad=num public */
void vgf_poly1305_blocks_sse2(struct vgf_poly1305 *p, const uint8_t *in,
                              size_t nblocks, uint32_t pad);
/* ct x86_64 vgf_poly1305_halves_sse2: p=ptr secret  in=ptr secret
 *     half=num public */
void vgf_poly1305_halves_sse2(struct vgf_poly1305 *p, const uint8_t *in,
                              size_t half);
/* ct x86_64 vgf_poly1305_finish_sse2: p=ptr secret [56..64 public]
 *     tag=ptr secret */
void vgf_poly1305_finish_sse2(struct vgf_poly1305 *p, uint8_t tag[16]);
/* ct x86_64 vgf_poly1305_blocks_avx2: p=ptr secret [56..64 public]
 *     in=ptr secret  head=num public  turns=num public */
void vgf_poly1305_blocks_avx2(struct vgf_poly1305 *p, const uint8_t *in,
                              size_t head, size_t turns);
/* ct x86_64 vgf_poly1305_finish_avx2: p=ptr secret [56..64 public]
 *     tag=ptr secret */
void vgf_poly1305_finish_avx2(struct vgf_poly1305 *p, uint8_t tag[16]);

#pragma GCC visibility pop

#endif
