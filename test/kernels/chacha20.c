/* SPDX-License-Identifier: Apache-2.0 */
/* chacha20.c - checks of the ChaCha20 kernels, with either counter. */
#include "family.h"
#include "truth.h"

#include <stdlib.h>

static void chacha20_xor(const struct vgf_chacha20_ops *ops, uint8_t *out,
                         const uint8_t *in, size_t nblocks,
                         const uint32_t *key, uint32_t *ctr, uint32_t ctr64)
{
    CALL(ops->xor, PTR(out), PTR(in), nblocks, PTR(key), PTR(ctr),
         U32(ctr64));
}

/* ---- Known answers ------------------------------------------------------ */

/* RFC 8439, 2.4.2, filled up with zeros to two blocks: compared are the 114
 * bytes there are. */
static void known(const void *v)
{
    static const char text[] =
        "Ladies and Gentlemen of the class of '99: If I could offer you "
        "only one tip for the future, sunscreen would be it.";
    static const char cipher[] =
        "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b"
        "f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8"
        "07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736"
        "5af90bbf74a35be6b40b8eedf2785e42874d";
    uint8_t in[128] = { 0 }, out[128], want[128];
    uint32_t key[8], ctr[4] = { 1, 0, 0x4a000000, 0 };
    const uint32_t next[4] = { 3, 0, 0x4a000000, 0 };

    trial_note("RFC 8439 2.4.2");
    memcpy(in, text, sizeof(text) - 1);
    unhex((uint8_t *)key, "000102030405060708090a0b0c0d0e0f"
                          "101112131415161718191a1b1c1d1e1f");
    chacha20_xor(v, out, in, 2, key, ctr, VGF_CHACHA20_CTR32);
    expect_bytes("out", out, want, unhex(want, cipher));
    expect_bytes("ctr", ctr, next, sizeof(next));
}

/* ---- Everything else against truth -------------------------------------- */

struct job {
    const struct vgf_chacha20_ops *ops;
    uint32_t key[8], first[4], ctr64;
    struct constant key_room;
    struct guarded ctr_room;
    struct io io;
    uint8_t *in, *want;
    size_t most;
};

static void job_new(struct job *j, const struct vgf_chacha20_ops *ops,
                    uint32_t ctr64)
{
    memset(j, 0, sizeof(*j));
    j->ops = ops;
    j->ctr64 = ctr64;
    trial_entry("xor");
    trial_note("ctr64 %u", (unsigned)ctr64);
    fill(j->key, sizeof(j->key), PATTERN_RANDOM);
    fill(j->first, sizeof(j->first), PATTERN_RANDOM);
    constant_new(&j->key_room, "key", j->key, sizeof(j->key));
    guarded_new(&j->ctr_room, "ctr", sizeof(j->first));
    j->most = sweep_most(ops->turn);
    io_new(&j->io, 64 * j->most);
    j->in = plain(64 * j->most);
    j->want = plain(64 * j->most);
}

static void job_free(struct job *j)
{
    constant_check(&j->key_room, j->key);
    constant_free(&j->key_room);
    guarded_free(&j->ctr_room);
    io_free(&j->io);
    free(j->in);
    free(j->want);
}

static void want_xor(struct job *j, size_t nblocks)
{
    uint32_t ctr[4];

    memcpy(ctr, j->first, sizeof(ctr));
    truth_chacha20(j->want, j->in, nblocks, j->key, ctr,
                   j->ctr64 ? 2 : 1);
}

static void call_xor(void *v, const struct layout *l, uint8_t *out,
                     const uint8_t *in, size_t nblocks)
{
    struct job *j = v;
    const uint64_t low = j->first[0] + (uint64_t)nblocks;
    uint32_t next[4];
    uint32_t *ctr = (void *)guarded_place(&j->ctr_room, sizeof(next), l->end,
                                          l->in_offset & 12);

    memcpy(ctr, j->first, sizeof(next));
    memcpy(next, j->first, sizeof(next));
    next[0] = (uint32_t)low;
    next[1] += j->ctr64 ? (uint32_t)(low >> 32) : 0;
    chacha20_xor(j->ops, out, in, nblocks,
                 (const void *)j->key_room.at[l->end].data, ctr, j->ctr64);
    expect_bytes("ctr", ctr, next, sizeof(next));
    guarded_check(&j->ctr_room);
}

static void bulk(const void *v)
{
    for (uint32_t ctr64 = 0; ctr64 <= 1; ctr64++) {
        struct job j;

        job_new(&j, v, ctr64);
        fill(j.in, 64 * j.most, PATTERN_251);
        want_xor(&j, j.most);
        sweep("xor", j.ops->turn, 64, j.in, j.want, call_xor, &j);
        job_free(&j);
    }
}

static void run_xor(struct job *j, size_t nblocks, unsigned layout)
{
    try_layout(&j->io, layout, 64, nblocks, j->in, j->want, call_xor, j);
}

/* The low word k short of 2^32, with a next word that carries on or drops. */
static void wraps(const void *v)
{
    const struct vgf_chacha20_ops *ops = v;
    const size_t nblocks = 2 * (size_t)ops->turn + 3;
    const uint32_t highs[] = { 0, 0x7fffffff, 0xffffffff };

    for (uint32_t ctr64 = 0; ctr64 <= 1; ctr64++) {
        struct job j;

        job_new(&j, ops, ctr64);
        fill(j.in, 64 * nblocks, PATTERN_RANDOM);
        for (size_t h = 0; h < COUNT(highs); h++) {
            for (uint32_t k = 1; k <= ops->turn + 8; k++) {
                trial_note("ctr64 %u, ctr = 2^32 - %u, %#x", (unsigned)ctr64,
                           (unsigned)k, (unsigned)highs[h]);
                j.first[0] = 0 - k;
                j.first[1] = highs[h];
                want_xor(&j, nblocks);
                run_xor(&j, nblocks, k);
                run_xor(&j, k < nblocks ? k : nblocks, k);
                run_xor(&j, nblocks - 1, k + 1);
            }
        }
        job_free(&j);
    }
}

