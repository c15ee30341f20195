/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The powers of H for AES-GCM with VPCLMULQDQ.
 *
 *   void vgf_gcm_powers8_vaes_avx2(struct vgf_gcm_key *k);
 *   void vgf_gcm_powers32_vaes_avx2(struct vgf_gcm_key *k);
 *
 * powers8 wants H = E(0) at the beginning of k->h, and makes what a message of
 * a few blocks takes; powers32 adds the rest, for long ones.  Constant time.
 * Leaf, no stack.
 *
 * A block is read as a 128-bit number, most significant byte first.  The
 * coefficient of x^i then is bit 127 - i, and a carry-less product comes out
 * one bit short of that order; instead of shifting every product, H itself is
 * multiplied by x once ("twisted"), and so are all its powers: the product of
 * two twisted numbers, reduced, is twisted again.
 *
 * Reduction folds from below: x^128 = x^7 + x^2 + x + 1, so what stands in the
 * low 64 bits comes back 64 bits higher times POLY, and once more as it is.
 */
#include "asm.h"
#include "gcm_vaes_avx2.h"

        .arch   generic64
        .arch   .avx2
        .arch   .pclmul
        .arch   .vpclmulqdq

        .set    KEY, %rdi
        .set    POLY, %ymm14
        .set    TMP, %ymm15

        .section .rodata
        .p2align 5
.Lswap:
        .byte   15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
/* x^128 where the top bit was, and the carry from the low half to the high. */
.Ltwist:
        .quad   1, 0xc200000000000001
.Lpoly:
        .quad   0xc200000000000000
        .text

/* d = a * b, 128 bits in each lane.  Clobbers t1, t2, TMP. */
.macro  gf_mul  a, b, d, t1, t2
        vpclmulqdq $0x00, \a, \b, \t1
        vpclmulqdq $0x01, \a, \b, \t2
        vpclmulqdq $0x10, \a, \b, \d
        vpxor   \d, \t2, \t2
        vpclmulqdq $0x11, \a, \b, \d
        vpclmulqdq $0x00, POLY, \t1, TMP
        vpshufd $0x4e, \t1, \t1
        vpxor   \t1, \t2, \t2
        vpxor   TMP, \t2, \t2
        vpclmulqdq $0x00, POLY, \t2, TMP
        vpshufd $0x4e, \t2, \t2
        vpxor   \t2, \d, \d
        vpxor   TMP, \d, \d
.endm

/* H^1 .. H^8 from H = E(0) at KEY+POWERS */
FUNC(vgf_gcm_powers8_vaes_avx2)
        vpbroadcastq .Lpoly(%rip), POLY
        vmovdqu GCM_POWERS(KEY), %xmm0
        vpshufb .Lswap(%rip), %xmm0, %xmm0
        vpshufd $0xd3, %xmm0, %xmm1
        vpsrad  $31, %xmm1, %xmm1
        vpand   .Ltwist(%rip), %xmm1, %xmm1
        vpaddq  %xmm0, %xmm0, %xmm0
        vpxor   %xmm1, %xmm0, %xmm0             /* H */
        gf_mul  %ymm0, %ymm0, %ymm1, %ymm2, %ymm3     /* H^2 */
        vinserti128 $1, %xmm0, %ymm1, %ymm0     /* H^2, H */
        vinserti128 $1, %xmm1, %ymm1, %ymm1     /* H^2, H^2 */
        gf_mul  %ymm0, %ymm1, %ymm2, %ymm3, %ymm4     /* H^4, H^3 */
        vmovdqu %ymm0, GCM_POWERS_END-32(KEY)
        vmovdqu %ymm2, GCM_POWERS_END-64(KEY)
        vperm2i128 $0x00, %ymm2, %ymm2, %ymm1   /* H^4, H^4 */
        gf_mul  %ymm0, %ymm1, %ymm3, %ymm4, %ymm5     /* H^6, H^5 */
        gf_mul  %ymm2, %ymm1, %ymm4, %ymm5, %ymm6     /* H^8, H^7 */
        vmovdqu %ymm3, GCM_POWERS_END-96(KEY)
        vmovdqu %ymm4, GCM_POWERS_END-128(KEY)
        movl    $8, GCM_HAVE(KEY)
        vzeroall
        ret
END_FUNC(vgf_gcm_powers8_vaes_avx2)

/* The rest of the powers, and the sums. */
FUNC(vgf_gcm_powers32_vaes_avx2)
        vpbroadcastq .Lpoly(%rip), POLY
        vbroadcasti128 GCM_POWERS_END-128(KEY), %ymm0     /* H^8 */
        .irp    i, 1,2,3,4
        vmovdqu GCM_POWERS_END-32*\i(KEY), %ymm1
        gf_mul  %ymm0, %ymm1, %ymm2, %ymm3, %ymm4
        vmovdqu %ymm2, GCM_POWERS_END-128-32*\i(KEY)
        .endr
        vbroadcasti128 GCM_POWERS_END-256(KEY), %ymm0     /* H^16 */
        .irp    i, 1,2,3,4,5,6,7,8
        vmovdqu GCM_POWERS_END-32*\i(KEY), %ymm1
        gf_mul  %ymm0, %ymm1, %ymm2, %ymm3, %ymm4
        vmovdqu %ymm2, GCM_POWERS_END-256-32*\i(KEY)
        .endr
        .irp    i, 0,1,2,3,4,5,6,7
        vmovdqu GCM_POWERS+64*\i(KEY), %ymm0
        vmovdqu GCM_POWERS+64*\i+32(KEY), %ymm1
        vpunpcklqdq %ymm1, %ymm0, %ymm2
        vpunpckhqdq %ymm1, %ymm0, %ymm3
        vpxor   %ymm2, %ymm3, %ymm2
        vmovdqu %ymm2, GCM_SUMS+32*\i(KEY)
        .endr
        movl    $32, GCM_HAVE(KEY)
        vzeroall
        ret
END_FUNC(vgf_gcm_powers32_vaes_avx2)

FILE_END
