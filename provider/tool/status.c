/* SPDX-License-Identifier: Apache-2.0 */
/* status.c - `vgfast status`: is it in use, and if not, why not? */
#include "bench.h"
#include "command.h"
#include "finding.h"
#include "json.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

static const char usage_line[] =
    "usage: vgfast status [--no-speed] [--json] [--provider-path DIR] "
    "[--help]\n";

static const char help_text[] =
"\n"
"Tells whether the programs of this machine get vgfast, and why (not): by\n"
"the configuration that they read (openssl.cnf, or OPENSSL_CONF).\n"
"\n"
"  --no-speed        leave out the short measurement (about a second)\n"
"  --json            for programs; vgfast(1) lists the fields\n"
"  --provider-path D look for vgfast.so in D; so does OPENSSL_MODULES=D\n"
"\n"
"exit status: 0 if vgfast is in use; 1 if it can be loaded but programs do not\n"
"get it; 2 if it cannot be loaded, or the options make no sense.\n";

struct switches {
    bool json, no_speed;
    const char *provider_path;
};

/* ---- A glance at the speed --------------------------------------------- */

static const struct {
    const char *algorithm, *operation;
} speed_rows[] = {
    { "AES-128-CTR", "encrypt" }, { "AES-128-GCM", "seal" },
    { "ChaCha20", "encrypt" }, { "ChaCha20-Poly1305", "seal" },
    { "Poly1305", "mac" },
};
static const size_t speed_sizes[] = { 64, 1024, 16384 };

#define SPEED_ROWS (sizeof(speed_rows) / sizeof(speed_rows[0]))
#define SPEED_SIZES (sizeof(speed_sizes) / sizeof(speed_sizes[0]))
#define SPEED_SECONDS 0.06      /* a cell */

struct speed {
    bool known;
    double standard[SPEED_ROWS][SPEED_SIZES];   /* GB/s; 0: not measured */
    double vgfast[SPEED_ROWS][SPEED_SIZES];
};

static const struct row *find_row(const char *algorithm,
                                  const char *operation)
{
    for (size_t i = 0; i < evp_rows_count; i++) {
        if (strcmp(evp_rows[i].algorithm, algorithm) == 0
            && strcmp(evp_rows[i].op->name, operation) == 0) {
            return &evp_rows[i];
        }
    }
    return NULL;
}

static void measure_speed(struct speed *s, const char *provider_path)
{
    const struct effort effort = { .seconds = SPEED_SECONDS };
    struct buffers b = { 0 };
    struct providers *p = providers_load(provider_path);

    s->known = p != NULL && buffers_new(&b, speed_sizes[SPEED_SIZES - 1]);
    stay_on_this_processor();
    for (size_t i = 0; s->known && i < SPEED_ROWS; i++) {
        for (size_t k = 0; k < SPEED_SIZES; k++) {
            struct cell c = { .size = speed_sizes[k] };

            c.row = find_row(speed_rows[i].algorithm,
                             speed_rows[i].operation);
            if (c.row == NULL || evp_cell(&c, p, &b, &effort) != CELL_OK) {
                break;
            }
            s->standard[i][k] = (double)c.size / c.m.timing[0].min;
            s->vgfast[i][k] = (double)c.size / c.m.timing[1].min;
        }
    }
    buffers_free(&b);
    providers_free(p);
}

/* ---- For people -------------------------------------------------------- */

static void print_config(const struct config_file *c)
{
    const char *section = NULL, *name;

    printf("config     %s (%s)%s\n", c->path != NULL ? c->path : "none",
           c->by_environment ? "OPENSSL_CONF" : "OpenSSL's default",
           c->exists ? "" : ": there is no such file");
    printf("           activates:");
    for (int i = 0, n = 0;; i++) {
        name = config_file_provider(c, i, &section);
        if (name == NULL) {
            printf("%s\n", n == 0 ? " nothing" : "");
            break;
        }
        if (activates(c, section)) {
            printf("%s %s", n++ > 0 ? "," : "", name);
        }
    }
    printf("           default_properties: %s\n",
           c->query != NULL ? c->query : "none");
}

static void print_processor(const struct finding *f)
{
    struct feature features[MOST_FEATURES];
    size_t n = cpu_features(features);
    char text[256];

    machine_cpu(text, sizeof(text));
    printf("cpu        %s\n           features:", text);
    for (size_t i = 0; i < n; i++) {
        printf(" %s%c", features[i].name, features[i].present ? '+' : '-');
    }
    cpu_tiers(text, sizeof(text));
    printf("\n           tiers: %s", text);
    build_info_denied(f->module.build_info, text, sizeof(text));
    printf("; denied: %s\n", *text != '\0' ? text : "none");
}

