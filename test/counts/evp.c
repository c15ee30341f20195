/* SPDX-License-Identifier: Apache-2.0 */
/*
 * evp.c - one message of each kind through EVP, between marks, for
 * scripts/count-evp.
 *
 *   evp PROPERTY-QUERY BYTES...
 *
 * A message is what a caller repeats with a kept key and context: CTR, ECB and
 * ChaCha20 one update; AEADs a new IV, update, final and tag, no additional
 * data; Poly1305 a new key, update and final.
 */
#include "counts.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEEPS_IV, AEAD };

static uint8_t in[1 << 17], out[1 << 17], key[32], iv[16], tag[16];
static OSSL_PARAM tag_param[2];
static const char *query;

static void need(int ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "evp: %s fails\n", what);
        exit(1);
    }
}

/* What is counted should be libcrypto's and the provider's, not this. */
static inline __attribute__((always_inline)) void
message(EVP_CIPHER_CTX *ctx, int kind, int enc, int len)
{
    int ok, n;

    if (kind == KEEPS_IV) {
        need(EVP_CipherUpdate(ctx, out, &n, in, len), "update");
        return;
    }
    ok = EVP_CipherInit_ex2(ctx, NULL, NULL, iv, enc, NULL);
    if (!enc) {
        ok = ok && EVP_CIPHER_CTX_set_params(ctx, tag_param);
    }
    ok = ok && EVP_CipherUpdate(ctx, out, &n, in, len)
         && EVP_CipherFinal_ex(ctx, out + n, &n);
    if (enc) {
        ok = ok && EVP_CIPHER_CTX_get_params(ctx, tag_param);
    }
    need(ok, "message");
}

static void cipher(const char *name, int kind, int enc, int len)
{
    EVP_CIPHER *c = EVP_CIPHER_fetch(NULL, name, query);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

    need(c != NULL && ctx != NULL, name);
    memset(in, 0, sizeof(in));
    if (!enc && kind == AEAD) {         /* something to open, and its tag */
        need(EVP_CipherInit_ex2(ctx, c, key, iv, 1, NULL), name);
        message(ctx, kind, 1, len);
        memcpy(in, out, (size_t)len);
    }
    need(EVP_CipherInit_ex2(ctx, c, key, iv, enc, NULL), name);
    EVP_CIPHER_CTX_set_padding(ctx, 0);
    message(ctx, kind, enc, len);
    message(ctx, kind, enc, len);
    printf("%s/%s %d\n", name, enc ? "encrypt" : "decrypt", len);
    MARK_START();
    message(ctx, kind, enc, len);
    MARK_STOP();
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(c);
}

static void mac(size_t len)
{
    EVP_MAC *m = EVP_MAC_fetch(NULL, "POLY1305", query);
    EVP_MAC_CTX *ctx;
    size_t n;

    need(m != NULL && (ctx = EVP_MAC_CTX_new(m)) != NULL, "POLY1305");
    printf("POLY1305/mac %zu\n", len);
    for (int i = 0; i < 3; i++) {
        if (i == 2) {
            MARK_START();
        }
        need(EVP_MAC_init(ctx, key, 32, NULL) && EVP_MAC_update(ctx, in, len)
                 && EVP_MAC_final(ctx, tag, &n, 16),
             "POLY1305");
        if (i == 2) {
            MARK_STOP();
        }
    }
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(m);
}

int main(int argc, char **argv)
{
    need(argc > 2, "usage");
    query = argv[1];
    memset(key, 7, sizeof(key));
    tag_param[0] = OSSL_PARAM_construct_octet_string(
        OSSL_CIPHER_PARAM_AEAD_TAG, tag, 16);
    tag_param[1] = OSSL_PARAM_construct_end();
    for (int i = 2; i < argc; i++) {
        int len = atoi(argv[i]);

        need(len > 0 && (size_t)len <= sizeof(in), "usage");
        cipher("AES-128-CTR", KEEPS_IV, 1, len);
        cipher("AES-256-CTR", KEEPS_IV, 1, len);
        cipher("AES-128-ECB", KEEPS_IV, 1, len);
        cipher("AES-128-ECB", KEEPS_IV, 0, len);
        cipher("AES-128-GCM", AEAD, 1, len);
        cipher("AES-128-GCM", AEAD, 0, len);
        cipher("AES-256-GCM", AEAD, 1, len);
        cipher("AES-256-GCM", AEAD, 0, len);
        cipher("ChaCha20", KEEPS_IV, 1, len);
        cipher("ChaCha20-Poly1305", AEAD, 1, len);
        cipher("ChaCha20-Poly1305", AEAD, 0, len);
        mac((size_t)len);
    }
    return 0;
}
