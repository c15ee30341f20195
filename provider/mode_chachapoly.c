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
 * A short message is not absorbed piece by piece but held, to be absorbed in
 * one go with the lengths.  That it is in m at its end is what release() undoes
 * if it was not the end.
 */
static void hold(struct vgf_chachapoly *m, const uint8_t *ciphertext,
                 size_t len)
{
    uint8_t *to = m->held;

    m->held_aad = 0;
    m->held_text = len;
    if (m->mac.have != 0) {
        memcpy(to, m->mac.part, 16);
        m->held_aad = 16;
        m->mac.have = 0;
        to += 16;
    }
    if (len == VGF_CHACHAPOLY_HELD) {
        memcpy(to, ciphertext, VGF_CHACHAPOLY_HELD);
        return;
    }
    if (len & 32) {
        memcpy(to, ciphertext, 32);
        to += 32;
        ciphertext += 32;
    }
    if (len & 16) {
        memcpy(to, ciphertext, 16);
        to += 16;
        ciphertext += 16;
    }
    if (len % 16 != 0) {
        store_whole(to, load_short(ciphertext, len % 16));
    }
}

static void release(struct vgf_chachapoly *m)
{
    const size_t whole = m->held_aad + m->held_text / 16 * 16;

    if (m->held_text != 0) {
        m->mac.ops->blocks(&m->mac.state, m->held, whole / 16, 1);
        vgf_poly_hold(&m->mac, m->held + whole, m->held_text % 16);
        m->held_text = 0;
    }
}

/* Text of which a pass of the cipher is enough for all: nothing could be
 * absorbed beside it. */
#define ONE_PASS 448u

/* The one-time key, and all of a message of up to some length. */
static void begin_all(struct vgf_chachapoly *m, uint8_t *out,
                      const uint8_t *in, size_t len, int encrypt)
{
    const size_t rest = len % 64;
    uint8_t *ends = m->cipher.ends;
    uint32_t flags = encrypt ? 0 : VGF_CHACHAPOLY_OPEN;

    if (len <= ONE_PASS || m->ops->begin == NULL) {
        begin(m, out, in, len);
        vgf_poly_pad16(&m->mac);
        vgf_poly_update(&m->mac, encrypt ? out : in, len);
        return;
    }
    if (rest != 0) {
        flags |= VGF_CHACHAPOLY_NEXT;
    }
    if (m->mac.have != 0) {
        flags |= VGF_CHACHAPOLY_AAD;
        memcpy(ends + 64, m->mac.part, 16);
        m->mac.have = 0;
    }
    m->ops->begin(&m->mac.state, out, in, len / 64, m->cipher.key,
                  m->cipher.ctr, flags, ends);
    vgf_wipe(ends, 64);
    m->begun = 1;
    out += len - rest;
    in += len - rest;
    vgf_chacha20_rest(&m->cipher, out, in, rest);
    vgf_poly_update(&m->mac, encrypt ? out : in, rest);
}

/*
 * The first text of a message, or some of it; returns how much.  Before a long
 * message goes what is beyond whole turns of the kernel for both.  That is
 * worth it later to encrypt, when there is nothing to absorb in the first turn,
 * and if begin() is good at it.
 */
#define TURN 1024u
#define MOST_OPEN (2 * TURN)

static size_t at_once(const struct vgf_chachapoly *m, int encrypt)
{
    if (m->ops->begin == NULL) {
        return encrypt ? 2 * TURN : TURN;
    }
    return encrypt ? 6 * TURN : MOST_OPEN;
}

static size_t first_text(struct vgf_chachapoly *m, uint8_t *out,
                         const uint8_t *in, size_t len, int encrypt)
{
    uint8_t copy[MOST_OPEN];

    if (len >= at_once(m, encrypt)) {
        len = len % TURN / 64 * 64;
    }
    /* in place, the ciphertext is gone when there is a key to absorb it */
    if (!encrypt && out == in) {
        memcpy(copy, in, len);
        in = copy;
    }
    begin_all(m, out, in, len, encrypt);
    return len;
}

/* All of a short message, or its beginning.  What begin() does, without its
 * calls. */
static void first_short(struct vgf_chachapoly *m, uint8_t *out,
                        const uint8_t *in, size_t len, int encrypt)
{
    const size_t rest = len % 64;

    m->text_len = len;
    m->begun = 1;
    if (!encrypt) {
        hold(m, in, len);
    }
    m->cipher.ops->xor_ends(out, in, len / 64, m->cipher.key, m->cipher.ctr,
                            VGF_CHACHA20_CTR32 | VGF_CHACHA20_FIRST
                                | (rest != 0 ? VGF_CHACHA20_NEXT : 0),
                            m->cipher.ends);
    if (rest != 0) {
        vgf_chacha20_rest(&m->cipher, out + len - rest, in + len - rest, rest);
    }
    m->mac.ops->init(&m->mac.state, m->cipher.ends);
    vgf_wipe(m->cipher.ends, 64);
    if (encrypt) {
        hold(m, out, len);
    }
}

__attribute__((noinline))
static int any_text(struct vgf_chachapoly *m, uint8_t *out, const uint8_t *in,
                    size_t len, int encrypt)
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
    } else {
        release(m);
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

int vgf_chachapoly_crypt(struct vgf_chachapoly *m, uint8_t *out,
                         const uint8_t *in, size_t len, int encrypt)
{
    if (!m->begun && m->text_len == 0 && len != 0
        && len <= VGF_CHACHAPOLY_HELD) {
        first_short(m, out, in, len, encrypt);
        return 1;
    }
    return any_text(m, out, in, len, encrypt);
}

/* Where the lengths go if there is no short message in front of them. */
__attribute__((noinline))
static uint8_t *nothing_held(struct vgf_chachapoly *m)
{
    if (!m->begun) {
        begin(m, m->mac.part, m->mac.part, 0);
    }
    if (m->mac.have == 0) {
        return m->held;
    }
    memcpy(m->held, m->mac.part, 16);
    m->mac.have = 0;
    return m->held + 16;
}

void vgf_chachapoly_tag(struct vgf_chachapoly *m, uint8_t tag[16])
{
    uint8_t *at = m->held_text != 0
                      ? m->held + m->held_aad + (m->held_text + 15) / 16 * 16
                      : nothing_held(m);

    store64_le(at, m->aad_len);
    store64_le(at + 8, m->text_len);
    m->held_text = 0;
    wipe_whole(m->mac.part);
    m->mac.ops->blocks(&m->mac.state, m->held,
                       (size_t)(at - m->held) / 16 + 1, 1);
    m->mac.ops->finish(&m->mac.state, tag);
}
