/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel.c - the rows of `vgfast bench --kernels`: every entry point of
 * kernels.h, with every tier that this processor has, without OpenSSL; and
 * whole messages put together from them: GCM's seal and open, Poly1305's.
 *
 * AES-n-ECB and -CTR share their key schedule and Poly1305 has no other name:
 * algorithms are here what --algorithms selects by, no more.
 */
#include "bench.h"

#include <stdio.h>
#include <string.h>

#include "kernels.h"

#define AAD_LEN 13

/* The families of kernels.h. */
enum kind { AES, GCM, CHACHA20, POLY1305, CHACHAPOLY };

/* One entry point at one size with one tier. */
struct kernel_job {
    void (*call)(struct kernel_job *j);
    const struct vgf_aes_ops *aes;
    const struct vgf_gcm_ops *gcm;
    const struct vgf_chacha20_ops *chacha20;
    const struct vgf_poly1305_ops *poly1305;
    const struct vgf_chachapoly_ops *chachapoly;
    const uint8_t *in;
    uint8_t *out;
    size_t size, n;             /* bytes, blocks */
    size_t key_len;
    struct vgf_aes_key ek, dk;
    struct vgf_gcm_key gk;
    struct vgf_gcm_msg gm;
    struct vgf_poly1305 poly;
    uint8_t key[32], ctr[16], tag[16], aad[AAD_LEN];
    uint32_t chacha_key[8], chacha_ctr[4];
};

/* Each entry point once. */

static void encrypt_key(struct kernel_job *j)
{
    j->aes->encrypt_key(&j->ek, j->key, j->key_len);
}

static void decrypt_key(struct kernel_job *j)
{
    j->aes->decrypt_key(&j->dk, &j->ek);
}

static void ecb_encrypt(struct kernel_job *j)
{
    j->aes->ecb_encrypt(&j->ek, j->out, j->in, j->n);
}

static void ecb_decrypt(struct kernel_job *j)
{
    j->aes->ecb_decrypt(&j->dk, j->out, j->in, j->n);
}

static void ctr128(struct kernel_job *j)
{
    j->aes->ctr128(&j->ek, j->out, j->in, j->n, j->ctr, NULL);
}

static void gcm_set_key(struct kernel_job *j)
{
    j->gcm->set_key(&j->gk, j->key, j->key_len);
}

static void gcm_ghash(struct kernel_job *j)
{
    j->gcm->ghash(&j->gk, j->gm.y, j->in, j->n);
}

static void gcm_encrypt(struct kernel_job *j)
{
    j->gcm->encrypt(&j->gk, &j->gm, j->out, j->in, j->n, 0);
}

static void gcm_decrypt(struct kernel_job *j)
{
    j->gcm->decrypt(&j->gk, &j->gm, j->out, j->in, j->n, 0);
}

static void gcm_tag(struct kernel_job *j)
{
    j->gcm->tag(&j->gk, &j->gm, AAD_LEN, j->size, j->tag, 0);
}

/* A TLS record of 1.2: a nonce of 12 bytes and 13 bytes of additional data. */
static void gcm_start(struct kernel_job *j)
{
    memset(&j->gm, 0, sizeof(j->gm));
    j->gm.ctr[15] = 1;
    memcpy(j->gm.part, j->aad, AAD_LEN);
}

static unsigned gcm_flags(const struct kernel_job *j)
{
    return VGF_GCM_FIRST | VGF_GCM_PART
           | (j->size % 16 != 0 ? VGF_GCM_REST : 0);
}

/* The bytes beyond whole blocks; their ciphertext is to be hashed. */
static void gcm_rest(struct kernel_job *j, const uint8_t *ciphertext)
{
    size_t rest = j->size % 16, whole = j->size - rest;

    for (size_t i = 0; i < rest; i++) {
        j->out[whole + i] = j->in[whole + i] ^ j->gm.stream[i];
    }
    memset(j->gm.part, 0, sizeof(j->gm.part));
    memcpy(j->gm.part, ciphertext + whole, rest);
    j->gcm->tag(&j->gk, &j->gm, AAD_LEN, j->size, j->tag,
                rest != 0 ? VGF_GCM_PART : 0);
}

static void gcm_seal(struct kernel_job *j)
{
    gcm_start(j);
    j->gcm->encrypt(&j->gk, &j->gm, j->out, j->in, j->size / 16,
                    gcm_flags(j));
    gcm_rest(j, j->out);
}

