/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The call sequences of libssl and OpenSSH, each by its own lines of code and
 * not by theirs.  The truth is made by hand from whole messages of the default
 * provider.
 */
#include "records.h"
#include "support.h"

#include <openssl/crypto.h>
#include <stdlib.h>

OSSL_LIB_CTX *records_libctx;

static void setup(void)
{
    records_libctx = support_libctx_all();
}

static void teardown(void)
{
    OSSL_LIB_CTX_free(records_libctx);
}

int main(void)
{
    TCase *cases[] = {records_tls12(), records_tls13_quic(), records_ssh()};
    Suite *s = suite_create("records");
    SRunner *runner;
    int failed;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tcase_set_timeout(cases[i], 120);
        tcase_add_checked_fixture(cases[i], setup, teardown);
        suite_add_tcase(s, cases[i]);
    }
    runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
