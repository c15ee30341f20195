/* SPDX-License-Identifier: Apache-2.0 */
/* gcm.c - checks of the AES-GCM kernels, in bulk and by the message. */
#include "family.h"
#include "truth.h"

#include <stdlib.h>

static const size_t key_lengths[] = { 16, 24, 32 };

/* ---- Calls through the harness ------------------------------------------ */

static void set_key(const struct vgf_gcm_ops *ops, struct vgf_gcm_key *k,
                    const uint8_t *key, size_t keylen)
{
    CALL(ops->set_key, PTR(k), PTR(key), keylen);
}

static void ghash(const struct vgf_gcm_ops *ops, const struct vgf_gcm_key *k,
                  uint8_t *y, const uint8_t *in, size_t nblocks)
{
    CALL(ops->ghash, PTR(k), PTR(y), PTR(in), nblocks);
}

static void ctr32(const struct vgf_gcm_ops *ops, const struct vgf_gcm_key *k,
                  uint8_t *out, const uint8_t *in, size_t nblocks,
                  uint8_t *ctr)
{
    CALL(ops->ctr32, PTR(k), PTR(out), PTR(in), nblocks, PTR(ctr));
}

enum direction { SEAL, OPEN };

static void crypt(const struct vgf_gcm_ops *ops, enum direction direction,
                  const struct vgf_gcm_key *k, uint8_t *out,
                  const uint8_t *in, size_t nblocks, uint8_t *ctr, uint8_t *y)
{
    CALL(direction == SEAL ? ops->encrypt : ops->decrypt, PTR(k), PTR(out),
         PTR(in), nblocks, PTR(ctr), PTR(y));
}

static void message(const struct vgf_gcm_ops *ops, enum direction direction,
                    const struct vgf_gcm_key *k, uint8_t *out,
                    const uint8_t *in, size_t len, const uint8_t *aad,
                    size_t aadlen, const uint8_t *j0, uint8_t *tag)
{
    CALL(direction == SEAL ? ops->seal : ops->open, PTR(k), PTR(out),
         PTR(in), len, PTR(aad), aadlen, PTR(j0), PTR(tag));
}

/* ---- Known answers ------------------------------------------------------ */

#define GCM_SPEC_TEXT \
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72" \
    "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"

/* Test cases 2, 4, 10 and 16 of McGrew's and Viega's GCM specification. */
static const struct {
    int number;
    const char *key, *nonce, *aad, *text, *cipher, *tag;
} spec[] = {
    { 2, "00000000000000000000000000000000", "000000000000000000000000", "",
      "00000000000000000000000000000000", "0388dace60b6a392f328c2b971b2fe78",
      "ab6e47d42cec13bdf53a67b21257bddf" },
    { 4, "feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
      "feedfacedeadbeeffeedfacedeadbeefabaddad2", GCM_SPEC_TEXT,
      "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
      "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091",
      "5bc94fbc3221a5db94fae95ae7121a47" },
    { 10, "feffe9928665731c6d6a8f9467308308feffe9928665731c",
      "cafebabefacedbaddecaf888", "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      GCM_SPEC_TEXT,
      "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c"
      "7d773d00c144c525ac619d18c84a3f4718e2448b2fe324d9ccda2710",
      "2519498e80f1478f37ba55bd6d27618c" },
    { 16, "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
      "cafebabefacedbaddecaf888", "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      GCM_SPEC_TEXT,
      "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
      "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
      "76fc6ece0f4e1768cddf8853bb2d551b" },
};

static void known(const void *v)
{
    struct vgf_gcm_key k;

    for (size_t i = 0; i < COUNT(spec); i++) {
        uint8_t key[32], j0[16], aad[20], text[64], cipher[64], tag[16];
        uint8_t out[64], got[16];
        size_t aadlen, len;

        trial_note("GCM test case %d", spec[i].number);
        set_key(v, &k, key, unhex(key, spec[i].key));
        unhex(j0, spec[i].nonce);
        unhex(j0 + 12, "00000001");
        aadlen = unhex(aad, spec[i].aad);
        len = unhex(text, spec[i].text);
        unhex(cipher, spec[i].cipher);
        unhex(tag, spec[i].tag);
        message(v, SEAL, &k, out, text, len, aad, aadlen, j0, got);
        expect_bytes("out", out, cipher, len);
        expect_bytes("tag", got, tag, 16);
        message(v, OPEN, &k, out, cipher, len, aad, aadlen, j0, got);
        expect_bytes("out", out, text, len);
        expect_bytes("tag", got, tag, 16);
    }
}

/* ---- A key, its rooms and the truth -------------------------------------- */

