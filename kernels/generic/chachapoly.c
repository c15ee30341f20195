/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20-Poly1305 (RFC 8439, section 2.8): the two halves in turn. */
#include "generic.h"

static void encrypt(uint8_t *out, const uint8_t *in, size_t nblocks,
                    const uint32_t key[8], uint32_t ctr[4],
                    struct vgf_poly1305 *p)
{
    vgf_chacha20_xor_generic(out, in, nblocks, key, ctr, VGF_CHACHA20_CTR32);
    vgf_poly1305_blocks_generic(p, out, 4 * nblocks, 1);
}

/* In place, the ciphertext must be absorbed before it is gone. */
static void decrypt(uint8_t *out, const uint8_t *in, size_t nblocks,
                    const uint32_t key[8], uint32_t ctr[4],
                    struct vgf_poly1305 *p)
{
    vgf_poly1305_blocks_generic(p, in, 4 * nblocks, 1);
    vgf_chacha20_xor_generic(out, in, nblocks, key, ctr, VGF_CHACHA20_CTR32);
}

const struct vgf_chachapoly_ops vgf_chachapoly_generic = {
    .tier = VGF_TIER_GENERIC,
    .turn = 1,
    .chacha20 = &vgf_chacha20_generic,
    .poly1305 = &vgf_poly1305_generic,
    .encrypt = encrypt,
    .decrypt = decrypt,
};
