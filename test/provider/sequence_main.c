/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random call sequences through the oracle.
 *
 * VGF_TEST_SEED and VGF_TEST_ROUNDS choose seed and amount.  A failing
 * sequence prints its bytes; VGF_SEQUENCE=<those> replays it alone, each step
 * printed.
 */
#include "sequence.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEQUENCES = 500, PARTS = 16, LONGEST = 160 };

static uint8_t bytes[LONGEST];
static size_t n_bytes;
static unsigned long long seed;

static void stop(struct oracle *o, const char *message)
{
    char hex[2 * LONGEST + 1] = "";

    (void)o;
    for (size_t i = 0; i < n_bytes; i++) {
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    }
    ck_abort_msg("%s\nseed %llu; to replay: VGF_SEQUENCE=%s", message, seed,
                 hex);
}

static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * 0x2545f4914f6cdd1d;
}

static unsigned long long number(const char *name, unsigned long long usual)
{
    const char *text = getenv(name);

    return text != NULL ? strtoull(text, NULL, 0) : usual;
}

START_TEST(random_sequences)
{
    static struct oracle o = {.fail = stop};
    uint64_t state;
    unsigned long long rounds = number("VGF_TEST_ROUNDS", 1) * SEQUENCES;

    seed = number("VGF_TEST_SEED", 20261130);
    state = (seed ^ (uint64_t)_i << 32) | 1;
    next(&state);
    for (unsigned long long n = 0; n < rounds; n++) {
        n_bytes = 8 + (size_t)(next(&state) % (LONGEST - 8));
        for (size_t i = 0; i < n_bytes; i++) {
            bytes[i] = (uint8_t)(next(&state) >> 56);
        }
        bytes[0] = (uint8_t)((bytes[0] & 0xf0) | (unsigned)_i);
        sequence_run(&o, bytes, n_bytes);
    }
    oracle_end(&o);
}
END_TEST

START_TEST(replay)
{
    static struct oracle o = {.fail = stop};
    const char *hex = getenv("VGF_SEQUENCE");

    n_bytes = 0;
    while (n_bytes < LONGEST
           && sscanf(hex + 2 * n_bytes, "%2hhx", &bytes[n_bytes]) == 1) {
        n_bytes++;
    }
    setenv("VGF_ORACLE_TRACE", "1", 1);
    sequence_run(&o, bytes, n_bytes);
    oracle_end(&o);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sequence");
    TCase *tcase = tcase_create("random call sequences");
    SRunner *runner;
    int failed;

    if (getenv("VGF_SEQUENCE") != NULL) {
        tcase_add_test(tcase, replay);
    } else {
        tcase_add_loop_test(tcase, random_sequences, 0, PARTS);
    }
    tcase_set_timeout(tcase, 0);
    suite_add_tcase(suite, tcase);
    oracle_libctx(); /* once, before the tests are forked */
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
