/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Every tier --------------------------------------------------------- */

static vgf_tiers tiers[32];
static int ntiers;

static int denied(vgf_tiers bit)
{
    const char *p = getenv("VGFAST_DENY");

    while (p != NULL && *p != '\0') {
        size_t n = strcspn(p, " ,");

        if (vgf_tier_by_name(p, n) == bit) {
            return 1;
        }
        p += n + strspn(p + n, " ,");
    }
    return 0;
}

static void find_tiers(void)
{
    printf("unit: runs");
    for (int i = 0; i < 32; i++) {
        const vgf_tiers bit = (vgf_tiers)1 << i;

        if ((vgf_cpu_tiers() & bit) && !denied(bit)) {
            tiers[ntiers++] = bit;
            printf(" %s", vgf_tier_name(bit));
        }
    }
    printf("\n");
    fflush(stdout);
}

int loop_of_tiers(int n)
{
    return n * ntiers;
}

vgf_tiers tier_of_loop(int i)
{
    return tiers[i % ntiers];
}

int count_of_loop(int i)
{
    return i / ntiers;
}

/* ---- Pieces ------------------------------------------------------------- */

void feed(void (*fn)(void *m, uint8_t *out, const uint8_t *in, size_t len),
          void *m, uint8_t *out, const uint8_t *in, size_t len,
          uint32_t most)
{
    while (len > 0) {
        size_t n = random_below(most + 1);

        n = n < len ? n : len;
        fn(m, out, in, n);
        in += n;
        out += n;
        len -= n;
    }
}

int main(void)
{
    Suite *suite = suite_create("unit");
    SRunner *runner;
    int failed;

    find_tiers();
    suite_add_tcase(suite, modes_tests());
    suite_add_tcase(suite, modes_gcm_tests());
    suite_add_tcase(suite, selftest_tests());
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
