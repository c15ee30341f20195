/* SPDX-License-Identifier: Apache-2.0 */
/*
 * example.c - a program with vgfast inside.
 *
 *   example [OPENSSL.CNF]
 *
 * Encrypts a line with AES-128-GCM in a library context of its own, and says
 * who did it.  cc example.c $(pkg-config --cflags --libs vgfast)
 */
#include "vgfast.h"

#include <stdio.h>
#include <string.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>

/* 1 if all went well.  A nonce is for one message; this key, for none. */
static int encrypt(OSSL_LIB_CTX *libctx, const char *line)
{
    static const unsigned char key[16] = "not a secret key";
    static const unsigned char nonce[12] = { 1 };
    unsigned char out[256], tag[16];
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(libctx, "AES-128-GCM", NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int len = 0, end = 0;
    int ok = cipher != NULL && ctx != NULL
             && EVP_EncryptInit_ex2(ctx, cipher, key, nonce, NULL)
             && EVP_EncryptUpdate(ctx, out, &len, (const unsigned char *)line,
                                  (int)strlen(line))
             && EVP_EncryptFinal_ex(ctx, out + len, &end)
             && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, 16, tag);

    if (ok) {
        printf("%s by %s: ", EVP_CIPHER_get0_name(cipher),
               OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)));
        for (int i = 0; i < len; i++) {
            printf("%02x", out[i]);
        }
        putchar(' ');
        for (int i = 0; i < 16; i++) {
            printf("%02x", tag[i]);
        }
        putchar('\n');
    }
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return ok;
}

int main(int argc, char **argv)
{
    OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *standard = NULL, *vgfast = NULL;
    int ok = libctx != NULL
             && OSSL_PROVIDER_add_builtin(libctx, "vgfast",
                                          vgfast_provider_init)
             && (argc < 2 || OSSL_LIB_CTX_load_config(libctx, argv[1]))
             && (standard = OSSL_PROVIDER_load(libctx, "default")) != NULL
             && (vgfast = OSSL_PROVIDER_load(libctx, "vgfast")) != NULL
             && EVP_set_default_properties(libctx, "?provider=vgfast")
             && encrypt(libctx, "vgfast, inside a program");

    if (!ok) {
        ERR_print_errors_fp(stderr);
    }
    if (vgfast != NULL) {
        OSSL_PROVIDER_unload(vgfast);
    }
    if (standard != NULL) {
        OSSL_PROVIDER_unload(standard);
    }
    OSSL_LIB_CTX_free(libctx);
    return ok ? 0 : 1;
}
