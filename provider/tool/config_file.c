/* SPDX-License-Identifier: Apache-2.0 */
/* config_file.c - openssl.cnf as it is written. */
#include "inspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/err.h>

/* The newest error in words, the queue emptied. */
static void take_error(char *text, size_t size)
{
    const char *data;
    int flags;
    unsigned long e = ERR_peek_last_error_data(&data, &flags);

    ERR_error_string_n(e, text, size);
    if ((flags & ERR_TXT_STRING) && *data != '\0') {
        snprintf(text, size, "%s: %s", ERR_reason_error_string(e), data);
    }
    ERR_clear_error();
}

const char *config_file_value(const struct config_file *c,
                              const char *section, const char *key)
{
    const char *value = NULL;

    if (c->conf != NULL && section != NULL) {
        value = NCONF_get_string(c->conf, section, key);
        ERR_clear_error();
    }
    return value;
}

static void find_sections(struct config_file *c)
{
    c->init = config_file_value(c, "default", "openssl_conf");
    c->providers = config_file_value(c, c->init, "providers");
    c->algorithms = config_file_value(c, c->init, "alg_section");
    c->query = config_file_value(c, c->algorithms, "default_properties");
}

void config_file_read(struct config_file *c, const char *path)
{
    const char *variable = getenv("OPENSSL_CONF");
    long line = 0;

    memset(c, 0, sizeof(*c));
    c->by_environment = path == NULL && variable != NULL;
    c->path = path != NULL ? OPENSSL_strdup(path)
                           : CONF_get1_default_config_file();
    c->exists = c->path != NULL && *c->path != '\0'
                && access(c->path, F_OK) == 0;
    if (!c->exists) {
        return;
    }
    c->conf = NCONF_new(NULL);
    if (c->conf == NULL || NCONF_load(c->conf, c->path, &line) <= 0) {
        take_error(c->error, sizeof(c->error));
        NCONF_free(c->conf);
        c->conf = NULL;
        return;
    }
    find_sections(c);
}

void config_file_free(struct config_file *c)
{
    NCONF_free(c->conf);
    OPENSSL_free(c->path);
}

const char *config_file_provider(const struct config_file *c, int i,
                                 const char **section)
{
    STACK_OF(CONF_VALUE) *list = NULL;
    const CONF_VALUE *value;

    if (c->conf != NULL && c->providers != NULL) {
        list = NCONF_get_section(c->conf, c->providers);
        ERR_clear_error();
    }
    if (list == NULL || i >= sk_CONF_VALUE_num(list)) {
        return NULL;
    }
    value = sk_CONF_VALUE_value(list, i);
    *section = value->value;
    return value->name;
}

void config_file_write(BIO *to, const char *value, size_t n)
{
    /* after a backslash, letters are other characters: \n, a new line */
    static const char special[] = "\\$#\"'`", lines[] = "\n\r",
                      letters[] = "nr";

    for (; n > 0 && *value != '\0'; n--, value++) {
        const char *line = strchr(lines, *value);

        if (line != NULL || strchr(special, *value) != NULL) {
            BIO_write(to, "\\", 1);
        }
        BIO_write(to, line != NULL ? &letters[line - lines] : value, 1);
    }
}
