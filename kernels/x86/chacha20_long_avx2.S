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
 * The turn and its idea are in chacha20_long_avx2.inc.
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
#define KEYW(i) (4*(i))(KEY)
#define CTRW(i) (4*(i))(CTR)

.macro  weave   n
.endm

#include "chacha20_long_avx2.inc"

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
