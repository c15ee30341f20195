/* SPDX-License-Identifier: Apache-2.0 */
/* bytes.h - integers out of and into byte strings of either order. */
#ifndef VGF_BYTES_H
#define VGF_BYTES_H

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

#endif
