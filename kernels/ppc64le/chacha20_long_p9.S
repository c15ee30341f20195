/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 (RFC 8439) for POWER9 and later (ISA 3.0), long messages.
 *
 *   void vgf_chacha20_xor_long_p9(uint8_t *out, const uint8_t *in,
 *                                 size_t nblocks, const uint32_t key[8],
 *                                 uint32_t ctr[4], uint32_t ctr64,
 *                                 const struct vgf_chacha20_table *table);
 *
 * nblocks is a multiple of 8, or that and 5, 6 or 7, and not 0.  out == in is
 * allowed; other overlap is not.  Constant time: branches only on nblocks.
 * Leaf; 192 bytes below the stack pointer keep v20-v31.
 *
 * Eight blocks a turn, one in each word of two sets of sixteen vectors, which
 * are all there are.  Rotations by 16 and 8 permute bytes, so vpermxor does
 * them together with the xor before; the register for a constant is lent by
 * the word that an xor reads next, for xxlxor can read it where it is parked,
 * in the lower half of the VSX registers.  Words 2, 3, 6, 7, 10, 11, 14 and 15
 * are the same after the first column round in all blocks, and made once.
 *
 * 2006 instructions for 512 bytes, 1720 of them in the rounds; eight chains of
 * ten operations of two and three cycles keep two pipes busy.
 */
#include "asm.h"

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
#define TMP     %r11

/* struct vgf_chacha20_table */
#define TURN16  0
#define TURN8   16
#define TWELVE  32
#define SEVEN   48
#define SIGMA   64
#define LANES   80

/* The state: words 0..15 of blocks 0..3 are v0..v15, of blocks 4..7 v16..v31.
 * The lists are the operands of one step; a diagonal round takes them turned.
 * The last of the second row lends its register. */
#define A       %v0,%v1,%v2,%v3,%v16,%v17,%v18,%v19
#define B       %v4,%v5,%v6,%v7,%v20,%v21,%v22,%v23
#define C       %v8,%v9,%v10,%v11,%v24,%v25,%v26,%v27
#define D       %v12,%v13,%v14,%v15,%v28,%v29,%v30,%v31
#define B_1     %v5,%v6,%v7,%v4,%v21,%v22,%v23,%v20
#define C_2     %v10,%v11,%v8,%v9,%v26,%v27,%v24,%v25
#define D_3     %v15,%v12,%v13,%v14,%v31,%v28,%v29,%v30

/* Words 2, 3, 6, 7, 10, 11, 14, 15 after the first column round: vs0-vs7 */
#define xCOUNT  %vs8            /* word 12 of the next blocks 0..3 */
#define xHIGH   %vs9            /* word 13 */
#define xCARRY  %vs10           /* all ones if the counter has 64 bits */
#define xPARK   %vs11           /* in the rounds */
#define xT0     %vs11           /* outside of them */
#define xT1     %vs12
#define xT2     %vs13

        .machine power9
        .text

/* x += y */
.macro  add8    x0, x1, x2, x3, x4, x5, x6, x7, y0, y1, y2, y3, y4, y5, y6, y7
        vadduwm \x0, \x0, \y0
        vadduwm \x1, \x1, \y1
        vadduwm \x2, \x2, \y2
        vadduwm \x3, \x3, \y3
        vadduwm \x4, \x4, \y4
        vadduwm \x5, \x5, \y5
        vadduwm \x6, \x6, \y6
        vadduwm \x7, \x7, \y7
.endm

/* x = (x ^ y) rotated as the bytes of \by say */
.macro  turn8   by, x0, x1, x2, x3, x4, x5, x6, x7, \
                y0, y1, y2, y3, y4, y5, y6, y7
        vpermxor \x0, \x0, \y0, \by
        vpermxor \x1, \x1, \y1, \by
        vpermxor \x2, \x2, \y2, \by
        vpermxor \x3, \x3, \y3, \by
        vpermxor \x4, \x4, \y4, \by
        vpermxor \x5, \x5, \y5, \by
        vpermxor \x6, \x6, \y6, \by
        vpermxor \x7, \x7, \y7, \by
.endm

/* x = (x ^ y) rotated as the words of \x7 say, x7 being parked.  y7 (\xy7) is
 * where x7 ^ y7 has room, and gets itself back by the same xor. */
