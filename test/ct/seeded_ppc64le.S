/* SPDX-License-Identifier: Apache-2.0 */
#include "seeded.inc"
#define SEC %r3
#define OUT %r4
#define N   %r5
#define PUB %r6
        .machine power9
        .abiversion 2
        .text

bad branch, branch
        ld      %r7, 0(SEC)
        cmpdi   %r7, 0
        beq     1f
        nop
1:      blr
bad branch_record, branch
        ld      %r7, 0(SEC)
        andi.   %r7, %r7, 1
        beq     1f
        nop
1:      blr
bad branch_cr7, branch
        lwz     %r7, 0(SEC)
        cmplwi  %cr7, %r7, 9
        bgt     %cr7, 1f
        nop
1:      blr
bad branch_vector, branch
        lxvd2x  %vs32, 0, SEC
        vxor    %v1, %v1, %v1
        vcmpequb. %v2, %v0, %v1
        bge     %cr6, 1f
        nop
1:      blr
bad branch_crlogic, branch
        ld      %r7, 0(SEC)
        cmpdi   %r7, 0
        cror    6, 2, 2
        beq     %cr1, 1f
        nop
1:      blr
bad branch_count, branch
        lbz     %r7, 0(SEC)
        mtctr   %r7
1:      bdnz    1b
        blr
bad branch_return, branch
        ld      %r7, 0(SEC)
        cmpdi   %r7, 0
        beqlr
        blr
bad index, address
        lbz     %r7, 0(SEC)
        lbzx    %r7, PUB, %r7
        blr
bad index_store, address
        lbz     %r7, 0(SEC)
        li      %r8, 0
        stbx    %r8, OUT, %r7
        blr
bad index_isel, address
        ld      %r7, 0(SEC)
        cmpdi   %r7, 0
        li      %r8, 8
        isel    %r9, %r8, PUB, 2
        ldx     %r7, PUB, %r9
        blr
bad index_carry, address
        ld      %r7, 0(SEC)
        ld      %r8, 8(SEC)
        addc    %r7, %r7, %r8
        li      %r8, 0
        adde    %r8, %r8, %r8
        lbzx    %r7, PUB, %r8
        blr
bad index_from_vector, address
        lxvd2x  %vs32, 0, SEC
        mfvsrd  %r7, %vs32
        lbzx    %r7, PUB, %r7
        blr
bad length_load, address
        ld      %r7, 0(SEC)
        lxvl    %vs0, PUB, %r7
        xxlxor  %vs0, %vs0, %vs0
        blr
bad length_store, address
        ld      %r7, 0(SEC)
        xxlxor  %vs0, %vs0, %vs0
        stxvll  %vs0, OUT, %r7
        blr
bad div, latency
        ld      %r7, 0(SEC)
        divd    %r7, %r7, N
        blr
bad leak, leak
        ld      %r7, 0(SEC)
        std     %r7, 0(PUB)
        li      %r7, 0
        blr
bad call, call
        mflr    %r0
        std     %r0, 16(%r1)
        bl      memcpy2
        nop
        ld      %r0, 16(%r1)
        mtlr    %r0
        blr
bad jump, call
        ld      %r7, 0(PUB)
        mtctr   %r7
        bctr
bad saved_gpr, abi
        li      %r14, 0
        blr
bad saved_vr, abi
        vxor    %v20, %v20, %v20
        blr
bad saved_fpr, abi
        xxlxor  %vs31, %vs31, %vs31
        blr
bad saved_cr, abi
        cmpdi   %cr3, N, 0
        blr
bad unknown, unknown
        mfspr   %r7, 268
        blr
bad residue, residue
        lxvd2x  %vs32, 0, SEC
        stxvd2x %vs32, 0, OUT
        blr
bad residue_stack, residue
        ld      %r7, 0(SEC)
        std     %r7, -8(%r1)
        li      %r7, 0
        blr

bad branch_moved_field, branch
        ld      %r7, 0(SEC)
        mtocrf  1, %r7
        bt      31, 1f
        nop
1:      blr
bad branch_carry, branch
        ld      %r7, 0(SEC)
        addc    %r7, %r7, %r7
        addze.  %r9, N
        beq     1f
        nop
1:      blr
bad index_setb, address
        ld      %r7, 0(SEC)
        cmpdi   %r7, 0
        setb    %r8, 0
        lbzx    %r9, PUB, %r8
        blr
bad index_update, address
        lbz     %r7, 0(SEC)
        ldux    %r8, PUB, %r7
        blr
bad index_past_stack, address
        ld      %r7, 0(SEC)
        std     %r7, -8(%r1)
        ld      %r8, -8(%r1)
        lbzx    %r8, PUB, %r8
        blr
/* stvx rounds the address down: this hits the doubleword at -16. */
bad index_rounded, address
        li      %r7, 0
        std     %r7, -16(%r1)
        lxvd2x  %vs32, 0, SEC
        addi    %r8, %r1, -4
        stvx    %v0, 0, %r8
        ld      %r8, -16(%r1)
        lbzx    %r8, PUB, %r8
        blr
bad prefetch, address
        lbz     %r7, 0(SEC)
        dcbt    PUB, %r7
        blr
bad leak_length, leak
        lxv     %vs32, 0(SEC)
        sldi    %r7, N, 56
        stxvl   %vs32, PUB, %r7
        vxor    %v0, %v0, %v0
        blr
bad residue_register, residue
        ld      %r7, 0(SEC)
        blr
