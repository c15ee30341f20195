/* SPDX-License-Identifier: Apache-2.0 */
/* algorithms.c - what vgfast has, who serves it, and by which tier. */
#include "inspect.h"

#include "kernels.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/rand.h>

const struct algorithm algorithms[] = {
    { "AES-128-CTR", "AES-CTR", "aes" },
    { "AES-192-CTR", "AES-CTR", "aes" },
    { "AES-256-CTR", "AES-CTR", "aes" },
    { "AES-128-ECB", "AES-ECB", "aes" },
    { "AES-192-ECB", "AES-ECB", "aes" },
    { "AES-256-ECB", "AES-ECB", "aes" },
    { "AES-128-GCM", "AES-GCM", "gcm" },
    { "AES-192-GCM", "AES-GCM", "gcm" },
    { "AES-256-GCM", "AES-GCM", "gcm" },
    { "ChaCha20", "ChaCha20", "chacha20" },
    { "ChaCha20-Poly1305", "ChaCha20-Poly1305", "chacha20-poly1305" },
    { "Poly1305", "Poly1305", "poly1305" },
};
const size_t algorithms_count = sizeof(algorithms) / sizeof(algorithms[0]);

const struct algorithm *algorithm_find(const char *name)
{
    /* the default provider's list of names is the same */
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, name, NULL);
    const struct algorithm *found = NULL;

    for (size_t i = 0; i < algorithms_count && found == NULL; i++) {
        if (strcasecmp(algorithms[i].name, name) == 0
            || (cipher != NULL
                && EVP_CIPHER_is_a(cipher, algorithms[i].name))) {
            found = &algorithms[i];
        }
    }
    EVP_CIPHER_free(cipher);
    ERR_clear_error();
    return found;
}

/* ---- Who serves -------------------------------------------------------- */

static const OSSL_PROVIDER *of_cipher(OSSL_LIB_CTX *l, const char *n,
                                      const char *q)
{
    EVP_CIPHER *a = EVP_CIPHER_fetch(l, n, q);
    const OSSL_PROVIDER *p = a ? EVP_CIPHER_get0_provider(a) : NULL;

    EVP_CIPHER_free(a);
    return p;
}

static const OSSL_PROVIDER *of_mac(OSSL_LIB_CTX *l, const char *n,
                                   const char *q)
{
    EVP_MAC *a = EVP_MAC_fetch(l, n, q);
    const OSSL_PROVIDER *p = a ? EVP_MAC_get0_provider(a) : NULL;

    EVP_MAC_free(a);
    return p;
}

static const OSSL_PROVIDER *of_digest(OSSL_LIB_CTX *l, const char *n,
                                      const char *q)
{
    EVP_MD *a = EVP_MD_fetch(l, n, q);
    const OSSL_PROVIDER *p = a ? EVP_MD_get0_provider(a) : NULL;

    EVP_MD_free(a);
    return p;
}

static const OSSL_PROVIDER *of_kdf(OSSL_LIB_CTX *l, const char *n,
                                   const char *q)
{
    EVP_KDF *a = EVP_KDF_fetch(l, n, q);
    const OSSL_PROVIDER *p = a ? EVP_KDF_get0_provider(a) : NULL;

    EVP_KDF_free(a);
    return p;
}

static const OSSL_PROVIDER *of_rand(OSSL_LIB_CTX *l, const char *n,
                                    const char *q)
{
    EVP_RAND *a = EVP_RAND_fetch(l, n, q);
    const OSSL_PROVIDER *p = a ? EVP_RAND_get0_provider(a) : NULL;

    EVP_RAND_free(a);
    return p;
}

static const OSSL_PROVIDER *of_keymgmt(OSSL_LIB_CTX *l, const char *n,
                                       const char *q)
{
    EVP_KEYMGMT *a = EVP_KEYMGMT_fetch(l, n, q);
    const OSSL_PROVIDER *p = a ? EVP_KEYMGMT_get0_provider(a) : NULL;

    EVP_KEYMGMT_free(a);
    return p;
}

static const struct {
    const char *name;
    const OSSL_PROVIDER *(*provider)(OSSL_LIB_CTX *, const char *,
                                     const char *);
} kinds[] = {
    { "cipher", of_cipher }, { "MAC", of_mac },
    { "digest", of_digest }, { "KDF", of_kdf },
    { "random generator", of_rand }, { "key type", of_keymgmt },
};

