/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 (RFC 8439, section 2.5) for any x86_64, in integers.
 *
 *   void vgf_poly1305_init_sse2(struct vgf_poly1305 *p, const uint8_t key[32]);
 *   void vgf_poly1305_blocks_sse2(struct vgf_poly1305 *p, const uint8_t *in,
 *                                 size_t nblocks, uint32_t pad);
 *   void vgf_poly1305_finish_sse2(struct vgf_poly1305 *p, uint8_t tag[16]);
 *
 * nblocks may be 0; pad is 0 or 1.  Constant time: branches only on nblocks.
 *
 * blocks is one chain of multiplications by r.  It is the latency of a block
 * that counts, not the number of instructions: see poly1305.inc for what
 * shortens it.  The next block is added before the product is complete.  Two
 * chains, for messages that are long enough, are further down.
 */
#include "poly1305.inc"

        .arch   generic64
        .arch   .sse2

/* Arguments */
        .set    POLY, %rdi
        .set    KEY, %rsi
        .set    TAG, %rsi
        .set    IN, %rsi
/* Locals of blocks.  r8-r10: h.  r11-r13, rdi, rax, rdx: scratch. */
        .set    S1, %rcx                /* 5/4 * r1 */
        .set    R0, %rbx
        .set    R1, %rbp
        .set    PAD, %r14
        .set    NBLOCKS, %r15

        .text

FUNC(vgf_poly1305_init_sse2)
        mov     $0x0ffffffc0fffffff, %rax
        mov     $0x0ffffffc0ffffffc, %rdx
        and     (KEY), %rax
        and     8(KEY), %rdx
        movups  16(KEY), %xmm0
        xor     %ecx, %ecx
        mov     %rcx, POLY_H(POLY)
        mov     %rcx, POLY_H+8(POLY)
        mov     %rcx, POLY_H+16(POLY)
        mov     %rax, POLY_R(POLY)
        mov     %rdx, POLY_R+8(POLY)
        movups  %xmm0, POLY_S(POLY)
        mov     %rcx, POLY_MADE(POLY)
        xor     %eax, %eax
        xor     %edx, %edx
        pxor    %xmm0, %xmm0
        ret
END_FUNC(vgf_poly1305_init_sse2)

/* h + 5 - 2^130 is the residue if it is not negative, else h is: h is below
 * 5 * 2^128, less than twice 2^130 - 5. */
FUNC(vgf_poly1305_finish_sse2)
        mov     POLY_H(POLY), %rax
        mov     POLY_H+8(POLY), %rdx
        mov     POLY_H+16(POLY), %rcx
        mov     %rax, %r8
        mov     %rdx, %r9
        add     $5, %r8
        adc     $0, %r9
        adc     $0, %rcx
        test    $-4, %rcx
        cmovnz  %r8, %rax
        cmovnz  %r9, %rdx
        add     POLY_S(POLY), %rax
        adc     POLY_S+8(POLY), %rdx
        mov     %rax, (TAG)
        mov     %rdx, 8(TAG)
        xor     %eax, %eax
        pxor    %xmm0, %xmm0
        movups  %xmm0, (POLY)
        movups  %xmm0, 16(POLY)
        movups  %xmm0, 32(POLY)
        mov     %rax, 48(POLY)
        cmp     %rax, POLY_MADE(POLY)
        je      .Lno_powers
        mov     %rax, POLY_MADE(POLY)
        .set    off, POLY_POWERS
        .rept   (POLY_SIZE - POLY_POWERS) / 16
        movups  %xmm0, off(POLY)
        .set    off, off + 16
        .endr
.Lno_powers:
        xor     %ecx, %ecx
        xor     %edx, %edx
        xor     %r8d, %r8d
        xor     %r9d, %r9d
        ret
END_FUNC(vgf_poly1305_finish_sse2)

/* (t0, t2, h2) = (h0, h1, h2) * r, plus the block at 16(next) if that is given.
 * Clobbers h0, h1, t1, t3, rax, rdx. */
