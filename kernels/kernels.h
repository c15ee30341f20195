/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernels.h - the only door between the provider and the kernels (bytes.h
 * beside it is integers in byte strings, for both).
 *
 * Each algorithm family is a const struct of function pointers, one struct a
 * tier.  Whoever sets up a key keeps the pointer to the struct beside it and
 * uses that one for as long as the key lives: key layouts belong to the tier.
 *
 * What holds for every entry point:
 *  - it cannot fail: every check is the caller's;
 *  - nblocks counts whole blocks and may be 0; how many run at once is the
 *    kernel's own affair;
 *  - out and in are the same buffer or do not overlap; nothing is read or
 *    written outside of them; no buffer needs an alignment;
 *  - time depends on lengths only, never on keys or data;
 *  - nothing secret is left in vector registers or below the stack pointer.
 *
 * This header and everything behind it is plain C11 and assembly: no OpenSSL
 * header, no allocation, no output and no mutable state.
 */
#ifndef VGF_KERNELS_H
#define VGF_KERNELS_H

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

/* ---- Tiers ------------------------------------------------------------- */

/*
 * A tier is a named, consistent set of processor features.  Tiers are handled
 * as bit sets; within one architecture a higher bit is the better tier.
 */
typedef uint32_t vgf_tiers;

#define VGF_TIER_GENERIC    (1u << 0)   /* constant-time C, anywhere */
#define VGF_TIER_SSE2       (1u << 1)   /* x86: SSE2 */
#define VGF_TIER_SSSE3      (1u << 2)   /* + SSSE3 */
#define VGF_TIER_AESNI      (1u << 3)   /* + AES-NI, PCLMULQDQ */
#define VGF_TIER_AVX2       (1u << 4)   /* ssse3 + AVX2, BMI1, BMI2 */
#define VGF_TIER_VAES_AVX2  (1u << 5)   /* aesni + avx2 + VAES, VPCLMULQDQ */
#define VGF_TIER_P8         (1u << 6)   /* POWER: ISA 2.07 with vector crypto */
#define VGF_TIER_P9         (1u << 7)   /* ISA 3.0 */
#define VGF_TIER_P10        (1u << 8)   /* ISA 3.1 */

/* What this processor and operating system can run.  Asks the processor
 * anew at each call (slow in virtual machines): call it once. */
vgf_tiers vgf_cpu_tiers(void);

/* The name of the tier whose bit is given ("vaes-avx2"), NULL for none. */
const char *vgf_tier_name(vgf_tiers bit);

/* The bit of the tier called name[0..len), 0 if there is none.  Knows the
 * tiers of every architecture, so that machines can share a configuration. */
vgf_tiers vgf_tier_by_name(const char *name, size_t len);

/* ---- AES --------------------------------------------------------------- */

#define VGF_AES_BLOCK 16

/* A key schedule.  The 15 * 16 bytes belong to the tier that made it. */
struct vgf_aes_key {
    alignas(16) uint8_t rk[15 * 16];
    uint32_t rounds;                    /* 10, 12 or 14 */
};

struct vgf_aes_ops {
    vgf_tiers tier;
    unsigned turn;      /* blocks per turn of the main loop, for tests */

    /* Schedules key[0..keylen), keylen = 16, 24 or 32, for encryption. */
    void (*encrypt_key)(struct vgf_aes_key *ek, const uint8_t *key,
                        size_t keylen);

    /* Makes the schedule for decryption from that for encryption. */
    void (*decrypt_key)(struct vgf_aes_key *dk, const struct vgf_aes_key *ek);

    /* ECB: each block on its own; ek and dk from the entries above. */
    void (*ecb_encrypt)(const struct vgf_aes_key *ek, uint8_t *out,
                        const uint8_t *in, size_t nblocks);
    void (*ecb_decrypt)(const struct vgf_aes_key *dk, uint8_t *out,
                        const uint8_t *in, size_t nblocks);

    /* CTR with SP 800-38A's standard increment over all 128 bits, big
     * endian, as EVP counts.  ctr is the first counter block; on return, the
     * one that follows the last used.  If next is not NULL, the keystream
     * block after the last is put there, and counted: for the bytes that a
     * message has beyond its whole blocks. */
    void (*ctr128)(const struct vgf_aes_key *ek, uint8_t *out,
                   const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                   uint8_t *next);
};

/* ---- AES-GCM (SP 800-38D) ---------------------------------------------- */