struct job {
    const struct vgf_gcm_ops *ops;
    enum direction direction;
    struct truth_aes truth;
    uint8_t h[16];
    struct vgf_gcm_key k;
    struct constant k_room;
    struct guarded ctr_room, y_room, aad_room, tag_room;
    uint8_t first[16];                  /* counter, or J0 */
    struct io io;
    uint8_t *in, *want;
    size_t most;                        /* blocks of in and want */
    uint8_t (*y)[16];                   /* the hash before each block */
};

#define AAD_MOST 320

static void job_new(struct job *j, const struct vgf_gcm_ops *ops,
                    size_t keylen)
{
    struct guarded key_room, k_room;
    uint8_t *key;
    struct vgf_gcm_key *k;

    memset(j, 0, sizeof(*j));
    j->ops = ops;
    guarded_new(&key_room, "key", keylen);
    guarded_new(&k_room, "k", sizeof(*k));
    trial_entry("set_key");
    trial_note("key %zu", keylen);
    for (int end = FRONT; end <= BACK; end++) {
        key = guarded_place(&key_room, keylen, (enum end)end, 0);
        fill(key, keylen, PATTERN_RANDOM);
        k = (void *)guarded_place(&k_room, sizeof(*k), (enum end)end, 0);
        set_key(ops, k, key, keylen);
        guarded_check(&key_room);
        guarded_check(&k_room);
    }
    j->k = *k;
    truth_aes_key(&j->truth, key, keylen);
    truth_aes_encrypt(&j->truth, j->h, j->h);
    guarded_free(&key_room);
    guarded_free(&k_room);
    constant_new(&j->k_room, "k", &j->k, sizeof(j->k));
    guarded_new(&j->ctr_room, "ctr", 16);
    guarded_new(&j->y_room, "y", 16);
    guarded_new(&j->tag_room, "tag", 16);
    guarded_new(&j->aad_room, "aad", AAD_MOST);
    j->most = sweep_most(ops->turn);
    io_new(&j->io, 16 * j->most);
    j->in = plain(16 * j->most);
    j->want = plain(16 * j->most);
    j->y = (void *)plain(16 * (j->most + 1));
    fill(j->in, 16 * j->most, PATTERN_251);
    fill(j->first, 16, PATTERN_RANDOM);
}

static void job_free(struct job *j)
{
    constant_check(&j->k_room, &j->k);
    constant_free(&j->k_room);
    guarded_free(&j->ctr_room);
    guarded_free(&j->y_room);
    guarded_free(&j->tag_room);
    guarded_free(&j->aad_room);
    io_free(&j->io);
    free(j->in);
    free(j->want);
    free(j->y);
}

static const struct vgf_gcm_key *key_at(struct job *j, enum end end)
{
    return (const void *)j->k_room.at[end].data;
}

/* want = in under the counters from first on; y = the hashes of the
 * ciphertext, of which `hashed` says where it is. */
static void want_all(struct job *j, size_t nblocks, const uint8_t *hashed)
{
    uint8_t ctr[16];

    memcpy(ctr, j->first, 16);
    truth_ctr(&j->truth, j->want, j->in, 16 * nblocks, ctr, 4);
    fill(j->y[0], 16, PATTERN_RANDOM);
    for (size_t i = 0; i < nblocks; i++) {
        memcpy(j->y[i + 1], j->y[i], 16);
        truth_ghash(j->h, j->y[i + 1], hashed + 16 * i);
    }
}

/* ---- Bulk ---------------------------------------------------------------- */

static uint8_t *place16(struct guarded *g, const struct layout *l,
                        const uint8_t *data)
{
    return memcpy(guarded_place(g, 16, l->end, l->in_offset), data, 16);
}

static void check_ctr(struct job *j, const uint8_t *ctr, size_t nblocks)
{
    uint8_t next[16];

    memcpy(next, j->first, 16);
    truth_count(next, 4, nblocks);
    expect_bytes("ctr", ctr, next, 16);
    guarded_check(&j->ctr_room);
}

static void call_ctr32(void *v, const struct layout *l, uint8_t *out,
                       const uint8_t *in, size_t nblocks)
{
    struct job *j = v;
    uint8_t *ctr = place16(&j->ctr_room, l, j->first);

    ctr32(j->ops, key_at(j, l->end), out, in, nblocks, ctr);
    check_ctr(j, ctr, nblocks);
}

static void call_crypt(void *v, const struct layout *l, uint8_t *out,
                       const uint8_t *in, size_t nblocks)
{
    struct job *j = v;
    uint8_t *ctr = place16(&j->ctr_room, l, j->first);
    uint8_t *y = place16(&j->y_room, l, j->y[0]);

    crypt(j->ops, j->direction, key_at(j, l->end), out, in, nblocks, ctr, y);
    check_ctr(j, ctr, nblocks);
    expect_bytes("y", y, j->y[nblocks], 16);
    guarded_check(&j->y_room);
}

