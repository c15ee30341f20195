/* SPDX-License-Identifier: Apache-2.0 */
/* finding.h - the state that `vgfast status` tells, put together. */
#ifndef VGF_TOOL_FINDING_H
#define VGF_TOOL_FINDING_H

#include "inspect.h"

#define MOST_ALGORITHMS 16
#define MOST_ADVICE 4

enum state {
    IN_USE,             /* who asks for nothing gets it */
    NOT_PREFERRED,      /* active, but another provider answers */
    NOTHING_OFFERED,    /* active, but has nothing for this processor */
    NOT_ENABLED,        /* can be loaded; the configuration does not say so */
    NOT_LOADABLE,
};

struct finding {
    struct config_file config;
    struct module_file module;
    enum state state;
    char self_test[16];             /* ok, failed; empty: not loaded */
    struct {
        bool offered;               /* by vgfast */
        char provider[64];          /* who answers; empty: nobody */
    } answers[MOST_ALGORITHMS];     /* as in algorithms[] */
    char advice[MOST_ADVICE][320];  /* what to do about it */
    unsigned advice_count;
};

void finding_make(struct finding *f);
void finding_free(struct finding *f);

/* "in use", "not preferred", .. */
const char *state_name(enum state state);
/* Exit status: 0 in use, 2 not loadable, 1 otherwise. */
int state_status(enum state state);

/* Is the provider that openssl.cnf calls so activated, as it is written? */
bool activates(const struct config_file *c, const char *section);

#endif
