/* SPDX-License-Identifier: Apache-2.0 */
/*
 * enable.c - `vgfast enable --print`: the openssl.cnf that is there, with what
 * enables vgfast at its end.
 *
 * Nothing above is changed.  OpenSSL lets a section be opened again, and a
 * later line replaces an earlier one of the same key, so all that is needed
 * can be said at the end: easy to review, and to take away again.
 */
#include "command.h"
#include "finding.h"
#include "json.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>

static const char usage_line[] =
    "usage: vgfast enable --print [--config FILE] [--module FILE] [--json] "
    "[--help]\n";

static const char help_text[] =
"\n"
"Prints the openssl.cnf of this system with a block at its end that activates\n"
"vgfast, prefers it, and keeps the default provider.  Edits no file.\n"
"\n"
"  --print           the only thing that it does, to be said all the same\n"
"  --config FILE     another file than the one that programs read\n"
"  --module FILE     where vgfast.so is, if not in OpenSSL's folder\n"
"  --json            the block and the file by themselves; see vgfast(1)\n"
"\n"
"Use: vgfast enable --print >new.cnf; OPENSSL_CONF=new.cnf vgfast status;\n"
"then put new.cnf in place.  exit status: 0; 1 if the file cannot be read, or\n"
"would not work; 2 if the options make no sense.\n";

/* ---- The block --------------------------------------------------------- */

static bool names_provider(const struct config_file *c, const char *provider,
                           const char **section)
{
    const char *name;

    for (int i = 0; (name = config_file_provider(c, i, section)) != NULL;
         i++) {
        if (strcmp(name, provider) == 0) {
            return true;
        }
    }
    *section = NULL;
    return false;
}

static bool activates_any(const struct config_file *c)
{
    const char *section = NULL;

    for (int i = 0; config_file_provider(c, i, &section) != NULL; i++) {
        if (activates(c, section)) {
            return true;
        }
    }
    return false;
}

/* The default provider comes by itself only as long as no other is
 * activated. */
static void keep_default(BIO *b, const struct config_file *c,
                         const char *providers)
{
    const char *section = NULL;
    bool named = names_provider(c, "default", &section);

    if (named && activates(c, section)) {
        return;
    }
    if (activates_any(c)) {
        /* somebody does without it on purpose (FIPS) */
        const char *vgfast = NULL;

        if (!names_provider(c, "vgfast", &vgfast)) {
            return;
        }
    }
    if (!named) {
        section = "vgfast_default_sect";
        BIO_printf(b, "[%s]\ndefault = %s\n", providers, section);
    }
    BIO_printf(b, "[%s]\nactivate = 1\n", section);
}

/* The terms of a query but for what it says of providers: OpenSSL heeds one
 * such term only, and "provider=" without a question mark forbids the rest. */
static void write_other_terms(BIO *b, const char *query)
{
    while (*query != '\0') {
        size_t skip = strspn(query, " \t"), len;

        query += skip;
        len = strcspn(query, ",");
        if (len > 0 && strncmp(query, "provider", 8) != 0
            && strncmp(query, "?provider", 9) != 0) {
            BIO_puts(b, ",");
            config_file_write(b, query, len);
        }
        query += len + (query[len] == ',');
    }
}

static void prefer(BIO *b, const struct config_file *c, const char *init)
{
    const char *section = c->algorithms;

    if (c->query != NULL && strstr(c->query, "?provider=vgfast") != NULL) {
        return;
    }
    if (section == NULL) {
        section = "vgfast_algorithm_sect";
        BIO_printf(b, "[%s]\nalg_section = %s\n", init, section);
    }
    BIO_printf(b, "[%s]\ndefault_properties = ?provider=vgfast", section);
    write_other_terms(b, c->query != NULL ? c->query : "");
    BIO_puts(b, "\n");
}

/* What has to be added; empty if nothing has. */
static void write_block(BIO *b, const struct config_file *c,
                        const char *module)
{
    const char *init = c->init, *providers = c->providers, *section = NULL;

    if (init == NULL) {
        init = "vgfast_init";
        BIO_printf(b, "[default]\nopenssl_conf = %s\n", init);
    }
    if (config_file_value(c, "default", "nodejs_conf") == NULL) {
        BIO_printf(b, "[default]\nnodejs_conf = %s\n", init);
    }
    if (providers == NULL) {
        providers = "vgfast_provider_sect";
        BIO_printf(b, "[%s]\nproviders = %s\n", init, providers);
    }
    keep_default(b, c, providers);
    if (!names_provider(c, "vgfast", &section)) {
        section = "vgfast_sect";
        BIO_printf(b, "[%s]\nvgfast = %s\n", providers, section);
    }
    if (module != NULL) {
        BIO_printf(b, "[%s]\nmodule = ", section);
        config_file_write(b, module, strlen(module));
        BIO_puts(b, "\n");
    }
    if (!activates(c, section)) {
        BIO_printf(b, "[%s]\nactivate = 1\n", section);
    }
    prefer(b, c, init);
}

/* ---- The file with it -------------------------------------------------- */