bad residue_other_vector, residue
        lxv     %vs40, 0(SEC)
        xxlxor  %vs8, %vs8, %vs8
        blr
bad lost_return, call
        mflr    %r0
        bl      2f
        blr
2:      blr
bad saved_cr_partly, abi
        mfcr    %r12
        stw     %r12, 8(%r1)
        cmpdi   %cr3, N, 0
        lwz     %r12, 8(%r1)
        mtocrf  32, %r12
        blr
bad saved_cr_one_field, abi
        mfocrf  %r12, 32
        stw     %r12, 8(%r1)
        cmpdi   %cr2, N, 0
        cmpdi   %cr3, N, 0
        lwz     %r12, 8(%r1)
        mtcrf   56, %r12
        blr
/* Stored and loaded with different orders of the halves. */
bad saved_vr_swapped, abi
        li      %r7, -16
        stxvd2x %vs52, %r1, %r7
        lxv     %vs52, 0(PUB)
        lxv     %vs52, -16(%r1)
        blr
bad stack_pointer, abi
        stdu    %r1, -64(%r1)
        blr
bad thread_pointer, abi
        li      %r13, 0
        blr
bad above_frame, abi
        std     N, 32(%r1)
        blr
bad below_red_zone, abi
        std     N, -296(%r1)
        blr
bad pointer_from_memory, unknown
        ld      %r7, 0(PUB)
        ld      %r7, 0(%r7)
        blr
bad random, unknown
        darn    %r7, 1
        blr

good move
        lxvd2x  %vs32, 0, SEC
        stxvd2x %vs32, 0, OUT
        vxor    %v0, %v0, %v0
        blr
good perm
        lxvd2x  %vs32, 0, SEC
        lxvd2x  %vs33, 0, PUB
        vperm   %v0, %v1, %v1, %v0      /* a secret pattern is no address */
        stxvd2x %vs32, 0, OUT
        vxor    %v0, %v0, %v0
        blr
good carry
        ld      %r7, 0(SEC)
        ld      %r8, 8(SEC)
        addc    %r7, %r7, %r8
        addze   %r8, %r8
        std     %r7, 0(OUT)
        std     %r8, 8(OUT)
        li      %r7, 0
        li      %r8, 0
        subfc   %r9, %r7, %r7           /* the carry was secret, too */
        blr
good loop
        mtctr   N
1:      lbz     %r7, 0(SEC)
        stb     %r7, 0(OUT)
        addi    SEC, SEC, 1
        addi    OUT, OUT, 1
        bdnz    1b
        li      %r7, 0
        blr
good index_public
        lbz     %r7, 0(PUB)
        lbzx    %r8, SEC, %r7
        stb     %r8, 0(OUT)
        li      %r8, 0
        blr
good length_public
        sldi    %r7, N, 56
        lxvll   %vs0, SEC, %r7
        stxvll  %vs0, OUT, %r7
        xxlxor  %vs0, %vs0, %vs0
        blr
good saved
        std     %r14, -8(%r1)
        ld      %r14, 0(PUB)
        std     %r14, 0(OUT)
        ld      %r14, -8(%r1)
        blr
good saved_all
        mfcr    %r12
        stw     %r12, 8(%r1)
        mflr    %r0
        std     %r0, 16(%r1)
        stdu    %r1, -128(%r1)
        std     %r31, 120(%r1)
        stfd    %f14, 112(%r1)
        li      %r7, 96
        stvx    %v20, %r1, %r7
        li      %r7, 80
        stxvd2x %vs63, %r1, %r7
        ld      %r31, 0(SEC)
        cmpdi   %cr2, N, 7
        lxv     %vs14, 0(SEC)
        lxv     %vs52, 0(SEC)
        lxv     %vs63, 0(SEC)
        std     %r31, 0(OUT)
        bl      2f
        li      %r7, 80
        lxvd2x  %vs63, %r1, %r7
        li      %r7, 96
        lvx     %v20, %r1, %r7
        lfd     %f14, 112(%r1)
        ld      %r31, 120(%r1)
        addi    %r1, %r1, 128
        ld      %r0, 16(%r1)
        mtlr    %r0
        lwz     %r12, 8(%r1)
        mtcrf   56, %r12
        blr
2:      blr
good select
        ld      %r7, 0(SEC)
        cmpdi   %cr7, %r7, 0
        isel    %r7, %r7, N, 30
        std     %r7, 0(OUT)
        li      %r7, 0
        blr
good tail_by_bits
        mtocrf  1, N
        bf      28, 1f
        ld      %r7, 0(SEC)
        std     %r7, 0(OUT)
        li      %r7, 0
1:      blr
good constants
        addis   %r7, %r2, table@toc@ha
        addi    %r7, %r7, table@toc@l
        lxvd2x  %vs32, 0, %r7
        .machine power10
        plxv    %vs33, table@pcrel(0), 1
        pla     %r8, table@pcrel
        lxvp    %vs34, 0(%r8)
        xxspltiw %vs32, 7
        .machine power9
        blr
good spill_pair
        .machine power10
        lxvp    %vs0, 0(SEC)
        stxvp   %vs0, -32(%r1)
        ld      %r7, -8(%r1)
        std     %r7, 0(OUT)
        xxlxor  %vs0, %vs0, %vs0
        xxlxor  %vs1, %vs1, %vs1
        li      %r7, 0
        stxvp   %vs0, -32(%r1)
        .machine power9
        blr

        .section .rodata
        .align  4
table:  .skip   64

        .section .note.GNU-stack, "", @progbits
