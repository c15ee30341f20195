/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch.c - names of tiers, and the choice among them. */
#include "dispatch.h"
#include "family.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    vgf_tiers bit;
    const char *name;
} names[] = {
    { VGF_TIER_GENERIC, "generic" },
    { VGF_TIER_SSE2, "sse2" },
    { VGF_TIER_SSSE3, "ssse3" },
    { VGF_TIER_AESNI, "aesni" },
    { VGF_TIER_AVX2, "avx2" },
    { VGF_TIER_VAES_AVX2, "vaes-avx2" },
    { VGF_TIER_P8, "p8" },
    { VGF_TIER_P9, "p9" },
    { VGF_TIER_P10, "p10" },
};

#define ALL_TIERS (((vgf_tiers)1 << COUNT(names)) - 1)

static const struct family *const families[] = {
    &aes_family, &gcm_family, &chacha20_family, &poly1305_family,
    &chachapoly_family,
};

/* ---- Names -------------------------------------------------------------- */

START_TEST(names_and_bits)
{
    for (size_t i = 0; i < COUNT(names); i++) {
        ck_assert_str_eq(vgf_tier_name(names[i].bit), names[i].name);
        ck_assert_uint_eq(vgf_tier_by_name(names[i].name,
                                           strlen(names[i].name)),
                          names[i].bit);
    }
}
END_TEST

START_TEST(no_such_bit)
{
    ck_assert_ptr_null(vgf_tier_name(0));
    ck_assert_ptr_null(vgf_tier_name(VGF_TIER_SSE2 | VGF_TIER_SSSE3));
    ck_assert_ptr_null(vgf_tier_name(ALL_TIERS));
    ck_assert_ptr_null(vgf_tier_name(ALL_TIERS + 1));
    ck_assert_ptr_null(vgf_tier_name((vgf_tiers)1 << 31));
}
END_TEST

START_TEST(no_such_name)
{
    static const char *const wrong[] = {
        "", "avx", "avx22", "AVX2", "avx512", "vaes", "vaes_avx2", " avx2",
        "p1", "p7", "p11", "all", "none", "sse",
    };

    for (size_t i = 0; i < COUNT(wrong); i++) {
        ck_assert_msg(vgf_tier_by_name(wrong[i], strlen(wrong[i])) == 0,
                      "\"%s\" is a tier", wrong[i]);
    }
    /* the length counts, not where the string ends */
    ck_assert_uint_eq(vgf_tier_by_name("ssse3,avx2", 5), VGF_TIER_SSSE3);
    ck_assert_uint_eq(vgf_tier_by_name("p10", 2), 0);
    ck_assert_uint_eq(vgf_tier_by_name("p8\0", 3), 0);
}
END_TEST

/* ---- Choice ------------------------------------------------------------- */

/* What a family has: the tiers that it picks when nothing else is allowed. */
static vgf_tiers tiers_of(const struct family *f)
{
    vgf_tiers has = 0;

    for (size_t i = 0; i < COUNT(names); i++) {
        const void *ops = f->pick(names[i].bit);

        if (ops != NULL) {
            ck_assert_uint_eq(f->tier(ops), names[i].bit);
            has |= names[i].bit;
        }
    }
    return has;
}

/* Every set of tiers: the best one that is allowed, which is the highest. */
START_TEST(pick_the_best)
{
    const struct family *f = families[_i];
    const vgf_tiers has = tiers_of(f);

    ck_assert_msg(has & VGF_TIER_GENERIC, "%s has no generic tier", f->name);
    for (vgf_tiers allowed = 0; allowed <= ALL_TIERS; allowed++) {
        const void *ops = f->pick(allowed);
        vgf_tiers best = has & allowed;

        while (best & (best - 1)) {
            best &= best - 1;
        }
        if (best == 0) {
            ck_assert_msg(ops == NULL, "%s picks something of %#x", f->name,
                          (unsigned)allowed);
        } else {
            ck_assert_msg(ops != NULL && f->tier(ops) == best,
                          "%s does not pick %s of %#x", f->name,
                          vgf_tier_name(best), (unsigned)allowed);
        }
    }
    /* bits that are no tier change nothing */
    ck_assert_ptr_null(f->pick(~ALL_TIERS));
    ck_assert_ptr_eq(f->pick(~(vgf_tiers)0), f->pick(ALL_TIERS));
}
END_TEST

