/* SPDX-License-Identifier: Apache-2.0 */
/* support.h - vgfast loaded as a user would load it, for tests through EVP. */
#ifndef VGF_TEST_SUPPORT_H
#define VGF_TEST_SUPPORT_H

#include <openssl/types.h>

/*
 * A new library context configured by a temporary openssl.cnf that activates
 * the default provider and then vgfast.  settings is put into vgfast's section
 * ("generic = yes\n"; NULL for none).  NULL if that fails; the reason is on
 * OpenSSL's error queue.  The module is looked for in $OPENSSL_MODULES.
 */
OSSL_LIB_CTX *support_libctx(const char *settings);

/* The same with every algorithm served (generic = yes); aborts on failure. */
OSSL_LIB_CTX *support_libctx_all(void);

#endif
