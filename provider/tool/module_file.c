/* SPDX-License-Identifier: Apache-2.0 */
/* module_file.c - is vgfast loaded, from where, and if not, why? */
#include "inspect.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/params.h>

static const char *text_param(OSSL_PROVIDER *provider, const char *key)
{
    char *text = NULL;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_ptr(key, &text, 0),
        OSSL_PARAM_END,
    };

    return OSSL_PROVIDER_get_params(provider, params) && text != NULL ? text
                                                                      : "";
}

/* ---- Which file -------------------------------------------------------- */

static int find_mapped(struct dl_phdr_info *info, size_t size, void *arg)
{
    struct module_file *m = arg;
    const char *name = strrchr(info->dlpi_name, '/');

    (void)size;
    name = name != NULL ? name + 1 : info->dlpi_name;
    if (strstr(name, "vgfast") == NULL) {
        return 0;
    }
    snprintf(m->path, sizeof(m->path), "%s", info->dlpi_name);
    return 1;
}

/* Where libcrypto will look, if the file has not been mapped. */
static void expected_path(struct module_file *m, const struct config_file *c)
{
    const char *folder = getenv("OPENSSL_MODULES"), *section = NULL;
    const char *file = NULL, *name;

    for (int i = 0; (name = config_file_provider(c, i, &section)) != NULL;
         i++) {
        if (strcmp(name, "vgfast") == 0) {
            file = config_file_value(c, section, "module");
        }
    }
    if (folder == NULL) {
        folder = OPENSSL_info(OPENSSL_INFO_MODULES_DIR);
    }
    if (file != NULL && *file == '/') {
        snprintf(m->path, sizeof(m->path), "%s", file);
    } else {
        snprintf(m->path, sizeof(m->path), "%s/%s", folder,
                 file != NULL ? file : "vgfast.so");
    }
}

/* ---- As programs have it ----------------------------------------------- */

static int is_vgfast(OSSL_PROVIDER *provider, void *arg)
{
    struct module_file *m = arg;

    if (strcmp(OSSL_PROVIDER_get0_name(provider), "vgfast") == 0
        || strcmp(text_param(provider, OSSL_PROV_PARAM_NAME), "vgfast") == 0) {
        m->provider = provider;
        m->active = true;
    }
    return 1;
}

/* ---- By hand ----------------------------------------------------------- */

/*
 * A configuration with vgfast's section of c but for the line that activates
 * it.  OpenSSL forgets what a provider says when the configuration activates
 * it, so we do that ourselves and keep the settings.
 */
static BIO *settings_alone(const struct config_file *c)
{
    BIO *text = BIO_new(BIO_s_mem());
    STACK_OF(CONF_VALUE) *list = NULL;
    const char *name, *section = NULL;

    if (text == NULL) {
        return NULL;
    }
    BIO_puts(text, "openssl_conf = i\n[i]\nproviders = p\n[p]\n"
                   "vgfast = v\n[v]\n");
    for (int i = 0; (name = config_file_provider(c, i, &section)) != NULL;
         i++) {
        if (strcmp(name, "vgfast") == 0) {
            list = NCONF_get_section(c->conf, section);
        }
    }
    for (int i = 0; list != NULL && i < sk_CONF_VALUE_num(list); i++) {
        const CONF_VALUE *value = sk_CONF_VALUE_value(list, i);

        if (strcmp(value->name, "activate") != 0) {
            BIO_printf(text, "%s = ", value->name);
            config_file_write(text, value->value, strlen(value->value));
            BIO_puts(text, "\n");
        }
    }
    return text;
}

/* All that is on the error queue, oldest first. */
static void take_errors(char *text, size_t size)
{
    const char *data;
    unsigned long e;
    size_t n = 0;
    int flags;

    text[0] = '\0';
    while ((e = ERR_get_error_all(NULL, NULL, NULL, &data, &flags)) != 0) {
        const char *what = (flags & ERR_TXT_STRING) && *data != '\0'
                           ? data : ERR_reason_error_string(e);

        if (what != NULL && n < size && strstr(text, what) == NULL) {
            n += (size_t)snprintf(text + n, size - n, "%s%s",
                                  n > 0 ? "; " : "", what);
        }
    }
}

static void load_by_hand(struct module_file *m, const struct config_file *c)
{
    BIO *text = settings_alone(c);
    CONF *conf = NULL;

    m->libctx = OSSL_LIB_CTX_new();
    ERR_clear_error();
    if (m->libctx != NULL && text != NULL
        && (conf = NCONF_new_ex(m->libctx, NULL)) != NULL
        && NCONF_load_bio(conf, text, NULL) > 0
        && CONF_modules_load(conf, NULL, 0) > 0) {
        m->provider = OSSL_PROVIDER_load(m->libctx, "vgfast");
    }
    if (m->provider == NULL) {
        take_errors(m->reason, sizeof(m->reason));
    }
    NCONF_free(conf);
    BIO_free(text);
}

void module_file_find(struct module_file *m, const struct config_file *c)
{
    memset(m, 0, sizeof(*m));
    OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CONFIG, NULL);
    OSSL_PROVIDER_do_all(NULL, is_vgfast, m);
    if (!m->active) {
        load_by_hand(m, c);
    }
    if (m->provider == NULL) {
        expected_path(m, c);
        return;
    }
    dl_iterate_phdr(find_mapped, m);
    snprintf(m->version, sizeof(m->version), "%s",
             text_param(m->provider, OSSL_PROV_PARAM_VERSION));
    snprintf(m->build_info, sizeof(m->build_info), "%s",
             text_param(m->provider, OSSL_PROV_PARAM_BUILDINFO));
}

void module_file_free(struct module_file *m)
{
    if (m->provider != NULL && !m->active) {
        OSSL_PROVIDER_unload(m->provider);
    }
    OSSL_LIB_CTX_free(m->libctx);
}
