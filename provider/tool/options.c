/* SPDX-License-Identifier: Apache-2.0 */
/* options.c - the command line of `vgfast bench`. */
#include "bench.h"
#include "command.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const size_t usual_sizes[] = {
    16, 64, 256, 1350, 8192, 16384, 1048576,
};
static const size_t quick_sizes[] = { 16, 256, 1350, 16384 };

#define USUAL_SECONDS 60
#define QUICK_SECONDS 8

static const char usage_line[] =
    "usage: vgfast bench [--quick] [--all | --algorithms LIST] [--sizes LIST]\n"
    "                    [--seconds S | --slices N] [--csv | --json]\n"
    "                    [--kernels] [--provider-path DIR] [--help]\n";

static const char help_text[] =
"\n"
"Times OpenSSL's default provider and vgfast side by side, through EVP.\n"
"\n"
"  --quick           under ten seconds: fewer sizes\n"
"  --all             every algorithm in every key size\n"
"  --algorithms LIST only these: AES-128-GCM,... or AES-CTR, AES-ECB, AES-GCM,\n"
"                    ChaCha20, ChaCha20-Poly1305, Poly1305\n"
"  --sizes LIST      bytes per message (16,64,256,1350,8192,16384,1048576)\n"
"  --seconds S       how long all of it takes (60)\n"
"  --slices N        just so many slices of 0.3 ms for each side and line\n"
"  --csv, --json     for programs: see below\n"
"  --kernels         time the code of each tier directly, without OpenSSL\n"
"  --provider-path D look for vgfast.so in D; so does OPENSSL_MODULES=D\n"
"\n"
"What openssl.cnf (or OPENSSL_CONF) says of vgfast holds here too.\n"
"\n"
"operations (the key is kept, the nonce new for each message; input and output\n"
"are two buffers but for tls12)\n"
"  encrypt     CTR, ChaCha20: new IV, one update.  ECB: one update, no padding\n"
"  decrypt     ECB\n"
"  seal, open  new 12-byte nonce, 13 bytes of additional data, one update,\n"
"              final, 16-byte tag, as in TLS 1.3\n"
"  tls12-seal, tls12-open\n"
"              a record in place, by the controls that TLS 1.2 uses; open\n"
"              includes copying the record to where it is opened\n"
"  mac         new one-time key, one update, final\n"
"\n"
"how it is measured\n"
"  Both sides take turns in slices of 0.3 ms on one processor.  min is the\n"
"  fastest slice, median the one in the middle.  ratio is default min / vgfast\n"
"  min: above 1, vgfast is faster.  \"within noise\" means that the minima are\n"
"  less than 3 % apart, or that the side with the lower one did not win more\n"
"  turns than chance explains (by three standard deviations; 9 turns at least).\n"
"  Cycles are those of the core, from a chain of additions that takes turns\n"
"  with the rest; unknown on POWER.  Before it is timed, every line is checked:\n"
"  that the right provider serves it, and that both give the same bytes.\n"
"\n"
"fields of --csv and --json (CSV starts with comment lines, \"# name: value\")\n"
"  algorithm, operation, size, default_min_ns, default_quartile_ns,\n"
"  default_median_ns, vgfast_min_ns, vgfast_quartile_ns, vgfast_median_ns,\n"
"  default_cpb, vgfast_cpb (cycles per byte), ratio, verdict (faster, slower,\n"
"  within noise, not offered, failed), slices (of each side)\n"
"  with --kernels: algorithm, operation, tier, size, min_ns, quartile_ns,\n"
"  median_ns, cycles, cpb, verdict (ok, failed), slices\n"
"  What is not known is empty in CSV and null in JSON.\n"
"\n"
"exit status: 0; 1 if a provider cannot be loaded or a line failed; 2 if the\n"
"options make no sense.\n";

static int usage_error(const char *what, const char *which)
{
    fprintf(stderr, "vgfast bench: %s: %s\n%s", what, which, usage_line);
    return EXIT_USAGE;
}

/* Does one item of --algorithms, name[0..len), mean this algorithm?  By its
 * name, or as "AES-GCM" for all key sizes. */
static bool means(const char *name, size_t len, const char *algorithm)
{
    if (strlen(algorithm) == len && strncasecmp(name, algorithm, len) == 0) {
        return true;
    }
    return len == strlen("AES-GCM") && strncmp(algorithm, "AES-", 4) == 0
           && strncasecmp(name, "AES-", 4) == 0
           && strncasecmp(name + 4, algorithm + strlen("AES-128-"), 3) == 0;
}