.macro  step    next, h0, h1, h2, t0, t1, t2, t3, \
                r0=R0, r1=R1, s1=S1, pad=PAD
        mov     \r0, %rax
        mul     \h0
        mov     %rax, \t0
        mov     \r1, %rax
        mov     %rdx, \t1
        mul     \h0
        mov     %rax, \t2
        mov     \r0, %rax
        mov     %rdx, \t3
        mul     \h1
        mov     \h2, \h0
        imul    \r0, \h0
        add     %rdx, \t3
        add     \h0, \t3                /* w2 */
        mov     %rax, \h0
        mov     \s1, %rax
        mul     \h1
        imul    \s1, \h2
        add     \t1, %rdx
        add     %rax, \t0               /* w0 */
        adc     %rdx, \h2               /* w1, but for the two whole words */
        mov     \t3, %rdx
        shr     $2, \t3
        and     $3, %edx
        lea     (\t3, \t3, 4), \t3      /* 5 * (w2 / 4) */
        .ifnb   \next
        add     16(\next), \t0
        adc     24(\next), \t2
        adc     \pad, %rdx
        .endif
        add     \h0, \t2
        adc     $0, %rdx
        add     \t3, \t0
        adc     \h2, \t2
        adc     $0, %rdx
        mov     %rdx, \h2
.endm

FUNC(vgf_poly1305_blocks_sse2)
        test    %rdx, %rdx
        jz      .Lnothing
        save    %rbx
        save    %rbp
        save    %r12
        save    %r13
        save    %r14
        save    %r15
        save    %rdi
        mov     %ecx, %r14d             /* PAD */
        mov     %rdx, NBLOCKS
        mov     POLY_R(POLY), R0
        mov     POLY_R+8(POLY), R1
        mov     POLY_H(POLY), %r8
        mov     POLY_H+8(POLY), %r9
        mov     POLY_H+16(POLY), %r10
        mov     R1, S1
        shr     $2, S1
        add     R1, S1
        add     (IN), %r8
        adc     8(IN), %r9
        adc     PAD, %r10               /* h2 <= 6 */
        sub     $1, NBLOCKS
        jz      .Llast
        .p2align 5
.Lblock:
        step    IN, %r8, %r9, %r10, %r11, %r12, %r13, %rdi
        mov     %r11, %r8
        mov     %r13, %r9
        add     $16, IN
        sub     $1, NBLOCKS
        jnz     .Lblock
.Llast:
        step    , %r8, %r9, %r10, %r11, %r12, %r13, %rdi
        settle  %r11, %r13, %r10
        restore %rdi
        mov     %r11, POLY_H(POLY)
        mov     %r13, POLY_H+8(POLY)
        mov     %r10, POLY_H+16(POLY)
        xor     %eax, %eax
        xor     %ecx, %ecx
        xor     %edx, %edx
        xor     %r8d, %r8d
        xor     %r9d, %r9d
        xor     %r10d, %r10d
        xor     %r11d, %r11d
        restore %r15
        restore %r14
        restore %r13
        restore %r12
        restore %rbp
        restore %rbx
.Lnothing:
        ret
END_FUNC(vgf_poly1305_blocks_sse2)

/*
 *   void vgf_poly1305_halves_sse2(struct vgf_poly1305 *p, const uint8_t *in,
 *                                 size_t half);
 *
 * 2 * half blocks with pad 1; half is not 0.  Constant time: branches only on
 * half.
 *
 * Two chains, one for each half: they fill the time in which a single one
 * waits.  h of the first times r^half, plus h of the second, is the result.
 */

/* r8-r10: h of the first half, or the power.  rbx, rbp, r15: h of the second.
 * r11-r14, rax, rdx: scratch. */
        .set    SECOND, %rcx            /* where the second half is */
        .set    BITS, %rbx              /* of half, those to come on top */
        .set    NBITS, %rbp

/* The frame */
#define POWER_0 0(%rsp)                 /* r^half */
#define POWER_1 8(%rsp)
#define POWER_2 16(%rsp)
#define OWN_R0  24(%rsp)
#define OWN_R1  32(%rsp)
#define OWN_S1  40(%rsp)
#define LEFT    48(%rsp)                /* blocks in each half */
#define FRAME   56

/* (h0, h1, h2) = that * r, plus the block at 16(next) if that is given, with
 * pad 1.  Clobbers r11-r14, rax, rdx. */
.macro  step_in_place next, h0, h1, h2
        step    \next, \h0, \h1, \h2, %r11, %r12, %r13, %r14, \
                OWN_R0, OWN_R1, OWN_S1, $1
        mov     %r11, \h0
        mov     %r13, \h1
.endm

