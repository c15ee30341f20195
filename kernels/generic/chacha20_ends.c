/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chacha20_ends.c - xor_ends() for any tier, out of calls of its xor(): what
 * is needed at the ends shares a call with the text beside it.
 */
#include "generic.h"

#include <string.h>

/* As many blocks as most tiers do in about the time of one. */
#define TOGETHER 8u

/* The text and its ends in one call, for which there is room. */
static void in_buffer(vgf_chacha20_xor_fn *xor, uint8_t *out,
                      const uint8_t *in, size_t nblocks,
                      const uint32_t key[8], uint32_t ctr[4], uint32_t flags,
                      uint8_t ends[128])
{
    uint8_t buffer[64 * TOGETHER];
    uint8_t *text = buffer + (flags & VGF_CHACHA20_FIRST ? 64 : 0);
    uint8_t *next = text + 64 * nblocks;
    uint8_t *end = next + (flags & VGF_CHACHA20_NEXT ? 64 : 0);

    memset(buffer, 0, (size_t)(text - buffer));
    if (nblocks != 0) {
        memcpy(text, in, 64 * nblocks);
    }
    memset(next, 0, (size_t)(end - next));
    xor(buffer, buffer, (size_t)(end - buffer) / 64, key, ctr,
        flags & VGF_CHACHA20_CTR64);
    memcpy(ends, buffer, (size_t)(text - buffer));
    if (nblocks != 0) {
        memcpy(out, text, 64 * nblocks);
    }
    memcpy(ends + 64, next, (size_t)(end - next));
    vgf_wipe(buffer, (size_t)(end - buffer));
}

void vgf_chacha20_xor_ends(vgf_chacha20_xor_fn *xor, uint8_t *out,
                           const uint8_t *in, size_t nblocks,
                           const uint32_t key[8], uint32_t ctr[4],
                           uint32_t flags, uint8_t ends[128])
{
    size_t n = nblocks;

    if (flags & VGF_CHACHA20_FIRST) {
        const size_t room = TOGETHER - 1 - (flags & VGF_CHACHA20_NEXT ? 1 : 0);

        if (nblocks <= room) {
            in_buffer(xor, out, in, nblocks, key, ctr, flags, ends);
            return;
        }
        n = TOGETHER - 1;
        in_buffer(xor, out, in, n, key, ctr, flags & ~VGF_CHACHA20_NEXT,
                  ends);
        out += 64 * n;
        in += 64 * n;
        nblocks -= n;
        flags &= ~VGF_CHACHA20_FIRST;
    }
    n = flags & VGF_CHACHA20_NEXT ? nblocks - nblocks % TOGETHER : nblocks;
    xor(out, in, n, key, ctr, flags & VGF_CHACHA20_CTR64);
    if (flags & VGF_CHACHA20_NEXT) {
        in_buffer(xor, out + 64 * n, in + 64 * n, nblocks - n, key, ctr,
                  flags, ends);
    }
}
