/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdlib.h>

int main(void)
{
    Suite *suite = suite_create("unit");
    SRunner *runner;
    int failed;

    suite_add_tcase(suite, modes_tests());
    suite_add_tcase(suite, selftest_tests());
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
