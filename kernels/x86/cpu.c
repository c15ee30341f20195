/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cpu.c - which tiers an x86 processor and its operating system can run.
 *
 * One cascade.  A tier wants the whole of a consistent set, whatever else is
 * announced: virtual machines mask features one by one.
 */
#include "cpu.h"

#include <cpuid.h>

#define BIT(n) (1u << (n))

/* Leaf 1 */
#define EDX1_SSE2       BIT(26)
#define ECX1_PCLMULQDQ  BIT(1)
#define ECX1_SSSE3      BIT(9)
#define ECX1_AESNI      BIT(25)
#define ECX1_OSXSAVE    BIT(27)
#define ECX1_AVX        BIT(28)
/* Leaf 7, subleaf 0 */
#define EBX7_BMI1       BIT(3)
#define EBX7_AVX2       BIT(5)
#define EBX7_BMI2       BIT(8)
#define ECX7_VAES       BIT(9)
#define ECX7_VPCLMULQDQ BIT(10)
/* XCR0: the system saves xmm and ymm */
#define XCR0_YMM        0x6u

static int all(uint32_t word, uint32_t bits)
{
    return (word & bits) == bits;
}

vgf_tiers vgf_x86_tiers(const struct vgf_x86_features *f)
{
    vgf_tiers t = VGF_TIER_GENERIC;
    int aesni, avx2;

    if (!all(f->leaf1_edx, EDX1_SSE2)) {
        return t;
    }
    t |= VGF_TIER_SSE2;
    if (!all(f->leaf1_ecx, ECX1_SSSE3)) {
        return t;
    }
    t |= VGF_TIER_SSSE3;

    aesni = all(f->leaf1_ecx, ECX1_AESNI | ECX1_PCLMULQDQ);
    avx2 = all(f->leaf1_ecx, ECX1_OSXSAVE | ECX1_AVX)
           && (f->xcr0 & XCR0_YMM) == XCR0_YMM
           && all(f->leaf7_ebx, EBX7_AVX2 | EBX7_BMI1 | EBX7_BMI2);
    if (aesni) {
        t |= VGF_TIER_AESNI;
    }
    if (avx2) {
        t |= VGF_TIER_AVX2;
    }
    if (aesni && avx2 && all(f->leaf7_ecx, ECX7_VAES | ECX7_VPCLMULQDQ)) {
        t |= VGF_TIER_VAES_AVX2;
    }
    return t;
}

static uint64_t read_xcr0(void)
{
    uint32_t lo, hi;

    __asm__ volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
    return (uint64_t)hi << 32 | lo;
}

vgf_tiers vgf_cpu_tiers(void)
{
    struct vgf_x86_features f = { 0 };
    unsigned eax, ebx, ecx, edx;

    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
        f.leaf1_ecx = ecx;
        f.leaf1_edx = edx;
    }
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        f.leaf7_ebx = ebx;
        f.leaf7_ecx = ecx;
    }
    if (all(f.leaf1_ecx, ECX1_OSXSAVE)) {
        f.xcr0 = read_xcr0();
    }
    return vgf_x86_tiers(&f);
}
