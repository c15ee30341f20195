/* SPDX-License-Identifier: Apache-2.0 */
/*
 * harness_catches.c - the test of the tests: each kernel of broken.h must be
 * caught by the check that is meant for it, and called by its name.  Without
 * this, a harness that sees nothing would look like kernels without faults.
 */
#include "broken.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CAUGHT 99                       /* exit status of the child */

static const struct broken *rows;
static size_t nrows;
static int reports;                     /* the pipe's writing end */

static void send_report(const char *report)
{
    if (write(reports, report, strlen(report)) < 0) {
        _exit(EXIT_FAILURE);
    }
    _exit(CAUGHT);
}

static const struct check *find_check(const struct broken *b)
{
    const struct check *c = b->family->checks;

    while (c->name != NULL && strcmp(c->name, b->check) != 0) {
        c++;
    }
    ck_assert_msg(c->name != NULL, "%s has no check %s", b->family->name,
                  b->check);
    return c;
}

/* Runs the check on the kernel in a child of its own, since it may crash;
 * returns the child's status, and what it reported. */
static int run_apart(const struct broken *b, char *report, size_t size)
{
    const struct check *c = find_check(b);
    int ends[2], status;
    size_t n = 0;
    ssize_t got;
    pid_t child;

    ck_assert_int_eq(pipe(ends), 0);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        close(ends[0]);
        reports = ends[1];
        fail_hook = send_report;
        family_run(b->family, c, "broken", b->ops);
        _exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    while (n < size - 1
           && (got = read(ends[0], report + n, size - 1 - n)) > 0) {
        n += (size_t)got;
    }
    report[n] = '\0';
    close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return status;
}

START_TEST(is_caught)
{
    const struct broken *b = &rows[_i];
    char report[600];
    const int status = run_apart(b, report, sizeof(report));

    if (getenv("VGF_TEST_VERBOSE") != NULL) {
        printf("%s: %s\n", b->what, report[0] != '\0' ? report : "passes");
        fflush(stdout);
    }
    ck_assert_msg(WIFEXITED(status), "%s: the child died of signal %d",
                  b->what, WTERMSIG(status));
    if (b->report == NULL) {
        ck_assert_msg(WEXITSTATUS(status) == EXIT_SUCCESS,
                      "%s should pass: %s", b->what, report);
        return;
    }
    ck_assert_msg(WEXITSTATUS(status) == CAUGHT, "%s is not caught by %s",
                  b->what, b->check);
    ck_assert_msg(strstr(report, b->report) != NULL,
                  "%s: \"%s\" is not said in: %s", b->what, b->report,
                  report);
    ck_assert_msg(strncmp(report, b->family->name, strlen(b->family->name))
                          == 0
                      && strstr(report, "/broken ") != NULL
                      && strstr(report, "size ") != NULL
                      && strstr(report, "VGF_TEST_SEED=") != NULL,
                  "%s: family, tier, size or seed are missing in: %s",
                  b->what, report);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("harness_catches");
    TCase *tcase = tcase_create("broken kernels");
    SRunner *runner;
    int failed;

    rows = broken_kernels(&nrows);
    printf("harness_catches: %zu kernels\n", nrows);
    fflush(stdout);
    tcase_set_timeout(tcase, 600);
    tcase_add_loop_test(tcase, is_caught, 0, (int)nrows);
    suite_add_tcase(suite, tcase);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
