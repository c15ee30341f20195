/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The powers of H for AES-GCM with ISA 2.07; of all tiers.
 *
 *   void vgf_gcm_powers_p8(struct vgf_gcm_key *k);
 *
 * Wants the key schedule; makes H = E(0) and of it H^1 to H^9: what a pass of
 * eight blocks takes with a partial block before them.  k is aligned to 16
 * bytes.  Constant time: branches only on the number of rounds.  Leaf, no
 * stack, volatile registers only.
 *
 * Four steps of products that do not wait for one another: H^2, H^3 and H^4,
 * H^5 to H^8, H^9.
 */
#define GCM_TIER 8
#include "gcm.inc"

        .machine power8

        .set    KEY, %r3
        .set    OFF, %r9
        .set    BITS, %r10
/* v0-v3: entries of H, H^2, H^4, H^8, lo and hi by turns */
        .set    R, %v8;         .set    xR, X8          /* a product */
        .set    LO, %v9;        .set    xLO, X9
        .set    HI, %v10;       .set    xHI, X10
        .set    T, %v11;        .set    xT, X11
        .set    H2, %v12
        .set    H4, %v13
        .set    FOLD, %v14;     .set    xFOLD, X14
        .set    ONE, %v15;      .set    xONE, X15
        .set    ORDER, %v16;    .set    xORDER, X16
        .set    ZERO, %v17;     .set    xZERO, X17

/* v\lo, v\hi = the entry of power R.  Clobbers T. */
.macro  entry   lo, hi
        vpmsumd T, R, FOLD
        xxpermdi X\lo, xR, xR, 2
        vxor    T, T, %v\lo                     /* R * x^64 */
        xxpermdi X\lo, xR, xT, 3
        xxpermdi X\hi, xR, xT, 0
.endm

.macro  put     n, lo, hi
        keep    %v\lo, X\lo, (GCM_POWERS_END - GCM_ENTRY * \n), KEY
        keep    %v\hi, X\hi, (GCM_POWERS_END - GCM_ENTRY * \n + 16), KEY
.endm

/* R = a * the power whose entry is v\lo, v\hi.  Clobbers LO, HI, T. */
.macro  gf_mul  a, lo, hi
        vpmsumd LO, \a, %v\lo
        vpmsumd HI, \a, %v\hi
        reduce  R
.endm

FUNC(vgf_gcm_powers_p8)
        vxor    ZERO, ZERO, ZERO
        vspltisw ONE, 1
        vsldoi  ONE, ZERO, ONE, 4               /* 0, 1 */
        li      BITS, 0xc2
        sldi    BITS, BITS, 56
        mtvsrd  xFOLD, BITS
        xxpermdi xFOLD, xZERO, xFOLD, 0         /* 0, 0xc2 << 56 */
        keep    FOLD, xFOLD, GCM_FOLD, KEY
        keep    ONE, xONE, GCM_ONE, KEY
        /* 07, 16, .. 70, 8f, 9e, .. f8: as vperm's control the bytes of each
         * doubleword turned round; as vpermxor's, those of the second operand,
         * and the first as it is */
        li      BITS, 0
        lvsl    ORDER, 0, BITS                  /* 0, 1, .. 15 */
        vspltisb T, 4
        vslb    T, ORDER, T
        vspltisb R, 7
        vxor    ORDER, ORDER, R
        vor     ORDER, ORDER, T
        keep    ORDER, xORDER, GCM_ORDER, KEY

        lwz     BITS, AES_ROUNDS(KEY)
        addi    BITS, BITS, -1
        mtctr   BITS
        lvx     R, 0, KEY                       /* 0 ^ the first round key */
        li      OFF, 16
.Lround:
        lvx     T, KEY, OFF
        vcipher R, R, T
        addi    OFF, OFF, 16
        bdnz    .Lround
        lvx     T, KEY, OFF
        vcipherlast R, R, T

        /* H * x^-1: a shift to the left, and y^128 = y^127 + y^126 + y^121 + 1
         * for the bit that falls out */
        vaddcuq T, R, R
        vadduqm R, R, R
        vsubuqm T, ZERO, T
        xxpermdi xLO, xFOLD, xONE, 3
        vand    T, T, LO
        vxor    R, R, T

        entry   0, 1
        put     1, 0, 1
        gf_mul  R, 0, 1
        vor     H2, R, R
        entry   2, 3
        put     2, 2, 3
        gf_mul  H2, 0, 1
        entry   4, 5
        put     3, 4, 5
        gf_mul  H2, 2, 3
        vor     H4, R, R
        entry   6, 7
        put     4, 6, 7
        gf_mul  H4, 0, 1
        entry   18, 19
        put     5, 18, 19
        gf_mul  H4, 2, 3
        entry   18, 19
        put     6, 18, 19
        gf_mul  H4, 4, 5
        entry   18, 19
        put     7, 18, 19
        gf_mul  H4, 6, 7
        entry   18, 19
        put     8, 18, 19
        gf_mul  R, 0, 1
        entry   18, 19
        put     9, 18, 19

        .irp    r, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,16,18,19
        vxor    %v\r, %v\r, %v\r
        .endr
        blr
END_FUNC(vgf_gcm_powers_p8)

FILE_END
