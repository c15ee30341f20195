/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-ECB and AES-CTR with AES-NI, in encodings that need no AVX.
 *
 *   void vgf_aes_ecb_encrypt_aesni(const struct vgf_aes_key *ek, uint8_t *out,
 *                                  const uint8_t *in, size_t nblocks);
 *   void vgf_aes_ecb_decrypt_aesni(const struct vgf_aes_key *dk, uint8_t *out,
 *                                  const uint8_t *in, size_t nblocks);
 *   void vgf_aes_ctr64_aesni(const struct vgf_aes_key *ek, uint8_t *out,
 *                            const uint8_t *in, size_t nblocks,
 *                            uint8_t ctr[16], uint8_t *next);
 *
 * nblocks may be 0.  out == in is allowed; other overlap is not.  Constant
 * time: branches only on lengths, the number of rounds and the counter.
 * ctr64 counts in the last 64 bits of ctr, which must not wrap: the caller
 * sees to the carry.  If next is not NULL, it takes the keystream block after
 * the last one; ctr is left past it.
 *
 * aes_vaes_avx2.S block by block: batches of eight, the rest 4, 2, 1; a long
 * CTR message from a counter that is a multiple of eight, where block i has
 * the counter base ^ i.
 */
#include "asm.h"

        .arch   generic64
        .arch   .ssse3
        .arch   .aes

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
/* xmm0-xmm7: states.  xmm8: round key. */
        .set    RK, %xmm8
        .set    TMP, %xmm9
        .set    RK0, %xmm10             /* the first round key */
        .set    COUNT, %xmm11           /* the next counter, little endian */
        .set    SWAP, %xmm12            /* byte-swaps, for pshufb */
        .set    BASE, %xmm13            /* aligned loop: counter ^ RK0 */
        .set    EIGHT, %xmm14

        .section .rodata
        .p2align 4
/* 0, 1, .. 8 as 128-bit numbers in both byte orders. */
.Llittle:
        .irp    i, 0,1,2,3,4,5,6,7,8
        .quad   \i, 0
        .endr
.Lbig:
        .irp    i, 0,1,2,3,4,5,6,7
        .quad   0, \i << 56
        .endr
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
        movdqa  \off(LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        \op     RK, %xmm\r
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

/* n blocks in, n out.  Steps IN and OUT. */
.macro  ecb_pass op, n
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        movdqu  16*\r(IN), %xmm\r
        pxor    RK0, %xmm\r
        .endif
        .endr
        rounds  \op, \n
        movdqa  (LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        \op\()last RK, %xmm\r
        movdqu  %xmm\r, 16*\r(OUT)
        .endif
        .endr
        add     $16*\n, IN
        add     $16*\n, OUT
.endm

/* No secret may stay behind. */
.macro  wipe
        .irp    r, 0,1,2,3,4,5,6,7,8,9,10,13
        pxor    %xmm\r, %xmm\r
        .endr
.endm

/* The whole of ECB; aesenc or aesdec. */
.macro  ecb     op
        key_setup
        movdqa  (KEY), RK0
        sub     $8, NBLOCKS
        jb      .Ltail4_\@
.Lbatch_\@:
        ecb_pass \op, 8
        sub     $8, NBLOCKS
        jae     .Lbatch_\@
.Ltail4_\@:                             /* NBLOCKS mod 8 blocks are left */
        test    $4, %cl
        jz      .Ltail2_\@
        ecb_pass \op, 4
.Ltail2_\@:
        test    $2, %cl
        jz      .Ltail1_\@
        ecb_pass \op, 2
.Ltail1_\@:
        test    $1, %cl
        jz      .Ldone_\@
        ecb_pass \op, 1
.Ldone_\@:
        wipe
        ret
.endm

FUNC(vgf_aes_ecb_encrypt_aesni)
        ecb     aesenc
END_FUNC(vgf_aes_ecb_encrypt_aesni)

FUNC(vgf_aes_ecb_decrypt_aesni)
        ecb     aesdec
END_FUNC(vgf_aes_ecb_decrypt_aesni)

/* The next n counters, whitened.  Does not step COUNT. */
.macro  counters n
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        movdqa  COUNT, %xmm\r
        .if     \r
        paddq   .Llittle+16*\r(%rip), %xmm\r
        .endif
        pshufb  SWAP, %xmm\r
        pxor    RK0, %xmm\r
        .endif
        .endr
.endm

/* The last round of n blocks, whose keystream goes over IN to OUT: the data
 * is xored to the round key while the rounds go on.  Steps IN and OUT. */
.macro  ctr_finish n
        movdqa  (LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        movdqu  16*\r(IN), TMP
        pxor    RK, TMP
        aesenclast TMP, %xmm\r
        movdqu  %xmm\r, 16*\r(OUT)
        .endif
        .endr
        add     $16*\n, IN
        add     $16*\n, OUT
.endm

.macro  ctr_pass n
        counters \n
        paddq   .Llittle+16*\n(%rip), COUNT
        rounds  aesenc, \n
        ctr_finish \n
.endm

FUNC(vgf_aes_ctr64_aesni)
        key_setup
        movdqa  (KEY), RK0
        movdqa  .Lswap(%rip), SWAP
        movdqu  (CTR), COUNT
        pshufb  SWAP, COUNT

        cmp     $32, NBLOCKS            /* worth a pass up to a multiple? */
        jb      .Lplain
        movzbl  15(CTR), %r11d
        neg     %r11d
        and     $7, %r11d               /* HEAD */
        sub     HEAD, NBLOCKS
        /* up to a multiple of 8 as in the tail, by the bits of HEAD */
        test    $4, %r11b
        jz      .Lhead2
        ctr_pass 4
.Lhead2:
        test    $2, %r11b
        jz      .Lhead1
        ctr_pass 2
.Lhead1:
        test    $1, %r11b
        jz      .Laligned
        ctr_pass 1
.Laligned:
        movdqa  .Llittle+16*8(%rip), EIGHT
        movdqa  COUNT, BASE
        pshufb  SWAP, BASE
        pxor    RK0, BASE
        sub     $8, NBLOCKS
.Lbatch:
        movdqa  BASE, %xmm0
        .irp    r, 1,2,3,4,5,6,7
        movdqa  .Lbig+16*\r(%rip), %xmm\r
        pxor    BASE, %xmm\r
        .endr
        paddq   EIGHT, COUNT
        movdqa  COUNT, BASE
        pshufb  SWAP, BASE
        pxor    RK0, BASE
        rounds  aesenc, 8
        ctr_finish 8
        sub     $8, NBLOCKS
        jae     .Lbatch
        jmp     .Ltail4

.Lplain:
        sub     $8, NBLOCKS
        jb      .Ltail4
.Lplain_batch:
        ctr_pass 8
        sub     $8, NBLOCKS
        jae     .Lplain_batch

.Ltail4:                                /* NBLOCKS mod 8 blocks are left */
        test    $4, %cl
        jz      .Ltail2
        ctr_pass 4
.Ltail2:
        test    $2, %cl
        jz      .Ltail1
        ctr_pass 2
.Ltail1:
        test    $1, %cl
        jz      .Lnext
        ctr_pass 1
.Lnext:
        test    NEXT, NEXT
        jz      .Ldone
        counters 1
        paddq   .Llittle+16(%rip), COUNT
        rounds  aesenc, 1
        aesenclast (LAST), %xmm0
        movdqu  %xmm0, (NEXT)
.Ldone:
        pshufb  SWAP, COUNT
        movdqu  COUNT, (CTR)
        wipe
        ret
END_FUNC(vgf_aes_ctr64_aesni)

FILE_END
