/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Poly1305 (RFC 8439, section 2.5) for AVX2 and BMI2: eight blocks in vectors
 * beside four in integers.
 *
 *   void vgf_poly1305_blocks_avx2(struct vgf_poly1305 *p, const uint8_t *in,
 *                                 size_t head, size_t turns);
 *
 * Takes head + 12 * turns + 4 blocks with pad 1; head may be 0, turns may not.
 * Makes the powers of r if p has none.  Constant time: branches only on head,
 * turns, and whether there are powers.
 *
 * A turn is twelve blocks: eight go through the vector units, and four through
 * the integer multiplier, which would stand idle.  With H and M0, M1 four
 * numbers each, one a lane, and S a single one, a turn is
 *
 *   H = (H + M0) * r^12 + M1 * r^8          M0: S + block 0, blocks 1, 2, 3
 *   S = (((b8 * r + b9) * r + b10) * r + b11) * r
 *
 * so that the two wait for each other once a turn only: S comes into the first
 * lane in the next turn, and begins from nothing in each.  Four blocks follow
 * the last turn; they bring the lanes into line, (H + M0) * (r^4, r^3, r^2, r),
 * and the lanes are summed.
 *
 * The head comes first, in integers.  If the powers have to be made, that is
 * woven in: either is a chain that waits for the multiplier most of the time.
 *
 * Vectors hold five limbs of 26 bits in lanes of 64.  Bounds:
 *   M < 2^26, but limb 4 of the first lane, whose third word is up to 7, < 2^27
 *   H < 2^26 + 2^11, so that H + M < 2^27.6
 *   powers < 2^26, limb 4 up to 5 * 2^24; five times them < 2^28.7
 *   sums of ten products < 10 * 2^27.6 * 2^28.7 < 2^59.7
 *   the carry out of such a sum < 2^33.8, five times that < 2^36.2
 */
#include "poly1305_avx2.inc"

FUNC(vgf_poly1305_blocks_avx2)
        save    %rbx
        save    %r12
        save    %r13
        save    %r14
        save    %r15
        save    %rbp
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        sub     $FRAME, %rsp
        and     $-64, %rsp              /* LIMB4 in one cache line */
        mov     %rdx, HEAD
        mov     POLY_R+8(POLY), S1
        mov     S1, %rax
        shr     $2, S1
        add     %rax, S1
        mov     POLY_H(POLY), %r8
        mov     POLY_H+8(POLY), %r9
        mov     POLY_H+16(POLY), %r10
        add     (IN), %r8
        adc     8(IN), %r9
        adc     $1, %r10                /* h2 <= 6 */
        cmpq    $0, POLY_MADE(POLY)
        jne     .Lmade

        /* The table, and up to eight blocks of the head.  The powers take four
         * steps one after the other, of which two are squarings. */
        mov     S1, OWN_S1
        mov     POLY, OWN_POLY
        mov     TURNS, OWN_TURNS
        mov     %r8, %rbx
        mov     %r9, %r15
        mov     POLY_R(POLY), %r8
        mov     POLY_R+8(POLY), %r9
        mov     %r10, %rdi              /* h is in rbx, r15, rdi now */
        xor     %r10d, %r10d
        mov     %r8, R1_0
        mov     %r9, R1_1
        mov     %r10, TOP1(%rsp)
        next_power R2, TOP2
        head_block
        next_power R3, TOP3
        head_block
        square                          /* r^6 */
        head_block
        head_block
        square                          /* r^12 */
        settle  %r8, %r9, %r10
        vmovq   %r8, %xmm13
        vpinsrq $1, %r9, %xmm13, %xmm13
        vmovq   %r10, %xmm5
        mov     R3(%rsp), %r8
        mov     R3+8(%rsp), %r9
        mov     TOP3(%rsp), %r10
        head_block
        head_block
        next_power R4, TOP4
        head_block
        square                          /* r^8 */
        settle  %r8, %r9, %r10
        head_block
        vmovq   %r8, %xmm14
        vpinsrq $1, %r9, %xmm14, %xmm14
        vpinsrq $1, %r10, %xmm5, %xmm5
        mov     %rbx, %r8
        mov     %r15, %r9
        mov     %rdi, %r10
        mov     OWN_POLY, POLY
        mov     OWN_TURNS, TURNS
        mov     OWN_S1, S1

        /* r^12 and r^8 in the upper halves of lanes 0 and 1 */
        split   %ymm10, %ymm11, %ymm12, %ymm13, %ymm14
        vpsllq  $24, %xmm5, %xmm5
        vpor    %ymm5, %ymm14, %ymm14
        vpsllq  $32, %ymm10, %ymm0
        vpsllq  $32, %ymm11, %ymm1
        vpsllq  $32, %ymm12, %ymm2
        vpsllq  $32, %ymm13, %ymm3
        vpsllq  $32, %ymm14, %ymm4
        /* r^4, r^2, r^3, r in the lower ones: as four blocks */
        vmovdqu R4(%rsp), %ymm13
        vmovdqu R2(%rsp), %ymm14
        vmovdqu TOP4(%rsp), %ymm5
        split   %ymm10, %ymm11, %ymm12, %ymm13, %ymm14
        vpsllq  $24, %ymm5, %ymm5
        vpor    %ymm5, %ymm14, %ymm14
        vpor    %ymm10, %ymm0, %ymm0
        .irp    i, 1,2,3,4
        vpor    %ymm1\i, %ymm\i, %ymm\i
        vpslld  $2, %ymm\i, %ymm1\i
        vpaddd  %ymm\i, %ymm1\i, %ymm1\i
        vmovdqu %ymm\i, POLY_POWERS+32*\i(POLY)
        vmovdqu %ymm1\i, POLY_POWERS+32*\i+128(POLY)
        .endr
        vmovdqu %ymm0, POLY_POWERS(POLY)
        movq    $1, POLY_MADE(POLY)
        vpxor   %xmm0, %xmm0, %xmm0     /* wipe what the frame has of it */
        vmovdqu %ymm0, R4(%rsp)
        vmovdqu %ymm0, R2(%rsp)
        vmovdqu %ymm0, TOP4(%rsp)
        movq    $0, OWN_S1
