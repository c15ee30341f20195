/* SPDX-License-Identifier: Apache-2.0 */
/* gcm_messages.c - AES-GCM kernels by the message, as a caller puts it together
 * from their calls. */
#include "gcm.h"

#define AAD_MOST 300u

static const size_t key_lengths[] = { 16, 24, 32 };

/* A message of any length from any nonce's J0, whatever is in m. */
static void message(const struct vgf_gcm_ops *ops, enum direction direction,
                    struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                    uint8_t *out, const uint8_t *in, size_t len,
                    const uint8_t *aad, size_t aadlen, const uint8_t *j0,
                    uint8_t *tag)
{
    const size_t whole = len & ~(size_t)15, rest = len - whole;
    unsigned flags = VGF_GCM_FIRST | (rest != 0 ? VGF_GCM_REST : 0);

    memset(m->y, 0, 16);
    memcpy(m->ctr, j0, 16);
    gcm_ghash(ops, k, m->y, aad, aadlen / 16);
    if (aadlen % 16 != 0) {
        memset(m->part, 0, 16);
        memcpy(m->part, aad + aadlen / 16 * 16, aadlen % 16);
        flags |= VGF_GCM_PART;
    }
    gcm_crypt(ops, direction, k, m, out, in, whole / 16, flags);
    if (rest != 0) {
        memset(m->part, 0, 16);
        for (size_t i = 0; i < rest; i++) {
            const uint8_t from = in[whole + i];

            out[whole + i] = from ^ m->stream[i];
            m->part[i] = direction == SEAL ? out[whole + i] : from;
        }
    }
    gcm_tag(ops, k, m, aadlen, len, tag, rest != 0 ? VGF_GCM_PART : 0);
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

void gcm_known(const void *v)
{
    struct vgf_gcm_key k;
    struct vgf_gcm_msg m;

    for (size_t i = 0; i < COUNT(spec); i++) {
        uint8_t key[32], j0[16], aad[20], text[64], cipher[64], tag[16];
        uint8_t out[64], got[16];
        size_t aadlen, len;

        trial_note("GCM test case %d", spec[i].number);
        gcm_set_key(v, &k, key, unhex(key, spec[i].key));
        unhex(j0, spec[i].nonce);
        unhex(j0 + 12, "00000001");
        aadlen = unhex(aad, spec[i].aad);
        len = unhex(text, spec[i].text);
        unhex(cipher, spec[i].cipher);
        unhex(tag, spec[i].tag);
        fill(&m, sizeof(m), PATTERN_RANDOM);
        message(v, SEAL, &k, &m, out, text, len, aad, aadlen, j0, got);
        expect_bytes("out", out, cipher, len);
        expect_bytes("tag", got, tag, 16);
        message(v, OPEN, &k, &m, out, cipher, len, aad, aadlen, j0, got);
        expect_bytes("out", out, text, len);
        expect_bytes("tag", got, tag, 16);
    }
}

/* ---- Every length ------------------------------------------------------- */

/* Messages that begin alike: the same nonce and additional data. */
struct head {
    struct gcm_job j;
    struct guarded aad_room;
    uint8_t aad[AAD_MOST], j0[16];
    size_t aadlen;
    unsigned layout;
};

static void head_new(struct head *h, const void *ops, size_t keylen,
                     size_t most)
{
    gcm_job_new(&h->j, ops, keylen, (most + 15) / 16);
    guarded_new(&h->aad_room, "aad", AAD_MOST);
    fill(h->aad, sizeof(h->aad), PATTERN_RANDOM);
    h->layout = 0;
}

/* A nonce of 96 bits, as most are, or of some other length. */
static void head_nonce(struct head *h, bool short_nonce)
{
    fill(h->j0, sizeof(h->j0), PATTERN_RANDOM);
    if (short_nonce) {
        memset(h->j0 + 12, 0, 3);
        h->j0[15] = 1;
    }
}

static void head_free(struct head *h)
{
    gcm_job_free(&h->j);
    guarded_free(&h->aad_room);
}

/* The ciphertext of the first `most` bytes of j.in, and the hash before each
 * of its blocks. */
static void head_want(struct head *h, size_t aadlen, size_t most)
{
    struct gcm_job *j = &h->j;
    uint8_t ctr[16];

    h->aadlen = aadlen;
    memcpy(ctr, h->j0, 16);
    truth_count(ctr, 4, 1);
    truth_ctr(&j->truth, j->want, j->in, most, ctr, 4);
    memset(j->y[0], 0, 16);
    for (size_t i = 0; i < aadlen; i += 16) {
        uint8_t block[16] = { 0 };

        memcpy(block, h->aad + i, aadlen - i < 16 ? aadlen - i : 16);
        truth_ghash(j->h, j->y[0], block);
    }
    for (size_t i = 0; i < most / 16; i++) {
        memcpy(j->y[i + 1], j->y[i], 16);
        truth_ghash(j->h, j->y[i + 1], j->want + 16 * i);
    }
}

static void want_tag(const struct head *h, uint8_t tag[16], size_t len)
{
    const struct gcm_job *j = &h->j;
    uint8_t block[16] = { 0 }, y[16];

    memcpy(y, j->y[len / 16], 16);
    if (len % 16 != 0) {
        memcpy(block, j->want + len / 16 * 16, len % 16);
        truth_ghash(j->h, y, block);
    }
    memset(block, 0, 16);
    truth_count(block, 16, 8 * (uint64_t)len);
    block[6] = (uint8_t)(8 * h->aadlen >> 8);
    block[7] = (uint8_t)(8 * h->aadlen);
    truth_ghash(j->h, y, block);
    truth_aes_encrypt(&j->truth, tag, h->j0);
    for (int i = 0; i < 16; i++) {
        tag[i] ^= y[i];
    }
}

/* len bytes in one direction with a key of one age, everything guarded. */
static void one_message(struct head *h, size_t len)
{
    struct gcm_job *j = &h->j;
    const struct layout l = layout_of(h->layout++ % LAYOUTS, len);
    const uint8_t *in = j->direction == SEAL ? j->in : j->want;
    const uint8_t *want = j->direction == SEAL ? j->want : j->in;
    uint8_t *aad = guarded_place(&h->aad_room, h->aadlen, l.end,
                                 l.out_offset);
    uint8_t *tag = guarded_place(&j->tag_room, 16, l.end, l.in_offset);
    struct vgf_gcm_msg *m = (void *)guarded_place(&j->m_room, sizeof(*m),
                                                  l.end, l.out_offset);
    uint8_t right[16];

    trial.entry = j->direction == SEAL ? "seal" : "open";
    trial_note("AAD %zu, %s", h->aadlen,
               j->age == FRESH ? "fresh" : "seasoned");
    trial.size = len;
    trial.layout = &l;
    memcpy(aad, h->aad, h->aadlen);
    io_place(&j->io, &l, in, len);
    message(j->ops, j->direction, gcm_key_place(j, &l), m, j->io.dst,
            j->io.src, len, aad, h->aadlen, h->j0, tag);
    io_check(&j->io, in, want);
    want_tag(h, right, len);
    expect_bytes("tag", tag, right, 16);
    guarded_check(&j->tag_room);
    guarded_check(&j->m_room);
    gcm_key_check(j);
    expect_bytes("aad", aad, h->aad, h->aadlen);
    guarded_check(&h->aad_room);
    trial.layout = NULL;
}

static void seal_open(struct head *h, size_t len)
{
    for (int age = 0; age < h->j.ages; age++) {
        for (int direction = SEAL; direction <= OPEN; direction++) {
            h->j.age = (enum age)age;
            h->j.direction = (enum direction)direction;
            one_message(h, len);
        }
    }
}

void gcm_messages(const void *v)
{
    static const size_t aad_lengths[] = { 0, 1, 13, 16, 20, 33 };
    static const size_t lengths[] = { 0, 17, 64, 600 };
    static const size_t big[] = { 4096, 8191, 16399 };

    for (size_t n = 0; n < COUNT(key_lengths); n++) {
        struct head h;

        head_new(&h, v, key_lengths[n], big[2]);
        /* each length with every AAD length, spread over the keys */
        for (size_t a = n; a < COUNT(aad_lengths); a += 3) {
            head_nonce(&h, (a / 3 + n) % 2 == 0);
            head_want(&h, aad_lengths[a], LENGTHS);
            for (size_t len = 0; len <= LENGTHS; len++) {
                seal_open(&h, len);
            }
        }
        head_nonce(&h, true);
        for (size_t a = 0; a <= AAD_MOST; a++) {
            head_want(&h, a, 608);
            seal_open(&h, lengths[a % 2]);
            seal_open(&h, lengths[2 + a % 2]);
        }
        head_want(&h, 13, big[2]);
        for (size_t b = 0; b < COUNT(big); b++) {
            seal_open(&h, big[b]);
        }
        head_free(&h);
    }
}

/* ---- Nonces of every length --------------------------------------------- */

void gcm_nonces(const void *v)
{
    struct head h;
    uint8_t iv[128 + 15] = { 0 }, want[16], block[16];

    head_new(&h, v, 16, 64);
    for (size_t len = 1; len <= 128; len++) {
        trial_entry("ghash");
        trial_note("nonce of %zu", len);
        memset(iv, 0, sizeof(iv));
        fill(iv, len, PATTERN_RANDOM);
        truth_gcm_j0(&h.j.truth, want, iv, len);
        if (len != 12) {
            memset(h.j0, 0, 16);
            gcm_ghash(v, &h.j.keys[len % 2], h.j0, iv, (len + 15) / 16);
            memset(block, 0, 16);
            block[14] = (uint8_t)(8 * len >> 8);
            block[15] = (uint8_t)(8 * len);
            gcm_ghash(v, &h.j.keys[len % 2], h.j0, block, 1);
            expect_bytes("J0", h.j0, want, 16);
        }
        memcpy(h.j0, want, 16);
        head_want(&h, len % 40, 64);
        seal_open(&h, 40);
    }
    head_free(&h);
}
