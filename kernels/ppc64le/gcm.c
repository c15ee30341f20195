/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gcm.c - AES-GCM of the POWER tiers: which piece of a message goes to which
 * piece of assembly.
 */
#include "gcm.h"

#define GROUP 8u                /* blocks at once in the assembly */

/* From here on the long function repays its beginning and end: six blocks to a
 * counter that suits it, as 96-bit nonces have it, and sixteen. */
#define MANY 22u

_Static_assert(offsetof(struct vgf_gcm_key, h) <= GCM_POWERS
                   && sizeof(struct vgf_gcm_key) >= GCM_ORDER + 16,
               "the table fits");
_Static_assert(offsetof(struct vgf_gcm_msg, y) == MSG_Y
                   && offsetof(struct vgf_gcm_msg, ctr) == MSG_CTR
                   && offsetof(struct vgf_gcm_msg, mask) == MSG_MASK
                   && offsetof(struct vgf_gcm_msg, part) == MSG_PART
                   && offsetof(struct vgf_gcm_msg, stream) == MSG_STREAM,
               "layout");
_Static_assert(GCM_FIRST == VGF_GCM_FIRST && GCM_PART == VGF_GCM_PART
                   && GCM_REST == VGF_GCM_REST, "flags");

static void set_key(struct vgf_gcm_key *k, const uint8_t *key, size_t keylen)
{
    vgf_aes_encrypt_key_p8(&k->aes, key, keylen);
    vgf_gcm_powers_p8(k);
}

/* Does the short function do it at once? */
static int fits(size_t nblocks, unsigned flags)
{
    return nblocks < GROUP
           || (nblocks == GROUP && !(flags & VGF_GCM_REST));
}

/* A message or a stretch of one that does not: if it is long, up to a counter
 * that is a multiple of 8 by the short function and whole groups by the long
 * one; the rest by the short one. */
static inline void crypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                         uint8_t *out, const uint8_t *in, size_t nblocks,
                         unsigned flags, vgf_gcm_short_fn *some,
                         vgf_gcm_long_fn *many)
{
    unsigned rest = flags & VGF_GCM_REST;
    int is_long = nblocks >= MANY;
    size_t n;

    while (!fits(nblocks, flags)) {
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

/* What takes more than one call is out of line: it would make the short way
 * save registers. */

/* ---- ISA 2.07 ----------------------------------------------------------- */

__attribute__((noinline))
static void encrypt_more_p8(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                            uint8_t *out, const uint8_t *in, size_t nblocks,
                            unsigned flags)
{
    crypt(k, m, out, in, nblocks, flags, vgf_gcm_encrypt_short_p8,
          vgf_gcm_encrypt_long_p8);
}

static void encrypt_p8(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                       uint8_t *out, const uint8_t *in, size_t nblocks,
                       unsigned flags)
{
    if (fits(nblocks, flags)) {
        vgf_gcm_encrypt_short_p8(k, m, out, in, nblocks, flags);
        return;
    }
    encrypt_more_p8(k, m, out, in, nblocks, flags);
}

__attribute__((noinline))
static void decrypt_more_p8(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                            uint8_t *out, const uint8_t *in, size_t nblocks,
                            unsigned flags)
{
    crypt(k, m, out, in, nblocks, flags, vgf_gcm_decrypt_short_p8,
          vgf_gcm_decrypt_long_p8);
}

static void decrypt_p8(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                       uint8_t *out, const uint8_t *in, size_t nblocks,
                       unsigned flags)
{
    if (fits(nblocks, flags)) {
        vgf_gcm_decrypt_short_p8(k, m, out, in, nblocks, flags);
        return;
    }
    decrypt_more_p8(k, m, out, in, nblocks, flags);
}

const struct vgf_gcm_ops vgf_gcm_p8 = {
    .tier = VGF_TIER_P8,
    .turn = GROUP,
    .set_key = set_key,
    .ghash = vgf_ghash_p8,
    .encrypt = encrypt_p8,
    .decrypt = decrypt_p8,
    .tag = vgf_gcm_tag_p8,
};

/* ---- ISA 3.0 ------------------------------------------------------------ */

__attribute__((noinline))
static void encrypt_more_p9(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                            uint8_t *out, const uint8_t *in, size_t nblocks,
                            unsigned flags)
{
    crypt(k, m, out, in, nblocks, flags, vgf_gcm_encrypt_short_p9,
          vgf_gcm_encrypt_long_p9);
}

static void encrypt_p9(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                       uint8_t *out, const uint8_t *in, size_t nblocks,
                       unsigned flags)
{
    if (fits(nblocks, flags)) {
        vgf_gcm_encrypt_short_p9(k, m, out, in, nblocks, flags);
        return;
    }
    encrypt_more_p9(k, m, out, in, nblocks, flags);
}

__attribute__((noinline))
static void decrypt_more_p9(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                            uint8_t *out, const uint8_t *in, size_t nblocks,
                            unsigned flags)
{
    crypt(k, m, out, in, nblocks, flags, vgf_gcm_decrypt_short_p9,
          vgf_gcm_decrypt_long_p9);
}

static void decrypt_p9(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                       uint8_t *out, const uint8_t *in, size_t nblocks,
                       unsigned flags)
{
    if (fits(nblocks, flags)) {
        vgf_gcm_decrypt_short_p9(k, m, out, in, nblocks, flags);
        return;
    }
    decrypt_more_p9(k, m, out, in, nblocks, flags);
}

const struct vgf_gcm_ops vgf_gcm_p9 = {
    .tier = VGF_TIER_P9,
    .turn = GROUP,
    .set_key = set_key,
    .ghash = vgf_ghash_p9,
    .encrypt = encrypt_p9,
    .decrypt = decrypt_p9,
    .tag = vgf_gcm_tag_p9,
};
