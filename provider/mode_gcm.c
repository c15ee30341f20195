/* SPDX-License-Identifier: Apache-2.0 */
#include "mode_gcm.h"

void vgf_gcm_j0_hashed(struct vgf_gcm *m, uint8_t j0[16], const uint8_t *iv,
                       size_t ivlen)
{
    uint8_t block[16] = { 0 };

    memset(j0, 0, 16);
    m->ops->ghash(&m->key, j0, iv, ivlen / 16);
    if (ivlen % 16 != 0) {
        memcpy(block, iv + ivlen / 16 * 16, ivlen % 16);
        m->ops->ghash(&m->key, j0, block, 1);
        memset(block, 0, sizeof(block));
    }
    store64_be(block + 8, 8 * (uint64_t)ivlen);
    m->ops->ghash(&m->key, j0, block, 1);
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

        memcpy(m->msg.part + have, aad, n);
        aad += n;
        len -= n;
        if (have + n < 16) {
            return 1;
        }
        m->ops->ghash(&m->key, m->msg.y, m->msg.part, 1);
    }
    if (len >= 16) {
        m->ops->ghash(&m->key, m->msg.y, aad, len / 16);
    }
    store_whole(m->msg.part, load_short(aad + len / 16 * 16, len % 16));
    return 1;
}

/* Goes on in the block begun, at most to its end.  Returns how far. */
static size_t rest_of_block(struct vgf_gcm *m, uint8_t *out,
                            const uint8_t *in, size_t len, int encrypt)
{
    size_t at = m->text_len % 16, n;

    for (n = 0; n < len && at < 16; n++, at++) {
        uint8_t from = in[n];

        out[n] = from ^ m->msg.stream[at];
        m->msg.part[at] = encrypt ? out[n] : from;
    }
    m->text_len += n;
    return n;
}

static int crypt(struct vgf_gcm *m, uint8_t *out, const uint8_t *in,
                 size_t len, int encrypt)
{
    size_t n, whole;
    unsigned flags;

    if (len > VGF_GCM_MAX_TEXT - m->text_len) {
        return 0;
    }
    if (len == 0) {
        return 1;
    }
    flags = m->text_len == 0 ? vgf_gcm_first(m) : 0;
    if (m->text_len % 16 != 0) {
        n = rest_of_block(m, out, in, len, encrypt);
        out += n;
        in += n;
        len -= n;
        if (m->text_len % 16 != 0) {
            return 1;
        }
        flags |= VGF_GCM_PART;
    }
    whole = len & ~(size_t)15;
    if (whole != len) {
        flags |= VGF_GCM_REST;
    }
    (encrypt ? m->ops->encrypt : m->ops->decrypt)(&m->key, &m->msg, out, in,
                                                  whole / 16, flags);
    m->text_len += whole;
    n = len - whole;
    if (n != 0) {
        struct bytes16 from = load_short(in + whole, n);
        struct bytes16 to = xor_short(out + whole, in + whole, m->msg.stream,
                                      n);

        store_whole(m->msg.part, encrypt ? to : from);
        m->text_len += n;
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

void vgf_gcm_tag(struct vgf_gcm *m, uint8_t tag[16])
{
    struct vgf_gcm_msg end;

    if (m->text_len != 0) {
        vgf_gcm_tag_text(m, tag);
        return;
    }
    /* the kernel has not been called yet; text may still come, so not on m */
    end = m->msg;
    m->ops->encrypt(&m->key, &end, NULL, NULL, 0, vgf_gcm_first(m));
    m->ops->tag(&m->key, &end, m->aad_len, 0, tag, 0);
    vgf_wipe(&end, sizeof(end));
}
