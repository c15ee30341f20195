/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selftest.c - a standard's vector anchors each family; then a stretch that is
 * long enough for every loop must agree with the same blocks done one by one.
 */
#include "selftest.h"
#include "../kernels/bytes.h"

#define SPACE 5120u             /* more than any loop wants to be entered */

/* The vectors' keys and texts are mostly counting bytes. */
static void count_up(uint8_t *p, size_t n, unsigned first, unsigned step)
{
    for (size_t i = 0; i < n; i++) {
        p[i] = (uint8_t)(first + step * i);
    }
}

/* How many blocks the loops see: all that there is room for, but not of the
 * generic tier, which takes its time and has no others. */
static size_t bulk(vgf_tiers tier, unsigned turn, size_t block)
{
    return tier == VGF_TIER_GENERIC ? 2 * (size_t)turn + 3 : SPACE / block;
}

/* ---- AES: FIPS 197, appendix C ----------------------------------------- */

static int aes_known(const struct vgf_aes_ops *ops, size_t keylen,
                     const uint8_t expected[16])
{
    struct vgf_aes_key ek, dk;
    uint8_t key[32], pt[16], ct[16], back[16];

    count_up(key, sizeof(key), 0, 1);
    count_up(pt, sizeof(pt), 0, 0x11);
    ops->encrypt_key(&ek, key, keylen);
    ops->decrypt_key(&dk, &ek);
    ops->ecb_encrypt(&ek, ct, pt, 1);
    ops->ecb_decrypt(&dk, back, ct, 1);
    return memcmp(ct, expected, 16) == 0 && memcmp(back, pt, 16) == 0;
}

static int aes_bulk(const struct vgf_aes_ops *ops)
{
    struct vgf_aes_key ek, dk;
    uint8_t key[16], in[SPACE], out[SPACE], one[16], ctr[16], block[16];
    size_t n = bulk(ops->tier, ops->turn, 16);

    count_up(key, sizeof(key), 0, 1);
    count_up(in, 16 * n, 3, 7);
    ops->encrypt_key(&ek, key, sizeof(key));
    ops->decrypt_key(&dk, &ek);

    ops->ecb_encrypt(&ek, out, in, n);
    for (size_t i = 0; i < n; i++) {
        ops->ecb_encrypt(&ek, one, in + 16 * i, 1);
        if (memcmp(out + 16 * i, one, 16) != 0) {
            return 0;
        }
    }
    ops->ecb_decrypt(&dk, out, out, n);
    if (memcmp(out, in, 16 * n) != 0) {
        return 0;
    }

    memset(ctr, 0xff, sizeof(ctr));     /* all carries in the second block */
    ctr[0] = 7;
    ops->ctr128(&ek, out, in, n - 1, ctr, one);
    for (size_t k = 0; k < 16; k++) {
        out[16 * (n - 1) + k] = in[16 * (n - 1) + k] ^ one[k];
    }
    memset(block, 0xff, sizeof(block));
    block[0] = 7;
    for (size_t i = 0; i < n; i++) {
        ops->ecb_encrypt(&ek, one, block, 1);
        for (size_t k = 0; k < 16; k++) {
            if (out[16 * i + k] != (in[16 * i + k] ^ one[k])) {
                return 0;
            }
        }
        memset(block + 1, 0, 15);
        block[0] = 8;
        store32_be(block + 12, (uint32_t)i);
    }
    return memcmp(ctr, block, 16) == 0;
}

int vgf_selftest_aes(const struct vgf_aes_ops *ops)
{
    static const uint8_t ct128[16] = { 0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b,
                                       0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80,
                                       0x70, 0xb4, 0xc5, 0x5a };
    static const uint8_t ct192[16] = { 0xdd, 0xa9, 0x7c, 0xa4, 0x86, 0x4c,
                                       0xdf, 0xe0, 0x6e, 0xaf, 0x70, 0xa0,
                                       0xec, 0x0d, 0x71, 0x91 };
    static const uint8_t ct256[16] = { 0x8e, 0xa2, 0xb7, 0xca, 0x51, 0x67,
                                       0x45, 0xbf, 0xea, 0xfc, 0x49, 0x90,
                                       0x4b, 0x49, 0x60, 0x89 };

    return aes_known(ops, 16, ct128) && aes_known(ops, 24, ct192)
           && aes_known(ops, 32, ct256) && aes_bulk(ops);
}

