/* SPDX-License-Identifier: Apache-2.0 */
/*
 * witness.c - says which provider served a program's ciphers.
 *
 * To be preloaded.  Whenever the program, or its libssl, frees a cipher
 * context or takes its cipher from it, one line "PROVIDER CIPHER" goes to the
 * file named by WITNESS.  This is the word of libcrypto, not of the provider
 * under test.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libcrypto's, declared here so that one build serves all its versions. */
typedef struct evp_cipher_st EVP_CIPHER;
typedef struct evp_cipher_ctx_st EVP_CIPHER_CTX;
typedef struct ossl_provider_st OSSL_PROVIDER;

void EVP_CIPHER_CTX_free(EVP_CIPHER_CTX *ctx);
int EVP_CIPHER_CTX_reset(EVP_CIPHER_CTX *ctx);

/* The function of that name that would have been called without us.  Where
 * libcrypto came with a plug-in of the program (python's _ssl), it is not in
 * the scope in which RTLD_NEXT looks. */
static void *next(const char *name)
{
    void *f = dlsym(RTLD_NEXT, name);

    if (f == NULL) {
        void *libcrypto = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_NOLOAD);

        if (libcrypto == NULL) {
            libcrypto = dlopen("libcrypto.so.4", RTLD_LAZY | RTLD_NOLOAD);
        }
        f = libcrypto != NULL ? dlsym(libcrypto, name) : NULL;
    }
    if (f == NULL) {
        fprintf(stderr, "witness: no %s\n", name);
        abort();
    }
    return f;
}

static void testify(const char *provider, const char *cipher)
{
    const char *path = getenv("WITNESS");
    char line[128];
    int fd, len;

    if (path == NULL) {
        return;
    }
    len = snprintf(line, sizeof(line), "%s %s\n", provider, cipher);
    fd = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (fd < 0 && errno == EACCES) {
        return;     /* a sandbox (sshd's): nothing can be said from there */
    }
    if (fd < 0 || write(fd, line, (size_t)len) != len) {
        perror(path);
        abort();
    }
    close(fd);
}

/* Who serves this context, if it has a cipher? */
static void witness(const EVP_CIPHER_CTX *ctx)
{
    const EVP_CIPHER *(*cipher_of)(const EVP_CIPHER_CTX *)
        = next("EVP_CIPHER_CTX_get0_cipher");
    const OSSL_PROVIDER *(*provider_of)(const EVP_CIPHER *)
        = next("EVP_CIPHER_get0_provider");
    const char *(*cipher_name)(const EVP_CIPHER *)
        = next("EVP_CIPHER_get0_name");
    const char *(*provider_name)(const OSSL_PROVIDER *)
        = next("OSSL_PROVIDER_get0_name");
    const EVP_CIPHER *cipher = ctx != NULL ? cipher_of(ctx) : NULL;
    const OSSL_PROVIDER *provider = cipher != NULL ? provider_of(cipher) : NULL;

    if (provider != NULL) {
        testify(provider_name(provider), cipher_name(cipher));
    }
}

void EVP_CIPHER_CTX_free(EVP_CIPHER_CTX *ctx)
{
    void (*real)(EVP_CIPHER_CTX *) = next("EVP_CIPHER_CTX_free");

    witness(ctx);
    real(ctx);
}

int EVP_CIPHER_CTX_reset(EVP_CIPHER_CTX *ctx)
{
    int (*real)(EVP_CIPHER_CTX *) = next("EVP_CIPHER_CTX_reset");

    witness(ctx);
    return real(ctx);
}
