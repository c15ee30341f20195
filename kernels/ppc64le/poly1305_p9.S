/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 (RFC 8439, section 2.5) for POWER9 (ISA 3.0), in vectors.
 *
 *   void vgf_poly1305_blocks_p9(struct vgf_poly1305 *p, const uint8_t *in,
 *                               size_t nblocks, uint32_t pad);
 *   void vgf_poly1305_finish_p9(struct vgf_poly1305 *p, uint8_t tag[16]);
 *
 * nblocks may be 0; pad is 0 or 1.  Constant time: branches only on nblocks,
 * pad, and what powers there are.  What is too short for vectors, or too much
 * for whole turns, comes first and goes through the multiplier, as on POWER8.
 *
 * vmsumudm multiplies the two doublewords of a vector by those of another and
 * adds both products, 128 bits wide, to a third.  So a block as it lies in
 * memory, H * 2^64 + L, times a number r takes three of them, one for each limb
 * of 44 bits of the result: the other vector holds that limb of r and of
 * t = r * 2^64.  There is nothing to split and nothing to pair, and no carry
 * either: a sum D of such products, three numbers of up to 115 bits, is halves
 * of 64 bits again, and the next turn multiplies them the same way by
 *
 *   D0: r, t      D1: r * 2^44, t * 2^44      D2: r * 2^88, t * 2^88
 *
 * whose limbs are those of r and t, or 20 times them, in another order.  With n
 * blocks a turn
 *
 *   D = D * r^n + b0 * r^n + b1 * r^(n-1) .. + K,   K = 2^128 * (r^n .. + r)
 *
 * where K is the pad of all blocks, 2^64 times the limbs of t.  From turn to
 * turn there are three vmsumudm, one after the other: 21 cycles.  A turn of
 * four blocks has 32 instructions, one of eight 60.
 *
 * Bounds: limbs < 2^44 + 2^25, 20 times them < 2^48.4; the halves of D < 2^64
 * and 2^51; sums of 16 products of limbs, 6 of 20 times limbs, and K:
 *   2^112.1 + 3 * 2^112.4 + 2^111 < 2^115
 */
#include "poly1305.inc"

        .machine power9

/* Arguments.  PAD is r6. */
#define POLY    %r3
#define IN      %r4
#define TURNS   %r5                     /* of four blocks; nblocks at first */
/* Locals.  First h, then powers of r: three words. */
#define H0      %r10
#define H1      %r11
#define H2      %r12
#define T0      %r0
#define T1      %r31
#define T2      %r30
#define T3      %r29

/* D, the sum under way, a block, a factor from memory */
        .set    D0, %v0; .set D1, %v1; .set D2, %v2
        .set    A0, %v3; .set A1, %v4; .set A2, %v5
        .set    B, %v6
        .set    F, %v7
#define XF      X7
/* Factors that stay: n is the power that D is multiplied by.  FAR and NEAR are
 * 20 times the second and the third limb: what comes round at 2^130. */
        .set    N_0, %v8; .set N_1, %v9; .set N_2, %v10
        .set    NEAR, %v11
        .set    FAR, %v12
        .set    M_0, %v13; .set M_1, %v14; .set M_2, %v15       /* n - 1 */
        .set    L_0, %v16; .set L_1, %v17; .set L_2, %v18       /* n - 2 */
        .set    K_0, %v19                                       /* n - 3 */

/* Where the table has them; limb i of a power is in a vector (t, r). */
#define POWER(m) (POLY_POWERS + 48*((m) - 1))
#define EXTRA_4 POWER(9)
#define EXTRA_8 (EXTRA_4 + 80)
/* in each of these two: */
#define X_NEAR  0
#define X_FAR   16
#define X_PAD   32                      /* K, three vectors */

/* The least number of blocks for which vectors win, if the powers must be made
 * first, and if they are there; and of turns of four for which those of eight
 * do, likewise. */
#define LEAST       12
#define LEAST_MADE  4
#define LEAST_8     24
#define LEAST_8_MADE 4                  /* no less than 2 */

        .text

/* Power m, limbs (t, r), to the table from (H0, H1, H2).  Leaves them in
 * x0-x2, too.  Clobbers T0-T3. */
.macro  tabulate m, x0, x1, x2
        srdi    T0, H1, 24
        rldimi  T0, H2, 40, 21          /* r2 */
        mulli   T1, T0, 20
        srdi    T2, H0, 24
        rldimi  T2, H1, 40, 20          /* t2: bits 24 to 67 */
        mtvsrdd \x2, T2, T0
        srdi    T0, H0, 44
        rldimi  T0, H1, 20, 20          /* r1 */
        rldic   T2, H0, 20, 20
        srdi    T3, T1, 24
        add     T2, T2, T3              /* t1 */
        mtvsrdd \x1, T2, T0
        rldicl  T0, H1, 60, 44
        mulli   T0, T0, 20
        rldic   T1, T1, 20, 20
        add     T1, T1, T0              /* t0 */
        clrldi  T0, H0, 20              /* r0 */
        mtvsrdd \x0, T1, T0
        stxv    \x0, POWER(\m)(POLY)
        stxv    \x1, POWER(\m)+16(POLY)
        stxv    \x2, POWER(\m)+32(POLY)
