/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trampoline for x86_64, System V ABI.
 *
 *   void call_frame(struct call_frame *frame);
 *
 * Loads the registers from the frame, calls frame->fn(args[0] .. args[7]),
 * and stores what it finds afterwards; call_x86.c compares.
 *
 *   called with     rdi rsi rdx rcx r8 r9, 16 bytes of stack: the arguments
 *                   rbx rbp r12-r15, MXCSR, x87 control word: kept_in ..
 *                   rax r10 r11 xmm0-xmm15, 4 KiB below rsp: junk
 *                   upper halves of ymm0-ymm15: zero
 *   afterwards      all of them may be lost, rsp too: the frame is found
 *                   again through `running`.  It also takes what is left in
 *                   vectors and below rsp
 */
#include "frame_x86.h"

        .set    FRAME, %rbx             /* until the call's registers load */
        .set    CALLED, %rax            /* and from there to the call */
        .set    DONE, %rcx              /* after the call */

/* Its own copies of MXCSR and the control word, from rsp up. */
        .set    OWN_SIZE, 24
        .set    OWN_MXCSR, 0
        .set    OWN_FCW, 4

.macro  push_kept reg
        pushq   \reg
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset \reg, 0
.endm

.macro  pop_kept reg
        popq    \reg
        .cfi_adjust_cfa_offset -8
        .cfi_restore \reg
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
        push_kept %rbp
        push_kept %rbx
        push_kept %r12
        push_kept %r13
        push_kept %r14
        push_kept %r15
        subq    $OWN_SIZE, %rsp         /* rsp is a multiple of 16 again */
        .cfi_adjust_cfa_offset OWN_SIZE
        stmxcsr OWN_MXCSR(%rsp)
        fnstcw  OWN_FCW(%rsp)
        movq    %rdi, FRAME
        movq    FRAME, running(%rip)

        pushq   FRAME_ARGS + 7 * 8(FRAME)
        .cfi_adjust_cfa_offset 8
        pushq   FRAME_ARGS + 6 * 8(FRAME)
        .cfi_adjust_cfa_offset 8
        movq    %rsp, FRAME_SP_IN(FRAME)

        leaq    -STACK_JUNK(%rsp), %rdi
        movl    $STACK_JUNK / 8, %ecx
        movq    FRAME_JUNK(FRAME), %rax
        cld
        rep stosq

        testl   $FEATURE_AVX, FRAME_FEATURES(FRAME)
        jz      .Lload
        vzeroupper
.Lload:
        movq    FRAME, CALLED
.irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        movups  FRAME_XMM_IN + 16 * \n(CALLED), %xmm\n
.endr
        ldmxcsr FRAME_MXCSR_IN(CALLED)
        fldcw   FRAME_FCW_IN(CALLED)
        movq    FRAME_ARGS + 0 * 8(CALLED), %rdi
        movq    FRAME_ARGS + 1 * 8(CALLED), %rsi
        movq    FRAME_ARGS + 2 * 8(CALLED), %rdx
        movq    FRAME_ARGS + 3 * 8(CALLED), %rcx
        movq    FRAME_ARGS + 4 * 8(CALLED), %r8
        movq    FRAME_ARGS + 5 * 8(CALLED), %r9
        movq    FRAME_JUNK(CALLED), %r10
        movq    FRAME_JUNK(CALLED), %r11
        movq    FRAME_KEPT_IN + 0 * 8(CALLED), %rbx
        movq    FRAME_KEPT_IN + 1 * 8(CALLED), %rbp
        movq    FRAME_KEPT_IN + 2 * 8(CALLED), %r12
        movq    FRAME_KEPT_IN + 3 * 8(CALLED), %r13
        movq    FRAME_KEPT_IN + 4 * 8(CALLED), %r14
        movq    FRAME_KEPT_IN + 5 * 8(CALLED), %r15
        call    *FRAME_FN(CALLED)

        movq    running(%rip), DONE
        movq    %rsp, FRAME_SP_OUT(DONE)
        movq    FRAME_SP_IN(DONE), %rsp
        movq    %rbx, FRAME_KEPT_OUT + 0 * 8(DONE)
        movq    %rbp, FRAME_KEPT_OUT + 1 * 8(DONE)
        movq    %r12, FRAME_KEPT_OUT + 2 * 8(DONE)
        movq    %r13, FRAME_KEPT_OUT + 3 * 8(DONE)
        movq    %r14, FRAME_KEPT_OUT + 4 * 8(DONE)
        movq    %r15, FRAME_KEPT_OUT + 5 * 8(DONE)
        pushfq
        popq    FRAME_FLAGS_OUT(DONE)
        cld
.irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        movups  %xmm\n, FRAME_XMM_OUT + 16 * \n(DONE)
.endr
        movq    DONE, %rdx
        leaq    -STACK_JUNK(%rsp), %rsi
        leaq    FRAME_STACK_OUT(DONE), %rdi
        movl    $STACK_JUNK / 8, %ecx
        rep movsq
        movq    %rdx, DONE
        fnstenv FRAME_FPU_OUT(DONE)
        fninit
        stmxcsr FRAME_MXCSR_OUT(DONE)
        testl   $FEATURE_AVX, FRAME_FEATURES(DONE)
        jz      .Lrestore
.irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        vextractf128 $1, %ymm\n, FRAME_YMM_OUT + 16 * \n(DONE)
.endr
        vzeroupper

.Lrestore:
        addq    $16, %rsp
        .cfi_adjust_cfa_offset -16
        ldmxcsr OWN_MXCSR(%rsp)
        fldcw   OWN_FCW(%rsp)
        addq    $OWN_SIZE, %rsp
        .cfi_adjust_cfa_offset -OWN_SIZE
        pop_kept %r15
        pop_kept %r14
        pop_kept %r13
        pop_kept %r12
        pop_kept %rbx
        pop_kept %rbp
        ret
        .cfi_endproc
        .size   call_frame, . - call_frame

        .section .note.GNU-stack, "", @progbits
