/* SPDX-License-Identifier: Apache-2.0 */
/*
 * report.c - the results, for people and for programs.
 *
 * The names of the fields are promised in options.c's help: they may be added
 * to, but neither change nor go.
 */
#include "bench.h"
#include "json.h"

#include <stdio.h>
#include <string.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>

#define MOST_FIELDS 16

struct field {
    const char *name;
    bool text;          /* as opposed to a number */
    char value[64];     /* empty: not known */
};

struct fields {
    struct field field[MOST_FIELDS];
    size_t n;
};

static const char *const verdicts[] = {
    [FASTER] = "faster", [SLOWER] = "slower", [WITHIN_NOISE] = "within noise",
};

static void add_text(struct fields *f, const char *name, const char *value)
{
    struct field *field = &f->field[f->n++];

    field->name = name;
    field->text = true;
    snprintf(field->value, sizeof(field->value), "%s", value);
}

/* A number that is not positive is not known. */
static void add_number(struct fields *f, const char *name, double value,
                       int decimals)
{
    struct field *field = &f->field[f->n++];

    field->name = name;
    field->text = false;
    field->value[0] = '\0';
    if (value > 0) {
        snprintf(field->value, sizeof(field->value), "%.*f", decimals, value);
    }
}

static void add_count(struct fields *f, const char *name, size_t value)
{
    add_number(f, name, (double)value, 0);
}

static double per_byte(const struct cell *c, double ns)
{
    return c->size > 0 ? ns * c->m.cycles_per_ns / (double)c->size : 0;
}

static void evp_fields(struct fields *f, const struct cell *c, enum outcome o)
{
    static const struct timing nothing;
    const struct timing *a = o == CELL_OK ? &c->m.timing[0] : &nothing;
    const struct timing *b = o == CELL_OK ? &c->m.timing[1] : &nothing;
    const char *verdict = o == CELL_OK ? verdicts[judge(&c->m)]
                          : o == CELL_NOT_OFFERED ? "not offered" : "failed";

    f->n = 0;
    add_text(f, "algorithm", c->row->algorithm);
    add_text(f, "operation", c->row->op->name);
    add_count(f, "size", o == CELL_NOT_OFFERED ? 0 : c->size);
    add_number(f, "default_min_ns", a->min, 2);
    add_number(f, "default_quartile_ns", a->quartile, 2);
    add_number(f, "default_median_ns", a->median, 2);
    add_number(f, "vgfast_min_ns", b->min, 2);
    add_number(f, "vgfast_quartile_ns", b->quartile, 2);
    add_number(f, "vgfast_median_ns", b->median, 2);
    add_number(f, "default_cpb", per_byte(c, a->min), 4);
    add_number(f, "vgfast_cpb", per_byte(c, b->min), 4);
    add_number(f, "ratio", b->min > 0 ? a->min / b->min : 0, 4);
    add_text(f, "verdict", verdict);
    add_count(f, "slices", c->m.slices);
}

static void kernel_fields(struct fields *f, const struct cell *c, unsigned i,
                          enum outcome o)
{
    static const struct timing nothing;
    const struct timing *t = o == CELL_OK ? &c->m.timing[i] : &nothing;

    f->n = 0;
    add_text(f, "algorithm", c->row->algorithm);
    add_text(f, "operation", c->row->op->name);
    add_text(f, "tier", c->name[i]);
    add_count(f, "size", c->size);
    add_number(f, "min_ns", t->min, 2);
    add_number(f, "quartile_ns", t->quartile, 2);
    add_number(f, "median_ns", t->median, 2);
    add_number(f, "cycles", t->min * c->m.cycles_per_ns, 2);
    add_number(f, "cpb", per_byte(c, t->min), 4);
    add_text(f, "verdict", o == CELL_OK ? "ok" : "failed");
    add_count(f, "slices", c->m.slices);
}

static void print_csv(const struct fields *f, bool header)
{
    for (size_t i = 0; header && i < f->n; i++) {
        printf("%s%s", i > 0 ? "," : "", f->field[i].name);
    }
    if (header) {
        putchar('\n');
    }
    for (size_t i = 0; i < f->n; i++) {
        printf("%s%s", i > 0 ? "," : "", f->field[i].value);
    }
    putchar('\n');
}

static void print_json(const struct fields *f, bool first)
{
    printf("%s\n    {", first ? "" : ",");
    for (size_t i = 0; i < f->n; i++) {
        const struct field *field = &f->field[i];

        printf("%s\"%s\": ", i > 0 ? ", " : "", field->name);
        if (field->text) {
            json_string(field->value);
        } else {
            fputs(field->value[0] != '\0' ? field->value : "null", stdout);
        }
    }
    putchar('}');
}

