/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 (RFC 8439, section 2.3) for processors with AVX2: long messages.
 *
 *   void vgf_chacha20_xor_long_avx2(uint8_t *out, const uint8_t *in,
 *                                   size_t nblocks, const uint32_t key[8],
 *                                   uint32_t ctr[4], uint32_t flags,
 *                                   uint8_t ends[128]);
 *
 * nblocks is a multiple of 16 and not 0; it counts the first block if flags
 * asks for it (kernels.h), which out and in do not have.  out == in is
 * allowed; other overlap is not.  Constant time: branches only on nblocks,
 * flags and the counter.
 *
 * Two streams of eight blocks, a word a register and a block a lane.  The four
 * quarter rounds of one stream are four chains of dependent instructions,
 * which is too few for a processor with three or four vector units; so the
 * streams take turns, half a round each, and their chains overlap.  Each keeps
 * its words 4 to 7 in registers, since they are first and last in a chain, and
 * the rest in memory: a word is loaded and stored once in half a round.  On
 * Zen 3 a round of eight blocks so takes 19 cycles (22 beside a busy thread on
 * the same core) instead of 23.5.
 *
 * The first column round is the same in all blocks, save the column of the low
 * counter word, and where there is a carry into the next word.  It is done
 * once and kept.
 */
#include "asm.h"

        .arch   generic64
        .arch   .avx2

/* Arguments */
        .set    OUT, %rdi
        .set    IN, %rsi
        .set    NBLOCKS, %rdx
        .set    KEY, %rcx
        .set    CTR, %r8
        .set    FLAGS, %r9d
        .set    CARRY, %r9d             /* -ctr64 */
#define ENDS_ARG 8(%rsp)                /* before anything is pushed */
/* Locals */
        .set    IN0, %r9                /* where block 0 of the turn goes */
        .set    OUT0, %r11
        .set    ROUNDS, %eax
        .set    LOW64, %r10
        .set    LOW, %r10d              /* the counter's low word */

#define FIRST 2

/* Two quarter rounds at a time, of either stream */
        .set    A0, %ymm0
        .set    C0, %ymm1
        .set    D0, %ymm2
        .set    T0, %ymm3
        .set    A1, %ymm4
        .set    C1, %ymm5
        .set    D1, %ymm6
        .set    T1, %ymm7
/* Words 4 to 7 of stream 0 and of stream 1 */
        .set    B00, %ymm8
        .set    B01, %ymm9
        .set    B02, %ymm10
        .set    B03, %ymm11
        .set    B10, %ymm12
        .set    B11, %ymm13
        .set    B12, %ymm14
        .set    B13, %ymm15

/*
 * The frame, 32 bytes each.  S0A0 to S1D3 are the two streams' words.  F0A0 to
 * F1D3 are where they come from in a turn's first diagonal round: column 0 is
 * there already, column 1 is kept for each stream, columns 2 and 3 for both.
 */
        .set    at, 0
        .macro  slot    name
        .set    \name, at
        .set    at, at + 32
        .endm
        .irp    i, 0, 1, 2, 3
        slot    S0A\i
        slot    S0C\i
        slot    S0D\i
        slot    S1A\i
        slot    S1C\i
        slot    S1D\i
        .endr
        .irp    r, A, B, C, D
        slot    F0\r\()1
        slot    F1\r\()1
        slot    F0\r\()2
        slot    F0\r\()3
        .set    F1\r\()2, F0\r\()2
        .set    F1\r\()3, F0\r\()3
        .endr
        .irp    s, 0, 1
        .set    F\s\()A0, S\s\()A0
        .set    F\s\()C0, S\s\()C0
        .set    F\s\()D0, S\s\()D0
        .endr
        .set    SECRET, at              /* the rest need not be wiped */
        slot    WORD12_0                /* of the first state */
        slot    WORD12_1
        slot    WORD13_0
        slot    WORD13_1
        slot    CARRIES                 /* CARRY in all lanes */
        .set    FRAME, at

        .section .rodata
        .p2align 5
.Liota_0:
        .long   0, 1, 2, 3, 4, 5, 6, 7
.Liota_1:
        .long   8, 9, 10, 11, 12, 13, 14, 15
