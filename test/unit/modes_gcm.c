/* SPDX-License-Identifier: Apache-2.0 */
/*
 * modes_gcm.c - provider/mode_gcm.c without OpenSSL: wherever a message is
 * cut, in place or not, it is SP 800-38D's, with every tier.
 */
#include "unit.h"

#include "mode_gcm.h"
#include "truth.h"

#define MOST 1700               /* bytes: some turns of any kernel */

static uint8_t key[32], iv[128], aad[MOST], text[MOST];
static struct vgf_gcm m;

static void setup(void)
{
    random_begin();
    fill(key, sizeof(key), PATTERN_RANDOM);
    fill(iv, sizeof(iv), PATTERN_RANDOM);
    fill(aad, sizeof(aad), PATTERN_RANDOM);
    fill(text, sizeof(text), PATTERN_RANDOM);
}

/* A key in junk, as the heap has it; false if the family lacks the tier. */
static bool start(vgf_tiers tier, size_t keylen)
{
    fill(&m, sizeof(m), PATTERN_RANDOM);
    m.ops = vgf_gcm_pick(tier);
    if (m.ops != NULL) {
        m.ops->set_key(&m.key, key, keylen);
    }
    return m.ops != NULL;
}

static void aad_piece(void *v, uint8_t *out, const uint8_t *in, size_t len)
{
    (void)out;
    ck_assert(vgf_gcm_aad(v, in, len));
}

static void encrypt_piece(void *v, uint8_t *out, const uint8_t *in,
                          size_t len)
{
    ck_assert(vgf_gcm_encrypt(v, out, in, len));
}

static void decrypt_piece(void *v, uint8_t *out, const uint8_t *in,
                          size_t len)
{
    ck_assert(vgf_gcm_decrypt(v, out, in, len));
}

/* A message in pieces of up to `most` bytes, there and back. */
static void one_message(const struct truth_aes *truth, size_t iv_len,
                        size_t aad_len, size_t len, uint32_t most)
{
    uint8_t ct[MOST], out[MOST], tag[16], got[16], j0[16], ctr[16];

    truth_gcm_j0(truth, j0, iv, iv_len);
    memcpy(ctr, j0, 16);
    truth_count(ctr, 4, 1);
    truth_ctr(truth, ct, text, len, ctr, 4);
    truth_gcm_tag(truth, tag, ct, len, aad, aad_len, j0);

    vgf_gcm_j0(&m, ctr, iv, iv_len);
    ck_assert_mem_eq(ctr, j0, 16);
    for (int encrypt = 0; encrypt < 2; encrypt++) {
        const uint8_t *in = encrypt ? text : ct;

        vgf_gcm_start(&m, iv, iv_len);
        feed(aad_piece, &m, out, aad, aad_len, most);
        memcpy(out, in, len);
        feed(encrypt ? encrypt_piece : decrypt_piece, &m, out,
             most % 2 ? out : in, len, most);
        ck_assert_mem_eq(out, encrypt ? ct : text, len);
        for (int again = 0; again < 2; again++) {
            vgf_gcm_tag(&m, got);
            ck_assert_mem_eq(got, tag, 16);
        }
    }
}

START_TEST(cut_anywhere)
{
    struct truth_aes truth;

    for (size_t keylen = 16; keylen <= 32; keylen += 8) {
        truth_aes_key(&truth, key, keylen);
        for (uint32_t most = 1; most < 2 * MOST; most += 1 + most / 16) {
            if (!start(tier_of_loop(_i), keylen)) {
                return;
            }
            for (int again = 0; again < 2; again++) {
                one_message(&truth, 1 + random_below(128),
                            random_below(MOST + 1), random_below(MOST + 1),
                            most);
            }
        }
    }
}
END_TEST

/* Two cuts of a short message, at all places. */
START_TEST(two_cuts)
{
    struct truth_aes truth;
    uint8_t ct[70], out[70], tag[16], got[16], j0[16], ctr[16];
    const size_t aad_len = (size_t)count_of_loop(_i) * 7;
    const size_t len = sizeof(ct);

    if (!start(tier_of_loop(_i), 16)) {
        return;
    }
    truth_aes_key(&truth, key, 16);
    truth_gcm_j0(&truth, j0, iv, 12);
    memcpy(ctr, j0, 16);
    truth_count(ctr, 4, 1);
    truth_ctr(&truth, ct, text, len, ctr, 4);
    truth_gcm_tag(&truth, tag, ct, len, aad, aad_len, j0);
    for (size_t a = 0; a <= len; a++) {
        for (size_t b = a; b <= len; b++) {
            vgf_gcm_start(&m, iv, 12);
            ck_assert(vgf_gcm_aad(&m, aad, aad_len));
            ck_assert(vgf_gcm_decrypt(&m, out, ct, a));
            ck_assert(vgf_gcm_decrypt(&m, out + a, ct + a, b - a));
            ck_assert(vgf_gcm_decrypt(&m, out + b, ct + b, len - b));
            ck_assert_mem_eq(out, text, len);
            vgf_gcm_tag(&m, got);
            ck_assert_mem_eq(got, tag, 16);
        }
    }
}
END_TEST