.macro  rotate8 xy7, x0, x1, x2, x3, x4, x5, x6, x7, \
                y0, y1, y2, y3, y4, y5, y6, y7
        xxlxor  \xy7, \xy7, xPARK
        vxor    \x0, \x0, \y0
        vxor    \x1, \x1, \y1
        vxor    \x2, \x2, \y2
        vxor    \x3, \x3, \y3
        vxor    \x4, \x4, \y4
        vxor    \x5, \x5, \y5
        vxor    \x6, \x6, \y6
        vrlw    \x0, \x0, \x7
        vrlw    \x1, \x1, \x7
        vrlw    \x2, \x2, \x7
        vrlw    \x3, \x3, \x7
        vrlw    \x4, \x4, \x7
        vrlw    \x5, \x5, \x7
        vrlw    \x6, \x6, \x7
        vrlw    \x7, \y7, \x7
        xxlxor  \xy7, \xy7, xPARK
.endm

/* Parks x and puts a constant of the table into its place.  Clobbers xPARK. */
.macro  lend    x, const
        xxlor   xPARK, \x, \x
        lxv     \x, \const(TABLE)
.endm

/* A quarter round on one vector of columns, while there are registers for the
 * constants. */
.macro  quarter a, b, c, d, turn16, twelve, turn8, seven
        vadduwm \a, \a, \b
        vpermxor \d, \d, \a, \turn16
        vadduwm \c, \c, \d
        vxor    \b, \b, \c
        vrlw    \b, \b, \twelve
        vadduwm \a, \a, \b
        vpermxor \d, \d, \a, \turn8
        vadduwm \c, \c, \d
        vxor    \b, \b, \c
        vrlw    \b, \b, \seven
.endm

/* Counters of the blocks that are \step (a vector) on: \to from \from.
 * Clobbers \t, which is \xt as a VSX register. */
.macro  count_on to, high_to, from, high_from, step, t, xt
        vadduwm \to, \from, \step
        vcmpgtuw \t, \from, \to      /* all ones, or -1, if it wrapped */
        xxland  \xt, \xt, xCARRY
        vsubuwm \high_to, \high_from, \t
.endm

/* The data at offset \at, xored with x.  Clobbers xT0. */
.macro  xor_out x, at
        lxv     xT0, \at(IN)
        xxlxor  xT0, xT0, \x
        stxv    xT0, \at(OUT)
.endm

/*
 * Words 4 \row .. 4 \row + 3 of blocks \first .. \first + 3, which are in
 * %va, %vb, %vc, %vd, across; then with the row of the first state at
 * \at(\base) added, unless \at is empty; then out.  The
 * second four may be less: cr1, cr5 and cr6 tell.  Clobbers a-d, xT0-xT2.
 */
.macro  finish  first, row, at, base, a, b, c, d
        xxmrghw xT0, X\d, X\c
        xxmrghw xT1, X\b, X\a
        xxmrglw xT2, X\d, X\c
        xxmrglw X\d, X\b, X\a
        xxpermdi X\a, xT0, xT1, 0
        xxpermdi X\c, xT0, xT1, 3
        add_row \at, \base, \b, \a, \c
        xor_out X\a, 64 * (\first) + 16 * (\row)
.if \first
        blt     %cr1, .Lno_more_\row
.endif
        xor_out X\c, 64 * (\first) + 16 * (\row) + 64
.if \first
        blt     %cr5, .Lno_more_\row
.endif
        xxpermdi X\a, xT2, X\d, 0
        xxpermdi X\d, xT2, X\d, 3
        add_row \at, \base, \b, \a, \d
        xor_out X\a, 64 * (\first) + 16 * (\row) + 128
.if \first
        blt     %cr6, .Lno_more_\row
.endif
        xor_out X\d, 64 * (\first) + 16 * (\row) + 192
.if \first
.Lno_more_\row:
.endif
.endm

/* Adds the row to x and y, unless \at is empty.  Clobbers t. */
.macro  add_row at, base, t, x, y
.ifnb \at
        lxv     X\t, \at(\base)
        vadduwm %v\x, %v\x, %v\t
        vadduwm %v\y, %v\y, %v\t
.endif
.endm

