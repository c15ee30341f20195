/* SPDX-License-Identifier: Apache-2.0 */
/* broken_gcm.c - AES-GCM kernels that are wrong on purpose. */
#include "broken.h"
#include "generic/generic.h"

/* A function's parameters, which are always the same. */
#define CRYPT(name)                                                       \
    static void name(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,        \
                     uint8_t *out, const uint8_t *in, size_t nblocks,     \
                     unsigned flags)
#define TAG(name)                                                         \
    static void name(const struct vgf_gcm_key *k,                         \
                     const struct vgf_gcm_msg *m, uint64_t aad_len,       \
                     uint64_t text_len, uint8_t tag[16], unsigned flags)

static void encrypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                    uint8_t *out, const uint8_t *in, size_t nblocks,
                    unsigned flags)
{
    vgf_gcm_generic.encrypt(k, m, out, in, nblocks, flags);
}

static void decrypt(struct vgf_gcm_key *k, struct vgf_gcm_msg *m,
                    uint8_t *out, const uint8_t *in, size_t nblocks,
                    unsigned flags)
{
    vgf_gcm_generic.decrypt(k, m, out, in, nblocks, flags);
}

/* ---- Counters ------------------------------------------------------------ */

/* The counter carries into the nonce, once it has wrapped. */
CRYPT(carries)
{
    uint8_t before[4];
    uint32_t carry = 1;

    memcpy(before, m->ctr + 12, 4);
    encrypt(k, m, out, in, nblocks, flags);
    if (memcmp(m->ctr + 12, before, 4) < 0) {
        for (int i = 11; i >= 0; i--) {
            carry += m->ctr[i];
            m->ctr[i] = (uint8_t)carry;
            carry >>= 8;
        }
    }
}

CRYPT(counts_first_late)
{
    encrypt(k, m, out, in, nblocks, flags);
    if (flags == (VGF_GCM_FIRST | VGF_GCM_REST) && nblocks == 8) {
        m->ctr[15]++;
    }
}

/* ---- Flags --------------------------------------------------------------- */

CRYPT(forgets_first)
{
    encrypt(k, m, out, in, nblocks, flags & ~VGF_GCM_FIRST);
}

CRYPT(forgets_part)
{
    decrypt(k, m, out, in, nblocks,
            nblocks == 5 ? flags & ~VGF_GCM_PART : flags);
}

CRYPT(forgets_rest)
{
    decrypt(k, m, out, in, nblocks,
            nblocks % 8 == 0 ? flags & ~VGF_GCM_REST : flags);
}

CRYPT(always_rests)
{
    const uint8_t last = m->ctr[15];

    encrypt(k, m, out, in, nblocks, flags | VGF_GCM_REST);
    if (!(flags & VGF_GCM_REST)) {
        m->ctr[15] = (uint8_t)(last + nblocks
                               + (flags & VGF_GCM_FIRST ? 1 : 0));
    }
}

CRYPT(wipes_part)
{
    encrypt(k, m, out, in, nblocks, flags);
    memset(m->part, 0, 16);
}

/* ---- Text and hash ------------------------------------------------------- */

CRYPT(wrong_tail)
{
    encrypt(k, m, out, in, nblocks, flags);
    if (nblocks % 4 == 3) {
        out[16 * nblocks - 1] ^= 1;
    }
}

CRYPT(over_write)
{
    encrypt(k, m, out, in, nblocks, flags);
    if (nblocks % 4 == 2) {
        out[16 * nblocks] = 0;
    }
}

/* Loads two blocks where there is one. */
CRYPT(over_read)
{
    if (nblocks % 2 != 0) {
        touch(in + 16 * nblocks + 15);
    }
    decrypt(k, m, out, in, nblocks, flags);
}

/* Hashes what it has just overwritten. */
CRYPT(decrypts_then_hashes)
{
    struct vgf_gcm_msg copy = *m;

    decrypt(k, m, out, in, nblocks, flags);
    encrypt(k, &copy, NULL, NULL, 0, flags & ~VGF_GCM_REST);
    vgf_ghash_generic(k->h, copy.y, in, nblocks);
    memcpy(m->y, copy.y, 16);
}

static void ghash_drops_block(struct vgf_gcm_key *k, uint8_t y[16],
                              const uint8_t *in, size_t nblocks)
{
    vgf_ghash_generic(k->h, y, in, nblocks % 8 == 7 ? nblocks - 1 : nblocks);
}

/* ---- Keys ---------------------------------------------------------------- */

/* Makes more of H for a long message, and then trusts it wrongly. */
CRYPT(wrong_when_seasoned)
{
    encrypt(k, m, out, in, nblocks, flags);
    if (k->h[100] == 0x77 && nblocks == 9) {
        m->y[0] ^= 1;
    }
    if (nblocks > 1000) {
        k->h[100] = 0x77;
    }
}

