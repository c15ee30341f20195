/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selftest.c - the self-test at load must refuse a tier in which any one entry
 * point is wrong in one bit, in its first block or far into its main loop.
 */
#include "unit.h"

#include "selftest.h"

static const struct vgf_aes_ops *aes;
static const struct vgf_gcm_ops *gcm;
static const struct vgf_chacha20_ops *chacha20;
static const struct vgf_poly1305_ops *poly1305;
static const struct vgf_chachapoly_ops *chachapoly;

/* Which block is spoilt, if the call has so many. */
static size_t spoilt;

static void spoil(uint8_t *out, size_t block, size_t nblocks)
{
    if (spoilt < nblocks) {
        out[spoilt * block + 5] ^= 0x10;
    }
}

/* ---- Wrong entry points ------------------------------------------------ */

static void bad_encrypt_key(struct vgf_aes_key *ek, const uint8_t *key,
                            size_t keylen)
{
    aes->encrypt_key(ek, key, keylen);
    ek->rk[keylen * (1 + spoilt % 2)] ^= 1;
}

static void bad_decrypt_key(struct vgf_aes_key *dk,
                            const struct vgf_aes_key *ek)
{
    aes->decrypt_key(dk, ek);
    dk->rk[16 * (1 + spoilt)] ^= 1;
}

static void bad_ecb_encrypt(const struct vgf_aes_key *ek, uint8_t *out,
                            const uint8_t *in, size_t nblocks)
{
    aes->ecb_encrypt(ek, out, in, nblocks);
    spoil(out, 16, nblocks);
}

static void bad_ecb_decrypt(const struct vgf_aes_key *dk, uint8_t *out,
                            const uint8_t *in, size_t nblocks)
{
    aes->ecb_decrypt(dk, out, in, nblocks);
    spoil(out, 16, nblocks);
}

static void bad_ctr128(const struct vgf_aes_key *ek, uint8_t *out,
                       const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                       uint8_t *next)
{
    aes->ctr128(ek, out, in, nblocks, ctr, next);
    spoil(out, 16, nblocks);
}

static void bad_carry(const struct vgf_aes_key *ek, uint8_t *out,
                      const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                      uint8_t *next)
{
    aes->ctr128(ek, out, in, nblocks, ctr, next);
    ctr[0] ^= 1;
}

static void bad_next(const struct vgf_aes_key *ek, uint8_t *out,
                     const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                     uint8_t *next)
{
    aes->ctr128(ek, out, in, nblocks, ctr, next);
    if (next != NULL) {
        next[7] ^= 1;
    }
}

static void bad_set_key(struct vgf_gcm_key *k, const uint8_t *key,
                        size_t keylen)
{
    uint8_t copy[32];

    memcpy(copy, key, keylen);
    copy[keylen - 1] ^= 1;
    gcm->set_key(k, copy, keylen);
}

static void bad_ghash(struct vgf_gcm_key *k, uint8_t y[16],
                      const uint8_t *in, size_t nblocks)
{
    gcm->ghash(k, y, in, nblocks);
    spoil(y, 0, nblocks);
}

/* The flag that is overlooked. */
static unsigned forgotten;

static void bad_encrypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                        uint8_t *out, const uint8_t *in, size_t nblocks,
                        unsigned flags)
{
    gcm->encrypt(k, m, out, in, nblocks, flags);
    spoil(out, 16, nblocks);
}

static void bad_decrypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                        uint8_t *out, const uint8_t *in, size_t nblocks,
                        unsigned flags)
{
    gcm->decrypt(k, m, out, in, nblocks, flags);
    spoil(out, 16, nblocks);
}

static void bad_encrypt_hash(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                             uint8_t *out, const uint8_t *in, size_t nblocks,
                             unsigned flags)
{
    gcm->encrypt(k, m, out, in, nblocks, flags);
    spoil(m->y, 0, nblocks);
}

static void bad_decrypt_hash(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                             uint8_t *out, const uint8_t *in, size_t nblocks,
                             unsigned flags)
{
    gcm->decrypt(k, m, out, in, nblocks, flags);
    spoil(m->y, 0, nblocks);
}

static void bad_encrypt_flags(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                              uint8_t *out, const uint8_t *in,
                              size_t nblocks, unsigned flags)
{
    gcm->encrypt(k, m, out, in, nblocks, flags & ~forgotten);
}

static void bad_decrypt_flags(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                              uint8_t *out, const uint8_t *in,
                              size_t nblocks, unsigned flags)
{
    gcm->decrypt(k, m, out, in, nblocks, flags & ~forgotten);
}

