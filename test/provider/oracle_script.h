/* SPDX-License-Identifier: Apache-2.0 */
/*
 * oracle_script.h - words in which the scripted rows are written.
 *
 * Every word makes one call on both sides.  What it must have done is said by
 * the word that follows it:
 *
 *     update(16); gives(16);
 *     final(); fails(PROV_R_TAG_NOT_SET);
 *
 * and with(row) before it allows a difference:
 *
 *     with(row_ccp_taglen); get_size("taglen"); answers(16);
 */
#ifndef VGF_TEST_ORACLE_SCRIPT_H
#define VGF_TEST_ORACLE_SCRIPT_H

#include "oracle.h"

#include <check.h>
#include <openssl/core_names.h>
#include <openssl/proverr.h>

extern struct oracle oracle;

enum { CIPHER = 1, SAME = 0 };      /* init's first argument */
enum { KEEP = -1, DEC = 0, ENC = 1 };

#define KEY oracle_key[0]
#define KEY2 oracle_key[1]
#define IV oracle_iv[0]
#define IV2 oracle_iv[1]

#define HERE (oracle.file = __FILE__, oracle.line = __LINE__)
#define begin(name) (HERE, oracle_begin(&oracle, name))
#define with(r) (oracle.row = &(r))

#define init(...) (HERE, script_init(__VA_ARGS__))
#define init_ivlen(...) (HERE, script_init_ivlen(__VA_ARGS__))
#define update(len) (HERE, script_data(OP_UPDATE, APART, NULL, len))
#define update_of(in, len) (HERE, script_data(OP_UPDATE, APART, in, len))
/* In one buffer, output lag bytes behind input. */
#define update_lagging(len, lag) (HERE, script_lagging(len, lag))
#define aad(len) (HERE, script_data(OP_UPDATE, NO_OUT, NULL, len))
#define aad_of(in, len) (HERE, script_data(OP_UPDATE, NO_OUT, in, len))
#define update_at(where, in, len) (HERE, script_data(OP_UPDATE, where, in, len))
#define cipher(len) (HERE, script_data(OP_CIPHER, APART, NULL, len))
#define cipher_at(where, in, len) (HERE, script_data(OP_CIPHER, where, in, len))
#define final() (HERE, script_final(APART, 0))
#define final_no_out() (HERE, script_final(NO_OUT, 0))
#define mac_final(size) (HERE, script_final(APART, size))
#define ctrl(type, arg, data) (HERE, script_ctrl(type, arg, data, false))
#define ctrl_read(type, arg) (HERE, script_ctrl(type, arg, NULL, true))
#define set_tag(tag, len) ctrl(EVP_CTRL_AEAD_SET_TAG, len, tag)
#define get_tag(len) ctrl_read(EVP_CTRL_AEAD_GET_TAG, len)
#define set(key, type, data, size) \
    (HERE, script_set(key, type, data, size))
#define set_size(key, value) (HERE, script_set_size(key, value))
#define set_unsigned(key, value) (HERE, script_set_unsigned(key, value))
#define set_all(params) (HERE, script_set_all(params))
#define get(key, type, size) (HERE, script_get(key, type, size, false))
#define get_null(key, type, size) (HERE, script_get(key, type, size, true))
#define get_size(key) get(key, OSSL_PARAM_UNSIGNED_INTEGER, sizeof(size_t))
#define get_octets(key, size) get(key, OSSL_PARAM_OCTET_STRING, size)
/* The size that EVP_CIPHER_CTX_iv() passes; it counts although the data is a
 * pointer. */
#define get_pointer(key) get(key, OSSL_PARAM_OCTET_PTR, 16)
#define get_all(wants, n) (HERE, script_get_all(wants, n))
#define ask(f) (HERE, script_ask(f))
#define tell(f, value) (HERE, script_tell(f, value))
#define copy_iv(f, size) (HERE, script_iv(f, size))
/* Go on with a copy of the context, the original freed. */
#define move_to_copy() (HERE, script_plain(OP_COPY), script_plain(OP_SWAP), \
                        script_plain(OP_DROP))
/* Keep a copy beside the context; swap() changes between the two. */
#define make_copy() (HERE, script_plain(OP_COPY))
#define swap() (HERE, script_plain(OP_SWAP))
#define mac_init(key, len) (HERE, script_mac_init(key, len, NULL))
#define mac_init_params(params) (HERE, script_mac_init(NULL, 0, params))

/* Success, with this length. */
#define gives(len) (HERE, script_gives(len))
/* Failure, with this one reason of the providers' library or none. */
#define fails(reason) (HERE, script_fails(reason))
/* Failure for whatever reason the default has; the oracle compares. */
#define works_not() (HERE, script_fails(ANYTHING))
/* Success, with nothing known of the length. */
#define works() (HERE, script_returns_ok())
#define returns(value) (HERE, script_returns(value))
/* A parameter was answered: with this number, these bytes, or not at all. */
#define answers(value) (HERE, script_answers(value))
#define answers_bytes(data, len) (HERE, script_answers_bytes(data, len))
#define answers_size(len) (HERE, script_answers_size(len))
#define answers_nothing() (HERE, script_answers_nothing())
/* The call wrote these bytes. */
#define writes(data, len) (HERE, script_writes(data, len))

void script_init(int what, const uint8_t *key, const uint8_t *iv, int enc);
void script_init_ivlen(int what, const uint8_t *key, const uint8_t *iv, int enc,
                       size_t ivlen);
void script_data(enum oracle_op op, enum oracle_where where, const uint8_t *in,
                 int len);
void script_lagging(int len, int lag);
void script_final(enum oracle_where where, int size);
void script_ctrl(int type, int arg, const uint8_t *data, bool reads);
void script_set(const char *key, unsigned type, const void *data, size_t size);
void script_set_size(const char *key, size_t value);
void script_set_unsigned(const char *key, unsigned value);
void script_set_all(const OSSL_PARAM *params);
void script_get(const char *key, unsigned type, size_t size, bool no_data);
void script_get_all(const struct oracle_want *wants, size_t n);
void script_ask(int (*f)(const EVP_CIPHER_CTX *));
void script_tell(int (*f)(EVP_CIPHER_CTX *, int), int value);
void script_iv(int (*f)(EVP_CIPHER_CTX *, void *, size_t), int size);
void script_plain(enum oracle_op op);
void script_mac_init(const uint8_t *key, size_t len, const OSSL_PARAM *params);
void script_gives(int len);
void script_fails(int reason);
void script_returns_ok(void);
void script_returns(int value);
void script_answers(uint64_t value);
void script_answers_bytes(const void *data, size_t len);
void script_answers_size(size_t len);
void script_answers_nothing(void);
void script_writes(const void *data, size_t len);

/* Keep what vgfast wrote last, for later use as input. */
void keep(uint8_t *to, size_t len);

/* "AES-128-GCM" for 128: all key sizes in turn, by a loop test's index. */
const char *ecb(int i), *ctr(int i), *gcm(int i);

TCase *names_tcase(void), *params_tcase(void), *controls_tcase(void),
    *ctr_tcase(void), *ecb_tcase(void), *gcm_tcase(void), *gcm_tag_tcase(void),
    *gcm_counter_tcase(void),
    *chacha_tcase(void), *ccp_tcase(void), *poly1305_tcase(void),
    *gcm_tls_tcase(void), *ccp_tls_tcase(void), *callers_tcase(void),
    *itself_tcase(void);

#endif
