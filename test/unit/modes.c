/* SPDX-License-Identifier: Apache-2.0 */
/*
 * modes.c - provider/mode_*.c without OpenSSL: wherever a message is cut, in
 * place or not, its bytes are those of the kernels on the whole of it, with
 * every tier.  GCM is in modes_gcm.c.
 */
#include "unit.h"

#include "mode_chachapoly.h"
#include "mode_ctr.h"
#include "mode_ecb.h"
#include "truth.h"

#define MOST 1700               /* bytes of text: some turns of any kernel */

static uint8_t key[32], iv[16], aad[MOST], text[MOST];

static void setup(void)
{
    random_begin();
    fill(key, sizeof(key), PATTERN_RANDOM);
    fill(iv, sizeof(iv), PATTERN_RANDOM);
    fill(aad, sizeof(aad), PATTERN_RANDOM);
    fill(text, sizeof(text), PATTERN_RANDOM);
}

/* ---- CTR and ChaCha20 -------------------------------------------------- */

static void ctr_piece(void *m, uint8_t *out, const uint8_t *in, size_t len)
{
    vgf_ctr_update(m, out, in, len);
}

/* All carries at a block that depends on the round. */
START_TEST(ctr_cut_anywhere)
{
    struct vgf_ctr m = { .ops = vgf_aes_pick(tier_of_loop(_i)) };
    uint8_t whole[MOST], out[MOST], ctr[16], end[16];
    struct truth_aes truth;

    if (m.ops == NULL) {
        return;
    }
    truth_aes_key(&truth, key, 16);
    m.ops->encrypt_key(&m.ek, key, 16);
    memset(ctr, 0xff, sizeof(ctr));
    for (uint32_t most = 1; most < 2 * MOST; most += 1 + most / 64) {
        ctr[15] = (uint8_t)(0xff - most % 100);
        memcpy(end, ctr, sizeof(end));
        truth_ctr(&truth, whole, text, MOST, end, 16);
        memcpy(m.ctr, ctr, sizeof(ctr));
        m.used = 0;
        memcpy(out, text, MOST);
        feed(ctr_piece, &m, out, most % 2 ? out : text, MOST, most);
        ck_assert_mem_eq(out, whole, MOST);
        ck_assert_uint_eq(m.used, MOST % 16);
        ck_assert_mem_eq(m.ctr, end, 16);       /* past the block begun */
    }
}
END_TEST

static void chacha20_piece(void *m, uint8_t *out, const uint8_t *in,
                           size_t len)
{
    vgf_chacha20_update(m, out, in, len);
}

START_TEST(chacha20_cut_anywhere)
{
    uint32_t ctr64 = (uint32_t)count_of_loop(_i);
    struct vgf_chacha20 m = { .ops = vgf_chacha20_pick(tier_of_loop(_i)),
                              .ctr64 = ctr64 };
    uint8_t whole[(MOST + 63) / 64 * 64] = { 0 }, out[MOST];
    uint32_t ctr[4];

    if (m.ops == NULL) {
        return;
    }
    memset(iv, 0xff, 8);                /* both counter words wrap */
    vgf_chacha20_set_key(&m, key);
    vgf_chacha20_set_ctr(&m, iv);
    memcpy(ctr, m.ctr, sizeof(ctr));
    memcpy(whole, text, MOST);
    m.ops->xor(whole, whole, sizeof(whole) / 64, m.key, ctr, ctr64);
    for (uint32_t most = 1; most < 2 * MOST; most += 1 + most / 32) {
        vgf_chacha20_set_ctr(&m, iv);
        memcpy(out, text, MOST);
        feed(chacha20_piece, &m, out, most % 2 ? out : text, MOST, most);
        ck_assert_mem_eq(out, whole, MOST);
        ck_assert_mem_eq(m.ctr, ctr, sizeof(ctr));
    }
    ck_assert_uint_eq(ctr[1], ctr64 ? 0 : UINT32_MAX);
}
END_TEST

/* ---- ECB --------------------------------------------------------------- */

#define ECB_MOST 50

