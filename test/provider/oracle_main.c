/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the scripted rows of the contract, a test case for each section. */
#include "oracle_script.h"

#include <stdlib.h>

int main(void)
{
    Suite *suite = suite_create("oracle");
    SRunner *runner;
    int failed;

    setenv("CK_DEFAULT_TIMEOUT", "300", 0); /* qemu is slow */
    suite_add_tcase(suite, itself_tcase());
    suite_add_tcase(suite, names_tcase());
    suite_add_tcase(suite, params_tcase());
    suite_add_tcase(suite, controls_tcase());
    suite_add_tcase(suite, ctr_tcase());
    suite_add_tcase(suite, ecb_tcase());
    suite_add_tcase(suite, gcm_tcase());
    suite_add_tcase(suite, gcm_counter_tcase());
    suite_add_tcase(suite, gcm_tag_tcase());
    suite_add_tcase(suite, chacha_tcase());
    suite_add_tcase(suite, ccp_tcase());
    suite_add_tcase(suite, poly1305_tcase());
    suite_add_tcase(suite, gcm_tls_tcase());
    suite_add_tcase(suite, ccp_tls_tcase());
    suite_add_tcase(suite, callers_tcase());
    oracle_libctx(); /* once, before the tests are forked */
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
