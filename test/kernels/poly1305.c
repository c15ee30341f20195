/* SPDX-License-Identifier: Apache-2.0 */
/* poly1305.c - checks of the Poly1305 kernels. */
#include "family.h"
#include "truth.h"

#include <stdlib.h>

/* ---- Calls through the harness ------------------------------------------ */

static void init(const struct vgf_poly1305_ops *ops, struct vgf_poly1305 *p,
                 const uint8_t *key)
{
    CALL(ops->init, PTR(p), PTR(key));
}

static void blocks(const struct vgf_poly1305_ops *ops,
                   struct vgf_poly1305 *p, const uint8_t *in, size_t nblocks,
                   uint32_t pad)
{
    CALL(ops->blocks, PTR(p), PTR(in), nblocks, U32(pad));
}

static void finish(const struct vgf_poly1305_ops *ops,
                   struct vgf_poly1305 *p, uint8_t *tag)
{
    CALL(ops->finish, PTR(p), PTR(tag));
}

/* ---- Known answers ------------------------------------------------------ */

/* RFC 8439, 2.5.2 and those of A.3 that are about carries and reductions. */
static const struct {
    const char *name, *key, *text, *tag;
} rfc8439[] = {
    { "2.5.2",
      "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
      "43727970746f6772617068696320466f72756d2052657365617263682047726f7570",
      "a8061dc1305136c6c22b8baf0c0127a9" },
    { "A.3 7",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "fffffffffffffffffffffffffffffffff0ffffffffffffffffffffffffffffff"
      "11000000000000000000000000000000",
      "05000000000000000000000000000000" },
    { "A.3 8",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "fffffffffffffffffffffffffffffffffbfefefefefefefefefefefefefefefe"
      "01010101010101010101010101010101",
      "00000000000000000000000000000000" },
    { "A.3 9",
      "0200000000000000000000000000000000000000000000000000000000000000",
      "fdffffffffffffffffffffffffffffff",
      "faffffffffffffffffffffffffffffff" },
    { "A.3 10",
      "0100000000000000040000000000000000000000000000000000000000000000",
      "e33594d7505e43b900000000000000003394d7505e4379cd0100000000000000"
      "0000000000000000000000000000000001000000000000000000000000000000",
      "14000000000000005500000000000000" },
    { "A.3 11",
      "0100000000000000040000000000000000000000000000000000000000000000",
      "e33594d7505e43b900000000000000003394d7505e4379cd0100000000000000"
      "00000000000000000000000000000000",
      "13000000000000000000000000000000" },
};

static void known(const void *v)
{
    for (size_t i = 0; i < COUNT(rfc8439); i++) {
        uint8_t key[32], text[80] = { 0 }, want[16], tag[16];
        struct vgf_poly1305 p;
        size_t len;

        trial_note("RFC 8439 %s", rfc8439[i].name);
        unhex(key, rfc8439[i].key);
        len = unhex(text, rfc8439[i].text);
        unhex(want, rfc8439[i].tag);
        init(v, &p, key);
        blocks(v, &p, text, len / 16, 1);
        if (len % 16 != 0) {
            text[len] = 1;
            blocks(v, &p, text + len / 16 * 16, 1, 0);
        }
        finish(v, &p, tag);
        expect_bytes("tag", tag, want, 16);
    }
}

/* ---- The state ---------------------------------------------------------- */

/* Values of h at which a carry or a reduction goes wrong: h[2] is its third
 * word, and the sign of `near` says on which side of it h lies. */
static const struct {
    uint64_t top;
    int64_t near;
} corners[] = {
    { 0, 0 }, { 0, 1 }, { 0, -1 }, { 1, -1 }, { 3, 0 }, { 4, -1 }, { 4, -4 },
    { 4, -5 }, { 4, -6 }, { 4, 0 }, { 4, 5 }, { 5, -1 }, { 5, -2 },
};

