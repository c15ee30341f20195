/* SPDX-License-Identifier: Apache-2.0 */
/* AES-GCM, long messages, with ISA 3.0: gcm_long.inc says how. */
#define GCM_TIER 9
#define GCM_NAME(name) name ## _p9
        .machine power9
#include "gcm_long.inc"

FILE_END