/* Stores or loads what the caller wants kept. */
.macro  kept    move
        \move   X20, -192(%r1)
        \move   X21, -176(%r1)
        \move   X22, -160(%r1)
        \move   X23, -144(%r1)
        \move   X24, -128(%r1)
        \move   X25, -112(%r1)
        \move   X26, -96(%r1)
        \move   X27, -80(%r1)
        \move   X28, -64(%r1)
        \move   X29, -48(%r1)
        \move   X30, -32(%r1)
        \move   X31, -16(%r1)
.endm

FUNC(vgf_chacha20_xor_long_p9)
        kept    stxv
        mr      ALL, NBLOCKS
        neg     TMP, CTR64
        mtvsrws xCARRY, TMP

        /* The columns that are the same in all blocks */
        lxv     %vs32, SIGMA(TABLE)
        lxv     %vs36, 0(KEY)
        lxv     %vs40, 16(KEY)
        lxv     %vs44, 0(CTR)
        xxspltw %vs34, %vs32, 1
        xxspltw %vs35, %vs32, 0
        xxspltw %vs38, %vs36, 1
        xxspltw %vs39, %vs36, 0
        xxspltw %vs42, %vs40, 1
        xxspltw %vs43, %vs40, 0
        xxspltw %vs46, %vs44, 1
        xxspltw %vs47, %vs44, 0
        lxv     %vs48, TURN16(TABLE)
        lxv     %vs49, TWELVE(TABLE)
        lxv     %vs50, TURN8(TABLE)
        lxv     %vs51, SEVEN(TABLE)
        quarter %v2, %v6, %v10, %v14, %v16, %v17, %v18, %v19
        quarter %v3, %v7, %v11, %v15, %v16, %v17, %v18, %v19
        xxlor   %vs0, %vs34, %vs34
        xxlor   %vs1, %vs35, %vs35
        xxlor   %vs2, %vs38, %vs38
        xxlor   %vs3, %vs39, %vs39
        xxlor   %vs4, %vs42, %vs42
        xxlor   %vs5, %vs43, %vs43
        xxlor   %vs6, %vs46, %vs46
        xxlor   %vs7, %vs47, %vs47

        /* The counters of blocks 0..3 */
        lxv     %vs48, LANES(TABLE)
        xxspltw %vs49, %vs44, 3
        xxspltw %vs50, %vs44, 2
        count_on %v0, %v1, %v17, %v18, %v16, %v2, %vs34
        xxlor   xCOUNT, %vs32, %vs32
        xxlor   xHIGH, %vs33, %vs33

.Lturn:
        /* The first column round of the other columns */
        lxv     %vs32, SIGMA(TABLE)
        lxv     %vs36, 0(KEY)
        lxv     %vs40, 16(KEY)
        lxv     %vs34, TURN16(TABLE)
        lxv     %vs35, TWELVE(TABLE)
        lxv     %vs38, TURN8(TABLE)
        lxv     %vs39, SEVEN(TABLE)
        xxlor   %vs44, xCOUNT, xCOUNT
        xxlor   %vs45, xHIGH, xHIGH
        vspltisw %v10, 4
        count_on %v28, %v29, %v12, %v13, %v10, %v11, %vs43
        xxspltw %vs33, %vs32, 2
        xxspltw %vs32, %vs32, 3
        xxspltw %vs37, %vs36, 2
        xxspltw %vs36, %vs36, 3
        xxspltw %vs41, %vs40, 2
        xxspltw %vs40, %vs40, 3
        vmr     %v16, %v0
        vmr     %v17, %v1
        vmr     %v20, %v4
        vmr     %v21, %v5
        vmr     %v24, %v8
        vmr     %v25, %v9
        quarter %v0, %v4, %v8, %v12, %v2, %v3, %v6, %v7
        quarter %v16, %v20, %v24, %v28, %v2, %v3, %v6, %v7
        quarter %v1, %v5, %v9, %v13, %v2, %v3, %v6, %v7
        quarter %v17, %v21, %v25, %v29, %v2, %v3, %v6, %v7
        xxlor   %vs34, %vs0, %vs0
        xxlor   %vs35, %vs1, %vs1
        xxlor   %vs38, %vs2, %vs2
        xxlor   %vs39, %vs3, %vs3
        xxlor   %vs42, %vs4, %vs4
        xxlor   %vs43, %vs5, %vs5
        xxlor   %vs46, %vs6, %vs6
        xxlor   %vs47, %vs7, %vs7
        xxlor   %vs50, %vs0, %vs0
        xxlor   %vs51, %vs1, %vs1
        xxlor   %vs54, %vs2, %vs2
        xxlor   %vs55, %vs3, %vs3
        xxlor   %vs58, %vs4, %vs4
        xxlor   %vs59, %vs5, %vs5
        xxlor   %vs62, %vs6, %vs6
        xxlor   %vs63, %vs7, %vs7
        li      TMP, 10
        mtctr   TMP
        b       .Ldiagonals

        .p2alignl 5, NOP