/* Rotate 32-bit words to the left, for vpshufb. */
.Lrot16:
        .rept   2
        .byte   2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
        .endr
.Lrot8:
        .rept   2
        .byte   3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
        .endr
.Lsixteen:
        .long   16, 0, 0, 0
.Lzeros:
        .zero   64
.Lsigma:
        .ascii  "expand 32-byte k"
        .text

/* Words 12 and 13 of a stream, to the frame.  A lane has wrapped if it is less
 * than what has been added to it.  Clobbers A0, C0, T0. */
.macro  counters s
        vpbroadcastd (CTR), A0
        vpbroadcastd 4(CTR), C0
        vpaddd  .Liota_\s(%rip), A0, A0
        vpmaxud .Liota_\s(%rip), A0, T0
        vpcmpeqd A0, T0, T0
        vpandn  CARRIES(%rsp), T0, T0   /* -1 where there is a carry */
        vpsubd  T0, C0, C0
        vmovdqa A0, WORD12_\s(%rsp)
        vmovdqa C0, WORD13_\s(%rsp)
.endm

/* Half of a quarter round on registers.  Clobbers t. */
.macro  half    a, b, c, d, t, mask, left
        vpaddd  \b, \a, \a
        vpxor   \a, \d, \d
        vpshufb \mask, \d, \d
        vpaddd  \d, \c, \c
        vpxor   \c, \b, \b
        vpslld  $\left, \b, \t
        vpsrld  $32-\left, \b, \b
        vpor    \t, \b, \b
.endm

/* The first quarter round of column i, given b, word 4+i, and d, word 12+i, to
 * the words called f.  Clobbers A0, C0, T0. */
.macro  column  f, i, b, d
        vpbroadcastd .Lsigma+4*\i(%rip), A0
        vpbroadcastd 16+4*\i(KEY), C0
        half    A0, \b, C0, \d, T0, .Lrot16(%rip), 12
        half    A0, \b, C0, \d, T0, .Lrot8(%rip), 7
        vmovdqa A0, \f\()A\i(%rsp)
        vmovdqa C0, \f\()C\i(%rsp)
        vmovdqa \d, \f\()D\i(%rsp)
.endm

/* The counter in memory goes on by 16.  All of it is stored at once, so that
 * it can be loaded at once.  Clobbers A0, C0, T0. */
.macro  count
        mov     (CTR), LOW
        add     $16, LOW
        vmovdqu (CTR), %xmm0
        vpaddq  .Lsixteen(%rip), %xmm0, %xmm1
        vpaddd  .Lsixteen(%rip), %xmm0, %xmm0
        vmovdqa CARRIES(%rsp), %xmm3
        vpsllq  $32, %xmm3, %xmm3       /* word 1 with a carry or without? */
        vpblendvb %xmm3, %xmm1, %xmm0, %xmm0
        vmovdqu %xmm0, (CTR)
.endm

/* Stream s begins.  Its column 1 is made anew if word 13 has changed in one of
 * its lanes.  Clobbers A0, C0, D0, T0. */
.macro  start   s
        counters \s
        lea     8*\s+7(LOW64), %eax     /* has a lane wrapped by this turn's */
        cmp     $16+7, %eax             /* step of 16? */
        jae     .Lkept_\@
        vpbroadcastd 4(KEY), B\s\()1
        vmovdqa WORD13_\s(%rsp), D0
        column  F\s, 1, B\s\()1, D0
        vmovdqa B\s\()1, F\s\()B1(%rsp)
.Lkept_\@:
        vpbroadcastd (KEY), B\s\()0
        vmovdqa WORD12_\s(%rsp), D0
        column  F\s, 0, B\s\()0, D0
        vmovdqa F\s\()B1(%rsp), B\s\()1
        vmovdqa F\s\()B2(%rsp), B\s\()2
        vmovdqa F\s\()B3(%rsp), B\s\()3
.endm

/* Two quarter rounds of stream s, given the numbers of their words in each
 * row: a, c and d are loaded from those called f and stored to those called
 * t.  Where the stores are is what costs least. */
