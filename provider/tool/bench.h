/* SPDX-License-Identifier: Apache-2.0 */
/* bench.h - what the files of `vgfast bench` share. */
#ifndef VGF_TOOL_BENCH_H
#define VGF_TOOL_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure.h"

#define LARGEST_SIZE ((size_t)64 << 20)

struct kernel_job;

/* What is done with a message. */
struct operation {
    const char *name;
    int kind;           /* evp.c's or kernel.c's own */
    bool decrypts;
    size_t block;       /* sizes are rounded down to this; 0: takes no data */
    size_t largest;     /* no message is longer; 0: no limit */
    int (*run)(void *job, size_t count);
    void (*kernel)(struct kernel_job *j);   /* once; for kernel.c's run */
};

/* An algorithm and an operation: a line of the table for every size. */
struct row {
    const char *algorithm;
    size_t key_len;
    bool headline;      /* timed when nothing was selected */
    const struct operation *op;
};

/* One row at one size, timed. */
struct cell {
    const struct row *row;
    size_t size;
    unsigned n;                             /* subjects side by side */
    const char *name[MEASURE_SUBJECTS];     /* provider or tier of each */
    struct measurement m;
};

enum outcome { CELL_FAILED, CELL_NOT_OFFERED, CELL_OK };

/* Input and output, as large as the largest size and a record's overhead. */
struct buffers {
    uint8_t *in, *out, *expected;
    size_t capacity;
};

/* buffers.c */
int buffers_new(struct buffers *b, size_t largest);
void buffers_free(struct buffers *b);
/* Input of a recognisable pattern, output zeroed. */
void buffers_reset(struct buffers *b, size_t len);

/* providers.c */
struct providers;
/* Both providers in a library context of their own; NULL and a message on
 * stderr if that fails. */
struct providers *providers_load(const char *search_path);
void providers_free(struct providers *p);
/* A parameter of vgfast that is a string ("version", "buildinfo"). */
const char *providers_about(const struct providers *p, const char *key);
/* The library context. */
struct ossl_lib_ctx_st *providers_libctx(const struct providers *p);

/* evp_rows.c, evp.c, kernel.c: the tables of rows, and one cell of them */
extern const struct row evp_rows[];
extern const size_t evp_rows_count;
enum outcome evp_cell(struct cell *c, const struct providers *p,
                      struct buffers *b, const struct effort *effort);

extern const struct row kernel_rows[];
extern const size_t kernel_rows_count;
enum outcome kernel_cell(struct cell *c, struct buffers *b,
                         const struct effort *effort);

/* options.c */
enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

#define MOST_SIZES 32

struct options {
    enum format format;
    bool kernels, all;
    const char *algorithms;     /* as given; NULL: no selection */
    const char *provider_path;
    size_t sizes[MOST_SIZES];
    unsigned sizes_count;
    double seconds;             /* for everything */
    unsigned slices;            /* if not 0: per subject, instead */
};

/* Returns -1 to go on, or the exit status. */
int options_parse(struct options *o, int argc, char **argv);
bool options_select(const struct options *o, const struct row *row);

/* report.c */
struct report {
    enum format format;
    bool kernels;
    const struct row *last;     /* whose heading was printed */
    size_t results;
    bool not_offered;           /* of any row */
};

/* p may be NULL: then nothing is said of the provider. */
void report_begin(struct report *r, const struct providers *p);
void report_cell(struct report *r, const struct cell *c, enum outcome o);
void report_end(struct report *r);

/* machine.c: as "AMD EPYC", and as "2026-11-30 16:21 UTC" */
void machine_cpu(char *text, size_t len);
void machine_date(char *text, size_t len);

/* progress.c: a line on stderr, if that is a terminal */
void progress_show(size_t done, size_t all, const struct cell *c);
void progress_clear(void);

#endif
