/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-ECB and AES-CTR with ISA 3.0.
 *
 *   void vgf_aes_ecb_encrypt_p9(const struct vgf_aes_key *ek, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void vgf_aes_ecb_decrypt_p9(const struct vgf_aes_key *dk, uint8_t *out,
 *                               const uint8_t *in, size_t nblocks);
 *   void vgf_aes_ctr128_p9(const struct vgf_aes_key *ek, uint8_t *out,
 *                          const uint8_t *in, size_t nblocks, uint8_t ctr[16],
 *                          uint8_t *next);
 *
 * nblocks may be 0.  out == in is allowed; other overlap is not.  Constant
 * time: branches only on lengths, next and the number of rounds.
 *
 * lxvb16x and stxvb16x keep blocks in order, so nothing is permuted.  The
 * counter stays in a register and is stepped by one vadduqm, modulo 2^128.
 * Eight blocks go through their rounds together with all keys in registers,
 * and the ends of one eight are woven into the beginnings of the next, so that
 * the one AES unit always has work; aes.inc does the rest.
 *
 * Bound: the AES unit of POWER9, one operation a cycle: 10 (12, 14) cycles a
 * block.  With the rest of the instructions, by the rule that libgcrypt's and
 * OpenSSL's published figures fit (0.4 cycles each), 12 cycles for AES-128-CTR
 * and 11.2 for ECB.  Instructions a block: 15.4 and 13.5.
 */
#include "asm.h"

        .machine power9

.macro  key     n, off
        lxv     X\n, \off(EK)
.endm

.macro  load    n, i
        lxvb16x X\n, \i, IN
.endm

.macro  store   n, i
        stxvb16x X\n, \i, OUT
.endm

.macro  orders
.endm

.macro  whiten  n
        xxlxor  X\n, X\n, X8            /* RK */
.endm

.macro  turn    n
.endm

.macro  cover   n
        xxlxor  X9, X9, X\n             /* DATA */
.endm

.macro  number  n, r
        mtvsrdd X\n, 0, \r
.endm

.macro  load_count
        lxvb16x X10, 0, CTR
.endm

.macro  store_count n
        stxvb16x X\n, 0, CTR
.endm

#include "aes.inc"

/* v8: the last key in ECB, data ^ the last key in CTR.  ONE and COUNT are keys
 * in ECB.  vs0-vs9 are the low registers, which VMX does not reach. */
#define ECB_K1   9
#define ECB_KEYS 10,11,12,13,14,15,16,17,18,19,20,21
#define CTR_K1   9
#define CTR_KEYS 13,14,15,16,17,18,19,20,21,22,23,24
#define ECB_TOP  17
#define CTR_TOP  20
        .set    ODD, %v12; .set XODD, X12
        .set    RK0, %vs0
        .set    LAST, %vs1              /* the last key, for CTR */
        .set    AHEAD0, %vs2            /* the data of a turn */
        .set    AHEAD1, %vs3
        .set    AHEAD2, %vs4
        .set    AHEAD3, %vs5
        .set    AHEAD4, %vs6
        .set    AHEAD5, %vs7
        .set    AHEAD6, %vs8
        .set    AHEAD7, %vs9

.macro  keep    n, at
        stxv    X\n, \at(%r1)
.endm

.macro  give    n, at
        lxv     X\n, \at(%r1)
.endm

.macro  first_key
        lxv     RK0, 0(EK)
.endm

.macro  last_key
        xxlor   LAST, X8, X8
.endm

.macro  ecb_begin n
        at      lxvb16x, X\n, \n, IN
        xxlxor  X\n, X\n, RK0
.endm

.macro  ecb_end op, n
        \op\()last %v\n, %v\n, RK
        at      stxvb16x, X\n, \n, OUT
.endm

.macro  ctr_ahead n
        at      lxvb16x, AHEAD\n, \n, IN
.endm

.macro  ctr_end n
        xxlxor  X8, AHEAD\n, LAST       /* off the chain */
        vcipherlast %v\n, %v\n, %v8
        at      stxvb16x, X\n, \n, OUT
.endm

.macro  forget_low
        .irp    n, 0,1,2,3,4,5,6,7,8,9
        xxlxor  %vs\n, %vs\n, %vs\n
        .endr
.endm

#include "aes_long.inc"

FUNC(vgf_aes_ecb_encrypt_p9)
        ecb     vcipher
END_FUNC(vgf_aes_ecb_encrypt_p9)

FUNC(vgf_aes_ecb_decrypt_p9)
        ecb     vncipher
END_FUNC(vgf_aes_ecb_decrypt_p9)

FUNC(vgf_aes_ctr128_p9)
        ctr
END_FUNC(vgf_aes_ctr128_p9)

FILE_END
