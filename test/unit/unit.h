/* SPDX-License-Identifier: Apache-2.0 */
/* unit.h - tests of what needs no OpenSSL: one TCase a file. */
#ifndef VGF_UNIT_H
#define VGF_UNIT_H

#include "harness.h"
#include "kernels.h"

#include <check.h>

TCase *modes_tests(void);
TCase *modes_gcm_tests(void);
TCase *selftest_tests(void);

/* ---- Every tier (main.c) ----------------------------------------------- */

/*
 * A loop test from 0 to loop_of_tiers(n) is run n times with each tier that
 * this processor has and VGFAST_DENY does not name.  A family need not have
 * that tier.
 */
int loop_of_tiers(int n);
vgf_tiers tier_of_loop(int i);
int count_of_loop(int i);               /* 0 to n - 1 */

/* ---- Pieces (main.c) --------------------------------------------------- */

/* Feeds in[0..len) to fn in pieces of up to `most` bytes, some empty. */
void feed(void (*fn)(void *m, uint8_t *out, const uint8_t *in, size_t len),
          void *m, uint8_t *out, const uint8_t *in, size_t len,
          uint32_t most);

#endif
