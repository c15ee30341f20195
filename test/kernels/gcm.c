/* SPDX-License-Identifier: Apache-2.0 */
/* gcm.c - checks of the AES-GCM kernels, call by call. */
#include "gcm.h"

#include <stdlib.h>

#define ALL_FLAGS (VGF_GCM_FIRST | VGF_GCM_PART | VGF_GCM_REST)

static const size_t key_lengths[] = { 16, 24, 32 };

/* ---- Calls through the harness ------------------------------------------ */

void gcm_set_key(const struct vgf_gcm_ops *ops, struct vgf_gcm_key *k,
                 const uint8_t *key, size_t keylen)
{
    CALL(ops->set_key, PTR(k), PTR(key), keylen);
}

void gcm_ghash(const struct vgf_gcm_ops *ops, struct vgf_gcm_key *k,
               uint8_t *y, const uint8_t *in, size_t nblocks)
{
    CALL(ops->ghash, PTR(k), PTR(y), PTR(in), nblocks);
}

void gcm_crypt(const struct vgf_gcm_ops *ops, enum direction direction,
               struct vgf_gcm_key *k, struct vgf_gcm_msg *m, uint8_t *out,
               const uint8_t *in, size_t nblocks, unsigned flags)
{
    CALL(direction == SEAL ? ops->encrypt : ops->decrypt, PTR(k), PTR(m),
         PTR(out), PTR(in), nblocks, U32(flags));
}

void gcm_tag(const struct vgf_gcm_ops *ops, const struct vgf_gcm_key *k,
             const struct vgf_gcm_msg *m, uint64_t aad_len,
             uint64_t text_len, uint8_t *tag, unsigned flags)
{
    CALL(ops->tag, PTR(k), PTR(m), U64(aad_len), U64(text_len), PTR(tag),
         U32(flags));
}

/* ---- A key and its rooms ------------------------------------------------ */

/* Long enough for all that a kernel may add to a key.  Not the place to find
 * what is written too far. */
static void season(struct gcm_job *j)
{
    struct vgf_gcm_key *k = &j->keys[SEASONED];
    struct vgf_gcm_msg m = { .ctr = { 1 } };
    const size_t n = 4099;
    uint8_t *junk = plain(16 * n + 64);

    memset(junk, 0, 16 * n);
    j->ops->encrypt(k, &m, junk, junk, n, 0);
    j->ops->decrypt(k, &m, junk, junk, n, 0);
    j->ops->ghash(k, m.y, junk, n);
    free(junk);
}

void gcm_job_new(struct gcm_job *j, const struct vgf_gcm_ops *ops,
                 size_t keylen, size_t most)
{
    struct guarded key_room;
    const uint8_t *key = NULL;

    memset(j, 0, sizeof(*j));
    j->ops = ops;
    guarded_new(&key_room, "key", keylen);
    guarded_new(&j->k_room, "k", sizeof(j->keys[0]));
    trial_entry("set_key");
    trial_note("key %zu", keylen);
    for (unsigned i = 0; i < LAYOUTS; i++) {
        const struct layout l = layout_of(i, keylen);
        uint8_t *at = guarded_place(&key_room, keylen, l.end, l.in_offset);
        struct vgf_gcm_key *k
            = (void *)guarded_place(&j->k_room, sizeof(*k), l.end, 0);

        fill(at, keylen, PATTERN_RANDOM);
        gcm_set_key(ops, k, at, keylen);
        guarded_check(&key_room);
        guarded_check(&j->k_room);
        j->keys[FRESH] = *k;
        key = at;
    }
    j->keys[SEASONED] = j->keys[FRESH];
    season(j);
    j->ages = memcmp(&j->keys[FRESH], &j->keys[SEASONED], sizeof(j->keys[0]))
                      == 0 ? 1 : 2;
    truth_aes_key(&j->truth, key, keylen);
    truth_aes_encrypt(&j->truth, j->h, j->h);
    guarded_free(&key_room);
    guarded_new(&j->m_room, "m", sizeof(j->before));
    guarded_new(&j->y_room, "y", 16);
    guarded_new(&j->tag_room, "tag", 16);
    j->most = most;
    io_new(&j->io, 16 * most);
    j->in = plain(16 * most);
    j->want = plain(16 * most);
    j->y = (void *)plain(16 * (most + 1));
    fill(j->in, 16 * most, PATTERN_RANDOM);
}

