/* SPDX-License-Identifier: Apache-2.0 */
/* broken_chachapoly.c - ChaCha20 and Poly1305 kernels that are wrong on
 * purpose, alone and in one pass. */
#include "broken.h"
#include "generic/generic.h"

/* ---- ChaCha20 ----------------------------------------------------------- */

static void never_carries(uint8_t *out, const uint8_t *in, size_t nblocks,
                          const uint32_t key[8], uint32_t ctr[4],
                          uint32_t ctr64)
{
    (void)ctr64;
    vgf_chacha20_xor_generic(out, in, nblocks, key, ctr, 0);
}

static void always_carries(uint8_t *out, const uint8_t *in, size_t nblocks,
                           const uint32_t key[8], uint32_t ctr[4],
                           uint32_t ctr64)
{
    (void)ctr64;
    vgf_chacha20_xor_generic(out, in, nblocks, key, ctr, 1);
}

/* Counts right and returns right, but the keystream carries too late. */
static void carries_late(uint8_t *out, const uint8_t *in, size_t nblocks,
                         const uint32_t key[8], uint32_t ctr[4],
                         uint32_t ctr64)
{
    uint32_t copy[4];

    memcpy(copy, ctr, sizeof(copy));
    vgf_chacha20_xor_generic(out, in, nblocks, key, ctr, ctr64);
    if (ctr64 && ctr[0] < copy[0] && nblocks > 1) {
        out[64 * nblocks - 1] ^= 1;
    }
}

/* The block after the text, from the block after that. */
static void next_too_late(uint8_t *out, const uint8_t *in, size_t nblocks,
                          const uint32_t key[8], uint32_t ctr[4],
                          uint32_t flags, uint8_t ends[128])
{
    vgf_chacha20_generic.xor_ends(out, in, nblocks, key, ctr,
                                  flags & ~VGF_CHACHA20_NEXT, ends);
    if (flags & VGF_CHACHA20_NEXT) {
        uint32_t later[4] = { ctr[0] + 1, ctr[1], ctr[2], ctr[3] };

        memset(ends + 64, 0, 64);
        vgf_chacha20_xor_generic(ends + 64, ends + 64, 1, key, later, 0);
        ctr[0]++;
    }
}

static void spoils_other_end(uint8_t *out, const uint8_t *in, size_t nblocks,
                             const uint32_t key[8], uint32_t ctr[4],
                             uint32_t flags, uint8_t ends[128])
{
    memset(ends, 0, 128);
    vgf_chacha20_generic.xor_ends(out, in, nblocks, key, ctr, flags, ends);
}

#if defined(__x86_64__)
/* Takes the whole register for the argument. */
static void trusts_upper_half(uint8_t *out, const uint8_t *in, size_t nblocks,
                              const uint32_t key[8], uint32_t ctr[4],
                              uint32_t ctr64)
{
    uint64_t wide;

    __asm__("movq %%r9, %0" : "=r"(wide));
    vgf_chacha20_xor_generic(out, in, nblocks, key, ctr, wide != 0);
    (void)ctr64;
}
#endif

/* ---- Poly1305 ----------------------------------------------------------- */

static void ignores_pad(struct vgf_poly1305 *p, const uint8_t *in,
                        size_t nblocks, uint32_t pad)
{
    (void)pad;
    vgf_poly1305_blocks_generic(p, in, nblocks, 1);
}

/* Right modulo 2^130 - 5, but out of the bound. */
static void leaves_h_unreduced(struct vgf_poly1305 *p, const uint8_t *in,
                               size_t nblocks, uint32_t pad)
{
    vgf_poly1305_blocks_generic(p, in, nblocks, pad);
    if (p->h[0] >= 5) {
        p->h[0] -= 5;
        p->h[2] += 4;
    }
}

