/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-ECB and AES-CTR with ISA 2.07.
 *
 *   void vgf_aes_ecb_encrypt_p8(const struct vgf_aes_key *ek, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void vgf_aes_ecb_decrypt_p8(const struct vgf_aes_key *dk, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void vgf_aes_ctr128_p8(const struct vgf_aes_key *ek, uint8_t *out,
 *                          const uint8_t *in, size_t nblocks, uint8_t ctr[16],
 *                          uint8_t *next);
 *
 * nblocks may be 0.  out == in is allowed; other overlap is not.  Constant
 * time: branches only on lengths, next and the number of rounds.
 *
 * ISA 2.07 has no load that keeps the order of bytes: lxvd2x turns each half
 * around.  vpermxor turns one operand and xors the other in one instruction:
 * keystream and data in CTR, which then needs no other permute; data and first
 * key in ECB, which needs a vperm at the end.  Else as aes_p9.S.
 *
 * Bound: the AES unit of POWER8, one operation a cycle: 10 (12, 14) cycles a
 * block.  Instructions a block: 15.4 for AES-128-CTR, 14.5 for ECB.
 */
#include "asm.h"

        .machine power8

/* vpermxor's control: byte i of the result takes byte i ^ 7 of the first
 * operand and byte i of the second. */
        .set    CTL, %v12
        .set    SWAP, %v13              /* i ^ 7, of vperm */
        .set    ZERO, %v14

.macro  key     n, off
        li      %r0, \off
        lvx     %v\n, EK, %r0
.endm

.macro  load    n, i
        lxvd2x  X\n, \i, IN
.endm

.macro  store   n, i
        stxvd2x X\n, \i, OUT
.endm

.macro  orders
        li      %r0, 0
        lvsl    CTL, 0, %r0             /* 0, 1, .. 15 */
        vspltisb ZERO, 7
        vxor    SWAP, CTL, ZERO
        vspltisb ZERO, 4
        vslb    ZERO, SWAP, ZERO
        vor     CTL, CTL, ZERO
        vxor    ZERO, ZERO, ZERO
.endm

.macro  whiten  n
        vpermxor %v\n, %v\n, RK, CTL
.endm

.macro  turn    n
        vperm   %v\n, %v\n, %v\n, SWAP
.endm

.macro  cover   n
        vpermxor DATA, %v\n, DATA, CTL
.endm

.macro  number  n, r
        mtvsrd  X\n, \r
        xxpermdi X\n, X14, X\n, 0       /* ZERO's half */
.endm

.macro  load_count
        lxvd2x  X10, 0, CTR
        turn    10                      /* COUNT */
.endm

.macro  store_count n
        turn    \n
        stxvd2x X\n, 0, CTR
.endm

#include "aes.inc"

/* v8: the last key.  In ECB COUNT and ONE are keys; in CTR SWAP and ZERO have
 * the data once they have done their work. */
#define ECB_K1   10
#define ECB_KEYS 11,14,15,16,17,18,19,20,21,22,23,24
#define CTR_K1   16
#define CTR_KEYS 17,18,19,20,21,22,23,24,25,26,27,28
#define ECB_TOP  20
#define CTR_TOP  24
        .set    RK0, %vs0
        .set    RK0_ECB, %v9
        .set    ODD, %v15; .set XODD, X15
        /* the data of three blocks, by both names */
        .set    DATA0, %v9;  .set AHEAD0, X9
        .set    DATA1, %v13; .set AHEAD1, X13
        .set    DATA2, %v14; .set AHEAD2, X14
        .set    DATA3, %v9;  .set AHEAD3, X9
        .set    DATA4, %v13; .set AHEAD4, X13
        .set    DATA5, %v14; .set AHEAD5, X14
        .set    DATA6, %v9;  .set AHEAD6, X9
        .set    DATA7, %v13; .set AHEAD7, X13

.macro  keep    n, at
        li      %r0, \at
        stvx    %v\n, %r1, %r0
.endm

.macro  give    n, at
        li      %r0, \at
        lvx     %v\n, %r1, %r0
.endm

.macro  first_key
        key     9, 0                    /* RK0_ECB */
        xxlor   RK0, X9, X9
.endm

.macro  last_key
.endm

.macro  ecb_begin n
        at      lxvd2x, X\n, \n, IN
        vpermxor %v\n, %v\n, RK0_ECB, CTL
.endm

.macro  ecb_end op, n
        \op\()last %v\n, %v\n, RK
        vperm   %v\n, %v\n, %v\n, SWAP
        at      stxvd2x, X\n, \n, OUT
.endm

.macro  ctr_ahead n
        at      lxvd2x, AHEAD\n, \n, IN
.endm

.macro  ctr_end n
        vcipherlast %v\n, %v\n, RK
        vpermxor %v\n, %v\n, DATA\n, CTL
        at      stxvd2x, X\n, \n, OUT
.endm

.macro  forget_low
        xxlxor  RK0, RK0, RK0
.endm

#include "aes_long.inc"

FUNC(vgf_aes_ecb_encrypt_p8)
        ecb     vcipher
END_FUNC(vgf_aes_ecb_encrypt_p8)

FUNC(vgf_aes_ecb_decrypt_p8)
        ecb     vncipher
END_FUNC(vgf_aes_ecb_decrypt_p8)

FUNC(vgf_aes_ctr128_p8)
        ctr
END_FUNC(vgf_aes_ctr128_p8)

FILE_END
