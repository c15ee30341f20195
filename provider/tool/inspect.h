/* SPDX-License-Identifier: Apache-2.0 */
/*
 * inspect.h - what is found on this machine: the configuration that programs
 * read, the module, the processor, and who serves what.  For `vgfast status`,
 * `explain` and `enable`.
 */
#ifndef VGF_TOOL_INSPECT_H
#define VGF_TOOL_INSPECT_H

#include <stdbool.h>
#include <stddef.h>

#include <openssl/bio.h>
#include <openssl/conf.h>
#include <openssl/provider.h>

/* ---- openssl.cnf, as it is written (config_file.c) --------------------- */

struct config_file {
    char *path;
    bool by_environment;        /* OPENSSL_CONF names it */
    bool exists;
    CONF *conf;                 /* NULL: not there, or not understood */
    char error[256];            /* why not */
    const char *init;           /* the section that openssl_conf names... */
    const char *providers;      /* ...that its `providers` names... */
    const char *algorithms;     /* ...and that its `alg_section` names */
    const char *query;          /* default_properties */
};

/* path is NULL for the one that programs read.  Never fails: what is missing
 * is NULL. */
void config_file_read(struct config_file *c, const char *path);
void config_file_free(struct config_file *c);

/* A value of a section; NULL for none, also if section is NULL. */
const char *config_file_value(const struct config_file *c,
                              const char *section, const char *key);

/* The i-th provider that the file names, NULL after the last, and its
 * section. */
const char *config_file_provider(const struct config_file *c, int i,
                                 const char **section);

/* Writes value[0..n) so that OpenSSL reads it as it is, to the end of a line
 * that begins with a key and "=". */
void config_file_write(BIO *to, const char *value, size_t n);

/* ---- The module (module_file.c) ---------------------------------------- */

struct module_file {
    OSSL_PROVIDER *provider;    /* NULL: cannot be loaded */
    bool active;                /* as programs have it, by openssl.cnf */
    OSSL_LIB_CTX *libctx;       /* where it is loaded; NULL: the default one */
    char path[512];             /* of the file; empty: not known */
    char version[32];
    char build_info[320];
    char reason[1024];          /* why it cannot be loaded */
};

/* Applies openssl.cnf as programs do, and looks whether vgfast is there; if it
 * is not, loads it by hand with its settings to learn the reason. */
void module_file_find(struct module_file *m, const struct config_file *c);
void module_file_free(struct module_file *m);

/* ---- What it offers (algorithms.c) ------------------------------------- */

struct algorithm {
    const char *name;
    const char *setting;        /* its word in `algorithms =` */
    const char *family;         /* its word in the build info */
};

/* All that vgfast has. */
extern const struct algorithm algorithms[];
extern const size_t algorithms_count;

/* By any of its names, NULL if vgfast has no such algorithm. */
const struct algorithm *algorithm_find(const char *name);

/* Who serves the algorithm when asked with this query (NULL: none).  Copies
 * the provider's name, and says what kind of thing it is ("cipher", "MAC",
 * "digest", ..); NULL if nobody does. */
const char *who_serves(OSSL_LIB_CTX *libctx, const char *name,
                       const char *query, char *provider, size_t size);

/* The sections of the build info: of one family, of what is denied, of the
 * self-test.  Empty if they are not there. */
void build_info_tier(const char *info, const char *family, char *tier,
                     size_t size);
void build_info_denied(const char *info, char *denied, size_t size);
void build_info_self_test(const char *info, char *result, size_t size);

/* Families by name, and why the build info says what it does of them. */
#define FAMILIES 5
extern const char *const family_names[FAMILIES];
void family_why(const char *info, unsigned family, char *why, size_t size);

/* ---- The processor (features.c) ---------------------------------------- */

struct feature {
    const char *name;
    bool present;
};

#define MOST_FEATURES 16

/* Those that matter to tiers; how many. */
size_t cpu_features(struct feature list[MOST_FEATURES]);
/* The tiers that it can run, with blanks between. */
void cpu_tiers(char *text, size_t size);

#endif
