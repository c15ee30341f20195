/* SPDX-License-Identifier: Apache-2.0 */
/* AES-GCM's tag, and GHASH, with ISA 3.0: gcm_hash.inc says how. */
#define GCM_TIER 9
#define GCM_NAME(name) name ## _p9
        .machine power9
#include "gcm_hash.inc"

FILE_END
