/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cpu.c - which tiers a POWER processor and its kernel can run, from the
 * auxiliary vector (the bits are those of the kernel's asm/cputable.h).
 */
#include "cpu.h"

#include <sys/auxv.h>

#define HWCAP_ALTIVEC       0x10000000ul
#define HWCAP_VSX           0x00000080ul
#define HWCAP2_ARCH_2_07    0x80000000ul
#define HWCAP2_VEC_CRYPTO   0x02000000ul
#define HWCAP2_ARCH_3_00    0x00800000ul
#define HWCAP2_ARCH_3_1     0x00040000ul

static int all(unsigned long word, unsigned long bits)
{
    return (word & bits) == bits;
}

vgf_tiers vgf_ppc64le_tiers(unsigned long hwcap, unsigned long hwcap2)
{
    vgf_tiers t = VGF_TIER_GENERIC;

    if (!all(hwcap, HWCAP_ALTIVEC | HWCAP_VSX)
        || !all(hwcap2, HWCAP2_ARCH_2_07 | HWCAP2_VEC_CRYPTO)) {
        return t;
    }
    t |= VGF_TIER_P8;
    if (!all(hwcap2, HWCAP2_ARCH_3_00)) {
        return t;
    }
    t |= VGF_TIER_P9;
    if (!all(hwcap2, HWCAP2_ARCH_3_1)) {
        return t;
    }
    return t | VGF_TIER_P10;
}

vgf_tiers vgf_cpu_tiers(void)
{
    return vgf_ppc64le_tiers(getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
}
