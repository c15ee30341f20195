/* SPDX-License-Identifier: Apache-2.0 */
/* progress.c - tells who sits and waits how far we are. */
#include "bench.h"

#include <stdio.h>
#include <unistd.h>

void progress_show(size_t done, size_t all, const struct cell *c)
{
    if (!isatty(STDERR_FILENO)) {
        return;
    }
    progress_clear();
    fprintf(stderr, "%3zu%%  %s %s", done * 100 / all, c->row->algorithm,
            c->row->op->name);
    if (c->size > 0) {
        fprintf(stderr, ", %zu bytes", c->size);
    }
    fflush(stderr);
}

void progress_clear(void)
{
    if (isatty(STDERR_FILENO)) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}