/* Nonces of all lengths. */
START_TEST(nonces)
{
    struct truth_aes truth;

    if (!start(tier_of_loop(_i), 32)) {
        return;
    }
    truth_aes_key(&truth, key, 32);
    for (size_t iv_len = 1; iv_len <= sizeof(iv); iv_len++) {
        one_message(&truth, iv_len, iv_len % 33, iv_len % 50, MOST);
    }
}
END_TEST

/* A tag may be asked for at any time, and the message go on. */
START_TEST(tag_on_the_way)
{
    struct truth_aes truth;
    uint8_t ct[100], out[100], tag[16], got[16], j0[16], ctr[16];

    if (!start(tier_of_loop(_i), 16)) {
        return;
    }
    truth_aes_key(&truth, key, 16);
    truth_gcm_j0(&truth, j0, iv, 12);
    memcpy(ctr, j0, 16);
    truth_count(ctr, 4, 1);
    truth_ctr(&truth, ct, text, sizeof(ct), ctr, 4);
    vgf_gcm_start(&m, iv, 12);
    for (size_t n = 0; n <= 40; n++) {
        vgf_gcm_tag(&m, got);
        truth_gcm_tag(&truth, tag, ct, 0, aad, n, j0);
        ck_assert_mem_eq(got, tag, 16);
        ck_assert(n == 40 || vgf_gcm_aad(&m, aad + n, 1));
    }
    for (size_t n = 0; n <= sizeof(ct); n++) {
        vgf_gcm_tag(&m, got);
        truth_gcm_tag(&truth, tag, ct, n, aad, 40, j0);
        ck_assert_mem_eq(got, tag, 16);
        ck_assert(n == sizeof(ct)
                  || vgf_gcm_encrypt(&m, out + n, text + n, 1));
    }
    ck_assert_mem_eq(out, ct, sizeof(ct));
}
END_TEST

/* What is too much, or late, is refused and changes nothing. */
START_TEST(limits)
{
    static struct vgf_gcm before;
    uint8_t out[MOST];

    ck_assert(start(VGF_TIER_GENERIC, 32));
    vgf_gcm_start(&m, iv, 12);
    m.aad_len = VGF_GCM_MAX_AAD - 3;
    before = m;
    ck_assert(!vgf_gcm_aad(&m, aad, 4));
    ck_assert_mem_eq(&m, &before, sizeof(m));
    ck_assert(vgf_gcm_aad(&m, aad, 3));

    ck_assert(vgf_gcm_encrypt(&m, out, text, 1));
    before = m;
    ck_assert(!vgf_gcm_aad(&m, aad, 1));
    ck_assert_mem_eq(&m, &before, sizeof(m));

    m.text_len = VGF_GCM_MAX_TEXT - 16;
    before = m;
    ck_assert(!vgf_gcm_encrypt(&m, out, text, 17));
    ck_assert(!vgf_gcm_decrypt(&m, out, text, 17));
    ck_assert_mem_eq(&m, &before, sizeof(m));
    ck_assert(vgf_gcm_encrypt(&m, out, text, 16));
    ck_assert_uint_eq(VGF_GCM_MAX_TEXT, (UINT64_C(1) << 36) - 32);
}
END_TEST

/* Lengths of more than 2^32 bits are all in the length block. */
START_TEST(length_block)
{
    uint8_t y[16] = { 0 }, tag[16];
    uint8_t block[16] = { [3] = 1, [11] = 0x40 };   /* 2^32, 2^38 */

    if (!start(tier_of_loop(_i), 16)) {
        return;
    }
    vgf_gcm_start(&m, iv, 12);
    memset(m.msg.mask, 0, sizeof(m.msg.mask));
    m.aad_len = UINT64_C(1) << 29;
    m.text_len = UINT64_C(1) << 35;
    vgf_gcm_tag(&m, tag);
    m.ops->ghash(&m.key, y, block, 1);
    ck_assert_mem_eq(tag, y, 16);
}
END_TEST

TCase *modes_gcm_tests(void)
{
    TCase *tc = tcase_create("modes_gcm");

    tcase_add_checked_fixture(tc, setup, NULL);
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, cut_anywhere, 0, loop_of_tiers(1));
    tcase_add_loop_test(tc, two_cuts, 0, loop_of_tiers(5));
    tcase_add_loop_test(tc, nonces, 0, loop_of_tiers(1));
    tcase_add_loop_test(tc, tag_on_the_way, 0, loop_of_tiers(1));
    tcase_add_test(tc, limits);
    tcase_add_loop_test(tc, length_block, 0, loop_of_tiers(1));
    return tc;
}
