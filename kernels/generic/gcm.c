/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-GCM (SP 800-38D): GHASH from its definition, bit by bit in constant
 * time, beside the counter mode of aes.c.  The key's table is H itself.
 */
#include "../bytes.h"
#include "generic.h"

#define GROUP 4         /* blocks between the cipher's pass and the hash's */

/* A field element: bit 0 of SP 800-38D is the top bit of hi. */
struct element {
    uint64_t hi, lo;
};

/*
 * x * y (SP 800-38D, algorithm 1): for each bit of x from the left, add y
 * where it is set, and multiply y by the field's "x", which is a shift to the
 * right with x^128 = 1 + x + x^2 + x^7 coming back in at the top.
 */
static struct element multiply(struct element x, struct element y)
{
    struct element z = { 0, 0 };

    for (int i = 0; i < 128; i++) {
        uint64_t take = 0 - (x.hi >> 63);
        uint64_t back = 0 - (y.lo & 1);

        z.hi ^= y.hi & take;
        z.lo ^= y.lo & take;
        x.hi = x.hi << 1 | x.lo >> 63;
        x.lo <<= 1;
        y.lo = y.lo >> 1 | y.hi << 63;
        y.hi = y.hi >> 1 ^ (back & 0xe100000000000000);
    }
    return z;
}

void vgf_ghash_generic(const uint8_t h[16], uint8_t y[16], const uint8_t *in,
                       size_t nblocks)
{
    struct element key = { load64_be(h), load64_be(h + 8) };
    struct element sum = { load64_be(y), load64_be(y + 8) };

    for (; nblocks > 0; nblocks--, in += 16) {
        sum.hi ^= load64_be(in);
        sum.lo ^= load64_be(in + 8);
        sum = multiply(sum, key);
    }
    store64_be(y, sum.hi);
    store64_be(y + 8, sum.lo);
}

static void set_key(struct vgf_gcm_key *k, const uint8_t *key, size_t keylen)
{
    static const uint8_t zero[16];

    vgf_aes_encrypt_key_generic(&k->aes, key, keylen);
    vgf_aes_ecb_encrypt_generic(&k->aes, k->h, zero, 1);
}

static void ghash(struct vgf_gcm_key *k, uint8_t y[16], const uint8_t *in,
                  size_t nblocks)
{
    vgf_ghash_generic(k->h, y, in, nblocks);
}

/* The flags that concern the beginning of a pass. */
static void begin(const struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                  unsigned flags)
{
    if (flags & VGF_GCM_PART) {
        vgf_ghash_generic(k->h, m->y, m->part, 1);
    }
    if (flags & VGF_GCM_FIRST) {
        vgf_aes_ctr32_generic(&k->aes, NULL, NULL, 0, m->ctr, m->mask);
    }
}

static void encrypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
                    const uint8_t *in, size_t nblocks, unsigned flags)
{
    begin(k, m, flags);
    vgf_aes_ctr32_generic(&k->aes, out, in, nblocks, m->ctr,
                          flags & VGF_GCM_REST ? m->stream : NULL);
    vgf_ghash_generic(k->h, m->y, out, nblocks);
}

/* In place, the ciphertext must be hashed before it is gone. */
static void decrypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
                    const uint8_t *in, size_t nblocks, unsigned flags)
{
    begin(k, m, flags);
    vgf_ghash_generic(k->h, m->y, in, nblocks);
    vgf_aes_ctr32_generic(&k->aes, out, in, nblocks, m->ctr,
                          flags & VGF_GCM_REST ? m->stream : NULL);
}

static void tag(const struct vgf_gcm_key *k, const struct vgf_gcm_msg *m,
                uint64_t aad_len, uint64_t text_len, uint8_t out[16],
                unsigned flags)
{
    uint8_t y[16], lengths[16];

    memcpy(y, m->y, sizeof(y));
    if (flags & VGF_GCM_PART) {
        vgf_ghash_generic(k->h, y, m->part, 1);
    }
    store64_be(lengths, 8 * aad_len);
    store64_be(lengths + 8, 8 * text_len);
    vgf_ghash_generic(k->h, y, lengths, 1);
    for (int i = 0; i < 16; i++) {
        out[i] = y[i] ^ m->mask[i];
    }
}

const struct vgf_gcm_ops vgf_gcm_generic = {
    .tier = VGF_TIER_GENERIC,
    .turn = GROUP,
    .set_key = set_key,
    .ghash = ghash,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .tag = tag,
};