.macro  quarters s, f, t, a0, b0, c0, d0, a1, b1, c1, d1
        vpaddd  \f\()A\a0(%rsp), B\s\b0, A0
        vpaddd  \f\()A\a1(%rsp), B\s\b1, A1
        vpxor   \f\()D\d0(%rsp), A0, D0
        vpxor   \f\()D\d1(%rsp), A1, D1
        vpshufb .Lrot16(%rip), D0, D0
        vpshufb .Lrot16(%rip), D1, D1
        vpaddd  \f\()C\c0(%rsp), D0, C0
        vpaddd  \f\()C\c1(%rsp), D1, C1
        vpxor   C0, B\s\b0, B\s\b0
        vpxor   C1, B\s\b1, B\s\b1
        vpslld  $12, B\s\b0, T0
        vpslld  $12, B\s\b1, T1
        vpsrld  $20, B\s\b0, B\s\b0
        vpsrld  $20, B\s\b1, B\s\b1
        vpor    T0, B\s\b0, B\s\b0
        vpor    T1, B\s\b1, B\s\b1
        vpaddd  B\s\b0, A0, A0
        vpaddd  B\s\b1, A1, A1
        vpxor   A0, D0, D0
        vpxor   A1, D1, D1
        vpshufb .Lrot8(%rip), D0, D0
        vpshufb .Lrot8(%rip), D1, D1
        vmovdqa A0, \t\()A\a0(%rsp)
        vmovdqa A1, \t\()A\a1(%rsp)
        vpaddd  D0, C0, C0
        vpaddd  D1, C1, C1
        vmovdqa C0, \t\()C\c0(%rsp)
        vmovdqa C1, \t\()C\c1(%rsp)
        vpxor   C0, B\s\b0, B\s\b0
        vpxor   C1, B\s\b1, B\s\b1
        vpslld  $7, B\s\b0, T0
        vpslld  $7, B\s\b1, T1
        vpsrld  $25, B\s\b0, B\s\b0
        vpsrld  $25, B\s\b1, B\s\b1
        vmovdqa D0, \t\()D\d0(%rsp)
        vmovdqa D1, \t\()D\d1(%rsp)
        vpor    T0, B\s\b0, B\s\b0
        vpor    T1, B\s\b1, B\s\b1
.endm

.macro  columns s
        quarters \s, S\s, S\s, 0, 0, 0, 0, 1, 1, 1, 1
        quarters \s, S\s, S\s, 2, 2, 2, 2, 3, 3, 3, 3
.endm

.macro  diagonals s, f
        quarters \s, \f, S\s, 0, 1, 2, 3, 1, 2, 3, 0
        quarters \s, \f, S\s, 2, 3, 0, 1, 3, 0, 1, 2
.endm

/* Four words of eight blocks become four words in a row, of blocks 0 and 4 in
 * w1, 1 and 5 in t0, 2 and 6 in w3, 3 and 7 in w0.  w2 and t1 are free. */
.macro  transpose w0, w1, w2, w3, t0, t1
        vpunpckldq \w1, \w0, \t0
        vpunpckhdq \w1, \w0, \w0
        vpunpckldq \w3, \w2, \t1
        vpunpckhdq \w3, \w2, \w2
        vpunpcklqdq \t1, \t0, \w1
        vpunpckhqdq \t1, \t0, \t0
        vpunpcklqdq \w2, \w0, \w3
        vpunpckhqdq \w2, \w0, \w0
.endm

/* 32 bytes of a block and of the fourth after it, at off, from their eight
 * words in x and y; the first has its own pointers.  Clobbers y, t. */
.macro  put     off, x, y, t, in=IN, out=OUT
        vperm2i128 $0x20, \y, \x, \t
        vperm2i128 $0x31, \y, \x, \y
        vpxor   \off(\in), \t, \t
        vpxor   \off+256(IN), \y, \y
        vmovdqu \t, \off(\out)
        vmovdqu \y, \off+256(OUT)
.endm

/* x = the word at addr, in all lanes, + y. */
.macro  sum     x, addr, y
        vpbroadcastd \addr, \x
        vpaddd  \y, \x, \x
.endm

/* The rounds of stream s are done: its eight blocks.  Clobbers ymm0 to ymm7
 * and the stream's. */
