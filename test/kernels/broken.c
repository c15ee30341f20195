/* SPDX-License-Identifier: Apache-2.0 */
/* broken.c - the table of the kernels that are wrong on purpose. */
#include "broken.h"

#include <stdio.h>
#include <stdlib.h>

#define ROWS 128

static struct broken rows[ROWS];
static size_t nrows;

void broken_row(const char *what, const struct family *family,
                const char *check, const void *ops, size_t size,
                const char *report)
{
    void *copy = malloc(size);

    if (nrows == ROWS || copy == NULL) {
        fprintf(stderr, "broken_row: no room\n");
        abort();
    }
    memcpy(copy, ops, size);
    rows[nrows++] = (struct broken){ what, family, check, copy, report };
}

const struct broken *broken_kernels(size_t *n)
{
    if (nrows == 0) {
        broken_aes();
        broken_gcm();
        broken_chachapoly();
        broken_leaves();
    }
    *n = nrows;
    return rows;
}

/* The compiler must not see that the byte is not there. */
void touch(const void *p)
{
    (void)*(const volatile uint8_t *)p;
}
