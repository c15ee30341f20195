/* SPDX-License-Identifier: Apache-2.0 */
/* buffers.c - the memory that all subjects work on in turn. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#define PAGE 4096u
#define OVERHEAD 64u    /* of a TLS 1.2 record: explicit IV and tag */

int buffers_new(struct buffers *b, size_t largest)
{
    size_t each = (largest + OVERHEAD + 2 * PAGE - 1) / PAGE * PAGE;
    uint8_t *memory = aligned_alloc(PAGE, 3 * each);

    if (memory == NULL) {
        return 0;
    }
    /*
     * Half a page between where input and output begin: were their addresses
     * equal in the low 12 bits, processors would take each load of input for
     * one that must wait for a store of output.
     */
    b->in = memory;
    b->out = memory + each + PAGE / 2;
    b->expected = memory + 2 * each;
    b->capacity = largest + OVERHEAD;
    return 1;
}

void buffers_free(struct buffers *b)
{
    free(b->in);
}

void buffers_reset(struct buffers *b, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        b->in[i] = (uint8_t)(i % 251);
    }
    memset(b->out, 0, len);
}
