/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-ECB and AES-CTR for processors with 256-bit VAES: two blocks a register.
 *
 *   void vgf_aes_ecb_encrypt_vaes_avx2(const struct vgf_aes_key *ek,
 *                                      uint8_t *out, const uint8_t *in,
 *                                      size_t nblocks);
 *   void vgf_aes_ecb_decrypt_vaes_avx2(const struct vgf_aes_key *dk,
 *                                      uint8_t *out, const uint8_t *in,
 *                                      size_t nblocks);
 *   void vgf_aes_ctr64_vaes_avx2(const struct vgf_aes_key *ek, uint8_t *out,
 *                                const uint8_t *in, size_t nblocks,
 *                                uint8_t ctr[16], uint8_t *next);
 *
 * nblocks may be 0.  out == in is allowed; other overlap is not.  Constant
 * time: branches only on lengths, the number of rounds and the counter.
 * ctr64 counts in the last 64 bits of ctr, which must not wrap: the caller
 * sees to the carry.  If next is not NULL, it takes the keystream block after
 * the last one; ctr is left past it.
 *
 * A batch is eight registers, sixteen blocks, which is what hides the latency
 * of vaesenc (4 cycles, two a cycle on Zen 3); the rest goes 8, 4, 2, 1 blocks.
 * Those chains do not depend on each other, so they overlap.  Whitening and
 * rounds are the same for all of it, the modes differ in where the state comes
 * from and where it goes.
 *
 * A long CTR message goes batch by batch from a counter that is a multiple of
 * sixteen: block i of the batch then has the counter base ^ i, and its whitened
 * state is one vpxor away from the whitened base, with no carry to see to.
 */
#include "asm.h"

        .arch   generic64
        .arch   .avx2
        .arch   .aes
        .arch   .vaes

/* Arguments */
        .set    KEY, %rdi
        .set    OUT, %rsi
        .set    IN, %rdx
        .set    NBLOCKS, %rcx
        .set    CTR, %r8
        .set    NEXT, %r9
/* Locals */
        .set    ROUNDS, %eax
        .set    LAST, %r10              /* address of the last round key */
        .set    HEAD, %r11              /* blocks before the aligned ones */
/* ymm0-ymm7: states.  ymm8: round key. */
        .set    RK, %ymm8
        .set    TMP, %ymm9
        .set    RK0, %ymm10             /* the first round key */
        .set    COUNT, %ymm11           /* the next counter, little endian */
        .set    SWAP, %ymm12            /* byte-swaps 128 bits, for vpshufb */
        .set    BASE, %ymm13            /* aligned loop: counter ^ RK0 */
        .set    SIXTEEN, %ymm14

        .section .rodata
        .p2align 5
/* 0, 1, .. 15 as 128-bit numbers in both byte orders. */
.Llittle:
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        .quad   \i, 0
        .endr
.Lbig:
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        .quad   0, \i << 56
        .endr
/* What a pass of 1, 2, 4, 8 registers adds to the counter. */
.Lone:
        .quad   1, 0, 1, 0
.Lstep1:
        .quad   2, 0, 2, 0
.Lstep2:
        .quad   4, 0, 4, 0
.Lstep4:
        .quad   8, 0, 8, 0
.Lstep8:
        .quad   16, 0, 16, 0
.Lswap:
        .byte   15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
        .text

/* ROUNDS and LAST from KEY. */
.macro  key_setup
        mov     AES_ROUNDS(KEY), ROUNDS
        mov     ROUNDS, %r10d
        shl     $4, LAST
        add     KEY, LAST
.endm

