/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch.h - what the test of the choice among tiers is made of. */
#ifndef DISPATCH_H
#define DISPATCH_H

#include "kernels.h"

#include <check.h>

/* detection.c */
void detection_tests(TCase *tcase);

#endif