/* GHASH has no output: that is the input, unchanged. */
static void call_ghash(void *v, const struct layout *l, uint8_t *out,
                       const uint8_t *in, size_t nblocks)
{
    struct job *j = v;
    uint8_t *y = place16(&j->y_room, l, j->y[0]);

    ghash(j->ops, key_at(j, l->end), y, in, nblocks);
    expect_bytes("y", y, j->y[nblocks], 16);
    guarded_check(&j->y_room);
    memmove(out, in, 16 * nblocks);
}

static void bulk(const void *v)
{
    for (size_t n = 0; n < COUNT(key_lengths); n++) {
        const struct vgf_gcm_ops *ops = v;
        struct job j;

        job_new(&j, ops, key_lengths[n]);
        want_all(&j, j.most, j.want);
        sweep("ctr32", ops->turn, 16, j.in, j.want, call_ctr32, &j);
        j.direction = SEAL;
        sweep("encrypt", ops->turn, 16, j.in, j.want, call_crypt, &j);
        want_all(&j, j.most, j.in);
        j.direction = OPEN;
        sweep("decrypt", ops->turn, 16, j.in, j.want, call_crypt, &j);
        sweep("ghash", ops->turn, 16, j.in, j.in, call_ghash, &j);
        job_free(&j);
    }
}

/* Blocks of few bits, and of all. */
static void ghash_bits(const void *v)
{
    struct job j;
    uint8_t y[16];

    job_new(&j, v, 16);
    trial.entry = "ghash";
    for (size_t i = 0; i < 128 + PATTERNS; i++) {
        trial_note("pattern %zu", i);
        if (i < 128) {
            memset(j.in, 0, 16);
            j.in[i / 8] = (uint8_t)(0x80 >> i % 8);
        } else {
            fill(j.in, 16, (enum pattern)(i - 128));
        }
        want_all(&j, 1, j.in);
        memset(j.y[0], 0, 16);
        memset(j.y[1], 0, 16);
        truth_ghash(j.h, j.y[1], j.in);
        memset(y, 0, 16);
        ghash(v, &j.k, y, j.in, 1);
        expect_bytes("y", y, j.y[1], 16);
        /* the same through y, in two different halves */
        memcpy(y, j.in, 16);
        memset(j.in, 0, 16);
        ghash(v, &j.k, y, j.in, 1);
        expect_bytes("y", y, j.y[1], 16);
    }
    job_free(&j);
}

/* ---- Counters and chunks ------------------------------------------------- */

static void run_bulk(struct job *j, const char *entry, sweep_call *call,
                     size_t nblocks, unsigned layout)
{
    trial.entry = entry;
    try_layout(&j->io, layout, 16, nblocks, j->in, j->want, call, j);
}

/* The counter k short of 2^32, which must not carry into the nonce. */
static void ctr_wraps(const void *v)
{
    const struct vgf_gcm_ops *ops = v;
    const size_t nblocks = 2 * (size_t)ops->turn + 3;

    for (unsigned k = 1; k <= ops->turn + 8; k++) {
        const size_t counts[] = { k < nblocks ? k : nblocks, nblocks - 1,
                                  nblocks };
        struct job j;

        job_new(&j, ops, 16);
        trial_note("ctr = 2^32 - %u", k);
        memset(j.first + (k % 2 != 0 ? 4 : 12), 0xff, k % 2 != 0 ? 12 : 4);
        j.first[15] = (uint8_t)(0x100 - k % 0x100);
        j.first[14] = (uint8_t)(0xff - (k - 1) / 0x100);
        for (size_t i = 0; i < COUNT(counts); i++) {
            want_all(&j, nblocks, j.want);
            run_bulk(&j, "ctr32", call_ctr32, counts[i], k);
            j.direction = SEAL;
            run_bulk(&j, "encrypt", call_crypt, counts[i], k);
            want_all(&j, nblocks, j.in);
            j.direction = OPEN;
            run_bulk(&j, "decrypt", call_crypt, counts[i], k);
        }
        job_free(&j);
    }
}

/* A message in two calls at every cut, and in many at random ones, in either
 * direction; now and then through ctr32 and ghash instead of both at once. */
