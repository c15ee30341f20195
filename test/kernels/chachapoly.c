/* SPDX-License-Identifier: Apache-2.0 */
/* chachapoly.c - checks of the one-pass ChaCha20-Poly1305 kernels. */
#include "family.h"
#include "truth.h"

#include <stdlib.h>

enum direction { SEAL, OPEN };

static void crypt(const struct vgf_chachapoly_ops *ops,
                  enum direction direction, uint8_t *out, const uint8_t *in,
                  size_t nblocks, const uint32_t *key, uint32_t *ctr,
                  struct vgf_poly1305 *p)
{
    CALL(direction == SEAL ? ops->encrypt : ops->decrypt, PTR(out), PTR(in),
         nblocks, PTR(key), PTR(ctr), PTR(p));
}

/* The halves, as the provider composes a message of them. */
static void chacha20(const struct vgf_chachapoly_ops *ops, uint8_t *out,
                     const uint8_t *in, size_t nblocks, const uint32_t *key,
                     uint32_t *ctr)
{
    CALL(ops->chacha20->xor, PTR(out), PTR(in), nblocks, PTR(key), PTR(ctr),
         U32(VGF_CHACHA20_CTR32));
}

static void poly1305(const struct vgf_chachapoly_ops *ops,
                     struct vgf_poly1305 *p, const uint8_t *in,
                     size_t nblocks)
{
    CALL(ops->poly1305->blocks, PTR(p), PTR(in), nblocks, U32(1));
}

/* ---- Known answer ------------------------------------------------------- */

/* len bytes padded with zeros to whole blocks. */
static void poly1305_padded(const struct vgf_chachapoly_ops *ops,
                            struct vgf_poly1305 *p, const uint8_t *in,
                            size_t len)
{
    uint8_t last[16] = { 0 };

    poly1305(ops, p, in, len / 16);
    if (len % 16 != 0) {
        memcpy(last, in + len / 16 * 16, len % 16);
        poly1305(ops, p, last, 1);
    }
}

/* A message of 64 to 128 bytes by RFC 8439, 2.8.1: the one-time key, the
 * additional data, a block in one pass, the rest through the halves. */
static void aead(const struct vgf_chachapoly_ops *ops,
                 enum direction direction, uint8_t *out, const uint8_t *in,
                 size_t len, const uint8_t *aad, size_t aadlen,
                 const uint32_t *key, const uint32_t nonce[3],
                 uint8_t tag[16])
{
    uint32_t ctr[4] = { 0, nonce[0], nonce[1], nonce[2] };
    uint8_t block[64] = { 0 }, rest[64] = { 0 };
    const size_t left = len - 64;
    const uint64_t lengths[2] = { aadlen, len };
    struct vgf_poly1305 p;

    chacha20(ops, block, block, 1, key, ctr);
    CALL(ops->poly1305->init, PTR(&p), PTR(block));
    poly1305_padded(ops, &p, aad, aadlen);
    crypt(ops, direction, out, in, 1, key, ctr, &p);
    memcpy(rest, in + 64, left);
    if (direction == OPEN) {
        poly1305_padded(ops, &p, rest, left);
    }
    chacha20(ops, rest, rest, 1, key, ctr);
    if (direction == SEAL) {
        poly1305_padded(ops, &p, rest, left);
    }
    memcpy(out + 64, rest, left);
    poly1305(ops, &p, (const uint8_t *)lengths, 1);
    CALL(ops->poly1305->finish, PTR(&p), PTR(tag));
}

static void known(const void *v)    /* RFC 8439, 2.8.2 */
{
    static const char text[] =
        "Ladies and Gentlemen of the class of '99: If I could offer you "
        "only one tip for the future, sunscreen would be it.";
    static const char text_cipher[] =
        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
        "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
        "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
        "3ff4def08e4b7a9de576d26586cec64b6116";
    const struct vgf_chachapoly_ops *ops = v;
    const size_t len = sizeof(text) - 1;
    uint8_t aad[12], cipher[128], tag[16], out[128], got[16];
    uint32_t key[8], nonce[3];

    if (ops->chacha20 == NULL || ops->poly1305 == NULL) {
        trial_fail("a half is missing");
    }
    trial_note("RFC 8439 2.8.2");
    unhex((uint8_t *)key, "808182838485868788898a8b8c8d8e8f"
                          "909192939495969798999a9b9c9d9e9f");
    unhex((uint8_t *)nonce, "070000004041424344454647");
    unhex(aad, "50515253c0c1c2c3c4c5c6c7");
    unhex(cipher, text_cipher);
    unhex(tag, "1ae10b594f09e26a7e902ecbd0600691");
    aead(ops, SEAL, out, (const uint8_t *)text, len, aad, sizeof(aad), key,
         nonce, got);
    expect_bytes("out", out, cipher, len);
    expect_bytes("tag", got, tag, 16);
    aead(ops, OPEN, out, cipher, len, aad, sizeof(aad), key, nonce, got);
    expect_bytes("out", out, text, len);
    expect_bytes("tag", got, tag, 16);
}

