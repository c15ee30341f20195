/* SPDX-License-Identifier: Apache-2.0 */
/* detection.c - what each architecture makes of its processor's
 * announcements. */
#include "dispatch.h"
#include "harness.h"
#if defined(__x86_64__) || defined(__i386__)
#include "x86/cpu.h"
#else
#include "ppc64le/cpu.h"
#endif

#if defined(__x86_64__) || defined(__i386__)

/* Bits by Intel's manual, volume 2, CPUID; written again on purpose. */
enum feature {
    SSE2, PCLMUL, SSSE3, AES, OSXSAVE, AVX, BMI1, AVX2, BMI2, VAES,
    VPCLMUL, XMM_STATE, YMM_STATE,
    FEATURES
};

static struct vgf_x86_features announce(unsigned set)
{
    struct vgf_x86_features f = { 0 };

#define HAS(n) ((uint32_t)(set >> (n) & 1))
    f.leaf1_edx = HAS(SSE2) << 26;
    f.leaf1_ecx = HAS(PCLMUL) << 1 | HAS(SSSE3) << 9 | HAS(AES) << 25
                  | HAS(OSXSAVE) << 27 | HAS(AVX) << 28;
    f.leaf7_ebx = HAS(BMI1) << 3 | HAS(AVX2) << 5 | HAS(BMI2) << 8;
    f.leaf7_ecx = HAS(VAES) << 9 | HAS(VPCLMUL) << 10;
    f.xcr0 = 1 | HAS(XMM_STATE) << 1 | HAS(YMM_STATE) << 2;
#undef HAS
    return f;
}

static vgf_tiers tiers_with(unsigned set)
{
    const struct vgf_x86_features f = announce(set);

    return vgf_x86_tiers(&f);
}

#define EVERYTHING ((1u << FEATURES) - 1)
#define WITHOUT(n) (EVERYTHING & ~(1u << (n)))
#define UP_TO_SSSE3 (VGF_TIER_GENERIC | VGF_TIER_SSE2 | VGF_TIER_SSSE3)
#define NO_YMM (UP_TO_SSSE3 | VGF_TIER_AESNI)
#define NO_AES (UP_TO_SSSE3 | VGF_TIER_AVX2)

