/* SPDX-License-Identifier: Apache-2.0 */
/* module.c - the one name that libcrypto looks for in a module. */
#include "static/vgfast.h"

OSSL_provider_init_fn OSSL_provider_init;

__attribute__((visibility("default"))) int
OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                   const OSSL_DISPATCH **out, void **provctx)
{
    return vgfast_provider_init(handle, in, out, provctx);
}
