/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 (RFC 8439, section 2.5) in five limbs of 26 bits: every product of
 * two limbs, and every sum of five of them, fits 64 bits on any processor.
 */
#include "../bytes.h"
#include "generic.h"

#define MASK26 0x3ffffffu

/* A number modulo 2^130 - 5: the sum of limb[i] * 2^26i. */
typedef uint32_t limbs[5];

/* The carry out of sum = a + b (+ carry in), without a comparison: compilers
 * make branches of 64-bit ones where registers have 32 bits. */
static uint64_t carry_out(uint64_t a, uint64_t b, uint64_t sum)
{
    return ((a & b) | ((a | b) & ~sum)) >> 63;
}

/* lo + 2^64 hi + 2^128 top, top < 2^26 */
static void to_limbs(limbs x, uint64_t lo, uint64_t hi, uint32_t top)
{
    x[0] = lo & MASK26;
    x[1] = lo >> 26 & MASK26;
    x[2] = (lo >> 52 | hi << 12) & MASK26;
    x[3] = hi >> 14 & MASK26;
    x[4] = (uint32_t)(hi >> 40) | top << 24;
}

/* The other way; the limbs are below 2^26 but for a few bits of the second. */
static void from_limbs(uint64_t h[3], const limbs x)
{
    uint64_t carry;

    uint64_t low = x[0] + ((uint64_t)x[1] << 26);
    uint64_t high;

    h[0] = low + ((uint64_t)x[2] << 52);
    carry = carry_out(low, (uint64_t)x[2] << 52, h[0]);
    high = (x[2] >> 12) + ((uint64_t)x[3] << 14) + carry;
    h[1] = high + ((uint64_t)x[4] << 40);
    carry = carry_out(high, (uint64_t)x[4] << 40, h[1]);
    h[2] = (x[4] >> 24) + carry;
}

/*
 * h = h * r mod 2^130 - 5, lazily: limbs of h below 2^28 and of r below 2^26
 * give limbs below 2^26, the second one a little above.  2^130 = 5, so what
 * would be limb 5 + i comes back as five times itself in limb i.
 */
static void multiply(limbs h, const limbs r)
{
    uint64_t d[5] = { 0 };
    uint64_t carry = 0;

    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            uint32_t f = i + j < 5 ? r[j] : r[j] * 5;

            d[(i + j) % 5] += (uint64_t)h[i] * f;
        }
    }
    for (int i = 0; i < 5; i++) {
        d[i] += carry;
        h[i] = d[i] & MASK26;
        carry = d[i] >> 26;
    }
    carry = h[0] + carry * 5;
    h[0] = carry & MASK26;
    h[1] += (uint32_t)(carry >> 26);
}

void vgf_poly1305_init_generic(struct vgf_poly1305 *p, const uint8_t key[32])
{
    memset(p, 0, sizeof(*p));
    p->r[0] = load64_le(key) & 0x0ffffffc0fffffff;
    p->r[1] = load64_le(key + 8) & 0x0ffffffc0ffffffc;
    p->s[0] = load64_le(key + 16);
    p->s[1] = load64_le(key + 24);
}

void vgf_poly1305_blocks_generic(struct vgf_poly1305 *p, const uint8_t *in,
                                 size_t nblocks, uint32_t pad)
{
    limbs h, r, m;

    to_limbs(h, p->h[0], p->h[1], (uint32_t)p->h[2]);
    to_limbs(r, p->r[0], p->r[1], 0);
    for (; nblocks > 0; nblocks--, in += 16) {
        to_limbs(m, load64_le(in), load64_le(in + 8), pad);
        for (int i = 0; i < 5; i++) {
            h[i] += m[i];
        }
        multiply(h, r);
    }
    from_limbs(p->h, h);
    vgf_wipe(h, sizeof(h));
    vgf_wipe(r, sizeof(r));
    vgf_wipe(m, sizeof(m));
}

/* t = h + 5 - 2^130 is the residue if it is not negative, else h is: h is
 * below 5 * 2^128 + 2^64, less than twice 2^130 - 5. */
void vgf_poly1305_finish_generic(struct vgf_poly1305 *p, uint8_t tag[16])
{
    uint64_t t0, t1, t2, keep, h0, h1;

    t0 = p->h[0] + 5;
    t1 = p->h[1] + carry_out(p->h[0], 5, t0);
    t2 = p->h[2] + carry_out(p->h[1], 0, t1);
    keep = (t2 >> 2) - 1;                      /* h < 2^130 - 5 */
    h0 = (p->h[0] & keep) | (t0 & ~keep);
    h1 = (p->h[1] & keep) | (t1 & ~keep);
    t0 = h0 + p->s[0];
    h1 += p->s[1] + carry_out(h0, p->s[0], t0);
    h0 = t0;
    store64_le(tag, h0);
    store64_le(tag + 8, h1);
    vgf_wipe(p, sizeof(*p));
}

const struct vgf_poly1305_ops vgf_poly1305_generic = {
    .tier = VGF_TIER_GENERIC,
    .turn = 1,
    .init = vgf_poly1305_init_generic,
    .blocks = vgf_poly1305_blocks_generic,
    .finish = vgf_poly1305_finish_generic,
};
