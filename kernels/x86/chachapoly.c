/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chachapoly.c - ChaCha20-Poly1305 for x86_64: what goes through the cipher and
 * the MAC at once, and what through one after the other.
 */
#include "x86.h"

#include <string.h>

static void encrypt(const struct vgf_chachapoly_ops *ops, uint8_t *out,
                    const uint8_t *in, size_t nblocks, const uint32_t key[8],
                    uint32_t ctr[4], struct vgf_poly1305 *p)
{
    ops->chacha20->xor(out, in, nblocks, key, ctr, VGF_CHACHA20_CTR32);
    ops->poly1305->blocks(p, out, 4 * nblocks, 1);
}

/* In place, the ciphertext must be absorbed before it is gone. */
static void decrypt(const struct vgf_chachapoly_ops *ops, uint8_t *out,
                    const uint8_t *in, size_t nblocks, const uint32_t key[8],
                    uint32_t ctr[4], struct vgf_poly1305 *p)
{
    ops->poly1305->blocks(p, in, 4 * nblocks, 1);
    ops->chacha20->xor(out, in, nblocks, key, ctr, VGF_CHACHA20_CTR32);
}

/*
 * Whole turns go through both at once, but for the first or the last of them:
 * what is encrypted is absorbed a turn later.
 */
typedef void long_fn(uint8_t *out, const uint8_t *in, size_t nblocks,
                     const uint32_t key[8], uint32_t ctr[4],
                     struct vgf_poly1305 *p, const uint8_t *hash);

#define LEAST 32u       /* blocks to encrypt, for which that is worth it */

static inline void encrypt_long(const struct vgf_chachapoly_ops *ops,
                                long_fn *both, size_t turn, uint8_t *out,
                                const uint8_t *in, size_t nblocks,
                                const uint32_t key[8], uint32_t ctr[4],
                                struct vgf_poly1305 *p)
{
    size_t n = nblocks < LEAST ? nblocks : nblocks % turn;

    encrypt(ops, out, in, n, key, ctr, p);
    if (n == nblocks) {
        return;
    }
    out += 64 * n;
    in += 64 * n;
    for (n = 0; n < turn; n += 8) {     /* two short passes are faster */
        ops->chacha20->xor(out + 64 * n, in + 64 * n, 8, key, ctr,
                           VGF_CHACHA20_CTR32);
    }
    n = (nblocks - turn) / turn * turn;
    both(out + 64 * turn, in + 64 * turn, n, key, ctr, p, out);
    ops->poly1305->blocks(p, out + 64 * n, 4 * turn, 1);
}

static inline void decrypt_long(const struct vgf_chachapoly_ops *ops,
                                long_fn *both, size_t turn, uint8_t *out,
                                const uint8_t *in, size_t nblocks,
                                const uint32_t key[8], uint32_t ctr[4],
                                struct vgf_poly1305 *p)
{
    const size_t n = nblocks % turn;

    decrypt(ops, out, in, n, key, ctr, p);
    if (n != nblocks) {
        out += 64 * n;
        in += 64 * n;
        both(out, in, nblocks - n, key, ctr, p, in);
    }
}

#define TURN_SSE 8u
#define TURN_AVX2 16u

static void encrypt_sse2(uint8_t *out, const uint8_t *in, size_t nblocks,
                         const uint32_t key[8], uint32_t ctr[4],
                         struct vgf_poly1305 *p)
{
    encrypt_long(&vgf_chachapoly_sse2, vgf_chachapoly_long_sse2, TURN_SSE,
                 out, in, nblocks, key, ctr, p);
}

static void decrypt_sse2(uint8_t *out, const uint8_t *in, size_t nblocks,
                         const uint32_t key[8], uint32_t ctr[4],
                         struct vgf_poly1305 *p)
{
    decrypt_long(&vgf_chachapoly_sse2, vgf_chachapoly_long_sse2, TURN_SSE,
                 out, in, nblocks, key, ctr, p);
}

static void encrypt_ssse3(uint8_t *out, const uint8_t *in, size_t nblocks,
                          const uint32_t key[8], uint32_t ctr[4],
                          struct vgf_poly1305 *p)
{
    encrypt_long(&vgf_chachapoly_ssse3, vgf_chachapoly_long_ssse3, TURN_SSE,
                 out, in, nblocks, key, ctr, p);
}

