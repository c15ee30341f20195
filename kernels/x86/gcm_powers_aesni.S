/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The powers of H for AES-GCM with PCLMULQDQ, in encodings that need no AVX.
 *
 *   void vgf_gcm_powers9_aesni(struct vgf_gcm_key *k);
 *   void vgf_gcm_powers16_aesni(struct vgf_gcm_key *k);
 *
 * powers9 wants H = E(0) at the beginning of k->h, and makes what a message of
 * eight blocks takes with a partial block before them; powers16 adds the rest,
 * for long ones.  k is aligned to 16 bytes.  Constant time.  Leaf, no stack.
 *
 * "Twisted" powers and the reduction are as gcm_powers_vaes_avx2.S has them.
 */
#include "asm.h"
#include "gcm_aesni.h"

        .arch   generic64
        .arch   .ssse3
        .arch   .pclmul

        .set    KEY, %rdi
/* xmm0-xmm4: powers.  xmm5: the product. */
        .set    D, %xmm5
        .set    LO, %xmm6
        .set    MI, %xmm7
        .set    T, %xmm8
        .set    POLY, %xmm9

        .section .rodata
        .p2align 4
.Lswap:
        .byte   15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
/* x^128 where the top bit was, and the carry from the low half to the high. */
.Ltwist:
        .quad   1, 0xc200000000000001
.Lpoly:
        .quad   0xc200000000000000, 0
        .text

/* D = MI, LO and D, reduced.  Clobbers LO, MI, T. */
.macro  reduce
        movdqa  POLY, T
        pclmulqdq $0x00, LO, T
        pshufd  $0x4e, LO, LO
        pxor    LO, MI
        pxor    T, MI
        movdqa  POLY, T
        pclmulqdq $0x00, MI, T
        pshufd  $0x4e, MI, MI
        pxor    MI, D
        pxor    T, D
.endm

/* D = a * b.  Clobbers LO, MI, T. */
.macro  gf_mul  a, b
        movdqa  \b, LO
        pclmulqdq $0x00, \a, LO
        movdqa  \b, MI
        pclmulqdq $0x01, \a, MI
        movdqa  \b, T
        pclmulqdq $0x10, \a, T
        pxor    T, MI
        movdqa  \b, D
        pclmulqdq $0x11, \a, D
        reduce
.endm

/* D = a * a: the products in the middle cancel out.  Clobbers LO, MI, T. */
.macro  gf_square a
        movdqa  \a, LO
        pclmulqdq $0x00, LO, LO
        pxor    MI, MI
        movdqa  \a, D
        pclmulqdq $0x11, D, D
        reduce
.endm

/* power to the table as H^n, and its sum to where it is wanted.
 * Clobbers T. */
.macro  keep    n, power
        movdqa  \power, GCM_POWERS_END-GCM_ENTRY*\n(KEY)
        pshufd  $0x4e, \power, T
        pxor    \power, T
        movq    T, GCM_POWERS_END-GCM_ENTRY*\n+GCM_SUMS(KEY)
        .if     \n < 16
        movq    T, GCM_POWERS_END-GCM_ENTRY*(\n+1)+GCM_SUMS+8(KEY)
        .endif
.endm

/* H^1 .. H^9 from H = E(0) at KEY+GCM_POWERS */
FUNC(vgf_gcm_powers9_aesni)
        movdqa  .Lpoly(%rip), POLY
        movdqa  GCM_POWERS(KEY), %xmm0
        pshufb  .Lswap(%rip), %xmm0
        pshufd  $0xd3, %xmm0, %xmm1
        psrad   $31, %xmm1
        pand    .Ltwist(%rip), %xmm1
        paddq   %xmm0, %xmm0
        pxor    %xmm1, %xmm0                    /* H */
        keep    1, %xmm0
        gf_square %xmm0
        movdqa  D, %xmm1                        /* H^2 */
        keep    2, D
        gf_mul  %xmm0, %xmm1
        movdqa  D, %xmm2                        /* H^3 */
        keep    3, D
        gf_square %xmm1
        movdqa  D, %xmm3                        /* H^4 */
        keep    4, D
        gf_mul  %xmm0, %xmm3
        movdqa  D, %xmm4                        /* H^5 */
        keep    5, D
        gf_square %xmm2
        keep    6, D
        gf_mul  %xmm2, %xmm3
        keep    7, D
        gf_square %xmm3
        keep    8, D
        gf_mul  %xmm3, %xmm4
        keep    9, D
        movl    $9, GCM_HAVE(KEY)
        .irp    r, 0,1,2,3,4,5,6,7,8
        pxor    %xmm\r, %xmm\r
        .endr
        ret
END_FUNC(vgf_gcm_powers9_aesni)

/* H^10 .. H^16 */
FUNC(vgf_gcm_powers16_aesni)
        movdqa  .Lpoly(%rip), POLY
        movdqa  GCM_POWERS_END-GCM_ENTRY*8(KEY), %xmm0
        .irp    i, 2,3,4,5,6,7,8
        movdqa  GCM_POWERS_END-GCM_ENTRY*\i(KEY), %xmm1
        gf_mul  %xmm0, %xmm1
        keep    (8+\i), D
        .endr
        movl    $16, GCM_HAVE(KEY)
        .irp    r, 0,1,5,6,7,8
        pxor    %xmm\r, %xmm\r
        .endr
        ret
END_FUNC(vgf_gcm_powers16_aesni)

FILE_END
