/* SPDX-License-Identifier: Apache-2.0 */
/* aes.c - checks of the AES kernels: key schedules, ECB and CTR. */
#include "family.h"
#include "truth.h"

#include <stdlib.h>

static const size_t key_lengths[] = { 16, 24, 32 };

/* ---- Calls through the harness ------------------------------------------ */

static void encrypt_key(const struct vgf_aes_ops *ops, struct vgf_aes_key *ek,
                        const uint8_t *key, size_t keylen)
{
    CALL(ops->encrypt_key, PTR(ek), PTR(key), keylen);
}

static void decrypt_key(const struct vgf_aes_ops *ops, struct vgf_aes_key *dk,
                        const struct vgf_aes_key *ek)
{
    CALL(ops->decrypt_key, PTR(dk), PTR(ek));
}

static void ecb_encrypt(const struct vgf_aes_ops *ops,
                        const struct vgf_aes_key *ek, uint8_t *out,
                        const uint8_t *in, size_t nblocks)
{
    CALL(ops->ecb_encrypt, PTR(ek), PTR(out), PTR(in), nblocks);
}

static void ecb_decrypt(const struct vgf_aes_ops *ops,
                        const struct vgf_aes_key *dk, uint8_t *out,
                        const uint8_t *in, size_t nblocks)
{
    CALL(ops->ecb_decrypt, PTR(dk), PTR(out), PTR(in), nblocks);
}

static void ctr128(const struct vgf_aes_ops *ops,
                   const struct vgf_aes_key *ek, uint8_t *out,
                   const uint8_t *in, size_t nblocks, uint8_t *ctr,
                   uint8_t *next)
{
    CALL(ops->ctr128, PTR(ek), PTR(out), PTR(in), nblocks, PTR(ctr),
         PTR(next));
}

/* ---- Known answers ------------------------------------------------------ */

static const char sp800_38a_text[] =
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";
static const char sp800_38a_counter[] = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

static const struct {
    const char *key, *ecb, *ctr;
} sp800_38a[] = {       /* SP 800-38A, F.1 and F.5 */
    { "2b7e151628aed2a6abf7158809cf4f3c",
      "3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf"
      "43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4",
      "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
      "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee" },
    { "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
      "bd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eef"
      "ef7afd2270e2e60adce0ba2face6444e9a4b41ba738d6c72fb16691603c18e0e",
      "1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e94"
      "1e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050" },
    { "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
      "f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870"
      "b6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7",
      "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
      "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6" },
};

