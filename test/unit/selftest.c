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
                       const uint8_t *in, size_t nblocks, uint8_t ctr[16])
{
    aes->ctr128(ek, out, in, nblocks, ctr);
    spoil(out, 16, nblocks);
}

static void bad_carry(const struct vgf_aes_key *ek, uint8_t *out,
                      const uint8_t *in, size_t nblocks, uint8_t ctr[16])
{
    aes->ctr128(ek, out, in, nblocks, ctr);
    ctr[0] ^= 1;
}

static void bad_set_key(struct vgf_gcm_key *k, const uint8_t *key,
                        size_t keylen)
{
    gcm->set_key(k, key, keylen);
    k->h[3] ^= 1;
}

static void bad_ghash(const struct vgf_gcm_key *k, uint8_t y[16],
                      const uint8_t *in, size_t nblocks)
{
    gcm->ghash(k, y, in, nblocks);
    spoil(y, 0, nblocks);
}

static void bad_ctr32(const struct vgf_gcm_key *k, uint8_t *out,
                      const uint8_t *in, size_t nblocks, uint8_t ctr[16])
{
    gcm->ctr32(k, out, in, nblocks, ctr);
    spoil(out, 16, nblocks);
}

static void bad_encrypt(const struct vgf_gcm_key *k, uint8_t *out,
                        const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                        uint8_t y[16])
{
    gcm->encrypt(k, out, in, nblocks, ctr, y);
    spoil(out, 16, nblocks);
}

static void bad_decrypt(const struct vgf_gcm_key *k, uint8_t *out,
                        const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                        uint8_t y[16])
{
    gcm->decrypt(k, out, in, nblocks, ctr, y);
    spoil(y, 0, nblocks);
}

static void bad_seal(const struct vgf_gcm_key *k, uint8_t *out,
                     const uint8_t *in, size_t len, const uint8_t *additional,
                     size_t aadlen, const uint8_t j0[16], uint8_t tag[16])
{
    gcm->seal(k, out, in, len, additional, aadlen, j0, tag);
    tag[15] ^= 1;
}

static void bad_open(const struct vgf_gcm_key *k, uint8_t *out,
                     const uint8_t *in, size_t len, const uint8_t *additional,
                     size_t aadlen, const uint8_t j0[16], uint8_t tag[16])
{
    gcm->open(k, out, in, len, additional, aadlen, j0, tag);
    out[len - 1] ^= 1;
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

/* ---- Each of them once ------------------------------------------------- */

#define REFUSES(family, entry, wrong)                                        \
    do {                                                                     \
        struct vgf_##family##_ops ops = *family;                             \
                                                                             \
        ops.entry = wrong;                                                   \
        ck_assert_msg(!vgf_selftest_##family(&ops),                          \
                      #family "." #entry " is wrong and passes (" #wrong     \
                      ", block %zu)", spoilt);                               \
    } while (0)

static void setup(void)
{
    aes = vgf_aes_pick(VGF_TIER_GENERIC);
    gcm = vgf_gcm_pick(VGF_TIER_GENERIC);
    chacha20 = vgf_chacha20_pick(VGF_TIER_GENERIC);
    poly1305 = vgf_poly1305_pick(VGF_TIER_GENERIC);
    chachapoly = vgf_chachapoly_pick(VGF_TIER_GENERIC);
}

START_TEST(good_tiers_pass)
{
    ck_assert(vgf_selftest_aes(aes));
    ck_assert(vgf_selftest_gcm(gcm));
    ck_assert(vgf_selftest_chacha20(chacha20));
    ck_assert(vgf_selftest_poly1305(poly1305));
    ck_assert(vgf_selftest_chachapoly(chachapoly));
}
END_TEST

START_TEST(wrong_block_is_refused)
{
    spoilt = (size_t)_i;
    REFUSES(aes, encrypt_key, bad_encrypt_key);
    REFUSES(aes, decrypt_key, bad_decrypt_key);
    REFUSES(aes, ecb_encrypt, bad_ecb_encrypt);
    REFUSES(aes, ecb_decrypt, bad_ecb_decrypt);
    REFUSES(aes, ctr128, bad_ctr128);
    REFUSES(gcm, encrypt, bad_encrypt);
    REFUSES(gcm, decrypt, bad_decrypt);
    REFUSES(chacha20, xor, bad_xor);
    REFUSES(poly1305, blocks, bad_blocks);
    REFUSES(chachapoly, encrypt, bad_aead_encrypt);
    REFUSES(chachapoly, decrypt, bad_aead_decrypt);
}
END_TEST

START_TEST(wrong_call_is_refused)
{
    spoilt = 0;
    REFUSES(aes, ctr128, bad_carry);
    REFUSES(gcm, set_key, bad_set_key);
    REFUSES(gcm, ghash, bad_ghash);
    REFUSES(gcm, ctr32, bad_ctr32);
    REFUSES(gcm, seal, bad_seal);
    REFUSES(gcm, open, bad_open);
    REFUSES(chacha20, xor, bad_ctr64);
    REFUSES(poly1305, init, bad_init);
    REFUSES(poly1305, finish, bad_finish);
}
END_TEST

TCase *selftest_tests(void)
{
    TCase *tc = tcase_create("selftest");

    tcase_add_checked_fixture(tc, setup, NULL);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, good_tiers_pass);
    /* generic's turns are 4 and 1 blocks: two turns and three are seen */
    tcase_add_loop_test(tc, wrong_block_is_refused, 0, 5);
    tcase_add_test(tc, wrong_call_is_refused);
    return tc;
}
