/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_gcm.h"
#include "../kernels/bytes.h"

void vgf_gcm_j0(const struct vgf_gcm *m, uint8_t j0[16], const uint8_t *iv,
                size_t ivlen)
{
    uint8_t block[16] = { 0 };

    memset(j0, 0, 16);
    if (ivlen == 12) {
        memcpy(j0, iv, 12);
        j0[15] = 1;
        return;
    }
    m->ops->ghash(&m->key, j0, iv, ivlen / 16);
    if (ivlen % 16 != 0) {
        memcpy(block, iv + ivlen / 16 * 16, ivlen % 16);
        m->ops->ghash(&m->key, j0, block, 1);
        memset(block, 0, sizeof(block));
    }
    store64_be(block + 8, 8 * (uint64_t)ivlen);
    m->ops->ghash(&m->key, j0, block, 1);
}

void vgf_gcm_start(struct vgf_gcm *m, const uint8_t *iv, size_t ivlen)
{
    m->aad_len = m->text_len = 0;
    memset(m->y, 0, sizeof(m->y));
    memset(m->mask, 0, sizeof(m->mask));
    vgf_gcm_j0(m, m->ctr, iv, ivlen);
    m->ops->ctr32(&m->key, m->mask, m->mask, 1, m->ctr);
}

/* Puts the partial block that is n bytes long into y, filled up with zeros. */
static void hash_part(const struct vgf_gcm *m, uint8_t y[16], size_t n)
{
    uint8_t block[16] = { 0 };

    if (n != 0) {
        memcpy(block, m->part, n);
        m->ops->ghash(&m->key, y, block, 1);
    }
}

int vgf_gcm_aad(struct vgf_gcm *m, const uint8_t *aad, size_t len)
{
    size_t have = m->aad_len % 16;

    if (m->text_len != 0 || len > VGF_GCM_MAX_AAD - m->aad_len) {
        return 0;
    }
    m->aad_len += len;
    if (have != 0) {
        size_t n = 16 - have < len ? 16 - have : len;

        memcpy(m->part + have, aad, n);
        aad += n;
        len -= n;
        if (have + n < 16) {
            return 1;
        }
        m->ops->ghash(&m->key, m->y, m->part, 1);
    }
    m->ops->ghash(&m->key, m->y, aad, len / 16);
    memcpy(m->part, aad + len / 16 * 16, len % 16);
    return 1;
}

/* Goes on in the block begun, at most to its end.  Returns how far. */
static size_t rest_of_block(struct vgf_gcm *m, uint8_t *out,
                            const uint8_t *in, size_t len, int encrypt)
{
    size_t at = m->text_len % 16, n;

    if (at == 0) {
        return 0;
    }
    for (n = 0; n < len && at < 16; n++, at++) {
        uint8_t from = in[n];

        out[n] = from ^ m->stream[at];
        m->part[at] = encrypt ? out[n] : from;
    }
    m->text_len += n;
    if (at == 16) {
        m->ops->ghash(&m->key, m->y, m->part, 1);
    }
    return n;
}

static int crypt(struct vgf_gcm *m, uint8_t *out, const uint8_t *in,
                 size_t len, int encrypt)
{
    size_t n, whole;

    if (len > VGF_GCM_MAX_TEXT - m->text_len) {
        return 0;
    }
    if (len == 0) {
        return 1;
    }
    if (m->text_len == 0) {             /* the additional data is complete */
        hash_part(m, m->y, m->aad_len % 16);
    }
    n = rest_of_block(m, out, in, len, encrypt);
    out += n;
    in += n;
    len -= n;

    whole = len & ~(size_t)15;
    if (whole != 0) {
        if (encrypt) {
            m->ops->encrypt(&m->key, out, in, whole / 16, m->ctr, m->y);
        } else {
            m->ops->decrypt(&m->key, out, in, whole / 16, m->ctr, m->y);
        }
        m->text_len += whole;
    }
    if (whole != len) {
        uint8_t from = in[whole];

        memset(m->stream, 0, sizeof(m->stream));
        m->ops->ctr32(&m->key, m->stream, m->stream, 1, m->ctr);
        out[whole] = from ^ m->stream[0];
        m->part[0] = encrypt ? out[whole] : from;
        m->text_len++;
        rest_of_block(m, out + whole + 1, in + whole + 1, len - whole - 1,
                      encrypt);
    }
    return 1;
}

int vgf_gcm_encrypt(struct vgf_gcm *m, uint8_t *out, const uint8_t *in,
                    size_t len)
{
    return crypt(m, out, in, len, 1);
}

int vgf_gcm_decrypt(struct vgf_gcm *m, uint8_t *out, const uint8_t *in,
                    size_t len)
{
    return crypt(m, out, in, len, 0);
}

void vgf_gcm_tag(const struct vgf_gcm *m, uint8_t tag[16])
{
    uint8_t y[16], lengths[16];
    uint64_t part = m->text_len != 0 ? m->text_len : m->aad_len;

    memcpy(y, m->y, sizeof(y));
    hash_part(m, y, part % 16);
    store64_be(lengths, 8 * m->aad_len);
    store64_be(lengths + 8, 8 * m->text_len);
    m->ops->ghash(&m->key, y, lengths, 1);
    for (int i = 0; i < 16; i++) {
        tag[i] = y[i] ^ m->mask[i];
    }
}
