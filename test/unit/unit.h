/* SPDX-License-Identifier: Apache-2.0 */
/* unit.h - tests of what needs no OpenSSL: one TCase a file. */
#ifndef VGF_UNIT_H
#define VGF_UNIT_H

#include "harness.h"
#include "kernels.h"

#include <check.h>

TCase *modes_tests(void);
TCase *selftest_tests(void);

#endif