static void corner(uint64_t h[3], size_t i)
{
    const uint64_t borrow = corners[i].near < 0 ? ~(uint64_t)0 : 0;

    h[0] = (uint64_t)corners[i].near;
    h[1] = borrow;
    h[2] = corners[i].top + borrow;
    if (corners[i].top == 0 && borrow) {
        h[2] = 0;                       /* 2^128 - 1 */
    }
}

static void random_h(uint64_t h[3])
{
    h[0] = random64();
    h[1] = random64();
    h[2] = random_below(5);
}

/* r as a key has it: clamped. */
static void make_r(uint64_t r[2], enum pattern pattern)
{
    fill(r, 16, pattern);
    r[0] &= 0x0ffffffc0fffffff;
    r[1] &= 0x0ffffffc0ffffffc;
}

/* p->h must be `want` modulo 2^130 - 5 and within its bound. */
static void expect_h(const struct vgf_poly1305 *p, const uint64_t want[3])
{
    uint64_t h[3], w[3];

    if (p->h[2] > 4) {
        trial_fail("h[2] is %llu", (unsigned long long)p->h[2]);
    }
    memcpy(h, p->h, sizeof(h));
    memcpy(w, want, sizeof(w));
    truth_poly1305_reduce(h);
    truth_poly1305_reduce(w);
    expect_bytes("h", h, w, sizeof(h));
}

static void start(const void *v)
{
    struct guarded key_room, p_room;
    uint8_t key[32];

    guarded_new(&key_room, "key", 32);
    guarded_new(&p_room, "p", sizeof(struct vgf_poly1305));
    trial.entry = "init";
    for (unsigned i = 0; i < LAYOUTS; i++) {
        const struct layout l = layout_of(i, 0);
        const uint64_t zero[3] = { 0 };
        uint64_t r[2], s[2];
        uint8_t *k = guarded_place(&key_room, 32, l.end, l.in_offset);
        struct vgf_poly1305 *p = (void *)guarded_place(
            &p_room, sizeof(*p), l.end, l.in_offset & 8);

        trial.layout = &l;
        fill(key, 32, (enum pattern)(i % PATTERNS));
        memcpy(k, key, 32);
        init(v, p, k);
        expect_bytes("key", k, key, 32);
        guarded_check(&key_room);
        guarded_check(&p_room);
        memcpy(r, key, 16);
        r[0] &= 0x0ffffffc0fffffff;
        r[1] &= 0x0ffffffc0ffffffc;
        memcpy(s, key + 16, 16);
        expect_bytes("h", p->h, zero, sizeof(zero));
        expect_bytes("r", p->r, r, sizeof(r));
        expect_bytes("s", p->s, s, sizeof(s));
        trial.layout = NULL;
    }
    guarded_free(&key_room);
    guarded_free(&p_room);
}

/* Tags of every corner with pads that carry, and of random values; the state
 * must be left wiped. */
static void end(const void *v)
{
    struct guarded tag_room, p_room;

    guarded_new(&tag_room, "tag", 16);
    guarded_new(&p_room, "p", sizeof(struct vgf_poly1305));
    trial.entry = "finish";
    for (unsigned i = 0; i < 4 * LAYOUTS * random_rounds(); i++) {
        static const struct vgf_poly1305 wiped;
        const struct layout l = layout_of(i % LAYOUTS, 0);
        uint8_t want[16];
        uint8_t *tag = guarded_place(&tag_room, 16, l.end, l.in_offset);
        struct vgf_poly1305 *p = (void *)guarded_place(
            &p_room, sizeof(*p), l.end, l.in_offset & 8);

        trial.layout = &l;
        make_r(p->r, PATTERN_RANDOM);
        fill(p->s, sizeof(p->s), (enum pattern)(i / COUNT(corners)
                                                % PATTERNS));
        if (i / COUNT(corners) < PATTERNS) {
            trial_note("corner %zu", i % COUNT(corners));
            corner(p->h, i % COUNT(corners));
        } else {
            trial_note("random h");
            random_h(p->h);
        }
        truth_poly1305_tag(want, p->h, p->s);
        finish(v, p, tag);
        expect_bytes("tag", tag, want, 16);
        expect_bytes("the wiped state", p, &wiped, sizeof(wiped));
        guarded_check(&tag_room);
        guarded_check(&p_room);
        trial.layout = NULL;
    }
    guarded_free(&tag_room);
    guarded_free(&p_room);
}