#define VGF_GCM_TABLE 800               /* bytes for H and what is made of it */

/* One key.  Both members belong to the tier that made it; it may add to the
 * table when a message is long enough to be worth it. */
struct vgf_gcm_key {
    struct vgf_aes_key aes;
    alignas(32) uint8_t h[VGF_GCM_TABLE];
};

/* One message under way. */
struct vgf_gcm_msg {
    uint8_t y[16];              /* GHASH of what is whole so far */
    uint8_t ctr[16];            /* the next counter block */
    uint8_t mask[16];           /* E(J0), which hides the tag */
    uint8_t part[16];           /* a partial block to be hashed, zeros behind */
    uint8_t stream[16];         /* the keystream over a partial block */
};

/* What else encrypt(), decrypt() and tag() do. */
#define VGF_GCM_FIRST 1u    /* ctr is J0: make mask of it, go on at J0 + 1 */
#define VGF_GCM_PART  2u    /* hash part, too, before all else */
#define VGF_GCM_REST  4u    /* one more block of keystream, to stream */

struct vgf_gcm_ops {
    vgf_tiers tier;
    unsigned turn;      /* blocks per turn of the main loop, for tests */

    /* Schedules the key, keylen = 16, 24 or 32, and prepares H. */
    void (*set_key)(struct vgf_gcm_key *k, const uint8_t *key, size_t keylen);

    /* GHASH: y = (..((y ^ in0) * H ^ in1) * H ..) * H. */
    void (*ghash)(struct vgf_gcm_key *k, uint8_t y[16], const uint8_t *in,
                  size_t nblocks);

    /*
     * Whole blocks of text: CTR with GCM's inc32 (the last four bytes of ctr
     * count, big endian, modulo 2^32, and never carry into the others), and
     * GHASH of the ciphertext, in one pass over the data.  With the flags, the
     * beginning and the end of a message come along in the same pass, so that
     * a short one takes a single pass and tag().
     */
    void (*encrypt)(struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
                    const uint8_t *in, size_t nblocks, unsigned flags);
    void (*decrypt)(struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
                    const uint8_t *in, size_t nblocks, unsigned flags);

    /* The tag, from the lengths in bytes.  m is left as it is. */
    void (*tag)(const struct vgf_gcm_key *k, const struct vgf_gcm_msg *m,
                uint64_t aad_len, uint64_t text_len, uint8_t tag[16],
                unsigned flags);
};

/* ---- ChaCha20 ---------------------------------------------------------- */

#define VGF_CHACHA20_BLOCK 64

/* Which way the block counter goes on at 2^32. */
#define VGF_CHACHA20_CTR32 0u   /* ctr[0] wraps, ctr[1] stays: RFC 8439 */
#define VGF_CHACHA20_CTR64 1u   /* carries into ctr[1]: Bernstein's, EVP's */

/* What else xor_ends() makes of the keystream, which it begins to use one
 * block later with the first of them. */
#define VGF_CHACHA20_FIRST 2u   /* ends[0..64): the block at ctr */
#define VGF_CHACHA20_NEXT  4u   /* ends[64..128): the one after the text's */

struct vgf_chacha20_ops {
    vgf_tiers tier;
    unsigned turn;      /* blocks per turn of the main loop, for tests */

    /* out = in ^ keystream of nblocks 64-byte blocks.  key and ctr are words
     * 4..11 and 12..15 of RFC 8439's state, in the machine's byte order.  On
     * return ctr is that of the next block. */
    void (*xor)(uint8_t *out, const uint8_t *in, size_t nblocks,
                const uint32_t key[8], uint32_t ctr[4], uint32_t ctr64);

    /* The same with a block of keystream by itself at either end: the one-time
     * key of ChaCha20-Poly1305 is the first, and the bytes that a message has
     * beyond its whole blocks need the next.  flags is one of CTR32, CTR64 and
     * any of FIRST, NEXT; the other bytes of ends are left alone.  So that a
     * short message takes one pass. */
    void (*xor_ends)(uint8_t *out, const uint8_t *in, size_t nblocks,
                     const uint32_t key[8], uint32_t ctr[4], uint32_t flags,
                     uint8_t ends[128]);
};

/* ---- Poly1305 ---------------------------------------------------------- */

#define VGF_POLY1305_BLOCK 16

/* Room for powers of r, in rows of 32 bytes. */
#if defined(__powerpc64__)
#define VGF_POLY1305_POWERS 17
#else
#define VGF_POLY1305_POWERS 9
#endif

