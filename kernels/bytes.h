/* SPDX-License-Identifier: Apache-2.0 */
/* bytes.h - integers out of and into byte strings of either order. */
#ifndef VGF_BYTES_H
#define VGF_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "vgfast supports little-endian processors only"
#endif

static inline uint32_t load32_le(const uint8_t *p)
{
    uint32_t v;

    memcpy(&v, p, sizeof(v));
    return v;
}

static inline uint64_t load64_le(const uint8_t *p)
{
    uint64_t v;

    memcpy(&v, p, sizeof(v));
    return v;
}

static inline uint32_t load32_be(const uint8_t *p)
{
    return __builtin_bswap32(load32_le(p));
}

static inline uint64_t load64_be(const uint8_t *p)
{
    return __builtin_bswap64(load64_le(p));
}

static inline void store32_le(uint8_t *p, uint32_t v)
{
    memcpy(p, &v, sizeof(v));
}

static inline void store64_le(uint8_t *p, uint64_t v)
{
    memcpy(p, &v, sizeof(v));
}

static inline void store32_be(uint8_t *p, uint32_t v)
{
    store32_le(p, __builtin_bswap32(v));
}

static inline void store64_be(uint8_t *p, uint64_t v)
{
    store64_le(p, __builtin_bswap64(v));
}

/* Copies n < 16 bytes between buffers that do not overlap: what a call of
 * memcpy() costs is felt in short messages. */
static inline void copy_short(uint8_t *to, const uint8_t *from, size_t n)
{
    if (n >= 8) {
        uint64_t first = load64_le(from), last = load64_le(from + n - 8);

        store64_le(to, first);
        store64_le(to + n - 8, last);
    } else if (n >= 4) {
        uint32_t first = load32_le(from), last = load32_le(from + n - 4);

        store32_le(to, first);
        store32_le(to + n - 4, last);
    } else {
        for (; n > 0; n--) {
            *to++ = *from++;
        }
    }
}

/* out = in ^ stream for n < 16 bytes. */
static inline void xor_short(uint8_t *out, const uint8_t *in,
                             const uint8_t *stream, size_t n)
{
    size_t i = 0;

    if (n & 8) {
        store64_le(out, load64_le(in) ^ load64_le(stream));
        i = 8;
    }
    if (n & 4) {
        store32_le(out + i, load32_le(in + i) ^ load32_le(stream + i));
        i += 4;
    }
    for (; i < n; i++) {
        out[i] = in[i] ^ stream[i];
    }
}

#endif