/* ---- Bulk ---------------------------------------------------------------- */

struct job {
    const struct vgf_chachapoly_ops *ops;
    enum direction direction;
    uint32_t key[8], first[4];
    struct vgf_poly1305 p;
    struct constant key_room;
    struct guarded ctr_room, p_room;
    struct io io;
    uint8_t *in, *want;
    size_t most;
    uint64_t (*h)[3];                   /* before each 64-byte block */
};

static void job_new(struct job *j, const struct vgf_chachapoly_ops *ops)
{
    memset(j, 0, sizeof(*j));
    j->ops = ops;
    fill(j->key, sizeof(j->key), PATTERN_RANDOM);
    fill(j->first, sizeof(j->first), PATTERN_RANDOM);
    fill(&j->p, sizeof(j->p), PATTERN_RANDOM);
    j->p.h[2] %= 5;
    j->p.made = 0;
    j->p.r[0] &= 0x0ffffffc0fffffff;
    j->p.r[1] &= 0x0ffffffc0ffffffc;
    constant_new(&j->key_room, "key", j->key, sizeof(j->key));
    guarded_new(&j->ctr_room, "ctr", sizeof(j->first));
    guarded_new(&j->p_room, "p", sizeof(j->p));
    j->most = sweep_most(ops->turn);
    io_new(&j->io, 64 * j->most);
    j->in = plain(64 * j->most);
    j->want = plain(64 * j->most);
    j->h = (void *)plain((j->most + 1) * sizeof(j->h[0]));
}

static void job_free(struct job *j)
{
    constant_check(&j->key_room, j->key);
    constant_free(&j->key_room);
    guarded_free(&j->ctr_room);
    guarded_free(&j->p_room);
    io_free(&j->io);
    free(j->in);
    free(j->want);
    free(j->h);
}

/* want = in under the keystream; h = Poly1305 of `hashed`, the ciphertext. */
static void want_all(struct job *j, size_t nblocks, const uint8_t *hashed)
{
    uint32_t ctr[4];

    memcpy(ctr, j->first, sizeof(ctr));
    truth_chacha20(j->want, j->in, nblocks, j->key, ctr, 1);
    memcpy(j->h[0], j->p.h, sizeof(j->h[0]));
    for (size_t i = 0; i < nblocks; i++) {
        memcpy(j->h[i + 1], j->h[i], sizeof(j->h[0]));
        truth_poly1305(j->h[i + 1], j->p.r, hashed + 64 * i, 4, 1);
    }
}

static void call_crypt(void *v, const struct layout *l, uint8_t *out,
                       const uint8_t *in, size_t nblocks)
{
    struct job *j = v;
    uint32_t next[4];
    uint64_t h[3], want[3];
    uint32_t *ctr = (void *)guarded_place(&j->ctr_room, sizeof(next), l->end,
                                          l->in_offset & 12);
    struct vgf_poly1305 *p = (void *)guarded_place(
        &j->p_room, sizeof(*p), l->end, l->in_offset & 8);

    memcpy(ctr, j->first, sizeof(next));
    memcpy(next, j->first, sizeof(next));
    next[0] += (uint32_t)nblocks;
    *p = j->p;
    crypt(j->ops, j->direction, out, in, nblocks,
          (const void *)j->key_room.at[l->end].data, ctr, p);
    expect_bytes("ctr", ctr, next, sizeof(next));
    guarded_check(&j->ctr_room);
    if (p->h[2] > 4) {
        trial_fail("h[2] is %llu", (unsigned long long)p->h[2]);
    }
    memcpy(h, p->h, sizeof(h));
    memcpy(want, j->h[nblocks], sizeof(want));
    truth_poly1305_reduce(h);
    truth_poly1305_reduce(want);
    expect_bytes("h", h, want, sizeof(h));
    expect_bytes("r", p->r, j->p.r, sizeof(p->r));
    expect_bytes("s", p->s, j->p.s, sizeof(p->s));
    guarded_check(&j->p_room);
}

