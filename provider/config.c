/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/*
 * Says why the load fails: to OpenSSL's error queue, and to stderr, since
 * libcrypto drops the queue when it was openssl.cnf that activated us, and
 * goes on with the default provider in silence.
 */
__attribute__((format(printf, 2, 3))) static int
refuse(const struct vgf_prov *prov, const char *fmt, ...)
{
    char text[300];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    vgf_raise_text(prov, __FILE_NAME__, __LINE__, __func__,
                   PROV_R_INVALID_CONFIG_DATA, "vgfast: %s", text);
    fprintf(stderr, "vgfast: not loaded: %s\n", text);
    return 0;
}

/* ---- Values ------------------------------------------------------------ */

/* A parser adds value[0..len), one item of a list, to config; 0 if it does not
 * know it. */
typedef int parser(struct vgf_config *config, const char *value, size_t len);

static int is(const char *value, size_t len, const char *word)
{
    return strlen(word) == len && strncasecmp(value, word, len) == 0;
}

static int parse_algorithm(struct vgf_config *config, const char *value,
                           size_t len)
{
    static const char *const words[] = { "AES-ECB",  "AES-CTR",
                                         "AES-GCM",  "ChaCha20",
                                         "ChaCha20-Poly1305", "Poly1305" };

    for (size_t i = 0; i < COUNT(words); i++) {
        if (is(value, len, words[i])) {
            config->algorithms |= 1u << i;
            return 1;
        }
    }
    return 0;
}

static int parse_deny(struct vgf_config *config, const char *value, size_t len)
{
    for (vgf_tiers bit = 1; vgf_tier_name(bit) != NULL; bit <<= 1) {
        if (is(value, len, vgf_tier_name(bit))) {
            config->deny |= bit;
            return 1;
        }
    }
    return 0;
}

static int parse_generic(struct vgf_config *config, const char *value,
                         size_t len)
{
    config->generic = is(value, len, "yes");
    return config->generic || is(value, len, "no");
}

static int parse_self_test(struct vgf_config *config, const char *value,
                           size_t len)
{
    config->self_test = is(value, len, "load");
    return config->self_test || is(value, len, "off");
}

static int parse_trace(struct vgf_config *config, const char *value,
                       size_t len)
{
    config->trace = value;
    return is(value, len, "stderr") || value[0] == '/';
}

/* ---- Keys -------------------------------------------------------------- */

static const struct key {
    const char *name;
    parser *parse;
    int list;                   /* items between commas or blanks? */
    const char *valid;
} keys[] = {
    { "algorithms", parse_algorithm, 1,
      "AES-ECB, AES-CTR, AES-GCM, ChaCha20, ChaCha20-Poly1305, Poly1305" },
    { "deny", parse_deny, 1,
      "generic, sse2, ssse3, aesni, avx2, vaes-avx2, p8, p9, p10" },
    { "generic", parse_generic, 0, "yes, no" },
    { "self-test", parse_self_test, 0, "load, off" },
    { "trace", parse_trace, 0, "stderr, or a path that begins with /" },
};

static int parse_value(const struct vgf_prov *prov, const struct key *key,
                       struct vgf_config *config, const char *value)
{
    static const char separators[] = ", \t";

    if (!key->list) {
        return key->parse(config, value, strlen(value))
               || refuse(prov, "'%s' is no value for '%s'; valid: %s", value,
                         key->name, key->valid);
    }
    for (value += strspn(value, separators); *value != '\0';
         value += strspn(value, separators)) {
        size_t len = strcspn(value, separators);

        if (!key->parse(config, value, len)) {
            return refuse(prov, "'%.*s' is no value for '%s'; valid: %s",
                          (int)len, value, key->name, key->valid);
        }
        value += len;
    }
    return 1;
}

/* ---- Keys that are not ours -------------------------------------------- */

/*
 * libcrypto answers questions for keys by name but cannot list them, so a
 * misspelt key would pass in silence: an administrator who writes `denny`
 * would believe a tier denied.  So we ask for what a slip makes of our keys
 * (a letter lost, added, wrong, or two swapped) and for some likely words.
 * What is farther off than that a provider has no means to see.
 */

#define BATCH 64
#define LONGEST 16

struct probe {
    const struct vgf_prov *prov;
    char names[BATCH][LONGEST];
    const char *values[BATCH];
    size_t n;
    char found[LONGEST];
};

static void probe_flush(struct probe *pr)
{
    OSSL_PARAM params[BATCH + 1];

    memset(params, 0, sizeof(params));
    for (size_t i = 0; i < pr->n; i++) {
        pr->values[i] = NULL;
        params[i].key = pr->names[i];
        params[i].data_type = OSSL_PARAM_UTF8_PTR;
        params[i].data = &pr->values[i];
    }
    pr->prov->core_get_params(pr->prov->handle, params);
    for (size_t i = 0; i < pr->n; i++) {
        if (pr->values[i] != NULL) {
            memcpy(pr->found, pr->names[i], LONGEST);
        }
    }
    pr->n = 0;
}

