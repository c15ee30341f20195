/* SPDX-License-Identifier: Apache-2.0 */
/* AES-GCM, short messages, with ISA 2.07: gcm_short.inc says how. */
#define GCM_TIER 8
#define GCM_NAME(name) name ## _p8
        .machine power8
#include "gcm_short.inc"

FILE_END
