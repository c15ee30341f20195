/* SPDX-License-Identifier: Apache-2.0 */
/* cpu.h - the words from which the tiers of POWER are read off. */
#ifndef VGF_PPC64LE_CPU_H
#define VGF_PPC64LE_CPU_H

#include "../kernels.h"

#pragma GCC visibility push(hidden)
vgf_tiers vgf_ppc64le_tiers(unsigned long hwcap, unsigned long hwcap2);
#pragma GCC visibility pop

#endif