static void decrypt_ssse3(uint8_t *out, const uint8_t *in, size_t nblocks,
                          const uint32_t key[8], uint32_t ctr[4],
                          struct vgf_poly1305 *p)
{
    decrypt_long(&vgf_chachapoly_ssse3, vgf_chachapoly_long_ssse3, TURN_SSE,
                 out, in, nblocks, key, ctr, p);
}

static void encrypt_avx2(uint8_t *out, const uint8_t *in, size_t nblocks,
                         const uint32_t key[8], uint32_t ctr[4],
                         struct vgf_poly1305 *p)
{
    encrypt_long(&vgf_chachapoly_avx2, vgf_chachapoly_long_avx2, TURN_AVX2,
                 out, in, nblocks, key, ctr, p);
}

static void decrypt_avx2(uint8_t *out, const uint8_t *in, size_t nblocks,
                         const uint32_t key[8], uint32_t ctr[4],
                         struct vgf_poly1305 *p)
{
    decrypt_long(&vgf_chachapoly_avx2, vgf_chachapoly_long_avx2, TURN_AVX2,
                 out, in, nblocks, key, ctr, p);
}

/*
 * Passes of eight blocks.  Before them go those that are too many or too few
 * for that, with the one-time key.  Each of the others absorbs what it can of
 * what there is: to decrypt, that is all the message from the start.
 */
#define LEAST_SEAL 15u      /* with fewer, there is too little too late */

static void begin_avx2(struct vgf_poly1305 *p, uint8_t *out,
                       const uint8_t *in, size_t nblocks,
                       const uint32_t key[8], uint32_t ctr[4], uint32_t flags,
                       uint8_t ends[128])
{
    const int open = (flags & VGF_CHACHAPOLY_OPEN) != 0;
    const uint8_t *hash = open ? in : out;
    const uint32_t next = flags & VGF_CHACHA20_NEXT;
    size_t left = 1 + nblocks + (next != 0 ? 1 : 0);
    size_t n = (left - 1) % 8 + 1;
    size_t done = n - 1, absorbed = 0;      /* blocks of text */
    uint8_t aad[16];

    memcpy(aad, ends + 64, 16);
    if (left == n || (!open && left < LEAST_SEAL)) {
        n = left;                           /* that is all */
        done = nblocks;
    }
    vgf_chacha20_avx2.xor_ends(out, in, done, key, ctr,
                               VGF_CHACHA20_FIRST | (left == n ? next : 0),
                               ends);
    vgf_poly1305_avx2.init(p, ends);
    if (flags & VGF_CHACHAPOLY_AAD) {
        vgf_poly1305_avx2.blocks(p, aad, 1, 1);
    }
    for (left -= n; left != 0; left -= 8) {
        const uint32_t last = left == 8 ? next : 0;

        n = (open ? nblocks : done) - absorbed;
        n = n < 10 ? n : 10;
        if (n != 0) {
            vgf_chachapoly_pass8_avx2(out + 64 * done, in + 64 * done, 8, key,
                                      ctr, last, ends, p,
                                      hash + 64 * absorbed, n);
        } else {
            vgf_chacha20_pass8_avx2(out + 64 * done, in + 64 * done, 8, key,
                                    ctr, last, ends);
        }
        absorbed += n;
        done += last != 0 ? 7 : 8;
    }
    vgf_poly1305_avx2.blocks(p, hash + 64 * absorbed,
                             4 * (nblocks - absorbed), 1);
}

const struct vgf_chachapoly_ops vgf_chachapoly_sse2 = {
    .tier = VGF_TIER_SSE2,
    .turn = TURN_SSE,
    .chacha20 = &vgf_chacha20_sse2,
    .poly1305 = &vgf_poly1305_sse2,
    .encrypt = encrypt_sse2,
    .decrypt = decrypt_sse2,
};

const struct vgf_chachapoly_ops vgf_chachapoly_ssse3 = {
    .tier = VGF_TIER_SSSE3,
    .turn = TURN_SSE,
    .chacha20 = &vgf_chacha20_ssse3,
    .poly1305 = &vgf_poly1305_sse2,
    .encrypt = encrypt_ssse3,
    .decrypt = decrypt_ssse3,
};

const struct vgf_chachapoly_ops vgf_chachapoly_avx2 = {
    .tier = VGF_TIER_AVX2,
    .turn = TURN_AVX2,
    .chacha20 = &vgf_chacha20_avx2,
    .poly1305 = &vgf_poly1305_avx2,
    .encrypt = encrypt_avx2,
    .decrypt = decrypt_avx2,
    .begin = begin_avx2,
};
