/* SPDX-License-Identifier: Apache-2.0 */
/* family.c - what the checks of all families share. */
#include "family.h"

#include <stdio.h>
#include <stdlib.h>

static const size_t big_counts[] = { 127, 1024, 4099 };

void family_run(const struct family *f, const struct check *c,
                const char *tier, const void *ops)
{
    faults_watch();
    random_begin();
    trial = (struct trial){ .family = f->name, .tier = tier };
    trial_entry(c->name);
    c->run(ops);
}

size_t sweep_most(unsigned turn)
{
    size_t small = 4 * (size_t)turn + 3;
    size_t big = big_counts[COUNT(big_counts) - 1];

    return small > big ? small : big;
}

void try_layout(struct io *io, unsigned layout, size_t block, size_t nblocks,
                const uint8_t *in, const uint8_t *want, sweep_call *call,
                void *job)
{
    const struct layout l = layout_of(layout, nblocks * block);

    trial.size = nblocks * block;
    trial.layout = &l;
    io_place(io, &l, in, nblocks * block);
    call(job, &l, io->dst, io->src, nblocks);
    io_check(io, in, want);
    trial.layout = NULL;
}

void sweep(const char *entry, unsigned turn, size_t block, const uint8_t *in,
           const uint8_t *want, sweep_call *call, void *job)
{
    struct io io;

    trial.entry = entry;
    io_new(&io, sweep_most(turn) * block);
    for (size_t n = 0; n <= 4 * (size_t)turn + 3; n++) {
        for (unsigned i = 0; i < LAYOUTS; i++) {
            try_layout(&io, i, block, n, in, want, call, job);
        }
    }
    for (size_t b = 0; b < COUNT(big_counts); b++) {
        for (unsigned i = 0; i < 4; i++) {
            try_layout(&io, i, block, big_counts[b], in, want, call, job);
        }
    }
    io_free(&io);
}

size_t chunk(size_t cut, size_t done, size_t total)
{
    size_t n = total - done;

    if (cut >= total) {
        n = random_below((uint32_t)n + 1);
    } else if (done == 0 && cut != 0) {
        n = cut;
    }
    trial_note("chunk of %zu blocks after %zu", n, done);
    return n;
}

uint8_t *plain(size_t n)
{
    uint8_t *p = malloc(n != 0 ? n : 1);

    if (p == NULL) {
        perror("plain");
        abort();
    }
    return p;
}