const char *who_serves(OSSL_LIB_CTX *libctx, const char *name,
                       const char *query, char *provider, size_t size)
{
    const char *kind = NULL;

    provider[0] = '\0';
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        const OSSL_PROVIDER *by = kinds[i].provider(libctx, name, query);

        if (by != NULL) {
            snprintf(provider, size, "%s", OSSL_PROVIDER_get0_name(by));
            kind = kinds[i].name;
            break;
        }
    }
    ERR_clear_error();
    return kind;
}

/* ---- The build info: "0.1.0; aes=aesni ..; denied: ..; self-test ok" ---- */

/* What follows the mark, to the next stop. */
static void cut(const char *info, const char *mark, const char *stop,
                char *text, size_t size)
{
    const char *found = strstr(info, mark);

    text[0] = '\0';
    if (found != NULL) {
        found += strlen(mark);
        snprintf(text, size, "%.*s", (int)strcspn(found, stop), found);
    }
}

void build_info_tier(const char *info, const char *family, char *tier,
                     size_t size)
{
    char mark[32];

    snprintf(mark, sizeof(mark), " %s=", family);
    cut(info, mark, " ;", tier, size);
}

void build_info_denied(const char *info, char *denied, size_t size)
{
    cut(info, "denied: ", ";", denied, size);
}

void build_info_self_test(const char *info, char *result, size_t size)
{
    cut(info, "self-test ", ";", result, size);
}

/* ---- Tiers ------------------------------------------------------------- */

const char *const family_names[FAMILIES] = {
    "aes", "gcm", "chacha20", "poly1305", "chacha20-poly1305",
};

/* The tier that would be chosen among these. */
static vgf_tiers pick(unsigned family, vgf_tiers allowed)
{
    const struct vgf_aes_ops *aes = vgf_aes_pick(allowed);
    const struct vgf_gcm_ops *gcm = vgf_gcm_pick(allowed);
    const struct vgf_chacha20_ops *chacha20 = vgf_chacha20_pick(allowed);
    const struct vgf_poly1305_ops *poly1305 = vgf_poly1305_pick(allowed);
    const struct vgf_chachapoly_ops *both = vgf_chachapoly_pick(allowed);
    const vgf_tiers tiers[FAMILIES] = {
        aes != NULL ? aes->tier : 0,
        gcm != NULL ? gcm->tier : 0,
        chacha20 != NULL ? chacha20->tier : 0,
        poly1305 != NULL ? poly1305->tier : 0,
        both != NULL ? both->tier : 0,
    };

    return tiers[family];
}

static vgf_tiers denied_tiers(const char *info)
{
    char text[160];
    vgf_tiers denied = 0;

    build_info_denied(info, text, sizeof(text));
    for (const char *p = text; *p != '\0';) {
        size_t len = strcspn(p, " ");

        denied |= vgf_tier_by_name(p, len);
        p += len + strspn(p + len, " ");
    }
    return denied;
}

void family_why(const char *info, unsigned family, char *why, size_t size)
{
    vgf_tiers cpu = vgf_cpu_tiers(), denied = denied_tiers(info);
    vgf_tiers best = pick(family, cpu);
    vgf_tiers expected = pick(family, cpu & ~denied);
    char name[32];
    vgf_tiers tier;

    build_info_tier(info, family_names[family], name, sizeof(name));
    tier = vgf_tier_by_name(name, strlen(name));
    if (tier != 0 && tier == best) {
        snprintf(why, size, "the best for this processor");
    } else if (tier != 0 && tier == expected) {
        snprintf(why, size, "the best left, %s is denied",
                 vgf_tier_name(best));
    } else if (tier == 0 && expected == 0) {
        snprintf(why, size, "every tier is denied");
    } else if (tier == 0 && expected == VGF_TIER_GENERIC) {
        snprintf(why, size, "only portable C is left%s, and \"generic = yes\" "
                 "is not set", best != expected ? " by deny" : "");
    } else {
        snprintf(why, size, "%s failed its self-test",
                 vgf_tier_name(expected));
    }
}

void cpu_tiers(char *text, size_t size)
{
    vgf_tiers all = vgf_cpu_tiers();
    size_t n = 0;

    text[0] = '\0';
    for (vgf_tiers bit = 1; vgf_tier_name(bit) != NULL && n < size;
         bit <<= 1) {
        if (all & bit) {
            n += (size_t)snprintf(text + n, size - n, "%s%s",
                                  n > 0 ? " " : "", vgf_tier_name(bit));
        }
    }
}