/* ---- AES-GCM: test case 4 of the mode's specification ------------------- */

/* A message with 20 bytes of additional data, as mode_gcm.c makes it. */
static void gcm_message(const struct vgf_gcm_ops *ops, struct vgf_gcm_key *k,
                        uint8_t *out, const uint8_t *in, size_t len,
                        const uint8_t aad[20], const uint8_t j0[16],
                        uint8_t tag[16], int encrypt)
{
    struct vgf_gcm_msg m = { 0 };
    size_t whole = len / 16 * 16;

    memcpy(m.ctr, j0, 16);
    ops->ghash(k, m.y, aad, 1);
    memcpy(m.part, aad + 16, 4);
    (encrypt ? ops->encrypt : ops->decrypt)(
        k, &m, out, in, len / 16,
        VGF_GCM_FIRST | VGF_GCM_PART | VGF_GCM_REST);
    memset(m.part, 0, sizeof(m.part));
    for (size_t i = whole; i < len; i++) {
        out[i] = in[i] ^ m.stream[i - whole];
        m.part[i - whole] = encrypt ? out[i] : in[i];
    }
    ops->tag(k, &m, 20, len, tag, VGF_GCM_PART);
}

static int gcm_known(const struct vgf_gcm_ops *ops)
{
    static const uint8_t key[16] = { 0xfe, 0xff, 0xe9, 0x92, 0x86, 0x65,
                                     0x73, 0x1c, 0x6d, 0x6a, 0x8f, 0x94,
                                     0x67, 0x30, 0x83, 0x08 };
    static const uint8_t j0[16] = { 0xca, 0xfe, 0xba, 0xbe, 0xfa, 0xce,
                                    0xdb, 0xad, 0xde, 0xca, 0xf8, 0x88,
                                    0,    0,    0,    1 };
    static const uint8_t aad[20] = { 0xfe, 0xed, 0xfa, 0xce, 0xde,
                                     0xad, 0xbe, 0xef, 0xfe, 0xed,
                                     0xfa, 0xce, 0xde, 0xad, 0xbe,
                                     0xef, 0xab, 0xad, 0xda, 0xd2 };
    static const uint8_t pt[60] = {
        0xd9, 0x31, 0x32, 0x25, 0xf8, 0x84, 0x06, 0xe5, 0xa5, 0x59,
        0x09, 0xc5, 0xaf, 0xf5, 0x26, 0x9a, 0x86, 0xa7, 0xa9, 0x53,
        0x15, 0x34, 0xf7, 0xda, 0x2e, 0x4c, 0x30, 0x3d, 0x8a, 0x31,
        0x8a, 0x72, 0x1c, 0x3c, 0x0c, 0x95, 0x95, 0x68, 0x09, 0x53,
        0x2f, 0xcf, 0x0e, 0x24, 0x49, 0xa6, 0xb5, 0x25, 0xb1, 0x6a,
        0xed, 0xf5, 0xaa, 0x0d, 0xe6, 0x57, 0xba, 0x63, 0x7b, 0x39
    };
    static const uint8_t expected[16] = { 0x5b, 0xc9, 0x4f, 0xbc, 0x32, 0x21,
                                          0xa5, 0xdb, 0x94, 0xfa, 0xe9, 0x5a,
                                          0xe7, 0x12, 0x1a, 0x47 };
    struct vgf_gcm_key k;
    uint8_t ct[60], back[60], tag[16], tag1[16];

    ops->set_key(&k, key, sizeof(key));
    gcm_message(ops, &k, ct, pt, sizeof(pt), aad, j0, tag, 1);
    gcm_message(ops, &k, back, ct, sizeof(pt), aad, j0, tag1, 0);
    return memcmp(tag, expected, 16) == 0 && memcmp(tag1, expected, 16) == 0
           && memcmp(back, pt, sizeof(pt)) == 0;
}

