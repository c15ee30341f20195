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

        .section .note.GNU-stack, "", @progbits
