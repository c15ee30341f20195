/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES (FIPS 197) in constant time, four blocks at once, without tables.
 *
 * Bitsliced: bit j of slice[b] is bit b of byte j of the 64 bytes of four
 * blocks.  Every step of the cipher then is plain logic on eight words, the
 * same for all bytes.  Byte 4c + r of a block is row r of column c, so in each
 * 16-bit group of a slice the rows are every fourth bit and the columns are
 * the four nibbles.
 *
 * The S-box is computed from its definition, x^254 in GF(2^8) and an affine
 * map: four multiplications where a minimal circuit would do with the gates of
 * one, but this is the tier to read and to compare with.
 */
#include "../bytes.h"
#include "generic.h"

#define LANES 4
#define GROUP ((size_t)LANES * VGF_AES_BLOCK)

typedef uint64_t slices[8];

/* ---- Slicing ----------------------------------------------------------- */

/* Transposes the 8x8 bit matrix whose rows are the bytes of x, by swapping
 * ever larger blocks across the diagonal. */
static uint64_t transpose8x8(uint64_t x)
{
    uint64_t t;

    t = (x ^ (x >> 7)) & 0x00aa00aa00aa00aa;
    x ^= t ^ (t << 7);
    t = (x ^ (x >> 14)) & 0x0000cccc0000cccc;
    x ^= t ^ (t << 14);
    t = (x ^ (x >> 28)) & 0x00000000f0f0f0f0;
    return x ^ t ^ (t << 28);
}

static void slice(slices q, const uint8_t in[GROUP])
{
    for (int b = 0; b < 8; b++) {
        q[b] = 0;
    }
    for (int i = 0; i < 8; i++) {
        uint64_t x = transpose8x8(load64_le(in + 8 * i));

        for (int b = 0; b < 8; b++) {
            q[b] |= (x >> (8 * b) & 0xff) << (8 * i);
        }
    }
}

static void unslice(uint8_t out[GROUP], const slices q)
{
    for (int i = 0; i < 8; i++) {
        uint64_t x = 0;

        for (int b = 0; b < 8; b++) {
            x |= (q[b] >> (8 * i) & 0xff) << (8 * b);
        }
        store64_le(out + 8 * i, transpose8x8(x));
    }
}

/* ---- GF(2^8) modulo x^8 + x^4 + x^3 + x + 1, on every byte ------------- */

/* The 15 coefficients of a product back to 8: x^8 = x^4 + x^3 + x + 1. */
static void gf_reduce(slices r, uint64_t p[15])
{
    for (int k = 14; k >= 8; k--) {
        p[k - 4] ^= p[k];
        p[k - 5] ^= p[k];
        p[k - 7] ^= p[k];
        p[k - 8] ^= p[k];
    }
    for (int b = 0; b < 8; b++) {
        r[b] = p[b];
    }
}

static void gf_mul(slices r, const slices x, const slices y)
{
    uint64_t p[15] = { 0 };

    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            p[i + j] ^= x[i] & y[j];
        }
    }
    gf_reduce(r, p);
}

/* r = x^(2^times) */
static void gf_square(slices r, const slices x, int times)
{
    for (int b = 0; b < 8; b++) {
        r[b] = x[b];
    }
    while (times-- > 0) {
        uint64_t p[15] = { 0 };

        for (int i = 0; i < 8; i++) {
            p[2 * i] = r[i];
        }
        gf_reduce(r, p);
    }
}

/* q = q^254, which is 1/q, or 0 for 0 */
static void gf_invert(slices q)
{
    slices x2, x3, x12, x15, x240;

    gf_square(x2, q, 1);
    gf_mul(x3, x2, q);
    gf_square(x12, x3, 2);
    gf_mul(x15, x12, x3);
    gf_square(x240, x15, 4);
    gf_mul(q, x240, x12);               /* x^252 */
    gf_mul(q, q, x2);
}

/* ---- The steps of FIPS 197, section 5 ---------------------------------- */

/* The byte c in every place: slice b is all ones where bit b of c is set. */
static uint64_t all_bytes(unsigned c, int b)
{
    return 0 - (uint64_t)(c >> b & 1);
}

static void sub_bytes(slices q)
{
    slices x;

    gf_invert(q);
    memcpy(x, q, sizeof(x));
    for (int b = 0; b < 8; b++) {
        q[b] = x[b] ^ x[(b + 4) % 8] ^ x[(b + 5) % 8] ^ x[(b + 6) % 8]
               ^ x[(b + 7) % 8] ^ all_bytes(0x63, b);
    }
}

static void inv_sub_bytes(slices q)
{
    slices x;

    memcpy(x, q, sizeof(x));
    for (int b = 0; b < 8; b++) {
        q[b] = x[(b + 2) % 8] ^ x[(b + 5) % 8] ^ x[(b + 7) % 8]
               ^ all_bytes(0x05, b);
    }
    gf_invert(q);
}