static int gcm_bulk(const struct vgf_gcm_ops *ops)
{
    struct vgf_gcm_key k;
    struct vgf_gcm_msg m = { .y = { 1 } }, n1;
    uint8_t key[32], in[SPACE], out[SPACE], one[16], y[16] = { 1 };
    size_t n = bulk(ops->tier, ops->turn, 16);

    count_up(key, sizeof(key), 0, 1);
    count_up(in, 16 * n, 3, 7);
    memset(m.ctr, 0xff, sizeof(m.ctr)); /* wraps after the first block */
    n1 = m;
    ops->set_key(&k, key, sizeof(key));

    ops->encrypt(&k, &m, out, in, n, 0);
    for (size_t i = 0; i < n; i++) {
        ops->encrypt(&k, &n1, one, in + 16 * i, 1, 0);
        if (memcmp(out + 16 * i, one, 16) != 0) {
            return 0;
        }
    }
    ops->ghash(&k, y, out, n);
    if (memcmp(m.ctr, n1.ctr, 16) != 0 || memcmp(m.y, n1.y, 16) != 0
        || memcmp(m.y, y, 16) != 0) {
        return 0;
    }
    memset(m.ctr, 0xff, sizeof(m.ctr));
    memset(m.y, 0, sizeof(m.y));
    m.y[0] = 1;
    ops->decrypt(&k, &m, out, out, n, 0);
    return memcmp(out, in, 16 * n) == 0 && memcmp(m.y, y, 16) == 0;
}

/* With all that belongs to the beginning and the end of a message. */
static int gcm_whole(const struct vgf_gcm_ops *ops)
{
    const struct vgf_gcm_msg start = { .ctr = { [15] = 1 },
                                       .part = { 1, 2, 3 } };
    struct vgf_gcm_msg m = start, steps = start;
    struct vgf_gcm_key k;
    uint8_t key[16], in[SPACE], out[SPACE], one[16];
    size_t n = bulk(ops->tier, ops->turn, 16);

    count_up(key, sizeof(key), 0, 1);
    count_up(in, 16 * n, 3, 7);
    ops->set_key(&k, key, sizeof(key));

    ops->encrypt(&k, &m, out, in, n,
                 VGF_GCM_FIRST | VGF_GCM_PART | VGF_GCM_REST);
    ops->encrypt(&k, &steps, NULL, NULL, 0, VGF_GCM_FIRST | VGF_GCM_PART);
    for (size_t i = 0; i < n; i++) {
        ops->encrypt(&k, &steps, one, in + 16 * i, 1, 0);
        if (memcmp(out + 16 * i, one, 16) != 0) {
            return 0;
        }
    }
    ops->encrypt(&k, &steps, NULL, NULL, 0, VGF_GCM_REST);
    if (memcmp(&m, &steps, sizeof(m)) != 0) {
        return 0;
    }
    m = start;
    ops->decrypt(&k, &m, out, out, n,
                 VGF_GCM_FIRST | VGF_GCM_PART | VGF_GCM_REST);
    return memcmp(out, in, 16 * n) == 0 && memcmp(&m, &steps, sizeof(m)) == 0;
}

int vgf_selftest_gcm(const struct vgf_gcm_ops *ops)
{
    return gcm_known(ops) && gcm_bulk(ops) && gcm_whole(ops);
}

/* ---- ChaCha20: RFC 8439, section 2.3.2 --------------------------------- */

static int chacha20_bulk(const struct vgf_chacha20_ops *ops, uint32_t ctr64)
{
    uint8_t in[SPACE], out[SPACE], one[64];
    uint32_t key[8], ctr[4] = { 0xffffffff, 0xffffffff, 5, 6 }, ctr1[4];
    size_t n = bulk(ops->tier, ops->turn, 64);

    count_up((uint8_t *)key, sizeof(key), 0, 1);
    count_up(in, 64 * n, 3, 7);
    memcpy(ctr1, ctr, sizeof(ctr));
    ops->xor(out, in, n, key, ctr, ctr64);
    for (size_t i = 0; i < n; i++) {
        ops->xor(one, in + 64 * i, 1, key, ctr1, ctr64);
        if (memcmp(out + 64 * i, one, 64) != 0) {
            return 0;
        }
    }
    return memcmp(ctr, ctr1, sizeof(ctr)) == 0
           && ctr[1] == (ctr64 ? 0 : 0xffffffff);
}

