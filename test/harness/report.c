/* SPDX-License-Identifier: Apache-2.0 */
/* report.c - what was tried, and how it failed, in one line. */
#include "harness.h"

#include <check.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct trial trial;
void (*fail_hook)(const char *report);

static char report[512];

void trial_entry(const char *entry)
{
    trial.entry = entry;
    trial.size = 0;
    trial.layout = NULL;
    trial.note[0] = '\0';
}

void trial_note(const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    vsnprintf(trial.note, sizeof(trial.note), format, ap);
    va_end(ap);
}

static const char *or_what(const char *text)
{
    return text != NULL ? text : "?";
}

static void write_report(const char *what)
{
    const struct layout *l = trial.layout;
    char where[80] = "";

    if (l != NULL) {
        snprintf(where, sizeof(where), ", %s + %zu%s, out + %zu",
                 l->end == FRONT ? "front" : "back", l->in_offset,
                 l->in_place ? " in place" : "", l->out_offset);
    }
    snprintf(report, sizeof(report),
             "%s/%s %s: %s (size %zu%s%s%s, VGF_TEST_SEED=%#llx)",
             or_what(trial.family), or_what(trial.tier),
             or_what(trial.entry), what, trial.size, where,
             trial.note[0] != '\0' ? ", " : "", trial.note,
             (unsigned long long)random_seed());
}

void trial_fail(const char *format, ...)
{
    char what[160];
    va_list ap;

    va_start(ap, format);
    vsnprintf(what, sizeof(what), format, ap);
    va_end(ap);
    write_report(what);
    if (fail_hook != NULL) {
        fail_hook(report);
    }
    ck_abort_msg("%s", report);
    abort();                            /* not reached; ck_abort_msg is not
                                           declared so everywhere */
}

void expect_bytes(const char *what, const void *got, const void *want,
                  size_t n)
{
    const uint8_t *g = got, *w = want;

    if (memcmp(g, w, n) == 0) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (g[i] != w[i]) {
            trial_fail("%s: byte %zu of %zu is %02x, not %02x", what, i, n,
                       g[i], w[i]);
        }
    }
}

/* ---- Crashes ----------------------------------------------------------- */

/* Formatting is not for signal handlers in general.  Here the signal comes
 * out of a kernel or a test, not out of the C library. */
static void on_fault(int number, siginfo_t *info, void *context)
{
    char what[120];
    ptrdiff_t index;
    const struct guarded *g = guarded_find(info->si_addr, &index);

    (void)context;
    if (number == SIGSEGV && g != NULL) {
        snprintf(what, sizeof(what), "touches byte %td of %s, which has %zu",
                 index, g->name, g->size);
    } else {
        snprintf(what, sizeof(what), "signal %d at address %p", number,
                 info->si_addr);
    }
    write_report(what);
    if (fail_hook != NULL) {
        fail_hook(report);
    }
    if (write(STDERR_FILENO, report, strlen(report)) < 0
        || write(STDERR_FILENO, "\n", 1) < 0) {
        _exit(EXIT_FAILURE);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void faults_watch(void)
{
    static uint8_t stack[64 * 1024];
    static const int numbers[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE };
    stack_t other = { .ss_sp = stack, .ss_size = sizeof(stack) };
    struct sigaction action = { .sa_sigaction = on_fault };

    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < COUNT(numbers); i++) {
        sigaction(numbers[i], &action, NULL);
    }
}
