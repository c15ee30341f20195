/* SPDX-License-Identifier: Apache-2.0 */
/* gcm_hash.c - checks of the AES-GCM kernels' GHASH and tag. */
#include "gcm.h"

static const size_t key_lengths[] = { 16, 24, 32 };

/* GHASH has no output: that is the input, unchanged. */
static void call_ghash(void *v, const struct layout *l, uint8_t *out,
                       const uint8_t *in, size_t nblocks)
{
    struct gcm_job *j = v;
    struct vgf_gcm_key *k;
    uint8_t *y = guarded_place(&j->y_room, 16, l->end, l->in_offset);

    memcpy(y, j->y[0], 16);
    j->age = (enum age)__builtin_parity(j->calls++);
    trial_note(j->age == FRESH ? "fresh" : "seasoned");
    k = gcm_key_place(j, l);
    gcm_ghash(j->ops, k, y, in, nblocks);
    gcm_key_check(j);
    expect_bytes("y", y, j->y[nblocks], 16);
    guarded_check(&j->y_room);
    memmove(out, in, 16 * nblocks);
}

void gcm_ghashes(const void *v)
{
    const struct vgf_gcm_ops *ops = v;
    struct gcm_job j;

    gcm_job_new(&j, ops, 16, sweep_most(ops->turn));
    j.direction = OPEN;
    gcm_want(&j, j.most);
    sweep("ghash", ops->turn, 16, j.in, j.in, call_ghash, &j);
    gcm_job_free(&j);
}

/* Blocks of few bits, and of all. */
void gcm_ghash_bits(const void *v)
{
    struct gcm_job j;
    uint8_t block[16], y[16], want[16];

    gcm_job_new(&j, v, 16, 0);
    trial.entry = "ghash";
    trial.size = 16;
    for (size_t i = 0; i < 128 + PATTERNS; i++) {
        trial_note("pattern %zu", i);
        if (i < 128) {
            memset(block, 0, 16);
            block[i / 8] = (uint8_t)(0x80 >> i % 8);
        } else {
            fill(block, 16, (enum pattern)(i - 128));
        }
        memset(want, 0, 16);
        truth_ghash(j.h, want, block);
        memset(y, 0, 16);
        gcm_ghash(v, &j.keys[i % 2], y, block, 1);
        expect_bytes("y", y, want, 16);
        /* the same through y */
        memcpy(y, block, 16);
        memset(block, 0, 16);
        gcm_ghash(v, &j.keys[i % 2], y, block, 1);
        expect_bytes("y", y, want, 16);
    }
    gcm_job_free(&j);
}

static void one_tag(struct gcm_job *j, const struct layout *l,
                    uint64_t aad_len, uint64_t text_len)
{
    struct vgf_gcm_key *k = gcm_key_place(j, l);
    struct vgf_gcm_msg *m = (void *)guarded_place(&j->m_room, sizeof(*m),
                                                  l->end, l->in_offset);
    uint8_t *tag = guarded_place(&j->tag_room, 16, l->end, l->out_offset);
    uint8_t y[16], lengths[16] = { 0 };

    trial_note("flags %u, AAD %llu, %s", j->flags,
               (unsigned long long)aad_len,
               j->age == FRESH ? "fresh" : "seasoned");
    trial.size = (size_t)text_len;
    fill(&j->before, sizeof(j->before), PATTERN_RANDOM);
    *m = j->before;
    gcm_tag(j->ops, k, m, aad_len, text_len, tag, j->flags);
    memcpy(y, j->before.y, 16);
    if (j->flags & VGF_GCM_PART) {
        truth_ghash(j->h, y, j->before.part);
    }
    truth_count(lengths, 16, 8 * text_len);
    for (int i = 0; i < 8; i++) {
        lengths[i] = (uint8_t)(8 * aad_len >> (56 - 8 * i));
    }
    truth_ghash(j->h, y, lengths);
    for (int i = 0; i < 16; i++) {
        y[i] ^= j->before.mask[i];
    }
    expect_bytes("tag", tag, y, 16);
    guarded_check(&j->tag_room);
    expect_bytes("m", m, &j->before, sizeof(*m));
    guarded_check(&j->m_room);
    expect_bytes("k", k, &j->keys[j->age], sizeof(*k));
    guarded_check(&j->k_room);
}

void gcm_tags(const void *v)
{
    static const uint64_t lengths[] = {
        0, 1, 16, 1350, 0x1fffffff, 0x20000000, 0xfffffffff, 0xfffffffe0,
        0x123456789abcdef, 0x1fffffffffffffff,
    };
    struct gcm_job j;

    for (size_t n = 0; n < COUNT(key_lengths); n++) {
        gcm_job_new(&j, v, key_lengths[n], 0);
        trial.entry = "tag";
        for (unsigned i = 0; i < COUNT(lengths) * COUNT(lengths) * 4; i++) {
            const struct layout l = layout_of(i % LAYOUTS, i / LAYOUTS);

            j.flags = i % 2 == 0 ? 0 : VGF_GCM_PART;
            j.age = (enum age)(i / 2 % 2);
            trial.layout = &l;
            one_tag(&j, &l, lengths[i / 4 % COUNT(lengths)],
                    lengths[i / 4 / COUNT(lengths)]);
            trial.layout = NULL;
        }
        gcm_job_free(&j);
    }
}
