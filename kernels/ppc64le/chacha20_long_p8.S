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
 * operations of two cycles are what two pipes take.  Rotations are vrlw;
 * XOR_AND_TURN makes those by 16 and 8, with the xor before them, one
 * vpermxor: fewer instructions, but slower if vpermxor has one pipe for
 * itself, as gcc has it.  Words 2, 3, 6, 7, 10, 11, 14 and 15 are the same
 * after the first column round in all blocks, and made once.
 *
 * 1076 instructions for 256 bytes, 936 of them in the rounds.
 */
#include "asm.h"

/* #define XOR_AND_TURN */

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

/* struct vgf_chacha20_table */
#define TURN16  0
#define TURN8   16
#define SIGMA   64
#define LANES   80

/* The state is v0..v15.  The lists are the operands of one step; a diagonal
 * round takes them turned. */
#define A       %v0,%v1,%v2,%v3
#define B       %v4,%v5,%v6,%v7
#define C       %v8,%v9,%v10,%v11
#define D       %v12,%v13,%v14,%v15
#define B_1     %v5,%v6,%v7,%v4
#define C_2     %v10,%v11,%v8,%v9
#define D_3     %v15,%v12,%v13,%v14

#define vR16    %v16
#define vR12    %v17
#define vR8     %v18
#define vR7     %v19
/* Rows of the first state, the words in the order of lxvd2x: 1 0 3 2 */
#define vROW0   %v20
#define xROW0   %vs52
#define vROW1   %v21
#define xROW1   %vs53
#define vROW2   %v22
#define xROW2   %vs54
/* The last row by words, of blocks 0..3 */
#define vCOUNT  %v23
#define xCOUNT  %vs55
#define vHIGH   %v24
#define xHIGH   %vs56
#define vNONCE0 %v25
#define xNONCE0 %vs57
#define vNONCE1 %v26
#define xNONCE1 %vs58
#define vFOUR   %v27
#define vT0     %v28
#define xT0     %vs60
#define vT1     %v29
#define xT1     %vs61
#define vT2     %v30
#define xT2     %vs62
#define vT3     %v31
#define xT3     %vs63
/* Words 2, 3, 6, 7, 10, 11, 14, 15 after the first column round: vs0-vs7 */
#define xCARRY  %vs8            /* all ones if the counter has 64 bits */
#define xDATA   %vs9

        .machine power8
        .text

/* x += y */
.macro  add4    x0, x1, x2, x3, y0, y1, y2, y3
        vadduwm \x0, \x0, \y0
        vadduwm \x1, \x1, \y1
        vadduwm \x2, \x2, \y2
        vadduwm \x3, \x3, \y3
.endm

/* x = (x ^ y) rotated as the words of \by say */
.macro  rotate4 by, x0, x1, x2, x3, y0, y1, y2, y3
        vxor    \x0, \x0, \y0
        vxor    \x1, \x1, \y1
        vxor    \x2, \x2, \y2
        vxor    \x3, \x3, \y3
        vrlw    \x0, \x0, \by
        vrlw    \x1, \x1, \by
        vrlw    \x2, \x2, \by
        vrlw    \x3, \x3, \by
.endm

/* The same by 16 or 8. */
.macro  turn4   by, x0, x1, x2, x3, y0, y1, y2, y3
#ifdef XOR_AND_TURN
        vpermxor \x0, \x0, \y0, \by
        vpermxor \x1, \x1, \y1, \by
        vpermxor \x2, \x2, \y2, \by
        vpermxor \x3, \x3, \y3, \by
#else
        rotate4 \by, \x0, \x1, \x2, \x3, \y0, \y1, \y2, \y3
#endif
.endm

/* One step of a single vector of columns: x += y; z = (z ^ x) rotated. */
.macro  step    x, y, z, by
        vadduwm \x, \x, \y
        vxor    \z, \z, \x
        vrlw    \z, \z, \by
.endm

.macro  turn_step x, y, z, by
#ifdef XOR_AND_TURN
        vadduwm \x, \x, \y
        vpermxor \z, \z, \x, \by
#else
        step    \x, \y, \z, \by
#endif
.endm

.macro  quarter a, b, c, d
        turn_step \a, \b, \d, vR16
        step    \c, \d, \b, vR12
        turn_step \a, \b, \d, vR8
        step    \c, \d, \b, vR7
.endm

/* x from the table, as it was stored.  Clobbers I16. */
.macro  load_table x, offset
        li      I16, \offset
        lxvd2x  \x, TABLE, I16
        xxswapd \x, \x
.endm

/* One row's 16 bytes of one block at \index, xored with \x, out. */
.macro  xor_out x, index
        lxvd2x  xDATA, \index, IN
        xxlxor  xDATA, xDATA, \x
        stxvd2x xDATA, \index, OUT
.endm

/* A row of four words, which are in the vectors a, b, c, d by blocks (as VSX
 * registers xa, ...), across; then \row added, unless it is left out; then
 * out, and on to the next row's place by \on.  Clobbers a-d, vT0-vT3, xDATA. */
.macro  finish  on, a, b, c, d, xa, xb, xc, xd, row
        vmrgew  vT0, \b, \a
        vmrgew  vT1, \d, \c
        vmrgow  vT2, \b, \a
        vmrgow  vT3, \d, \c
        xxpermdi \xa, xT0, xT1, 0
        xxpermdi \xb, xT2, xT3, 0
        xxpermdi \xc, xT0, xT1, 3
        xxpermdi \xd, xT2, xT3, 3
