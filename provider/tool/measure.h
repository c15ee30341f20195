/* SPDX-License-Identifier: Apache-2.0 */
/*
 * measure.h - times several pieces of code side by side.
 *
 * The subjects take turns in short slices of about 0.3 ms each, so that a
 * change of the clock, an interrupt or a busy neighbour meets all of them
 * alike.  Of all slices of a subject the fastest is its time: what disturbs a
 * slice can only make it longer.
 */
#ifndef VGF_TOOL_MEASURE_H
#define VGF_TOOL_MEASURE_H

#include <stddef.h>

#define MEASURE_SUBJECTS 12     /* most that can take turns */

struct subject {
    /* Does the work count times; 0 if it failed. */
    int (*run)(void *arg, size_t count);
    void *arg;
};

struct effort {
    double seconds;             /* how long to go on, all subjects together */
    unsigned slices;            /* if not 0: just so many slices instead */
};

/* Nanoseconds for doing the work once. */
struct timing {
    double min, quartile, median;
};

struct measurement {
    struct timing timing[MEASURE_SUBJECTS];
    unsigned slices;            /* that each subject had */
    unsigned wins[MEASURE_SUBJECTS];    /* turns faster than the first's */
    double cycles_per_ns;       /* of the core meanwhile; 0 if not known */
};

enum verdict { FASTER, SLOWER, WITHIN_NOISE };

/* Times n subjects; 0 as soon as one fails. */
int measure(const struct subject *subjects, size_t n,
            const struct effort *effort, struct measurement *m);

/*
 * Is the second subject faster than the first?  Only if their minima are 3 %
 * or more apart, and if it won more turns than chance would let it, by three
 * standard deviations (9 of 9, 65 of 100).  The slices of a turn follow each
 * other, so that whatever slows the machine down for longer slows both.
 */
enum verdict judge(const struct measurement *m);

/* Stays on the processor that we are on: two kinds of cores in one machine
 * would otherwise be taken for two speeds of one piece of code. */
void stay_on_this_processor(void);

#endif