static void print_families(const struct finding *f)
{
    char tier[32], why[128];

    printf("self-test  %s\n", f->self_test);
    puts("\nfamily             tier       because");
    for (unsigned i = 0; i < FAMILIES; i++) {
        build_info_tier(f->module.build_info, family_names[i], tier,
                        sizeof(tier));
        family_why(f->module.build_info, i, why, sizeof(why));
        printf("%-18s %-10s %s\n", family_names[i], tier, why);
    }
}

static void print_answers(const struct finding *f)
{
    puts("\nalgorithm          a program that asks for nothing gets it from");
    for (size_t i = 0; i < algorithms_count; i++) {
        printf("%-18s %s%s\n", algorithms[i].name,
               *f->answers[i].provider != '\0' ? f->answers[i].provider
                                               : "nobody",
               f->answers[i].offered ? "" : "; not offered by vgfast");
    }
}

static void print_speed(const struct speed *s)
{
    printf("\n%-18s", "speed, GB/s");
    for (size_t k = 0; k < SPEED_SIZES; k++) {
        printf("  %10zu bytes", speed_sizes[k]);
    }
    printf("\n%-18s", "");
    for (size_t k = 0; k < SPEED_SIZES; k++) {
        printf("    default vgfast");
    }
    putchar('\n');
    for (size_t i = 0; i < SPEED_ROWS; i++) {
        printf("%-18s", speed_rows[i].algorithm);
        for (size_t k = 0; k < SPEED_SIZES; k++) {
            if (s->vgfast[i][k] > 0) {
                printf("    %7.2f %6.2f", s->standard[i][k], s->vgfast[i][k]);
            }
        }
        puts(s->vgfast[i][0] > 0 ? "" : "  not offered by vgfast");
    }
    puts("(a glance; \"vgfast bench\" takes its time)");
}

static void print_all(const struct finding *f, const struct speed *s)
{
    printf("vgfast     %s\n", state_name(f->state));
    printf("module     %s%s%s\n", f->module.path,
           *f->module.version ? ", " : "", f->module.version);
    if (f->module.provider == NULL) {
        printf("           cannot be loaded: %s\n", f->module.reason);
    }
    printf("openssl    %s\n", OpenSSL_version(OPENSSL_VERSION));
    print_config(&f->config);
    print_processor(f);
    if (f->module.provider != NULL) {
        print_families(f);
        print_answers(f);
    }
    if (s->known) {
        print_speed(s);
    }
    for (unsigned i = 0; i < f->advice_count; i++) {
        printf("%sadvice     %s\n", i == 0 ? "\n" : "", f->advice[i]);
    }
}

/* ---- For programs ------------------------------------------------------ */

/* A list in a text, as an array. */
static void json_words(struct json *j, const char *key, char *words)
{
    char *rest = NULL;

    json_open(j, key, '[');
    for (char *w = strtok_r(words, " ", &rest); w != NULL;
         w = strtok_r(NULL, " ", &rest)) {
        if (strcmp(w, "none") != 0) {
            json_text(j, NULL, w);
        }
    }
    json_close(j, ']');
}

static void json_module(struct json *j, const struct module_file *m)
{
    json_open(j, "module", '{');
    json_text(j, "path", m->path);
    json_bool(j, "loadable", m->provider != NULL);
    json_bool(j, "active", m->active);
    json_text(j, "version", *m->version ? m->version : NULL);
    json_text(j, "build_info", *m->build_info ? m->build_info : NULL);
    json_text(j, "reason", *m->reason ? m->reason : NULL);
    json_close(j, '}');
}

static void json_config(struct json *j, const struct config_file *c)
{
    const char *section = NULL, *name;

    json_open(j, "config", '{');
    json_text(j, "path", c->path);
    json_bool(j, "by_environment", c->by_environment);
    json_bool(j, "exists", c->exists);
    json_open(j, "providers", '[');
    for (int i = 0; (name = config_file_provider(c, i, &section)) != NULL;
         i++) {
        json_open(j, NULL, '{');
        json_text(j, "name", name);
        json_bool(j, "activated", activates(c, section));
        json_close(j, '}');
    }
    json_close(j, ']');
    json_text(j, "default_properties", c->query);
    json_close(j, '}');
}