.macro  finish  s
        .irp    i, 0, 1, 2, 3
        sum     %ymm\i, .Lsigma+4*\i(%rip), S\s\()A\i(%rsp)
        vpbroadcastd 4*\i(KEY), %ymm4
        vpaddd  %ymm4, B\s\i, B\s\i
        .endr
        transpose %ymm0, %ymm1, %ymm2, %ymm3, %ymm4, %ymm5
        transpose B\s\()0, B\s\()1, B\s\()2, B\s\()3, %ymm5, %ymm2
        .if     \s == 0
        put     0, %ymm1, B\s\()1, %ymm2, IN0, OUT0
        .else
        put     512*\s, %ymm1, B\s\()1, %ymm2
        .endif
        put     512*\s+64, %ymm4, %ymm5, B\s\()2
        put     512*\s+128, %ymm3, B\s\()3, %ymm2
        put     512*\s+192, %ymm0, B\s\()0, B\s\()2
        .irp    i, 0, 1, 2, 3
        sum     %ymm\i, 16+4*\i(KEY), S\s\()C\i(%rsp)
        .endr
        vmovdqa WORD12_\s(%rsp), %ymm4
        vmovdqa WORD13_\s(%rsp), %ymm5
        vpaddd  S\s\()D0(%rsp), %ymm4, %ymm4
        vpaddd  S\s\()D1(%rsp), %ymm5, %ymm5
        sum     %ymm6, 8(CTR), S\s\()D2(%rsp)
        sum     %ymm7, 12(CTR), S\s\()D3(%rsp)
        transpose %ymm0, %ymm1, %ymm2, %ymm3, B\s\()0, B\s\()1
        transpose %ymm4, %ymm5, %ymm6, %ymm7, B\s\()1, B\s\()2
        .if     \s == 0
        put     32, %ymm1, %ymm5, %ymm2, IN0, OUT0
        .else
        put     512*\s+32, %ymm1, %ymm5, %ymm2
        .endif
        put     512*\s+96, B\s\()0, B\s\()1, %ymm6
        put     512*\s+160, %ymm3, %ymm7, %ymm2
        put     512*\s+224, %ymm0, %ymm4, %ymm6
.endm

FUNC(vgf_chacha20_xor_long_avx2)
        mov     ENDS_ARG, OUT0
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        and     $-32, %rsp
        sub     $FRAME, %rsp
        mov     FLAGS, %eax
        and     $1, CARRY
        neg     CARRY
        vmovd   CARRY, %xmm0
        vpbroadcastd %xmm0, %ymm0
        vmovdqa %ymm0, CARRIES(%rsp)
        lea     .Lzeros(%rip), IN0
        test    $FIRST, %eax
        jz      .Lno_first
        sub     $64, IN
        sub     $64, OUT
        jmp     .Lfirst
.Lno_first:
        mov     IN, IN0
        mov     OUT, OUT0
.Lfirst:
        /* columns 2 and 3 of the first round */
        .irp    i, 2, 3
        vpbroadcastd 4*\i(KEY), B0\i
        vpbroadcastd 4*\i(CTR), D0
        column  F0, \i, B0\i, D0
        vmovdqa B0\i, F0B\i(%rsp)
        .endr
        xor     LOW, LOW                /* column 1, too */
        start   0
        jmp     .Lstart_1

.Lturn:
        diagonals 0, F0
        diagonals 1, F1
        mov     $9, ROUNDS
        .p2align 5
.Lrounds:
        columns 0
        columns 1
        diagonals 0, S0
        diagonals 1, S1
        dec     ROUNDS
        jnz     .Lrounds
        finish  0
        count
        sub     $16, NBLOCKS
        jz      .Lfinish_1
        start   0
.Lfinish_1:
        finish  1
        add     $1024, IN
        add     $1024, OUT
        mov     IN, IN0
        mov     OUT, OUT0
        test    NBLOCKS, NBLOCKS
        jz      .Ldone
.Lstart_1:
        start   1
        jmp     .Lturn

.Ldone:
        vzeroall
        .set    at, 0
        .rept   SECRET/32
        vmovdqa %ymm0, at(%rsp)
        .set    at, at + 32
        .endr
        leave
        .cfi_def_cfa %rsp, 8
        ret
END_FUNC(vgf_chacha20_xor_long_avx2)

FILE_END