/* Machines that exist, and what virtual machines make of them. */
START_TEST(x86_machines)
{
    static const struct {
        const char *what;
        unsigned set;
        vgf_tiers tiers;
    } rows[] = {
        { "nothing", 0, VGF_TIER_GENERIC },
        { "Pentium 4", 1u << SSE2, VGF_TIER_GENERIC | VGF_TIER_SSE2 },
        { "Core 2", 1u << SSE2 | 1u << SSSE3, UP_TO_SSSE3 },
        { "Westmere", 1u << SSE2 | 1u << SSSE3 | 1u << AES | 1u << PCLMUL,
          NO_YMM },
        { "Haswell", WITHOUT(VAES) & WITHOUT(VPCLMUL),
          NO_YMM | VGF_TIER_AVX2 },
        { "Zen 3", EVERYTHING, NO_YMM | NO_AES | VGF_TIER_VAES_AVX2 },
        { "no SSE2", WITHOUT(SSE2), VGF_TIER_GENERIC },
        { "no SSSE3", WITHOUT(SSSE3), VGF_TIER_GENERIC | VGF_TIER_SSE2 },
        { "VAES without AES-NI", WITHOUT(AES), NO_AES },
        { "no PCLMULQDQ", WITHOUT(PCLMUL), NO_AES },
        { "VAES, AVX2 masked", WITHOUT(AVX2), NO_YMM },
        { "AVX2, AVX masked", WITHOUT(AVX), NO_YMM },
        { "AVX2 without OSXSAVE", WITHOUT(OSXSAVE), NO_YMM },
        { "ymm not saved", WITHOUT(YMM_STATE), NO_YMM },
        { "xmm not saved", WITHOUT(XMM_STATE), NO_YMM },
        { "no BMI1", WITHOUT(BMI1), NO_YMM },
        { "no BMI2", WITHOUT(BMI2), NO_YMM },
        { "VAES without VPCLMULQDQ", WITHOUT(VPCLMUL),
          NO_YMM | VGF_TIER_AVX2 },
        { "VPCLMULQDQ without VAES", WITHOUT(VAES),
          NO_YMM | VGF_TIER_AVX2 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_msg(tiers_with(rows[i].set) == rows[i].tiers,
                      "%s: %#x, not %#x", rows[i].what,
                      (unsigned)tiers_with(rows[i].set),
                      (unsigned)rows[i].tiers);
    }
}
END_TEST

/* All 2^13 sets: a tier is there if and only if all of its features are. */
START_TEST(x86_every_set)
{
    const unsigned sse2 = 1u << SSE2;
    const unsigned ssse3 = sse2 | 1u << SSSE3;
    const unsigned aesni = ssse3 | 1u << AES | 1u << PCLMUL;
    const unsigned avx2 = ssse3 | 1u << OSXSAVE | 1u << AVX | 1u << AVX2
                          | 1u << BMI1 | 1u << BMI2 | 1u << XMM_STATE
                          | 1u << YMM_STATE;
    const struct {
        vgf_tiers bit;
        unsigned needs;
    } rows[] = {
        { VGF_TIER_GENERIC, 0 }, { VGF_TIER_SSE2, sse2 },
        { VGF_TIER_SSSE3, ssse3 }, { VGF_TIER_AESNI, aesni },
        { VGF_TIER_AVX2, avx2 },
        { VGF_TIER_VAES_AVX2, aesni | avx2 | 1u << VAES | 1u << VPCLMUL },
    };

    for (unsigned set = 0; set <= EVERYTHING; set++) {
        vgf_tiers want = 0;

        for (size_t i = 0; i < COUNT(rows); i++) {
            if ((set & rows[i].needs) == rows[i].needs) {
                want |= rows[i].bit;
            }
        }
        ck_assert_msg(tiers_with(set) == want, "set %#x: %#x, not %#x", set,
                      (unsigned)tiers_with(set), (unsigned)want);
    }
}
END_TEST

/* All other bits of the words mean nothing. */
START_TEST(x86_other_bits)
{
    struct vgf_x86_features f = announce(0), none = f;

    f.leaf1_ecx = ~announce(EVERYTHING).leaf1_ecx;
    f.leaf1_edx = ~announce(EVERYTHING).leaf1_edx;
    f.leaf7_ebx = ~announce(EVERYTHING).leaf7_ebx;
    f.leaf7_ecx = ~announce(EVERYTHING).leaf7_ecx;
    f.xcr0 = ~(uint64_t)6;
    ck_assert_uint_eq(vgf_x86_tiers(&f), vgf_x86_tiers(&none));
}
END_TEST

#ifdef __x86_64__

/* What a machine's AES and AES-GCM run on, with tiers denied. */
START_TEST(x86_64_picks)
{
    static const struct {
        unsigned set;
        vgf_tiers deny, aes, gcm;
    } rows[] = {
        { EVERYTHING, 0, VGF_TIER_VAES_AVX2, VGF_TIER_VAES_AVX2 },
        { EVERYTHING, VGF_TIER_AESNI, VGF_TIER_VAES_AVX2,
          VGF_TIER_VAES_AVX2 },
        { EVERYTHING, VGF_TIER_AVX2, VGF_TIER_VAES_AVX2,
          VGF_TIER_VAES_AVX2 },
        { EVERYTHING, VGF_TIER_VAES_AVX2, VGF_TIER_AESNI, VGF_TIER_AESNI },
        { EVERYTHING, VGF_TIER_VAES_AVX2 | VGF_TIER_AESNI,
          VGF_TIER_GENERIC, VGF_TIER_GENERIC },
        { WITHOUT(VAES), 0, VGF_TIER_AESNI, VGF_TIER_AESNI },
        { WITHOUT(AVX2), 0, VGF_TIER_AESNI, VGF_TIER_AESNI },
        { WITHOUT(OSXSAVE), 0, VGF_TIER_AESNI, VGF_TIER_AESNI },
        { WITHOUT(AES), 0, VGF_TIER_GENERIC, VGF_TIER_GENERIC },
        { WITHOUT(PCLMUL), 0, VGF_TIER_GENERIC, VGF_TIER_GENERIC },
        { WITHOUT(SSSE3), 0, VGF_TIER_GENERIC, VGF_TIER_GENERIC },
        { 0, 0, VGF_TIER_GENERIC, VGF_TIER_GENERIC },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const vgf_tiers allowed = tiers_with(rows[i].set) & ~rows[i].deny;

        ck_assert_msg(vgf_aes_pick(allowed)->tier == rows[i].aes,
                      "row %zu: AES on %s", i,
                      vgf_tier_name(vgf_aes_pick(allowed)->tier));
        ck_assert_msg(vgf_gcm_pick(allowed)->tier == rows[i].gcm,
                      "row %zu: GCM on %s", i,
                      vgf_tier_name(vgf_gcm_pick(allowed)->tier));
    }
}
END_TEST

#endif

void detection_tests(TCase *tcase)
{
#ifdef __x86_64__
    tcase_add_test(tcase, x86_64_picks);
#endif
    tcase_add_test(tcase, x86_machines);
    tcase_add_test(tcase, x86_every_set);
    tcase_add_test(tcase, x86_other_bits);
}

#else

/* Bits by the Linux kernel's arch/powerpc/include/uapi/asm/cputable.h. */
#define ALTIVEC     0x10000000ul
#define VSX         0x00000080ul
#define ARCH_2_07   0x80000000ul
#define VEC_CRYPTO  0x02000000ul
#define ARCH_3_00   0x00800000ul
#define ARCH_3_1    0x00040000ul

#define UP_TO_P8 (VGF_TIER_GENERIC | VGF_TIER_P8)
#define UP_TO_P9 (UP_TO_P8 | VGF_TIER_P9)
#define UP_TO_P10 (UP_TO_P9 | VGF_TIER_P10)

START_TEST(ppc64le_machines)
{
    static const struct {
        const char *what;
        unsigned long hwcap, hwcap2;
        vgf_tiers tiers;
    } rows[] = {
        { "nothing", 0, 0, VGF_TIER_GENERIC },
        { "POWER7", ALTIVEC | VSX, 0, VGF_TIER_GENERIC },
        { "POWER8", 0xdc0065c2ul, 0xae000000ul, UP_TO_P8 },
        { "POWER9", 0xdc0065c2ul, 0xaee00000ul, UP_TO_P9 },
        { "POWER8, emulated", ALTIVEC | VSX, 0x8e000000ul, UP_TO_P8 },
        { "POWER9, emulated", ALTIVEC | VSX, 0x8ee00000ul, UP_TO_P9 },
        { "POWER10, emulated", ALTIVEC | VSX, 0x8ee60000ul, UP_TO_P10 },
        { "no crypto", ALTIVEC | VSX, ARCH_2_07 | ARCH_3_00 | ARCH_3_1,
          VGF_TIER_GENERIC },
        { "no VSX", ALTIVEC, ~0ul, VGF_TIER_GENERIC },
        { "no AltiVec", VSX, ~0ul, VGF_TIER_GENERIC },
        { "crypto, no 2.07", ALTIVEC | VSX, VEC_CRYPTO | ARCH_3_00,
          VGF_TIER_GENERIC },
        { "3.1, 3.0 masked", ALTIVEC | VSX,
          ARCH_2_07 | VEC_CRYPTO | ARCH_3_1, UP_TO_P8 },
        { "everything", ~0ul, ~0ul, UP_TO_P10 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const vgf_tiers got = vgf_ppc64le_tiers(rows[i].hwcap,
                                                rows[i].hwcap2);

        ck_assert_msg(got == rows[i].tiers, "%s: %#x, not %#x", rows[i].what,
                      (unsigned)got, (unsigned)rows[i].tiers);
    }
}
END_TEST

/* All sets of the six bits, with all other bits clear and set. */
START_TEST(ppc64le_every_set)
{
    static const unsigned long bits[2][4] = {
        { ALTIVEC, VSX, 0, 0 },
        { ARCH_2_07, VEC_CRYPTO, ARCH_3_00, ARCH_3_1 },
    };

    for (unsigned set = 0; set < 128; set++) {
        unsigned long hwcap = set & 64 ? ~(ALTIVEC | VSX) : 0;
        unsigned long hwcap2
            = set & 64 ? ~(ARCH_2_07 | VEC_CRYPTO | ARCH_3_00 | ARCH_3_1)
                       : 0;
        vgf_tiers want = VGF_TIER_GENERIC;

        for (int i = 0; i < 2; i++) {
            hwcap |= set >> i & 1 ? bits[0][i] : 0;
        }
        for (int i = 0; i < 4; i++) {
            hwcap2 |= set >> (2 + i) & 1 ? bits[1][i] : 0;
        }
        if ((set & 0xf) == 0xf) {
            want |= VGF_TIER_P8;
        }
        if ((set & 0x1f) == 0x1f) {
            want |= VGF_TIER_P9;
        }
        if ((set & 0x3f) == 0x3f) {
            want |= VGF_TIER_P10;
        }
        ck_assert_msg(vgf_ppc64le_tiers(hwcap, hwcap2) == want,
                      "set %#x: %#x, not %#x", set,
                      (unsigned)vgf_ppc64le_tiers(hwcap, hwcap2),
                      (unsigned)want);
    }
}
END_TEST

void detection_tests(TCase *tcase)
{
    tcase_add_test(tcase, ppc64le_machines);
    tcase_add_test(tcase, ppc64le_every_set);
}

#endif
