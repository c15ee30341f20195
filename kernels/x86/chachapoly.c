/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chachapoly.c - ChaCha20-Poly1305 for x86_64: the cipher and the MAC take
 * turns on stretches that stay in the first-level cache, so that the data is
 * fetched from memory once.
 */
#include "x86.h"

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

static void encrypt_sse2(uint8_t *out, const uint8_t *in, size_t nblocks,
                         const uint32_t key[8], uint32_t ctr[4],
                         struct vgf_poly1305 *p)
{
    encrypt(&vgf_chachapoly_sse2, out, in, nblocks, key, ctr, p);
}

static void decrypt_sse2(uint8_t *out, const uint8_t *in, size_t nblocks,
                         const uint32_t key[8], uint32_t ctr[4],
                         struct vgf_poly1305 *p)
{
    decrypt(&vgf_chachapoly_sse2, out, in, nblocks, key, ctr, p);
}

static void encrypt_ssse3(uint8_t *out, const uint8_t *in, size_t nblocks,
                          const uint32_t key[8], uint32_t ctr[4],
                          struct vgf_poly1305 *p)
{
    encrypt(&vgf_chachapoly_ssse3, out, in, nblocks, key, ctr, p);
}

static void decrypt_ssse3(uint8_t *out, const uint8_t *in, size_t nblocks,
                          const uint32_t key[8], uint32_t ctr[4],
                          struct vgf_poly1305 *p)
{
    decrypt(&vgf_chachapoly_ssse3, out, in, nblocks, key, ctr, p);
}

/* With AVX2, whole turns of this go through both at once, but for the first or
 * the last: what is encrypted is absorbed a turn later. */
#define TURN 16u

static void encrypt_avx2(uint8_t *out, const uint8_t *in, size_t nblocks,
                         const uint32_t key[8], uint32_t ctr[4],
                         struct vgf_poly1305 *p)
{
    const size_t rest = nblocks % TURN;
    size_t n = nblocks < 2 * TURN ? nblocks : rest;

    encrypt(&vgf_chachapoly_avx2, out, in, n, key, ctr, p);
    if (n == nblocks) {
        return;
    }
    out += 64 * n;
    in += 64 * n;
    nblocks -= n;
    vgf_chacha20_avx2.xor(out, in, TURN, key, ctr, VGF_CHACHA20_CTR32);
    n = nblocks - TURN;
    vgf_chachapoly_long_avx2(out + 64 * TURN, in + 64 * TURN, n, key, ctr, p,
                             out);
    vgf_poly1305_avx2.blocks(p, out + 64 * n, 4 * TURN, 1);
}

static void decrypt_avx2(uint8_t *out, const uint8_t *in, size_t nblocks,
                         const uint32_t key[8], uint32_t ctr[4],
                         struct vgf_poly1305 *p)
{
    const size_t n = nblocks % TURN;

    decrypt(&vgf_chachapoly_avx2, out, in, n, key, ctr, p);
    if (n != nblocks) {
        out += 64 * n;
        in += 64 * n;
        vgf_chachapoly_long_avx2(out, in, nblocks - n, key, ctr, p, in);
    }
}

const struct vgf_chachapoly_ops vgf_chachapoly_sse2 = {
    .tier = VGF_TIER_SSE2,
    .turn = 8,
    .chacha20 = &vgf_chacha20_sse2,
    .poly1305 = &vgf_poly1305_sse2,
    .encrypt = encrypt_sse2,
    .decrypt = decrypt_sse2,
};

const struct vgf_chachapoly_ops vgf_chachapoly_ssse3 = {
    .tier = VGF_TIER_SSSE3,
    .turn = 8,
    .chacha20 = &vgf_chacha20_ssse3,
    .poly1305 = &vgf_poly1305_sse2,
    .encrypt = encrypt_ssse3,
    .decrypt = decrypt_ssse3,
};

const struct vgf_chachapoly_ops vgf_chachapoly_avx2 = {
    .tier = VGF_TIER_AVX2,
    .turn = 16,
    .chacha20 = &vgf_chacha20_avx2,
    .poly1305 = &vgf_poly1305_avx2,
    .encrypt = encrypt_avx2,
    .decrypt = decrypt_avx2,
};
