/* SPDX-License-Identifier: Apache-2.0 */
        .arch   generic64
        .arch   .avx2

/*
 * ChaCha20 (RFC 8439, section 2.3) for processors with AVX2: a few blocks.
 *
 *   void vgf_chacha20_rows_avx2(uint8_t *out, const uint8_t *in,
 *                               size_t nblocks, const uint32_t key[8],
 *                               uint32_t ctr[4], uint32_t flags,
 *                               uint8_t ends[128]);
 *
 * nblocks is 1 to 6 and counts the ends that flags asks for (kernels.h), which
 * out and in do not have.  out == in is allowed; other overlap is not.
 * Constant time: branches only on nblocks and flags.
 *
 * A row of the state a register and two blocks side by side: one, two or three
 * such sets take as long as their chain of twenty rounds, more or less, so one
 * wider pass is better than two.  The counter is either one, as in
 * chacha20_avx2.S.
 */
#include "chacha20_avx2.inc"

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

        .text

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

/* A block at `at` from two halves, to where in and out say. */
.macro  row_put half, i, at, in, out
        vperm2i128 \half, ROWB\i, ROWA\i, TMP0
        vperm2i128 \half, ROWD\i, ROWC\i, TMP1
        vpxor   \at(\in), TMP0, TMP0
        vpxor   \at+32(\in), TMP1, TMP1
        vmovdqu TMP0, \at(\out)
        vmovdqu TMP1, \at+32(\out)
.endm

/* The two blocks of set i of n, from 2i on; just one, if two do not go into
 * NBLOCKS. */
.macro  row_puts i, n
        .if     \i == \n - 1
        test    $1, %dl
        jnz     .Lodd_\n
        .endif
        .if     \i == 0
        row_put $0x20, \i, 0, IN0, OUT0
        .else
        row_put $0x20, \i, 128*\i, IN, OUT
        .endif
        .if     \i == \n - 1
        row_put $0x31, \i, 128*\i+64, IN9, OUT9
        jmp     .Lcount
.Lodd_\n:  row_put $0x20, \i, 128*\i, IN9, OUT9
        .else
        row_put $0x31, \i, 128*\i+64, IN, OUT
        .endif
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
        row_puts \i, \n
        .endif
        .endr
.endm

FUNC(vgf_chacha20_rows_avx2)
        enter_pass
        cmp     $2, NBLOCKS
        ja      .Lthree
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
        leave_pass
        ret
END_FUNC(vgf_chacha20_rows_avx2)

FILE_END