static void chunks(const void *v)
{
    const struct vgf_gcm_ops *ops = v;
    const size_t nblocks = 3 * (size_t)ops->turn + 2;
    struct job j;
    uint8_t *out, ctr[16], y[16];

    job_new(&j, ops, 32);
    out = plain(16 * nblocks);
    for (size_t cut = 0; cut < nblocks + 20 * random_rounds(); cut++) {
        size_t done = 0;

        j.direction = cut % 2 == 0 ? SEAL : OPEN;
        trial.entry = j.direction == SEAL ? "encrypt" : "decrypt";
        fill(j.in, 16 * nblocks, PATTERN_RANDOM);
        fill(j.first, 16, PATTERN_RANDOM);
        want_all(&j, nblocks, j.direction == SEAL ? j.want : j.in);
        memcpy(ctr, j.first, 16);
        memcpy(y, j.y[0], 16);
        while (done < nblocks) {
            const uint8_t *in = j.in + 16 * done;
            uint8_t *to = out + 16 * done;
            const size_t n = chunk(cut, done, nblocks);

            if (random_below(4) == 0) {
                ctr32(ops, &j.k, to, in, n, ctr);
                ghash(ops, &j.k, y, j.direction == SEAL ? to : in, n);
            } else {
                crypt(ops, j.direction, &j.k, to, in, n, ctr, y);
            }
            done += n;
        }
        expect_bytes("out", out, j.want, 16 * nblocks);
        expect_bytes("y", y, j.y[nblocks], 16);
    }
    free(out);
    job_free(&j);
}

/* ---- Whole messages ------------------------------------------------------ */

/* Seals len bytes of j->in and opens them again. */
static void seal_open(struct job *j, size_t len, size_t aadlen,
                      unsigned layout)
{
    const struct layout l = layout_of(layout, len);
    uint8_t aad[AAD_MOST], ctr[16], want_tag[16];

    memcpy(ctr, j->first, 16);
    truth_count(ctr, 4, 1);
    truth_ctr(&j->truth, j->want, j->in, len, ctr, 4);
    fill(aad, aadlen, PATTERN_RANDOM);
    truth_gcm_tag(&j->truth, want_tag, j->want, len, aad, aadlen, j->first);
    trial_note("aad %zu", aadlen);
    trial.size = len;
    trial.layout = &l;
    for (int d = SEAL; d <= OPEN; d++) {
        const uint8_t *in = d == SEAL ? j->in : j->want;
        const uint8_t *want = d == SEAL ? j->want : j->in;
        uint8_t *a = guarded_place(&j->aad_room, aadlen, l.end,
                                   l.out_offset);
        uint8_t *j0 = place16(&j->ctr_room, &l, j->first);
        uint8_t *tag = guarded_place(&j->tag_room, 16, l.end, l.in_offset);

        trial.entry = d == SEAL ? "seal" : "open";
        memcpy(a, aad, aadlen);
        io_place(&j->io, &l, in, len);
        message(j->ops, (enum direction)d, key_at(j, l.end), j->io.dst,
                j->io.src, len, a, aadlen, j0, tag);
        io_check(&j->io, in, want);
        expect_bytes("tag", tag, want_tag, 16);
        guarded_check(&j->tag_room);
        expect_bytes("aad", a, aad, aadlen);
        guarded_check(&j->aad_room);
        expect_bytes("j0", j0, j->first, 16);
        guarded_check(&j->ctr_room);
    }
    trial.layout = NULL;
}

static void messages(const void *v)
{
    static const size_t aad_lengths[] = { 0, 1, 13, 16, 20, 33 };
    static const size_t lengths[] = { 0, 17 };
    static const size_t big[] = { 4096, 8191, 16399 };
    unsigned layout = 0;

    for (size_t n = 0; n < COUNT(key_lengths); n++) {
        struct job j;

        job_new(&j, v, key_lengths[n]);
        for (size_t len = 0; len <= 300; len++) {
            /* each length with every AAD length, spread over the keys */
            for (size_t a = n; a < COUNT(aad_lengths); a += 3) {
                seal_open(&j, len, aad_lengths[a], layout++ % 4);
            }
            seal_open(&j, len, random_below(50), random_below(LAYOUTS));
        }
        for (size_t a = 0; a <= 300; a++) {
            seal_open(&j, lengths[a % COUNT(lengths)], a, layout++ % 4);
        }
        for (size_t b = 0; b < COUNT(big); b++) {
            seal_open(&j, big[b], 13, layout++ % 4);
        }
        job_free(&j);
    }
}

/* J0 k short of 2^32: the counter wraps within the message. */
static void message_wraps(const void *v)
{
    const struct vgf_gcm_ops *ops = v;
    const size_t len = 16 * (2 * (size_t)ops->turn + 3) - 5;
    struct job j;

    job_new(&j, ops, 32);
    for (unsigned k = 1; k <= ops->turn + 8; k++) {
        memset(j.first + 12, 0xff, 4);
        j.first[15] = (uint8_t)(0x100 - k % 0x100);
        j.first[14] = (uint8_t)(0xff - (k - 1) / 0x100);
        seal_open(&j, len, 7, k % 4);
    }
    job_free(&j);
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
    { "known", known },
    { "bulk", bulk },
    { "ghash_bits", ghash_bits },
    { "ctr_wraps", ctr_wraps },
    { "chunks", chunks },
    { "messages", messages },
    { "message_wraps", message_wraps },
    { NULL, NULL },
};

const struct family gcm_family = { "gcm", pick, tier, checks };
