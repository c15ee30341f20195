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
    "[vgfast_section]\n"
    "activate = 1\n";

OSSL_LIB_CTX *support_libctx(const char *settings)
{
    char path[] = "/tmp/vgfast-test-XXXXXX";
    OSSL_LIB_CTX *libctx = NULL;
    FILE *f;
    int fd = mkstemp(path);

    if (fd < 0 || (f = fdopen(fd, "w")) == NULL) {
        perror(path);
        return NULL;
    }
    fputs(head, f);
    fputs(settings != NULL ? settings : "", f);
    if (fclose(f) == 0 && (libctx = OSSL_LIB_CTX_new()) != NULL
        && (!OSSL_LIB_CTX_load_config(libctx, path)
            || !OSSL_PROVIDER_available(libctx, "vgfast"))) {
        OSSL_LIB_CTX_free(libctx);
        libctx = NULL;
    }
    unlink(path);
    return libctx;
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