.Lround:
        add8    A, B
        lend    %vs55, TURN16
        turn8   %v23, D, A
        add8    C, D
        lxv     %vs55, TWELVE(TABLE)
        rotate8 %vs59, B, C
        add8    A, B
        lend    %vs55, TURN8
        turn8   %v23, D, A
        add8    C, D
        lxv     %vs55, SEVEN(TABLE)
        rotate8 %vs59, B, C
.Ldiagonals:
        add8    A, B_1
        lend    %vs52, TURN16
        turn8   %v20, D_3, A
        add8    C_2, D_3
        lxv     %vs52, TWELVE(TABLE)
        rotate8 %vs57, B_1, C_2
        add8    A, B_1
        lend    %vs52, TURN8
        turn8   %v20, D_3, A
        add8    C_2, D_3
        lxv     %vs52, SEVEN(TABLE)
        rotate8 %vs57, B_1, C_2
        bdnz    .Lround

        cmpldi  %cr1, NBLOCKS, 6
        cmpldi  %cr5, NBLOCKS, 7
        cmpldi  %cr6, NBLOCKS, 8
        finish  0, 0, SIGMA, TABLE, 0, 1, 2, 3
        finish  0, 1, 0, KEY, 4, 5, 6, 7
        finish  0, 2, 16, KEY, 8, 9, 10, 11

        /* The last row differs from block to block: add it before. */
        xxlor   %vs32, xCOUNT, xCOUNT
        xxlor   %vs33, xHIGH, xHIGH
        lxv     %vs34, 0(CTR)
        xxspltw %vs35, %vs34, 0
        xxspltw %vs34, %vs34, 1
        vspltisw %v4, 4
        count_on %v5, %v6, %v0, %v1, %v4, %v7, %vs39
        vadduwm %v12, %v12, %v0
        vadduwm %v13, %v13, %v1
        vadduwm %v14, %v14, %v2
        vadduwm %v15, %v15, %v3
        count_on %v0, %v1, %v5, %v6, %v4, %v7, %vs39
        vadduwm %v28, %v28, %v5
        vadduwm %v29, %v29, %v6
        vadduwm %v30, %v30, %v2
        vadduwm %v31, %v31, %v3
        xxlor   xCOUNT, %vs32, %vs32
        xxlor   xHIGH, %vs33, %vs33
        finish  0, 3, , , 12, 13, 14, 15
        finish  4, 0, SIGMA, TABLE, 16, 17, 18, 19
        finish  4, 1, 0, KEY, 20, 21, 22, 23
        finish  4, 2, 16, KEY, 24, 25, 26, 27
        finish  4, 3, , , 28, 29, 30, 31
        addi    IN, IN, 512
        addi    OUT, OUT, 512
        addic.  NBLOCKS, NBLOCKS, -8
        bgt     .Lturn

        /* The counter of the next block; its high word only if it counts. */
        ld      TMP, 0(CTR)
        add     TMP, TMP, ALL
        cmpwi   CTR64, 0
        stw     TMP, 0(CTR)
        beq     .Lcounted
        std     TMP, 0(CTR)
.Lcounted:

        /* Leave nothing: what follows is all that is not restored. */
.irp x, %vs0, %vs1, %vs2, %vs3, %vs4, %vs5, %vs6, %vs7, %vs11, %vs12, %vs13
        xxlxor  \x, \x, \x
.endr
.irp v, %v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, \
        %v13, %v14, %v15, %v16, %v17, %v18, %v19
        vxor    \v, \v, \v
.endr
        kept    lxv
        blr
END_FUNC(vgf_chacha20_xor_long_p9)

FILE_END
