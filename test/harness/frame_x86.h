/* SPDX-License-Identifier: Apache-2.0 */
/*
 * frame_x86.h - struct call_frame, as call_x86.c and the trampolines in
 * call_x86_64.S and call_i386.S see it.  The C side asserts the offsets.
 */
#ifndef FRAME_X86_H
#define FRAME_X86_H

#ifdef __x86_64__
#define WORD 8
#define KEPT 6                          /* rbx rbp r12 r13 r14 r15 */
#define VECTORS 16
#else
#define WORD 4
#define KEPT 4                          /* ebx ebp esi edi */
#define VECTORS 8
#endif

#define FEATURE_SSE 1
#define FEATURE_AVX 2

#define FRAME_FN        (0 * WORD)
#define FRAME_ARGS      (1 * WORD)
#define FRAME_JUNK      (9 * WORD)
#define FRAME_FEATURES  (10 * WORD)
#define FRAME_SP_IN     (11 * WORD)
#define FRAME_SP_OUT    (12 * WORD)
#define FRAME_FLAGS_OUT (13 * WORD)
#define FRAME_KEPT_IN   (14 * WORD)
#define FRAME_KEPT_OUT  (20 * WORD)
#define FRAME_MXCSR_IN  (26 * WORD)
#define FRAME_MXCSR_OUT (FRAME_MXCSR_IN + 4)
#define FRAME_FCW_IN    (FRAME_MXCSR_IN + 8)
#define FRAME_FPU_OUT   (FRAME_MXCSR_IN + 12)
#define FRAME_XMM_IN    (FRAME_FPU_OUT + 28)
#define FRAME_YMM_OUT   (FRAME_XMM_IN + 256)
#define FRAME_XMM_OUT   (FRAME_YMM_OUT + 256)
#define FRAME_STACK_OUT (FRAME_XMM_OUT + 256)

/* How much of the stack below holds junk. */
#define STACK_JUNK 4096

#ifndef __ASSEMBLER__

#include <stdint.h>

struct call_frame {
    void (*fn)(void);
    uintptr_t args[8];
    uintptr_t junk;
    uintptr_t features;
    uintptr_t sp_in, sp_out;            /* just before the call, and after */
    uintptr_t flags_out;
    uintptr_t kept_in[6], kept_out[6];
    uint32_t mxcsr_in, mxcsr_out;
    uint32_t fcw_in;
    uint32_t fpu_out[7];                /* as FNSTENV writes it */
    uint8_t xmm_in[16][16];
    uint8_t ymm_out[16][16];            /* the upper halves */
    uint8_t xmm_out[16][16];
    uint8_t stack_out[STACK_JUNK];      /* what is below sp_in */
};

void call_frame(struct call_frame *frame);

#endif
#endif