/* Rotates each 16-bit group right by n bits, 0 < n < 16. */
static uint64_t rotate_groups(uint64_t x, unsigned n)
{
    uint64_t low = 0x0001000100010001 * ((1u << (16 - n)) - 1);

    return (x >> n & low) | (x << (16 - n) & ~low);
}

/* Row r goes left by r columns (by 4 - r for the inverse). */
static void shift_rows(slices q, int inverse)
{
    const uint64_t row = 0x1111111111111111;

    for (int b = 0; b < 8; b++) {
        uint64_t x = q[b] & row;

        for (unsigned r = 1; r < 4; r++) {
            x |= rotate_groups(q[b] & row << r, 4 * (inverse ? 4 - r : r));
        }
        q[b] = x;
    }
}

/* Row r of each column becomes what was row r + 1 (r + 2). */
static uint64_t next_row(uint64_t x)
{
    return (x >> 1 & 0x7777777777777777) | (x << 3 & 0x8888888888888888);
}

static uint64_t next_row2(uint64_t x)
{
    return (x >> 2 & 0x3333333333333333) | (x << 2 & 0xcccccccccccccccc);
}

/* q = q * x */
static void gf_double(slices q)
{
    uint64_t top = q[7];

    for (int b = 7; b > 0; b--) {
        q[b] = q[b - 1];
    }
    q[0] = top;
    q[1] ^= top;
    q[3] ^= top;
    q[4] ^= top;
}

/* a0 -> 2 a0 + 3 a1 + a2 + a3 = 2 (a0 + a1) + a1 + (a2 + a3) */
static void mix_columns(slices q)
{
    slices sum, twice;

    for (int b = 0; b < 8; b++) {
        sum[b] = twice[b] = q[b] ^ next_row(q[b]);
    }
    gf_double(twice);
    for (int b = 0; b < 8; b++) {
        q[b] = twice[b] ^ next_row(q[b]) ^ next_row2(sum[b]);
    }
}

/* The inverse matrix is mix_columns' times (5 0 4 0): a0 -> a0 + 4 (a0 + a2) */
static void inv_mix_columns(slices q)
{
    slices t;

    for (int b = 0; b < 8; b++) {
        t[b] = q[b] ^ next_row2(q[b]);
    }
    gf_double(t);
    gf_double(t);
    for (int b = 0; b < 8; b++) {
        q[b] ^= t[b];
    }
    mix_columns(q);
}

static void add_round_key(slices q, const slices rk)
{
    for (int b = 0; b < 8; b++) {
        q[b] ^= rk[b];
    }
}

/* ---- Four blocks ------------------------------------------------------- */

/* The schedule in the shape in which it is used: each round key four times,
 * sliced. */
struct sliced_key {
    slices rk[15];
    uint32_t rounds;
};

static void slice_key(struct sliced_key *s, const struct vgf_aes_key *k)
{
    uint8_t four[GROUP];

    s->rounds = k->rounds;
    for (uint32_t i = 0; i <= k->rounds; i++) {
        for (size_t lane = 0; lane < LANES; lane++) {
            memcpy(four + 16 * lane, k->rk + 16 * i, 16);
        }
        slice(s->rk[i], four);
    }
    vgf_wipe(four, sizeof(four));
}

static void encrypt_group(const struct sliced_key *s, uint8_t data[GROUP])
{
    slices q;

    slice(q, data);
    add_round_key(q, s->rk[0]);
    for (uint32_t i = 1; i < s->rounds; i++) {
        sub_bytes(q);
        shift_rows(q, 0);
        mix_columns(q);
        add_round_key(q, s->rk[i]);
    }
    sub_bytes(q);
    shift_rows(q, 0);
    add_round_key(q, s->rk[s->rounds]);
    unslice(data, q);
    vgf_wipe(q, sizeof(q));
}

static void decrypt_group(const struct sliced_key *s, uint8_t data[GROUP])
{
    slices q;

    slice(q, data);
    add_round_key(q, s->rk[s->rounds]);
    for (uint32_t i = s->rounds - 1; i > 0; i--) {
        shift_rows(q, 1);
        inv_sub_bytes(q);
        add_round_key(q, s->rk[i]);
        inv_mix_columns(q);
    }
    shift_rows(q, 1);
    inv_sub_bytes(q);
    add_round_key(q, s->rk[0]);
    unslice(data, q);
    vgf_wipe(q, sizeof(q));
}

/* ---- Key schedule (FIPS 197, section 5.2) ------------------------------ */

static uint32_t sub_word(uint32_t w)
{
    uint8_t bytes[GROUP] = { 0 };
    slices q;

    store32_le(bytes, w);
    slice(q, bytes);
    sub_bytes(q);
    unslice(bytes, q);
    w = load32_le(bytes);
    vgf_wipe(bytes, sizeof(bytes));
    vgf_wipe(q, sizeof(q));
    return w;
}

/* Words are kept in memory order: FIPS 197's RotWord is a rotation to the
 * right, and the round constant sits in the low byte. */