static void bulk(const void *v)
{
    const struct vgf_chachapoly_ops *ops = v;
    struct job j;

    job_new(&j, ops);
    fill(j.in, 64 * j.most, PATTERN_251);
    j.direction = SEAL;
    want_all(&j, j.most, j.want);
    sweep("encrypt", ops->turn, 64, j.in, j.want, call_crypt, &j);
    j.direction = OPEN;
    want_all(&j, j.most, j.in);
    sweep("decrypt", ops->turn, 64, j.in, j.want, call_crypt, &j);
    job_free(&j);
}

static void run_crypt(struct job *j, size_t nblocks, unsigned layout)
{
    try_layout(&j->io, layout, 64, nblocks, j->in, j->want, call_crypt, j);
}

/* The counter k short of 2^32, which must not carry into the nonce. */
static void wraps(const void *v)
{
    const struct vgf_chachapoly_ops *ops = v;
    const size_t nblocks = 2 * (size_t)ops->turn + 3;
    struct job j;

    job_new(&j, ops);
    fill(j.in, 64 * nblocks, PATTERN_RANDOM);
    for (uint32_t k = 1; k <= ops->turn + 8; k++) {
        trial_note("ctr = 2^32 - %u", (unsigned)k);
        j.first[0] = 0 - k;
        for (int d = SEAL; d <= OPEN; d++) {
            j.direction = (enum direction)d;
            trial.entry = d == SEAL ? "encrypt" : "decrypt";
            want_all(&j, nblocks, d == SEAL ? j.want : j.in);
            run_crypt(&j, nblocks, k);
            run_crypt(&j, k < nblocks ? k : nblocks, k);
            run_crypt(&j, nblocks - 1, k + 1);
        }
    }
    job_free(&j);
}

/* A message in random chunks, in one pass or through the halves, which are
 * sometimes those of generic. */
static void chunks(const void *v)
{
    const struct vgf_chachapoly_ops *all[] = { v, v, v,
                                               &vgf_chachapoly_generic };
    const size_t nblocks = 3 * (size_t)all[0]->turn + 4;
    struct job j;
    uint8_t *out;

    job_new(&j, v);
    out = plain(64 * nblocks);
    for (size_t i = 0; i < 40 * random_rounds(); i++) {
        struct vgf_poly1305 p = j.p;
        uint32_t next[4];
        size_t done = 0;

        j.direction = i % 2 == 0 ? SEAL : OPEN;
        trial.entry = j.direction == SEAL ? "encrypt" : "decrypt";
        fill(j.in, 64 * nblocks, PATTERN_RANDOM);
        fill(j.first, sizeof(j.first), PATTERN_RANDOM);
        want_all(&j, nblocks, j.direction == SEAL ? j.want : j.in);
        memcpy(next, j.first, sizeof(next));
        while (done < nblocks) {
            const struct vgf_chachapoly_ops *ops
                = all[random_below(COUNT(all))];
            const uint8_t *in = j.in + 64 * done;
            uint8_t *to = out + 64 * done;
            const size_t n = chunk(nblocks, done, nblocks);

            if (random_below(3) == 0) {
                chacha20(ops, to, in, n, j.key, next);
                poly1305(ops, &p, j.direction == SEAL ? to : in, 4 * n);
            } else {
                crypt(ops, j.direction, to, in, n, j.key, next, &p);
            }
            done += n;
        }
        expect_bytes("out", out, j.want, 64 * nblocks);
        truth_poly1305_reduce(p.h);
        truth_poly1305_reduce(j.h[nblocks]);
        expect_bytes("h", p.h, j.h[nblocks], sizeof(p.h));
    }
    free(out);
    job_free(&j);
}

/* ---- The beginning of a message ------------------------------------------ */

struct begin_job {
    struct job j;                       /* h: after the additional data, .. */
    uint32_t flags;
    uint8_t aad[16], *stream, *copy;    /* stream: from the block at ctr on */
    struct guarded ends_room;
};

