/* SPDX-License-Identifier: Apache-2.0 */
/* finding.c - see finding.h */
#include "finding.h"
#include "command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <openssl/err.h>

/* 3.3: CONF's "activate" is a truth value */
#define VALUE_COUNTS_SINCE 0x30300000L

static const char *const names[] = {
    [IN_USE] = "in use",
    [NOT_PREFERRED] = "loaded, not preferred",
    [NOTHING_OFFERED] = "loaded, nothing to offer",
    [NOT_ENABLED] = "not enabled",
    [NOT_LOADABLE] = "not loadable",
};

const char *state_name(enum state state)
{
    return names[state];
}

int state_status(enum state state)
{
    return state == IN_USE ? 0 : state == NOT_LOADABLE ? 2 : 1;
}

/* Where OpenSSL is old the key counts, whatever its value. */
bool activates(const struct config_file *c, const char *section)
{
    static const char *const no[] = { "0", "no", "false", "off" };
    const char *value = config_file_value(c, section, "activate");
    bool denies = false;

    for (size_t i = 0; value != NULL && i < sizeof(no) / sizeof(no[0]); i++) {
        denies |= strcasecmp(value, no[i]) == 0;
    }
    return value != NULL
           && (!denies || OpenSSL_version_num() < VALUE_COUNTS_SINCE);
}

__attribute__((format(printf, 2, 3))) static void
advise(struct finding *f, const char *fmt, ...)
{
    va_list args;

    if (f->advice_count < MOST_ADVICE) {
        va_start(args, fmt);
        vsnprintf(f->advice[f->advice_count++], sizeof(f->advice[0]), fmt,
                  args);
        va_end(args);
    }
}

static void ask_algorithms(struct finding *f)
{
    char provider[64];

    for (size_t i = 0; i < algorithms_count; i++) {
        f->answers[i].offered = f->module.provider != NULL
            && who_serves(f->module.libctx, algorithms[i].name,
                          "provider=vgfast", provider, sizeof(provider));
        who_serves(NULL, algorithms[i].name, NULL, f->answers[i].provider,
                   sizeof(f->answers[i].provider));
    }
}

static enum state judge_state(const struct finding *f)
{
    unsigned offered = 0, answered = 0;

    if (f->module.provider == NULL) {
        return NOT_LOADABLE;
    }
    if (!f->module.active) {
        return NOT_ENABLED;
    }
    for (size_t i = 0; i < algorithms_count; i++) {
        offered += f->answers[i].offered;
        answered += f->answers[i].offered
                    && strcmp(f->answers[i].provider, "vgfast") == 0;
    }
    return offered == 0 ? NOTHING_OFFERED
           : answered == offered ? IN_USE : NOT_PREFERRED;
}

/* What is missing for programs to get vgfast. */
static void advise_on_state(struct finding *f)
{
    const char *query = f->config.query;

    switch (f->state) {
    case NOT_PREFERRED:
        if (query != NULL && strstr(query, "?provider=vgfast") != NULL) {
            advise(f, "default_properties asks for vgfast and does not hold: "
                   "OpenSSL stops at the first provider in the file that it "
                   "cannot activate, or another term outweighs it");
            break;
        }
        if (query != NULL) {
            advise(f, "default_properties = %s keeps programs from vgfast",
                   query);
        }
        advise(f, "set \"default_properties = ?provider=vgfast\" in the "
               "section that alg_section names; \"vgfast enable --print\" "
               "shows how");
        break;
    case NOTHING_OFFERED:
        advise(f, "nothing is left but portable C, or \"algorithms\" names "
               "nothing; the default provider serves, which is right");
        break;
    case NOT_ENABLED:
        advise(f, "no configuration activates it; \"vgfast enable --print\" "
               "shows one that does");
        break;
    case NOT_LOADABLE:
        advise(f, "programs go on with the default provider and say "
               "nothing; the reason is above");
        break;
    case IN_USE:
    default:
        break;
    }
}

static void advise_on_dangers(struct finding *f)
{
    const char *query = f->config.query;
    char provider[64];

    if (f->config.error[0] != '\0') {
        advise(f, "%s cannot be read: %s", f->config.path, f->config.error);
    }
    if (who_serves(NULL, "SHA2-256", NULL, provider, sizeof(provider))
        != NULL) {
        return;
    }
    if (query != NULL && strncmp(query, "provider=", 9) == 0) {
        advise(f, "there is no SHA-256 and TLS cannot work: write "
               "default_properties with a question mark, ?%s", query);
    } else {
        advise(f, "there is no SHA-256 and TLS cannot work: activate the "
               "default provider, too");
    }
}

void finding_make(struct finding *f)
{
    memset(f, 0, sizeof(*f));
    config_file_read(&f->config, NULL);
    module_file_find(&f->module, &f->config);
    ask_algorithms(f);
    f->state = judge_state(f);
    if (f->module.provider != NULL) {
        snprintf(f->self_test, sizeof(f->self_test), "%s",
                 OSSL_PROVIDER_self_test(f->module.provider) ? "ok"
                                                             : "failed");
    }
    if (f->module.provider != NULL
        && strstr(f->module.build_info, "self-test failed") != NULL) {
        snprintf(f->self_test, sizeof(f->self_test), "failed");
        advise(f, "a tier failed its self-test and is not used: please "
               "report it, with this output");
    }
    advise_on_state(f);
    advise_on_dangers(f);
    ERR_clear_error();
}

void finding_free(struct finding *f)
{
    module_file_free(&f->module);
    config_file_free(&f->config);
}