/* Both ends and `most` blocks between them, or fewer down to none, are what
 * one call makes of zeros. */
static int chacha20_ends(const struct vgf_chacha20_ops *ops, size_t most)
{
    static const uint8_t zeros[SPACE];
    uint8_t all[SPACE], out[SPACE], ends[128];
    uint32_t key[8], ctr[4] = { 0xffffffff, 2, 3, 4 };

    count_up((uint8_t *)key, sizeof(key), 0, 1);
    ops->xor(all, zeros, most + 2, key, ctr, VGF_CHACHA20_CTR64);
    for (size_t n = most, less = most - 8; n <= most; n -= less, less = 1) {
        uint32_t ctr1[4] = { 0xffffffff, 2, 3, 4 };

        ops->xor_ends(out, zeros, n, key, ctr1,
                      VGF_CHACHA20_CTR64 | VGF_CHACHA20_FIRST
                          | VGF_CHACHA20_NEXT, ends);
        if (memcmp(ends, all, 64) != 0 || memcmp(out, all + 64, 64 * n) != 0
            || memcmp(ends + 64, all + 64 * (n + 1), 64) != 0
            || ctr1[0] != n + 1 || ctr1[1] != 3) {
            return 0;
        }
    }
    return 1;
}

int vgf_selftest_chacha20(const struct vgf_chacha20_ops *ops)
{
    static const uint8_t expected[16] = { 0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b,
                                          0x59, 0x15, 0x50, 0x0f, 0xdd, 0x1f,
                                          0xa3, 0x20, 0x71, 0xc4 };
    uint32_t key[8], ctr[4] = { 1, 0x09000000, 0x4a000000, 0 };
    uint8_t block[64] = { 0 };

    count_up((uint8_t *)key, sizeof(key), 0, 1);
    ops->xor(block, block, 1, key, ctr, VGF_CHACHA20_CTR32);
    return memcmp(block, expected, sizeof(expected)) == 0 && ctr[0] == 2
           && chacha20_bulk(ops, VGF_CHACHA20_CTR32)
           && chacha20_bulk(ops, VGF_CHACHA20_CTR64)
           && chacha20_ends(ops, bulk(ops->tier, 8, 64) - 2);
}

/* ---- Poly1305: RFC 8439, section 2.5.2 --------------------------------- */

static int poly1305_bulk(const struct vgf_poly1305_ops *ops)
{
    struct vgf_poly1305 p, q;
    uint8_t key[32], in[SPACE], tag[16], tag1[16];
    size_t n = bulk(ops->tier, ops->turn, 16);

    memset(key, 0xff, sizeof(key));
    memset(in, 0xff, 16 * n);           /* all the carries there are */
    ops->init(&p, key);
    ops->init(&q, key);
    ops->blocks(&p, in, n, 1);
    for (size_t i = 0; i < n; i++) {
        ops->blocks(&q, in + 16 * i, 1, 1);
    }
    ops->finish(&p, tag);
    ops->finish(&q, tag1);
    return memcmp(tag, tag1, 16) == 0;
}

int vgf_selftest_poly1305(const struct vgf_poly1305_ops *ops)
{
    static const uint8_t key[32] = { 0x85, 0xd6, 0xbe, 0x78, 0x57, 0x55, 0x6d,
                                     0x33, 0x7f, 0x44, 0x52, 0xfe, 0x42, 0xd5,
                                     0x06, 0xa8, 0x01, 0x03, 0x80, 0x8a, 0xfb,
                                     0x0d, 0xb2, 0xfd, 0x4a, 0xbf, 0xf6, 0xaf,
                                     0x41, 0x49, 0xf5, 0x1b };
    static const uint8_t expected[16] = { 0xa8, 0x06, 0x1d, 0xc1, 0x30, 0x51,
                                          0x36, 0xc6, 0xc2, 0x2b, 0x8b, 0xaf,
                                          0x0c, 0x01, 0x27, 0xa9 };
    static const uint8_t text[] = "Cryptographic Forum Research Group";
    uint8_t rest[16] = { 'u', 'p', 1 }, tag[16];
    struct vgf_poly1305 p;

    ops->init(&p, key);
    ops->blocks(&p, text, 2, 1);
    ops->blocks(&p, rest, 1, 0);
    ops->finish(&p, tag);
    return memcmp(tag, expected, 16) == 0 && poly1305_bulk(ops);
}

