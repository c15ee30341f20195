/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vectors FILE - runs the records of a file in test/vectors' format through
 * EVP on vgfast.  How each record is run is in vectors_run.c.
 */
#include "harness.h"
#include "support.h"
#include "vectors.h"

#include <check.h>
#include <errno.h>
#include <inttypes.h>
#include <openssl/crypto.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_SKIPPED 77     /* what meson takes for "skipped" */

static FILE *file;
static char *line;          /* without its end of line */
static size_t line_size;

static bool next_line(void)
{
    ssize_t n = getline(&line, &line_size, file);

    if (n > 0 && line[n - 1] == '\n') {
        line[n - 1] = '\0';
    }
    return n >= 0;
}

static void set_bytes(struct bytes *b, const char *value)
{
    size_t digits = strspn(value, "0123456789abcdef");

    ck_assert_msg(!b->given, "a key twice in one record: %s", line);
    ck_assert_msg(value[digits] == '\0' && digits % 2 == 0, "not hex: %s",
                  value);
    b->data = malloc(strlen(value) / 2 + 1);
    ck_assert_ptr_nonnull(b->data);
    b->len = unhex(b->data, value);
    b->given = true;
}

static void set_text(char *out, size_t size, const char *value)
{
    ck_assert_msg(strlen(value) < size, "too long: %s", line);
    strcpy(out, value);
}

static void set_key(struct record *r, const char *key, const char *value)
{
    const struct {
        const char *key;
        struct bytes *to;
    } hex[] = {
        {"key", &r->key}, {"iv", &r->iv}, {"aad", &r->aad},
        {"pt", &r->pt},   {"ct", &r->ct}, {"tag", &r->tag},
    };

    for (size_t i = 0; i < sizeof(hex) / sizeof(hex[0]); i++) {
        if (strcmp(key, hex[i].key) == 0) {
            set_bytes(hex[i].to, value);
            return;
        }
    }
    if (strcmp(key, "alg") == 0) {
        set_text(r->alg, sizeof(r->alg), value);
    } else if (strcmp(key, "id") == 0) {
        set_text(r->id, sizeof(r->id), value);
    } else if (strcmp(key, "result") == 0) {
        r->invalid = strcmp(value, "invalid") == 0;
        ck_assert_msg(r->invalid || strcmp(value, "valid") == 0, "%s", value);
    } else if (strcmp(key, "rule") == 0) {
        ck_assert_str_eq(value, "mct");
        r->mct = true;
    } else {
        ck_abort_msg("unknown key %s", key);
    }
}

/* Reads the next record; source is set where a source= line goes before. */
static bool next_record(struct record *r, char *source, size_t size)
{
    bool any = false;

    memset(r, 0, sizeof(*r));
    while (next_line()) {
        char *value = strchr(line, '=');

        if (line[0] == '\0' && any) {
            break;
        }
        if (line[0] == '\0' || line[0] == '#') {
            continue;
        }
        ck_assert_msg(value != NULL, "not key=value: %s", line);
        *value++ = '\0';
        if (strcmp(line, "source") == 0) {
            set_text(source, size, value);
        } else {
            set_key(r, line, value);
            any = true;
        }
    }
    return any;
}

static void free_record(struct record *r)
{
    free(r->key.data);
    free(r->iv.data);
    free(r->aad.data);
    free(r->pt.data);
    free(r->ct.data);
    free(r->tag.data);
}

static void print_tiers(OSSL_LIB_CTX *libctx)
{
    const char *info = "?";
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_ptr("buildinfo", (char **)&info, 0), OSSL_PARAM_END};
    OSSL_PROVIDER *p = OSSL_PROVIDER_load(libctx, "vgfast");

    ck_assert_ptr_nonnull(p);
    ck_assert_int_eq(OSSL_PROVIDER_get_params(p, params), 1);
    printf("%s\n", info);
    OSSL_PROVIDER_unload(p);
}

START_TEST(all_records)
{
    OSSL_LIB_CTX *libctx = support_libctx_all();
    char source[80] = "", previous[80] = "";
    unsigned count = 0, total = 0;
    struct record r;

    print_tiers(libctx);
    random_begin();
    while (next_record(&r, source, sizeof(source))) {
        const char *wrong = vectors_run(libctx, &r);

        if (wrong != NULL) {
            ck_abort_msg("%s %s %s: %s (VGF_TEST_SEED=%#" PRIx64 ")", source,
                         r.alg, r.id, wrong, random_seed());
        }
        if (count > 0 && strcmp(source, previous) != 0) {
            printf("%s: %u records\n", previous, count);
            count = 0;
        }
        strcpy(previous, source);
        count++;
        total++;
        free_record(&r);
    }
    printf("%s: %u records\n", previous, count);
    OSSL_LIB_CTX_free(libctx);
    ck_assert_uint_gt(total, 0);
}
END_TEST

int main(int argc, char **argv)
{
    const char skipped[] = "# skipped: ";
    SRunner *runner;
    TCase *tc;
    Suite *s;
    int failed;

    if (argc != 2 || (file = fopen(argv[1], "r")) == NULL) {
        fprintf(stderr, "vectors: %s: %s\n", argc == 2 ? argv[1] : "one FILE",
                strerror(errno));
        return EXIT_FAILURE;
    }
    if (next_line() && strncmp(line, skipped, strlen(skipped)) == 0) {
        printf("skipped: %s\n", line + strlen(skipped));
        free(line);
        fclose(file);
        return EXIT_SKIPPED;
    }
    rewind(file);

    s = suite_create("vectors");
    tc = tcase_create("file");
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, all_records);
    suite_add_tcase(s, tc);
    runner = srunner_create(s);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    free(line);
    fclose(file);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
