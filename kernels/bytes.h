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

/*
 * Sixteen bytes in two registers, and up to 16 bytes of memory as those with
 * zeros behind: what calls of memcpy() and loops over bytes cost is felt in
 * short messages.  n is at most 16 and public.
 */
struct bytes16 {
    uint64_t lo, hi;
};

static inline struct bytes16 load_short(const uint8_t *p, size_t n)
{
    struct bytes16 v = { 0, 0 };

    if (n > 8) {
        v.lo = load64_le(p);
        v.hi = load64_le(p + n - 8) >> (8 * (16 - n));
    } else if (n >= 4) {
        v.lo = load32_le(p) | (uint64_t)load32_le(p + n - 4) << (8 * (n - 4));
    } else if (n > 0) {
        v.lo = p[0] | (uint64_t)p[n / 2] << (8 * (n / 2))
               | (uint64_t)p[n - 1] << (8 * (n - 1));
    }
    return v;
}

static inline void store_short(uint8_t *p, struct bytes16 v, size_t n)
{
    if (n > 8) {
        store64_le(p, v.lo);
        p += n - 8;
        store64_le(p, n == 16 ? v.hi : v.hi << (8 * (16 - n))
                                           | v.lo >> (8 * (n - 8)));
    } else if (n >= 4) {
        store32_le(p, (uint32_t)v.lo);
        store32_le(p + n - 4, (uint32_t)(v.lo >> (8 * (n - 4))));
    } else if (n > 0) {
        p[0] = (uint8_t)v.lo;
        p[n / 2] = (uint8_t)(v.lo >> (8 * (n / 2)));
        p[n - 1] = (uint8_t)(v.lo >> (8 * (n - 1)));
    }
}

/* In one store: a load of all sixteen would wait for two to reach the cache. */
static inline void store_whole(uint8_t p[16], struct bytes16 v)
{
    typedef uint64_t pair __attribute__((vector_size(16)));
    pair both = { v.lo, v.hi };

    memcpy(p, &both, sizeof(both));
}

/* Zeroes p, and the compiler may not leave it out. */
static inline void wipe_whole(uint8_t p[16])
{
    const struct bytes16 zero = { 0, 0 };

    store_whole(p, zero);
    __asm__ volatile("" : : "r"(p) : "memory");
}

/* out = in ^ stream for n < 16 bytes; returns out. */
static inline struct bytes16 xor_short(uint8_t *out, const uint8_t *in,
                                       const uint8_t *stream, size_t n)
{
    struct bytes16 v = load_short(in, n), s = load_short(stream, n);

    v.lo ^= s.lo;
    v.hi ^= s.hi;
    store_short(out, v, n);
    return v;
}

#endif
