/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trampoline for ppc64le, ELFv2 ABI.
 *
 *   void call_frame(struct call_frame *frame);
 *
 * Loads the registers from the frame, calls frame->fn(args[0] .. args[7]),
 * and stores what it finds afterwards; call_ppc64le.c compares.
 *
 *   called with     r3-r10: the arguments; r12: the function, by the ABI
 *                   r14-r31, v20-v31, vs14-vs31 (whose high halves are
 *                   f14-f31), CR2-CR4, VRSAVE: gpr_in ..
 *                   r0 r11, v0-v19, vs0-vs13, XER, the rest of CR, 4 KiB
 *                   below r1: junk.  CTR is the function.
 *                   r1 r2 r13: as they are
 *   afterwards      all of them may be lost, r1 too: the frame is found again
 *                   through `running`, from the program counter.  It also
 *                   takes what is left in vectors and below r1
 *
 * That the function comes back here at all shows that it kept the LR it was
 * given.
 */
#include "frame_ppc64le.h"

#define FRAME   %r31                    /* until the call's registers load */
#define CALLED  %r11                    /* and from there to the call */
#define DONE    %r11                    /* after the call */
#define INDEX   %r12

/* Its own frame: the header of 32 bytes, and what it must keep itself. */
#define OWN_GPR  32                     /* r14-r31 */
#define OWN_FPR  176                    /* f14-f31 */
#define OWN_V    320                    /* v20-v31 */
#define OWN_VRSAVE 512
#define OWN_SIZE 528

#define VRSAVE  256                     /* the number of the register */

        .machine power8
        .abiversion 2

/* The address of `running` into reg.  Loses LR. */
.macro  find_running reg
        bcl     20, 31, .Lhere\@
.Lhere\@:
        mflr    \reg
        addis   \reg, \reg, (running - .Lhere\@)@ha
        addi    \reg, \reg, (running - .Lhere\@)@l
.endm

/* A 16-byte vector, vs0-vs63, at base + offset.  Loses INDEX. */
.macro  load_vs n, base, offset
        li      INDEX, \offset
        lxvd2x  %vs\n, \base, INDEX
.endm

.macro  store_vs n, base, offset
        li      INDEX, \offset
        stxvd2x %vs\n, \base, INDEX
.endm

        .local  running
        .comm   running, 8, 8

        .text
        .globl  call_frame
        .hidden call_frame
        .type   call_frame, @function
        .balign 16
call_frame:
        .cfi_startproc
        mflr    %r0
        std     %r0, 16(%r1)
        mfcr    %r0
        stw     %r0, 8(%r1)
        stdu    %r1, -OWN_SIZE(%r1)
        .cfi_def_cfa_offset OWN_SIZE
        .cfi_offset lr, 16
.irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        std     %r\n, OWN_GPR + 8 * (\n - 14)(%r1)
        .cfi_offset %r\n, OWN_GPR + 8 * (\n - 14) - OWN_SIZE
        stfd    %f\n, OWN_FPR + 8 * (\n - 14)(%r1)
.endr
.irp n, 52,53,54,55,56,57,58,59,60,61,62,63
        store_vs \n, %r1, (OWN_V + 16 * (\n - 52))
.endr
        mfspr   %r0, VRSAVE
        stw     %r0, OWN_VRSAVE(%r1)
        mr      FRAME, %r3
        find_running %r4
        std     FRAME, 0(%r4)
        std     %r1, FRAME_SP_IN(FRAME)
        std     %r2, FRAME_TOC_IN(FRAME)
        std     %r13, FRAME_TP_IN(FRAME)

        ld      %r0, FRAME_JUNK(FRAME)
        mr      %r4, %r1
        li      %r5, STACK_JUNK / 8
        mtctr   %r5
.Lfill:
        stdu    %r0, -8(%r4)
        bdnz    .Lfill

        /* Junk into what the function may use: vectors of arguments and of
         * the frame's own random bytes do. */
.irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13
        load_vs \n, FRAME, (FRAME_VS_IN + 8 + 16 * \n)
.endr
.irp n, 32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51
        load_vs \n, FRAME, (FRAME_GPR_IN + 16 * (\n - 32))
.endr
        mtxer   %r0

        /* What it must keep. */
.irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        load_vs \n, FRAME, (FRAME_VS_IN + 16 * (\n - 14))
.endr
.irp n, 52,53,54,55,56,57,58,59,60,61,62,63
        load_vs \n, FRAME, (FRAME_V_IN + 16 * (\n - 52))
.endr
        ld      %r0, FRAME_VRSAVE_IN(FRAME)
        mtspr   VRSAVE, %r0
        mr      CALLED, FRAME
.irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        ld      %r\n, FRAME_GPR_IN + 8 * (\n - 14)(CALLED)
.endr
.irp n, 3,4,5,6,7,8,9,10
        ld      %r\n, FRAME_ARGS + 8 * (\n - 3)(CALLED)
.endr
        ld      %r0, FRAME_CR_IN(CALLED)
        mtcr    %r0
        ld      %r12, FRAME_FN(CALLED)
        mtctr   %r12
        ld      CALLED, FRAME_JUNK(CALLED)
        bctrl

        find_running DONE
        ld      DONE, 0(DONE)
        std     %r1, FRAME_SP_OUT(DONE)
        std     %r2, FRAME_TOC_OUT(DONE)
        std     %r13, FRAME_TP_OUT(DONE)
        ld      %r1, FRAME_SP_IN(DONE)
        ld      %r2, FRAME_TOC_IN(DONE)
        ld      %r13, FRAME_TP_IN(DONE)
        mfcr    %r0
        std     %r0, FRAME_CR_OUT(DONE)
        mfspr   %r0, VRSAVE
        std     %r0, FRAME_VRSAVE_OUT(DONE)
.irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        std     %r\n, FRAME_GPR_OUT + 8 * (\n - 14)(DONE)
        store_vs \n, DONE, (FRAME_VS_OUT + 16 * (\n - 14))
.endr
.irp n, 52,53,54,55,56,57,58,59,60,61,62,63
        store_vs \n, DONE, (FRAME_V_OUT + 16 * (\n - 52))
.endr
.irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13
        store_vs \n, DONE, (FRAME_VS0_OUT + 16 * \n)
.endr
.irp n, 32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51
        store_vs \n, DONE, (FRAME_V0_OUT + 16 * (\n - 32))
.endr
        addi    %r4, %r1, -STACK_JUNK - 8
        addi    %r5, DONE, FRAME_STACK_OUT - 8
        li      %r6, STACK_JUNK / 8
        mtctr   %r6
.Lleft:
        ldu     %r0, 8(%r4)
        stdu    %r0, 8(%r5)
        bdnz    .Lleft

        lwz     %r0, OWN_VRSAVE(%r1)
        mtspr   VRSAVE, %r0
.irp n, 52,53,54,55,56,57,58,59,60,61,62,63
        load_vs \n, %r1, (OWN_V + 16 * (\n - 52))
.endr
.irp n, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        lfd     %f\n, OWN_FPR + 8 * (\n - 14)(%r1)
        ld      %r\n, OWN_GPR + 8 * (\n - 14)(%r1)
        .cfi_restore %r\n
.endr
        addi    %r1, %r1, OWN_SIZE
        .cfi_def_cfa_offset 0
        lwz     %r0, 8(%r1)
        mtcr    %r0
        ld      %r0, 16(%r1)
        mtlr    %r0
        .cfi_restore lr
        blr
        .cfi_endproc
        .size   call_frame, . - call_frame

        .section .note.GNU-stack, "", @progbits
