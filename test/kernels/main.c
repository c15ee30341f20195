/* SPDX-License-Identifier: Apache-2.0 */
/*
 * main.c - the Check program of one family: each check on each tier that this
 * processor has, less those that VGFAST_DENY names.  FAMILY is the family's
 * struct.
 */
#include "family.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define TIERS 32
#define SKIPPED 77      /* the exit status that Meson shows as such */

static const struct family *const family = &FAMILY;

static const char *const groups[] = {
    "runs", "not on this processor", "denied",
};

static const void *running[TIERS];      /* ops of the tiers to run */
static size_t nrunning;

static vgf_tiers denied(void)
{
    const char *p = getenv("VGFAST_DENY");
    vgf_tiers t = 0;

    while (p != NULL && *p != '\0') {
        size_t n = strcspn(p, " ,");

        t |= vgf_tier_by_name(p, n);
        p += n + strspn(p + n, " ,");
    }
    return t;
}

/* 0: runs; 1: not on this processor; 2: denied */
static size_t group_of(vgf_tiers bit, vgf_tiers cpu, vgf_tiers deny)
{
    if (!(bit & cpu)) {
        return 1;
    }
    return bit & deny ? 2 : 0;
}

/* Finds the tiers to run, and says in one line which and which not. */
static void choose_tiers(void)
{
    const vgf_tiers cpu = vgf_cpu_tiers(), deny = denied();

    printf("%s:", family->name);
    for (size_t g = 0; g < COUNT(groups); g++) {
        size_t n = 0;

        for (int i = 0; i < TIERS; i++) {
            const vgf_tiers bit = (vgf_tiers)1 << i;
            const void *ops = family->pick(bit);

            if (ops == NULL || group_of(bit, cpu, deny) != g) {
                continue;
            }
            if (n++ == 0) {
                printf("%s %s", g == 0 ? "" : ";", groups[g]);
            }
            printf(" %s", vgf_tier_name(bit));
            if (g == 0) {
                running[nrunning++] = ops;
            }
        }
        if (g == 0 && n == 0) {
            printf(" runs nothing");
        }
    }
    printf(" (VGF_TEST_SEED=%#llx)\n", (unsigned long long)random_seed());
    fflush(stdout);
}

static size_t count_checks(void)
{
    size_t n = 0;

    while (family->checks[n].name != NULL) {
        n++;
    }
    return n;
}

START_TEST(one_check)
{
    const size_t n = count_checks();
    const void *ops = running[(size_t)_i / n];

    family_run(family, &family->checks[(size_t)_i % n],
               vgf_tier_name(family->tier(ops)), ops);
}
END_TEST

int main(void)
{
    static char names[TIERS * 16][64];
    const size_t nchecks = count_checks();
    Suite *suite = suite_create(family->name);
    SRunner *runner;
    int failed;

    choose_tiers();
    if (nrunning == 0) {
        return SKIPPED;
    }
    for (size_t i = 0; i < nrunning * nchecks; i++) {
        TCase *tcase;

        snprintf(names[i], sizeof(names[i]), "%s %s",
                 vgf_tier_name(family->tier(running[i / nchecks])),
                 family->checks[i % nchecks].name);
        tcase = tcase_create(names[i]);
        tcase_set_timeout(tcase, 600);
        tcase_add_loop_test(tcase, one_check, (int)i, (int)i + 1);
        suite_add_tcase(suite, tcase);
    }
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