void vgf_aes_encrypt_key_generic(struct vgf_aes_key *ek, const uint8_t *key,
                                 size_t keylen)
{
    size_t nk = keylen / 4;
    uint32_t rcon = 1;

    ek->rounds = (uint32_t)nk + 6;
    memcpy(ek->rk, key, keylen);
    for (size_t i = nk; i < 4 * ((size_t)ek->rounds + 1); i++) {
        uint32_t t = load32_le(ek->rk + 4 * (i - 1));

        if (i % nk == 0) {
            t = sub_word(t >> 8 | t << 24) ^ rcon;
            rcon = (rcon << 1) ^ (rcon >> 7) * 0x11b;
        } else if (nk == 8 && i % nk == 4) {
            t = sub_word(t);
        }
        store32_le(ek->rk + 4 * i, load32_le(ek->rk + 4 * (i - nk)) ^ t);
    }
}

/* This tier's inverse cipher is the straight one: it wants the same keys. */
void vgf_aes_decrypt_key_generic(struct vgf_aes_key *dk,
                                 const struct vgf_aes_key *ek)
{
    *dk = *ek;
}

/* ---- Modes ------------------------------------------------------------- */

static void ecb(const struct vgf_aes_key *k, uint8_t *out, const uint8_t *in,
                size_t nblocks,
                void (*group)(const struct sliced_key *, uint8_t *))
{
    struct sliced_key s;
    uint8_t data[GROUP] = { 0 };

    slice_key(&s, k);
    while (nblocks > 0) {
        size_t n = nblocks < LANES ? nblocks : LANES;

        memcpy(data, in, 16 * n);
        group(&s, data);
        memcpy(out, data, 16 * n);
        in += 16 * n;
        out += 16 * n;
        nblocks -= n;
    }
    vgf_wipe(&s, sizeof(s));
    vgf_wipe(data, sizeof(data));
}

void vgf_aes_ecb_encrypt_generic(const struct vgf_aes_key *ek, uint8_t *out,
                                 const uint8_t *in, size_t nblocks)
{
    ecb(ek, out, in, nblocks, encrypt_group);
}

void vgf_aes_ecb_decrypt_generic(const struct vgf_aes_key *dk, uint8_t *out,
                                 const uint8_t *in, size_t nblocks)
{
    ecb(dk, out, in, nblocks, decrypt_group);
}

/* The big-endian number in the last bytes of ctr goes up by one. */
static void increment32(uint8_t ctr[16])
{
    store32_be(ctr + 12, load32_be(ctr + 12) + 1);
}

static void increment128(uint8_t ctr[16])
{
    uint64_t low = load64_be(ctr + 8) + 1;

    store64_be(ctr + 8, low);
    store64_be(ctr, load64_be(ctr) + (low == 0));
}

static void ctr_mode(const struct vgf_aes_key *ek, uint8_t *out,
                     const uint8_t *in, size_t nblocks, uint8_t ctr[16],
                     uint8_t *next, void (*increment)(uint8_t *))
{
    struct sliced_key s;
    uint8_t stream[GROUP] = { 0 };

    slice_key(&s, ek);
    while (nblocks > 0) {
        size_t n = nblocks < LANES ? nblocks : LANES;

        for (size_t i = 0; i < n; i++) {
            memcpy(stream + 16 * i, ctr, 16);
            increment(ctr);
        }
        encrypt_group(&s, stream);
        for (size_t i = 0; i < 16 * n; i++) {
            out[i] = in[i] ^ stream[i];
        }
        in += 16 * n;
        out += 16 * n;
        nblocks -= n;
    }
    if (next != NULL) {
        memcpy(stream, ctr, 16);
        increment(ctr);
        encrypt_group(&s, stream);
        memcpy(next, stream, 16);
    }
    vgf_wipe(&s, sizeof(s));
    vgf_wipe(stream, sizeof(stream));
}

void vgf_aes_ctr128_generic(const struct vgf_aes_key *ek, uint8_t *out,
                            const uint8_t *in, size_t nblocks,
                            uint8_t ctr[16], uint8_t *next)
{
    ctr_mode(ek, out, in, nblocks, ctr, next, increment128);
}

void vgf_aes_ctr32_generic(const struct vgf_aes_key *ek, uint8_t *out,
                           const uint8_t *in, size_t nblocks,
                           uint8_t ctr[16], uint8_t *next)
{
    ctr_mode(ek, out, in, nblocks, ctr, next, increment32);
}

const struct vgf_aes_ops vgf_aes_generic = {
    .tier = VGF_TIER_GENERIC,
    .turn = LANES,
    .encrypt_key = vgf_aes_encrypt_key_generic,
    .decrypt_key = vgf_aes_decrypt_key_generic,
    .ecb_encrypt = vgf_aes_ecb_encrypt_generic,
    .ecb_decrypt = vgf_aes_ecb_decrypt_generic,
    .ctr128 = vgf_aes_ctr128_generic,
};