static void gcm_open(struct kernel_job *j)
{
    gcm_start(j);
    j->gcm->decrypt(&j->gk, &j->gm, j->out, j->in, j->size / 16,
                    gcm_flags(j));
    gcm_rest(j, j->in);
}

static void chacha20_ctr32(struct kernel_job *j)
{
    j->chacha20->xor(j->out, j->in, j->n, j->chacha_key, j->chacha_ctr,
                     VGF_CHACHA20_CTR32);
}

static void chacha20_ctr64(struct kernel_job *j)
{
    j->chacha20->xor(j->out, j->in, j->n, j->chacha_key, j->chacha_ctr,
                     VGF_CHACHA20_CTR64);
}

static void poly1305_init(struct kernel_job *j)
{
    j->poly1305->init(&j->poly, j->key);
}

static void poly1305_blocks(struct kernel_job *j)
{
    j->poly1305->blocks(&j->poly, j->in, j->n, 1);
}

static void poly1305_finish(struct kernel_job *j)
{
    j->poly1305->finish(&j->poly, j->tag);
}

static void poly1305_message(struct kernel_job *j)
{
    j->poly1305->init(&j->poly, j->key);
    j->poly1305->blocks(&j->poly, j->in, j->n, 1);
    j->poly1305->finish(&j->poly, j->tag);
}

static void chachapoly_encrypt(struct kernel_job *j)
{
    j->chachapoly->encrypt(j->out, j->in, j->n, j->chacha_key, j->chacha_ctr,
                           &j->poly);
}

static void chachapoly_decrypt(struct kernel_job *j)
{
    j->chachapoly->decrypt(j->out, j->in, j->n, j->chacha_key, j->chacha_ctr,
                           &j->poly);
}

static int run(void *arg, size_t count)
{
    struct kernel_job *j = arg;

    for (; count > 0; count--) {
        j->call(j);
    }
    return 1;
}

enum entry {
    ENCRYPT_KEY,
    DECRYPT_KEY,
    ECB_ENCRYPT,
    ECB_DECRYPT,
    CTR128,
    GCM_SET_KEY,
    GCM_GHASH,
    GCM_ENCRYPT,
    GCM_DECRYPT,
    GCM_TAG,
    GCM_SEAL,
    GCM_OPEN,
    CHACHA20_CTR32,
    CHACHA20_CTR64,
    POLY1305_INIT,
    POLY1305_BLOCKS,
    POLY1305_FINISH,
    POLY1305_MESSAGE,
    CHACHAPOLY_ENCRYPT,
    CHACHAPOLY_DECRYPT,
};

static const struct operation entries[] = {
    [ENCRYPT_KEY] = { .name = "encrypt_key", .kind = AES, .block = 0,
        .run = run, .kernel = encrypt_key },
    [DECRYPT_KEY] = { .name = "decrypt_key", .kind = AES, .block = 0,
        .run = run, .kernel = decrypt_key },
    [ECB_ENCRYPT] = { .name = "ecb_encrypt", .kind = AES, .block = 16,
        .run = run, .kernel = ecb_encrypt },
    [ECB_DECRYPT] = { .name = "ecb_decrypt", .kind = AES, .block = 16,
        .run = run, .kernel = ecb_decrypt },
    [CTR128] = { .name = "ctr128", .kind = AES, .block = 16,
        .run = run, .kernel = ctr128 },
    [GCM_SET_KEY] = { .name = "set_key", .kind = GCM, .block = 0,
        .run = run, .kernel = gcm_set_key },
    [GCM_GHASH] = { .name = "ghash", .kind = GCM, .block = 16,
        .run = run, .kernel = gcm_ghash },
    [GCM_ENCRYPT] = { .name = "encrypt", .kind = GCM, .block = 16,
        .run = run, .kernel = gcm_encrypt },
    [GCM_DECRYPT] = { .name = "decrypt", .kind = GCM, .block = 16,
        .run = run, .kernel = gcm_decrypt },
    [GCM_TAG] = { .name = "tag", .kind = GCM, .block = 0,
        .run = run, .kernel = gcm_tag },
    [GCM_SEAL] = { .name = "seal", .kind = GCM, .block = 1,
        .run = run, .kernel = gcm_seal },
    [GCM_OPEN] = { .name = "open", .kind = GCM, .block = 1,
        .run = run, .kernel = gcm_open },
    [CHACHA20_CTR32] = { .name = "xor_ctr32", .kind = CHACHA20, .block = 64,
        .run = run, .kernel = chacha20_ctr32 },
    [CHACHA20_CTR64] = { .name = "xor_ctr64", .kind = CHACHA20, .block = 64,
        .run = run, .kernel = chacha20_ctr64 },
    [POLY1305_INIT] = { .name = "init", .kind = POLY1305, .block = 0,
        .run = run, .kernel = poly1305_init },
    [POLY1305_BLOCKS] = { .name = "blocks", .kind = POLY1305, .block = 16,
        .run = run, .kernel = poly1305_blocks },
    [POLY1305_FINISH] = { .name = "finish", .kind = POLY1305, .block = 0,
        .run = run, .kernel = poly1305_finish },
    [POLY1305_MESSAGE] = { .name = "message", .kind = POLY1305, .block = 16,
        .run = run, .kernel = poly1305_message },
    [CHACHAPOLY_ENCRYPT] = { .name = "encrypt", .kind = CHACHAPOLY, .block = 64,
        .run = run, .kernel = chachapoly_encrypt },
    [CHACHAPOLY_DECRYPT] = { .name = "decrypt", .kind = CHACHAPOLY, .block = 64,
        .run = run, .kernel = chachapoly_decrypt },
};