/* Forgets a carry out of the lowest word. */
static void drops_carry(struct vgf_poly1305 *p, const uint8_t *in,
                        size_t nblocks, uint32_t pad)
{
    const uint64_t before = p->h[0];

    vgf_poly1305_blocks_generic(p, in, nblocks, pad);
    if (nblocks == 1 && before >= 0xfffffffffffffffa) {
        p->h[1] ^= 1;
    }
}

static void does_not_wipe(struct vgf_poly1305 *p, uint8_t tag[16])
{
    struct vgf_poly1305 copy = *p;

    vgf_poly1305_finish_generic(&copy, tag);
    p->h[0] = p->h[1] = p->h[2] = 0;
}

/* As if h were below 2^130 - 5 already. */
static void does_not_reduce(struct vgf_poly1305 *p, uint8_t tag[16])
{
    uint64_t sum[2] = { p->h[0] + p->s[0], p->h[1] + p->s[1] };

    sum[1] += sum[0] < p->s[0];
    memcpy(tag, sum, 16);
    memset(p, 0, sizeof(*p));
}

/* ---- ChaCha20-Poly1305 -------------------------------------------------- */

static void hashes_plaintext(uint8_t *out, const uint8_t *in, size_t nblocks,
                             const uint32_t key[8], uint32_t ctr[4],
                             struct vgf_poly1305 *p)
{
    vgf_poly1305_blocks_generic(p, in, 4 * nblocks, 1);
    vgf_chacha20_xor_generic(out, in, nblocks, key, ctr, 0);
}

static void counts_in_64_bits(uint8_t *out, const uint8_t *in,
                              size_t nblocks, const uint32_t key[8],
                              uint32_t ctr[4], struct vgf_poly1305 *p)
{
    vgf_poly1305_blocks_generic(p, in, 4 * nblocks, 1);
    vgf_chacha20_xor_generic(out, in, nblocks, key, ctr, 1);
}

static void begins_without_aad(struct vgf_poly1305 *p, uint8_t *out,
                               const uint8_t *in, size_t nblocks,
                               const uint32_t key[8], uint32_t ctr[4],
                               uint32_t flags, uint8_t ends[128])
{
    vgf_chacha20_generic.xor_ends(out, in, nblocks, key, ctr,
                                  VGF_CHACHA20_FIRST
                                      | (flags & VGF_CHACHA20_NEXT), ends);
    vgf_poly1305_init_generic(p, ends);
    vgf_poly1305_blocks_generic(p, flags & VGF_CHACHAPOLY_OPEN ? in : out,
                                4 * nblocks, 1);
}

/* ---- Rows --------------------------------------------------------------- */

void broken_chachapoly(void)
{
    ROW(chacha20, xor, never_carries, "wraps", "ctr: byte 4 of 16");
    ROW(chacha20, xor, always_carries, "wraps", "ctr: byte 4 of 16");
    ROW(chacha20, xor, carries_late, "wraps", "xor: out: byte");
    ROW(chacha20, xor_ends, next_too_late, "ends", "xor_ends: ends: byte");
    ROW(chacha20, xor_ends, spoils_other_end, "ends", "xor_ends: ends: byte");
#if defined(__x86_64__)
    ROW(chacha20, xor, trusts_upper_half, "wraps", "ctr: byte 4 of 16");
#endif
    ROW(poly1305, blocks, ignores_pad, "bulk", "blocks: h: byte");
    ROW(poly1305, blocks, leaves_h_unreduced, "bulk", "blocks: h[2] is");
    ROW(poly1305, blocks, drops_carry, "nasty", "blocks: h: byte 8");
    ROW(poly1305, finish, does_not_wipe, "finish", "the wiped state: byte");
    ROW(poly1305, finish, does_not_reduce, "finish", "finish: tag: byte");
    ROW(chachapoly, encrypt, hashes_plaintext, "bulk", "encrypt: h: byte");
    ROW(chachapoly, decrypt, counts_in_64_bits, "wraps",
        "decrypt: ctr: byte 4 of 16");
    ROW(chachapoly, begin, begins_without_aad, "begin", "begin: h: byte");
}