.ifnb \row
        add4    \a, \b, \c, \d, \row, \row, \row, \row
.endif
        xor_out \xa, 0
        xor_out \xb, I64
        xor_out \xc, I128
        xor_out \xd, I192
        addi    IN, IN, \on
        addi    OUT, OUT, \on
.endm

FUNC(vgf_chacha20_xor_long_p8)
        li      I64, -192
.irp v, %v20, %v21, %v22, %v23, %v24, %v25, %v26, %v27, %v28, %v29, %v30, %v31
        stvx    \v, I64, %r1
        addi    I64, I64, 16
.endr
        mr      ALL, NBLOCKS
        neg     I64, CTR64
        mtvsrwz xCARRY, I64
        xxspltw xCARRY, xCARRY, 1
#ifdef XOR_AND_TURN
        load_table %vs48, TURN16
        load_table %vs50, TURN8
#else
        vspltisw vR16, -16              /* 16 modulo 32 */
        vspltisw vR8, 8
#endif
        vspltisw vR12, 12
        vspltisw vR7, 7
        vspltisw vFOUR, 4

        /* The columns that are the same in all blocks */
        load_table xROW0, SIGMA
        xxswapd xROW0, xROW0
        li      I16, 16
        lxvd2x  xROW1, 0, KEY
        lxvd2x  xROW2, KEY, I16
        lxvd2x  xT0, 0, CTR
        xxspltw %vs34, xROW0, 3
        xxspltw %vs35, xROW0, 2
        xxspltw %vs38, xROW1, 3
        xxspltw %vs39, xROW1, 2
        xxspltw %vs42, xROW2, 3
        xxspltw %vs43, xROW2, 2
        xxspltw xNONCE0, xT0, 3
        xxspltw xNONCE1, xT0, 2
        vmr     %v14, vNONCE0
        vmr     %v15, vNONCE1
        quarter %v2, %v6, %v10, %v14
        quarter %v3, %v7, %v11, %v15
        xxlor   %vs0, %vs34, %vs34
        xxlor   %vs1, %vs35, %vs35
        xxlor   %vs2, %vs38, %vs38
        xxlor   %vs3, %vs39, %vs39
        xxlor   %vs4, %vs42, %vs42
        xxlor   %vs5, %vs43, %vs43
        xxlor   %vs6, %vs46, %vs46
        xxlor   %vs7, %vs47, %vs47

        /* The counters of blocks 0..3 */
        xxspltw xT1, xT0, 1
        xxspltw xHIGH, xT0, 0
        load_table xT2, LANES
        vadduwm vCOUNT, vT1, vT2
        vcmpgtuw vT1, vT1, vCOUNT       /* all ones, or -1, if it wrapped */
        xxland  xT1, xT1, xCARRY
        vsubuwm vHIGH, vHIGH, vT1
        li      I64, 64
        li      I128, 128
        li      I192, 192

.Lturn:
        /* The first column round of the other columns */
        xxspltw %vs32, xROW0, 1
        xxspltw %vs33, xROW0, 0
        xxspltw %vs36, xROW1, 1
        xxspltw %vs37, xROW1, 0
        xxspltw %vs40, xROW2, 1
        xxspltw %vs41, xROW2, 0
        vmr     %v12, vCOUNT
        vmr     %v13, vHIGH
        quarter %v0, %v4, %v8, %v12
        quarter %v1, %v5, %v9, %v13
        xxlor   %vs34, %vs0, %vs0
        xxlor   %vs35, %vs1, %vs1
        xxlor   %vs38, %vs2, %vs2
        xxlor   %vs39, %vs3, %vs3
        xxlor   %vs42, %vs4, %vs4
        xxlor   %vs43, %vs5, %vs5
        xxlor   %vs46, %vs6, %vs6
        xxlor   %vs47, %vs7, %vs7
        li      ROUNDS, 10
        mtctr   ROUNDS
        b       .Ldiagonals

        .p2alignl 5, NOP
.Lround:
        add4    A, B
        turn4   vR16, D, A
        add4    C, D
        rotate4 vR12, B, C
        add4    A, B
        turn4   vR8, D, A
        add4    C, D
        rotate4 vR7, B, C
.Ldiagonals:
        add4    A, B_1
        turn4   vR16, D_3, A
        add4    C_2, D_3
        rotate4 vR12, B_1, C_2
        add4    A, B_1
        turn4   vR8, D_3, A
        add4    C_2, D_3
        rotate4 vR7, B_1, C_2
        bdnz    .Lround

        finish  16, A, %vs32, %vs33, %vs34, %vs35, vROW0
        finish  16, B, %vs36, %vs37, %vs38, %vs39, vROW1
        finish  16, C, %vs40, %vs41, %vs42, %vs43, vROW2
        add4    D, vCOUNT, vHIGH, vNONCE0, vNONCE1
        finish  208, D, %vs44, %vs45, %vs46, %vs47
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

        /* Leave nothing: what follows is all that is not restored. */
.irp x, %vs0, %vs1, %vs2, %vs3, %vs4, %vs5, %vs6, %vs7, xDATA
        xxlxor  \x, \x, \x
.endr
.irp v, %v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, \
        %v13, %v14, %v15
        vxor    \v, \v, \v
.endr
        li      I64, -192
.irp v, %v20, %v21, %v22, %v23, %v24, %v25, %v26, %v27, %v28, %v29, %v30, %v31
        lvx     \v, I64, %r1
        addi    I64, I64, 16
.endr
        blr
END_FUNC(vgf_chacha20_xor_long_p8)

FILE_END