.Lmade:
        mov     POLY_R(POLY), R0
        subq    $1, HEAD
        js      .Lno_head
.Lhead:
        step    16, %r8, %r9, %r10
        add     $16, IN
        subq    $1, HEAD
        jns     .Lhead
.Lno_head:
        vpxor   %xmm0, %xmm0, %xmm0
        vpxor   %xmm1, %xmm1, %xmm1
        vpxor   %xmm2, %xmm2, %xmm2
        vpxor   %xmm3, %xmm3, %xmm3
        vpxor   %xmm4, %xmm4, %xmm4

        .set    W_SPLIT, 4              /* together no less than PC_END */
        .set    W_MADD, 1
        .set    W_CARRY, 6
        .set    PC, 0
        .p2align 5
.Lturn:
        vmovdqa %ymm4, LIMB4
        mov     %r8, LANE0
        mov     %r9, LANE0_1
        shl     $24, %r10
        mov     %r10, LANE0_2
        vmovdqu 64(IN), %ymm13
        vmovdqu 96(IN), %ymm14
        split   %ymm10, %ymm11, %ymm12, %ymm13, %ymm14
        vpor    .Lpad(%rip), %ymm14, %ymm14
        multiply_0 POWER_8, %ymm4, %ymm10, %ymm11, %ymm12, %ymm13, %ymm14
        multiply_add_1_8 POWER_8, %ymm4, %ymm10, %ymm11, %ymm12, %ymm13, %ymm14
        vmovq   LANE0_2, %xmm4
        vpor    .Lpad123(%rip), %ymm4, %ymm4
        vpaddq  LIMB4, %ymm4, %ymm4
        add_m0  LANE0, LANE0_1
        multiply_add_0 POWER_12, %ymm10, %ymm0, %ymm1, %ymm2, %ymm3, %ymm4
        multiply_add_1_8 POWER_12, %ymm10, %ymm0, %ymm1, %ymm2, %ymm3, %ymm4
        carry
        .if     PC < PC_END
        .error  "the turn ends before its integers"
        .endif
        add     $192, IN
        sub     $1, TURNS
        jnz     .Lturn
        .set    W_SPLIT, 0
        .set    W_MADD, 0
        .set    W_CARRY, 0

        shl     $24, %r10
        vmovq   %r10, %xmm15
        vpor    .Lpad123(%rip), %ymm15, %ymm15
        vpaddq  %ymm15, %ymm4, %ymm4
        add_m0  %r8, %r9
        multiply_0 LANES, %ymm10, %ymm0, %ymm1, %ymm2, %ymm3, %ymm4
        multiply_add_1_8 LANES, %ymm10, %ymm0, %ymm1, %ymm2, %ymm3, %ymm4
        gather  5, %r8
        gather  6, %r9
        gather  7, %r10
        gather  8, %r11
        gather  9, %r12
        /* words r8, r9, r11 = the sum of the five, each below 2^62, times
         * 2^0, 2^26, 2^52, 2^78, 2^104 */
        mov     %r9, %rax
        shl     $26, %rax
        shr     $38, %r9
        add     %rax, %r8
        adc     $0, %r9
        mov     %r10, %rax
        shl     $52, %rax
        shr     $12, %r10
        add     %rax, %r8
        adc     %r10, %r9
        mov     %r11, %rax
        shl     $14, %rax
        shr     $50, %r11
        add     %rax, %r9
        adc     $0, %r11
        mov     %r12, %rax
        shl     $40, %rax
        shr     $24, %r12
        add     %rax, %r9
        adc     %r12, %r11
        settle  %r8, %r9, %r11
        mov     %r8, POLY_H(POLY)
        mov     %r9, POLY_H+8(POLY)
        mov     %r11, POLY_H+16(POLY)

        vpxor   %xmm0, %xmm0, %xmm0
        vmovdqa %ymm0, LIMB4
        vmovdqa %ymm0, LANE0
        vzeroall
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
END_FUNC(vgf_poly1305_blocks_avx2)

/*
 *   void vgf_poly1305_finish_avx2(struct vgf_poly1305 *p, uint8_t tag[16]);
 *
 * As for any x86_64, but the powers are wiped faster.
 */
FUNC(vgf_poly1305_finish_avx2)
        cmpq    $0, POLY_MADE(POLY)
        je      vgf_poly1305_finish_sse2
        vpxor   %xmm0, %xmm0, %xmm0
        .irp    j, 0,1,2,3,4,5,6,7,8
        vmovdqu %ymm0, POLY_POWERS+32*\j(POLY)
        .endr
        vzeroupper
        movq    $0, POLY_MADE(POLY)
        jmp     vgf_poly1305_finish_sse2
END_FUNC(vgf_poly1305_finish_avx2)

FILE_END
