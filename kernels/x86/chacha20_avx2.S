/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 (RFC 8439, section 2.3) for processors with AVX2: messages of less
 * than 1024 bytes, and what is left of long ones (chacha20_long_avx2.S).
 *
 *   void vgf_chacha20_xor_avx2(uint8_t *out, const uint8_t *in,
 *                              size_t nblocks, const uint32_t key[8],
 *                              uint32_t ctr[4], uint32_t ctr64);
 *
 * nblocks may be 0.  out == in is allowed; other overlap is not.  Constant
 * time: branches only on nblocks and the counter.
 *
 * Eight blocks at a time, a word a register and a block a lane: no round
 * moves a word.  What is left, one to six blocks, goes in one pass with a row
 * of the state a register and two blocks side by side: one, two or three
 * such sets take as long as their chain of twenty rounds, more or less, so
 * one wider pass is better than two.  Seven blocks are worth a pass of eight.
 *
 * Either counter, without a copy for each: where the low word has wrapped in
 * a lane, the carry is taken off the next word under a mask, all ones or
 * zeros, that ctr64 makes.
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
        .set    CARRY, %r9d             /* -ctr64 */
/* Locals */
        .set    ROUNDS, %eax

/* Eight blocks: words 0 to 3, 4 to 7, two of 8 to 11, and 12 to 15. */
        .set    A0, %ymm0
        .set    A1, %ymm1
        .set    A2, %ymm2
        .set    A3, %ymm3
        .set    B0, %ymm4
        .set    B1, %ymm5
        .set    B2, %ymm6
        .set    B3, %ymm7
        .set    C0, %ymm8               /* word 8 or 10 */
        .set    C1, %ymm9               /* word 9 or 11 */
        .set    T0, %ymm10
        .set    T1, %ymm11
        .set    D0, %ymm12
        .set    D1, %ymm13
        .set    D2, %ymm14
        .set    D3, %ymm15

/* Their frame, 32 bytes each */
#define WORD12    (%rsp)                /* of the first state */
#define WORD13    32(%rsp)
#define WORD(i)   (64 + 32 * ((i) - 8))(%rsp)   /* 8 to 11, out of registers */
#define FRAME     192

/* Two blocks, up to three times: a row of four words a half register. */
        .set    ROWA0, %ymm0
        .set    ROWA1, %ymm1
        .set    ROWA2, %ymm2
        .set    ROWB0, %ymm3
        .set    ROWB1, %ymm4
        .set    ROWB2, %ymm5
        .set    ROWC0, %ymm6
        .set    ROWC1, %ymm7
        .set    ROWC2, %ymm8
        .set    ROWD0, %ymm9
        .set    ROWD1, %ymm10
        .set    ROWD2, %ymm11
        .set    TMP0, %ymm12
        .set    TMP1, %ymm13
        .set    TMP2, %ymm14
        .set    MASK, %ymm15

        .section .rodata
        .p2align 5
.Liota:
        .long   0, 1, 2, 3, 4, 5, 6, 7
/* What the two blocks of each set add to the counter. */
.Lrows:
        .long   0, 0, 0, 0, 1, 0, 0, 0
        .long   2, 0, 0, 0, 3, 0, 0, 0
        .long   4, 0, 0, 0, 5, 0, 0, 0
.Lsigma:
        .ascii  "expand 32-byte k"
/* Rotate 32-bit words to the left, for vpshufb. */
.Lrot16:
        .byte   2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
.Lrot8:
        .byte   3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
        .text

/* The counter in memory goes on by n.  All of it is stored at once, so that
 * it can be loaded at once.  Clobbers eax, ymm0, ymm1, ymm10, ymm11. */
.macro  count   n
        mov     \n, %eax
        vmovd   %eax, %xmm10
        vmovd   CARRY, %xmm11
        vpsllq  $32, %xmm11, %xmm11     /* word 1 with a carry or without? */
        vmovdqu (CTR), %xmm0
        vpaddq  %xmm10, %xmm0, %xmm1
        vpaddd  %xmm10, %xmm0, %xmm0
        vpblendvb %xmm11, %xmm1, %xmm0, %xmm0
        vmovdqu %xmm0, (CTR)
