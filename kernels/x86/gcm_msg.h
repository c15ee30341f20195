/* SPDX-License-Identifier: Apache-2.0 */
/* gcm_msg.h - the GCM message and flags of kernels.h as the assembly of every
 * tier has them. */
#ifndef VGF_GCM_MSG_H
#define VGF_GCM_MSG_H

/* struct vgf_gcm_msg */
#define MSG_Y           0
#define MSG_CTR         16
#define MSG_MASK        32
#define MSG_PART        48
#define MSG_STREAM      64

/* VGF_GCM_* flags */
#define GCM_FIRST       1
#define GCM_PART        2
#define GCM_REST        4

#ifndef __ASSEMBLER__
#include "../kernels.h"

_Static_assert(offsetof(struct vgf_gcm_msg, y) == MSG_Y
                   && offsetof(struct vgf_gcm_msg, ctr) == MSG_CTR
                   && offsetof(struct vgf_gcm_msg, mask) == MSG_MASK
                   && offsetof(struct vgf_gcm_msg, part) == MSG_PART
                   && offsetof(struct vgf_gcm_msg, stream) == MSG_STREAM,
               "layout");
_Static_assert(GCM_FIRST == VGF_GCM_FIRST && GCM_PART == VGF_GCM_PART
                   && GCM_REST == VGF_GCM_REST, "flags");
#endif

#endif
