/* SPDX-License-Identifier: Apache-2.0 */
#include "message.h"
#include "support.h"

#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const uint8_t message_key[32] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

EVP_CIPHER_CTX *message_ctx(OSSL_LIB_CTX *libctx, const char *provider,
                            const char *alg, const uint8_t *iv, int encrypt)
{
    EVP_CIPHER *cipher = support_cipher(libctx, alg, provider);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    if (!EVP_CipherInit_ex2(ctx, cipher, message_key, iv, encrypt, NULL)) {
        ERR_print_errors_fp(stderr);
        fprintf(stderr, "%s of %s cannot be set up\n", alg, provider);
        abort();
    }
    EVP_CIPHER_free(cipher);
    return ctx;
}

bool message_update(EVP_CIPHER_CTX *ctx, uint8_t *out, const uint8_t *in,
                    int len)
{
    int outl = -1;

    return EVP_CipherUpdate(ctx, out, &outl, in, len) == 1 && outl == len;
}

bool message_seal(EVP_CIPHER_CTX *ctx, const uint8_t *iv, const void *aad,
                  int aadlen, uint8_t *out, const uint8_t *in, int len,
                  uint8_t tag[16])
{
    uint8_t none[16];
    int outl = -1;

    return EVP_CipherInit_ex2(ctx, NULL, NULL, iv, 1, NULL) == 1
           && message_update(ctx, NULL, aad, aadlen)
           && message_update(ctx, out, in, len)
           && EVP_CipherFinal_ex(ctx, none, &outl) == 1 && outl == 0
           && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, tag) > 0;
}

bool message_open(EVP_CIPHER_CTX *ctx, const uint8_t *iv, const void *aad,
                  int aadlen, uint8_t *out, const uint8_t *in, int len,
                  const uint8_t tag[16])
{
    uint8_t none[16], copy[16];
    int outl = -1;

    memcpy(copy, tag, sizeof(copy));
    return EVP_CipherInit_ex2(ctx, NULL, NULL, iv, 0, NULL) == 1
           && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, 16, copy) > 0
           && message_update(ctx, NULL, aad, aadlen)
           && message_update(ctx, out, in, len)
           && EVP_CipherFinal_ex(ctx, none, &outl) == 1 && outl == 0;
}