/* Asks for the key made of three pieces. */
static void probe_add(struct probe *pr, const char *a, size_t alen,
                      const char *b, size_t blen, const char *c)
{
    char *name = pr->names[pr->n];
    size_t clen = strlen(c);

    if (alen + blen + clen >= LONGEST) {
        return;
    }
    memcpy(name, a, alen);
    memcpy(name + alen, b, blen);
    memcpy(name + alen + blen, c, clen + 1);
    for (size_t i = 0; i < COUNT(keys); i++) {
        if (strcmp(name, keys[i].name) == 0) {
            return;
        }
    }
    if (++pr->n == BATCH) {
        probe_flush(pr);
    }
}

static void probe_slips(struct probe *pr, const char *key)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz-_";
    size_t len = strlen(key);

    for (size_t i = 0; i <= len; i++) {
        const char *rest = key + i;

        for (const char *l = letters; *l != '\0'; l++) {
            probe_add(pr, key, i, l, 1, rest);
            if (i < len) {
                probe_add(pr, key, i, l, 1, rest + 1);
            }
        }
        if (i < len) {
            probe_add(pr, key, i, "", 0, rest + 1);
        }
        if (i + 1 < len) {
            const char swapped[2] = { rest[1], rest[0] };

            probe_add(pr, key, i, swapped, 2, rest + 2);
        }
    }
}

static int check_keys(const struct vgf_prov *prov)
{
    static const char *const words[] = {
        "allow",    "cpu",      "debug",     "denied",   "disable",
        "Deny",     "Generic",  "log",       "max-tier", "selftest",
        "Trace",    "tier",     "tiers",     "Algorithms", "Self-test",
        "trace-file", "verbose", "loglevel",
    };
    struct probe pr = { .prov = prov };

    for (size_t i = 0; i < COUNT(words); i++) {
        probe_add(&pr, words[i], strlen(words[i]), "", 0, "");
    }
    for (size_t i = 0; i < COUNT(keys); i++) {
        probe_slips(&pr, keys[i].name);
    }
    probe_flush(&pr);
    return pr.found[0] == '\0'
           || refuse(prov, "unknown key '%s'; valid: algorithms, deny, "
                     "generic, self-test, trace", pr.found);
}

/* ---- All of it --------------------------------------------------------- */

int vgf_config_read(const struct vgf_prov *prov, struct vgf_config *config)
{
    const char *values[COUNT(keys)] = { NULL };
    OSSL_PARAM params[COUNT(keys) + 1];
    const char *env;

    memset(config, 0, sizeof(*config));
    config->self_test = 1;

    memset(params, 0, sizeof(params));
    for (size_t i = 0; i < COUNT(keys); i++) {
        params[i].key = keys[i].name;
        params[i].data_type = OSSL_PARAM_UTF8_PTR;
        params[i].data = &values[i];
    }
    if (!prov->core_get_params(prov->handle, params) || !check_keys(prov)) {
        return 0;
    }
    for (size_t i = 0; i < COUNT(keys); i++) {
        if (values[i] != NULL
            && !parse_value(prov, &keys[i], config, values[i])) {
            return 0;
        }
    }
    if (values[0] == NULL) {
        config->algorithms = ~0u;
    }

    /* secure_getenv: a set-user-id program listens to openssl.cnf only */
    env = secure_getenv("VGFAST_DENY");
    if (env != NULL) {
        struct key from_env = keys[1];

        from_env.name = "VGFAST_DENY";
        if (!parse_value(prov, &from_env, config, env)) {
            return 0;
        }
    }
    env = secure_getenv("VGFAST_TRACE");
    if (env != NULL && *env != '\0') {
        struct key from_env = keys[4];

        from_env.name = "VGFAST_TRACE";
        return parse_value(prov, &from_env, config, env);
    }
    return 1;
}

/* ---- Trace ------------------------------------------------------------- */

void vgf_trace(const struct vgf_config *config, const char *fmt, ...)
{
    char line[512];
    va_list args;
    int fd = STDERR_FILENO;
    int len;

    if (config->trace == NULL) {
        return;
    }
    len = snprintf(line, sizeof(line), "vgfast[%ld]: ", (long)getpid());
    va_start(args, fmt);
    len += vsnprintf(line + len, sizeof(line) - (size_t)len - 1, fmt, args);
    va_end(args);
    if (len > (int)sizeof(line) - 2) {
        len = (int)sizeof(line) - 2;
    }
    line[len++] = '\n';
    if (config->trace[0] == '/') {
        fd = open(config->trace, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC,
                  0644);
    }
    if (fd >= 0) {
        if (write(fd, line, (size_t)len) < 0) {
            len = 0;            /* nobody to tell */
        }
        if (fd != STDERR_FILENO) {
            close(fd);
        }
    }
}
