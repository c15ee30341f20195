/* SPDX-License-Identifier: Apache-2.0 */
/* broken_gcm.c - AES-GCM kernels that are wrong on purpose. */
#include "broken.h"
#include "generic/generic.h"

static void ctr32_carries(const struct vgf_gcm_key *k, uint8_t *out,
                          const uint8_t *in, size_t nblocks, uint8_t ctr[16])
{
    vgf_aes_ctr128_generic(&k->aes, out, in, nblocks, ctr);
}

static void ghash_drops_block(const struct vgf_gcm_key *k, uint8_t y[16],
                              const uint8_t *in, size_t nblocks)
{
    vgf_gcm_generic.ghash(k, y, in, nblocks % 8 == 7 ? nblocks - 1 : nblocks);
}

/* Hashes what it has just overwritten. */
static void decrypts_then_hashes(const struct vgf_gcm_key *k, uint8_t *out,
                                 const uint8_t *in, size_t nblocks,
                                 uint8_t ctr[16], uint8_t y[16])
{
    vgf_gcm_generic.ctr32(k, out, in, nblocks, ctr);
    vgf_gcm_generic.ghash(k, y, in, nblocks);
}

static void seals_wrong_tail(const struct vgf_gcm_key *k, uint8_t *out,
                             const uint8_t *in, size_t len,
                             const uint8_t *aad, size_t aadlen,
                             const uint8_t j0[16], uint8_t tag[16])
{
    vgf_gcm_generic.seal(k, out, in, len, aad, aadlen, j0, tag);
    if (len % 16 == 15) {
        out[len - 1] ^= 1;
    }
}

/* Loads a partial block whole. */
static void seals_over_read(const struct vgf_gcm_key *k, uint8_t *out,
                            const uint8_t *in, size_t len,
                            const uint8_t *aad, size_t aadlen,
                            const uint8_t j0[16], uint8_t tag[16])
{
    if (len % 16 != 0) {
        touch(in + (len | 15));
    }
    vgf_gcm_generic.seal(k, out, in, len, aad, aadlen, j0, tag);
}

/* Loads a partial block from its end. */
static void seals_under_read(const struct vgf_gcm_key *k, uint8_t *out,
                             const uint8_t *in, size_t len,
                             const uint8_t *aad, size_t aadlen,
                             const uint8_t j0[16], uint8_t tag[16])
{
    if (len % 16 != 0) {
        touch(in + len - 16);
    }
    vgf_gcm_generic.seal(k, out, in, len, aad, aadlen, j0, tag);
}

static void opens_over_reading_aad(const struct vgf_gcm_key *k, uint8_t *out,
                                   const uint8_t *in, size_t len,
                                   const uint8_t *aad, size_t aadlen,
                                   const uint8_t j0[16], uint8_t tag[16])
{
    touch(aad + aadlen);
    vgf_gcm_generic.open(k, out, in, len, aad, aadlen, j0, tag);
}

static void opens_wrong_tag(const struct vgf_gcm_key *k, uint8_t *out,
                            const uint8_t *in, size_t len,
                            const uint8_t *aad, size_t aadlen,
                            const uint8_t j0[16], uint8_t tag[16])
{
    vgf_gcm_generic.open(k, out, in, len, aad, aadlen, j0, tag);
    if (aadlen == 256) {                /* takes its bits for a byte */
        tag[0] ^= 1;
    }
}

/* ---- Rows --------------------------------------------------------------- */

void broken_gcm(void)
{
    ROW(gcm, ctr32, ctr32_carries, "ctr_wraps", "ctr32: ctr: byte");
    ROW(gcm, ctr32, ctr32_carries, "messages", NULL);
    ROW(gcm, ghash, ghash_drops_block, "bulk", "ghash: y: byte");
    ROW(gcm, decrypt, decrypts_then_hashes, "bulk", "decrypt: y: byte");
    ROW(gcm, seal, seals_wrong_tail, "messages", "seal: out: byte 14 of 15");
    ROW(gcm, seal, seals_over_read, "messages", "seal: touches byte 15 of ");
    ROW(gcm, seal, seals_under_read, "messages", "seal: touches byte -15 of");
    ROW(gcm, open, opens_over_reading_aad, "messages", "of aad, which has");
    ROW(gcm, open, opens_wrong_tag, "messages", "open: tag: byte 0");
    ROW(gcm, seal, vgf_gcm_generic.open, "known", "tag: byte 0");
}
