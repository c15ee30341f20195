/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vgfast.h - vgfast inside a program, without a module (libvgfast.a).
 *
 *     OSSL_PROVIDER_add_builtin(libctx, "vgfast", vgfast_provider_init);
 *     OSSL_PROVIDER_load(libctx, "default");
 *     OSSL_PROVIDER_load(libctx, "vgfast");
 *     EVP_set_default_properties(libctx, "?provider=vgfast");
 *
 * The keys of openssl.cnf and the variables count as for the module, if the
 * library context loads a configuration that names the provider so.
 */
#ifndef VGFAST_H
#define VGFAST_H

#include <openssl/core.h>

#ifdef __cplusplus
extern "C" {
#endif

int vgfast_provider_init(const OSSL_CORE_HANDLE *handle,
                         const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                         void **provctx);

#ifdef __cplusplus
}
#endif

#endif
