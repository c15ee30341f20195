/* SPDX-License-Identifier: Apache-2.0 */
/*
 * secrets.c - finds what a kernel has left of the secrets it was given.
 *
 * Eight bytes of a secret are enough to know it by, in either byte order and
 * at any offset of what was left.  A bitmap of what was left says quickly
 * that nearly all of a secret is not there.
 */
#include "harness.h"

#define PIECE 8u
#define STEP 4u                 /* from piece to piece of a secret */
#define SECRETS 16
#define WINDOWS 8192
#define HASH_BITS 16

static struct {
    const char *name;
    const uint8_t *data;
    size_t size;
} secrets[SECRETS];
static size_t nsecrets;

static struct {
    uint64_t bytes;
    const char *where;
    size_t at;
} windows[WINDOWS];
static size_t nwindows;
static uint8_t seen[(1u << HASH_BITS) / 8];

void secret_add(const char *name, const void *data, size_t size)
{
    if (nsecrets == SECRETS) {
        trial_fail("secret_add: no room for %s", name);
    }
    secrets[nsecrets].name = name;
    secrets[nsecrets].data = data;
    secrets[nsecrets++].size = size;
}

void secrets_forget(void)
{
    nsecrets = 0;
}

bool secrets_any(void)
{
    return nsecrets != 0;
}

static uint64_t load(const uint8_t *p)
{
    uint64_t v;

    memcpy(&v, p, sizeof(v));
    return v;
}

/* Half of it empty: a length or a count of rounds, and everywhere. */
static bool telling(uint64_t piece)
{
    return (uint32_t)piece != 0 && piece >> 32 != 0;
}

static uint32_t hash(uint64_t piece)
{
    return (uint32_t)(piece * 0x9e3779b97f4a7c15 >> (64 - HASH_BITS));
}

void leftover_add(const char *where, const uint8_t *left, size_t size,
                  uint64_t junk)
{
    uint8_t untouched[2 * PIECE];

    memcpy(untouched, &junk, PIECE);
    memcpy(untouched + PIECE, &junk, PIECE);
    for (size_t i = 0; i + PIECE <= size; i++) {
        const uint64_t bytes = load(left + i);

        if (!telling(bytes) || bytes == load(untouched + i % PIECE)) {
            continue;
        }
        if (nwindows == WINDOWS) {
            trial_fail("leftover_add: no room for %s", where);
        }
        seen[hash(bytes) / 8] |= (uint8_t)(1u << hash(bytes) % 8);
        windows[nwindows].bytes = bytes;
        windows[nwindows].where = where;
        windows[nwindows++].at = i;
    }
}

static void look_for(const char *name, size_t at, uint64_t piece)
{
    if (!(seen[hash(piece) / 8] >> hash(piece) % 8 & 1)) {
        return;
    }
    for (size_t i = 0; i < nwindows; i++) {
        if (windows[i].bytes == piece) {
            trial_fail("leaves byte %zu of %s in %s + %zu", at, name,
                       windows[i].where, windows[i].at);
        }
    }
}

void leftover_search(void)
{
    for (size_t s = 0; s < nsecrets; s++) {
        for (size_t i = 0; i + PIECE <= secrets[s].size; i += STEP) {
            const uint64_t piece = load(secrets[s].data + i);

            if (telling(piece)) {
                look_for(secrets[s].name, i, piece);
                look_for(secrets[s].name, i, __builtin_bswap64(piece));
            }
        }
    }
    nwindows = 0;
    memset(seen, 0, sizeof(seen));
}