/* ---- ChaCha20-Poly1305: one pass as two, in both directions ------------- */

/* The beginning of a message, as its halves do it. */
static int chachapoly_begin(const struct vgf_chachapoly_ops *ops,
                            const uint8_t *in, size_t n, uint32_t open)
{
    static const uint8_t zeros[64];
    struct vgf_poly1305 p, q;
    uint8_t out[SPACE], two[SPACE], ends[128], ends1[128], tag[16], tag1[16];
    uint32_t key[8], ctr[4] = { 0, 2, 3, 4 }, ctr1[4] = { 0, 2, 3, 4 };

    count_up((uint8_t *)key, sizeof(key), 0, 1);
    count_up(ends, sizeof(ends), 0x80, 1);
    ops->chacha20->xor(ends1, zeros, 1, key, ctr1, VGF_CHACHA20_CTR32);
    ops->poly1305->init(&q, ends1);
    ops->poly1305->blocks(&q, ends + 64, 1, 1);
    ops->chacha20->xor(two, in, n, key, ctr1, VGF_CHACHA20_CTR32);
    ops->poly1305->blocks(&q, open ? in : two, 4 * n, 1);
    ops->poly1305->finish(&q, tag1);
    ops->chacha20->xor(ends1 + 64, zeros, 1, key, ctr1, VGF_CHACHA20_CTR32);

    ops->begin(&p, out, in, n, key, ctr,
               VGF_CHACHAPOLY_NEXT | VGF_CHACHAPOLY_AAD | open, ends);
    ops->poly1305->finish(&p, tag);
    return memcmp(out, two, 64 * n) == 0 && memcmp(tag, tag1, 16) == 0
           && memcmp(ends, ends1, 128) == 0
           && memcmp(ctr, ctr1, sizeof(ctr)) == 0;
}

int vgf_selftest_chachapoly(const struct vgf_chachapoly_ops *ops)
{
    struct vgf_poly1305 p, q;
    uint8_t polykey[32], in[SPACE], out[SPACE], two[SPACE];
    uint8_t tag[16], tag1[16], tag2[16];
    uint32_t key[8], ctr[4] = { 1, 2, 3, 4 }, ctr1[4] = { 1, 2, 3, 4 };
    size_t n = bulk(ops->tier, ops->turn, 64);

    count_up((uint8_t *)key, sizeof(key), 0, 1);
    count_up(polykey, sizeof(polykey), 0x80, 1);
    count_up(in, 64 * n, 3, 7);

    ops->poly1305->init(&p, polykey);
    q = p;
    ops->encrypt(out, in, n, key, ctr, &p);
    ops->chacha20->xor(two, in, n, key, ctr1, VGF_CHACHA20_CTR32);
    ops->poly1305->blocks(&q, two, 4 * n, 1);
    ops->poly1305->finish(&p, tag);
    ops->poly1305->finish(&q, tag1);
    if (memcmp(out, two, 64 * n) != 0 || memcmp(tag, tag1, 16) != 0
        || memcmp(ctr, ctr1, sizeof(ctr)) != 0) {
        return 0;
    }
    ctr[0] = 1;
    ops->poly1305->init(&p, polykey);
    ops->decrypt(out, out, n, key, ctr, &p);
    ops->poly1305->finish(&p, tag2);
    for (size_t m = n; ops->begin != NULL && m <= n; m -= 5) {
        if (!chachapoly_begin(ops, in, m, 0)
            || !chachapoly_begin(ops, in, m, VGF_CHACHAPOLY_OPEN)) {
            return 0;
        }
    }
    return memcmp(out, in, 64 * n) == 0 && memcmp(tag, tag2, 16) == 0
           && vgf_selftest_chacha20(ops->chacha20)
           && vgf_selftest_poly1305(ops->poly1305);
}