const struct row kernel_rows[] = {
    { "AES-128-ECB", 16, true, &entries[ENCRYPT_KEY] },
    { "AES-128-ECB", 16, true, &entries[DECRYPT_KEY] },
    { "AES-128-ECB", 16, true, &entries[ECB_ENCRYPT] },
    { "AES-128-ECB", 16, true, &entries[ECB_DECRYPT] },
    { "AES-128-CTR", 16, true, &entries[CTR128] },
    { "AES-192-ECB", 24, false, &entries[ENCRYPT_KEY] },
    { "AES-192-ECB", 24, false, &entries[DECRYPT_KEY] },
    { "AES-192-ECB", 24, false, &entries[ECB_ENCRYPT] },
    { "AES-192-ECB", 24, false, &entries[ECB_DECRYPT] },
    { "AES-192-CTR", 24, false, &entries[CTR128] },
    { "AES-256-ECB", 32, true, &entries[ENCRYPT_KEY] },
    { "AES-256-ECB", 32, true, &entries[DECRYPT_KEY] },
    { "AES-256-ECB", 32, true, &entries[ECB_ENCRYPT] },
    { "AES-256-ECB", 32, true, &entries[ECB_DECRYPT] },
    { "AES-256-CTR", 32, true, &entries[CTR128] },
    { "AES-128-GCM", 16, true, &entries[GCM_SET_KEY] },
    { "AES-128-GCM", 16, true, &entries[GCM_GHASH] },
    { "AES-128-GCM", 16, true, &entries[GCM_ENCRYPT] },
    { "AES-128-GCM", 16, true, &entries[GCM_DECRYPT] },
    { "AES-128-GCM", 16, true, &entries[GCM_TAG] },
    { "AES-128-GCM", 16, true, &entries[GCM_SEAL] },
    { "AES-128-GCM", 16, true, &entries[GCM_OPEN] },
    { "AES-192-GCM", 24, false, &entries[GCM_SET_KEY] },
    { "AES-192-GCM", 24, false, &entries[GCM_GHASH] },
    { "AES-192-GCM", 24, false, &entries[GCM_ENCRYPT] },
    { "AES-192-GCM", 24, false, &entries[GCM_DECRYPT] },
    { "AES-192-GCM", 24, false, &entries[GCM_TAG] },
    { "AES-192-GCM", 24, false, &entries[GCM_SEAL] },
    { "AES-192-GCM", 24, false, &entries[GCM_OPEN] },
    { "AES-256-GCM", 32, true, &entries[GCM_SET_KEY] },
    { "AES-256-GCM", 32, true, &entries[GCM_GHASH] },
    { "AES-256-GCM", 32, true, &entries[GCM_ENCRYPT] },
    { "AES-256-GCM", 32, true, &entries[GCM_DECRYPT] },
    { "AES-256-GCM", 32, true, &entries[GCM_TAG] },
    { "AES-256-GCM", 32, true, &entries[GCM_SEAL] },
    { "AES-256-GCM", 32, true, &entries[GCM_OPEN] },
    { "ChaCha20", 32, true, &entries[CHACHA20_CTR32] },
    { "ChaCha20", 32, true, &entries[CHACHA20_CTR64] },
    { "Poly1305", 32, true, &entries[POLY1305_INIT] },
    { "Poly1305", 32, true, &entries[POLY1305_BLOCKS] },
    { "Poly1305", 32, true, &entries[POLY1305_FINISH] },
    { "Poly1305", 32, true, &entries[POLY1305_MESSAGE] },
    { "ChaCha20-Poly1305", 32, true, &entries[CHACHAPOLY_ENCRYPT] },
    { "ChaCha20-Poly1305", 32, true, &entries[CHACHAPOLY_DECRYPT] },
};
const size_t kernel_rows_count = sizeof(kernel_rows) / sizeof(kernel_rows[0]);

