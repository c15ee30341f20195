/* SPDX-License-Identifier: Apache-2.0 */
/* cpu.h - the registers from which the tiers of x86 are read off. */
#ifndef VGF_X86_CPU_H
#define VGF_X86_CPU_H

#include "../kernels.h"

/* What CPUID and XGETBV answer: 0 for a leaf that the processor lacks. */
struct vgf_x86_features {
    uint32_t leaf1_ecx, leaf1_edx;
    uint32_t leaf7_ebx, leaf7_ecx;
    uint64_t xcr0;                  /* 0 without OSXSAVE */
};

#pragma GCC visibility push(hidden)
vgf_tiers vgf_x86_tiers(const struct vgf_x86_features *f);
#pragma GCC visibility pop

#endif
