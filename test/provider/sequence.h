/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sequence.h - EVP call sequences out of bytes.
 *
 * Any byte string is a sequence: its first byte chooses the algorithm, each
 * following one an operation, which takes its operands from the bytes behind
 * it; zeros follow the end.  So random bytes are random sequences, a fuzzer's
 * input is one, and a failing one is replayed from its bytes.
 */
#ifndef VGF_TEST_SEQUENCE_H
#define VGF_TEST_SEQUENCE_H

#include "oracle.h"

/* Run one through the oracle o, which need not have been begun. */
void sequence_run(struct oracle *o, const uint8_t *bytes, size_t len);

/* ---- between sequence.c and sequence_model.c --------------------------- */

enum sequence_kind { KIND_CTR, KIND_ECB, KIND_GCM, KIND_CHACHA, KIND_CCP,
                     KIND_POLY };
enum iv_state { IV_NONE, IV_SET, IV_RUN, IV_DONE };

/* As much of a context's state as is needed to foresee the rows of
 * oracle_rows.c, and calls that the default provider does not survive. */
struct sequence_model {
    enum sequence_kind kind;
    bool begun;        /* init with a cipher was called */
    int enc;
    bool key;
    size_t ivlen;      /* as EVP knows it */
    size_t held;       /* ECB: bytes not yet output */
    bool padding;      /* ECB: as it is, and as EVP will set it again */
    bool evp_padding;
    int key_enc;       /* ECB: direction when the key was set */
    bool bad_pad;      /* ECB: final has found one */
    bool rekeyed;      /* GCM: within a message */
    enum iv_state iv;  /* GCM */
    bool fixed;        /* GCM: tlsivfixed given */
    bool drawn;        /* GCM: agree_on_iv() hid that a part was random */
    bool failed;       /* GCM: the tag was wrong */
    bool opened;       /* GCM: a TLS record was, well or not */
    bool armed;        /* GCM, CCP: a TLS header given */
    bool clobbered;    /* GCM: SET_TAG was called since */
    size_t tls_len;    /* CCP: length that update then takes */
    bool header;       /* GCM: the header is where the tag was */
    bool tag;          /* a tag to verify is there */
    bool made_tag;     /* GCM: by encryption */
    bool foreign_tag;  /* GCM: SET_TAG was called after that */
    bool record;       /* CCP: a TLS record since the last IV */
    bool tag_length;   /* CCP: taglen is known */
    uint64_t absorbed; /* bytes of payload */
    bool again;        /* CCP: a second one overwrote the default's tag */
    unsigned finals;   /* CCP, POLY: since the last IV or key */
    int final_enc;     /* CCP: the direction of the last of them */
};

/* What a call will meet. */
enum sequence_verdict {
    GO,    /* nothing */
    ROW,   /* a row, then on */
    LAST,  /* a row, after which the two are not comparable any more */
    SKIP,  /* do not make this call */
    STOP,  /* end before this call */
};

enum sequence_verdict model_before(const struct sequence_model *m,
                                   const struct oracle *o,
                                   const struct oracle_call *call,
                                   const struct oracle_row **row);
void model_after(struct sequence_model *m, const struct oracle *o,
                 const struct oracle_call *call);

#endif