START_TEST(ecb_cut_anywhere)
{
    struct vgf_ecb m = { .ops = vgf_aes_pick(tier_of_loop(_i)) };
    size_t len = (size_t)count_of_loop(_i);
    uint8_t padded[ECB_MOST + 16], ct[ECB_MOST + 16], out[ECB_MOST + 16];
    size_t pad = 16 - len % 16, n, done;

    if (m.ops == NULL) {
        return;
    }
    memcpy(padded, text, len);
    memset(padded + len, (int)pad, pad);
    vgf_ecb_set_key(&m, key, 32);
    m.pad = 1;
    m.encrypt = 1;
    vgf_ecb_blocks(&m, ct, padded, (len + pad) / 16);

    for (uint32_t most = 1; most < 40; most += 3) {
        done = 0;
        for (size_t at = 0; at < len;) {
            size_t piece = random_below(most + 1);

            piece = piece < len - at ? piece : len - at;
            ck_assert_int_eq(vgf_ecb_update(&m, out + done, &n, piece + 16,
                                            text + at, piece), VGF_ECB_OK);
            at += piece;
            done += n;
            ck_assert_uint_eq(done, at / 16 * 16);
        }
        ck_assert_int_eq(vgf_ecb_final(&m, out + done, &n, 16), VGF_ECB_OK);
        ck_assert_uint_eq(done + n, len + pad);
        ck_assert_mem_eq(out, ct, len + pad);
    }

    m.encrypt = 0;
    for (uint32_t most = 1; most < 40; most += 3) {
        done = 0;
        for (size_t at = 0; at < len + pad;) {
            size_t piece = random_below(most + 1);

            piece = piece < len + pad - at ? piece : len + pad - at;
            ck_assert_int_eq(vgf_ecb_update(&m, out + done, &n, piece + 16,
                                            ct + at, piece), VGF_ECB_OK);
            at += piece;
            done += n;
            /* a whole last block is held back */
            ck_assert_uint_eq(done, at == 0 ? 0 : (at - 1) / 16 * 16);
        }
        ck_assert_int_eq(vgf_ecb_final(&m, out + done, &n, 16), VGF_ECB_OK);
        ck_assert_uint_eq(done + n, len);
        ck_assert_mem_eq(out, text, len);
    }
}
END_TEST

/* Every last byte and every damage of the padding. */
START_TEST(ecb_padding)
{
    struct vgf_ecb m = { .ops = vgf_aes_pick(tier_of_loop(_i)), .pad = 1 };
    uint8_t block[16], out[16];
    size_t n;

    if (m.ops == NULL) {
        return;
    }
    vgf_ecb_set_key(&m, key, 16);
    for (unsigned last = 0; last < 256; last++) {
        for (unsigned damaged = 0; damaged < 16; damaged++) {
            int good = last >= 1 && last <= 16
                       && (damaged < 16 - last || damaged == 15);

            memset(block, (int)last, sizeof(block));
            if (damaged < 15) {
                block[damaged] ^= (uint8_t)(1u << (last % 8));
            }
            m.encrypt = 1;
            vgf_ecb_blocks(&m, m.buf, block, 1);
            m.encrypt = 0;
            m.buffered = 16;
            for (int again = 0; again < 2; again++) {
                ck_assert_int_eq(vgf_ecb_final(&m, out, &n, 16),
                                 !good   ? VGF_ECB_BAD_PADDING
                                 : again ? VGF_ECB_WRONG_LENGTH
                                         : VGF_ECB_OK);
                ck_assert_uint_eq(n, good && !again ? 16 - last : 0);
            }
        }
    }
}
END_TEST

START_TEST(ecb_lengths)
{
    struct vgf_ecb m = { .ops = vgf_aes_pick(VGF_TIER_GENERIC) };
    uint8_t out[64];
    size_t n;

    vgf_ecb_set_key(&m, key, 24);
    m.encrypt = 1;
    ck_assert_int_eq(vgf_ecb_update(&m, out, &n, 31, text, 32),
                     VGF_ECB_OUTPUT_TOO_SMALL);
    ck_assert_int_eq(vgf_ecb_update(&m, out, &n, 21, text, 5), VGF_ECB_OK);
    ck_assert_int_eq(vgf_ecb_final(&m, out, &n, 16), VGF_ECB_WRONG_LENGTH);
    ck_assert_int_eq(vgf_ecb_update(&m, out, &n, 27, text, 11), VGF_ECB_OK);
    ck_assert_uint_eq(n, 16);
    ck_assert_int_eq(vgf_ecb_final(&m, out, &n, 16), VGF_ECB_OK);
    ck_assert_uint_eq(n, 0);
    m.pad = 1;
    ck_assert_int_eq(vgf_ecb_final(&m, out, &n, 15),
                     VGF_ECB_OUTPUT_TOO_SMALL);
}
END_TEST

/* ---- Poly1305 and ChaCha20-Poly1305 ------------------------------------ */

static void poly_piece(void *m, uint8_t *out, const uint8_t *in, size_t len)
{
    (void)out;
    vgf_poly_update(m, in, len);
}

START_TEST(poly1305_cut_anywhere)
{
    struct vgf_poly m = { .ops = vgf_poly1305_pick(tier_of_loop(_i)) };
    uint8_t tag[16], got[16];

    if (m.ops == NULL) {
        return;
    }
    for (uint32_t most = 1; most < 2 * MOST; most += 1 + most / 32) {
        size_t len = random_below(MOST + 1);
        uint8_t last[16] = { 0 };

        m.ops->init(&m.state, key);
        m.ops->blocks(&m.state, text, len / 16, 1);
        if (len % 16 != 0) {
            memcpy(last, text + len / 16 * 16, len % 16);
            last[len % 16] = 1;
            m.ops->blocks(&m.state, last, 1, 0);
        }
        m.ops->finish(&m.state, tag);

        vgf_poly_start(&m, key);
        feed(poly_piece, &m, last, text, len, most);
        vgf_poly_finish(&m, got);
        ck_assert_mem_eq(got, tag, 16);
    }
}
END_TEST