/* A message in two calls at every cut, and in many at random ones. */
static void chunks(const void *v)
{
    const struct vgf_chacha20_ops *ops = v;
    const size_t nblocks = 3 * (size_t)ops->turn + 2;
    struct job j;
    uint8_t *out;
    uint32_t next[4];

    job_new(&j, ops, VGF_CHACHA20_CTR64);
    out = plain(64 * nblocks);
    for (size_t cut = 0; cut < nblocks + 20 * random_rounds(); cut++) {
        size_t done = 0;

        fill(j.in, 64 * nblocks, PATTERN_RANDOM);
        fill(j.first, sizeof(j.first), PATTERN_RANDOM);
        j.first[0] = 0 - random_below((uint32_t)(2 * nblocks));
        want_xor(&j, nblocks);
        memcpy(next, j.first, sizeof(next));
        while (done < nblocks) {
            const size_t n = chunk(cut, done, nblocks);

            chacha20_xor(ops, out + 64 * done, j.in + 64 * done, n, j.key,
                         next, VGF_CHACHA20_CTR64);
            done += n;
        }
        expect_bytes("out", out, j.want, 64 * nblocks);
    }
    free(out);
    job_free(&j);
}

/* ---- With ends ---------------------------------------------------------- */

static const char *const end_names[] = { "none", "first", "next", "both" };

struct ends_job {
    struct job j;
    uint32_t flags;
    struct guarded ends_room;
    uint8_t *stream;                    /* from the block at ctr on */
};

/* The text begins a block later if the first is by itself. */
static void call_ends(void *v, const struct layout *l, uint8_t *out,
                      const uint8_t *in, size_t nblocks)
{
    struct ends_job *e = v;
    struct job *j = &e->j;
    const size_t first = e->flags & VGF_CHACHA20_FIRST ? 1 : 0;
    const size_t next = e->flags & VGF_CHACHA20_NEXT ? 1 : 0;
    const uint64_t low = j->first[0] + (uint64_t)(first + nblocks + next);
    uint32_t after[4], ctr[4];
    uint8_t want[128];
    uint8_t *ends = guarded_place(&e->ends_room, 128, l->end, l->in_offset);

    memcpy(ctr, j->first, sizeof(ctr));
    memcpy(after, j->first, sizeof(after));
    after[0] = (uint32_t)low;
    after[1] += j->ctr64 ? (uint32_t)(low >> 32) : 0;
    memset(ends, 0x5a, 128);
    memset(want, 0x5a, 128);
    if (first != 0) {
        memcpy(want, e->stream, 64);
    }
    if (next != 0) {
        memcpy(want + 64, e->stream + 64 * (first + nblocks), 64);
    }
    CALL(j->ops->xor_ends, PTR(out), PTR(in), nblocks,
         PTR(j->key_room.at[l->end].data), PTR(ctr),
         U32(j->ctr64 | e->flags), PTR(ends));
    expect_bytes("ctr", ctr, after, sizeof(after));
    expect_bytes("ends", ends, want, 128);
    guarded_check(&e->ends_room);
}

static void ends(const void *v)
{
    const struct vgf_chacha20_ops *ops = v;

    for (uint32_t flags = 0; flags < 8; flags++) {
        struct ends_job e = { .flags = flags & ~VGF_CHACHA20_CTR64 };
        struct job *j = &e.j;
        const size_t first = flags & VGF_CHACHA20_FIRST ? 1 : 0;

        job_new(j, ops, flags & VGF_CHACHA20_CTR64);
        trial_entry("xor_ends");
        trial_note("ctr64 %u, ends: %s", (unsigned)j->ctr64,
                   end_names[flags / 2]);
        guarded_new(&e.ends_room, "ends", 128);
        j->first[0] = 0 - 5u;
        e.stream = plain(64 * (j->most + 2));
        memset(e.stream, 0, 64 * (j->most + 2));
        truth_chacha20(e.stream, e.stream, j->most + 2, j->key,
                       (uint32_t[4]){ j->first[0], j->first[1], j->first[2],
                                      j->first[3] }, j->ctr64 ? 2 : 1);
        fill(j->in, 64 * j->most, PATTERN_RANDOM);
        for (size_t i = 0; i < 64 * j->most; i++) {
            j->want[i] = j->in[i] ^ e.stream[64 * first + i];
        }
        sweep("xor_ends", ops->turn, 64, j->in, j->want, call_ends, &e);
        guarded_free(&e.ends_room);
        free(e.stream);
        job_free(j);
    }
}

/* ---- The family --------------------------------------------------------- */

static const void *pick(vgf_tiers allowed)
{
    return vgf_chacha20_pick(allowed);
}

static vgf_tiers tier(const void *ops)
{
    return ((const struct vgf_chacha20_ops *)ops)->tier;
}

static const struct check checks[] = {
    { "known", known },
    { "bulk", bulk },
    { "wraps", wraps },
    { "chunks", chunks },
    { "ends", ends },
    { NULL, NULL },
};

const struct family chacha20_family = { "chacha20", pick, tier, checks };
