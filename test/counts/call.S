/* SPDX-License-Identifier: Apache-2.0 */
/*
 * call.S - a call between two marks for scripts/icount.
 *
 *   void call_counted(void *fn, const uintptr_t args[8]);
 *
 * Between them are the instructions of fn and one, the call.  The stack begins
 * on a page: where it begins otherwise depends on the environment, and with it
 * what C's memcpy does.
 */
#include "counts.h"

        .machine power8
        .abiversion 2

        .globl  call_counted
        .type   call_counted, @function
        .p2align 4
call_counted:
        mflr    %r0
        std     %r0, 16(%r1)
        addi    %r5, %r1, -32
        clrrdi  %r5, %r5, 12
        subf    %r5, %r1, %r5
        stdux   %r1, %r1, %r5           /* down to a page */
        mr      %r12, %r3
        mtctr   %r12
        mr      %r11, %r4
        .irp    n, 0,1,2,3,4,5,6,7
        ld      3 + \n, 8 * \n(%r11)
        .endr
        MARK_START
        bctrl
        MARK_STOP
        ld      %r1, 0(%r1)
        ld      %r0, 16(%r1)
        mtlr    %r0
        blr
        .size   call_counted, . - call_counted

        .section .note.GNU-stack, "", @progbits
