/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 (RFC 8439, section 2.3) for processors with AVX2: eight blocks.
 *
 *   void vgf_chacha20_pass8_avx2(uint8_t *out, const uint8_t *in,
 *                                size_t nblocks, const uint32_t key[8],
 *                                uint32_t ctr[4], uint32_t flags,
 *                                uint8_t ends[128]);
 *
 * nblocks is 7 or 8 and counts the ends that flags asks for (kernels.h), which
 * out and in do not have.  out == in is allowed; other overlap is not.
 * Constant time: branches only on nblocks and flags.
 *
 * Eight blocks at a time, a word a register and a block a lane: no round
 * moves a word.
 *
 * Either counter, without a copy for each: where the low word has wrapped in
 * a lane, the carry is taken off the next word under a mask, all ones or
 * zeros, that ctr64 makes.
 */
#include "chacha20_avx2.inc"

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

        .set    IN6, %r13               /* of block 6, which may be the last */
        .set    OUT6, %r14

/* Their frame, 32 bytes each */
#define WORD12    (%rsp)                /* of the first state */
#define WORD13    32(%rsp)
#define WORD(i)   (64 + 32 * ((i) - 8))(%rsp)   /* 8 to 11, out of registers */
#define FRAME     192

        .text

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

/* Half of blocks n and n+4, at off, from their eight words in x and y, to
 * where the given pointers say.  Clobbers y, t. */
.macro  put     n, off, x, y, t, in=IN, out=OUT, in4=IN, out4=OUT
        vperm2i128 $0x20, \y, \x, \t
        vperm2i128 $0x31, \y, \x, \y
        vpxor   64*\n+\off(\in), \t, \t
        vmovdqu \t, 64*\n+\off(\out)
        .if     \n == 3
        cmp     $8, NBLOCKS
        jb      .Lseven_\off
        .endif
        vpxor   64*(\n+4)+\off(\in4), \y, \y
        vmovdqu \y, 64*(\n+4)+\off(\out4)
        .if     \n == 3
.Lseven_\off:
        .endif
.endm

FUNC(vgf_chacha20_pass8_avx2)
        enter_pass
        push    %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r13, 0
        push    %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r14, 0
        push    %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        and     $-32, %rsp
        sub     $FRAME, %rsp
        mov     IN, IN6
        mov     OUT, OUT6
        cmp     $7, NBLOCKS
        cmove   IN9, IN6
        cmove   OUT9, OUT6

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
        put     0, 0, A1, B1, A2, IN0, OUT0
        put     1, 0, T0, T1, B2
        put     2, 0, A3, B3, A2, IN, OUT, IN6, OUT6
        put     3, 0, A0, B0, B2, IN, OUT, IN9, OUT9

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
        put     0, 32, C1, D1, A0, IN0, OUT0
        put     1, 32, T0, T1, A2
        put     2, 32, A1, D3, A0, IN, OUT, IN6, OUT6
        put     3, 32, C0, D0, A2, IN, OUT, IN9, OUT9

        count   %edx
        vzeroall
        .irp    i, 8, 9, 10, 11
        vmovdqa %ymm0, WORD(\i)
        .endr
        mov     %rbp, %rsp
        .cfi_def_cfa_register %rsp
        pop     %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbp
        pop     %r14
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r14
        pop     %r13
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r13
        leave_pass
        ret
END_FUNC(vgf_chacha20_pass8_avx2)

FILE_END
