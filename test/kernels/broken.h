/* SPDX-License-Identifier: Apache-2.0 */
/*
 * broken.h - kernels that are wrong on purpose, and what must be said: generic
 * with one defect each, of the kinds that assembly has had elsewhere.
 */
#ifndef BROKEN_H
#define BROKEN_H

#include "family.h"

struct broken {
    const char *what;                   /* is wrong with it */
    const struct family *family;
    const char *check;                  /* the check that must catch it */
    const void *ops;                    /* generic but for one entry */
    const char *report;                 /* must be part of the report;
                                           NULL: the check must pass */
};

/* The table; its length in *n. */
const struct broken *broken_kernels(size_t *n);

/* ---- For the files that fill it ------------------------------------------ */

void broken_aes(void);
void broken_gcm(void);
void broken_chachapoly(void);
void broken_leaves(void);

void broken_row(const char *what, const struct family *family,
                const char *check, const void *ops, size_t size,
                const char *report);

/* A row for generic with one entry replaced. */
#define ROW(name, entry, fn, check, report)                               \
    do {                                                                  \
        struct vgf_##name##_ops ops_ = vgf_##name##_generic;              \
                                                                          \
        ops_.entry = fn;                                                  \
        broken_row(#name ": " #fn, &name##_family, check, &ops_,          \
                   sizeof(ops_), report);                                 \
    } while (0)

/* Reads one byte. */
void touch(const void *p);

#endif