void gcm_job_free(struct gcm_job *j)
{
    guarded_free(&j->k_room);
    guarded_free(&j->m_room);
    guarded_free(&j->y_room);
    guarded_free(&j->tag_room);
    io_free(&j->io);
    free(j->in);
    free(j->want);
    free(j->y);
}

struct vgf_gcm_key *gcm_key_place(struct gcm_job *j, const struct layout *l)
{
    void *k = guarded_place(&j->k_room, sizeof(j->keys[0]), l->end, 0);

    return memcpy(k, &j->keys[j->age], sizeof(j->keys[0]));
}

void gcm_key_check(struct gcm_job *j)
{
    const struct vgf_gcm_key *k = (const void *)j->k_room.data;

    guarded_check(&j->k_room);
    expect_bytes("k->aes", &k->aes, &j->keys[j->age].aes, sizeof(k->aes));
}

/* ---- One call ----------------------------------------------------------- */

void gcm_want(struct gcm_job *j, size_t nblocks)
{
    const uint8_t *hashed = j->direction == SEAL ? j->want : j->in;
    uint8_t ctr[16];

    memcpy(ctr, j->before.ctr, 16);
    fill(&j->before, sizeof(j->before), PATTERN_RANDOM);
    memcpy(j->before.ctr, ctr, 16);
    if (j->flags & VGF_GCM_FIRST) {
        truth_count(ctr, 4, 1);
    }
    truth_ctr(&j->truth, j->want, j->in, 16 * nblocks, ctr, 4);
    memcpy(j->y[0], j->before.y, 16);
    if (j->flags & VGF_GCM_PART) {
        truth_ghash(j->h, j->y[0], j->before.part);
    }
    for (size_t i = 0; i < nblocks; i++) {
        memcpy(j->y[i + 1], j->y[i], 16);
        truth_ghash(j->h, j->y[i + 1], hashed + 16 * i);
    }
}

/* What of a message is there after a call. */
static void check_msg(const struct gcm_job *j, const struct vgf_gcm_msg *m,
                      size_t nblocks)
{
    struct vgf_gcm_msg want = j->before;

    memcpy(want.y, j->y[nblocks], 16);
    if (j->flags & VGF_GCM_FIRST) {
        truth_aes_encrypt(&j->truth, want.mask, want.ctr);
        truth_count(want.ctr, 4, 1);
    }
    truth_count(want.ctr, 4, nblocks);
    if (j->flags & VGF_GCM_REST) {
        truth_aes_encrypt(&j->truth, want.stream, want.ctr);
        truth_count(want.ctr, 4, 1);
    }
    expect_bytes("ctr", m->ctr, want.ctr, 16);
    expect_bytes("y", m->y, want.y, 16);
    expect_bytes("mask", m->mask, want.mask, 16);
    expect_bytes("part", m->part, want.part, 16);
    expect_bytes("stream", m->stream, want.stream, 16);
}

static void call_crypt(void *v, const struct layout *l, uint8_t *out,
                       const uint8_t *in, size_t nblocks)
{
    struct gcm_job *j = v;
    struct vgf_gcm_key *k = gcm_key_place(j, l);
    struct vgf_gcm_msg *m = (void *)guarded_place(&j->m_room, sizeof(*m),
                                                  l->end, l->in_offset);

    *m = j->before;
    gcm_crypt(j->ops, j->direction, k, m, out, in, nblocks, j->flags);
    gcm_key_check(j);
    guarded_check(&j->m_room);
    check_msg(j, m, nblocks);
}

static void trial_call(const struct gcm_job *j)
{
    trial.entry = j->direction == SEAL ? "encrypt" : "decrypt";
    trial_note("flags %u, %s, ctr = ..%02x%02x%02x%02x", j->flags,
               j->age == FRESH ? "fresh" : "seasoned", j->before.ctr[12],
               j->before.ctr[13], j->before.ctr[14], j->before.ctr[15]);
}

