/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs each file of a corpus folder, named by the first argument, through the
 * oracle, with vgfast.so as every other test loads it.
 */
#include "sequence.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096 };

static const char *folder;
static const char *name;

static void stop(struct oracle *o, const char *message)
{
    (void)o;
    ck_abort_msg("%s/%s: %s", folder, name, message);
}

START_TEST(corpus)
{
    static struct oracle o = {.fail = stop};
    static uint8_t bytes[LONGEST];
    DIR *dir = opendir(folder);
    struct dirent *entry;
    unsigned files = 0;

    ck_assert_msg(dir != NULL, "%s cannot be read", folder);
    while ((entry = readdir(dir)) != NULL) {
        char path[4096];
        size_t len;
        FILE *f;

        if (entry->d_name[0] == '.') {
            continue;
        }
        name = entry->d_name;
        ck_assert_int_lt(
            snprintf(path, sizeof(path), "%s/%s", folder, name),
            (int)sizeof(path));
        f = fopen(path, "rb");
        ck_assert_msg(f != NULL, "%s cannot be read", path);
        len = fread(bytes, 1, sizeof(bytes), f);
        fclose(f);
        sequence_run(&o, bytes, len);
        files++;
    }
    closedir(dir);
    oracle_end(&o);
    ck_assert_msg(files > 0, "%s is empty", folder);
}
END_TEST

int main(int argc, char **argv)
{
    Suite *suite = suite_create("fuzz");
    TCase *tcase = tcase_create("corpus");
    SRunner *runner;
    int failed;

    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return EXIT_FAILURE;
    }
    folder = argv[1];
    tcase_add_test(tcase, corpus);
    tcase_set_timeout(tcase, 0);
    suite_add_tcase(suite, tcase);
    oracle_libctx(); /* once, before the test is forked */
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
