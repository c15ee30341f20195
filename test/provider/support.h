/* SPDX-License-Identifier: Apache-2.0 */
/* support.h - vgfast loaded as a user would load it, for tests through EVP. */
#ifndef VGF_TEST_SUPPORT_H
#define VGF_TEST_SUPPORT_H

#include <openssl/evp.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A new library context configured by a temporary openssl.cnf that activates
 * the default provider and then vgfast.  settings is put into vgfast's section
 * ("generic = yes\n"; NULL for none).  NULL if that fails; the reason is on
 * OpenSSL's error queue.  The module is looked for in $OPENSSL_MODULES.
 */
OSSL_LIB_CTX *support_libctx(const char *settings);

/* The same with every algorithm served (generic = yes); aborts on failure. */
OSSL_LIB_CTX *support_libctx_all(void);

/* Reads the same configuration into libctx (NULL: the process's own), but
 * without "activate = 1" in vgfast's section. */
int support_configure(OSSL_LIB_CTX *libctx, const char *settings);

/* Everything on OpenSSL's error queue as one text, and the queue emptied. */
const char *support_errors(char *text, size_t size);

/* The cipher or MAC called name; provider is "vgfast" or "default", and it is
 * checked that that one serves it.  Aborts on failure. */
EVP_CIPHER *support_cipher(OSSL_LIB_CTX *libctx, const char *name,
                           const char *provider);
EVP_MAC *support_mac(OSSL_LIB_CTX *libctx, const char *name,
                     const char *provider);

/* The names to fetch, all that vgfast has; NULL ends the lists. */
extern const char *const support_ciphers[];
extern const char *const support_aeads[];

#endif