.endm

/* The rest of the table, for turns of n blocks: limbs of r^n in M, and the sum
 * of all in N.  Clobbers B, F and A. */
.macro  tabulate_extra extra
        vspltisb A0, 2
        vspltisb A1, 4
        vsld    B, M_2, A0              /* 20 x = 4 x + 16 x */
        vsld    F, M_2, A1
        vaddudm B, B, F
        vsld    F, M_1, A0
        vsld    A2, M_1, A1
        vaddudm F, F, A2
        stxv    X6, \extra+X_NEAR(POLY)
        stxv    X7, \extra+X_FAR(POLY)
        xxlxor  X6, X6, X6
        .irp    i, 8,9,10
        xxpermdi X7, X\i, X6, 0
        stxv    X7, \extra+X_PAD+16*(\i-8)(POLY)
        .endr
.endm

.macro  add_limbs
        vaddudm N_0, N_0, M_0
        vaddudm N_1, N_1, M_1
        vaddudm N_2, N_2, M_2
.endm

/* A += block at off(in) * (f0, f1, f2) */
.macro  absorb  off, f0, f1, f2
        lxv     X6, \off(IN)
        vmsumudm A0, B, \f0, A0
        vmsumudm A1, B, \f1, A1
        vmsumudm A2, B, \f2, A2
.endm

/* The same with limbs from to 2 of power m from memory. */
.macro  absorb_by off, m, from=0
        .if     \from == 0
        lxv     X6, \off(IN)
        lxv     XF, POWER(\m)(POLY)
        vmsumudm A0, B, F, A0
        .endif
        lxv     XF, POWER(\m)+16(POLY)
        vmsumudm A1, B, F, A1
        lxv     XF, POWER(\m)+32(POLY)
        vmsumudm A2, B, F, A2
.endm

/* The loop: n blocks a turn, CTR turns.  What waits for D comes last, and the
 * last of it puts the sum in D's place. */
.macro  turns   n, extra
        lxv     X8, POWER(\n)(POLY)
        lxv     X9, POWER(\n)+16(POLY)
        lxv     X10, POWER(\n)+32(POLY)
        lxv     X11, \extra+X_NEAR(POLY)
        lxv     X12, \extra+X_FAR(POLY)
        lxv     X13, POWER(\n-1)(POLY)
        lxv     X14, POWER(\n-1)+16(POLY)
        lxv     X15, POWER(\n-1)+32(POLY)
        lxv     X16, POWER(\n-2)(POLY)
        lxv     X17, POWER(\n-2)+16(POLY)
        lxv     X18, POWER(\n-2)+32(POLY)
        lxv     X19, POWER(\n-3)(POLY)
        .p2alignl 5, NOP
.Lturn_\n:
        lxv     X3, \extra+X_PAD(POLY)
        lxv     X4, \extra+X_PAD+16(POLY)
        lxv     X5, \extra+X_PAD+32(POLY)
        absorb  0, N_0, N_1, N_2
        absorb  16, M_0, M_1, M_2
        absorb  32, L_0, L_1, L_2
        lxv     X6, 48(IN)
        vmsumudm A0, B, K_0, A0
        absorb_by 48, \n-3, 1
        .if     \n == 8
        absorb_by 64, 4
        absorb_by 80, 3
        absorb_by 96, 2
        absorb_by 112, 1
        .endif
        vmsumudm A0, D0, N_0, A0
        vmsumudm A1, D0, N_1, A1
        vmsumudm A2, D0, N_2, A2
        vmsumudm A0, D1, NEAR, A0
        vmsumudm A1, D1, N_0, A1
        vmsumudm A2, D1, N_1, A2
        vmsumudm D0, D2, FAR, A0
        vmsumudm D1, D2, NEAR, A1
        vmsumudm D2, D2, N_0, A2
        addi    IN, IN, 16*\n
        bdnz    .Lturn_\n
.endm

FUNC(vgf_poly1305_blocks_p9)
        cmpldi  TURNS, 0
        beqlr
        ld      H0, POLY_H(POLY)
        ld      H1, POLY_H+8(POLY)
        ld      H2, POLY_H+16(POLY)
        std     %r31, -8(%r1)
        std     %r30, -16(%r1)
        std     %r29, -24(%r1)
        .cfi_offset %r31, -8
        .cfi_offset %r30, -16
        .cfi_offset %r29, -24
        load_r  POLY
        cmpldi  TURNS, LEAST_MADE
        bge     .Llong
