/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gcm_aesni.c - AES-GCM for AES-NI and PCLMULQDQ: which piece of a message
 * goes to which piece of assembly.
 */
#include "x86.h"
#include "../bytes.h"
#include "gcm_aesni.h"

#define GROUP 8u                /* blocks at once in the assembly */

/* From here on the loop repays its beginning and end (found by trial: equal at
 * 40 blocks), and the other seven powers, which take the time of some ten
 * blocks, once a key. */
#define MANY 40u

_Static_assert(offsetof(struct vgf_gcm_key, h) == GCM_POWERS, "layout");
_Static_assert(GCM_POWERS + VGF_GCM_TABLE >= GCM_HAVE + 4, "the table fits");

static uint32_t have(const struct vgf_gcm_key *k)
{
    return load32_le((const uint8_t *)k + GCM_HAVE);
}

static void set_key(struct vgf_gcm_key *k, const uint8_t *key, size_t keylen)
{
    static const uint8_t zero[16];

    vgf_aes_encrypt_key_aesni(&k->aes, key, keylen);
    vgf_aes_ecb_encrypt_aesni(&k->aes, k->h, zero, 1);
    vgf_gcm_powers9_aesni(k);
}

static void ghash(struct vgf_gcm_key *k, uint8_t y[16], const uint8_t *in,
                  size_t nblocks)
{
    if (nblocks >= MANY && have(k) < 16) {
        vgf_gcm_powers16_aesni(k);
    }
    vgf_ghash_aesni(k, y, in, nblocks, have(k));
}

typedef void short_fn(const struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                      uint8_t *out, const uint8_t *in, size_t nblocks,
                      unsigned flags);
typedef void long_fn(const struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                     uint8_t *out, const uint8_t *in, size_t nblocks);

/* A message or a stretch of one: if it is long, up to a counter that is a
 * multiple of 8 by the short function and whole groups by the long one; the
 * rest by the short one, which has room for seven blocks and a partial one. */
static void crypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
                  const uint8_t *in, size_t nblocks, unsigned flags,
                  short_fn *some, long_fn *many)
{
    unsigned rest = flags & VGF_GCM_REST;
    int is_long = nblocks >= MANY;
    size_t n;

    if (is_long && have(k) < 16) {
        vgf_gcm_powers16_aesni(k);
    }
    while (nblocks > GROUP || (nblocks == GROUP && rest)) {
        n = GROUP;
        if (is_long) {
            n = -(m->ctr[15] + (flags & VGF_GCM_FIRST)) & (GROUP - 1);
        }
        if (is_long && n == 0 && flags == rest) {
            n = nblocks & ~(size_t)(GROUP - 1);
            many(k, m, out, in, n);
            is_long = 0;
        } else {
            some(k, m, out, in, n, flags & ~VGF_GCM_REST);
            flags = rest;
        }
        in += 16 * n;
        out += 16 * n;
        nblocks -= n;
    }
    if (nblocks != 0 || flags != 0) {
        some(k, m, out, in, nblocks, flags);
    }
}

static void encrypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
                    const uint8_t *in, size_t nblocks, unsigned flags)
{
    crypt(k, m, out, in, nblocks, flags, vgf_gcm_encrypt_short_aesni,
          vgf_gcm_encrypt_long_aesni);
}

static void decrypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
                    const uint8_t *in, size_t nblocks, unsigned flags)
{
    crypt(k, m, out, in, nblocks, flags, vgf_gcm_decrypt_short_aesni,
          vgf_gcm_decrypt_long_aesni);
}

const struct vgf_gcm_ops vgf_gcm_aesni = {
    .tier = VGF_TIER_AESNI,
    .turn = 2 * GROUP,
    .set_key = set_key,
    .ghash = ghash,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .tag = vgf_gcm_tag_aesni,
};
