/* SPDX-License-Identifier: Apache-2.0 */
/* records.h - the cases of the program that runs protocols' call sequences. */
#ifndef VGF_TEST_RECORDS_H
#define VGF_TEST_RECORDS_H

#include <check.h>
#include <openssl/types.h>

extern OSSL_LIB_CTX *records_libctx;

TCase *records_tls12(void);
TCase *records_tls13_quic(void);
TCase *records_ssh(void);

#endif
