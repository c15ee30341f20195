/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20-Poly1305 (RFC 8439, section 2.8) for AVX2 and BMI2: long messages,
 * the cipher in vectors beside the MAC in integers.
 *
 *   void vgf_chachapoly_long_avx2(uint8_t *out, const uint8_t *in,
 *                                 size_t nblocks, const uint32_t key[8],
 *                                 uint32_t ctr[4], struct vgf_poly1305 *p,
 *                                 const uint8_t *hash);
 *
 * Encrypts or decrypts nblocks blocks of 64 bytes, a multiple of 16 and not 0,
 * with the 32-bit counter, and absorbs as many that begin at hash: that is in,
 * to decrypt, or to encrypt out - 1024, what has been encrypted before this.
 * out == in is allowed; other overlap is not.  Constant time: branches only on
 * nblocks and the counter.
 *
 * A turn is the sixteen blocks of chacha20_long_avx2.inc, and between their
 * instructions those of 64 blocks of Poly1305, which use other registers and
 * other units.  ChaCha20 leaves a third of the places for instructions empty;
 * they are what Poly1305 takes.  Decrypting in place, a turn has absorbed its
 * first half before that is overwritten, and the rest before the other half is.
 *
 * Bound: a turn is 3340 instructions of ChaCha20 and 64 * 25 of Poly1305, whose
 * mulx count twice: 5200 in all, at 6 a cycle 0.85 cycles a byte.
 */
#include "asm.h"
#include "poly1305.inc"

        .arch   generic64
        .arch   .avx2
        .arch   .bmi2

/* Arguments: of these only OUT and IN stay in registers. */
        .set    OUT, %rdi
        .set    IN, %rsi
        .set    NBLOCKS, %rdx
        .set    KEY, %rcx
        .set    CTR, %r8
        .set    POLY, %r9
#define HASH_ARG 56(%rbp)
/* What chacha20_long_avx2.inc asks for */
        .set    IN0, IN
        .set    OUT0, OUT
        .set    LOW64, %r10
        .set    LOW, %r10d
#define KEYW(i) (OWN_KEY + 4 * (i))(%rsp)
#define CTRW(i) (OWN_CTR + 4 * (i))(%rsp)

#include "chachapoly_avx2.inc"
#include "chacha20_long_avx2.inc"

/* More of the frame; rbp is the stack pointer of before. */
        slot    OWN_KEY
        .set    OWN_CTR, at
        .set    R1, at + 16
        .set    NEXT_HASH, at + 24          /* where the next turn hashes */
        .set    LEFT, at + 32           /* blocks, this turn's among them */
        .set    ROUNDS, at + 40
        .set    CTR_PTR, at + 48
        .set    POLY_PTR, at + 56
        .set    FRAME, at + 64

FUNC(vgf_chachapoly_long_avx2)
        save    %rbx
        save    %r12
        save    %r13
        save    %r14
        save    %r15
        save    %rbp
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        and     $-32, %rsp
        sub     $FRAME, %rsp
        vmovdqu (KEY), %ymm0
        vmovdqu (CTR), %xmm1
        vpxor   %xmm2, %xmm2, %xmm2
        vmovdqa %ymm0, OWN_KEY(%rsp)
        vmovdqa %xmm1, OWN_CTR(%rsp)
        vmovdqa %ymm2, CARRIES(%rsp)    /* the 32-bit counter has none */
        mov     NBLOCKS, LEFT(%rsp)
        mov     CTR, CTR_PTR(%rsp)
        mov     POLY, POLY_PTR(%rsp)
        mov     HASH_ARG, HASH

        /* columns 2 and 3 of the first round */
        .irp    i, 2, 3
        vpbroadcastd KEYW(\i), B0\i
        vpbroadcastd CTRW(\i), D0
        column  F0, \i, B0\i, D0
        vmovdqa B0\i, F0B\i(%rsp)
        .endr
        mov     POLY_R(POLY), R0
        mov     POLY_R+8(POLY), S1
        mov     S1, R1(%rsp)
        mov     S1, %rax
        shr     $2, S1
        add     %rax, S1
        mov     POLY_H(POLY), %rdx
        mov     POLY_H+8(POLY), %r8
        mov     POLY_H+16(POLY), %r9
        add     (HASH), %rdx
        adc     8(HASH), %r8
        adc     $1, %r9                 /* h2 <= 6 */
        xor     LOW, LOW                /* column 1, too */
        start   0
        jmp     .Lstart_1

        /* After the last turn a block of zeros is added, and its pad is taken
         * back. */
.Lturn:
        lea     1024(HASH), %rax
        lea     .Lzeros(%rip), %r10
        cmpq    $16, LEFT(%rsp)
        cmove   %r10, %rax
        mov     %rax, NEXT_HASH(%rsp)
        weave_begin 4, 132
        diagonals 0, F0
        diagonals 1, F1
        weave_end
        add     $64, HASH
        movl    $9, ROUNDS(%rsp)
        .p2align 5
.Lrounds:
        weave_begin 6, 99
        columns 0
        columns 1
        diagonals 0, S0
        diagonals 1, S1
        weave_end
        add     $96, HASH
        decl    ROUNDS(%rsp)
        jnz     .Lrounds
        weave_begin 6, 360
        .set    JUMP, 5 * BLOCK + 17
        finish  0
        weave_end
        count
        subq    $16, LEFT(%rsp)
        jz      .Lfinish_1
        start   0
.Lfinish_1:
        finish  1
        add     $1024, IN
        add     $1024, OUT
        cmpq    $0, LEFT(%rsp)
        je      .Ldone
.Lstart_1:
        start   1
        jmp     .Lturn

.Ldone:
        sub     $1, %r9
        settle  %rdx, %r8, %r9
        mov     POLY_PTR(%rsp), %rax
        mov     %rdx, POLY_H(%rax)
        mov     %r8, POLY_H+8(%rax)
        mov     %r9, POLY_H+16(%rax)
        mov     CTR_PTR(%rsp), %rax
        vmovdqa OWN_CTR(%rsp), %xmm0
        vmovdqu %xmm0, (%rax)
        vzeroall
        .set    at, 0
        .rept   SECRET/32
        vmovdqa %ymm0, at(%rsp)
        .set    at, at + 32
        .endr
        vmovdqa %ymm0, OWN_KEY(%rsp)
        vmovdqa %ymm0, OWN_CTR(%rsp)    /* and R1 */
        xor     %eax, %eax
        xor     %edx, %edx
        xor     %r8d, %r8d
        xor     %r9d, %r9d
        xor     %r10d, %r10d
        xor     %r11d, %r11d
        mov     %rbp, %rsp
        .cfi_def_cfa_register %rsp
        restore %rbp
        restore %r15
        restore %r14
        restore %r13
        restore %r12
        restore %rbx
        ret
END_FUNC(vgf_chachapoly_long_avx2)

FILE_END