static void json_processor(struct json *j, const struct finding *f)
{
    struct feature features[MOST_FEATURES];
    size_t n = cpu_features(features);
    char text[256];

    json_open(j, "cpu", '{');
    machine_cpu(text, sizeof(text));
    json_text(j, "name", text);
    json_open(j, "features", '{');
    for (size_t i = 0; i < n; i++) {
        json_bool(j, features[i].name, features[i].present);
    }
    json_close(j, '}');
    cpu_tiers(text, sizeof(text));
    json_words(j, "tiers", text);
    build_info_denied(f->module.build_info, text, sizeof(text));
    json_words(j, "denied", text);
    json_close(j, '}');
}

static void json_results(struct json *j, const struct finding *f)
{
    char tier[32], why[128];

    json_text(j, "self_test", *f->self_test ? f->self_test : NULL);
    json_open(j, "families", '[');
    for (unsigned i = 0; f->module.provider != NULL && i < FAMILIES; i++) {
        build_info_tier(f->module.build_info, family_names[i], tier,
                        sizeof(tier));
        family_why(f->module.build_info, i, why, sizeof(why));
        json_open(j, NULL, '{');
        json_text(j, "family", family_names[i]);
        json_text(j, "tier", tier);
        json_text(j, "because", why);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_open(j, "algorithms", '[');
    for (size_t i = 0; i < algorithms_count; i++) {
        json_open(j, NULL, '{');
        json_text(j, "algorithm", algorithms[i].name);
        json_bool(j, "offered", f->answers[i].offered);
        json_text(j, "provider", *f->answers[i].provider != '\0'
                                 ? f->answers[i].provider : NULL);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void json_speed(struct json *j, const struct speed *s)
{
    json_open(j, "speed", '[');
    for (size_t i = 0; i < SPEED_ROWS; i++) {
        for (size_t k = 0; k < SPEED_SIZES && s->vgfast[i][k] > 0; k++) {
            json_open(j, NULL, '{');
            json_text(j, "algorithm", speed_rows[i].algorithm);
            json_text(j, "operation", speed_rows[i].operation);
            json_number(j, "size", (double)speed_sizes[k], 0);
            json_number(j, "default_gb_per_s", s->standard[i][k], 4);
            json_number(j, "vgfast_gb_per_s", s->vgfast[i][k], 4);
            json_close(j, '}');
        }
    }
    json_close(j, ']');
}

static void json_all(const struct finding *f, const struct speed *s)
{
    struct json j = { 0 };

    json_open(&j, NULL, '{');
    json_text(&j, "state", state_name(f->state));
    json_text(&j, "openssl", OpenSSL_version(OPENSSL_VERSION));
    json_module(&j, &f->module);
    json_config(&j, &f->config);
    json_processor(&j, f);
    json_results(&j, f);
    json_speed(&j, s);
    json_open(&j, "advice", '[');
    for (unsigned i = 0; i < f->advice_count; i++) {
        json_text(&j, NULL, f->advice[i]);
    }
    json_close(&j, ']');
    json_close(&j, '}');
}

/* ---- All of it --------------------------------------------------------- */

/* Returns -1 to go on, or the exit status. */
static int parse(struct switches *s, int argc, char **argv)
{
    static const struct option longs[] = {
        { "help", no_argument, NULL, 'h' },
        { "json", no_argument, NULL, 'j' },
        { "no-speed", no_argument, NULL, 'n' },
        { "provider-path", required_argument, NULL, 'p' },
        { NULL, 0, NULL, 0 },
    };
    int c;

    while ((c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
        switch (c) {
        case 'h':
            fputs(usage_line, stdout);
            fputs(help_text, stdout);
            return EXIT_OK;
        case 'j':
            s->json = true;
            break;
        case 'n':
            s->no_speed = true;
            break;
        case 'p':
            s->provider_path = optarg;
            break;
        default:
            fputs(usage_line, stderr);
            return EXIT_USAGE;
        }
    }
    if (optind < argc) {
        fprintf(stderr, "vgfast status: unexpected argument: %s\n%s",
                argv[optind], usage_line);
        return EXIT_USAGE;
    }
    return -1;
}

int status_main(int argc, char **argv)
{
    struct switches switches = { 0 };
    static struct finding f;
    struct speed speed = { 0 };
    int status = parse(&switches, argc, argv);

    if (status >= 0) {
        return status;
    }
    if (switches.provider_path != NULL) {
        setenv("OPENSSL_MODULES", switches.provider_path, 1);
    }
    finding_make(&f);
    if (!switches.no_speed && f.module.provider != NULL) {
        measure_speed(&speed, switches.provider_path);
    }
    if (switches.json) {
        json_all(&f, &speed);
    } else {
        print_all(&f, &speed);
    }
    status = state_status(f.state);
    finding_free(&f);
    return command_end(status);
}
