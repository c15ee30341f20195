/* SPDX-License-Identifier: Apache-2.0 */
/*
 * frame_ppc64le.h - struct call_frame, as call_ppc64le.c and the trampoline
 * in call_ppc64le.S see it.  The C side asserts the offsets.
 */
#ifndef FRAME_PPC64LE_H
#define FRAME_PPC64LE_H

#define FRAME_FN        0
#define FRAME_ARGS      8
#define FRAME_JUNK      72
#define FRAME_SP_IN     80
#define FRAME_SP_OUT    88
#define FRAME_TOC_IN    96
#define FRAME_TOC_OUT   104
#define FRAME_TP_IN     112
#define FRAME_TP_OUT    120
#define FRAME_CR_IN     128
#define FRAME_CR_OUT    136
#define FRAME_VRSAVE_IN 144
#define FRAME_VRSAVE_OUT 152
#define FRAME_GPR_IN    160             /* r14-r31, 8 bytes each */
#define FRAME_GPR_OUT   304
#define FRAME_VS_IN     448             /* vs14-vs31, 16 bytes each */
#define FRAME_VS_OUT    736
#define FRAME_V_IN      1024            /* v20-v31, 16 bytes each */
#define FRAME_V_OUT     1216
#define FRAME_VS0_OUT   1408            /* vs0-vs13, 16 bytes each */
#define FRAME_V0_OUT    1632            /* v0-v19, 16 bytes each */
#define FRAME_STACK_OUT 1952

/* How much of the stack below holds junk. */
#define STACK_JUNK 4096

#ifndef __ASSEMBLER__

#include <stdint.h>

struct call_frame {
    void (*fn)(void);
    uint64_t args[8];
    uint64_t junk;
    uint64_t sp_in, sp_out;             /* just before the call, and after */
    uint64_t toc_in, toc_out;
    uint64_t tp_in, tp_out;
    uint64_t cr_in, cr_out;
    uint64_t vrsave_in, vrsave_out;
    uint64_t gpr_in[18], gpr_out[18];
    uint64_t vs_in[18][2], vs_out[18][2];   /* [0] is the half to be kept */
    uint64_t v_in[12][2], v_out[12][2];
    uint8_t vs0_out[14][16], v0_out[20][16];
    uint8_t stack_out[STACK_JUNK];      /* what is below sp_in */
};

void call_frame(struct call_frame *frame);

#endif
#endif
