/* SPDX-License-Identifier: Apache-2.0 */
/* message.h - whole messages through EVP, for tests about something else. */
#ifndef VGF_TEST_MESSAGE_H
#define VGF_TEST_MESSAGE_H

#include <openssl/evp.h>
#include <stdbool.h>
#include <stdint.h>

/* The key of these tests, as much of it as a cipher takes: 00 01 .. 1f. */
extern const uint8_t message_key[32];

/* A new context for alg of provider ("vgfast", "default") under message_key,
 * with iv unless NULL.  Aborts on failure. */
EVP_CIPHER_CTX *message_ctx(OSSL_LIB_CTX *libctx, const char *provider,
                            const char *alg, const uint8_t *iv, int encrypt);

/*
 * An AEAD message on a context that has its key: in[0..len) to out, which may
 * be in; iv NULL leaves what is set.  False as soon as one call fails.
 */
bool message_seal(EVP_CIPHER_CTX *ctx, const uint8_t *iv, const void *aad,
                  int aadlen, uint8_t *out, const uint8_t *in, int len,
                  uint8_t tag[16]);
bool message_open(EVP_CIPHER_CTX *ctx, const uint8_t *iv, const void *aad,
                  int aadlen, uint8_t *out, const uint8_t *in, int len,
                  const uint8_t tag[16]);

/* in[0..len) to out by one EVP_CipherUpdate that gives as much. */
bool message_update(EVP_CIPHER_CTX *ctx, uint8_t *out, const uint8_t *in,
                    int len);

#endif
