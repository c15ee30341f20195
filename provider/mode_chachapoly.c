/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_chachapoly.h"
#include "../kernels/bytes.h"

void vgf_chachapoly_init(struct vgf_chachapoly *m,
                         const struct vgf_chachapoly_ops *ops)
{
    m->ops = ops;
    m->cipher.ops = ops->chacha20;
    m->cipher.ctr64 = VGF_CHACHA20_CTR32;
    m->mac.ops = ops->poly1305;
}

void vgf_chachapoly_start(struct vgf_chachapoly *m, const uint8_t nonce[12])
{
    uint8_t ctr[16] = { 0 };

    memcpy(ctr + 4, nonce, 12);
    vgf_chacha20_set_ctr(&m->cipher, ctr);
    m->mac.have = 0;
    m->aad_len = m->text_len = 0;
    m->begun = 0;
}

/*
 * Block 0 of the keystream is the one-time key, the text begins at block 1.
 * The first SHORT bytes of text, or all of them, take the same call of the
 * kernel: for a short message it takes as long for eight blocks as for two
 * calls of one.  Returns how much text is done.
 */
#define BLOCKS 8u
#define SHORT ((BLOCKS - 1) * 64)

static size_t begin(struct vgf_chachapoly *m, uint8_t *out, const uint8_t *in,
                    size_t len)
{
    uint8_t blocks[64 * BLOCKS];
    size_t n, have = m->mac.have, rest;

    len = len < SHORT ? len : SHORT;
    n = 1 + (len + 63) / 64;
    rest = 64 * (n - 1) - len;
    memset(blocks, 0, 64);
    if (len != 0) {
        memcpy(blocks + 64, in, len);
        memset(blocks + 64 + len, 0, rest);
    }
    m->cipher.ops->xor(blocks, blocks, n, m->cipher.key, m->cipher.ctr,
                       VGF_CHACHA20_CTR32);
    m->mac.ops->init(&m->mac.state, blocks);
    m->mac.have = have;
    if (len != 0) {
        memcpy(out, blocks + 64, len);
        m->cipher.used = (unsigned)(64 - rest) % 64;
        memcpy(m->cipher.stream + 64 - rest, blocks + 64 + len, rest);
    }
    vgf_wipe(blocks, 64 * n);
    m->begun = 1;
    return len;
}

int vgf_chachapoly_aad(struct vgf_chachapoly *m, const uint8_t *aad,
                       size_t len)
{
    if (m->text_len != 0) {
        return 0;
    }
    if (!m->begun && len >= sizeof(m->mac.part) - m->mac.have) {
        begin(m, NULL, NULL, 0);
    }
    if (m->begun) {
        vgf_poly_update(&m->mac, aad, len);
    } else if (len != 0) {
        store_short(m->mac.part + m->mac.have, load_short(aad, len), len);
        m->mac.have += len;
    }
    m->aad_len += len;
    return 1;
}

/* The cipher and the MAC, each with its own buffer of a block begun. */
static void in_turn(struct vgf_chachapoly *m, uint8_t *out, const uint8_t *in,
                    size_t len, int encrypt)
{
    if (!encrypt) {
        vgf_poly_update(&m->mac, in, len);
    }
    vgf_chacha20_update(&m->cipher, out, in, len);
    if (encrypt) {
        vgf_poly_update(&m->mac, out, len);
    }
}

int vgf_chachapoly_crypt(struct vgf_chachapoly *m, uint8_t *out,
                         const uint8_t *in, size_t len, int encrypt)
{
    size_t n, whole;

    if (len > VGF_CHACHAPOLY_MAX_TEXT - m->text_len) {
        return 0;
    }
    if (len == 0) {
        return 1;
    }
    if (!m->begun) {
        /* decrypting in place, the ciphertext is gone after begin() */
        uint8_t ct[SHORT];
        size_t some = len < SHORT ? len : SHORT;

        if (!encrypt) {
            memcpy(ct, in, some);
        }
        begin(m, out, in, len);
        vgf_poly_pad16(&m->mac);
        vgf_poly_update(&m->mac, encrypt ? out : ct, some);
        m->text_len += some;
        out += some;
        in += some;
        len -= some;
    } else if (m->text_len == 0) {
        vgf_poly_pad16(&m->mac);
    }
    m->text_len += len;

    /* up to a block's end, the whole blocks in one pass, and the rest */
    n = (64 - m->cipher.used) % 64;
    if (n > len) {
        n = len;
    }
    in_turn(m, out, in, n, encrypt);
    out += n;
    in += n;
    len -= n;
    whole = vgf_chacha20_direct(len);
    if (whole != 0) {
        (encrypt ? m->ops->encrypt : m->ops->decrypt)(
            out, in, whole / 64, m->cipher.key, m->cipher.ctr, &m->mac.state);
    }
    in_turn(m, out + whole, in + whole, len - whole, encrypt);
    return 1;
}

void vgf_chachapoly_tag(struct vgf_chachapoly *m, uint8_t tag[16])
{
    uint8_t lengths[16];

    if (!m->begun) {
        begin(m, NULL, NULL, 0);
    }
    vgf_poly_pad16(&m->mac);
    store64_le(lengths, m->aad_len);
    store64_le(lengths + 8, m->text_len);
    vgf_poly_update(&m->mac, lengths, 16);
    vgf_poly_finish(&m->mac, tag);
}