/*
 * One message.  Between calls h is the accumulator in base 2^64 with h[2] <= 4,
 * whatever the tier, so tiers may take turns.  r is clamped, s is the pad; both
 * as two 64-bit halves, low half first.
 *
 * The rest is the tier's own: powers of r, made when a message turns out to be
 * long enough to be worth it, and not set until then.  A tier that finds `made`
 * set may rely on them, so only tiers that agree on them set it.
 */
struct vgf_poly1305 {
    uint64_t h[3];
    uint64_t r[2];
    uint64_t s[2];
    uint64_t made;              /* are there powers? */
    uint32_t powers[VGF_POLY1305_POWERS][8];
};

struct vgf_poly1305_ops {
    vgf_tiers tier;
    unsigned turn;      /* blocks per turn of the main loop, for tests */

    /* Starts a message with the one-time key r || s. */
    void (*init)(struct vgf_poly1305 *p, const uint8_t key[32]);

    /* h = (h + block + 2^128 * pad) * r for each block; pad is 1 for every
     * block but a last, partial one, to which the caller has itself appended
     * the byte 1 and zeros. */
    void (*blocks)(struct vgf_poly1305 *p, const uint8_t *in, size_t nblocks,
                   uint32_t pad);

    /* tag = (h mod 2^130 - 5) + s mod 2^128.  p is left wiped, but for powers
     * that were never made. */
    void (*finish)(struct vgf_poly1305 *p, uint8_t tag[16]);
};

/* ---- ChaCha20-Poly1305 (RFC 8439) -------------------------------------- */

/* Flags of begin(). */
#define VGF_CHACHAPOLY_NEXT VGF_CHACHA20_NEXT
#define VGF_CHACHAPOLY_AAD  8u      /* there is a block in ends[64..80) */
#define VGF_CHACHAPOLY_OPEN 16u     /* decrypts */

struct vgf_chachapoly_ops {
    vgf_tiers tier;
    unsigned turn;      /* 64-byte blocks per turn, for tests */

    /* Both halves alone, for the rest of a message and its head. */
    const struct vgf_chacha20_ops *chacha20;
    const struct vgf_poly1305_ops *poly1305;

    /* ChaCha20 with the 32-bit counter, and Poly1305 of the ciphertext, in
     * one pass over nblocks 64-byte blocks. */
    void (*encrypt)(uint8_t *out, const uint8_t *in, size_t nblocks,
                    const uint32_t key[8], uint32_t ctr[4],
                    struct vgf_poly1305 *p);
    void (*decrypt)(uint8_t *out, const uint8_t *in, size_t nblocks,
                    const uint32_t key[8], uint32_t ctr[4],
                    struct vgf_poly1305 *p);

    /* The beginning of a message: the keystream block at ctr, which is also put
     * into ends[0..64), starts p; a block of additional data is absorbed, if
     * there is one; nblocks are encrypted or decrypted, and absorbed.  NEXT is
     * that of xor_ends().  To decrypt, out and in do not overlap.  NULL if the
     * tier is no better at it than its halves one after the other. */
    void (*begin)(struct vgf_poly1305 *p, uint8_t *out, const uint8_t *in,
                  size_t nblocks, const uint32_t key[8], uint32_t ctr[4],
                  uint32_t flags, uint8_t ends[128]);
};

/* ---- Choice ------------------------------------------------------------ */

/* The best tier of a family among those allowed; NULL if none is.  Ask with
 * vgf_cpu_tiers() less what the administrator denies. */
const struct vgf_aes_ops *vgf_aes_pick(vgf_tiers allowed);
const struct vgf_gcm_ops *vgf_gcm_pick(vgf_tiers allowed);
const struct vgf_chacha20_ops *vgf_chacha20_pick(vgf_tiers allowed);
const struct vgf_poly1305_ops *vgf_poly1305_pick(vgf_tiers allowed);
const struct vgf_chachapoly_ops *vgf_chachapoly_pick(vgf_tiers allowed);

/* ---- Wiping ------------------------------------------------------------ */

/* Zeroes p[0..n) in a way that the compiler may not leave out.  Inline, so that
 * a few bytes are a few stores. */
static inline void vgf_wipe(void *p, size_t n)
{
    memset(p, 0, n);
    __asm__ volatile("" : : "r"(p) : "memory");
}

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
