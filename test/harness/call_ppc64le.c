/* SPDX-License-Identifier: Apache-2.0 */
/* call_ppc64le.c - what a function may not lose under ELFv2, by name. */
#include "harness.h"
#include "frame_ppc64le.h"

#include <stdio.h>

#define OFFSET_IS(member, offset) \
    _Static_assert(offsetof(struct call_frame, member) == (offset), #member)

OFFSET_IS(fn, FRAME_FN);
OFFSET_IS(args, FRAME_ARGS);
OFFSET_IS(junk, FRAME_JUNK);
OFFSET_IS(sp_in, FRAME_SP_IN);
OFFSET_IS(sp_out, FRAME_SP_OUT);
OFFSET_IS(toc_in, FRAME_TOC_IN);
OFFSET_IS(toc_out, FRAME_TOC_OUT);
OFFSET_IS(tp_in, FRAME_TP_IN);
OFFSET_IS(tp_out, FRAME_TP_OUT);
OFFSET_IS(cr_in, FRAME_CR_IN);
OFFSET_IS(cr_out, FRAME_CR_OUT);
OFFSET_IS(vrsave_in, FRAME_VRSAVE_IN);
OFFSET_IS(vrsave_out, FRAME_VRSAVE_OUT);
OFFSET_IS(gpr_in, FRAME_GPR_IN);
OFFSET_IS(gpr_out, FRAME_GPR_OUT);
OFFSET_IS(vs_in, FRAME_VS_IN);
OFFSET_IS(vs_out, FRAME_VS_OUT);
OFFSET_IS(v_in, FRAME_V_IN);
OFFSET_IS(v_out, FRAME_V_OUT);
OFFSET_IS(vs0_out, FRAME_VS0_OUT);
OFFSET_IS(v0_out, FRAME_V0_OUT);
OFFSET_IS(stack_out, FRAME_STACK_OUT);

static void compare(const struct call_frame *f)
{
    for (int i = 0; i < 18; i++) {
        if (f->gpr_out[i] != f->gpr_in[i]) {
            trial_fail("loses register r%d", 14 + i);
        }
        if (f->vs_out[i][0] != f->vs_in[i][0]) {
            trial_fail("loses register f%d (vs%d)", 14 + i, 14 + i);
        }
    }
    for (int i = 0; i < 12; i++) {
        if (memcmp(f->v_out[i], f->v_in[i], 16) != 0) {
            trial_fail("loses register v%d (vs%d)", 20 + i, 52 + i);
        }
    }
    for (int i = 2; i <= 4; i++) {
        if (((f->cr_out ^ f->cr_in) >> (28 - 4 * i) & 0xf) != 0) {
            trial_fail("loses register CR%d", i);
        }
    }
    if ((uint32_t)f->vrsave_out != (uint32_t)f->vrsave_in) {
        trial_fail("loses register VRSAVE");
    }
    if (f->sp_out != f->sp_in) {
        trial_fail("loses register r1");
    }
    if (f->tp_out != f->tp_in) {
        trial_fail("loses register r13");
    }
#ifndef __PCREL__                       /* else r2 is anyone's */
    if (f->toc_out != f->toc_in) {
        trial_fail("loses register r2");
    }
#endif
}

static void search(const struct call_frame *f)
{
    static const char *const names[] = {        /* all that is not kept */
        "vs0", "vs1", "vs2", "vs3", "vs4", "vs5", "vs6", "vs7", "vs8", "vs9",
        "vs10", "vs11", "vs12", "vs13", "vs14", "vs15", "vs16", "vs17",
        "vs18", "vs19", "vs20", "vs21", "vs22", "vs23", "vs24", "vs25",
        "vs26", "vs27", "vs28", "vs29", "vs30", "vs31", "v0", "v1", "v2",
        "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13",
        "v14", "v15", "v16", "v17", "v18", "v19",
    };

    for (size_t i = 0; i < COUNT(names); i++) {
        leftover_add(names[i],
                     i < 14   ? f->vs0_out[i]
                     : i < 32 ? (const uint8_t *)f->vs_out[i - 14]
                              : f->v0_out[i - 32],
                     16, 0);
    }
    leftover_add("the stack", f->stack_out, STACK_JUNK, f->junk);
    leftover_search();
}

void call_kernel(kernel_fn *fn, size_t nargs, const uintptr_t *args)
{
    struct call_frame f;

    fill(&f, offsetof(struct call_frame, vs0_out), PATTERN_RANDOM);
    f.fn = fn;
    memcpy(f.args, args, nargs * sizeof(*args));
    call_frame(&f);
    compare(&f);
    if (secrets_any()) {
        search(&f);
    }
}
