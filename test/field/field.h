/* SPDX-License-Identifier: Apache-2.0 */
/*
 * field.h - tests of bugs that were reported against this kind of code.
 *
 * One file a report, named repository-number.c.  It says what was reported
 * and what is right, and holds vgfast to that.  CK_RUN_CASE=openssl-16057
 * runs one alone.
 */
#ifndef VGF_TEST_FIELD_H
#define VGF_TEST_FIELD_H

#include "harness.h"
#include "message.h"
#include "support.h"

#include <check.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>
#include <string.h>

/* vgfast and the default provider, anew for each test. */
extern OSSL_LIB_CTX *field_libctx;

/* A case that sets field_libctx up. */
TCase *field_case(const char *name);

TCase *field_bun_13646(void);
TCase *field_intel_ipsec_mb_47(void);
TCase *field_openssl_3276(void);
TCase *field_openssl_9524(void);
TCase *field_openssl_10125(void);
TCase *field_openssl_15193(void);
TCase *field_openssl_16057(void);
TCase *field_openssl_17588(void);
TCase *field_openssl_19822(void);
TCase *field_openssl_20084(void);
TCase *field_openssl_21853(void);
TCase *field_openssl_22096(void);
TCase *field_openssl_26539(void);
TCase *field_openssl_26998(void);
TCase *field_openssl_27216(void);
TCase *field_openssl_28137(void);
TCase *field_openssl_28157(void);
TCase *field_openssl_30284(void);
TCase *field_openssl_31188(void);
TCase *field_openssl_31332(void);
TCase *field_openssl_32258(void);

#endif