/* The tiers that each family has on this architecture. */
static const struct {
    const struct family *family;
    vgf_tiers has;
} rows_here[] = {
#if defined(__x86_64__)
    { &aes_family, VGF_TIER_GENERIC | VGF_TIER_AESNI | VGF_TIER_VAES_AVX2 },
    { &gcm_family, VGF_TIER_GENERIC | VGF_TIER_AESNI | VGF_TIER_VAES_AVX2 },
    { &chacha20_family, VGF_TIER_GENERIC | VGF_TIER_SSE2 | VGF_TIER_SSSE3
                            | VGF_TIER_AVX2 },
    { &poly1305_family, VGF_TIER_GENERIC | VGF_TIER_SSE2 | VGF_TIER_AVX2 },
    { &chachapoly_family, VGF_TIER_GENERIC | VGF_TIER_SSE2 | VGF_TIER_SSSE3
                              | VGF_TIER_AVX2 },
#elif defined(__powerpc64__)
    { &aes_family, VGF_TIER_GENERIC | VGF_TIER_P8 | VGF_TIER_P9 },
    { &gcm_family, VGF_TIER_GENERIC | VGF_TIER_P8 | VGF_TIER_P9 },
    { &chacha20_family, VGF_TIER_GENERIC | VGF_TIER_P8 | VGF_TIER_P9 },
    { &poly1305_family, VGF_TIER_GENERIC | VGF_TIER_P8 | VGF_TIER_P9 },
    { &chachapoly_family, VGF_TIER_GENERIC | VGF_TIER_P8 | VGF_TIER_P9 },
#else
    { &aes_family, VGF_TIER_GENERIC },
    { &gcm_family, VGF_TIER_GENERIC },
    { &chacha20_family, VGF_TIER_GENERIC },
    { &poly1305_family, VGF_TIER_GENERIC },
    { &chachapoly_family, VGF_TIER_GENERIC },
#endif
};

START_TEST(family_rows)
{
    ck_assert_uint_eq(COUNT(rows_here), COUNT(families));
    for (size_t i = 0; i < COUNT(rows_here); i++) {
        const vgf_tiers has = tiers_of(rows_here[i].family);

        ck_assert_msg(has == rows_here[i].has, "%s has tiers %#x, not %#x",
                      rows_here[i].family->name, (unsigned)has,
                      (unsigned)rows_here[i].has);
    }
}
END_TEST

/* Whatever is denied: nothing of it, nothing that this processor lacks, and
 * generic if there is nothing else. */
START_TEST(every_denial)
{
    const vgf_tiers cpu = vgf_cpu_tiers();

    for (size_t i = 0; i < COUNT(families); i++) {
        const struct family *f = families[i];
        const vgf_tiers has = tiers_of(f);

        for (vgf_tiers deny = 0; deny <= ALL_TIERS; deny++) {
            const void *ops = f->pick(cpu & ~deny);
            const vgf_tiers left = has & cpu & ~deny;

            if (left == 0) {
                ck_assert_ptr_null(ops);
                continue;
            }
            ck_assert_ptr_nonnull(ops);
            ck_assert_msg((f->tier(ops) & left) != 0
                              && left < 2 * f->tier(ops),
                          "%s: %#x is picked of %#x", f->name,
                          (unsigned)f->tier(ops), (unsigned)left);
        }
    }
}
END_TEST

/* The two halves of a one-pass kernel must run where it runs. */
START_TEST(halves)
{
    for (size_t i = 0; i < COUNT(names); i++) {
        const struct vgf_chachapoly_ops *ops
            = vgf_chachapoly_pick(names[i].bit);

        if (ops != NULL) {
            ck_assert_uint_le(ops->chacha20->tier, ops->tier);
            ck_assert_uint_le(ops->poly1305->tier, ops->tier);
        }
    }
}
END_TEST

START_TEST(this_processor)
{
    const vgf_tiers tiers = vgf_cpu_tiers();

    ck_assert(tiers & VGF_TIER_GENERIC);
    ck_assert_uint_eq(tiers & ~ALL_TIERS, 0);
    ck_assert_uint_eq(vgf_cpu_tiers(), tiers);
#if defined(__x86_64__)
    ck_assert(tiers & VGF_TIER_SSE2);
    ck_assert_uint_eq(tiers & (VGF_TIER_P8 | VGF_TIER_P9 | VGF_TIER_P10), 0);
    ck_assert_int_eq(__builtin_cpu_supports("ssse3") != 0,
                     (tiers & VGF_TIER_SSSE3) != 0);
    ck_assert_int_eq(__builtin_cpu_supports("ssse3")
                         && __builtin_cpu_supports("avx2")
                         && __builtin_cpu_supports("bmi")
                         && __builtin_cpu_supports("bmi2"),
                     (tiers & VGF_TIER_AVX2) != 0);
#endif
}
END_TEST

/* ---- The suite ---------------------------------------------------------- */

static void say_tiers(void)
{
    const vgf_tiers cpu = vgf_cpu_tiers();

    printf("dispatch: this processor has");
    for (size_t i = 0; i < COUNT(names); i++) {
        if (cpu & names[i].bit) {
            printf(" %s", names[i].name);
        }
    }
    printf("\n");
    fflush(stdout);
}

int main(void)
{
    Suite *suite = suite_create("dispatch");
    TCase *tcase = tcase_create("dispatch");
    SRunner *runner;
    int failed;

    say_tiers();
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, names_and_bits);
    tcase_add_test(tcase, no_such_bit);
    tcase_add_test(tcase, no_such_name);
    tcase_add_loop_test(tcase, pick_the_best, 0, (int)COUNT(families));
    tcase_add_test(tcase, family_rows);
    tcase_add_test(tcase, every_denial);
    tcase_add_test(tcase, halves);
    tcase_add_test(tcase, this_processor);
    detection_tests(tcase);
    suite_add_tcase(suite, tcase);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
