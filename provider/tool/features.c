/* SPDX-License-Identifier: Apache-2.0 */
/* features.c - what the processor says of itself, for people to read.  Which
 * tiers follow is not decided here but by vgf_cpu_tiers(). */
#include "inspect.h"

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>

size_t cpu_features(struct feature list[MOST_FEATURES])
{
    enum { C1, D1, B7, C7 };
    static const struct {
        const char *name;
        int word;
        unsigned bit;
    } table[] = {
        { "sse2", D1, 26 }, { "ssse3", C1, 9 }, { "aes", C1, 25 },
        { "pclmulqdq", C1, 1 }, { "avx", C1, 28 }, { "bmi1", B7, 3 },
        { "avx2", B7, 5 }, { "bmi2", B7, 8 }, { "vaes", C7, 9 },
        { "vpclmulqdq", C7, 10 }, { "avx512f", B7, 16 },
    };
    unsigned word[4] = { 0 }, eax, ebx, ecx, edx;
    size_t n = sizeof(table) / sizeof(table[0]);

    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
        word[C1] = ecx;
        word[D1] = edx;
    }
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        word[B7] = ebx;
        word[C7] = ecx;
    }
    for (size_t i = 0; i < n; i++) {
        list[i].name = table[i].name;
        list[i].present = word[table[i].word] >> table[i].bit & 1;
    }
    return n;
}

#else

#include <sys/auxv.h>

size_t cpu_features(struct feature list[MOST_FEATURES])
{
    unsigned long hwcap = getauxval(AT_HWCAP), hwcap2 = getauxval(AT_HWCAP2);

    /* the kernel's asm/cputable.h */
    list[0] = (struct feature){ "vsx", (hwcap & 0x00000080ul) != 0 };
    list[1] = (struct feature){ "isa-2.07", (hwcap2 & 0x80000000ul) != 0 };
    list[2] = (struct feature){ "vcrypto", (hwcap2 & 0x02000000ul) != 0 };
    list[3] = (struct feature){ "isa-3.0", (hwcap2 & 0x00800000ul) != 0 };
    list[4] = (struct feature){ "isa-3.1", (hwcap2 & 0x00040000ul) != 0 };
    return 5;
}

#endif
