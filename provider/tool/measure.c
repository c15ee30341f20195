/* SPDX-License-Identifier: Apache-2.0 */
/* measure.c - see measure.h */
#include "measure.h"

#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SLICE_NS 300e3
#define CHAIN_NS 30e3           /* a slice of the clock chain */
#define LEAST_SLICES 9          /* fewer cannot tell anything: see judge() */
#define MOST_SLICES 4096
#define NOISE 0.03
#define DEVIATIONS 3

static double samples[MEASURE_SUBJECTS][MOST_SLICES];

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/*
 * The core's clock, which no counter open to programs shows: a chain of
 * additions that wait for each other takes one cycle for each.  Both operands
 * are registers because some processors get rid of the addition of a constant
 * before they execute it.  On other architectures the latency differs from
 * one processor to the next, so there we do without cycles.
 */
#if defined(__x86_64__) || defined(__i386__)
#define CHAIN_CYCLES 128
static int chain(void *unused, size_t count)
{
    uintptr_t sum = 0, step = 1;

    (void)unused;
    for (; count > 0; count--) {
        __asm__ volatile(".rept 128\n\t"
                         "add %1, %0\n\t"
                         ".endr"
                         : "+r"(sum) : "r"(step) : "cc");
    }
    return 1;
}
static const struct subject clock_chain = { chain, NULL };
#else
#define CHAIN_CYCLES 0
static const struct subject clock_chain = { NULL, NULL };
#endif

/* Nanoseconds of one slice, negative if the work failed. */
static double slice(const struct subject *s, size_t count)
{
    double start = now();

    if (!s->run(s->arg, count)) {
        return -1;
    }
    return now() - start;
}

/* How often the work has to be done to fill a slice; 0 if it failed. */
static size_t calibrate(const struct subject *s, double wanted)
{
    size_t count = 1;

    for (;;) {
        double took = slice(s, count);

        if (took < 0) {
            return 0;
        }
        if (took >= wanted) {
            return count;
        }
        if (took >= wanted / 4) {
            return (size_t)((double)count * wanted / took) + 1;
        }
        count *= 2;
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static struct timing summarise(double *times, size_t n)
{
    struct timing t;

    qsort(times, n, sizeof(*times), by_size);
    t.min = times[0];
    t.quartile = times[n / 4];
    t.median = times[n / 2];
    return t;
}

static int enough(unsigned slices, double since, const struct effort *effort)
{
    if (slices == MOST_SLICES) {
        return 1;
    }
    if (effort->slices > 0) {
        return slices >= effort->slices;
    }
    return slices >= LEAST_SLICES && now() - since >= effort->seconds * 1e9;
}

int measure(const struct subject *subjects, size_t n,
            const struct effort *effort, struct measurement *m)
{
    size_t count[MEASURE_SUBJECTS], chain_count = 0;
    double start, took, chain_min = 0;

    for (size_t i = 0; i < n; i++) {
        count[i] = calibrate(&subjects[i], SLICE_NS);
        if (count[i] == 0) {
            return 0;
        }
    }
    if (clock_chain.run != NULL) {
        chain_count = calibrate(&clock_chain, CHAIN_NS);
    }

    memset(m, 0, sizeof(*m));
    start = now();
    for (; !enough(m->slices, start, effort); m->slices++) {
        for (size_t i = 0; i < n; i++) {
            /* there and back, so that none always follows the same one */
            size_t k = m->slices % 2 == 0 ? i : n - 1 - i;

            took = slice(&subjects[k], count[k]);
            if (took < 0) {
                return 0;
            }
            samples[k][m->slices] = took / (double)count[k];
        }
        for (size_t i = 1; i < n; i++) {
            m->wins[i] += samples[i][m->slices] < samples[0][m->slices];
        }
        if (chain_count > 0) {
            took = slice(&clock_chain, chain_count);
            if (m->slices == 0 || took < chain_min) {
                chain_min = took;
            }
        }
    }

    for (size_t i = 0; i < n; i++) {
        m->timing[i] = summarise(samples[i], m->slices);
    }
    if (chain_count > 0) {
        m->cycles_per_ns = (double)chain_count * CHAIN_CYCLES / chain_min;
    }
    return 1;
}

enum verdict judge(const struct measurement *m)
{
    double a = m->timing[0].min, b = m->timing[1].min;
    double slices = m->slices;
    /* how many more turns the second one won than lost */
    double lead = 2.0 * m->wins[1] - slices;

    /* by chance it has a variance of as much as there were turns */
    if (lead * lead >= DEVIATIONS * DEVIATIONS * slices) {
        if (lead > 0 && b * (1 + NOISE) <= a) {
            return FASTER;
        }
        if (lead < 0 && a * (1 + NOISE) <= b) {
            return SLOWER;
        }
    }
    return WITHIN_NOISE;
}

void stay_on_this_processor(void)
{
    cpu_set_t set;
    int cpu = sched_getcpu();

    if (cpu >= 0 && cpu < CPU_SETSIZE) {
        CPU_ZERO(&set);
        CPU_SET((size_t)cpu, &set);
        /* where that is not allowed, the scheduler will mostly do it too */
        (void)sched_setaffinity(0, sizeof(set), &set);
    }
}
