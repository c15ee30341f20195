/* SPDX-License-Identifier: Apache-2.0 */
/*
 * intel-ipsec-mb#47; openssl#17220; mbedtls#362: additional data of 512 MiB
 * (2^32 bits) and more gave a wrong tag, and a GCM message beyond 2^36 - 32
 * bytes used its counter blocks twice.
 *
 * Right: lengths count bits in 64 bits, and what is too long is refused before
 * anything is done.  So much data takes minutes; this is the one test here
 * that looks behind EVP, to set the lengths of a message as if it had come.
 */
#include "field.h"
#include "../../provider/mode_chachapoly.h"
#include "../../provider/mode_gcm.h"

static const uint64_t aad_lengths[] = {
    16,
    (UINT64_C(1) << 29) - 16,       /* the last whose bits fit in 32 */
    UINT64_C(1) << 29,
    UINT64_C(1) << 32,
    (UINT64_C(1) << 61) - 16,
};
#define LENGTHS (sizeof(aad_lengths) / sizeof(aad_lengths[0]))

static void store(uint8_t *out, uint64_t value, bool big_endian)
{
    for (int i = 0; i < 8; i++) {
        out[big_endian ? 7 - i : i] = (uint8_t)(value >> 8 * i);
    }
}

static void start_gcm(struct vgf_gcm *m)
{
    m->ops = vgf_gcm_pick(VGF_TIER_GENERIC);
    m->ops->set_key(&m->key, message_key, 16);
    vgf_gcm_start(m, message_key, 12);
}

START_TEST(gcm_aad)
{
    for (size_t i = 0; i < LENGTHS; i++) {
        uint8_t tag[16], mask[16], want[16] = {0}, lengths[16] = {0};
        struct vgf_gcm m;

        start_gcm(&m);
        vgf_gcm_tag(&m, mask);          /* of nothing: E(J0) */
        m.aad_len = aad_lengths[i];
        vgf_gcm_tag(&m, tag);
        store(lengths, 8 * aad_lengths[i], true);
        m.ops->ghash(&m.key, want, lengths, 1);
        for (int k = 0; k < 16; k++) {
            want[k] ^= mask[k];
        }
        ck_assert_mem_eq(tag, want, 16);
    }
}
END_TEST

START_TEST(gcm_limits)
{
    uint8_t text[48] = {0}, tag[2][16];
    static struct vgf_gcm m;

    start_gcm(&m);
    m.aad_len = VGF_GCM_MAX_AAD - 15;
    ck_assert(!vgf_gcm_aad(&m, text, 16));
    ck_assert(vgf_gcm_aad(&m, text, 15));
    ck_assert(!vgf_gcm_aad(&m, text, 1));

    start_gcm(&m);
    m.text_len = (UINT64_C(1) << 36) - 32 - 32;
    vgf_gcm_tag(&m, tag[0]);
    ck_assert(!vgf_gcm_encrypt(&m, text, text, 33));
    ck_assert(!vgf_gcm_decrypt(&m, text, text, 48));
    vgf_gcm_tag(&m, tag[1]);
    ck_assert_mem_eq(tag[0], tag[1], 16);
    ck_assert(vgf_gcm_encrypt(&m, text, text, 31));
    ck_assert(!vgf_gcm_encrypt(&m, text, text, 2));
    ck_assert(vgf_gcm_encrypt(&m, text, text, 1));
    ck_assert(!vgf_gcm_encrypt(&m, text, text, 1));
    ck_assert(vgf_gcm_encrypt(&m, text, text, 0));
}
END_TEST

static void start_chachapoly(struct vgf_chachapoly *m)
{
    vgf_chachapoly_init(m, vgf_chachapoly_pick(VGF_TIER_GENERIC));
    vgf_chacha20_set_key(&m->cipher, message_key);
    vgf_chachapoly_start(m, message_key);
}

/* Poly1305 of the two lengths alone, by the default provider. */
static void lengths_tag(uint64_t aad_len, uint8_t tag[16])
{
    uint8_t iv[16] = {0}, key[32] = {0}, lengths[16] = {0};
    EVP_MAC *mac = support_mac(field_libctx, "POLY1305", "default");
    EVP_MAC_CTX *poly = EVP_MAC_CTX_new(mac);
    EVP_CIPHER_CTX *ctx;
    size_t len;

    memcpy(iv + 4, message_key, 12);
    ctx = message_ctx(field_libctx, "default", "ChaCha20", iv, 1);
    ck_assert(message_update(ctx, key, key, 32));
    store(lengths, aad_len, false);
    ck_assert(EVP_MAC_init(poly, key, 32, NULL));
    ck_assert(EVP_MAC_update(poly, lengths, 16));
    ck_assert(EVP_MAC_final(poly, tag, &len, 16));
    EVP_CIPHER_CTX_free(ctx);
    EVP_MAC_CTX_free(poly);
    EVP_MAC_free(mac);
}

START_TEST(chachapoly_aad)
{
    for (size_t i = 0; i < LENGTHS; i++) {
        uint8_t tag[16], want[16];
        struct vgf_chachapoly m;

        start_chachapoly(&m);
        m.aad_len = aad_lengths[i];
        vgf_chachapoly_tag(&m, tag);
        lengths_tag(aad_lengths[i], want);
        ck_assert_mem_eq(tag, want, 16);
    }
}
END_TEST

START_TEST(chachapoly_limit)
{
    uint8_t text[48] = {0};
    struct vgf_chachapoly m;

    start_chachapoly(&m);
    m.text_len = (UINT64_C(1) << 38) - 64 - 32;
    ck_assert(!vgf_chachapoly_crypt(&m, text, text, 33, 1));
    ck_assert(!vgf_chachapoly_crypt(&m, text, text, 48, 0));
    ck_assert(vgf_chachapoly_crypt(&m, text, text, 32, 1));
    ck_assert(!vgf_chachapoly_crypt(&m, text, text, 1, 1));
}
END_TEST

TCase *field_intel_ipsec_mb_47(void)
{
    TCase *tc = field_case("intel-ipsec-mb-47");

    tcase_add_test(tc, gcm_aad);
    tcase_add_test(tc, gcm_limits);
    tcase_add_test(tc, chachapoly_aad);
    tcase_add_test(tc, chachapoly_limit);
    return tc;
}
