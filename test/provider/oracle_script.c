/* SPDX-License-Identifier: Apache-2.0 */
#include "oracle_script.h"

#include <openssl/err.h>
#include <openssl/params.h>
#include <string.h>

static void stop(struct oracle *o, const char *message)
{
    (void)o;
    ck_abort_msg("%s", message);
}

struct oracle oracle = {.fail = stop};

static void step(const struct oracle_call *call)
{
    oracle_step(&oracle, call);
}

void script_init(int what, const uint8_t *key, const uint8_t *iv, int enc)
{
    step(&(struct oracle_call){
        .op = OP_INIT, .with_cipher = what == CIPHER, .key = key, .iv = iv,
        .enc = enc});
}

void script_init_ivlen(int what, const uint8_t *key, const uint8_t *iv, int enc,
                       size_t ivlen)
{
    step(&(struct oracle_call){
        .op = OP_INIT, .with_cipher = what == CIPHER, .key = key, .iv = iv,
        .enc = enc, .with_ivlen = true, .ivlen = ivlen});
}

void script_data(enum oracle_op op, enum oracle_where where, const uint8_t *in,
                 int len)
{
    if (in == NULL && where != NO_IN && where != NEITHER) {
        in = oracle_pattern(&oracle, (size_t)len);
    }
    step(&(struct oracle_call){.op = op, .where = where, .in = in, .len = len});
}

void script_lagging(int len, int lag)
{
    step(&(struct oracle_call){
        .op = OP_UPDATE, .where = IN_PLACE, .len = len, .lag = (size_t)lag,
        .in = oracle_pattern(&oracle, (size_t)len)});
}

void script_final(enum oracle_where where, int size)
{
    step(&(struct oracle_call){.op = OP_FINAL, .where = where, .len = size});
}

void script_ctrl(int type, int arg, const uint8_t *data, bool reads)
{
    step(&(struct oracle_call){
        .op = OP_CTRL, .ctrl = type, .len = arg, .in = data, .reads = reads});
}

void script_set(const char *key, unsigned type, const void *data, size_t size)
{
    OSSL_PARAM params[2] = {
        {key, type, (void *)(uintptr_t)data, size, OSSL_PARAM_UNMODIFIED},
        OSSL_PARAM_END};

    script_set_all(params);
}

void script_set_size(const char *key, size_t value)
{
    script_set(key, OSSL_PARAM_UNSIGNED_INTEGER, &value, sizeof(value));
}

void script_set_unsigned(const char *key, unsigned value)
{
    script_set(key, OSSL_PARAM_UNSIGNED_INTEGER, &value, sizeof(value));
}

void script_set_all(const OSSL_PARAM *params)
{
    step(&(struct oracle_call){.op = OP_SET, .params = params});
}

void script_get_all(const struct oracle_want *wants, size_t n)
{
    step(&(struct oracle_call){.op = OP_GET, .wants = wants, .n_wants = n});
}

void script_get(const char *key, unsigned type, size_t size, bool no_data)
{
    const struct oracle_want want = {key, type, size, no_data};

    script_get_all(&want, 1);
}

void script_ask(int (*f)(const EVP_CIPHER_CTX *))
{
    step(&(struct oracle_call){.op = OP_ASK, .ask = f});
}

void script_tell(int (*f)(EVP_CIPHER_CTX *, int), int value)
{
    step(&(struct oracle_call){.op = OP_TELL, .tell = f, .len = value});
}

void script_iv(int (*f)(EVP_CIPHER_CTX *, void *, size_t), int size)
{
    step(&(struct oracle_call){.op = OP_IV, .copy_iv = f, .len = size});
}

void script_plain(enum oracle_op op)
{
    step(&(struct oracle_call){.op = op});
}

void script_mac_init(const uint8_t *key, size_t len, const OSSL_PARAM *params)
{
    step(&(struct oracle_call){
        .op = OP_INIT, .key = key, .keylen = len, .params = params});
}

/* Whether there is something to say: the default provider, when it stands in
 * for vgfast, need not do what a row says of vgfast. */
static bool expected(void)
{
    return !(oracle.itself && oracle.last_differed);
}

void script_gives(int len)
{
    const struct oracle_outcome *got = oracle_got(&oracle);

    if (expected() && (!got->ok || got->outl != len)) {
        oracle_fail(&oracle, "length %d expected, ret %d outl %d", len,
                    got->ret, got->outl);
    }
}

void script_fails(int reason)
{
    const struct oracle_outcome *got = oracle_got(&oracle);
    int first = oracle_reason(got);

    if (expected() && (got->ok || (reason != ANYTHING && reason != first))) {
        oracle_fail(&oracle, "failure with reason %d expected, ret %d, %d",
                    reason, got->ret, first);
    }
}

void script_returns_ok(void)
{
    if (expected() && !oracle_got(&oracle)->ok) {
        oracle_fail(&oracle, "success expected");
    }
}

void script_returns(int value)
{
    if (expected() && oracle_got(&oracle)->ret != value) {
        oracle_fail(&oracle, "%d expected, ret %d", value,
                    oracle_got(&oracle)->ret);
    }
}

void script_answers(uint64_t value)
{
    const struct oracle_outcome *got = oracle_got(&oracle);
    uint64_t number = 0;

    /* Both byte orders of the hosts are little. */
    if (got->return_size[0] <= sizeof(number)) {
        memcpy(&number, oracle_out(&oracle), got->return_size[0]);
    }
    if (expected()
        && (!got->ok || got->return_size[0] > sizeof(number)
            || number != value)) {
        oracle_fail(&oracle, "answer %d expected, ret %d, %d bytes, %d",
                    (int)value, got->ret, (int)got->return_size[0],
                    (int)number);
    }
}

void script_answers_bytes(const void *data, size_t len)
{
    const struct oracle_outcome *got = oracle_got(&oracle);

    if (expected()
        && (!got->ok || got->return_size[0] != len
            || memcmp(oracle_out(&oracle), data, len) != 0)) {
        oracle_fail(&oracle, "not the bytes expected, ret %d, %d bytes",
                    got->ret, (int)got->return_size[0]);
    }
}

void script_answers_size(size_t len)
{
    const struct oracle_outcome *got = oracle_got(&oracle);

    if (expected() && (!got->ok || got->return_size[0] != len)) {
        oracle_fail(&oracle, "size %d expected, ret %d, %d", (int)len, got->ret,
                    (int)got->return_size[0]);
    }
}

void script_answers_nothing(void)
{
    const struct oracle_outcome *got = oracle_got(&oracle);

    if (expected()
        && (!got->ok || got->return_size[0] != OSSL_PARAM_UNMODIFIED)) {
        oracle_fail(&oracle, "no answer expected, ret %d, %d bytes", got->ret,
                    (int)got->return_size[0]);
    }
}

void script_writes(const void *data, size_t len)
{
    if (expected() && memcmp(oracle_out(&oracle), data, len) != 0) {
        oracle_fail(&oracle, "not the bytes expected");
    }
}

void keep(uint8_t *to, size_t len)
{
    memcpy(to, oracle_out(&oracle), len);
}

const char *ecb(int i)
{
    static const char *const names[]
        = {"AES-128-ECB", "AES-192-ECB", "AES-256-ECB"};

    return names[i];
}

const char *ctr(int i)
{
    static const char *const names[]
        = {"AES-128-CTR", "AES-192-CTR", "AES-256-CTR"};

    return names[i];
}

const char *gcm(int i)
{
    static const char *const names[]
        = {"AES-128-GCM", "AES-192-GCM", "AES-256-GCM"};

    return names[i];
}
