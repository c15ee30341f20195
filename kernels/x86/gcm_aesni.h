/* SPDX-License-Identifier: Apache-2.0 */
/* gcm_aesni.h - the key and message of kernels.h as the assembly has them. */
#ifndef VGF_GCM_AESNI_H
#define VGF_GCM_AESNI_H

#include "gcm_msg.h"

/*
 * struct vgf_gcm_key: behind the schedule the powers of H, highest first, so
 * that the last n end where the table ends.  An entry is the power; then, for
 * Karatsuba's multiplication, the xor of its halves and that of the halves of
 * the next power down: the table serves block by block as well as in pairs,
 * whether their number is odd or even.  Then how many powers there are, 9
 * or 16.
 */
#define GCM_ENTRY       32
#define GCM_SUMS        16                      /* in an entry */
#define GCM_POWERS      256                     /* H^16 .. H^1 */
#define GCM_POWERS_END  (GCM_POWERS + 16 * GCM_ENTRY)
#define GCM_HAVE        GCM_POWERS_END

#endif
