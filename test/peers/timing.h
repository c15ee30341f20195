/* SPDX-License-Identifier: Apache-2.0 */
/* timing.h - the clock, and how long a cycle is by it. */
#ifndef VGF_PEERS_TIMING_H
#define VGF_PEERS_TIMING_H

#include <time.h>

static inline double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Nanoseconds of 1000 dependent additions, a cycle each. */
static inline double chain(void)
{
    double begun = now();
    unsigned long x = 0, one = 1;

    for (int i = 0; i < 100; i++) {
        __asm__ volatile("add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\t"
                         "add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\t"
                         "add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\t"
                         "add %1, %0" : "+r"(x) : "r"(one));
    }
    return now() - begun;
}

#endif
