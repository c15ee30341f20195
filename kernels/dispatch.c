/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dispatch.c - the names of the tiers, and the best one of each family.
 *
 * A family's table lists its tiers from the lowest to the best.  Adding a
 * kernel is one row here.
 */
#include "tiers.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const char *const tier_names[] = {
    "generic", "sse2", "ssse3", "aesni", "avx2", "vaes-avx2",
    "p8", "p9", "p10",
};

const char *vgf_tier_name(vgf_tiers bit)
{
    for (size_t i = 0; i < COUNT(tier_names); i++) {
        if (bit == (vgf_tiers)1 << i) {
            return tier_names[i];
        }
    }
    return NULL;
}

vgf_tiers vgf_tier_by_name(const char *name, size_t len)
{
    for (size_t i = 0; i < COUNT(tier_names); i++) {
        if (strlen(tier_names[i]) == len
            && memcmp(tier_names[i], name, len) == 0) {
            return (vgf_tiers)1 << i;
        }
    }
    return 0;
}

static const struct vgf_aes_ops *const aes_tiers[] = {
    &vgf_aes_generic,
#if defined(__x86_64__)
    &vgf_aes_aesni,
    &vgf_aes_vaes_avx2,
#elif defined(__powerpc64__)
    &vgf_aes_p8,
    &vgf_aes_p9,
#endif
};

static const struct vgf_gcm_ops *const gcm_tiers[] = {
    &vgf_gcm_generic,
#if defined(__x86_64__)
    &vgf_gcm_aesni,
    &vgf_gcm_vaes_avx2,
#elif defined(__powerpc64__)
    &vgf_gcm_p8,
    &vgf_gcm_p9,
#endif
};

static const struct vgf_chacha20_ops *const chacha20_tiers[] = {
    &vgf_chacha20_generic,
#if defined(__x86_64__)
    &vgf_chacha20_sse2,
    &vgf_chacha20_ssse3,
    &vgf_chacha20_avx2,
#elif defined(__powerpc64__)
    &vgf_chacha20_p8,
    &vgf_chacha20_p9,
#endif
};

static const struct vgf_poly1305_ops *const poly1305_tiers[] = {
    &vgf_poly1305_generic,
#if defined(__x86_64__)
    &vgf_poly1305_sse2,
    &vgf_poly1305_avx2,
#elif defined(__powerpc64__)
    &vgf_poly1305_p8,
    &vgf_poly1305_p9,
#endif
};

static const struct vgf_chachapoly_ops *const chachapoly_tiers[] = {
    &vgf_chachapoly_generic,
#if defined(__x86_64__)
    &vgf_chachapoly_sse2,
    &vgf_chachapoly_ssse3,
    &vgf_chachapoly_avx2,
#elif defined(__powerpc64__)
    &vgf_chachapoly_p8,
    &vgf_chachapoly_p9,
#endif
};

/* The five functions below differ in the type of their table only. */

const struct vgf_aes_ops *vgf_aes_pick(vgf_tiers allowed)
{
    for (size_t i = COUNT(aes_tiers); i-- > 0;) {
        if (aes_tiers[i]->tier & allowed) {
            return aes_tiers[i];
        }
    }
    return NULL;
}

const struct vgf_gcm_ops *vgf_gcm_pick(vgf_tiers allowed)
{
    for (size_t i = COUNT(gcm_tiers); i-- > 0;) {
        if (gcm_tiers[i]->tier & allowed) {
            return gcm_tiers[i];
        }
    }
    return NULL;
}

const struct vgf_chacha20_ops *vgf_chacha20_pick(vgf_tiers allowed)
{
    for (size_t i = COUNT(chacha20_tiers); i-- > 0;) {
        if (chacha20_tiers[i]->tier & allowed) {
            return chacha20_tiers[i];
        }
    }
    return NULL;
}

const struct vgf_poly1305_ops *vgf_poly1305_pick(vgf_tiers allowed)
{
    for (size_t i = COUNT(poly1305_tiers); i-- > 0;) {
        if (poly1305_tiers[i]->tier & allowed) {
            return poly1305_tiers[i];
        }
    }
    return NULL;
}

const struct vgf_chachapoly_ops *vgf_chachapoly_pick(vgf_tiers allowed)
{
    for (size_t i = COUNT(chachapoly_tiers); i-- > 0;) {
        if (chachapoly_tiers[i]->tier & allowed) {
            return chachapoly_tiers[i];
        }
    }
    return NULL;
}