static void run(struct gcm_job *j, size_t nblocks, unsigned layout)
{
    for (int age = 0; age < j->ages; age++) {
        j->age = (enum age)age;
        trial_call(j);
        try_layout(&j->io, layout % LAYOUTS, 16, nblocks, j->in, j->want,
                   call_crypt, j);
    }
}

/* ---- All counts, flags, counters ---------------------------------------- */

/* A counter, or J0, from which main loops begin at once: J0 as 96-bit nonces
 * make it, or a multiple of something. */
static void suit_loops(struct gcm_job *j)
{
    fill(j->before.ctr, 12, PATTERN_RANDOM);
    memset(j->before.ctr + 12, 0, 4);
    j->before.ctr[15] = j->flags & VGF_GCM_FIRST ? 1 : 0;
}

/* Those layouts that touch the guards, and some of the others. */
static void run_layouts(struct gcm_job *j, size_t nblocks, unsigned layouts)
{
    for (unsigned i = 0; i < layouts; i++) {
        run(j, nblocks, i < 4 ? i : j->calls++);
    }
}

static void counts(const void *v)
{
    static const size_t big[] = { 1024, 4099 };
    const struct vgf_gcm_ops *ops = v;
    const size_t small = 4 * (size_t)ops->turn + 3;

    for (size_t n = 0; n < COUNT(key_lengths); n++) {
        struct gcm_job j;

        gcm_job_new(&j, ops, key_lengths[n], 4099);
        for (unsigned i = 0; i < 2 * (ALL_FLAGS + 1); i++) {
            j.direction = i % 2 == 0 ? SEAL : OPEN;
            j.flags = i / 2;
            fill(j.before.ctr, 16, PATTERN_RANDOM);
            if (n != 1) {
                suit_loops(&j);
            }
            gcm_want(&j, small);
            for (size_t blocks = 0; blocks <= small; blocks++) {
                run_layouts(&j, blocks, 7);
            }
        }
        for (size_t b = 0; b < COUNT(big); b++) {
            j.direction = (n + b) % 2 == 0 ? SEAL : OPEN;
            j.flags = b == 0 ? 0 : ALL_FLAGS;
            fill(j.before.ctr, 16, PATTERN_RANDOM);
            gcm_want(&j, big[b]);
            run_layouts(&j, big[b], 4);
        }
        gcm_job_free(&j);
    }
}

/* Main loops may start at a multiple of something: every low half byte. */
static void starts(const void *v)
{
    const struct vgf_gcm_ops *ops = v;
    const size_t most = 4 * (size_t)ops->turn + 3;
    struct gcm_job j;

    gcm_job_new(&j, ops, 24, most);
    for (unsigned i = 0; i < 16 * 2 * (ALL_FLAGS + 1); i++) {
        j.direction = i % 2 == 0 ? SEAL : OPEN;
        j.flags = i / 2 % (ALL_FLAGS + 1);
        fill(j.before.ctr, 16, PATTERN_RANDOM);
        j.before.ctr[15] = (uint8_t)((j.before.ctr[15] & 0xf0)
                                     | i / 2 / (ALL_FLAGS + 1));
        gcm_want(&j, most);
        for (size_t n = 0; n <= most; n++) {
            run(&j, n, j.calls++);
        }
    }
    gcm_job_free(&j);
}

/* The counter k short of 2^32, so that it wraps at every place of a call; it
 * must not carry into the nonce. */
static void ctr_wraps(const void *v)
{
    static const unsigned some_flags[] = {
        0, VGF_GCM_FIRST, VGF_GCM_REST, ALL_FLAGS,
    };
    const struct vgf_gcm_ops *ops = v;
    const size_t most = 4 * (size_t)ops->turn + 3;
    struct gcm_job j;

    gcm_job_new(&j, ops, 16, most);
    for (unsigned i = 0; i < (most + 3) * 2 * COUNT(some_flags); i++) {
        const unsigned k = 1 + i / 2 / COUNT(some_flags);

        j.direction = i % 2 == 0 ? SEAL : OPEN;
        j.flags = some_flags[i / 2 % COUNT(some_flags)];
        fill(j.before.ctr, 12, k % 2 == 0 ? PATTERN_RANDOM : PATTERN_ONES);
        memset(j.before.ctr + 12, 0xff, 4);
        j.before.ctr[15] = (uint8_t)(0x100 - k % 0x100);
        j.before.ctr[14] = (uint8_t)(0xff - (k - 1) / 0x100);
        gcm_want(&j, most);
        run(&j, most, k);
        for (size_t n = k < 3 ? 0 : k - 3; n <= k + 1 && n <= most; n++) {
            run(&j, n, k + 1);
        }
    }
    gcm_job_free(&j);
}

