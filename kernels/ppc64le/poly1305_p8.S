/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 (RFC 8439, section 2.5) for POWER8, in integers.
 *
 *   void vgf_poly1305_init_p8(struct vgf_poly1305 *p, const uint8_t key[32]);
 *   void vgf_poly1305_blocks_p8(struct vgf_poly1305 *p, const uint8_t *in,
 *                               size_t nblocks, uint32_t pad);
 *   void vgf_poly1305_finish_p8(struct vgf_poly1305 *p, uint8_t tag[16]);
 *
 * nblocks may be 0; pad is 0 or 1.  Constant time: branches only on nblocks,
 * and on whether there is the power.
 *
 * A chain of multiplications by r waits for itself half of the time.  So a
 * message of 32 blocks or more goes 32 at a time in two chains A and B of 16,
 * the second one from nothing, and then h = A * r^16 + B.  Multiplying by r^2
 * two blocks apart would need no such join, but more multiplications: r is
 * clamped and r^2 is not (17 products a block instead of 10).
 *
 * 61 instructions for two blocks, and 66 for the join; of what runs in two
 * pipes, 28 a block: 14 cycles, beside some 30 of a single chain.
 */
#include "poly1305.inc"

        .machine power8

/* Arguments.  PAD is r6; NBLOCKS is a scratch register later on. */
#define POLY    %r3
#define KEY     %r4
#define TAG     %r4
#define IN      %r4
#define NBLOCKS %r5
/* Locals of blocks.  The chains are H and G, and what each has to itself. */
#define H0      %r10
#define H1      %r11
#define H2      %r12
#define T0      %r0
#define T1      %r31
#define T2      %r30
#define T3      %r29
#define G0      %r28
#define G1      %r27
#define G2      %r26
#define U0      %r25
#define U1      %r24
#define U2      %r23
#define U3      %r22

#define CHAIN   16                      /* blocks in each of two chains */

        .text

FUNC(vgf_poly1305_init_p8)
        lis     %r5, 0x0fff
        ori     %r5, %r5, 0xfffc
        rldimi  %r5, %r5, 32, 0         /* 0x0ffffffc0ffffffc, for r1 */
        ori     %r6, %r5, 3             /* 0x0ffffffc0fffffff, for r0 */
        ld      %r7, 0(KEY)
        ld      %r8, 8(KEY)
        ld      %r9, 16(KEY)
        ld      %r10, 24(KEY)
        and     %r7, %r7, %r6
        and     %r8, %r8, %r5
        li      %r0, 0
        std     %r0, POLY_H(POLY)
        std     %r0, POLY_H+8(POLY)
        std     %r0, POLY_H+16(POLY)
        std     %r7, POLY_R(POLY)
        std     %r8, POLY_R+8(POLY)
        std     %r9, POLY_S(POLY)
        std     %r10, POLY_S+8(POLY)
        std     %r0, POLY_MADE(POLY)
        .irp    r, 7,8,9,10
        li      %r\r, 0
        .endr
        blr
END_FUNC(vgf_poly1305_init_p8)

/* h + 5 - 2^130 is the residue if it is not negative, else h is: h is below
 * 5 * 2^128, less than twice 2^130 - 5. */
FUNC(vgf_poly1305_finish_p8)
        ld      %r5, POLY_H(POLY)
        ld      %r6, POLY_H+8(POLY)
        ld      %r7, POLY_H+16(POLY)
        ld      %r9, POLY_S(POLY)
        ld      %r10, POLY_S+8(POLY)
        addic   %r8, %r5, 5
        addze   %r8, %r6
        addze   %r7, %r7
        srdi    %r7, %r7, 2             /* 1 if 5 is to be added, or 0 */
        sldi    %r8, %r7, 2
        add     %r8, %r8, %r7
        addc    %r5, %r5, %r8
        addze   %r6, %r6
        addc    %r5, %r5, %r9
        adde    %r6, %r6, %r10
        std     %r5, 0(TAG)
        std     %r6, 8(TAG)
        .irp    r, 0,5,6,7,8,9,10
        li      %r\r, 0
        .endr
        ld      %r5, POLY_MADE(POLY)
        .irp    i, 0,8,16,24,32,40,48,56
        std     %r0, \i(POLY)
        .endr
        cmpdi   %r5, 0
        beqlr
        xxlxor  %vs0, %vs0, %vs0
        li      %r5, (POLY_SIZE - POLY_POWERS)/32
        mtctr   %r5
        li      %r5, POLY_POWERS
        li      %r6, POLY_POWERS+16
.Lwipe: stxvd2x %vs0, POLY, %r5
        stxvd2x %vs0, POLY, %r6
        addi    POLY, POLY, 32
        bdnz    .Lwipe
        blr
END_FUNC(vgf_poly1305_finish_p8)

/* w, five words, = h * q.  Clobbers t0, t1. */
.macro  multiply w0, w1, w2, w3, w4, h0, h1, h2, q0, q1, q2, t0, t1
        mulld   \w0, \h0, \q0
        mulhdu  \w1, \h0, \q0
        mulld   \w2, \h1, \q1
        mulhdu  \w3, \h1, \q1
        mulld   \w4, \h2, \q2
        mulld   \t0, \h0, \q1
        mulhdu  \t1, \h0, \q1
        addc    \w1, \w1, \t0
        adde    \w2, \w2, \t1
        addze   \w3, \w3
        mulld   \t0, \h1, \q0
        mulhdu  \t1, \h1, \q0
        addc    \w1, \w1, \t0
        adde    \w2, \w2, \t1
        addze   \w3, \w3
        mulld   \t0, \h0, \q2
        mulhdu  \t1, \h0, \q2
        addc    \w2, \w2, \t0
        adde    \w3, \w3, \t1
        addze   \w4, \w4
        mulld   \t0, \h2, \q0
        mulhdu  \t1, \h2, \q0
        addc    \w2, \w2, \t0
        adde    \w3, \w3, \t1
        addze   \w4, \w4
        mulld   \t0, \h1, \q2
        mulhdu  \t1, \h1, \q2
        addc    \w3, \w3, \t0
        adde    \w4, \w4, \t1
        mulld   \t0, \h2, \q1
        mulhdu  \t1, \h2, \q1
        addc    \w3, \w3, \t0
        adde    \w4, \w4, \t1
