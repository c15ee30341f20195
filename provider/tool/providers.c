/* SPDX-License-Identifier: Apache-2.0 */
/* providers.c - loads the two providers that `vgfast bench` compares. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

#include <openssl/conf.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <openssl/provider.h>

struct providers {
    OSSL_LIB_CTX *libctx;
    OSSL_PROVIDER *standard, *vgfast;
};

static void complain(const char *what)
{
    fprintf(stderr, "vgfast: %s\n", what);
    ERR_print_errors_fp(stderr);
}

/* The section of openssl.cnf that activates vgfast, NULL if there is none. */
static char *activating_section(const CONF *conf)
{
    char *init = NCONF_get_string(conf, NULL, "openssl_conf");
    char *list = init ? NCONF_get_string(conf, init, "providers") : NULL;
    char *section = list ? NCONF_get_string(conf, list, "vgfast") : NULL;

    if (section != NULL
        && NCONF_get_string(conf, section, "activate") == NULL) {
        section = NULL;
    }
    ERR_clear_error();
    return section;
}

/*
 * Puts the file into effect.  OpenSSL says nothing where a provider that it
 * activates cannot be loaded; loaded by name, vgfast would then come without
 * the settings that it has there, and the numbers be about something else.
 */
static int apply_config(OSSL_LIB_CTX *libctx, const char *path)
{
    CONF *conf = NCONF_new_ex(libctx, NULL);
    const char *section;
    int ok = 0;

    ERR_clear_error();
    if (conf == NULL || NCONF_load(conf, path, NULL) <= 0
        || !OSSL_LIB_CTX_load_config(libctx, path)) {
        fprintf(stderr, "vgfast: %s cannot be put into effect:\n", path);
        ERR_print_errors_fp(stderr);
        goto end;
    }
    section = activating_section(conf);
    if (section != NULL && !OSSL_PROVIDER_available(libctx, "vgfast")) {
        fprintf(stderr, "vgfast: the provider cannot be loaded as section "
                "[%s] of %s wants it\n", section, path);
        ERR_print_errors_fp(stderr);
        goto end;
    }
    ok = 1;
end:
    NCONF_free(conf);
    return ok;
}

/* What openssl.cnf (OPENSSL_CONF, or the system's) says holds here too. */
static int load_config(OSSL_LIB_CTX *libctx)
{
    char *path = CONF_get1_default_config_file();
    FILE *f;
    int ok = 1;

    if (path != NULL && *path != '\0' && (f = fopen(path, "r")) != NULL) {
        fclose(f);
        ok = apply_config(libctx, path);
    }
    OPENSSL_free(path);
    return ok;
}

struct providers *providers_load(const char *search_path)
{
    struct providers *p = calloc(1, sizeof(*p));

    if (p == NULL) {
        fputs("vgfast: out of memory\n", stderr);
        return NULL;
    }
    p->libctx = OSSL_LIB_CTX_new();
    if (p->libctx == NULL) {
        complain("no library context");
        goto err;
    }
    if (search_path != NULL
        && !OSSL_PROVIDER_set_default_search_path(p->libctx, search_path)) {
        complain("the provider path cannot be set");
        goto err;
    }
    if (!load_config(p->libctx)) {
        goto err;
    }
    p->standard = OSSL_PROVIDER_load(p->libctx, "default");
    if (p->standard == NULL) {
        complain("the default provider cannot be loaded:");
        goto err;
    }
    p->vgfast = OSSL_PROVIDER_load(p->libctx, "vgfast");
    if (p->vgfast == NULL) {
        complain("the provider vgfast cannot be loaded:");
        goto err;
    }
    return p;
err:
    providers_free(p);
    return NULL;
}

void providers_free(struct providers *p)
{
    if (p == NULL) {
        return;
    }
    if (p->vgfast != NULL) {
        OSSL_PROVIDER_unload(p->vgfast);
    }
    if (p->standard != NULL) {
        OSSL_PROVIDER_unload(p->standard);
    }
    OSSL_LIB_CTX_free(p->libctx);
    free(p);
}

const char *providers_about(const struct providers *p, const char *key)
{
    char *text = NULL;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_ptr(key, &text, 0),
        OSSL_PARAM_END,
    };

    if (!OSSL_PROVIDER_get_params(p->vgfast, params) || text == NULL) {
        return "unknown";
    }
    return text;
}

OSSL_LIB_CTX *providers_libctx(const struct providers *p)
{
    return p->libctx;
}
