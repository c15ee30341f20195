/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gcm_vaes_avx2.c - AES-GCM for VAES-AVX2: which piece of a message goes to
 * which piece of assembly.
 */
#include "x86.h"
#include "../bytes.h"
#include "gcm_vaes_avx2.h"

#define GROUP 16u               /* blocks at once in the assembly */

/* From here on a message has the other 24 powers made: they take the time of
 * some 24 blocks, but once a key only, and such messages seldom come alone. */
#define MANY 16u

_Static_assert(offsetof(struct vgf_gcm_key, h) == GCM_POWERS, "layout");
_Static_assert(VGF_GCM_TABLE >= GCM_HAVE + 4 - GCM_POWERS, "the table fits");

static uint32_t have(const struct vgf_gcm_key *k)
{
    return load32_le((const uint8_t *)k + GCM_HAVE);
}

static void set_key(struct vgf_gcm_key *k, const uint8_t *key, size_t keylen)
{
    static const uint8_t zero[16];

    vgf_aes_encrypt_key_aesni(&k->aes, key, keylen);
    vgf_aes_ecb_encrypt_vaes_avx2(&k->aes, k->h, zero, 1);
    vgf_gcm_powers8_vaes_avx2(k);
}

static void ghash(struct vgf_gcm_key *k, uint8_t y[16], const uint8_t *in,
                  size_t nblocks)
{
    if (nblocks >= MANY && have(k) < 32) {
        vgf_gcm_powers32_vaes_avx2(k);
    }
    vgf_ghash_vaes_avx2(k, y, in, nblocks, have(k));
}

typedef void crypt_fn(const struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                      uint8_t *out, const uint8_t *in, size_t nblocks,
                      unsigned flags);

/* Less than MANY blocks: in one go, or two if there are only eight powers. */
static void few(crypt_fn *crypt, struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                uint8_t *out, const uint8_t *in, size_t nblocks,
                unsigned flags)
{
    size_t part = (flags & VGF_GCM_PART) != 0;

    if (nblocks + part > have(k)) {
        crypt(k, m, out, in, 8 - part, flags & ~VGF_GCM_REST);
        flags &= VGF_GCM_REST;
        out += 16 * (8 - part);
        in += 16 * (8 - part);
        nblocks -= 8 - part;
    }
    if (nblocks != 0 || flags != 0) {
        crypt(k, m, out, in, nblocks, flags);
    }
}

/* MANY blocks or more: up to a counter that suits the long function, which
 * that of a 96-bit nonce does. */
static void encrypt_many(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                         uint8_t *out, const uint8_t *in, size_t nblocks,
                         unsigned flags)
{
    size_t n;

    while (nblocks >= GROUP) {
        unsigned at = m->ctr[15] % GROUP;

        if (flags & VGF_GCM_FIRST ? at == 1 && nblocks >= 2 * GROUP - 2
                                  : at == 0) {
            vgf_gcm_encrypt_long_vaes_avx2(k, m, out, in, nblocks, flags);
            return;
        }
        n = (0 - at - (flags & VGF_GCM_FIRST)) % GROUP;
        if (n == 0 || nblocks < n + GROUP) {
            n = GROUP;                  /* what one pass can do */
        }
        vgf_gcm_encrypt_short_vaes_avx2(k, m, out, in, n,
                                        flags & ~VGF_GCM_REST);
        flags &= VGF_GCM_REST;
        out += 16 * n;
        in += 16 * n;
        nblocks -= n;
    }
    few(vgf_gcm_encrypt_short_vaes_avx2, k, m, out, in, nblocks, flags);
}

static void encrypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
                    const uint8_t *in, size_t nblocks, unsigned flags)
{
    if (nblocks < MANY) {
        few(vgf_gcm_encrypt_short_vaes_avx2, k, m, out, in, nblocks, flags);
        return;
    }
    if (have(k) < 32) {
        vgf_gcm_powers32_vaes_avx2(k);
    }
    encrypt_many(k, m, out, in, nblocks, flags);
}

static void decrypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
                    const uint8_t *in, size_t nblocks, unsigned flags)
{
    if (nblocks < MANY) {
        few(vgf_gcm_decrypt_short_vaes_avx2, k, m, out, in, nblocks, flags);
        return;
    }
    if (have(k) < 32) {
        vgf_gcm_powers32_vaes_avx2(k);
    }
    vgf_gcm_decrypt_long_vaes_avx2(k, m, out, in, nblocks, flags);
}

const struct vgf_gcm_ops vgf_gcm_vaes_avx2 = {
    .tier = VGF_TIER_VAES_AVX2,
    .turn = 2 * GROUP,
    .set_key = set_key,
    .ghash = ghash,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .tag = vgf_gcm_tag_vaes_avx2,
};
