/* SPDX-License-Identifier: Apache-2.0 */
/*
 * provider.c - vgfast_provider_init(): reads the configuration, chooses a tier
 * for each family of kernels, tests it, and offers what is left.
 */
#include "cipher.h"
#include "config.h"
#include "selftest.h"
#include "static/vgfast.h"
#include "vgf.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What there is to offer -------------------------------------------- */

#define PROPERTIES "provider=vgfast"

static const struct offer {
    unsigned algorithm;         /* bit of vgf_config.algorithms */
    enum vgf_family family;
    OSSL_ALGORITHM entry;
} offers[] = {
    { VGF_ALG_AES_ECB, VGF_AES,
      { "AES-128-ECB:2.16.840.1.101.3.4.1.1", PROPERTIES,
        vgf_aes128_ecb_functions, NULL } },
    { VGF_ALG_AES_ECB, VGF_AES,
      { "AES-192-ECB:2.16.840.1.101.3.4.1.21", PROPERTIES,
        vgf_aes192_ecb_functions, NULL } },
    { VGF_ALG_AES_ECB, VGF_AES,
      { "AES-256-ECB:2.16.840.1.101.3.4.1.41", PROPERTIES,
        vgf_aes256_ecb_functions, NULL } },
    { VGF_ALG_AES_CTR, VGF_AES,
      { "AES-128-CTR", PROPERTIES, vgf_aes128_ctr_functions, NULL } },
    { VGF_ALG_AES_CTR, VGF_AES,
      { "AES-192-CTR", PROPERTIES, vgf_aes192_ctr_functions, NULL } },
    { VGF_ALG_AES_CTR, VGF_AES,
      { "AES-256-CTR", PROPERTIES, vgf_aes256_ctr_functions, NULL } },
    { VGF_ALG_AES_GCM, VGF_GCM,
      { "AES-128-GCM:id-aes128-GCM:2.16.840.1.101.3.4.1.6", PROPERTIES,
        vgf_aes128_gcm_functions, NULL } },
    { VGF_ALG_AES_GCM, VGF_GCM,
      { "AES-192-GCM:id-aes192-GCM:2.16.840.1.101.3.4.1.26", PROPERTIES,
        vgf_aes192_gcm_functions, NULL } },
    { VGF_ALG_AES_GCM, VGF_GCM,
      { "AES-256-GCM:id-aes256-GCM:2.16.840.1.101.3.4.1.46", PROPERTIES,
        vgf_aes256_gcm_functions, NULL } },
    { VGF_ALG_CHACHA20, VGF_CHACHA20,
      { "ChaCha20", PROPERTIES, vgf_chacha20_functions, NULL } },
    { VGF_ALG_CHACHAPOLY, VGF_CHACHAPOLY,
      { "ChaCha20-Poly1305", PROPERTIES, vgf_chachapoly_functions, NULL } },
    /* the one that is no cipher */
    { VGF_ALG_POLY1305, VGF_POLY1305,
      { "POLY1305", PROPERTIES, vgf_poly1305_functions, NULL } },
};

#define OFFERS (sizeof(offers) / sizeof(*offers))

/* ---- Choice of tiers --------------------------------------------------- */

static const char *const family_names[VGF_FAMILIES] = {
    "aes", "gcm", "chacha20", "poly1305", "chacha20-poly1305",
};

/* The tier chosen for a family, by the kernels now in prov; 0: none. */
static vgf_tiers tier_of(const struct vgf_kernels *k, enum vgf_family family)
{
    switch (family) {
    case VGF_AES:
        return k->aes != NULL ? k->aes->tier : 0;
    case VGF_GCM:
        return k->gcm != NULL ? k->gcm->tier : 0;
    case VGF_CHACHA20:
        return k->chacha20 != NULL ? k->chacha20->tier : 0;
    case VGF_POLY1305:
        return k->poly1305 != NULL ? k->poly1305->tier : 0;
    case VGF_CHACHAPOLY:
        return k->chachapoly != NULL ? k->chachapoly->tier : 0;
    case VGF_FAMILIES:
    default:
        return 0;
    }
}

