/* SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char head[] =
    "openssl_conf = init\n"
    "[init]\n"
    "providers = provs\n"
    "[provs]\n"
    "default = default_section\n"
    "vgfast = vgfast_section\n"
    "[default_section]\n"
    "activate = 1\n"
    "[vgfast_section]\n";

int support_configure(OSSL_LIB_CTX *libctx, const char *settings)
{
    char path[] = "/tmp/vgfast-test-XXXXXX";
    FILE *f;
    int fd = mkstemp(path), ok;

    if (fd < 0 || (f = fdopen(fd, "w")) == NULL) {
        perror(path);
        return 0;
    }
    fprintf(f, "%s%s", head, settings);
    ok = fclose(f) == 0 && OSSL_LIB_CTX_load_config(libctx, path);
    unlink(path);
    return ok;
}

OSSL_LIB_CTX *support_libctx(const char *settings)
{
    OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
    char all[512];

    snprintf(all, sizeof(all), "activate = 1\n%s",
             settings != NULL ? settings : "");
    if (!support_configure(libctx, all)
        || !OSSL_PROVIDER_available(libctx, "vgfast")) {
        OSSL_LIB_CTX_free(libctx);
        libctx = NULL;
    }
    return libctx;
}

const char *support_errors(char *text, size_t size)
{
    const char *data;
    unsigned long e;
    size_t used = 0;
    int flags;

    text[0] = '\0';
    while ((e = ERR_get_error_all(NULL, NULL, NULL, &data, &flags)) != 0) {
        const char *reason = ERR_reason_error_string(e);

        if (used < size) {
            used += (size_t)snprintf(text + used, size - used, "%s: %s\n",
                                     reason != NULL ? reason : "?",
                                     flags & ERR_TXT_STRING ? data : "");
        }
    }
    return text;
}

OSSL_LIB_CTX *support_libctx_all(void)
{
    OSSL_LIB_CTX *libctx = support_libctx("generic = yes\n");

    if (libctx == NULL) {
        ERR_print_errors_fp(stderr);
        fprintf(stderr, "vgfast does not load from OPENSSL_MODULES=%s\n",
                getenv("OPENSSL_MODULES") != NULL ? getenv("OPENSSL_MODULES")
                                                  : "(unset)");
        abort();
    }
    return libctx;
}

const char *const support_ciphers[] = {
    "AES-128-ECB", "AES-192-ECB", "AES-256-ECB",       "AES-128-CTR",
    "AES-192-CTR", "AES-256-CTR", "AES-128-GCM",       "AES-192-GCM",
    "AES-256-GCM", "ChaCha20",    "ChaCha20-Poly1305", NULL};

const char *const support_aeads[] = {"AES-128-GCM", "AES-192-GCM",
                                     "AES-256-GCM", "ChaCha20-Poly1305", NULL};

static void check_provider(const char *name, const char *wanted,
                           const OSSL_PROVIDER *p)
{
    if (p == NULL || strcmp(OSSL_PROVIDER_get0_name(p), wanted) != 0) {
        ERR_print_errors_fp(stderr);
        fprintf(stderr, "%s is not served by %s\n", name, wanted);
        abort();
    }
}

EVP_CIPHER *support_cipher(OSSL_LIB_CTX *libctx, const char *name,
                           const char *provider)
{
    char query[40];
    EVP_CIPHER *cipher;

    snprintf(query, sizeof(query), "provider=%s", provider);
    cipher = EVP_CIPHER_fetch(libctx, name, query);
    check_provider(name, provider,
                   cipher != NULL ? EVP_CIPHER_get0_provider(cipher) : NULL);
    return cipher;
}

EVP_MAC *support_mac(OSSL_LIB_CTX *libctx, const char *name,
                     const char *provider)
{
    char query[40];
    EVP_MAC *mac;

    snprintf(query, sizeof(query), "provider=%s", provider);
    mac = EVP_MAC_fetch(libctx, name, query);
    check_provider(name, provider,
                   mac != NULL ? EVP_MAC_get0_provider(mac) : NULL);
    return mac;
}
