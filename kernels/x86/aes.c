/* SPDX-License-Identifier: Apache-2.0 */
/* aes.c - the AES tiers of x86_64: what is around the assembly. */
#include "x86.h"
#include "../bytes.h"

/*
 * The kernels count in 64 bits.  EVP's counter has 128, so a message is cut
 * where the low half wraps, which random counters hardly ever do.
 */
typedef void ctr64(const struct vgf_aes_key *ek, uint8_t *out,
                   const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                   uint8_t *next);

static void ctr128(ctr64 *kernel, const struct vgf_aes_key *ek, uint8_t *out,
                   const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                   uint8_t *next)
{
    uint64_t left = 0 - load64_be(ctr + 8);     /* blocks up to the wrap */

    if (left != 0 && left <= nblocks) {
        kernel(ek, out, in, (size_t)left, ctr, NULL);
        store64_be(ctr, load64_be(ctr) + 1);
        in += 16 * left;
        out += 16 * left;
        nblocks -= (size_t)left;
        left = 0;
    }
    kernel(ek, out, in, nblocks, ctr, next);
    if (next != NULL && left != 0 && left == (uint64_t)nblocks + 1) {
        store64_be(ctr, load64_be(ctr) + 1);
    }
}

static void ctr128_aesni(const struct vgf_aes_key *ek, uint8_t *out,
                         const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                         uint8_t *next)
{
    ctr128(vgf_aes_ctr64_aesni, ek, out, in, nblocks, ctr, next);
}

static void ctr128_vaes_avx2(const struct vgf_aes_key *ek, uint8_t *out,
                             const uint8_t *in, size_t nblocks,
                             uint8_t ctr[16], uint8_t *next)
{
    ctr128(vgf_aes_ctr64_vaes_avx2, ek, out, in, nblocks, ctr, next);
}

const struct vgf_aes_ops vgf_aes_aesni = {
    .tier = VGF_TIER_AESNI,
    .turn = 8,
    .encrypt_key = vgf_aes_encrypt_key_aesni,
    .decrypt_key = vgf_aes_decrypt_key_aesni,
    .ecb_encrypt = vgf_aes_ecb_encrypt_aesni,
    .ecb_decrypt = vgf_aes_ecb_decrypt_aesni,
    .ctr128 = ctr128_aesni,
};

const struct vgf_aes_ops vgf_aes_vaes_avx2 = {
    .tier = VGF_TIER_VAES_AVX2,
    .turn = 16,
    .encrypt_key = vgf_aes_encrypt_key_aesni,
    .decrypt_key = vgf_aes_decrypt_key_aesni,
    .ecb_encrypt = vgf_aes_ecb_encrypt_vaes_avx2,
    .ecb_decrypt = vgf_aes_ecb_decrypt_vaes_avx2,
    .ctr128 = ctr128_vaes_avx2,
};