.endm

/* ---- Eight blocks -------------------------------------------------------- */

/* Half of two quarter rounds: their d is rotated with a mask, their b by
 * shifts.  Clobbers T0, T1. */
.macro  halves  a0, b0, c0, d0, a1, b1, c1, d1, mask, left
        vbroadcasti128 \mask, T0
        vpaddd  \b0, \a0, \a0
        vpaddd  \b1, \a1, \a1
        vpxor   \a0, \d0, \d0
        vpxor   \a1, \d1, \d1
        vpshufb T0, \d0, \d0
        vpshufb T0, \d1, \d1
        vpaddd  \d0, \c0, \c0
        vpaddd  \d1, \c1, \c1
        vpxor   \c0, \b0, \b0
        vpxor   \c1, \b1, \b1
        vpslld  $\left, \b0, T0
        vpslld  $\left, \b1, T1
        vpsrld  $32-\left, \b0, \b0
        vpsrld  $32-\left, \b1, \b1
        vpor    T0, \b0, \b0
        vpor    T1, \b1, \b1
.endm

.macro  quarters a0, b0, c0, d0, a1, b1, c1, d1
        halves  \a0, \b0, \c0, \d0, \a1, \b1, \c1, \d1, .Lrot16(%rip), 12
        halves  \a0, \b0, \c0, \d0, \a1, \b1, \c1, \d1, .Lrot8(%rip), 7
.endm

/* Words 12 and 13 of the eight blocks, to D0 and D1 and the frame.  A lane has
 * wrapped if it is less than what has been added to it.  Clobbers T0, T1. */
.macro  counters
        vmovd   CARRY, %xmm11
        vpbroadcastd %xmm11, T1
        vpbroadcastd (CTR), D0
        vpbroadcastd 4(CTR), D1
        vpaddd  .Liota(%rip), D0, D0
        vpmaxud .Liota(%rip), D0, T0
        vpcmpeqd D0, T0, T0
        vpandn  T1, T0, T0              /* -1 where there is a carry */
        vpsubd  T0, D1, D1
        vmovdqa D0, WORD12
        vmovdqa D1, WORD13
.endm

/* x += the word at addr, in all lanes. */
.macro  add_word addr, x, t
        vpbroadcastd \addr, \t
        vpaddd  \t, \x, \x
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

/* Half of blocks n and n+4, at off, from their eight words in x and y.  The
 * last block is there if NBLOCKS is 8 or more.  Clobbers y, t. */
.macro  put     n, off, x, y, t
        vperm2i128 $0x20, \y, \x, \t
        vperm2i128 $0x31, \y, \x, \y
        vpxor   64*\n+\off(IN), \t, \t
        vmovdqu \t, 64*\n+\off(OUT)
        .if     \n == 3
        cmp     $8, NBLOCKS
        jb      .Lseven_\off
        .endif
        vpxor   64*(\n+4)+\off(IN), \y, \y
        vmovdqu \y, 64*(\n+4)+\off(OUT)
        .if     \n == 3
.Lseven_\off:
        .endif
.endm

FUNC(vgf_chacha20_xor_avx2)
        neg     CARRY
        cmp     $7, NBLOCKS
        jb      .Lrest

        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        and     $-32, %rsp
        sub     $FRAME, %rsp

.Lturn:
        counters
        .irp    i, 0, 1, 2, 3
        vpbroadcastd .Lsigma+4*\i(%rip), A\i
        vpbroadcastd 4*\i(KEY), B\i
        .endr
        vpbroadcastd 16(KEY), C0
        vpbroadcastd 20(KEY), C1
        vpbroadcastd 24(KEY), T0
        vpbroadcastd 28(KEY), T1
        vmovdqa T0, WORD(10)
        vmovdqa T1, WORD(11)
        vpbroadcastd 8(CTR), D2
        vpbroadcastd 12(CTR), D3
        mov     $10, ROUNDS
        .p2align 5