static int append_file(BIO *to, const char *path)
{
    FILE *f = fopen(path, "r");
    char part[4096];
    size_t n;
    int ok = 1;

    if (f == NULL) {
        return 0;
    }
    while ((n = fread(part, 1, sizeof(part), f)) > 0) {
        ok = ok && BIO_write(to, part, (int)n) == (int)n;
    }
    ok = ok && !ferror(f);
    fclose(f);
    return ok;
}

static BIO *merge(const struct config_file *c, const char *block, size_t len)
{
    BIO *all = BIO_new(BIO_s_mem());
    char *text;
    long n;

    if (all == NULL || (c->exists && !append_file(all, c->path))) {
        BIO_free(all);
        return NULL;
    }
    if (len > 0) {
        n = BIO_get_mem_data(all, &text);
        if (n > 0 && text[n - 1] != '\n') {
            BIO_puts(all, "\n");
        }
        BIO_puts(all, "\n# From here on: vgfast, by `vgfast enable --print`.  "
                      "To undo, remove it all.\n");
        BIO_write(all, block, (int)len);
    }
    return all;
}

/* Does a library context with that configuration have all that programs
 * need?  The module itself may not be where it will be, so it counts only that
 * nothing is lost. */
static int works(BIO *all)
{
    char *text, provider[64];
    long n = BIO_get_mem_data(all, &text);
    OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
    BIO *copy = BIO_new_mem_buf(text, (int)n);
    CONF *conf = libctx != NULL ? NCONF_new_ex(libctx, NULL) : NULL;
    int ok = conf != NULL && copy != NULL
             && NCONF_load_bio(conf, copy, NULL) > 0
             && CONF_modules_load(conf, NULL, CONF_MFLAGS_IGNORE_ERRORS) > 0
             && who_serves(libctx, "SHA2-256", NULL, provider,
                           sizeof(provider)) != NULL;

    NCONF_free(conf);
    BIO_free(copy);
    OSSL_LIB_CTX_free(libctx);
    ERR_clear_error();
    return ok;
}

static void print_json(const struct config_file *c, char *block, size_t len)
{
    struct json j = { 0 };
    char *copy = OPENSSL_strndup(block, len);

    json_open(&j, NULL, '{');
    json_text(&j, "config", c->path);
    json_bool(&j, "exists", c->exists);
    json_bool(&j, "changed", len > 0);
    json_text(&j, "block", copy);
    json_close(&j, '}');
    OPENSSL_free(copy);
}

static int enable(const char *path, const char *module, bool json)
{
    struct config_file c;
    BIO *block = BIO_new(BIO_s_mem()), *all = NULL;
    char *text = NULL;
    int status = EXIT_FAILED;
    long n;

    config_file_read(&c, path);
    if (c.exists && c.conf == NULL) {
        fprintf(stderr, "vgfast enable: %s: %s\n", c.path, c.error);
        goto end;
    }
    if (path != NULL && !c.exists) {
        fprintf(stderr, "vgfast enable: %s: no such file\n", path);
        goto end;
    }
    if (block == NULL) {
        goto end;
    }
    write_block(block, &c, module);
    n = BIO_get_mem_data(block, &text);
    all = merge(&c, text, (size_t)n);
    if (all == NULL || !works(all)) {
        fprintf(stderr, "vgfast enable: %s: with vgfast added there would be "
                "no SHA-256; it needs a look by eye\n", c.path);
        goto end;
    }
    status = EXIT_OK;
    if (json) {
        print_json(&c, text, (size_t)n);
        goto end;
    }
    if (n == 0) {
        fprintf(stderr, "vgfast enable: %s enables it already\n", c.path);
    }
    n = BIO_get_mem_data(all, &text);
    fwrite(text, 1, (size_t)n, stdout);
end:
    BIO_free(all);
    BIO_free(block);
    config_file_free(&c);
    return status;
}

int enable_main(int argc, char **argv)
{
    static const struct option longs[] = {
        { "config", required_argument, NULL, 'c' },
        { "help", no_argument, NULL, 'h' },
        { "json", no_argument, NULL, 'j' },
        { "module", required_argument, NULL, 'm' },
        { "print", no_argument, NULL, 'p' },
        { NULL, 0, NULL, 0 },
    };
    const char *path = NULL, *module = NULL;
    bool json = false, print = false;
    int c;

    while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
        switch (c) {
        case 'c':
            path = optarg;
            break;
        case 'h':
            fputs(usage_line, stdout);
            fputs(help_text, stdout);
            return EXIT_OK;
        case 'j':
            json = true;
            break;
        case 'm':
            module = optarg;
            break;
        case 'p':
            print = true;
            break;
        default:
            fputs(usage_line, stderr);
            return EXIT_USAGE;
        }
    }
    if (optind < argc || !print) {
        fprintf(stderr, "vgfast enable: %s\n%s",
                print ? "unexpected argument"
                      : "it edits no file: say --print", usage_line);
        return EXIT_USAGE;
    }
    return command_end(enable(path, module, json));
}