static void bad_tag(const struct vgf_gcm_key *k, const struct vgf_gcm_msg *m,
                    uint64_t aad_len, uint64_t text_len, uint8_t tag[16],
                    unsigned flags)
{
    gcm->tag(k, m, aad_len, text_len, tag, flags);
    tag[15] ^= 1;
}

static void bad_tag_flags(const struct vgf_gcm_key *k,
                          const struct vgf_gcm_msg *m, uint64_t aad_len,
                          uint64_t text_len, uint8_t tag[16], unsigned flags)
{
    gcm->tag(k, m, aad_len, text_len, tag, flags & ~forgotten);
}

static void bad_xor(uint8_t *out, const uint8_t *in, size_t nblocks,
                    const uint32_t key[8], uint32_t ctr[4], uint32_t ctr64)
{
    chacha20->xor(out, in, nblocks, key, ctr, ctr64);
    spoil(out, 64, nblocks);
}

static void bad_ctr64(uint8_t *out, const uint8_t *in, size_t nblocks,
                      const uint32_t key[8], uint32_t ctr[4], uint32_t ctr64)
{
    chacha20->xor(out, in, nblocks, key, ctr, !ctr64);
}

/* forgotten: a bit of the flags */
static void bad_ends(uint8_t *out, const uint8_t *in, size_t nblocks,
                     const uint32_t key[8], uint32_t ctr[4], uint32_t flags,
                     uint8_t ends[128])
{
    chacha20->xor_ends(out, in, nblocks, key, ctr, flags & ~forgotten, ends);
    if (forgotten == 0) {
        spoil(out, 64, nblocks);
    }
}

static void bad_init(struct vgf_poly1305 *p, const uint8_t key[32])
{
    poly1305->init(p, key);
    p->r[1] ^= 4;
}

static void bad_blocks(struct vgf_poly1305 *p, const uint8_t *in,
                       size_t nblocks, uint32_t pad)
{
    poly1305->blocks(p, in, nblocks, pad);
    p->h[0] ^= spoilt < nblocks;
}

static void bad_finish(struct vgf_poly1305 *p, uint8_t tag[16])
{
    poly1305->finish(p, tag);
    tag[0] ^= 1;
}

static void bad_aead_encrypt(uint8_t *out, const uint8_t *in, size_t nblocks,
                             const uint32_t key[8], uint32_t ctr[4],
                             struct vgf_poly1305 *p)
{
    chachapoly->encrypt(out, in, nblocks, key, ctr, p);
    spoil(out, 64, nblocks);
}

static void bad_aead_decrypt(uint8_t *out, const uint8_t *in, size_t nblocks,
                             const uint32_t key[8], uint32_t ctr[4],
                             struct vgf_poly1305 *p)
{
    chachapoly->decrypt(out, in, nblocks, key, ctr, p);
    p->h[1] ^= spoilt < nblocks;
}

/* Even: the text, odd: the hash. */
static void bad_begin(struct vgf_poly1305 *p, uint8_t *out, const uint8_t *in,
                      size_t nblocks, const uint32_t key[8], uint32_t ctr[4],
                      uint32_t flags, uint8_t ends[128])
{
    chachapoly->begin(p, out, in, nblocks, key, ctr, flags & ~forgotten, ends);
    if (forgotten == 0 && spoilt % 2 == 0) {
        spoil(out, 64, nblocks);
    } else if (forgotten == 0) {
        p->h[0] ^= spoilt < nblocks;
    }
}

/* ---- Each of them once ------------------------------------------------- */

#define REFUSES(family, entry, wrong)                                        \
    do {                                                                     \
        struct vgf_##family##_ops ops = *family;                             \
                                                                             \
        ops.entry = wrong;                                                   \
        ck_assert_msg(!vgf_selftest_##family(&ops),                          \
                      #family "." #entry " is wrong and passes (" #wrong     \
                      ", block %zu, flag %u, %s)", spoilt, forgotten,        \
                      vgf_tier_name(ops.tier));                              \
    } while (0)

static void setup(void)
{
    spoilt = 0;
    forgotten = 0;
}

/* Not every family has every tier. */
static void tier_new(vgf_tiers tier)
{
    aes = vgf_aes_pick(tier);
    gcm = vgf_gcm_pick(tier);
    chacha20 = vgf_chacha20_pick(tier);
    poly1305 = vgf_poly1305_pick(tier);
    chachapoly = vgf_chachapoly_pick(tier);
}

