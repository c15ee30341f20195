/* SPDX-License-Identifier: Apache-2.0 */
/* vectors.h - a record of a vector file, and running it. */
#ifndef VGF_TEST_VECTORS_H
#define VGF_TEST_VECTORS_H

#include <openssl/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    uint8_t *data;
    size_t len;
    bool given;
};

/* One record, as test/vectors/README.md describes them. */
struct record {
    char alg[24];
    char id[40];
    struct bytes key, iv, aad, pt, ct, tag;
    bool invalid;       /* result=invalid */
    bool mct;           /* rule=mct */
};

/* Says what is wrong with vgfast by the record; NULL: all is right. */
const char *vectors_run(OSSL_LIB_CTX *libctx, const struct record *r);

#endif