/* r8-r10 = r8-r10 * r^half.  Clobbers r11-r14, rax, rcx, rdx. */
.macro  times_power
        mov     POWER_0, %rax           /* h0 times it: words 0 to 3 */
        mul     %r8
        mov     %rax, %r11
        mov     %rdx, %r12
        mov     POWER_1, %rax
        mul     %r8
        add     %rax, %r12
        adc     $0, %rdx
        mov     %rdx, %r13
        mov     POWER_2, %rax
        mul     %r8
        add     %rax, %r13
        adc     $0, %rdx
        mov     %rdx, %r14
        mov     POWER_0, %rax           /* h1 times it: words 1 to 4 */
        mul     %r9
        add     %rax, %r12
        adc     %rdx, %r13
        adc     $0, %r14
        mov     POWER_1, %rax
        mul     %r9
        xor     %ecx, %ecx
        add     %rax, %r13
        adc     %rdx, %r14
        adc     $0, %rcx
        mov     POWER_2, %rax
        mul     %r9
        add     %rax, %r14
        adc     %rdx, %rcx
        mov     POWER_0, %rax           /* h2 times it: words 2 to 4 */
        mul     %r10
        add     %rax, %r13
        adc     %rdx, %r14
        adc     $0, %rcx
        mov     POWER_1, %rax
        mul     %r10
        imul    POWER_2, %r10
        add     %rax, %r14
        adc     %rdx, %rcx
        add     %rcx, %r10
        reduce  %r11, %r12, %r13, %r14, %r10
.endm

FUNC(vgf_poly1305_halves_sse2)
        save    %rbx
        save    %rbp
        save    %r12
        save    %r13
        save    %r14
        save    %r15
        sub     $FRAME, %rsp
        .cfi_adjust_cfa_offset FRAME
        mov     %rdx, LEFT
        mov     POLY_R(POLY), %r8
        mov     POLY_R+8(POLY), %r9
        mov     %r8, OWN_R0
        mov     %r9, OWN_R1
        mov     %r9, %rax
        shr     $2, %rax
        add     %r9, %rax
        mov     %rax, OWN_S1

        /* r^half, by the bits of half after its first */
        xor     %r10d, %r10d
        bsr     %rdx, NBITS
        mov     $63, %ecx
        sub     %ebp, %ecx
        shl     %cl, %rdx
        mov     %rdx, BITS
        add     BITS, BITS
        test    NBITS, NBITS
        jz      .Lpower_done
.Lpower:
        square
        settle  %r8, %r9, %r10
        add     BITS, BITS
        jnc     .Lno_odd
        step_in_place , %r8, %r9, %r10
.Lno_odd:
        sub     $1, NBITS
        jnz     .Lpower
        settle  %r8, %r9, %r10
.Lpower_done:
        mov     %r8, POWER_0
        mov     %r9, POWER_1
        mov     %r10, POWER_2

        mov     LEFT, SECOND
        shl     $4, SECOND
        add     IN, SECOND
        mov     POLY_H(POLY), %r8
        mov     POLY_H+8(POLY), %r9
        mov     POLY_H+16(POLY), %r10
        add     (IN), %r8
        adc     8(IN), %r9
        adc     $1, %r10                /* h2 <= 6 */
        mov     (SECOND), %rbx
        mov     8(SECOND), %rbp
        mov     $1, %r15d
        subq    $1, LEFT
        jz      .Llast_two
        .p2align 5
.Ltwo:
        step_in_place IN, %r8, %r9, %r10
        add     $16, IN
        step_in_place SECOND, %rbx, %rbp, %r15
        add     $16, SECOND
        subq    $1, LEFT
        jnz     .Ltwo
.Llast_two:
        step_in_place , %r8, %r9, %r10
        step_in_place , %rbx, %rbp, %r15
        times_power
        add     %rbx, %r8
        adc     %rbp, %r9
        adc     %r15, %r10
        settle  %r8, %r9, %r10
        mov     %r8, POLY_H(POLY)
        mov     %r9, POLY_H+8(POLY)
        mov     %r10, POLY_H+16(POLY)

        xor     %eax, %eax
        xor     %ecx, %ecx
        xor     %edx, %edx
        xor     %r8d, %r8d
        xor     %r9d, %r9d
        xor     %r10d, %r10d
        xor     %r11d, %r11d
        mov     %rax, POWER_0
        mov     %rax, POWER_1
        mov     %rax, POWER_2
        mov     %rax, OWN_R0
        mov     %rax, OWN_R1
        mov     %rax, OWN_S1
        add     $FRAME, %rsp
        .cfi_adjust_cfa_offset -FRAME
        restore %r15
        restore %r14
        restore %r13
        restore %r12
        restore %rbp
        restore %rbx
        ret
END_FUNC(vgf_poly1305_halves_sse2)

FILE_END