/* ---- Chunks ------------------------------------------------------------- */

/* A message in chunks, with a key that has seen nothing before.  Now and then
 * the block after a chunk is done as a caller does a partial one, or a chunk
 * is hashed on its own. */
static void run_chunks(struct gcm_job *j, uint8_t *out, size_t cut,
                       size_t total)
{
    struct vgf_gcm_key k = j->keys[j->age];
    struct vgf_gcm_msg m = j->before;
    unsigned flags = VGF_GCM_FIRST;
    size_t done = 0;

    while (done < total || (flags & VGF_GCM_PART)) {
        const size_t n = chunk(cut, done, total);
        const bool rest = done + n < total && (cut + done) % 3 == 0;
        const uint8_t *in = j->in + 16 * done;

        gcm_crypt(j->ops, j->direction, &k, &m, out + 16 * done, in, n,
                  flags | (rest ? VGF_GCM_REST : 0));
        done += n;
        flags = 0;
        if (rest) {
            for (size_t i = 0; i < 16; i++) {
                const uint8_t from = j->in[16 * done + i];

                out[16 * done + i] = from ^ m.stream[i];
                m.part[i] = j->direction == SEAL ? out[16 * done + i] : from;
            }
            flags = VGF_GCM_PART;
            done++;
        }
    }
    expect_bytes("out", out, j->want, 16 * total);
    expect_bytes("y", m.y, j->y[total], 16);
}

static void chunks_of(struct gcm_job *j, uint8_t *out, size_t total)
{
    trial.size = 16 * total;
    for (int age = 0; age < j->ages; age++) {
        j->age = (enum age)age;
        for (size_t cut = 0; cut < total + 2 * random_rounds(); cut++) {
            run_chunks(j, out, cut, total);
        }
    }
}

/* Messages in two calls at every cut, and in many at random ones. */
static void chunks(const void *v)
{
    const struct vgf_gcm_ops *ops = v;
    const size_t most = 6 * (size_t)ops->turn + 1;
    struct gcm_job j;
    uint8_t *out;

    gcm_job_new(&j, ops, 32, most);
    out = plain(16 * most);
    for (unsigned i = 0; i < 4; i++) {
        j.direction = i % 2 == 0 ? SEAL : OPEN;
        j.flags = VGF_GCM_FIRST;
        trial.entry = j.direction == SEAL ? "encrypt" : "decrypt";
        fill(j.before.ctr, 16, PATTERN_RANDOM);
        if (i / 2 == 0) {
            suit_loops(&j);
        }
        gcm_want(&j, most);
        for (size_t total = 0; total <= 3 * (size_t)ops->turn + 2; total++) {
            chunks_of(&j, out, total);
        }
        chunks_of(&j, out, most);
    }
    free(out);
    gcm_job_free(&j);
}

/* ---- The family --------------------------------------------------------- */

static const void *pick(vgf_tiers allowed)
{
    return vgf_gcm_pick(allowed);
}

static vgf_tiers tier(const void *ops)
{
    return ((const struct vgf_gcm_ops *)ops)->tier;
}

static const struct check checks[] = {
    { "known", gcm_known },
    { "counts", counts },
    { "starts", starts },
    { "ctr_wraps", ctr_wraps },
    { "chunks", chunks },
    { "ghash", gcm_ghashes },
    { "ghash_bits", gcm_ghash_bits },
    { "tags", gcm_tags },
    { "messages", gcm_messages },
    { "nonces", gcm_nonces },
    { "leaves_nothing", gcm_leaves_nothing },
    { NULL, NULL },
};

const struct family gcm_family = { "gcm", pick, tier, checks };
