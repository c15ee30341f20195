/* SPDX-License-Identifier: Apache-2.0 */
#include "field.h"

#include <openssl/crypto.h>
#include <stdlib.h>

OSSL_LIB_CTX *field_libctx;

static void setup(void)
{
    field_libctx = support_libctx_all();
}

static void teardown(void)
{
    OSSL_LIB_CTX_free(field_libctx);
}

TCase *field_case(const char *name)
{
    TCase *tc = tcase_create(name);

    tcase_set_timeout(tc, 300);
    tcase_add_checked_fixture(tc, setup, teardown);
    return tc;
}

int main(void)
{
    TCase *(*const cases[])(void) = {
        field_bun_13646,     field_intel_ipsec_mb_47, field_openssl_3276,
        field_openssl_9524,  field_openssl_10125,     field_openssl_15193,
        field_openssl_16057, field_openssl_17588,     field_openssl_19822,
        field_openssl_20084, field_openssl_21853,     field_openssl_22096,
        field_openssl_26539, field_openssl_26998,     field_openssl_27216,
        field_openssl_28137, field_openssl_28157,     field_openssl_30284,
        field_openssl_31188, field_openssl_31332,     field_openssl_32258,
    };
    Suite *s = suite_create("field");
    SRunner *runner;
    int failed;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        suite_add_tcase(s, cases[i]());
    }
    runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
