/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chachapoly.c - ChaCha20-Poly1305 for POWER, in one pass over the data.
 *
 * POWER9 and later have four pipes for everything: the cipher and the MAC, both
 * in vectors, take turns on stretches that stay in the first-level cache.  On
 * POWER8 the MAC is in integers, which have pipes of their own, and goes
 * beside the cipher.
 */
#include "chachapoly.h"

/* 4 KiB: many turns of either kernel, and an eighth of the cache. */
#define STRETCH 64u             /* 64-byte blocks */

static void encrypt(const struct vgf_chachapoly_ops *ops, uint8_t *out,
                    const uint8_t *in, size_t nblocks, const uint32_t key[8],
                    uint32_t ctr[4], struct vgf_poly1305 *p)
{
    while (nblocks > 0) {
        size_t n = nblocks < STRETCH ? nblocks : STRETCH;

        ops->chacha20->xor(out, in, n, key, ctr, VGF_CHACHA20_CTR32);
        ops->poly1305->blocks(p, out, 4 * n, 1);
        in += 64 * n;
        out += 64 * n;
        nblocks -= n;
    }
}

/* In place, the ciphertext must be absorbed before it is gone. */
static void decrypt(const struct vgf_chachapoly_ops *ops, uint8_t *out,
                    const uint8_t *in, size_t nblocks, const uint32_t key[8],
                    uint32_t ctr[4], struct vgf_poly1305 *p)
{
    while (nblocks > 0) {
        size_t n = nblocks < STRETCH ? nblocks : STRETCH;

        ops->poly1305->blocks(p, in, 4 * n, 1);
        ops->chacha20->xor(out, in, n, key, ctr, VGF_CHACHA20_CTR32);
        in += 64 * n;
        out += 64 * n;
        nblocks -= n;
    }
}

static void encrypt_p9(uint8_t *out, const uint8_t *in, size_t nblocks,
                       const uint32_t key[8], uint32_t ctr[4],
                       struct vgf_poly1305 *p)
{
    encrypt(&vgf_chachapoly_p9, out, in, nblocks, key, ctr, p);
}

static void decrypt_p9(uint8_t *out, const uint8_t *in, size_t nblocks,
                       const uint32_t key[8], uint32_t ctr[4],
                       struct vgf_poly1305 *p)
{
    decrypt(&vgf_chachapoly_p9, out, in, nblocks, key, ctr, p);
}

/* Turns of this many blocks go through both at once, but for the first or the
 * last: what is encrypted is absorbed a turn later. */
#define TURN_P8 4u

static void encrypt_p8(uint8_t *out, const uint8_t *in, size_t nblocks,
                       const uint32_t key[8], uint32_t ctr[4],
                       struct vgf_poly1305 *p)
{
    size_t n = nblocks < 2 * TURN_P8 ? nblocks : nblocks % TURN_P8;

    encrypt(&vgf_chachapoly_p8, out, in, n, key, ctr, p);
    if (n == nblocks) {
        return;
    }
    out += 64 * n;
    in += 64 * n;
    n = nblocks - n - TURN_P8;
    vgf_chacha20_p8.xor(out, in, TURN_P8, key, ctr, VGF_CHACHA20_CTR32);
    vgf_chachapoly_long_p8(out + 64 * TURN_P8, in + 64 * TURN_P8, n, key, ctr,
                           &vgf_chacha20_table, p, out);
    vgf_poly1305_p8.blocks(p, out + 64 * n, 4 * TURN_P8, 1);
}

static void decrypt_p8(uint8_t *out, const uint8_t *in, size_t nblocks,
                       const uint32_t key[8], uint32_t ctr[4],
                       struct vgf_poly1305 *p)
{
    const size_t n = nblocks % TURN_P8;

    decrypt(&vgf_chachapoly_p8, out, in, n, key, ctr, p);
    if (n != nblocks) {
        out += 64 * n;
        in += 64 * n;
        vgf_chachapoly_long_p8(out, in, nblocks - n, key, ctr,
                               &vgf_chacha20_table, p, in);
    }
}

const struct vgf_chachapoly_ops vgf_chachapoly_p8 = {
    .tier = VGF_TIER_P8,
    .turn = 4,
    .chacha20 = &vgf_chacha20_p8,
    .poly1305 = &vgf_poly1305_p8,
    .encrypt = encrypt_p8,
    .decrypt = decrypt_p8,
};

const struct vgf_chachapoly_ops vgf_chachapoly_p9 = {
    .tier = VGF_TIER_P9,
    .turn = 8,
    .chacha20 = &vgf_chacha20_p9,
    .poly1305 = &vgf_poly1305_p9,
    .encrypt = encrypt_p9,
    .decrypt = decrypt_p9,
};