/* Takes for granted that there is more of H. */
CRYPT(wrong_when_fresh)
{
    encrypt(k, m, out, in, nblocks, flags);
    if (k->h[100] != 0x77 && nblocks == 9) {
        m->y[0] ^= 1;
    }
    if (nblocks > 1000) {
        k->h[100] = 0x77;
    }
}

CRYPT(writes_schedule)
{
    encrypt(k, m, out, in, nblocks, flags);
    k->aes.rk[3] ^= 1;
}

CRYPT(writes_after_key)
{
    encrypt(k, m, out, in, nblocks, flags);
    if (((uintptr_t)k + sizeof(*k)) % 4096 != 0) {
        ((uint8_t *)k)[sizeof(*k)] = 0;
    }
}

static void over_reads_key(struct vgf_gcm_key *k, const uint8_t *key,
                           size_t keylen)
{
    touch(key + 31);
    vgf_gcm_generic.set_key(k, key, keylen);
}

/* ---- Tags ---------------------------------------------------------------- */

TAG(tag_of_short)
{
    vgf_gcm_generic.tag(k, m, (uint32_t)aad_len, text_len, tag, flags);
}

TAG(tag_of_whole)
{
    vgf_gcm_generic.tag(k, m, aad_len, text_len, tag,
                        flags & ~VGF_GCM_PART);
}

TAG(tag_changes_m)
{
    vgf_gcm_generic.tag(k, m, aad_len, text_len, tag, flags);
    ((struct vgf_gcm_msg *)(uintptr_t)m)->y[2] ^= 1;
}

TAG(tag_wrong_once)
{
    vgf_gcm_generic.tag(k, m, aad_len, text_len, tag, flags);
    if (aad_len == 256) {               /* takes its bits for a byte */
        tag[0] ^= 1;
    }
}

/* ---- Rows ---------------------------------------------------------------- */

void broken_gcm(void)
{
    ROW(gcm, encrypt, encrypt, "counts", NULL);
    ROW(gcm, encrypt, carries, "ctr_wraps", "encrypt: ctr: byte ");
    ROW(gcm, encrypt, carries, "messages", NULL);
    ROW(gcm, encrypt, counts_first_late, "counts", "ctr: byte 15");
    ROW(gcm, encrypt, forgets_first, "counts", "encrypt: ctr: byte");
    ROW(gcm, decrypt, forgets_part, "counts", "decrypt: y: byte");
    ROW(gcm, decrypt, forgets_part, "messages", "open: tag: byte");
    ROW(gcm, decrypt, forgets_rest, "counts", "decrypt: ctr: byte");
    ROW(gcm, decrypt, forgets_rest, "messages", "open: out: byte");
    ROW(gcm, encrypt, always_rests, "counts", "encrypt: stream: byte 0");
    ROW(gcm, encrypt, wipes_part, "counts", "encrypt: part: byte 0");
    ROW(gcm, encrypt, wrong_tail, "counts", "encrypt: out: byte 47 of 48");
    ROW(gcm, encrypt, wrong_tail, "messages", "seal: out: byte 47 of 48");
    ROW(gcm, encrypt, over_write, "counts", "byte 32 of 32 was written");
    ROW(gcm, decrypt, over_read, "counts", "touches byte 31 of ");
    ROW(gcm, decrypt, over_read, "messages", "open: touches byte 31 of ");
    ROW(gcm, decrypt, decrypts_then_hashes, "counts", "decrypt: y: byte");
    ROW(gcm, ghash, ghash_drops_block, "ghash", "ghash: y: byte");
    ROW(gcm, encrypt, wrong_when_seasoned, "counts", "seasoned");
    ROW(gcm, encrypt, wrong_when_fresh, "counts", "fresh");
    ROW(gcm, encrypt, wrong_when_fresh, "messages", "fresh");
    ROW(gcm, encrypt, writes_schedule, "counts", "k->aes: byte 3 of");
    ROW(gcm, encrypt, writes_after_key, "counts", "k: byte 1056 of 1056");
    ROW(gcm, set_key, over_reads_key, "counts", "set_key: touches byte 31");
    ROW(gcm, tag, tag_of_short, "tags", "tag: tag: byte");
    ROW(gcm, tag, tag_of_short, "messages", NULL);
    ROW(gcm, tag, tag_of_whole, "tags", "tag: tag: byte");
    ROW(gcm, tag, tag_of_whole, "messages", "seal: tag: byte");
    ROW(gcm, tag, tag_changes_m, "tags", "tag: m: byte 2 of 80");
    ROW(gcm, tag, tag_wrong_once, "messages", "seal: tag: byte 0");
    ROW(gcm, encrypt, decrypt, "known", "tag: byte 0");
}
