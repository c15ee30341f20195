/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hygiene.c - what the AES and AES-GCM kernels leave behind.
 *
 * Compiled C cannot promise anything here, so generic is passed over; what is
 * C in the other tiers handles no secrets.
 */
#include "gcm.h"

#define MOST 256u                       /* blocks */

static const size_t key_lengths[] = { 16, 24, 32 };
static uint8_t key[32], text[16 * MOST], cipher[16 * MOST];
static uint8_t stream[16 * (MOST + 1)], y_before[16];
static uint8_t begun[16 * (MOST + 1)], ended[16 * MOST];
static struct truth_aes truth;

/* A new key and text; with the former go the names of both and of the
 * keystream. */
static void secrets_new(size_t keylen)
{
    fill(key, keylen, PATTERN_RANDOM);
    fill(text, sizeof(text), PATTERN_RANDOM);
    fill(cipher, sizeof(cipher), PATTERN_RANDOM);
    truth_aes_key(&truth, key, keylen);
    secrets_forget();
    secret_add("key", key, keylen);
    secret_add("text", text, sizeof(text));
    secret_add("keystream", stream, sizeof(stream));
    secret_add("input ^ first round key", begun, sizeof(begun));
    secret_add("data ^ last round key", ended, sizeof(ended));
}

/* Each of n blocks ^ the same one. */
static void xor_each(uint8_t *out, const uint8_t *in, const uint8_t with[16],
                     size_t n)
{
    for (size_t i = 0; i < 16 * n; i++) {
        out[i] = in[i] ^ with[i % 16];
    }
}

/* The keystream of n blocks and the one after, as it begins, and as it may be
 * mixed with the data in the last round. */
static void stream_new(const uint8_t ctr[16], const uint8_t *in, size_t n,
                       size_t width)
{
    uint8_t copy[16];

    memcpy(copy, ctr, 16);
    memset(stream, 0, sizeof(stream));
    truth_ctr(&truth, stream, stream, 16 * (n + 1), copy, width);
    memcpy(copy, ctr, 16);
    for (size_t i = 0; i <= n; i++) {
        xor_each(begun + 16 * i, copy, truth.round_key[0], 1);
        truth_count(copy, width, 1);
    }
    xor_each(ended, in, truth.round_key[truth.rounds], n);
}

/* ---- AES ---------------------------------------------------------------- */

static void aes_calls(const struct vgf_aes_ops *ops,
                      const struct vgf_aes_key *ek,
                      const struct vgf_aes_key *dk, size_t n)
{
    uint8_t ctr[16], next[16];

    trial.size = 16 * n;
    trial.entry = "ecb_encrypt";
    xor_each(begun, text, truth.round_key[0], n);
    CALL(ops->ecb_encrypt, PTR(ek), PTR(cipher), PTR(text), n);
    trial.entry = "ecb_decrypt";
    xor_each(begun, cipher, truth.round_key[truth.rounds], n);
    CALL(ops->ecb_decrypt, PTR(dk), PTR(text), PTR(cipher), n);
    trial.entry = "ctr128";
    fill(ctr, sizeof(ctr), PATTERN_RANDOM);
    if (n % 4 == 3) {                   /* wraps */
        memset(ctr + 8, 0xff, 8);
    }
    stream_new(ctr, text, n, 16);
    CALL(ops->ctr128, PTR(ek), PTR(cipher), PTR(text), n, PTR(ctr),
         n % 2 != 0 ? PTR(next) : 0);
}

void aes_leaves_nothing(const void *v)
{
    static struct vgf_aes_key ek, dk;
    const struct vgf_aes_ops *ops = v;

    if (ops->tier == VGF_TIER_GENERIC) {
        return;
    }
    for (size_t k = 0; k < COUNT(key_lengths); k++) {
        trial_note("key %zu", key_lengths[k]);
        secrets_new(key_lengths[k]);
        secret_add("ek", &ek, sizeof(ek));
        secret_add("dk", &dk, sizeof(dk));
        trial.entry = "encrypt_key";
        CALL(ops->encrypt_key, PTR(&ek), PTR(key), key_lengths[k]);
        trial.entry = "decrypt_key";
        CALL(ops->decrypt_key, PTR(&dk), PTR(&ek));
        for (size_t n = 0; n <= 6 * (size_t)ops->turn + 3 && n <= MOST; n++) {
            aes_calls(ops, &ek, &dk, n);
        }
    }
    secrets_forget();
}

/* ---- AES-GCM ------------------------------------------------------------ */

/* Now and then a counter, or J0, from which main loops begin at once. */
static void suit_loops(struct vgf_gcm_msg *m, size_t n, unsigned flags)
{
    if (n % 3 == 0) {
        m->ctr[15] = flags & VGF_GCM_FIRST ? 1 : 0;
    }
}

/* y is secret, too: with the ciphertext it tells H. */
static void gcm_calls(const struct vgf_gcm_ops *ops, struct vgf_gcm_key *k,
                      struct vgf_gcm_msg *m, size_t n, unsigned flags)
{
    uint8_t tag[16];

    trial.size = 16 * n;
    suit_loops(m, n, flags);
    trial_note("flags %u, ctr = ..%02x", flags, m->ctr[15]);
    memcpy(y_before, m->y, 16);
    stream_new(m->ctr, text, n + 1, 4);
    trial.entry = "encrypt";
    gcm_crypt(ops, SEAL, k, m, cipher, text, n, flags);
    memcpy(y_before, m->y, 16);
    trial.entry = "decrypt";
    suit_loops(m, n, flags);
    fill(cipher, 16 * n, PATTERN_RANDOM);
    stream_new(m->ctr, cipher, n + 1, 4);
    gcm_crypt(ops, OPEN, k, m, text, cipher, n, flags);
    memcpy(y_before, m->y, 16);
    trial.entry = "ghash";
    gcm_ghash(ops, k, m->y, cipher, n);
    trial.entry = "tag";
    gcm_tag(ops, k, m, 13, 16 * n, tag, flags & VGF_GCM_PART);
}

void gcm_leaves_nothing(const void *v)
{
    static struct vgf_gcm_key k;
    static struct vgf_gcm_msg m;
    const struct vgf_gcm_ops *ops = v;

    if (ops->tier == VGF_TIER_GENERIC) {
        return;
    }
    for (size_t i = 0; i < COUNT(key_lengths); i++) {
        secrets_new(key_lengths[i]);
        fill(&m, sizeof(m), PATTERN_RANDOM);
        secret_add("k", &k, sizeof(k));
        secret_add("y", m.y, sizeof(m.y));
        secret_add("y before", y_before, sizeof(y_before));
        secret_add("mask", m.mask, sizeof(m.mask));
        secret_add("stream", m.stream, sizeof(m.stream));
        trial.entry = "set_key";
        trial_note("key %zu", key_lengths[i]);
        gcm_set_key(ops, &k, key, key_lengths[i]);
        for (size_t n = 0; n <= 4 * (size_t)ops->turn + 3 && n <= MOST - 2;
             n++) {
            gcm_calls(ops, &k, &m, n, (unsigned)(n + i) % 8);
            if (n < ops->turn) {        /* with few powers, and from any
                                           counter */
                gcm_calls(ops, &k, &m, n, (unsigned)(n + i + 5) % 8);
            }
        }
    }
    secrets_forget();
}