static void pick(struct vgf_kernels *k, enum vgf_family family,
                 vgf_tiers allowed)
{
    switch (family) {
    case VGF_AES:
        k->aes = vgf_aes_pick(allowed);
        break;
    case VGF_GCM:
        k->gcm = vgf_gcm_pick(allowed);
        break;
    case VGF_CHACHA20:
        k->chacha20 = vgf_chacha20_pick(allowed);
        break;
    case VGF_POLY1305:
        k->poly1305 = vgf_poly1305_pick(allowed);
        break;
    case VGF_CHACHAPOLY:
        k->chachapoly = vgf_chachapoly_pick(allowed);
        break;
    case VGF_FAMILIES:
    default:
        break;
    }
}

static int passes(const struct vgf_kernels *k, enum vgf_family family)
{
    switch (family) {
    case VGF_AES:
        return k->aes == NULL || vgf_selftest_aes(k->aes);
    case VGF_GCM:
        return k->gcm == NULL || vgf_selftest_gcm(k->gcm);
    case VGF_CHACHA20:
        return k->chacha20 == NULL || vgf_selftest_chacha20(k->chacha20);
    case VGF_POLY1305:
        return k->poly1305 == NULL || vgf_selftest_poly1305(k->poly1305);
    case VGF_CHACHAPOLY:
        return k->chachapoly == NULL
               || vgf_selftest_chachapoly(k->chachapoly);
    case VGF_FAMILIES:
    default:
        return 1;
    }
}

/*
 * The best tier that may be used and computes rightly.  One that does not is
 * dropped for the next lower one: better slow, or the default provider, than
 * wrong bytes or no service.
 */
static void choose(struct vgf_prov *prov, const struct vgf_config *config,
                   enum vgf_family family, vgf_tiers allowed)
{
    pick(&prov->kernels, family, allowed);
    while (config->self_test && !passes(&prov->kernels, family)) {
        vgf_tiers bad = tier_of(&prov->kernels, family);

        vgf_trace(config, "%s: tier %s fails its self-test, not used",
                  family_names[family], vgf_tier_name(bad));
        prov->status = 0;
        allowed &= ~bad;
        pick(&prov->kernels, family, allowed);
    }
    /* the default provider's code is faster than ours in C */
    if (tier_of(&prov->kernels, family) == VGF_TIER_GENERIC
        && !config->generic) {
        pick(&prov->kernels, family, 0);
    }
}

/* "0.1.0; aes=vaes-avx2 gcm=..; denied: none; self-test ok" */
static void describe(struct vgf_prov *prov, const struct vgf_config *config)
{
    char *s = prov->buildinfo;
    size_t size = sizeof(prov->buildinfo);
    int n = snprintf(s, size, "%s;", VGF_VERSION);

    for (int f = 0; f < VGF_FAMILIES; f++) {
        vgf_tiers tier = tier_of(&prov->kernels, (enum vgf_family)f);

        n += snprintf(s + n, size - (size_t)n, " %s=%s", family_names[f],
                      tier != 0 ? vgf_tier_name(tier) : "default");
    }
    n += snprintf(s + n, size - (size_t)n, "; denied:%s",
                  config->deny == 0 ? " none" : "");
    for (vgf_tiers bit = 1; bit <= config->deny && bit != 0; bit <<= 1) {
        if (config->deny & bit) {
            n += snprintf(s + n, size - (size_t)n, " %s", vgf_tier_name(bit));
        }
    }
    snprintf(s + n, size - (size_t)n, "; self-test %s",
             !config->self_test ? "off" : prov->status ? "ok" : "failed");
}

static void offer(struct vgf_prov *prov, const struct vgf_config *config)
{
    OSSL_ALGORITHM *cipher = prov->ciphers, *mac = prov->macs;

    for (size_t i = 0; i < OFFERS; i++) {
        if (!(config->algorithms & offers[i].algorithm)
            || tier_of(&prov->kernels, offers[i].family) == 0) {
            continue;
        }
        *(offers[i].family == VGF_POLY1305 ? mac++ : cipher++) =
            offers[i].entry;
    }
}

/* ---- The provider's own functions -------------------------------------- */

static OSSL_FUNC_provider_teardown_fn teardown;

static void teardown(void *provctx)
{
    struct vgf_prov *prov = provctx;

    prov->clear_free(prov, sizeof(*prov), __FILE_NAME__, __LINE__);
}

