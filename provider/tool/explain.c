/* SPDX-License-Identifier: Apache-2.0 */
/* explain.c - `vgfast explain`: why a fetch ends where it does. */
#include "command.h"
#include "finding.h"
#include "json.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage_line[] =
    "usage: vgfast explain [--json] [--provider-path DIR] [--help] NAME\n";

static const char help_text[] =
"\n"
"Says who serves the algorithm NAME to a program that asks for nothing, who\n"
"would with other queries, and why.  NAME is as in \"openssl list\":\n"
"AES-128-GCM, aes-256-ctr, ChaCha20-Poly1305, SHA2-256, RSA.\n"
"\n"
"  --json            for programs; vgfast(1) lists the fields\n"
"  --provider-path D look for vgfast.so in D; so does OPENSSL_MODULES=D\n"
"\n"
"exit status: 0 if vgfast serves it, 1 if another provider does, 2 if nobody\n"
"does, or the options make no sense.\n";

static const char *const queries[] = {
    NULL, "?provider=vgfast", "provider=vgfast", "provider=default",
};

#define QUERIES (sizeof(queries) / sizeof(queries[0]))

struct explanation {
    const char *name;
    const char *kind;                   /* NULL: nobody has it */
    char provider[QUERIES][64];         /* empty: nobody */
    char because[512];
};

/* ---- Why --------------------------------------------------------------- */

/* vgfast has it in general but does not offer it here. */
static void why_not_offered(struct explanation *e, const struct finding *f,
                            const struct algorithm *a)
{
    char why[128], tier[32];
    unsigned i = 0;

    build_info_tier(f->module.build_info, a->family, tier, sizeof(tier));
    while (i + 1 < FAMILIES && strcmp(family_names[i], a->family) != 0) {
        i++;
    }
    family_why(f->module.build_info, i, why, sizeof(why));
    if (strcmp(tier, "default") == 0) {
        snprintf(e->because, sizeof(e->because),
                 "vgfast does not offer it here: %s", why);
    } else {
        snprintf(e->because, sizeof(e->because), "the key \"algorithms\" of "
                 "vgfast's section leaves out %s", a->setting);
    }
}

/* vgfast offers it and does not get it. */
static void why_not_chosen(struct explanation *e, const struct finding *f)
{
    const char *query = f->config.query;

    if (query != NULL) {
        snprintf(e->because, sizeof(e->because), "vgfast offers it, but "
                 "default_properties = %s leads elsewhere", query);
    } else {
        snprintf(e->because, sizeof(e->because), "vgfast offers it, but "
                 "nothing prefers it (there is no default_properties = "
                 "?provider=vgfast) and %s was activated before it",
                 e->provider[0]);
    }
}

static void why_chosen(struct explanation *e, const struct finding *f)
{
    const char *query = f->config.query;

    if (query != NULL && strstr(query, "provider=vgfast") != NULL) {
        snprintf(e->because, sizeof(e->because),
                 "default_properties = %s says so", query);
    } else if (*e->provider[3] == '\0') {
        snprintf(e->because, sizeof(e->because),
                 "the default provider is not there: activate it, too");
    } else {
        snprintf(e->because, sizeof(e->because),
                 "nothing is preferred and vgfast was activated first");
    }
}

static void find_cause(struct explanation *e, const struct finding *f)
{
    const struct algorithm *a = algorithm_find(e->name);
    const char *text = NULL;

    if (strcmp(e->provider[0], "vgfast") == 0) {
        why_chosen(e, f);
    } else if (e->kind == NULL && a == NULL) {
        text = "no active provider has an algorithm of this name, or "
               "default_properties forbids all that do";
    } else if (a == NULL) {
        text = "vgfast has no such algorithm; it leaves it to the others";
    } else if (f->state == NOT_LOADABLE) {
        snprintf(e->because, sizeof(e->because),
                 "vgfast cannot be loaded: %.400s", f->module.reason);
    } else if (f->state == NOT_ENABLED) {
        text = "vgfast has it but no configuration activates vgfast";
    } else if (!f->answers[a - algorithms].offered) {
        why_not_offered(e, f, a);
    } else {
        why_not_chosen(e, f);
    }
    if (text != NULL) {
        snprintf(e->because, sizeof(e->because), "%s", text);
    }
}

static void explain(struct explanation *e, const struct finding *f)
{
    for (size_t i = 0; i < QUERIES; i++) {
        const char *kind = who_serves(NULL, e->name, queries[i],
                                      e->provider[i], sizeof(e->provider[i]));

        if (i == 0) {
            e->kind = kind;
        }
    }
    find_cause(e, f);
}

/* ---- Output ------------------------------------------------------------ */

static void print(const struct explanation *e)
{
    printf("%s%s%s%s\n", e->name, e->kind != NULL ? " (" : "",
           e->kind != NULL ? e->kind : "", e->kind != NULL ? ")" : "");
    for (size_t i = 0; i < QUERIES; i++) {
        printf("  %-24s %s\n", queries[i] != NULL ? queries[i] : "no query",
               *e->provider[i] != '\0' ? e->provider[i] : "nobody");
    }
    printf("because %s\n", e->because);
}

static void print_json(const struct explanation *e, int status)
{
    struct json j = { 0 };

    json_open(&j, NULL, '{');
    json_text(&j, "name", e->name);
    json_text(&j, "kind", e->kind);
    json_text(&j, "provider", *e->provider[0] ? e->provider[0] : NULL);
    json_open(&j, "queries", '[');
    for (size_t i = 0; i < QUERIES; i++) {
        json_open(&j, NULL, '{');
        json_text(&j, "query", queries[i]);
        json_text(&j, "provider", *e->provider[i] ? e->provider[i] : NULL);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_text(&j, "because", e->because);
    json_bool(&j, "served_by_vgfast", status == 0);
    json_close(&j, '}');
}

int explain_main(int argc, char **argv)
{
    static const struct option longs[] = {
        { "help", no_argument, NULL, 'h' },
        { "json", no_argument, NULL, 'j' },
        { "provider-path", required_argument, NULL, 'p' },
        { NULL, 0, NULL, 0 },
    };
    static struct finding f;
    struct explanation e = { 0 };
    bool json = false;
    int c, status;

    while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
        switch (c) {
        case 'h':
            fputs(usage_line, stdout);
            fputs(help_text, stdout);
            return EXIT_OK;
        case 'j':
            json = true;
            break;
        case 'p':
            setenv("OPENSSL_MODULES", optarg, 1);
            break;
        default:
            fputs(usage_line, stderr);
            return EXIT_USAGE;
        }
    }
    if (optind + 1 != argc) {
        fprintf(stderr, "vgfast explain: the name of one algorithm is "
                "wanted\n%s", usage_line);
        return EXIT_USAGE;
    }
    e.name = argv[optind];
    finding_make(&f);
    explain(&e, &f);
    status = strcmp(e.provider[0], "vgfast") == 0 ? 0
             : *e.provider[0] != '\0' ? 1 : 2;
    if (json) {
        print_json(&e, status);
    } else {
        print(&e);
    }
    finding_free(&f);
    return command_end(status);
}