bool options_select(const struct options *o, const struct row *row)
{
    const char *item = o->algorithms;

    if (item == NULL) {
        return o->all || row->headline;
    }
    for (;;) {
        size_t len = strcspn(item, ",");

        if (means(item, len, row->algorithm)) {
            return true;
        }
        if (item[len] == '\0') {
            return false;
        }
        item += len + 1;
    }
}

static int check_algorithms(const char *list)
{
    for (const char *item = list;; item++) {
        size_t len = strcspn(item, ","), i = 0;

        while (i < evp_rows_count
               && !means(item, len, evp_rows[i].algorithm)) {
            i++;
        }
        if (i == evp_rows_count) {
            return 0;
        }
        item += len;
        if (*item == '\0') {
            return 1;
        }
    }
}

static int parse_sizes(struct options *o, const char *list)
{
    o->sizes_count = 0;
    for (const char *item = list;; item++) {
        char *end;
        unsigned long size;

        errno = 0;
        size = strtoul(item, &end, 10);
        if (*item < '0' || *item > '9' || errno != 0 || size == 0
            || size > LARGEST_SIZE || o->sizes_count == MOST_SIZES) {
            return 0;
        }
        o->sizes[o->sizes_count++] = size;
        if (*end == '\0') {
            return 1;
        }
        if (*end != ',') {
            return 0;
        }
        item = end;
    }
}

static int parse_positive(const char *text, double most, double *value)
{
    char *end;

    *value = strtod(text, &end);
    return end != text && *end == '\0' && *value > 0 && *value <= most;
}

static void set_sizes(struct options *o, const size_t *sizes, size_t n)
{
    memcpy(o->sizes, sizes, n * sizeof(*sizes));
    o->sizes_count = (unsigned)n;
}

enum { ALL = 1, ALGORITHMS, CSV, HELP, JSON, KERNELS, PROVIDER_PATH, QUICK,
       SECONDS, SIZES, SLICES };

static const struct option long_options[] = {
    { "all", no_argument, NULL, ALL },
    { "algorithms", required_argument, NULL, ALGORITHMS },
    { "csv", no_argument, NULL, CSV },
    { "help", no_argument, NULL, HELP },
    { "json", no_argument, NULL, JSON },
    { "kernels", no_argument, NULL, KERNELS },
    { "provider-path", required_argument, NULL, PROVIDER_PATH },
    { "quick", no_argument, NULL, QUICK },
    { "seconds", required_argument, NULL, SECONDS },
    { "sizes", required_argument, NULL, SIZES },
    { "slices", required_argument, NULL, SLICES },
    { NULL, 0, NULL, 0 },
};

int options_parse(struct options *o, int argc, char **argv)
{
    static char name[] = "vgfast bench";    /* for getopt's messages */
    bool quick = false;
    double value;
    int c;

    memset(o, 0, sizeof(*o));
    argv[0] = name;
    while ((c = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
        switch (c) {
        case ALL:
            o->all = true;
            break;
        case ALGORITHMS:
            o->algorithms = optarg;
            if (!check_algorithms(optarg)) {
                return usage_error("unknown algorithm", optarg);
            }
            break;
        case CSV:
            o->format = FORMAT_CSV;
            break;
        case HELP:
            fputs(usage_line, stdout);
            fputs(help_text, stdout);
            return EXIT_OK;
        case JSON:
            o->format = FORMAT_JSON;
            break;
        case KERNELS:
            o->kernels = true;
            break;
        case PROVIDER_PATH:
            o->provider_path = optarg;
            break;
        case QUICK:
            quick = true;
            break;
        case SECONDS:
            if (!parse_positive(optarg, 1e6, &o->seconds)) {
                return usage_error("not a number of seconds", optarg);
            }
            break;
        case SIZES:
            if (!parse_sizes(o, optarg)) {
                return usage_error("not a list of sizes", optarg);
            }
            break;
        case SLICES:
            if (!parse_positive(optarg, 4096, &value) || value < 1) {
                return usage_error("not a number of slices", optarg);
            }
            o->slices = (unsigned)value;
            break;
        default:
            fputs(usage_line, stderr);
            return EXIT_USAGE;
        }
    }
    if (optind < argc) {
        return usage_error("unexpected argument", argv[optind]);
    }
    if (o->sizes_count == 0 && quick) {
        set_sizes(o, quick_sizes, sizeof(quick_sizes) / sizeof(size_t));
    } else if (o->sizes_count == 0) {
        set_sizes(o, usual_sizes, sizeof(usual_sizes) / sizeof(size_t));
    }
    if (o->seconds <= 0) {
        o->seconds = quick ? QUICK_SECONDS : USUAL_SECONDS;
    }
    return -1;
}
