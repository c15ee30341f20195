/* SPDX-License-Identifier: Apache-2.0 */
/* config.h - the cases of the program that tests what vgfast offers. */
#ifndef VGF_TEST_CONFIG_H
#define VGF_TEST_CONFIG_H

#include <check.h>

TCase *config_offer(void);      /* properties, lists of parameters */

#endif
