/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later */
/*
 * plugin.c - counts the instructions that a program executes under qemu-user,
 * through its plugin interface, version 1 (Debian 12's qemu-user 7.2).
 *
 *   qemu-ppc64le -plugin plugin.so,out=FILE[,trace=PREFIX] PROGRAM
 *
 * FILE gets a line for each stretch between the guest's instructions MARK and
 * MARK + 1, which do nothing: how many instructions lay between.  With trace,
 * PREFIX.N gets those of the N-th stretch, from 0 on, as they lie in memory.
 *
 * It is no part of the product and never linked with it.  qemu loads it, so it
 * may be used under qemu's licence, too.  Debian ships no qemu-plugin.h: what
 * is needed of the interface is declared here, from its documentation
 * (docs/devel/tcg-plugins.rst).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MARK 0x60005600u                /* ori 0, 0, 0x5600 */

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

enum { ADD_U64 = 0 };                   /* QEMU_PLUGIN_INLINE_ADD_U64 */
enum { NO_REGS = 0 };                   /* QEMU_PLUGIN_CB_NO_REGS */

void qemu_plugin_register_vcpu_tb_trans_cb(
    plugin_id id, void (*cb)(plugin_id, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *
qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn,
                                                int op, void *at, uint64_t n);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                            void (*cb)(unsigned, void *),
                                            int flags, void *data);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*cb)(plugin_id, void *),
                                    void *data);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t executed, at_start;
static unsigned stretch;
static FILE *out, *trace;
static const char *prefix;

static void start(unsigned cpu, void *data)
{
    char name[4096];

    (void)cpu;
    (void)data;
    at_start = executed;
    if (prefix != NULL) {
        snprintf(name, sizeof(name), "%s.%u", prefix, stretch);
        trace = fopen(name, "wb");
    }
}

static void stop(unsigned cpu, void *data)
{
    (void)cpu;
    (void)data;
    fprintf(out, "%" PRIu64 "\n", executed - at_start - 1);
    stretch++;
    if (trace != NULL) {
        fclose(trace);
        trace = NULL;
    }
}

/* data: the instruction, a prefix in its upper half */
static void step(unsigned cpu, void *data)
{
    uint64_t insn = (uintptr_t)data;
    uint32_t word[2] = { (uint32_t)(insn >> 32), (uint32_t)insn };

    (void)cpu;
    if (trace != NULL) {
        fwrite(word + (word[0] == 0), 4, word[0] != 0 ? 2 : 1, trace);
    }
}

static void translate(plugin_id id, struct qemu_plugin_tb *tb)
{
    size_t n = qemu_plugin_tb_n_insns(tb);

    (void)id;
    for (size_t i = 0; i < n; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint32_t word[2] = { 0, 0 };
        uint64_t whole;

        memcpy(word, qemu_plugin_insn_data(insn), qemu_plugin_insn_size(insn));
        qemu_plugin_register_vcpu_insn_exec_inline(insn, ADD_U64, &executed, 1);
        if (word[0] == MARK || word[0] == MARK + 1) {
            qemu_plugin_register_vcpu_insn_exec_cb(
                insn, word[0] == MARK ? start : stop, NO_REGS, NULL);
        } else if (prefix != NULL) {
            whole = word[1] != 0 ? (uint64_t)word[0] << 32 | word[1] : word[0];
            qemu_plugin_register_vcpu_insn_exec_cb(insn, step, NO_REGS,
                                                   (void *)(uintptr_t)whole);
        }
    }
}

static void done(plugin_id id, void *data)
{
    (void)id;
    (void)data;
    fclose(out);
}

__attribute__((visibility("default"))) int
qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], "out=", 4) == 0) {
            out = fopen(argv[i] + 4, "w");
        } else if (strncmp(argv[i], "trace=", 6) == 0) {
            prefix = strdup(argv[i] + 6);
        }
    }
    if (out == NULL) {
        fprintf(stderr, "plugin: out=FILE is missing, or cannot be written\n");
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_atexit_cb(id, done, NULL);
    return 0;
}
