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

/* Block 0 of the keystream is the one-time key, the text begins at block 1: the
 * first of it, or all, goes along. */
static void begin(struct vgf_chachapoly *m, uint8_t *out, const uint8_t *in,
                  size_t len)
{
    vgf_chacha20_begin(&m->cipher, out, in, len, VGF_CHACHA20_FIRST);
    m->mac.ops->init(&m->mac.state, m->cipher.ends);
    vgf_wipe(m->cipher.ends, 64);
    m->begun = 1;
}

int vgf_chachapoly_aad(struct vgf_chachapoly *m, const uint8_t *aad,
                       size_t len)
{
    if (m->text_len != 0) {
        return 0;
    }
    if (!m->begun && len >= sizeof(m->mac.part) - m->mac.have) {
        begin(m, m->mac.part, m->mac.part, 0);
    }
    if (m->begun) {
        vgf_poly_update(&m->mac, aad, len);
    } else if (len != 0) {
        vgf_poly_hold(&m->mac, aad, len);
    }
    m->aad_len += len;
    return 1;
}

/* The MAC and the cipher, each with its own buffer of a block begun. */
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

/*
 * The first text of a message, up to LEAD bytes of it; returns how many.  That
 * is all of it in a short message, where it is best to have the cipher do
 * everything and the MAC afterwards.  Before a long one it is what is beyond
 * TURN bytes and multiples of that, so that the kernel for both goes on with
 * whole turns.
 */
#define TURN 1024u
#define LEAD (3 * TURN)

static size_t first_text(struct vgf_chachapoly *m, uint8_t *out,
                         const uint8_t *in, size_t len, int encrypt)
{
    uint8_t copy[LEAD];
    const uint8_t *ciphertext = encrypt ? out : in;

    if (len > LEAD) {
        len = len % TURN - len % 64;
    }
    /* in place, the ciphertext is gone when there is a key to hash it */
    if (!encrypt && out == in) {
        memcpy(copy, in, len);
        ciphertext = copy;
    }
    begin(m, out, in, len);
    vgf_poly_pad16(&m->mac);
    vgf_poly_update(&m->mac, ciphertext, len);
    return len;
}

int vgf_chachapoly_crypt(struct vgf_chachapoly *m, uint8_t *out,
                         const uint8_t *in, size_t len, int encrypt)
{
    const int first = m->text_len == 0;
    size_t n;

    if (len > VGF_CHACHAPOLY_MAX_TEXT - m->text_len) {
        return 0;
    }
    if (len == 0) {
        return 1;
    }
    m->text_len += len;
    if (!m->begun) {
        n = first_text(m, out, in, len, encrypt);
        if (n == len) {
            return 1;
        }
        out += n;
        in += n;
        len -= n;
    } else if (first) {
        vgf_poly_pad16(&m->mac);
    }
    /* up to a block's end, the whole blocks in one pass, and the rest */
    n = (64 - m->cipher.used) % 64;
    if (n > len) {
        n = len;
    }
    in_turn(m, out, in, n, encrypt);
    out += n;
    in += n;
    len -= n;
    n = len - len % 64;
    if (n != 0) {
        (encrypt ? m->ops->encrypt : m->ops->decrypt)(
            out, in, n / 64, m->cipher.key, m->cipher.ctr, &m->mac.state);
    }
    in_turn(m, out + n, in + n, len - n, encrypt);
    return 1;
}

void vgf_chachapoly_tag(struct vgf_chachapoly *m, uint8_t tag[16])
{
    uint8_t last[32];
    const size_t part = m->mac.have != 0 ? 16 : 0;

    if (!m->begun) {
        begin(m, m->mac.part, m->mac.part, 0);
    }
    memcpy(last, m->mac.part, 16);
    store64_le(last + part, m->aad_len);
    store64_le(last + part + 8, m->text_len);
    m->mac.have = 0;
    m->mac.ops->blocks(&m->mac.state, last, part / 16 + 1, 1);
    vgf_poly_finish(&m->mac, tag);
}