/* ---- Blocks ------------------------------------------------------------- */

struct job {
    const struct vgf_poly1305_ops *ops;
    struct vgf_poly1305 first, last;
    struct guarded p_room;
    uint32_t pad;
    uint64_t (*h)[3];                   /* before each block */
};

/* Poly1305 has no output: that is the input, unchanged. */
static void call_blocks(void *v, const struct layout *l, uint8_t *out,
                        const uint8_t *in, size_t nblocks)
{
    struct job *j = v;
    struct vgf_poly1305 *p = (void *)guarded_place(
        &j->p_room, sizeof(*p), l->end, l->in_offset & 8);

    *p = j->first;
    blocks(j->ops, p, in, nblocks, j->pad);
    expect_h(p, j->h[nblocks]);
    expect_bytes("r", p->r, j->first.r, sizeof(p->r));
    expect_bytes("s", p->s, j->first.s, sizeof(p->s));
    guarded_check(&j->p_room);
    memmove(out, in, 16 * nblocks);
}

static void want_h(struct job *j, const uint8_t *in, size_t nblocks)
{
    memcpy(j->h[0], j->first.h, sizeof(j->h[0]));
    for (size_t i = 0; i < nblocks; i++) {
        memcpy(j->h[i + 1], j->h[i], sizeof(j->h[0]));
        truth_poly1305(j->h[i + 1], j->first.r, in + 16 * i, 1, j->pad);
    }
}

static void bulk(const void *v)
{
    struct job j = { .ops = v };
    const size_t most = sweep_most(j.ops->turn);
    uint8_t *in = plain(16 * most);

    j.h = (void *)plain((most + 1) * sizeof(j.h[0]));
    guarded_new(&j.p_room, "p", sizeof(j.first));
    for (j.pad = 0; j.pad <= 1; j.pad++) {
        for (int i = 0; i < PATTERNS; i++) {
            trial_note("pad %u, pattern %d", (unsigned)j.pad, i);
            random_h(j.first.h);
            make_r(j.first.r, (enum pattern)i);
            fill(j.first.s, sizeof(j.first.s), PATTERN_RANDOM);
            fill(in, 16 * most, (enum pattern)((i + (int)j.pad) % PATTERNS));
            want_h(&j, in, most);
            sweep("blocks", j.ops->turn, 16, in, in, call_blocks, &j);
        }
    }
    guarded_free(&j.p_room);
    free(j.h);
    free(in);
}

/* Small r, which leave h near where the message took it; the last one
 * multiplies the upper half, too. */
static const uint64_t small_r[][2] = { { 1, 0 }, { 2, 0 }, { 5, 0 },
                                       { 1, 4 } };

#define R_KINDS (PATTERNS + COUNT(small_r))

/* Blocks enough for any tier to make all powers that it has. */
#define ALL_POWERS 133

static void try_count(struct job *j, const uint8_t *in, size_t nblocks)
{
    struct vgf_poly1305 p = j->first;

    trial.size = 16 * nblocks;
    blocks(j->ops, &p, in, nblocks, j->pad);
    expect_h(&p, j->h[nblocks]);
    j->last = p;
}

/* Every corner of h, with the largest and other r, and messages that carry:
 * a few blocks, a turn, and more.  Every other time, the same again with powers
 * from before. */
