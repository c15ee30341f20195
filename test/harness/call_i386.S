/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trampoline for i386, System V ABI: the twin of call_x86_64.S.
 *
 *   void call_frame(struct call_frame *frame);
 *
 *   called with     32 bytes of stack: the arguments
 *                   ebx ebp esi edi, MXCSR, x87 control word: kept_in ..
 *                   eax ecx edx xmm0-xmm7, 4 KiB below esp: junk
 *                   upper halves of ymm0-ymm7: zero
 *   afterwards      all of them may be lost, esp too: the frame is found
 *                   again through `running`.  It also takes what is left in
 *                   vectors and below esp
 */
#include "frame_x86.h"

        .set    FRAME, %ebx             /* until the call's registers load */
        .set    CALLED, %eax            /* and from there to the call */
        .set    DONE, %ecx              /* after the call */

/* Its own copies of MXCSR and the control word, from esp up. */
        .set    OWN_SIZE, 12
        .set    OWN_MXCSR, 0
        .set    OWN_FCW, 4

.macro  push_kept reg
        pushl   \reg
        .cfi_adjust_cfa_offset 4
        .cfi_rel_offset \reg, 0
.endm

.macro  pop_kept reg
        popl    \reg
        .cfi_adjust_cfa_offset -4
        .cfi_restore \reg
.endm

        .local  running
        .comm   running, 4, 4

        .text
        .globl  call_frame
        .hidden call_frame
        .type   call_frame, @function
        .balign 16
call_frame:
        .cfi_startproc
        push_kept %ebp
        push_kept %ebx
        push_kept %esi
        push_kept %edi
        subl    $OWN_SIZE, %esp         /* esp is a multiple of 16 again */
        .cfi_adjust_cfa_offset OWN_SIZE
        movl    OWN_SIZE + 5 * 4(%esp), FRAME
        fnstcw  OWN_FCW(%esp)
        testl   $FEATURE_SSE, FRAME_FEATURES(FRAME)
        jz      .Lstart
        stmxcsr OWN_MXCSR(%esp)
.Lstart:
        call    .Lhere1
.Lhere1:
        popl    %edx
        movl    FRAME, running - .Lhere1(%edx)

.irp n, 7,6,5,4,3,2,1,0
        pushl   FRAME_ARGS + \n * 4(FRAME)
        .cfi_adjust_cfa_offset 4
.endr
        movl    %esp, FRAME_SP_IN(FRAME)

        leal    -STACK_JUNK(%esp), %edi
        movl    $STACK_JUNK / 4, %ecx
        movl    FRAME_JUNK(FRAME), %eax
        cld
        rep stosl

        testl   $FEATURE_AVX, FRAME_FEATURES(FRAME)
        jz      .Lload
        vzeroupper
.Lload:
        movl    FRAME, CALLED
        testl   $FEATURE_SSE, FRAME_FEATURES(CALLED)
        jz      .Lload_integers
.irp n, 0,1,2,3,4,5,6,7
        movups  FRAME_XMM_IN + 16 * \n(CALLED), %xmm\n
.endr
        ldmxcsr FRAME_MXCSR_IN(CALLED)
.Lload_integers:
        fldcw   FRAME_FCW_IN(CALLED)
        movl    FRAME_JUNK(CALLED), %ecx
        movl    FRAME_JUNK(CALLED), %edx
        movl    FRAME_KEPT_IN + 0 * 4(CALLED), %ebx
        movl    FRAME_KEPT_IN + 1 * 4(CALLED), %ebp
        movl    FRAME_KEPT_IN + 2 * 4(CALLED), %esi
        movl    FRAME_KEPT_IN + 3 * 4(CALLED), %edi
        call    *FRAME_FN(CALLED)

        call    .Lhere2
.Lhere2:
        popl    DONE
        movl    running - .Lhere2(DONE), DONE
        movl    %esp, FRAME_SP_OUT(DONE)
        movl    FRAME_SP_IN(DONE), %esp
        movl    %ebx, FRAME_KEPT_OUT + 0 * 4(DONE)
        movl    %ebp, FRAME_KEPT_OUT + 1 * 4(DONE)
        movl    %esi, FRAME_KEPT_OUT + 2 * 4(DONE)
        movl    %edi, FRAME_KEPT_OUT + 3 * 4(DONE)
        pushfl
        popl    FRAME_FLAGS_OUT(DONE)
        cld
        movl    DONE, %edx
        leal    -STACK_JUNK(%esp), %esi
        leal    FRAME_STACK_OUT(DONE), %edi
        movl    $STACK_JUNK / 4, %ecx
        rep movsl
        movl    %edx, DONE
        fnstenv FRAME_FPU_OUT(DONE)
        fninit
        testl   $FEATURE_SSE, FRAME_FEATURES(DONE)
        jz      .Lrestore
.irp n, 0,1,2,3,4,5,6,7
        movups  %xmm\n, FRAME_XMM_OUT + 16 * \n(DONE)
.endr
        stmxcsr FRAME_MXCSR_OUT(DONE)
        ldmxcsr 8 * 4 + OWN_MXCSR(%esp)
        testl   $FEATURE_AVX, FRAME_FEATURES(DONE)
        jz      .Lrestore
.irp n, 0,1,2,3,4,5,6,7
        vextractf128 $1, %ymm\n, FRAME_YMM_OUT + 16 * \n(DONE)
.endr
        vzeroupper

.Lrestore:
        addl    $8 * 4, %esp
        .cfi_adjust_cfa_offset -8 * 4
        fldcw   OWN_FCW(%esp)
        addl    $OWN_SIZE, %esp
        .cfi_adjust_cfa_offset -OWN_SIZE
        pop_kept %edi
        pop_kept %esi
        pop_kept %ebx
        pop_kept %ebp
        ret
        .cfi_endproc
        .size   call_frame, . - call_frame

        .section .note.GNU-stack, "", @progbits
