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

/* Block 0 of the keystream is the one-time key, the text begins at block 1. */
void vgf_chachapoly_start(struct vgf_chachapoly *m, const uint8_t nonce[12])
{
    uint8_t ctr[16] = { 0 }, block[64] = { 0 };

    memcpy(ctr + 4, nonce, 12);
    vgf_chacha20_set_ctr(&m->cipher, ctr);
    m->cipher.ops->xor(block, block, 1, m->cipher.key, m->cipher.ctr,
                       VGF_CHACHA20_CTR32);
    vgf_poly_start(&m->mac, block);
    vgf_wipe(block, sizeof(block));
    m->aad_len = m->text_len = 0;
}

int vgf_chachapoly_aad(struct vgf_chachapoly *m, const uint8_t *aad,
                       size_t len)
{
    if (m->text_len != 0) {
        return 0;
    }
    vgf_poly_update(&m->mac, aad, len);
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
    if (m->text_len == 0) {
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
    whole = len & ~(size_t)63;
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

    vgf_poly_pad16(&m->mac);
    store64_le(lengths, m->aad_len);
    store64_le(lengths + 8, m->text_len);
    vgf_poly_update(&m->mac, lengths, 16);
    vgf_poly_finish(&m->mac, tag);
}
