/* SPDX-License-Identifier: Apache-2.0 */
/* gcm_vaes_avx2.h - key and message of kernels.h as the assembly has them. */
#ifndef VGF_GCM_VAES_AVX2_H
#define VGF_GCM_VAES_AVX2_H

#include "gcm_msg.h"

/* struct vgf_gcm_key: behind the schedule the powers of H, highest first, so
 * that the last n end where the table ends; then the packed half-sums of pairs
 * of them; then how many powers there are, 8 or 32. */
#define GCM_POWERS      256                     /* H^32 .. H^1 */
#define GCM_POWERS_END  (GCM_POWERS + 32 * 16)
#define GCM_SUMS        GCM_POWERS_END
#define GCM_HAVE        (GCM_SUMS + 8 * 32)

#endif
