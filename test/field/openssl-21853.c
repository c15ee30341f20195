/* SPDX-License-Identifier: Apache-2.0 */
/*
 * openssl#20978, #21853, #21878, #21933, #21955; wolfProvider: contexts could
 * not be copied, or the copy of an AEAD context went its own way.
 *
 * Right: as Python's cryptography does it: one context is given the key, and
 * every message is done by a copy of it, in either direction.
 */
#include "field.h"

START_TEST(template)
{
    const char *alg = support_aeads[_i];
    uint8_t in[77] = {1}, out[77], tag[16], truth[77], truth_tag[16];
    EVP_CIPHER_CTX *keyed[2] = {
        message_ctx(field_libctx, "vgfast", alg, NULL, 0),
        message_ctx(field_libctx, "vgfast", alg, NULL, 1),
    };
    EVP_CIPHER_CTX *theirs = message_ctx(field_libctx, "default", alg, NULL, 1);

    for (uint8_t i = 0; i < 10; i++) {
        uint8_t iv[12] = {i};
        EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

        ck_assert(message_seal(theirs, iv, in, 9, truth, in, 77, truth_tag));
        ck_assert(EVP_CIPHER_CTX_copy(copy, keyed[1]));
        ck_assert(message_seal(copy, iv, in, 9, out, in, 77, tag));
        ck_assert_mem_eq(out, truth, 77);
        ck_assert_mem_eq(tag, truth_tag, 16);

        /* Over a context that is in use. */
        ck_assert(EVP_CIPHER_CTX_copy(copy, keyed[0]));
        ck_assert(message_open(copy, iv, in, 9, out, out, 77, tag));
        ck_assert_mem_eq(out, in, 77);
        EVP_CIPHER_CTX_free(copy);
    }
    EVP_CIPHER_CTX_free(keyed[0]);
    EVP_CIPHER_CTX_free(keyed[1]);
    EVP_CIPHER_CTX_free(theirs);
}
END_TEST

TCase *field_openssl_21853(void)
{
    TCase *tc = field_case("openssl-21853");

    tcase_add_loop_test(tc, template, 0, 4);
    return tc;
}