static void nasty(const void *v)
{
    struct job j = { .ops = v };
    const size_t most = 2 * (size_t)j.ops->turn + 4;
    uint8_t *in = plain(16 * ALL_POWERS);

    j.h = (void *)plain((ALL_POWERS + 1) * sizeof(j.h[0]));
    trial.entry = "blocks";
    for (size_t i = 0; i < COUNT(corners) * R_KINDS * PATTERNS * 2; i++) {
        const size_t c = i % COUNT(corners);
        const size_t r = i / COUNT(corners) % R_KINDS;
        const enum pattern m = (enum pattern)(i / COUNT(corners) / R_KINDS
                                              % PATTERNS);

        j.pad = (uint32_t)(i / COUNT(corners) / R_KINDS / PATTERNS);
        trial_note("corner %zu, r %zu, message %d, pad %u", c, r, (int)m,
                   (unsigned)j.pad);
        corner(j.first.h, c);
        if (r < PATTERNS) {
            make_r(j.first.r, (enum pattern)r);
        } else {
            memcpy(j.first.r, small_r[r - PATTERNS], sizeof(j.first.r));
        }
        fill(in, 16 * ALL_POWERS, m);
        if (i % 3 == 0) {               /* 2^128 - 5 and what is next to it */
            in[0] = (uint8_t)(0xfb + i % 4);
        } else if (i % 3 == 1) {        /* ones and this: just over 2^128 k */
            memset(in + 16, 0, 16);
            in[17] = 1;
        }
        want_h(&j, in, i % 2 == 0 ? ALL_POWERS : most);
        j.first.made = 0;
        for (size_t n = 0; n <= most; n += n < 4 ? 1 : j.ops->turn) {
            try_count(&j, in, n);
        }
        if (i % 2 == 0) {
            try_count(&j, in, ALL_POWERS);
            j.first.made = j.last.made;
            memcpy(j.first.powers, j.last.powers, sizeof(j.first.powers));
            for (size_t n = 4; n <= most; n += j.ops->turn) {
                try_count(&j, in, n);
            }
        }
    }
    free(j.h);
    free(in);
}

/* A message in chunks, which this tier and generic take in turns, and any of
 * the two finishes.  Some chunks are long enough for more powers than the ones
 * before. */
static void mixed(const void *v)
{
    const struct vgf_poly1305_ops *ops[2] = { v, &vgf_poly1305_generic };
    const size_t most = 2 * ALL_POWERS;
    uint8_t *in = plain(16 * most);

    for (size_t i = 0; i < 200 * random_rounds(); i++) {
        const size_t nblocks = random_below((uint32_t)most + 1);
        uint8_t key[32], tag[16], want[16];
        struct vgf_poly1305 p;
        uint64_t h[3] = { 0 };
        size_t done = 0;

        trial.size = 16 * nblocks;
        fill(key, 16, (enum pattern)(i % PATTERNS));
        fill(key + 16, 16, PATTERN_RANDOM);
        fill(in, 16 * most, (enum pattern)(i / PATTERNS % PATTERNS));
        init(ops[i / 2 % 2], &p, key);
        truth_poly1305(h, p.r, in, nblocks, 1);
        truth_poly1305_tag(want, h, p.s);
        while (done < nblocks) {
            const size_t n = chunk(nblocks, done, nblocks);

            blocks(ops[random_below(2)], &p, in + 16 * done, n, 1);
            done += n;
        }
        finish(ops[i % 2], &p, tag);
        expect_bytes("tag", tag, want, 16);
    }
    free(in);
}

/* ---- The family --------------------------------------------------------- */

static const void *pick(vgf_tiers allowed)
{
    return vgf_poly1305_pick(allowed);
}

static vgf_tiers tier(const void *ops)
{
    return ((const struct vgf_poly1305_ops *)ops)->tier;
}

static const struct check checks[] = {
    { "known", known },
    { "init", start },
    { "finish", end },
    { "bulk", bulk },
    { "nasty", nasty },
    { "mixed", mixed },
    { NULL, NULL },
};

const struct family poly1305_family = { "poly1305", pick, tier, checks };