/* The tier's kernels for the row and their keys; 0 if it has none. */
static int job_pick(struct kernel_job *j, enum kind family, vgf_tiers tier)
{
    switch (family) {
    case AES:
        if ((j->aes = vgf_aes_pick(tier)) == NULL) {
            return 0;
        }
        j->aes->encrypt_key(&j->ek, j->key, j->key_len);
        j->aes->decrypt_key(&j->dk, &j->ek);
        return 1;
    case GCM:
        if ((j->gcm = vgf_gcm_pick(tier)) == NULL) {
            return 0;
        }
        j->gcm->set_key(&j->gk, j->key, j->key_len);
        return 1;
    case CHACHA20:
        return (j->chacha20 = vgf_chacha20_pick(tier)) != NULL;
    case POLY1305:
        if ((j->poly1305 = vgf_poly1305_pick(tier)) == NULL) {
            return 0;
        }
        j->poly1305->init(&j->poly, j->key);
        return 1;
    case CHACHAPOLY:
        if ((j->chachapoly = vgf_chachapoly_pick(tier)) == NULL) {
            return 0;
        }
        j->chachapoly->poly1305->init(&j->poly, j->key);
        return 1;
    }
    return 0;
}

static int job_new(struct kernel_job *j, const struct cell *c,
                   struct buffers *b, vgf_tiers tier)
{
    const struct row *row = c->row;

    memset(j, 0, sizeof(*j));
    j->call = row->op->kernel;
    j->in = b->in;
    j->out = b->out;
    j->size = c->size;
    j->n = row->op->block > 0 ? c->size / row->op->block : 0;
    j->key_len = row->key_len;
    for (size_t i = 0; i < sizeof(j->key); i++) {
        j->key[i] = (uint8_t)(i + 1);
    }
    memcpy(j->chacha_key, j->key, sizeof(j->chacha_key));
    return job_pick(j, (enum kind)row->op->kind, tier);
}

/* Does one run give what the lowest tier's, job 0, gave?  That of a key's
 * schedule and of an accumulator may look different in each tier. */
static int check(struct kernel_job *jobs, unsigned i, struct buffers *b)
{
    memset(b->out, 0, jobs[i].size);
    run(&jobs[i], 1);
    if (i == 0) {
        memcpy(b->expected, b->out, jobs[0].size);
    }
    return memcmp(b->expected, b->out, jobs[0].size) == 0
           && memcmp(jobs[0].ctr, jobs[i].ctr, sizeof(jobs[0].ctr)) == 0
           && memcmp(jobs[0].chacha_ctr, jobs[i].chacha_ctr,
                     sizeof(jobs[0].chacha_ctr)) == 0
           && memcmp(&jobs[0].gm, &jobs[i].gm, sizeof(jobs[0].gm)) == 0
           && memcmp(jobs[0].tag, jobs[i].tag, sizeof(jobs[0].tag)) == 0;
}

enum outcome kernel_cell(struct cell *c, struct buffers *b,
                         const struct effort *effort)
{
    static struct kernel_job jobs[MEASURE_SUBJECTS];
    struct subject subjects[MEASURE_SUBJECTS];
    vgf_tiers have = vgf_cpu_tiers();

    c->n = 0;
    buffers_reset(b, c->size);
    for (vgf_tiers bit = 1; bit != 0 && c->n < MEASURE_SUBJECTS; bit <<= 1) {
        if ((bit & have) == 0 || !job_new(&jobs[c->n], c, b, bit)) {
            continue;
        }
        c->name[c->n] = vgf_tier_name(bit);
        subjects[c->n].run = run;
        subjects[c->n].arg = &jobs[c->n];
        c->n++;
        if (!check(jobs, c->n - 1, b)) {
            fprintf(stderr, "vgfast: %s %s of %zu bytes: %s is wrong\n",
                    c->row->algorithm, c->row->op->name, c->size,
                    c->name[c->n - 1]);
            return CELL_FAILED;
        }
    }
    if (c->n == 0) {
        return CELL_NOT_OFFERED;
    }
    return measure(subjects, c->n, effort, &c->m) ? CELL_OK : CELL_FAILED;
}