.Lrounds:
        quarters A0, B0, C0, D0, A1, B1, C1, D1
        vmovdqa C0, WORD(8)
        vmovdqa C1, WORD(9)
        vmovdqa WORD(10), C0
        vmovdqa WORD(11), C1
        quarters A2, B2, C0, D2, A3, B3, C1, D3
        quarters A0, B1, C0, D3, A1, B2, C1, D0
        vmovdqa C0, WORD(10)
        vmovdqa C1, WORD(11)
        vmovdqa WORD(8), C0
        vmovdqa WORD(9), C1
        quarters A2, B3, C0, D1, A3, B0, C1, D2
        dec     ROUNDS
        jnz     .Lrounds

        .irp    i, 0, 1, 2, 3
        add_word .Lsigma+4*\i(%rip), A\i, T0
        add_word 4*\i(KEY), B\i, T1
        .endr
        transpose A0, A1, A2, A3, T0, T1
        transpose B0, B1, B2, B3, T1, A2
        put     0, 0, A1, B1, A2
        put     1, 0, T0, T1, B2
        put     2, 0, A3, B3, A2
        put     3, 0, A0, B0, B2

        vmovdqa WORD(10), A0
        vmovdqa WORD(11), A1
        add_word 16(KEY), C0, T0
        add_word 20(KEY), C1, T1
        add_word 24(KEY), A0, T0
        add_word 28(KEY), A1, T1
        vpaddd  WORD12, D0, D0
        vpaddd  WORD13, D1, D1
        add_word 8(CTR), D2, T0
        add_word 12(CTR), D3, T1
        transpose C0, C1, A0, A1, T0, T1
        transpose D0, D1, D2, D3, T1, A0
        put     0, 32, C1, D1, A0
        put     1, 32, T0, T1, A2
        put     2, 32, A1, D3, A0
        put     3, 32, C0, D0, A2

        add     $512, IN
        add     $512, OUT
        sub     $8, NBLOCKS
        jb      .Lseven
        count   $8
        cmp     $7, NBLOCKS
        jae     .Lturn
        jmp     .Lleave

.Lseven:
        count   $7
        xor     %edx, %edx
.Lleave:
        vzeroall
        .irp    i, 8, 9, 10, 11
        vmovdqa %ymm0, WORD(\i)
        .endr
        leave
        .cfi_def_cfa %rsp, 8

/* ---- Up to six blocks ---------------------------------------------------- */

/* z = y op x, in n sets. */
.macro  each    n, op, x, y, z
        .irp    i, 0, 1, 2
        .if     \i < \n
        \op     \x\i, \y\i, \z\i
        .endif
        .endr
.endm

/* The same with one x for all of them. */
.macro  each_by n, op, x, y, z
        .irp    i, 0, 1, 2
        .if     \i < \n
        \op     \x, \y\i, \z\i
        .endif
        .endr
.endm

/* Half of the quarter rounds of n sets.  Clobbers TMP*, MASK. */
.macro  row_halves n, mask, left
        vbroadcasti128 \mask, MASK
        each    \n, vpaddd, ROWB, ROWA, ROWA
        each    \n, vpxor, ROWA, ROWD, ROWD
        each_by \n, vpshufb, MASK, ROWD, ROWD
        each    \n, vpaddd, ROWD, ROWC, ROWC
        each    \n, vpxor, ROWC, ROWB, ROWB
        each_by \n, vpslld, $\left, ROWB, TMP
        each_by \n, vpsrld, $32-\left, ROWB, ROWB
        each    \n, vpor, TMP, ROWB, ROWB
.endm

/* A round of n sets, and what puts the next round's words one below the
 * other.  Row b, the last to be ready, stays where it is. */
