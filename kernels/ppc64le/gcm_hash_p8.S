/* SPDX-License-Identifier: Apache-2.0 */
/* AES-GCM's tag, and GHASH, with ISA 2.07: gcm_hash.inc says how. */
#define GCM_TIER 8
#define GCM_NAME(name) name ## _p8
        .machine power8
#include "gcm_hash.inc"

FILE_END
