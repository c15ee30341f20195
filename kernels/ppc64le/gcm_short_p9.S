/* SPDX-License-Identifier: Apache-2.0 */
/* AES-GCM, short messages, with ISA 3.0: gcm_short.inc says how. */
#define GCM_TIER 9
#define GCM_NAME(name) name ## _p9
        .machine power9
#include "gcm_short.inc"

FILE_END