.Lshort:
        mtctr   TURNS
        li      TURNS, 0
.Lblock:
        block   0, IN, H0, H1, H2, T0, T1, T2, T3
        addi    IN, IN, 16
        bdnz    .Lblock
        cmpldi  TURNS, 0
        bne     .Lvectors
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

.Llong: cmpldi  PAD, 0
        ld      T0, POLY_MADE(POLY)
        cmpldi  %cr5, T0, 4             /* lt: no powers; eq: four of them */
        cmpldi  %cr1, TURNS, LEAST
        beq     .Lshort
        bge     %cr5, .Lturns
        blt     %cr1, .Lshort
.Lturns:
        andi.   T0, TURNS, 3
        srdi    TURNS, TURNS, 2
        mtctr   T0
        bne     .Lblock

.Lvectors:
        mtvsrdd X0, H1, H0
        xxlxor  X1, X1, X1
        sldi    T0, H2, 40
        mtvsrdd X2, 0, T0
        bge     %cr5, .Lmade
        mr      H0, R0
        mr      H1, R1
        li      H2, 0
        tabulate 1, X8, X9, X10
        product H0, H1, H2, T0, T1, T2, T3
        tabulate 2, X13, X14, X15
        add_limbs
        product H0, H1, H2, T0, T1, T2, T3
        tabulate 3, X13, X14, X15
        add_limbs
        product H0, H1, H2, T0, T1, T2, T3
        tabulate 4, X13, X14, X15
        add_limbs
        tabulate_extra EXTRA_4
        li      T0, 4
        std     T0, POLY_MADE(POLY)
        cmpldi  %cr5, T0, 4
.Lmade:
        cmpldi  %cr6, TURNS, LEAST_8_MADE
        cmpldi  TURNS, LEAST_8
        blt     %cr6, .Lfours
        bgt     %cr5, .Lmade_8
        blt     .Lfours
        /* r^4 and K of four, back from the table */
        ld      H0, POWER(4)(POLY)
        ld      T0, POWER(4)+16(POLY)
        ld      H2, POWER(4)+32(POLY)
        rldimi  H0, T0, 44, 0
        srdi    H1, T0, 20
        rldimi  H1, H2, 24, 0
        srdi    H2, H2, 40
        lxv     X8, EXTRA_4+X_PAD(POLY)
        lxv     X9, EXTRA_4+X_PAD+16(POLY)
        lxv     X10, EXTRA_4+X_PAD+32(POLY)
        .irp    m, 5,6,7,8
        product H0, H1, H2, T0, T1, T2, T3
        tabulate \m, X13, X14, X15
        add_limbs
        .endr
        tabulate_extra EXTRA_8
        li      T0, 8
        std     T0, POLY_MADE(POLY)
.Lmade_8:
        srdi    T0, TURNS, 1
        mtctr   T0
        turns   8, EXTRA_8
        andi.   TURNS, TURNS, 1
        beq     .Lsum
.Lfours:
        mtctr   TURNS
        turns   4, EXTRA_4

.Lsum:
        /* h = D0 + D1 * 2^44 + D2 * 2^88: words T0, H1, H2 */
        mfvsrd  H1, X0
        mfvsrld T0, X0
        mfvsrd  T1, X1
        mfvsrld T2, X1
        sldi    T3, T2, 44
        addc    H0, T0, T3
        srdi    T2, T2, 20
        rldimi  T2, T1, 44, 0
        adde    H1, H1, T2
        srdi    H2, T1, 20
        addze   H2, H2
        mfvsrld T1, X2
        sldi    T2, T1, 24
        srdi    T1, T1, 40
        addc    H1, H1, T2
        adde    H2, H2, T1
        mfvsrd  T1, X2                  /* at 2^152 = 5 * 2^22 */
        sldi    T2, T1, 2
        add     T1, T1, T2
        sldi    T2, T1, 22
        srdi    T1, T1, 42
        addc    H0, H0, T2
        adde    H1, H1, T1
        addze   H2, H2
        settle  H0, H1, H2, T0, T1
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
        xxlxor  X\i, X\i, X\i
        .endr
        b       .Ldone
END_FUNC(vgf_poly1305_blocks_p9)

/* As on POWER8, but the powers are wiped faster. */
FUNC(vgf_poly1305_finish_p9)
        ld      %r5, POLY_MADE(POLY)
        cmpldi  %r5, 0
        beq     vgf_poly1305_finish_p8
        xxlxor  X0, X0, X0
        .set    AT, POLY_POWERS
        .rept   (POLY_SIZE - POLY_POWERS)/16
        stxv    X0, AT(POLY)
        .set    AT, AT + 16
        .endr
        li      %r5, 0
        std     %r5, POLY_MADE(POLY)
        b       vgf_poly1305_finish_p8
END_FUNC(vgf_poly1305_finish_p9)

FILE_END