static OSSL_FUNC_provider_gettable_params_fn gettable_params;

static const OSSL_PARAM *gettable_params(void *provctx)
{
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, NULL, 0),
        OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, NULL),
        OSSL_PARAM_END,
    };

    (void)provctx;
    return gettable;
}

static OSSL_FUNC_provider_get_params_fn get_params;

static int get_params(void *provctx, OSSL_PARAM params[])
{
    const struct vgf_prov *prov = provctx;
    int ok = 1;

    for (OSSL_PARAM *p = params; p != NULL && p->key != NULL && ok; p++) {
        if (strcmp(p->key, OSSL_PROV_PARAM_NAME) == 0) {
            ok = vgf_put_text(p, "vgfast");
        } else if (strcmp(p->key, OSSL_PROV_PARAM_VERSION) == 0) {
            ok = vgf_put_text(p, VGF_VERSION);
        } else if (strcmp(p->key, OSSL_PROV_PARAM_BUILDINFO) == 0) {
            ok = vgf_put_text(p, prov->buildinfo);
        } else if (strcmp(p->key, OSSL_PROV_PARAM_STATUS) == 0) {
            ok = vgf_put_int(p, prov->status);
        }
    }
    return ok;
}

static OSSL_FUNC_provider_query_operation_fn query_operation;

static const OSSL_ALGORITHM *query_operation(void *provctx, int operation_id,
                                             int *no_cache)
{
    const struct vgf_prov *prov = provctx;

    *no_cache = 0;
    switch (operation_id) {
    case OSSL_OP_CIPHER:
        return prov->ciphers;
    case OSSL_OP_MAC:
        return prov->macs;
    default:
        return NULL;
    }
}

static OSSL_FUNC_provider_self_test_fn self_test;

static int self_test(void *provctx)
{
    const struct vgf_prov *prov = provctx;

    for (int f = 0; f < VGF_FAMILIES; f++) {
        if (!passes(&prov->kernels, (enum vgf_family)f)) {
            return 0;
        }
    }
    return 1;
}

static const OSSL_DISPATCH provider_functions[] = {
    { OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))teardown },
    { OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (void (*)(void))gettable_params },
    { OSSL_FUNC_PROVIDER_GET_PARAMS, (void (*)(void))get_params },
    { OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query_operation },
    { OSSL_FUNC_PROVIDER_SELF_TEST, (void (*)(void))self_test },
    { 0, NULL },
};

/* ---- Loading ----------------------------------------------------------- */

/* "3.0.22" and such: whose behaviour to follow where versions differ. */
static void read_openssl_version(struct vgf_prov *prov, const char **text)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_CORE_VERSION, text, 0),
        OSSL_PARAM_END,
    };

    char *dot;

    *text = NULL;
    if (!prov->core_get_params(prov->handle, params) || *text == NULL) {
        *text = "3";
    }
    prov->openssl = (unsigned)strtoul(*text, &dot, 10) * 100;
    if (*dot == '.') {
        prov->openssl += (unsigned)strtoul(dot + 1, NULL, 10);
    }
}

int vgfast_provider_init(const OSSL_CORE_HANDLE *handle,
                         const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                         void **provctx)
{
    struct vgf_prov init = { .status = 1 };
    struct vgf_config config;
    struct vgf_prov *prov;
    const char *openssl;
    vgf_tiers allowed;

    if (!vgf_core_init(&init, handle, in)
        || !vgf_config_read(&init, &config)) {
        return 0;
    }
    read_openssl_version(&init, &openssl);
    allowed = vgf_cpu_tiers() & ~config.deny;
    for (int f = 0; f < VGF_FAMILIES; f++) {
        choose(&init, &config, (enum vgf_family)f, allowed);
    }
    describe(&init, &config);
    offer(&init, &config);

    prov = init.zalloc(sizeof(*prov), __FILE_NAME__, __LINE__);
    if (prov == NULL) {
        vgf_raise(&init, ERR_R_MALLOC_FAILURE);
        return 0;
    }
    *prov = init;
    vgf_trace(&config, "%s; loaded by OpenSSL %s", prov->buildinfo, openssl);
    *out = provider_functions;
    *provctx = prov;
    return 1;
}
