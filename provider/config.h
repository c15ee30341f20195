/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config.h - what the administrator says: the keys of our section of
 * openssl.cnf, and VGFAST_DENY and VGFAST_TRACE in the environment.
 * docs/configuration.md is the manual.
 */
#ifndef VGF_CONFIG_H
#define VGF_CONFIG_H

#include "vgf.h"

/* What `algorithms` can switch on; bits of vgf_config.algorithms. */
enum vgf_algorithm {
    VGF_ALG_AES_ECB = 1 << 0,
    VGF_ALG_AES_CTR = 1 << 1,
    VGF_ALG_AES_GCM = 1 << 2,
    VGF_ALG_CHACHA20 = 1 << 3,
    VGF_ALG_CHACHAPOLY = 1 << 4,
    VGF_ALG_POLY1305 = 1 << 5
};

struct vgf_config {
    unsigned algorithms;        /* default: all */
    vgf_tiers deny;             /* default: none */
    int generic;                /* offer what only C serves; default: no */
    int self_test;              /* at load; default: yes */
    const char *trace;          /* "stderr" or a path; NULL: no trace */
};

/* Reads it all.  0 on an unknown key or value, with an error on the queue that
 * names it and says what is valid. */
int vgf_config_read(const struct vgf_prov *prov, struct vgf_config *config);

/* Writes one line to where `trace` points.  A trace that cannot be written is
 * no reason to fail. */
void vgf_trace(const struct vgf_config *config, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
