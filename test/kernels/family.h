/* SPDX-License-Identifier: Apache-2.0 */
/*
 * family.h - the checks of a family of kernels.
 *
 * A check takes the ops of one tier, calls them through the harness, and
 * fails with a report; so the same check runs on every tier there is, and on
 * kernels that are broken on purpose (harness_catches.c).
 */
#ifndef FAMILY_H
#define FAMILY_H

#include "harness.h"
#include "tiers.h"

struct check {
    const char *name;
    void (*run)(const void *ops);
};

struct family {
    const char *name;
    const void *(*pick)(vgf_tiers allowed);
    vgf_tiers (*tier)(const void *ops);
    const struct check *checks;         /* up to one without a name */
};

extern const struct family aes_family;
extern const struct family gcm_family;
extern const struct family chacha20_family;
extern const struct family poly1305_family;
extern const struct family chachapoly_family;

/* Runs one check from a state that does not depend on others. */
void family_run(const struct family *f, const struct check *c,
                const char *tier, const void *ops);

/* ---- Hygiene (hygiene.c) ----------------------------------------------- */

/* No keys, texts or keystream in vector registers or below the stack. */
void aes_leaves_nothing(const void *ops);
void gcm_leaves_nothing(const void *ops);

/* ---- Sweeps ------------------------------------------------------------ */

/* Messages of every length up to so many bytes. */
#define LENGTHS 1100u

/* The most blocks that a sweep takes; `turn` of the main loop among them. */
size_t sweep_most(unsigned turn);

/* One call on n blocks, and a check of what it leaves besides the output. */
typedef void sweep_call(void *job, const struct layout *l, uint8_t *out,
                        const uint8_t *in, size_t nblocks);

/* Makes one call.  The output must be the first blocks of `want`, and the
 * input be left alone. */
void try_layout(struct io *io, unsigned layout, size_t block, size_t nblocks,
                const uint8_t *in, const uint8_t *want, sweep_call *call,
                void *job);

/*
 * Makes the call for 0 to 4 * turn + 3 blocks in all layouts, and for three
 * big counts in some.  in and want hold sweep_most() blocks.
 */
void sweep(const char *entry, unsigned turn, size_t block, const uint8_t *in,
           const uint8_t *want, sweep_call *call, void *job);

/* The next chunk of a message of total blocks: those up to the cut, then the
 * rest; with a cut of total or more, random ones, empty ones among them. */
size_t chunk(size_t cut, size_t done, size_t total);

/* n bytes of ordinary memory for test data. */
uint8_t *plain(size_t n);

#endif
