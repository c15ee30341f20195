/* SPDX-License-Identifier: Apache-2.0 */
/* evp.h - one row at one size with one provider, as evp.c prepares it and
 * evp_rows.c runs it. */
#ifndef VGF_TOOL_EVP_H
#define VGF_TOOL_EVP_H

#include "bench.h"

#include <openssl/evp.h>

#define AAD_LEN 13              /* of TLS 1.2's records; 5 in TLS 1.3 */
#define TAG_LEN 16
#define EXPLICIT_IV_LEN 8       /* at the head of TLS 1.2's GCM records */
#define LARGEST_RECORD 16384

enum kind {
    STREAM,             /* a new IV, then one update */
    ECB,                /* one update, padding off */
    AEAD,               /* as libssl does for TLS 1.3 */
    RECORD,             /* as libssl does for TLS 1.2 */
    MAC,                /* a new key, one update, final */
};

struct job {
    size_t size;                /* the message; in records, the payload */
    size_t record_len;          /* with explicit IV and tag */
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *ctx;
    EVP_MAC *mac;
    EVP_MAC_CTX *mac_ctx;
    uint8_t *in, *out;
    uint8_t key[32], iv[16], aad[AAD_LEN], tag[TAG_LEN];
};

/* What seals for the rows that open. */
extern const struct operation evp_aead_seal, evp_record_seal;

#endif