.endm

/* h = w mod 2^130 - 5, but with h2 up to 2^7.  Clobbers w. */
.macro  fold    h0, h1, h2, w0, w1, w2, w3, w4
        clrldi  \h2, \w2, 62
        clrrdi  \h0, \w2, 2             /* 4 * (w >> 130), in place */
        addc    \w0, \w0, \h0
        adde    \w1, \w1, \w3
        adde    \h2, \h2, \w4
        srdi    \w2, \w2, 2             /* w >> 130 */
        rldimi  \w2, \w3, 62, 0
        srdi    \w3, \w3, 2
        rldimi  \w3, \w4, 62, 0
        srdi    \w4, \w4, 2
        addc    \h0, \w0, \w2
        adde    \h1, \w1, \w3
        adde    \h2, \h2, \w4
.endm

/* Instructions from to to - 1 of a block of both chains, CHAIN apart. */
.macro  two_ops from, to, off
        .set    OP, \from
        .rept   \to - \from
        block_op OP, \off, IN, H0, H1, H2, T0, T1, T2, T3
        .set    OP, OP + 1
        .endr
        .set    OP, \from
        .rept   \to - \from
        block_op OP, \off+16*CHAIN, IN, G0, G1, G2, U0, U1, U2, U3
        .set    OP, OP + 1
        .endr
.endm

/* A block of either chain, turn by turn where no carry is under way. */
.macro  two_blocks off
        two_ops 0, 5, \off
        two_ops 5, 11, \off
        two_ops 11, 17, \off
        two_ops 17, 21, \off
        two_ops 21, 23, \off
        two_ops 23, 27, \off
        two_ops 27, 30, \off
.endm

FUNC(vgf_poly1305_blocks_p8)
        cmpldi  NBLOCKS, 0
        beqlr
        ld      H0, POLY_H(POLY)
        ld      H1, POLY_H+8(POLY)
        ld      H2, POLY_H+16(POLY)
        cmpldi  %cr1, NBLOCKS, 2*CHAIN
        std     %r31, -8(%r1)
        std     %r30, -16(%r1)
        std     %r29, -24(%r1)
        .cfi_offset %r31, -8
        .cfi_offset %r30, -16
        .cfi_offset %r29, -24
        load_r  POLY
        blt     %cr1, .Lrest
        .irp    r, 28,27,26,25,24,23,22
        std     %r\r, 8*(\r-32)(%r1)
        .cfi_offset %r\r, 8*(\r-32)
        .endr
        ld      T0, POLY_MADE(POLY)
        cmpdi   T0, 0
        bne     .Lturn

        /* r^CHAIN by squaring */
        mr      G0, R0
        mr      G1, R1
        li      G2, 0
        li      T0, 4
        mtctr   T0
.Lsquare:
        multiply T0, T1, T2, T3, S1, G0, G1, G2, G0, G1, G2, U0, U1
        fold    G0, G1, G2, T0, T1, T2, T3, S1
        settle  G0, G1, G2, U0, U1
        bdnz    .Lsquare
        std     G0, POLY_POWERS(POLY)
        std     G1, POLY_POWERS+8(POLY)
        std     G2, POLY_POWERS+16(POLY)
        li      T0, 1
        std     T0, POLY_MADE(POLY)
        load_r  POLY

.Lturn:
        li      T0, CHAIN/2
        mtctr   T0
        li      G0, 0
        li      G1, 0
        li      G2, 0
.Lpair:
        two_blocks 0
        two_blocks 16
        addi    IN, IN, 32
        bdnz    .Lpair
        addi    IN, IN, 16*CHAIN
        /* h = H * r^CHAIN + G */
        ld      R0, POLY_POWERS(POLY)
        ld      R1, POLY_POWERS+8(POLY)
        ld      S1, POLY_POWERS+16(POLY)
        multiply T0, T1, T2, T3, U0, H0, H1, H2, R0, R1, S1, U1, U2
        fold    H0, H1, H2, T0, T1, T2, T3, U0
        addc    H0, H0, G0
        adde    H1, H1, G1
        adde    H2, H2, G2
        settle  H0, H1, H2, T0, T1
        load_r  POLY
        addi    NBLOCKS, NBLOCKS, -2*CHAIN
        cmpldi  NBLOCKS, 2*CHAIN
        bge     .Lturn
        .irp    r, 28,27,26,25,24,23,22
        ld      %r\r, 8*(\r-32)(%r1)
        .cfi_restore %r\r
        .endr
        cmpldi  NBLOCKS, 0
        beq     .Ldone

.Lrest:
        mtctr   NBLOCKS
.Lblock:
        block   0, IN, H0, H1, H2, T0, T1, T2, T3
        addi    IN, IN, 16
        bdnz    .Lblock
.Ldone:
        std     H0, POLY_H(POLY)
        std     H1, POLY_H+8(POLY)
        std     H2, POLY_H+16(POLY)
        ld      %r31, -8(%r1)
        ld      %r30, -16(%r1)
        ld      %r29, -24(%r1)
        .irp    r, 0,7,8,9,10,11,12
        li      %r\r, 0
        .endr
        blr
END_FUNC(vgf_poly1305_blocks_p8)

FILE_END
