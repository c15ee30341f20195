/* SPDX-License-Identifier: Apache-2.0 */
/* AES-GCM, long messages, with ISA 2.07: gcm_long.inc says how. */
#define GCM_TIER 8
#define GCM_NAME(name) name ## _p8
        .machine power8
#include "gcm_long.inc"

FILE_END