static void call_begin(void *v, const struct layout *l, uint8_t *out,
                       const uint8_t *in, size_t nblocks)
{
    struct begin_job *b = v;
    struct job *j = &b->j;
    const int next = (b->flags & VGF_CHACHAPOLY_NEXT) != 0;
    uint32_t after[4], ctr[4];
    uint8_t *ends = guarded_place(&b->ends_room, 128, l->end, l->in_offset);
    struct vgf_poly1305 *p = (void *)guarded_place(
        &j->p_room, sizeof(*p), l->end, l->in_offset & 8);
    uint64_t h[3];

    memcpy(ctr, j->first, sizeof(ctr));
    memcpy(after, j->first, sizeof(after));
    after[0] += (uint32_t)nblocks + 1 + (uint32_t)next;
    memset(p, 0x5a, sizeof(*p));
    memset(ends, 0x5a, 128);
    memcpy(ends + 64, b->aad, 16);
    if (out == in && (b->flags & VGF_CHACHAPOLY_OPEN)) {
        memcpy(b->copy, in, 64 * nblocks);      /* not in place */
        in = b->copy;
    }
    CALL(j->ops->begin, PTR(p), PTR(out), PTR(in), nblocks,
         PTR(j->key_room.at[l->end].data), PTR(ctr), U32(b->flags),
         PTR(ends));
    expect_bytes("ctr", ctr, after, sizeof(after));
    expect_bytes("one-time key", ends, b->stream, 64);
    if (next) {
        expect_bytes("next", ends + 64, b->stream + 64 * (nblocks + 1), 64);
    }
    memcpy(h, j->h[nblocks], sizeof(h));
    truth_poly1305_reduce(h);
    truth_poly1305_reduce(p->h);
    expect_bytes("h", p->h, h, sizeof(h));
    expect_bytes("r", p->r, j->p.r, sizeof(p->r));
    expect_bytes("s", p->s, b->stream + 16, sizeof(p->s));
    guarded_check(&b->ends_room);
    guarded_check(&j->p_room);
}

static void begin_with(const struct vgf_chachapoly_ops *ops, uint32_t flags)
{
    struct begin_job b = { .flags = flags };
    struct job *j = &b.j;
    const int open = (flags & VGF_CHACHAPOLY_OPEN) != 0;
    uint32_t ctr[4];

    job_new(j, ops);
    guarded_new(&b.ends_room, "ends", 128);
    b.stream = plain(64 * (j->most + 2));
    b.copy = plain(64 * j->most);
    fill(b.aad, sizeof(b.aad), PATTERN_RANDOM);
    fill(j->in, 64 * j->most, PATTERN_RANDOM);
    j->first[0] = 0 - 5u;
    memset(b.stream, 0, 64 * (j->most + 2));
    memcpy(ctr, j->first, sizeof(ctr));
    truth_chacha20(b.stream, b.stream, j->most + 2, j->key, ctr, 1);
    memcpy(j->p.r, b.stream, sizeof(j->p.r));
    j->p.r[0] &= 0x0ffffffc0fffffff;
    j->p.r[1] &= 0x0ffffffc0ffffffc;
    memset(j->p.h, 0, sizeof(j->p.h));
    if (flags & VGF_CHACHAPOLY_AAD) {
        truth_poly1305(j->p.h, j->p.r, b.aad, 1, 1);
    }
    j->first[0]++;                      /* the text's */
    want_all(j, j->most, open ? j->in : j->want);
    j->first[0]--;
    sweep("begin", ops->turn, 64, j->in, j->want, call_begin, &b);
    guarded_free(&b.ends_room);
    free(b.stream);
    free(b.copy);
    job_free(j);
}

static void begin(const void *v)
{
    const struct vgf_chachapoly_ops *ops = v;

    for (uint32_t i = 0; i < 8 && ops->begin != NULL; i++) {
        uint32_t flags = (i & 1 ? VGF_CHACHAPOLY_NEXT : 0)
                         | (i & 2 ? VGF_CHACHAPOLY_AAD : 0)
                         | (i & 4 ? VGF_CHACHAPOLY_OPEN : 0);

        trial_note("flags %u", (unsigned)flags);
        begin_with(ops, flags);
    }
}

/* ---- The family --------------------------------------------------------- */

static const void *pick(vgf_tiers allowed)
{
    return vgf_chachapoly_pick(allowed);
}

static vgf_tiers tier(const void *ops)
{
    return ((const struct vgf_chachapoly_ops *)ops)->tier;
}

static const struct check checks[] = {
    { "known", known },
    { "bulk", bulk },
    { "wraps", wraps },
    { "chunks", chunks },
    { "begin", begin },
    { NULL, NULL },
};

const struct family chachapoly_family = { "chachapoly", pick, tier, checks };
