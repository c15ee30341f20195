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

static void ghash(const struct vgf_gcm_key *k, uint8_t y[16],
                  const uint8_t *in, size_t nblocks)
{
    vgf_ghash_generic(k->h, y, in, nblocks);
}

static void ctr32(const struct vgf_gcm_key *k, uint8_t *out, const uint8_t *in,
                  size_t nblocks, uint8_t ctr[16])
{
    vgf_aes_ctr32_generic(&k->aes, out, in, nblocks, ctr);
}

static void encrypt(const struct vgf_gcm_key *k, uint8_t *out,
                    const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                    uint8_t y[16])
{
    ctr32(k, out, in, nblocks, ctr);
    ghash(k, y, out, nblocks);
}

/* In place, the ciphertext must be hashed before it is gone. */
static void decrypt(const struct vgf_gcm_key *k, uint8_t *out,
                    const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                    uint8_t y[16])
{
    ghash(k, y, in, nblocks);
    ctr32(k, out, in, nblocks, ctr);
}

/* GHASH of len bytes, the last block filled up with zeros. */
static void ghash_padded(const struct vgf_gcm_key *k, uint8_t y[16],
                         const uint8_t *in, size_t len)
{
    uint8_t last[16] = { 0 };

    ghash(k, y, in, len / 16);
    if (len % 16 != 0) {
        memcpy(last, in + len / 16 * 16, len % 16);
        ghash(k, y, last, 1);
    }
}

/* CTR of len bytes; a partial last block takes a whole counter. */
static void ctr32_bytes(const struct vgf_gcm_key *k, uint8_t *out,
                        const uint8_t *in, size_t len, uint8_t ctr[16])
{
    uint8_t last[16] = { 0 };
    size_t whole = len / 16 * 16;

    ctr32(k, out, in, len / 16, ctr);
    if (len % 16 != 0) {
        memcpy(last, in + whole, len % 16);
        ctr32(k, last, last, 1, ctr);
        memcpy(out + whole, last, len % 16);
        vgf_wipe(last, sizeof(last));
    }
}

/* The length block and the mask E(J0); ctr is J0, and J0 + 1 afterwards. */
static void seal_tag(const struct vgf_gcm_key *k, uint8_t tag[16],
                     uint8_t y[16], size_t aadlen, size_t len,
                     const uint8_t j0[16])
{
    uint8_t lengths[16], ctr[16];

    store64_be(lengths, (uint64_t)aadlen * 8);
    store64_be(lengths + 8, (uint64_t)len * 8);
    ghash(k, y, lengths, 1);
    memcpy(ctr, j0, 16);
    ctr32(k, tag, y, 1, ctr);
}

static void seal(const struct vgf_gcm_key *k, uint8_t *out, const uint8_t *in,
                 size_t len, const uint8_t *aad, size_t aadlen,
                 const uint8_t j0[16], uint8_t tag[16])
{
    uint8_t y[16] = { 0 }, ctr[16];

    memcpy(ctr, j0, 16);
    store32_be(ctr + 12, load32_be(ctr + 12) + 1);
    ghash_padded(k, y, aad, aadlen);
    ctr32_bytes(k, out, in, len, ctr);
    ghash_padded(k, y, out, len);
    seal_tag(k, tag, y, aadlen, len, j0);
}

static void open(const struct vgf_gcm_key *k, uint8_t *out, const uint8_t *in,
                 size_t len, const uint8_t *aad, size_t aadlen,
                 const uint8_t j0[16], uint8_t tag[16])
{
    uint8_t y[16] = { 0 }, ctr[16];

    memcpy(ctr, j0, 16);
    store32_be(ctr + 12, load32_be(ctr + 12) + 1);
    ghash_padded(k, y, aad, aadlen);
    ghash_padded(k, y, in, len);
    ctr32_bytes(k, out, in, len, ctr);
    seal_tag(k, tag, y, aadlen, len, j0);
}

const struct vgf_gcm_ops vgf_gcm_generic = {
    .tier = VGF_TIER_GENERIC,
    .turn = GROUP,
    .set_key = set_key,
    .ghash = ghash,
    .ctr32 = ctr32,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .seal = seal,
    .open = open,
};