START_TEST(good_tiers_pass)
{
    tier_new(tier_of_loop(_i));
    ck_assert(aes == NULL || vgf_selftest_aes(aes));
    ck_assert(gcm == NULL || vgf_selftest_gcm(gcm));
    ck_assert(chacha20 == NULL || vgf_selftest_chacha20(chacha20));
    ck_assert(poly1305 == NULL || vgf_selftest_poly1305(poly1305));
    ck_assert(chachapoly == NULL || vgf_selftest_chachapoly(chachapoly));
}
END_TEST

/* Two turns and three blocks are seen. */
START_TEST(wrong_block_is_refused)
{
    tier_new(tier_of_loop(_i));
    for (spoilt = 0; aes != NULL && spoilt < 2 * aes->turn + 3; spoilt++) {
        REFUSES(aes, ecb_encrypt, bad_ecb_encrypt);
        REFUSES(aes, ecb_decrypt, bad_ecb_decrypt);
        if (spoilt < 2 * aes->turn + 2) {       /* the last goes to next */
            REFUSES(aes, ctr128, bad_ctr128);
        }
    }
    for (spoilt = 0; aes != NULL && spoilt < 10; spoilt++) {
        REFUSES(aes, encrypt_key, bad_encrypt_key);
        REFUSES(aes, decrypt_key, bad_decrypt_key);
    }
    for (spoilt = 0; gcm != NULL && spoilt < 2 * gcm->turn + 3; spoilt++) {
        REFUSES(gcm, encrypt, bad_encrypt);
        REFUSES(gcm, decrypt, bad_decrypt);
        REFUSES(gcm, encrypt, bad_encrypt_hash);
        REFUSES(gcm, decrypt, bad_decrypt_hash);
    }
    for (spoilt = 0; chacha20 != NULL && spoilt < 2 * chacha20->turn + 3;
         spoilt++) {
        REFUSES(chacha20, xor, bad_xor);
        if (spoilt < 2 * chacha20->turn + 1) {  /* the others are ends */
            REFUSES(chacha20, xor_ends, bad_ends);
        }
    }
    for (spoilt = 0; poly1305 != NULL && spoilt < 2 * poly1305->turn + 3;
         spoilt++) {
        REFUSES(poly1305, blocks, bad_blocks);
    }
    for (spoilt = 0; chachapoly != NULL && spoilt < 2 * chachapoly->turn + 3;
         spoilt++) {
        REFUSES(chachapoly, encrypt, bad_aead_encrypt);
        REFUSES(chachapoly, decrypt, bad_aead_decrypt);
        if (chachapoly->begin != NULL) {
            REFUSES(chachapoly, begin, bad_begin);
        }
    }
}
END_TEST

START_TEST(wrong_call_is_refused)
{
    tier_new(tier_of_loop(_i));
    if (aes != NULL) {
        REFUSES(aes, ctr128, bad_carry);
        REFUSES(aes, ctr128, bad_next);
    }
    if (gcm != NULL) {
        REFUSES(gcm, set_key, bad_set_key);
        REFUSES(gcm, ghash, bad_ghash);
        REFUSES(gcm, tag, bad_tag);
        forgotten = VGF_GCM_PART;
        REFUSES(gcm, tag, bad_tag_flags);
        for (forgotten = VGF_GCM_FIRST; forgotten <= VGF_GCM_REST;
             forgotten <<= 1) {
            REFUSES(gcm, encrypt, bad_encrypt_flags);
            REFUSES(gcm, decrypt, bad_decrypt_flags);
        }
    }
    if (chacha20 != NULL) {
        REFUSES(chacha20, xor, bad_ctr64);
        for (forgotten = 1; forgotten <= VGF_CHACHA20_NEXT; forgotten *= 2) {
            REFUSES(chacha20, xor_ends, bad_ends);
        }
    }
    if (poly1305 != NULL) {
        REFUSES(poly1305, init, bad_init);
        REFUSES(poly1305, finish, bad_finish);
    }
    if (chachapoly != NULL && chachapoly->begin != NULL) {
        for (forgotten = VGF_CHACHAPOLY_NEXT; forgotten <= VGF_CHACHAPOLY_OPEN;
             forgotten *= 2) {
            REFUSES(chachapoly, begin, bad_begin);
        }
    }
}
END_TEST

TCase *selftest_tests(void)
{
    TCase *tc = tcase_create("selftest");

    tcase_add_checked_fixture(tc, setup, NULL);
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, good_tiers_pass, 0, loop_of_tiers(1));
    tcase_add_loop_test(tc, wrong_block_is_refused, 0, loop_of_tiers(1));
    tcase_add_loop_test(tc, wrong_call_is_refused, 0, loop_of_tiers(1));
    return tc;
}