.macro  row_round n, a, c, d
        row_halves \n, .Lrot16(%rip), 12
        row_halves \n, .Lrot8(%rip), 7
        each_by \n, vpshufd, \a, ROWA, ROWA
        each_by \n, vpshufd, \d, ROWD, ROWD
        each_by \n, vpshufd, \c, ROWC, ROWC
.endm

/* TMP0 and MASK for row_counter.  The carry belongs to word 13. */
.macro  row_counters
        vbroadcasti128 (CTR), TMP0
        vmovd   CARRY, %xmm15
        vpsllq  $32, %xmm15, %xmm15
        vpbroadcastq %xmm15, MASK
.endm

/* x = words 12 to 15 of set i.  Clobbers TMP1. */
.macro  row_counter i, x
        vpaddq  .Lrows+32*\i(%rip), TMP0, TMP1
        vpaddd  .Lrows+32*\i(%rip), TMP0, \x
        vpblendvb MASK, TMP1, \x, \x
.endm

/* The two blocks of set i; just one, if two do not go into NBLOCKS. */
.macro  row_put i, n
        vperm2i128 $0x20, ROWB\i, ROWA\i, TMP0
        vperm2i128 $0x20, ROWD\i, ROWC\i, TMP1
        vpxor   128*\i(IN), TMP0, TMP0
        vpxor   128*\i+32(IN), TMP1, TMP1
        vmovdqu TMP0, 128*\i(OUT)
        vmovdqu TMP1, 128*\i+32(OUT)
        .if     \i == \n - 1
        test    $1, %dl
        jnz     .Lcount
        .endif
        vperm2i128 $0x31, ROWB\i, ROWA\i, TMP0
        vperm2i128 $0x31, ROWD\i, ROWC\i, TMP1
        vpxor   128*\i+64(IN), TMP0, TMP0
        vpxor   128*\i+96(IN), TMP1, TMP1
        vmovdqu TMP0, 128*\i+64(OUT)
        vmovdqu TMP1, 128*\i+96(OUT)
.endm

/* 2n - 1 or 2n blocks, to the end of the function. */
.macro  rows    n
        row_counters
        .irp    i, 0, 1, 2
        .if     \i < \n
        vbroadcasti128 .Lsigma(%rip), ROWA\i
        vbroadcasti128 (KEY), ROWB\i
        vbroadcasti128 16(KEY), ROWC\i
        row_counter \i, ROWD\i
        .endif
        .endr
        mov     $10, ROUNDS
        .p2align 5
.Lrows_\n:
        row_round \n, $0x93, $0x39, $0x4e
        row_round \n, $0x39, $0x93, $0x4e
        dec     ROUNDS
        jnz     .Lrows_\n

        row_counters
        .irp    i, 0, 1, 2
        .if     \i < \n
        row_counter \i, TMP2
        vpaddd  TMP2, ROWD\i, ROWD\i
        .endif
        .endr
        vbroadcasti128 .Lsigma(%rip), TMP0
        vbroadcasti128 (KEY), TMP1
        vbroadcasti128 16(KEY), TMP2
        each_by \n, vpaddd, TMP0, ROWA, ROWA
        each_by \n, vpaddd, TMP1, ROWB, ROWB
        each_by \n, vpaddd, TMP2, ROWC, ROWC
        .irp    i, 0, 1, 2
        .if     \i < \n
        row_put \i, \n
        .endif
        .endr
.endm

.Lrest:                                 /* now NBLOCKS is 0 to 6 */
        cmp     $2, NBLOCKS
        ja      .Lthree
        test    NBLOCKS, NBLOCKS
        jz      .Ldone
        rows    1
        jmp     .Lcount
.Lthree:
        cmp     $4, NBLOCKS
        ja      .Lfive
        rows    2
        jmp     .Lcount
.Lfive:
        rows    3
.Lcount:
        count   %edx
        vzeroall
.Ldone:
        ret
END_FUNC(vgf_chacha20_xor_avx2)

FILE_END