static const struct {
    const char *key, *cipher;
} fips_197[] = {        /* FIPS 197, appendix C: 00112233..eeff */
    { "000102030405060708090a0b0c0d0e0f",
      "69c4e0d86a7b0430d8cdb78070b4c55a" },
    { "000102030405060708090a0b0c0d0e0f1011121314151617",
      "dda97ca4864cdfe06eaf70a0ec0d7191" },
    { "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "8ea2b7ca516745bfeafc49904b496089" },
};

static void known(const void *v)
{
    const struct vgf_aes_ops *ops = v;
    uint8_t key[32], text[64], want[64], out[64], ctr[16];
    struct vgf_aes_key ek, dk;

    for (size_t i = 0; i < COUNT(fips_197); i++) {
        trial_note("FIPS 197 C.%zu", i + 1);
        encrypt_key(ops, &ek, key, unhex(key, fips_197[i].key));
        decrypt_key(ops, &dk, &ek);
        unhex(text, "00112233445566778899aabbccddeeff");
        unhex(want, fips_197[i].cipher);
        ecb_encrypt(ops, &ek, out, text, 1);
        expect_bytes("out", out, want, 16);
        ecb_decrypt(ops, &dk, out, want, 1);
        expect_bytes("out", out, text, 16);
    }
    for (size_t i = 0; i < COUNT(sp800_38a); i++) {
        trial_note("SP 800-38A F.1, F.5, key %zu", i);
        encrypt_key(ops, &ek, key, unhex(key, sp800_38a[i].key));
        decrypt_key(ops, &dk, &ek);
        unhex(text, sp800_38a_text);
        unhex(want, sp800_38a[i].ecb);
        ecb_encrypt(ops, &ek, out, text, 4);
        expect_bytes("out", out, want, 64);
        ecb_decrypt(ops, &dk, out, want, 4);
        expect_bytes("out", out, text, 64);
        unhex(want, sp800_38a[i].ctr);
        unhex(ctr, sp800_38a_counter);
        ctr128(ops, &ek, out, text, 4, ctr, NULL);
        expect_bytes("out", out, want, 64);
    }
}

/* ---- Key schedules ------------------------------------------------------ */

/* Each key at an offset of its own, the schedules over junk. */
static void one_key(const struct vgf_aes_ops *ops, const uint8_t *key,
                    size_t keylen, const struct layout *l)
{
    static struct guarded room, ek_room, dk_room;
    struct vgf_aes_key *ek, *dk, before;
    struct truth_aes truth;
    uint8_t *at, text[16], want[16], out[16];

    if (room.room == NULL) {
        guarded_new(&room, "key", 32);
        guarded_new(&ek_room, "ek", sizeof(*ek));
        guarded_new(&dk_room, "dk", sizeof(*dk));
    }
    trial.size = keylen;
    trial.layout = l;
    at = guarded_place(&room, keylen, l->end, l->in_offset);
    memcpy(at, key, keylen);
    ek = (void *)guarded_place(&ek_room, sizeof(*ek), l->end, 0);
    dk = (void *)guarded_place(&dk_room, sizeof(*dk), l->end, 0);

    trial.entry = "encrypt_key";
    encrypt_key(ops, ek, at, keylen);
    expect_bytes("key", at, key, keylen);
    guarded_check(&room);
    guarded_check(&ek_room);
    if (ek->rounds != keylen / 4 + 6) {
        trial_fail("rounds is %u", (unsigned)ek->rounds);
    }
    trial.entry = "decrypt_key";
    before = *ek;
    decrypt_key(ops, dk, ek);
    expect_bytes("ek", ek, &before, sizeof(before));
    guarded_check(&dk_room);
    guarded_check(&ek_room);
    if (dk->rounds != ek->rounds) {
        trial_fail("rounds is %u", (unsigned)dk->rounds);
    }

    truth_aes_key(&truth, key, keylen);
    fill(text, sizeof(text), PATTERN_RANDOM);
    truth_aes_encrypt(&truth, want, text);
    trial.entry = "encrypt_key";
    ecb_encrypt(ops, ek, out, text, 1);
    expect_bytes("a block under the key", out, want, 16);
    trial.entry = "decrypt_key";
    ecb_decrypt(ops, dk, out, want, 1);
    expect_bytes("a block under the key", out, text, 16);
    trial.layout = NULL;
}

static void keys(const void *v)
{
    uint8_t key[32];

    for (size_t k = 0; k < COUNT(key_lengths); k++) {
        for (unsigned i = 0; i < LAYOUTS * random_rounds(); i++) {
            struct layout l = layout_of(i, 0);

            fill(key, sizeof(key), i < PATTERNS ? (enum pattern)i
                                                : PATTERN_RANDOM);
            one_key(v, key, key_lengths[k], &l);
        }
    }
}

/* ---- ECB and CTR -------------------------------------------------------- */

struct job {
    const struct vgf_aes_ops *ops;
    struct truth_aes truth;
    struct vgf_aes_key ek, dk;
    struct constant ek_room, dk_room;
    struct guarded ctr_room, next_room;
    uint8_t first[16];                  /* counter */
    bool next;                          /* is asked for */
    struct io io;
    uint8_t *in, *want;
    size_t most;                        /* blocks of in and want */
};

static void job_new(struct job *j, const struct vgf_aes_ops *ops,
                    size_t keylen)
{
    uint8_t key[32];

    memset(j, 0, sizeof(*j));
    j->ops = ops;
    trial_note("key %zu", keylen);
    fill(key, keylen, PATTERN_RANDOM);
    truth_aes_key(&j->truth, key, keylen);
    encrypt_key(ops, &j->ek, key, keylen);
    decrypt_key(ops, &j->dk, &j->ek);
    constant_new(&j->ek_room, "ek", &j->ek, sizeof(j->ek));
    constant_new(&j->dk_room, "dk", &j->dk, sizeof(j->dk));
    guarded_new(&j->ctr_room, "ctr", 16);
    guarded_new(&j->next_room, "next", 16);
    j->most = sweep_most(ops->turn);
    io_new(&j->io, 16 * j->most);
    j->in = plain(16 * j->most);
    j->want = plain(16 * j->most);
}

static void job_free(struct job *j)
{
    constant_check(&j->ek_room, &j->ek);
    constant_check(&j->dk_room, &j->dk);
    constant_free(&j->ek_room);
    constant_free(&j->dk_room);
    guarded_free(&j->ctr_room);
    guarded_free(&j->next_room);
    io_free(&j->io);
    free(j->in);
    free(j->want);
}

static const struct vgf_aes_key *ek_at(struct job *j, enum end end)
{
    return (const void *)j->ek_room.at[end].data;
}

static void call_ecb_encrypt(void *v, const struct layout *l, uint8_t *out,
                             const uint8_t *in, size_t nblocks)
{
    struct job *j = v;

    ecb_encrypt(j->ops, ek_at(j, l->end), out, in, nblocks);
}

static void call_ecb_decrypt(void *v, const struct layout *l, uint8_t *out,
                             const uint8_t *in, size_t nblocks)
{
    struct job *j = v;

    ecb_decrypt(j->ops, (const void *)j->dk_room.at[l->end].data, out, in,
                nblocks);
}

/* Makes the call; the keystream block goes to `next` if it is asked for. */
static void one_ctr128(struct job *j, const struct layout *l, uint8_t *out,
                       const uint8_t *in, size_t nblocks, bool ask,
                       uint8_t next[16])
{
    uint8_t *ctr = guarded_place(&j->ctr_room, 16, l->end, l->in_offset);
    uint8_t *room = guarded_place(&j->next_room, 16, l->end, l->out_offset);
    uint8_t want[16], after[16];

    memcpy(ctr, j->first, 16);
    memcpy(after, j->first, 16);
    truth_count(after, 16, nblocks);
    ctr128(j->ops, ek_at(j, l->end), out, in, nblocks, ctr,
           ask ? room : NULL);
    if (ask) {
        truth_aes_encrypt(&j->truth, want, after);
        truth_count(after, 16, 1);
        expect_bytes("next", room, want, 16);
        memcpy(next, room, 16);
    }
    expect_bytes("ctr", ctr, after, 16);
    guarded_check(&j->ctr_room);
    guarded_check(&j->next_room);
}

static void call_ctr128(void *v, const struct layout *l, uint8_t *out,
                        const uint8_t *in, size_t nblocks)
{
    struct job *j = v;
    uint8_t next[16];

    one_ctr128(j, l, out, in, nblocks, j->next, next);
}

/* A message of len bytes, as a caller does it. */
static void call_ctr_bytes(void *v, const struct layout *l, uint8_t *out,
                           const uint8_t *in, size_t len)
{
    const size_t whole = len & ~(size_t)15;
    uint8_t next[16];

    one_ctr128(v, l, out, in, whole / 16, whole != len, next);
    for (size_t i = whole; i < len; i++) {
        out[i] = in[i] ^ next[i - whole];
    }
}

static void ecb(const void *v)
{
    for (size_t k = 0; k < COUNT(key_lengths); k++) {
        struct job j;

        job_new(&j, v, key_lengths[k]);
        fill(j.in, 16 * j.most, PATTERN_251);
        for (size_t i = 0; i < j.most; i++) {
            truth_aes_encrypt(&j.truth, j.want + 16 * i, j.in + 16 * i);
        }
        sweep("ecb_encrypt", j.ops->turn, 16, j.in, j.want, call_ecb_encrypt,
              &j);
        sweep("ecb_decrypt", j.ops->turn, 16, j.want, j.in, call_ecb_decrypt,
              &j);
        job_free(&j);
    }
}

/* want = in under the counters from j->first on. */
static void want_ctr(struct job *j, size_t nblocks)
{
    uint8_t ctr[16];

    memcpy(ctr, j->first, 16);
    truth_ctr(&j->truth, j->want, j->in, 16 * nblocks, ctr, 16);
}

static void ctr(const void *v)
{
    for (size_t k = 0; k < COUNT(key_lengths); k++) {
        struct job j;

        job_new(&j, v, key_lengths[k]);
        fill(j.in, 16 * j.most, PATTERN_251);
        fill(j.first, 16, PATTERN_RANDOM);
        want_ctr(&j, j.most);
        sweep("ctr128", j.ops->turn, 16, j.in, j.want, call_ctr128, &j);
        j.next = true;
        trial_note("key %zu, next", key_lengths[k]);
        sweep("ctr128", j.ops->turn, 16, j.in, j.want, call_ctr128, &j);
        job_free(&j);
    }
}

/* Every length in bytes. */
static void ctr_lengths(const void *v)
{
    unsigned layout = 0;

    for (size_t k = 0; k < COUNT(key_lengths); k++) {
        struct job j;

        job_new(&j, v, key_lengths[k]);
        trial.entry = "ctr128";
        fill(j.in, LENGTHS, PATTERN_251);
        fill(j.first, 16, PATTERN_RANDOM);
        want_ctr(&j, (LENGTHS + 15) / 16);
        for (size_t len = 0; len <= LENGTHS; len++) {
            for (int i = 0; i < 5; i++) {       /* never the same five */
                try_layout(&j.io, layout++ % LAYOUTS, 1, len, j.in, j.want,
                           call_ctr_bytes, &j);
            }
        }
        job_free(&j);
    }
}

static void run_ctr(struct job *j, size_t nblocks, bool next, unsigned layout)
{
    j->next = next;
    try_layout(&j->io, layout % LAYOUTS, 16, nblocks, j->in, j->want,
               call_ctr128, j);
}

/* Main loops may start at a multiple of something: from every low byte. */
static void ctr_starts(const void *v)
{
    const struct vgf_aes_ops *ops = v;
    const size_t most = 6 * (size_t)ops->turn + 3;
    struct job j;
    unsigned layout = 0;

    job_new(&j, ops, 24);
    trial.entry = "ctr128";
    fill(j.in, 16 * most, PATTERN_RANDOM);
    for (unsigned low = 0; low < 2 * ops->turn; low++) {
        trial_note("ctr = ..%02x", low);
        fill(j.first, 15, PATTERN_RANDOM);
        j.first[15] = (uint8_t)low;
        want_ctr(&j, most);
        for (size_t n = 0; n <= most; n++) {
            run_ctr(&j, n, n % 3 == low % 3, layout++);
        }
    }
    job_free(&j);
}

/* The counter k short of 2^32, 2^64, 2^96 and 2^128, so that it wraps at
 * every place of a call: within, after the last block, at `next`, after it. */
static void ctr_wraps(const void *v)
{
    static const size_t widths[] = { 4, 8, 12, 16 };
    const struct vgf_aes_ops *ops = v;
    const size_t nblocks = 6 * (size_t)ops->turn + 3;
    struct job j;

    job_new(&j, ops, 32);
    trial.entry = "ctr128";
    fill(j.in, 16 * nblocks, PATTERN_RANDOM);
    for (size_t w = 0; w < COUNT(widths); w++) {
        for (unsigned k = 1; k <= nblocks + 2; k++) {
            trial_note("ctr = 2^%zu - %u", 8 * widths[w], k);
            fill(j.first, 16, PATTERN_RANDOM);
            memset(j.first + 16 - widths[w], 0xff, widths[w]);
            j.first[15] = (uint8_t)(0x100 - k % 0x100);
            j.first[14] = (uint8_t)(0xff - (k - 1) / 0x100);
            want_ctr(&j, nblocks);
            run_ctr(&j, nblocks, k % 2 == 0, k);
            for (size_t n = k < 2 ? 0 : k - 2; n <= k + 1 && n <= nblocks;
                 n++) {
                run_ctr(&j, n, false, k);
                run_ctr(&j, n, true, k + 1);
            }
        }
    }
    job_free(&j);
}

/* Blocks of a message in chunks; `next` is as good as any other block. */
static void run_chunks(struct job *j, uint8_t *out, size_t cut, size_t total)
{
    uint8_t ctr[16], next[16];
    size_t done = 0;

    memcpy(ctr, j->first, 16);
    while (done < total) {
        const size_t n = chunk(cut, done, total);
        const bool ask = done + n < total && (cut + done) % 2 != 0;

        ctr128(j->ops, &j->ek, out + 16 * done, j->in + 16 * done, n, ctr,
               ask ? next : NULL);
        done += n;
        if (ask) {
            for (size_t i = 16 * done; i < 16 * (done + 1); i++) {
                out[i] = j->in[i] ^ next[i - 16 * done];
            }
            done++;
        }
    }
    expect_bytes("out", out, j->want, 16 * total);
}

/* Messages in two calls at every cut, and in many at random ones. */
static void ctr_chunks(const void *v)
{
    const struct vgf_aes_ops *ops = v;
    const size_t nblocks = 6 * (size_t)ops->turn + 2;
    struct job j;
    uint8_t *out;

    job_new(&j, ops, 16);
    trial.entry = "ctr128";
    out = plain(16 * nblocks);
    fill(j.in, 16 * nblocks, PATTERN_RANDOM);
    for (size_t total = 0; total <= nblocks; total++) {
        trial.size = 16 * total;
        fill(j.first, 16, PATTERN_RANDOM);
        want_ctr(&j, total);
        for (size_t cut = 0; cut < total + 3 * random_rounds(); cut++) {
            run_chunks(&j, out, cut, total);
        }
    }
    free(out);
    job_free(&j);
}

/* ---- The family --------------------------------------------------------- */

static const void *pick(vgf_tiers allowed)
{
    return vgf_aes_pick(allowed);
}

static vgf_tiers tier(const void *ops)
{
    return ((const struct vgf_aes_ops *)ops)->tier;
}

static const struct check checks[] = {
    { "known", known },
    { "keys", keys },
    { "ecb", ecb },
    { "ctr", ctr },
    { "ctr_lengths", ctr_lengths },
    { "ctr_starts", ctr_starts },
    { "ctr_wraps", ctr_wraps },
    { "ctr_chunks", ctr_chunks },
    { "leaves_nothing", aes_leaves_nothing },
    { NULL, NULL },
};

const struct family aes_family = { "aes", pick, tier, checks };
