/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libFuzzer target: the input is a call sequence (../provider/sequence.h) and
 * goes through the oracle; what the default provider does not do either is a
 * crash.  vgfast is linked in, so that all of it is instrumented; it gets its
 * configuration as the module does.
 */
#include "sequence.h"
#include "support.h"

#include <openssl/conf.h>
#include <openssl/core.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern OSSL_provider_init_fn vgfast_provider_init;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In place of the one in support.c. */
OSSL_LIB_CTX *support_libctx_all(void)
{
    static const char settings[] = "openssl_conf = init\n"
                                   "[init]\nproviders = all\n"
                                   "[all]\ndefault = first\nvgfast = second\n"
                                   "[first]\nactivate = 1\n"
                                   "[second]\nactivate = 1\ngeneric = yes\n";
    char path[] = "/tmp/vgfast-fuzz-XXXXXX";
    OSSL_LIB_CTX *libctx = OSSL_LIB_CTX_new();
    FILE *f = fdopen(mkstemp(path), "w");

    if (f == NULL || fputs(settings, f) < 0 || fclose(f) != 0
        || !OSSL_PROVIDER_add_builtin(libctx, "vgfast", vgfast_provider_init)
        || !OSSL_LIB_CTX_load_config(libctx, path)
        || !OSSL_PROVIDER_available(libctx, "vgfast")) {
        ERR_print_errors_fp(stderr);
        abort();
    }
    unlink(path);
    return libctx;
}

static void fail(struct oracle *o, const char *message)
{
    (void)o;
    fprintf(stderr, "%s\n", message);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct oracle o = {.fail = fail};

    if (size > 1) {
        sequence_run(&o, data, size);
    }
    return 0;
}