/* Four digits that matter, whatever the magnitude; "-" if not known. */
static void print_number(int width, double value)
{
    if (value <= 0) {
        printf(" %*s", width, "-");
    } else {
        printf(" %*.*f", width,
               value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0,
               value);
    }
}

static void print_evp_line(const struct cell *c, enum outcome o)
{
    const struct timing *a = &c->m.timing[0], *b = &c->m.timing[1];

    printf("%8zu ", c->size);
    if (o == CELL_FAILED) {
        puts(" failed");
        return;
    }
    print_number(9, a->min);
    print_number(8, a->median);
    print_number(9, b->min);
    print_number(8, b->median);
    print_number(8, per_byte(c, a->min));
    print_number(8, per_byte(c, b->min));
    printf(" %6.*f  %s\n", a->min < b->min / 10 ? 3 : 2, a->min / b->min,
           verdicts[judge(&c->m)]);
}

static void print_kernel_line(const struct cell *c, unsigned i,
                              enum outcome o)
{
    const struct timing *t = &c->m.timing[i];

    if (c->size > 0) {
        printf("%8zu  %-10s", c->size, c->name[i]);
    } else {
        printf("%8s  %-10s", "", c->name[i]);
    }
    if (o == CELL_FAILED) {
        puts(" failed");
        return;
    }
    print_number(10, t->min);
    print_number(10, t->median);
    print_number(10, t->min * c->m.cycles_per_ns);
    print_number(10, per_byte(c, t->min));
    putchar('\n');
}

static void report_line(struct report *r, const struct cell *c, unsigned i,
                        enum outcome o)
{
    struct fields f;

    if (r->format == FORMAT_TABLE) {
        if (r->last != c->row) {
            printf("%s %s%s\n", c->row->algorithm, c->row->op->name,
                   o == CELL_NOT_OFFERED ? ": not offered by vgfast" : "");
            r->last = c->row;
        }
        if (o == CELL_NOT_OFFERED) {
            r->not_offered = true;
        } else if (r->kernels) {
            print_kernel_line(c, i, o);
        } else {
            print_evp_line(c, o);
        }
    } else {
        if (r->kernels) {
            kernel_fields(&f, c, i, o);
        } else {
            evp_fields(&f, c, o);
        }
        if (r->format == FORMAT_CSV) {
            print_csv(&f, r->results == 0);
        } else {
            print_json(&f, r->results == 0);
        }
    }
    r->results++;
    fflush(stdout);
}

void report_cell(struct report *r, const struct cell *c, enum outcome o)
{
    for (unsigned i = 0; i < (r->kernels ? c->n : 1); i++) {
        report_line(r, c, i, o);
    }
}

static void begin_json(char machine[][2][256], size_t n)
{
    fputs("{\n  \"machine\": {", stdout);
    for (size_t i = 0; i < n; i++) {
        printf("%s\"%s\": ", i > 0 ? ", " : "", machine[i][0]);
        json_string(machine[i][1]);
    }
    fputs("},\n  \"results\": [", stdout);
}

void report_begin(struct report *r, const struct providers *p)
{
    char machine[4][2][256] = { { "cpu" }, { "date" }, { "vgfast" },
                                { "openssl" } };
    size_t n = p != NULL ? 4 : 3;

    machine_cpu(machine[0][1], sizeof(machine[0][1]));
    machine_date(machine[1][1], sizeof(machine[1][1]));
    snprintf(machine[2][1], sizeof(machine[2][1]), "%s",
             p != NULL ? providers_about(p, OSSL_PROV_PARAM_BUILDINFO)
                       : VGF_VERSION);
    snprintf(machine[3][1], sizeof(machine[3][1]), "%s",
             OpenSSL_version(OPENSSL_VERSION));
    if (r->format == FORMAT_JSON) {
        begin_json(machine, n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        printf("%s%s: %s\n", r->format == FORMAT_CSV ? "# " : "",
               machine[i][0], machine[i][1]);
    }
    if (r->format == FORMAT_CSV) {
        return;
    }
    puts(r->kernels
         ? "\n   bytes  tier           min ns     median     cycles cycles/byte"
         : "\n               default ns         vgfast ns"
           "       cycles/byte\n"
           "   bytes       min   median       min   median"
           "  default   vgfast  ratio");
}

void report_end(struct report *r)
{
    if (r->format == FORMAT_JSON) {
        puts("\n  ]\n}");
    } else if (r->format == FORMAT_TABLE && !r->kernels) {
        puts("\nratio: default / vgfast, of the minima; above 1, vgfast is "
             "faster");
        if (r->not_offered) {
            puts("not offered: switched off, or vgfast has nothing for this "
                 "processor but its\nportable C, which it leaves out unless "
                 "\"generic = yes\" is set");
        }
    }
}
