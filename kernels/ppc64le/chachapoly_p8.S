/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20-Poly1305 (RFC 8439) for POWER8 (ISA 2.07), whole turns.
 *
 *   void vgf_chachapoly_long_p8(uint8_t *out, const uint8_t *in,
 *                               size_t nblocks, const uint32_t key[8],
 *                               uint32_t ctr[4],
 *                               const struct vgf_chacha20_table *table,
 *                               struct vgf_poly1305 *p, const uint8_t *hashed);
 *
 * out = in under the keystream, nblocks 64-byte blocks, a multiple of 4 and not
 * 0; and as many bytes at hashed go into p.  hashed is in, when decrypting, or
 * what the last turn made, 256 bytes before out, when encrypting: each 256
 * bytes of it are read before those of out are written.  out == in is allowed;
 * other overlap is not.  Constant time: branches only on nblocks.  Leaf; 280
 * bytes below the stack pointer keep v20-v31 and r21-r31.
 *
 * ChaCha20 in vectors and Poly1305 in integers have pipes of their own, two
 * each.  Four blocks of the one take some 520 cycles, and in between go 16
 * blocks of the other, one chain of 30 cycles a block: about two of its
 * instructions after four vector instructions.
 *
 * 1560 instructions for 256 bytes.
 */

/* Arguments; NBLOCKS counts down */
#define OUT     %r3
#define IN      %r4
#define NBLOCKS %r5
#define KEY     %r6
#define CTR     %r7
#define TABLE   %r8
#define POLY    %r9
#define HASHED  %r10
/* Locals */
#define I64     %r11            /* offsets of the further blocks; of rows */
#define I128    %r12
#define I192    %r6             /* when KEY has been read */
#define I16     I64
#define ALL     %r8             /* when TABLE has been read: nblocks */
#define ROUNDS  %r0
/* Poly1305's chain */
#define R0      %r31
#define R1      %r30
#define S1      %r29
#define PAD     %r28
#define H0      %r27
#define H1      %r26
#define H2      %r25
#define T0      %r24
#define T1      %r23
#define T2      %r22
#define T3      %r21

#include "poly1305.inc"
        .machine power8
#include "chacha20_p8.inc"

/* Begins n blocks of Poly1305, the first at HASHED + \at, beside what
 * follows. */
.macro  blocks  n, at
        .set    BESIDE, 0
        .set    TO, BLOCK_OPS * (\n)
        .set    AT, \at
.endm

/* The next n of their instructions. */
.macro  beside  n
.rept   \n
.if     BESIDE < TO
        block_op (BESIDE % BLOCK_OPS), (AT + 16 * (BESIDE / BLOCK_OPS)), \
                HASHED, H0, H1, H2, T0, T1, T2, T3
        .set    BESIDE, BESIDE + 1
.endif
.endr
.endm

/* All that there was no room for. */
.macro  blocks_end
        beside  (TO - BESIDE)
.endm

/* Stores or loads what the caller wants kept, but v20-v31. */
.macro  kept_integers move
.irp r, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        \move   %r\r, 8 * (\r - 21) - 280(%r1)
.endr
.endm

        .text

FUNC(vgf_chachapoly_long_p8)
        kept_integers std
        kept    stvx
        blocks  0, 0
        prepare KEY, CTR
        vadduwm vCOUNT, vT1, vT2
        load_r  POLY
        li      PAD, 1
        ld      H0, 0(POLY)             /* h */
        ld      H1, 8(POLY)
        ld      H2, 16(POLY)
        mr      ALL, NBLOCKS
        li      I64, 64
        li      I128, 128
        li      I192, 192

.Lturn:
        blocks  2, 0
        first_columns
        diagonals
        blocks_end
        li      ROUNDS, 3
        mtctr   ROUNDS
        .p2alignl 5, NOP
.Lthree_rounds:
        blocks  4, 32
.rept   3
        columns
        diagonals
.endr
        blocks_end
        addi    HASHED, HASHED, 64
        bdnz    .Lthree_rounds
        blocks  2, 32
        finish_all
        blocks_end
        addi    HASHED, HASHED, 64
        vadduwm vCOUNT, vCOUNT, vFOUR
        addic.  NBLOCKS, NBLOCKS, -4
        bgt     .Lturn

        lwz     I64, 0(CTR)
        add     I64, I64, ALL
        stw     I64, 0(CTR)
        std     H0, 0(POLY)
        std     H1, 8(POLY)
        std     H2, 16(POLY)
        wipe
        kept    lvx
        kept_integers ld
        blr
END_FUNC(vgf_chachapoly_long_p8)

FILE_END
