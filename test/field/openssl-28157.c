/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#28157, #28232, #28646, #32649: a parameter asked for without a
 * buffer, to learn its size, or with too small a one, crashed or was written
 * past its end.
 *
 * Right: nothing is written outside of what the caller offered; a size query
 * for a number is answered with its size.
 */
#include "field.h"

static const char *const names[] = {
    "keylen", "ivlen", "taglen", "iv", "updated-iv", "tag", "tlsaadpad",
    "tlsivgen", "iv-generated", "padding", "num", "tls-mac", "mode",
    "blocksize", "aead", "custom-iv", "cts", "randkey", "no-such-key",
};
#define NAMES (sizeof(names) / sizeof(names[0]))

static EVP_CIPHER_CTX *after_message(const char *alg)
{
    uint8_t iv[16] = {1}, out[32];
    EVP_CIPHER_CTX *ctx = message_ctx(field_libctx, "vgfast", alg, iv, 1);
    int outl;

    ck_assert(EVP_CipherUpdate(ctx, out, &outl, iv, 16));
    ck_assert(EVP_CipherFinal_ex(ctx, out + outl, &outl));
    return ctx;
}

/* Asks for name with size bytes of room and wants the rest untouched. */
static int ask(EVP_CIPHER_CTX *ctx, const char *name, unsigned type,
               size_t size)
{
    uint8_t room[64];
    OSSL_PARAM params[] = {
        {name, type, room + 16, size, OSSL_PARAM_UNMODIFIED}, OSSL_PARAM_END};
    bool outside = false;
    int ret;

    memset(room, 0xa5, sizeof(room));
    ret = EVP_CIPHER_CTX_get_params(ctx, params);
    for (size_t i = 0; i < sizeof(room); i++) {
        outside |= room[i] != 0xa5 && (i < 16 || i >= 16 + size);
    }
    ck_assert_msg(!outside, "%s: wrote outside of %zu bytes", name, size);
    if (ret == 1 && params[0].return_size != OSSL_PARAM_UNMODIFIED) {
        ck_assert_msg(params[0].return_size <= size,
                      "%s: more than the %zu bytes that there are", name, size);
    }
    return ret;
}

START_TEST(small_buffers)
{
    const unsigned types[] = {OSSL_PARAM_INTEGER, OSSL_PARAM_UNSIGNED_INTEGER,
                              OSSL_PARAM_REAL, OSSL_PARAM_UTF8_STRING,
                              OSSL_PARAM_OCTET_STRING};
    EVP_CIPHER_CTX *ctx = after_message(support_ciphers[_i]);

    for (size_t i = 0; i < NAMES; i++) {
        for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++) {
            /* "tlsivgen" of size 0 means the whole IV, by agreement. */
            size_t least = strcmp(names[i], "tlsivgen") == 0;

            for (size_t size = least; size <= 17; size++) {
                ask(ctx, names[i], types[t], size);
            }
        }
    }
    ERR_clear_error();
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

START_TEST(no_buffer)
{
    EVP_CIPHER_CTX *ctx = after_message(support_ciphers[_i]);

    for (size_t i = 0; i < NAMES; i++) {
        for (unsigned type = 1; type <= 7; type++) {
            OSSL_PARAM params[] = {
                {names[i], type, NULL, 0, OSSL_PARAM_UNMODIFIED},
                OSSL_PARAM_END};
            int ret = EVP_CIPHER_CTX_get_params(ctx, params);

            ck_assert_msg(ret != 1
                              || params[0].return_size <= 16
                              || params[0].return_size
                                     == OSSL_PARAM_UNMODIFIED,
                          "%s, type %u: a size of %zu", names[i], type,
                          params[0].return_size);
            if (strcmp(names[i], "keylen") == 0 && type <= 2) {
                ck_assert_int_eq(ret, 1);
                ck_assert_uint_eq(params[0].return_size, sizeof(size_t));
            }
        }
    }
    ERR_clear_error();
    EVP_CIPHER_CTX_free(ctx);
}
END_TEST

TCase *field_openssl_28157(void)
{
    TCase *tc = field_case("openssl-28157");

    tcase_add_loop_test(tc, small_buffers, 0, 11);
    tcase_add_loop_test(tc, no_buffer, 0, 11);
    return tc;
}
