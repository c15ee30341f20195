/* SPDX-License-Identifier: Apache-2.0 */
/* The oracle itself: it sees each kind of difference, and rows do not hide
 * more than they say. */
#include "oracle_script.h"

#include <openssl/err.h>

static void count(struct oracle *o, const char *message)
{
    (void)o;
    (void)message; /* oracle_fail() has counted it */
}

static void spoil_byte(struct oracle_outcome *got)
{
    got->area[ORACLE_GUARD + 15] ^= 1;
}

static void spoil_before(struct oracle_outcome *got)
{
    got->area[ORACLE_GUARD - 1] ^= 1;
}

static void spoil_after(struct oracle_outcome *got)
{
    got->area[ORACLE_GUARD + got->room] ^= 1;
}

static void spoil_beyond_length(struct oracle_outcome *got)
{
    got->area[ORACLE_GUARD + 40] ^= 1;
}

static void spoil_length(struct oracle_outcome *got)
{
    got->outl++;
}

static void spoil_result(struct oracle_outcome *got)
{
    got->ret = !got->ret;
    got->ok = got->ret > 0;
}

static void spoil_queue(struct oracle_outcome *got)
{
    got->errors[got->n_errors++] = ERR_PACK(ERR_LIB_PROV, 0, 100);
}

static void spoil_reason(struct oracle_outcome *got)
{
    got->errors[0] ^= 1;
}

static void spoil_silence(struct oracle_outcome *got)
{
    got->n_errors = 0;
}

static void spoil_size(struct oracle_outcome *got)
{
    got->return_size[0]++;
}

/* The last step must have been found wrong, and only it. */
static void found(unsigned before)
{
    ck_assert_uint_eq(oracle.failures, before + 1);
}

START_TEST(differences_are_seen)
{
    static void (*const of_update[])(struct oracle_outcome *)
        = {spoil_byte,   spoil_before, spoil_after, spoil_beyond_length,
           spoil_length, spoil_result, spoil_queue};
    static void (*const of_failure[])(struct oracle_outcome *)
        = {spoil_queue, spoil_reason, spoil_silence, spoil_result, spoil_byte};
    unsigned before;

    begin("AES-128-CTR");
    if (oracle.itself) {
        return;
    }
    oracle.fail = count;
    for (size_t i = 0; i < sizeof(of_update) / sizeof(of_update[0]); i++) {
        begin("AES-128-CTR");
        init(CIPHER, KEY, IV, ENC);
        update(33);
        before = oracle.failures;
        oracle.spoil = of_update[i];
        update(33);
        oracle.spoil = NULL;
        found(before);
    }
    for (size_t i = 0; i < sizeof(of_failure) / sizeof(of_failure[0]); i++) {
        begin("AES-128-CTR");
        init(CIPHER, NULL, NULL, ENC);
        before = oracle.failures;
        oracle.spoil = of_failure[i];
        update(33);
        oracle.spoil = NULL;
        found(before);
    }
    before = oracle.failures;
    oracle.spoil = spoil_size;
    get_size("keylen");
    oracle.spoil = NULL;
    found(before);
}
END_TEST

START_TEST(rows_are_checked)
{
    unsigned before;

    oracle.fail = count;
    begin("ChaCha20-Poly1305");
    if (oracle.itself) {
        return;
    }
    /* A row that says failure, of a call that works on both sides. */
    init(CIPHER, KEY, IV, ENC);
    before = oracle.failures;
    with(row_ccp_no_key);
    update(5);
    found(before);
    /* One that says success, of a call that fails. */
    before = oracle.failures;
    with(row_ccp_taglen);
    get_octets("taglen", 8);
    found(before);
    /* The row's own reason and no other. */
    begin("ChaCha20-Poly1305");
    init(CIPHER, NULL, NULL, ENC);
    before = oracle.failures;
    oracle.spoil = spoil_reason;
    with(row_ccp_no_key);
    update(5);
    oracle.spoil = NULL;
    found(before);
    /* A difference that no row allows. */
    begin("ChaCha20-Poly1305");
    init(CIPHER, KEY, IV, ENC);
    before = oracle.failures;
    get_size("taglen");
    found(before);
    /* Words see what they say. */
    before = oracle.failures;
    update(5), gives(6);
    found(before);
    before = oracle.failures;
    update(5), fails(ANYTHING);
    found(before);
}
END_TEST

TCase *itself_tcase(void)
{
    TCase *tcase = tcase_create("the oracle itself");

    tcase_add_test(tcase, differences_are_seen);
    tcase_add_test(tcase, rows_are_checked);
    return tcase;
}
