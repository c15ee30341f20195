/* SPDX-License-Identifier: Apache-2.0 */
/* random.c - test data: xorshift64* from a seed that is printed. */
#include "harness.h"

#include <stdlib.h>

static uint64_t state = 1;

uint64_t random_seed(void)
{
    const char *text = getenv("VGF_TEST_SEED");
    uint64_t seed = text != NULL ? strtoull(text, NULL, 0) : 0;

    return seed != 0 ? seed : 0x5eed0f7e575eed;
}

unsigned random_rounds(void)
{
    const char *text = getenv("VGF_TEST_ROUNDS");
    unsigned long rounds = text != NULL ? strtoul(text, NULL, 0) : 0;

    return rounds != 0 ? (unsigned)rounds : 1;
}

void random_begin(void)
{
    state = random_seed();
    for (int i = 0; i < 8; i++) {       /* spread the bits of a small seed */
        random64();
    }
}

uint64_t random64(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
}

uint32_t random_below(uint32_t limit)
{
    return (uint32_t)((random64() >> 32) * limit >> 32);
}

void fill(void *p, size_t n, enum pattern pattern)
{
    uint8_t *byte = p;

    switch (pattern) {
    case PATTERN_ONES:
        memset(p, 0xff, n);
        break;
    case PATTERN_ZEROS:
        memset(p, 0, n);
        break;
    case PATTERN_251:
        for (size_t i = 0; i < n; i++) {
            byte[i] = (uint8_t)(i % 251);
        }
        break;
    default:
        for (size_t i = 0; i < n; i += 8) {
            uint64_t word = random64();

            memcpy(byte + i, &word, n - i < 8 ? n - i : 8);
        }
    }
}

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

size_t unhex(uint8_t *out, const char *text)
{
    size_t n = strlen(text) / 2;

    for (size_t i = 0; i < n; i++) {
        out[i] = (uint8_t)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
    }
    return n;
}