/* RFC 8439, 2.8, put together from its parts. */
static void seal(const struct vgf_chachapoly_ops *ops, uint8_t *ct,
                 const uint8_t nonce[12], size_t aad_len, size_t len,
                 uint8_t tag[16])
{
    struct vgf_poly mac = { .ops = ops->poly1305 };
    uint32_t k[8], ctr[4] = { 0 };
    uint8_t block[64] = { 0 }, stream[(MOST + 63) / 64 * 64] = { 0 };
    uint64_t lengths[2] = { aad_len, len };

    memcpy(k, key, sizeof(k));
    memcpy(ctr + 1, nonce, 12);
    ops->chacha20->xor(block, block, 1, k, ctr, VGF_CHACHA20_CTR32);
    ops->chacha20->xor(stream, stream, sizeof(stream) / 64, k, ctr,
                       VGF_CHACHA20_CTR32);
    for (size_t i = 0; i < len; i++) {
        ct[i] = text[i] ^ stream[i];
    }
    vgf_poly_start(&mac, block);
    vgf_poly_update(&mac, aad, aad_len);
    vgf_poly_pad16(&mac);
    vgf_poly_update(&mac, ct, len);
    vgf_poly_pad16(&mac);
    vgf_poly_update(&mac, (uint8_t *)lengths, 16);
    vgf_poly_finish(&mac, tag);
}

static int encrypting;

static void chachapoly_piece(void *m, uint8_t *out, const uint8_t *in,
                             size_t len)
{
    ck_assert(vgf_chachapoly_crypt(m, out, in, len, encrypting));
}

static void chachapoly_aad_piece(void *m, uint8_t *out, const uint8_t *in,
                                 size_t len)
{
    (void)out;
    ck_assert(vgf_chachapoly_aad(m, in, len));
}

START_TEST(chachapoly_cut_anywhere)
{
    static struct vgf_chachapoly m;
    const struct vgf_chachapoly_ops *ops
        = vgf_chachapoly_pick(tier_of_loop(_i));
    uint8_t ct[MOST], out[MOST], tag[16], got[16];

    if (ops == NULL) {
        return;
    }
    vgf_chachapoly_init(&m, ops);
    vgf_chacha20_set_key(&m.cipher, key);
    for (uint32_t most = 1; most < 2 * MOST; most += 1 + most / 32) {
        size_t aad_len = random_below(MOST + 1), len = random_below(MOST + 1);

        seal(m.ops, ct, iv, aad_len, len, tag);
        for (encrypting = 0; encrypting < 2; encrypting++) {
            const uint8_t *in = encrypting ? text : ct;
            const uint8_t *want = encrypting ? ct : text;

            vgf_chachapoly_start(&m, iv);
            feed(chachapoly_aad_piece, &m, out, aad, aad_len, most);
            memcpy(out, in, len);
            feed(chachapoly_piece, &m, out, most % 2 ? out : in, len, most);
            ck_assert_mem_eq(out, want, len);
            vgf_chachapoly_tag(&m, got);
            ck_assert_mem_eq(got, tag, 16);
        }
    }
}
END_TEST

START_TEST(chachapoly_limits)
{
    static struct vgf_chachapoly m, before;
    uint8_t out[MOST];

    vgf_chachapoly_init(&m, vgf_chachapoly_pick(VGF_TIER_GENERIC));
    vgf_chacha20_set_key(&m.cipher, key);
    vgf_chachapoly_start(&m, iv);
    ck_assert(vgf_chachapoly_crypt(&m, out, text, 64, 1));
    before = m;
    ck_assert(!vgf_chachapoly_aad(&m, aad, 1));
    ck_assert_mem_eq(&m, &before, sizeof(m));
    m.text_len = VGF_CHACHAPOLY_MAX_TEXT - 64;
    before = m;
    ck_assert(!vgf_chachapoly_crypt(&m, out, text, 65, 1));
    ck_assert_mem_eq(&m, &before, sizeof(m));
    ck_assert(vgf_chachapoly_crypt(&m, out, text, 64, 1));
}
END_TEST

TCase *modes_tests(void)
{
    TCase *tc = tcase_create("modes");

    tcase_add_checked_fixture(tc, setup, NULL);
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, ctr_cut_anywhere, 0, loop_of_tiers(1));
    tcase_add_loop_test(tc, chacha20_cut_anywhere, 0, loop_of_tiers(2));
    tcase_add_loop_test(tc, ecb_cut_anywhere, 0, loop_of_tiers(ECB_MOST));
    tcase_add_loop_test(tc, ecb_padding, 0, loop_of_tiers(1));
    tcase_add_test(tc, ecb_lengths);
    tcase_add_loop_test(tc, poly1305_cut_anywhere, 0, loop_of_tiers(1));
    tcase_add_loop_test(tc, chachapoly_cut_anywhere, 0, loop_of_tiers(1));
    tcase_add_test(tc, chachapoly_limits);
    return tc;
}
