/* SPDX-License-Identifier: Apache-2.0 */
/* bench.c - `vgfast bench`: plans the lines of the table and has each timed. */
#include "bench.h"
#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The cells to time, row by row and with rising sizes in each. */
struct plan {
    struct cell *cells;
    size_t n;
};

/* The size that the row really has for a size asked for; 0 for none. */
static size_t fit(const struct operation *op, size_t size)
{
    if (op->largest > 0 && size > op->largest) {
        return 0;
    }
    return size / op->block * op->block;
}

static void plan_row(struct plan *plan, const struct row *row,
                     const struct options *o)
{
    size_t last = 0;

    if (row->op->block == 0) {
        plan->cells[plan->n++].row = row;
        return;
    }
    for (unsigned i = 0; i < o->sizes_count; i++) {
        size_t size = fit(row->op, o->sizes[i]);

        if (size > 0 && size != last) {
            plan->cells[plan->n].row = row;
            plan->cells[plan->n++].size = size;
            last = size;
        }
    }
}

static int plan_new(struct plan *plan, const struct options *o)
{
    const struct row *rows = o->kernels ? kernel_rows : evp_rows;
    size_t count = o->kernels ? kernel_rows_count : evp_rows_count;

    plan->n = 0;
    plan->cells = calloc(count * o->sizes_count, sizeof(*plan->cells));
    if (plan->cells == NULL) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (options_select(o, &rows[i])) {
            plan_row(plan, &rows[i], o);
        }
    }
    return 1;
}

static double seconds_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int run(const struct plan *plan, const struct options *o,
               const struct providers *p, struct buffers *b)
{
    struct report report = { .format = o->format, .kernels = o->kernels };
    double end = seconds_now() + o->seconds;
    const struct row *skip = NULL;
    int status = EXIT_OK;

    report_begin(&report, p);
    for (size_t i = 0; i < plan->n; i++) {
        struct cell *c = &plan->cells[i];
        struct effort effort = {
            /* what is left of the time, in equal parts */
            .seconds = (end - seconds_now()) / (double)(plan->n - i),
            .slices = o->slices,
        };
        enum outcome outcome;

        if (c->row == skip) {
            continue;
        }
        progress_show(i, plan->n, c);
        outcome = o->kernels ? kernel_cell(c, b, &effort)
                             : evp_cell(c, p, b, &effort);
        progress_clear();
        report_cell(&report, c, outcome);
        if (outcome == CELL_NOT_OFFERED) {
            skip = c->row;
        } else if (outcome == CELL_FAILED) {
            status = EXIT_FAILED;
        }
    }
    report_end(&report);
    return status;
}

int bench_main(int argc, char **argv)
{
    struct options o;
    struct providers *p = NULL;
    struct plan plan = { 0 };
    struct buffers b = { 0 };
    size_t largest = 0;
    int status = options_parse(&o, argc, argv);

    if (status >= 0) {
        return status;
    }
    status = EXIT_FAILED;
    for (unsigned i = 0; i < o.sizes_count; i++) {
        largest = o.sizes[i] > largest ? o.sizes[i] : largest;
    }
    if (!buffers_new(&b, largest) || !plan_new(&plan, &o)) {
        fputs("vgfast: out of memory\n", stderr);
        goto end;
    }
    if (!o.kernels && (p = providers_load(o.provider_path)) == NULL) {
        goto end;
    }
    stay_on_this_processor();
    status = command_end(run(&plan, &o, p, &b));
end:
    providers_free(p);
    free(plan.cells);
    buffers_free(&b);
    return status;
}