/* One round of n registers with the key at off(LAST).  Clobbers RK. */
.macro  round   op, n, off
        vbroadcasti128 \off(LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        \op     RK, %ymm\r, %ymm\r
        .endif
        .endr
.endm

/* All rounds of n whitened registers but the last.  Clobbers RK, flags. */
.macro  rounds  op, n
        cmp     $12, ROUNDS
        jb      .Lrounds128_\@
        je      .Lrounds192_\@
        round   \op, \n, -208
        round   \op, \n, -192
.Lrounds192_\@:
        round   \op, \n, -176
        round   \op, \n, -160
.Lrounds128_\@:
        .irp    off, -144,-128,-112,-96,-80,-64,-48,-32,-16
        round   \op, \n, \off
        .endr
.endm

/* n registers in, n out, of which each is done before the next is stored.
 * Steps IN and OUT. */
.macro  ecb_pass op, n
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        vpxor   32*\r(IN), RK0, %ymm\r
        .endif
        .endr
        rounds  \op, \n
        vbroadcasti128 (LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        \op\()last RK, %ymm\r, %ymm\r
        vmovdqu %ymm\r, 32*\r(OUT)
        .endif
        .endr
        add     $32*\n, IN
        add     $32*\n, OUT
.endm

/* The whole of ECB; vaesenc or vaesdec. */
.macro  ecb     op
        key_setup
        vbroadcasti128 (KEY), RK0
        sub     $16, NBLOCKS
        jb      .Ltail8_\@
.Lbatch_\@:
        ecb_pass \op, 8
        sub     $16, NBLOCKS
        jae     .Lbatch_\@
.Ltail8_\@:                             /* NBLOCKS mod 16 blocks are left */
        test    $8, %cl
        jz      .Ltail4_\@
        ecb_pass \op, 4
.Ltail4_\@:
        test    $4, %cl
        jz      .Ltail2_\@
        ecb_pass \op, 2
.Ltail2_\@:
        test    $2, %cl
        jz      .Ltail1_\@
        ecb_pass \op, 1
.Ltail1_\@:
        test    $1, %cl
        jz      .Ldone_\@
        vmovdqu (IN), %xmm0
        vpxor   RK0, %ymm0, %ymm0       /* the upper half is of no use */
        rounds  \op, 1
        vbroadcasti128 (LAST), RK
        \op\()last RK, %ymm0, %ymm0
        vmovdqu %xmm0, (OUT)
.Ldone_\@:
        vzeroall
        ret
.endm

FUNC(vgf_aes_ecb_encrypt_vaes_avx2)
        ecb     vaesenc
END_FUNC(vgf_aes_ecb_encrypt_vaes_avx2)

FUNC(vgf_aes_ecb_decrypt_vaes_avx2)
        ecb     vaesdec
END_FUNC(vgf_aes_ecb_decrypt_vaes_avx2)

/* The next 2n counters, whitened, in n registers.  Does not step COUNT. */
.macro  counters n
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        vpaddq  .Llittle+32*\r(%rip), COUNT, %ymm\r
        vpshufb SWAP, %ymm\r, %ymm\r
        vpxor   RK0, %ymm\r, %ymm\r
        .endif
        .endr
.endm

/* The last round of n registers, whose keystream goes over IN to OUT: the
 * data is xored to the round key while the rounds go on.  Steps IN and OUT. */
.macro  ctr_finish n
        vbroadcasti128 (LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        vpxor   32*\r(IN), RK, TMP
        vaesenclast TMP, %ymm\r, %ymm\r
        vmovdqu %ymm\r, 32*\r(OUT)
        .endif
        .endr
        add     $32*\n, IN
        add     $32*\n, OUT
.endm

.macro  ctr_pass n
        counters \n
        vpaddq  .Lstep\n(%rip), COUNT, COUNT
        rounds  vaesenc, \n
        ctr_finish \n
.endm

FUNC(vgf_aes_ctr64_vaes_avx2)
        key_setup
        vbroadcasti128 (KEY), RK0
        vbroadcasti128 .Lswap(%rip), SWAP
        vbroadcasti128 (CTR), COUNT
        vpshufb SWAP, COUNT, COUNT

        cmp     $64, NBLOCKS            /* worth a pass up to a multiple? */
        jb      .Lplain
        movzbl  15(CTR), %r11d
        neg     %r11d
        and     $15, %r11d              /* HEAD */
        sub     HEAD, NBLOCKS
        /* up to a multiple of 16 as in the tail, by the bits of HEAD */
        test    $8, %r11b
        jz      .Lhead4
        ctr_pass 4
.Lhead4:
        test    $4, %r11b
        jz      .Lhead2
        ctr_pass 2
.Lhead2:
        test    $2, %r11b
        jz      .Lhead1
        ctr_pass 1
.Lhead1:
        test    $1, %r11b
        jz      .Laligned
        counters 1                      /* of which the first half counts */
        vpaddq  .Lone(%rip), COUNT, COUNT
        rounds  vaesenc, 1
        vbroadcasti128 (LAST), RK
        vpxor   (IN), %xmm8, %xmm9
        vaesenclast %xmm9, %xmm0, %xmm0
        vmovdqu %xmm0, (OUT)
        add     $16, IN
        add     $16, OUT
.Laligned:
        vmovdqa .Lstep8(%rip), SIXTEEN
        vpshufb SWAP, COUNT, BASE
        vpxor   RK0, BASE, BASE
        sub     $16, NBLOCKS
.Lbatch:
        .irp    r, 0,1,2,3,4,5,6,7
        vpxor   .Lbig+32*\r(%rip), BASE, %ymm\r
        .endr
        vpaddq  SIXTEEN, COUNT, COUNT
        vpshufb SWAP, COUNT, BASE
        vpxor   RK0, BASE, BASE
        rounds  vaesenc, 8
        ctr_finish 8
        sub     $16, NBLOCKS
        jae     .Lbatch
        jmp     .Ltail8

.Lplain:
        sub     $16, NBLOCKS
        jb      .Ltail8
.Lplain_batch:
        ctr_pass 8
        sub     $16, NBLOCKS
        jae     .Lplain_batch

.Ltail8:                                /* NBLOCKS mod 16 blocks are left */
        test    $8, %cl
        jz      .Ltail4
        ctr_pass 4
.Ltail4:
        test    $4, %cl
        jz      .Ltail2
        ctr_pass 2
.Ltail2:
        test    $2, %cl
        jz      .Ltail1
        ctr_pass 1
.Ltail1:                                /* one block, next, both or neither */
        and     $1, NBLOCKS
        jnz     .Llast_block
        test    NEXT, NEXT
        jz      .Ldone
.Llast_block:
        counters 1
        rounds  vaesenc, 1
        vbroadcasti128 (LAST), RK
        vaesenclast RK, %ymm0, %ymm0
        test    NBLOCKS, NBLOCKS
        jz      .Lnext
        vpxor   (IN), %xmm0, %xmm1
        vmovdqu %xmm1, (OUT)
        vpaddq  .Lone(%rip), COUNT, COUNT
        test    NEXT, NEXT
        jz      .Ldone
        vextracti128 $1, %ymm0, %xmm0
.Lnext:
        vmovdqu %xmm0, (NEXT)
        vpaddq  .Lone(%rip), COUNT, COUNT
.Ldone:
        vpshufb SWAP, COUNT, COUNT
        vmovdqu %xmm11, (CTR)
        vzeroall
        ret
END_FUNC(vgf_aes_ctr64_vaes_avx2)

FILE_END
