/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 (RFC 8439) for POWER8 (ISA 2.07), long messages.
 *
 *   void vgf_chacha20_xor_long_p8(uint8_t *out, const uint8_t *in,
 *                                 size_t nblocks, const uint32_t key[8],
 *                                 uint32_t ctr[4], uint32_t ctr64,
 *                                 const struct vgf_chacha20_table *table);
 *
 * nblocks is a multiple of 4 and not 0.  out == in is allowed; other overlap
 * is not.  Constant time: branches only on nblocks.  Leaf; 192 bytes below the
 * stack pointer keep v20-v31.
 *
 * Four blocks a turn, one in each word of sixteen vectors: four chains of
 * operations of two cycles are what two pipes take.  Words 2, 3, 6, 7, 10, 11,
 * 14 and 15 are the same after the first column round in all blocks, and made
 * once.
 *
 * 1076 instructions for 256 bytes, 936 of them in the rounds.
 */

/* Arguments; NBLOCKS counts down */
#define OUT     %r3
#define IN      %r4
#define NBLOCKS %r5
#define KEY     %r6
#define CTR     %r7
#define CTR64   %r8
#define TABLE   %r9
/* Locals */
#define ALL     %r10            /* nblocks at the beginning */
#define I64     %r11            /* offsets of the further blocks; of rows */
#define I128    %r12
#define I192    %r9             /* when TABLE has been read */
#define I16     I64
#define ROUNDS  %r0

        .machine power8
#include "chacha20_p8.inc"

.macro  beside  n
.endm

        .text

FUNC(vgf_chacha20_xor_long_p8)
        kept    stvx
        mr      ALL, NBLOCKS
        neg     I64, CTR64
        mtvsrwz xCARRY, I64
        xxspltw xCARRY, xCARRY, 1
        prepare KEY, CTR

        /* The counters of blocks 0..3 */
        vadduwm vCOUNT, vT1, vT2
        vcmpgtuw vT1, vT1, vCOUNT       /* all ones, or -1, if it wrapped */
        xxland  xT1, xT1, xCARRY
        vsubuwm vHIGH, vHIGH, vT1
        li      I64, 64
        li      I128, 128
        li      I192, 192

.Lturn:
        first_columns
        li      ROUNDS, 10
        mtctr   ROUNDS
        b       .Ldiagonals
        .p2alignl 5, NOP
.Lround:
        columns
.Ldiagonals:
        diagonals
        bdnz    .Lround
        finish_all
        vadduwm vT0, vCOUNT, vFOUR
        vcmpgtuw vT1, vCOUNT, vT0
        xxland  xT1, xT1, xCARRY
        vsubuwm vHIGH, vHIGH, vT1
        vmr     vCOUNT, vT0
        addic.  NBLOCKS, NBLOCKS, -4
        bgt     .Lturn

        /* The counter of the next block; its high word only if it counts. */
        ld      I16, 0(CTR)
        add     I16, I16, ALL
        cmpwi   CTR64, 0
        stw     I16, 0(CTR)
        beq     .Lcounted
        std     I16, 0(CTR)
.Lcounted:

        wipe
        kept    lvx
        blr
END_FUNC(vgf_chacha20_xor_long_p8)

FILE_END
