/* SPDX-License-Identifier: Apache-2.0 */
/* call_x86.c - what a function may not lose on x86_64 and i386, by name. */
#include "harness.h"
#include "frame_x86.h"

#include <stdio.h>

#define OFFSET_IS(member, offset) \
    _Static_assert(offsetof(struct call_frame, member) == (offset), #member)

OFFSET_IS(fn, FRAME_FN);
OFFSET_IS(args, FRAME_ARGS);
OFFSET_IS(junk, FRAME_JUNK);
OFFSET_IS(features, FRAME_FEATURES);
OFFSET_IS(sp_in, FRAME_SP_IN);
OFFSET_IS(sp_out, FRAME_SP_OUT);
OFFSET_IS(flags_out, FRAME_FLAGS_OUT);
OFFSET_IS(kept_in, FRAME_KEPT_IN);
OFFSET_IS(kept_out, FRAME_KEPT_OUT);
OFFSET_IS(mxcsr_in, FRAME_MXCSR_IN);
OFFSET_IS(mxcsr_out, FRAME_MXCSR_OUT);
OFFSET_IS(fcw_in, FRAME_FCW_IN);
OFFSET_IS(fpu_out, FRAME_FPU_OUT);
OFFSET_IS(xmm_in, FRAME_XMM_IN);
OFFSET_IS(ymm_out, FRAME_YMM_OUT);
OFFSET_IS(xmm_out, FRAME_XMM_OUT);
OFFSET_IS(stack_out, FRAME_STACK_OUT);

/* Unusual but harmless: all exceptions masked, rounding toward zero; and
 * rounding down. */
#define MXCSR_JUNK 0x7f80u
#define MXCSR_STATUS 0x3fu              /* may change */
#define FCW_JUNK 0x077fu
#define TAGS_EMPTY 0xffffu
#define FLAGS_DF 0x400u

static const char *const kept_names[KEPT] = {
#ifdef __x86_64__
    "rbx", "rbp", "r12", "r13", "r14", "r15",
#else
    "ebx", "ebp", "esi", "edi",
#endif
};

static uintptr_t features(void)
{
    uintptr_t f = 0;

    if (__builtin_cpu_supports("sse")) {
        f |= FEATURE_SSE;
    }
    if (__builtin_cpu_supports("avx")) {
        f |= FEATURE_AVX;
    }
    return f;
}

static void compare(const struct call_frame *f)
{
    static const uint8_t zero[16];

    for (size_t i = 0; i < KEPT; i++) {
        if (f->kept_out[i] != f->kept_in[i]) {
            trial_fail("loses register %s", kept_names[i]);
        }
    }
    if (f->sp_out != f->sp_in) {
        trial_fail("loses register %s", WORD == 8 ? "rsp" : "esp");
    }
    if (f->flags_out & FLAGS_DF) {
        trial_fail("leaves the direction flag set");
    }
    if ((f->fpu_out[0] & 0xffff) != FCW_JUNK) {
        trial_fail("loses the x87 control word");
    }
    if ((f->fpu_out[2] & 0xffff) != TAGS_EMPTY) {
        trial_fail("leaves x87 or MMX registers in use");
    }
    if ((f->features & FEATURE_SSE)
        && (f->mxcsr_out & ~MXCSR_STATUS) != MXCSR_JUNK) {
        trial_fail("loses MXCSR");
    }
    if (f->features & FEATURE_AVX) {
        for (int i = 0; i < VECTORS; i++) {
            if (memcmp(f->ymm_out[i], zero, 16) != 0) {
                trial_fail("leaves the upper half of ymm%d: no vzeroupper?",
                           i);
            }
        }
    }
}

static void search(const struct call_frame *f)
{
    static const char *const names[] = {
        "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
        "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
    };
    uint64_t junk = f->junk;

    if (WORD == 4) {
        junk |= junk << 32;
    }
    if (f->features & FEATURE_SSE) {    /* nothing is in the upper halves */
        for (size_t i = 0; i < VECTORS; i++) {
            leftover_add(names[i], f->xmm_out[i], 16, 0);
        }
    }
    leftover_add("the stack", f->stack_out, STACK_JUNK, junk);
    leftover_search();
}

void call_kernel(kernel_fn *fn, size_t nargs, const uintptr_t *args)
{
    struct call_frame f;

    fill(&f, offsetof(struct call_frame, ymm_out), PATTERN_RANDOM);
    f.fn = fn;
    memcpy(f.args, args, nargs * sizeof(*args));
    f.features = features();
    f.mxcsr_in = MXCSR_JUNK;
    f.fcw_in = FCW_JUNK;
    call_frame(&f);
    compare(&f);
    if (secrets_any()) {
        search(&f);
    }
}
