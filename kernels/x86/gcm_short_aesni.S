/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-GCM with AES-NI and PCLMULQDQ, all but the long loop: short messages,
 * the ends of long ones, the tag and GHASH alone.  In encodings that need no
 * AVX.
 *
 *   void vgf_gcm_encrypt_short_aesni(const struct vgf_gcm_key *k,
 *                                    struct vgf_gcm_msg *m, uint8_t *out,
 *                                    const uint8_t *in, size_t nblocks,
 *                                    unsigned flags);
 *   void vgf_gcm_decrypt_short_aesni(... the same ...);
 *
 * nblocks is 8 at most, 7 with GCM_REST.  k is aligned to 16 bytes and has
 * nine powers of H at least.  out == in is allowed; other overlap is not.
 * Constant time: branches only on nblocks, flags and the number of rounds.
 * Leaf, no stack.
 *
 * One pass, as wide as the blocks and the rest need: their keystream, and the
 * state of J0 beside it as one more (computed in any case, as it costs next to
 * nothing there).  Then each block is hashed with the power of H of its own,
 * the partial block first if there is one, with one reduction for all.
 */
#include "asm.h"
#include "gcm_aesni.h"

        .arch   generic64
        .arch   .ssse3
        .arch   .aes
        .arch   .pclmul

/* Arguments */
        .set    KEY, %rdi
        .set    MSG, %rsi
        .set    OUT, %rdx
        .set    IN, %rcx
        .set    NBLOCKS, %r8
        .set    FLAGS, %r9d
/* Locals */
        .set    ROUNDS, %eax
        .set    LAST, %r10              /* address of the last round key */
        .set    POWER, %r11             /* of the first block to hash */
/* xmm0-xmm7: AES states, keystream */
        .set    RK, %xmm8
        .set    MASK, %xmm9             /* the state of J0 */
        .set    D, %xmm8                /* before and after the rounds */
        .set    T, %xmm9
        .set    LO, %xmm10
        .set    MI, %xmm11
        .set    HI, %xmm12
        .set    Y, %xmm13               /* to go into the next block hashed */
        .set    COUNT, %xmm14           /* the next counter, little endian */
        .set    S, %xmm15

        .section .rodata
        .p2align 4
.Llittle:
        .irp    i, 0,1,2,3,4,5,6,7
        .quad   \i, 0
        .endr
.Lswap:
        .byte   15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
.Lpoly:
        .quad   0xc200000000000000, 0
        .text

/* LO, MI, HI += D * the power at `entry`, by Karatsuba: MI takes the product
 * of the sums of the halves.  Clobbers D, T, S. */
.macro  multiply_add entry
        pshufd  $0x4e, D, S
        pxor    D, S
        movdqa  D, T
        pclmulqdq $0x00, \entry, T
        pxor    T, LO
        pclmulqdq $0x11, \entry, D
        pxor    D, HI
        pclmulqdq $0x00, GCM_SUMS+\entry, S
        pxor    S, MI
.endm

/* Y = what LO, MI, HI amount to.  Clobbers LO, MI, HI, T. */
.macro  reduce
        pxor    LO, MI                  /* Karatsuba: what is too much */
        pxor    HI, MI
        movdqa  .Lpoly(%rip), T
        pclmulqdq $0x00, LO, T
        pshufd  $0x4e, LO, LO
        pxor    LO, MI
        pxor    T, MI
        movdqa  .Lpoly(%rip), Y
        pclmulqdq $0x00, MI, Y
        pshufd  $0x4e, MI, MI
        pxor    MI, HI
        pxor    HI, Y
.endm

.macro  clear_sums
        pxor    LO, LO
        pxor    MI, MI
        pxor    HI, HI
.endm

/* No secret may stay behind. */
.macro  wipe
        .irp    r, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        pxor    %xmm\r, %xmm\r
        .endr
.endm

.macro  round   n, off
        movdqa  \off(LAST), RK
        aesenc  RK, MASK
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        aesenc  RK, %xmm\r
        .endif
        .endr
.endm

/* Keystream of n blocks, and the mask. */
.macro  keystream n
        movdqa  (KEY), RK
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        movdqa  COUNT, %xmm\r
        .if     \r
        paddd   .Llittle+16*\r(%rip), %xmm\r
        .endif
        pshufb  .Lswap(%rip), %xmm\r
        pxor    RK, %xmm\r
        .endif
        .endr
        pxor    RK, MASK
        cmp     $12, ROUNDS
        jb      .Lrounds128_\@
        je      .Lrounds192_\@
        round   \n, -208
        round   \n, -192
.Lrounds192_\@:
        round   \n, -176
        round   \n, -160
.Lrounds128_\@:
        .irp    off, -144,-128,-112,-96,-80,-64,-48,-32,-16
        round   \n, \off
        .endr
        movdqa  (LAST), RK
        aesenclast RK, MASK
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        aesenclast RK, %xmm\r
        .endif
        .endr
        test    $GCM_FIRST, FLAGS
        jz      .Lmasked_\@
        movdqu  MASK, MSG_MASK(MSG)
.Lmasked_\@:
.endm

/* A block of keystream over a block of text, hashed. */
.macro  block   r, encrypt
        movdqu  16*\r(IN), D
        pxor    D, %xmm\r
        movdqu  %xmm\r, 16*\r(OUT)
        .if     \encrypt
        movdqa  %xmm\r, D
        .endif
        pshufb  .Lswap(%rip), D
        .if     \r == 0
        pxor    Y, D
        .endif
        multiply_add GCM_ENTRY*\r(POWER)
.endm

/* A pass of n registers; what is used of them; the one after, if wanted. */
.macro  pass    n, encrypt
        keystream \n
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r < \n
        cmp     $\r, NBLOCKS
        je      .Lend_\encrypt\()_\r
        block   \r, \encrypt
        .endif
        .endr
        jmp     .Lhashed_\encrypt
.endm

.macro  short   encrypt
        movdqu  MSG_Y(MSG), Y
        pshufb  .Lswap(%rip), Y
        clear_sums
        mov     AES_ROUNDS(KEY), ROUNDS
        mov     ROUNDS, %r10d
        shl     $4, LAST
        add     KEY, LAST
        mov     NBLOCKS, %r11
        neg     POWER
        shl     $5, POWER               /* GCM_ENTRY */
        lea     GCM_POWERS_END(KEY,POWER), POWER

        test    $GCM_PART, FLAGS
        jz      .Lno_part_\encrypt
        movdqu  MSG_PART(MSG), D
        pshufb  .Lswap(%rip), D
        pxor    Y, D
        multiply_add -GCM_ENTRY(POWER)
        pxor    Y, Y                    /* it has gone in */
.Lno_part_\encrypt:

        movdqu  MSG_CTR(MSG), MASK
        movdqa  MASK, COUNT
        pshufb  .Lswap(%rip), COUNT
        test    $GCM_FIRST, FLAGS
        jz      .Lcounting_\encrypt
        paddd   .Llittle+16(%rip), COUNT
.Lcounting_\encrypt:

        /* how wide: NBLOCKS, and one more if there is a rest */
        cmp     $4, NBLOCKS
        ja      .Lpass8_\encrypt
        je      .Lfour_\encrypt
        cmp     $2, NBLOCKS
        ja      .Lpass4_\encrypt
        je      .Ltwo_\encrypt
        test    NBLOCKS, NBLOCKS
        jz      .Lpass1_\encrypt
        test    $GCM_REST, FLAGS
        jnz     .Lpass2_\encrypt
.Lpass1_\encrypt:
        pass    1, \encrypt
.Ltwo_\encrypt:
        test    $GCM_REST, FLAGS
        jnz     .Lpass4_\encrypt
.Lpass2_\encrypt:
        pass    2, \encrypt
.Lfour_\encrypt:
        test    $GCM_REST, FLAGS
        jnz     .Lpass8_\encrypt
.Lpass4_\encrypt:
        pass    4, \encrypt
.Lpass8_\encrypt:
        pass    8, \encrypt

        /* r blocks were all: keystream r is that of the rest */
        .irp    r, 7,6,5,4,3,2,1
.Lend_\encrypt\()_\r:
        movdqa  %xmm\r, %xmm0
        jmp     .Lend_\encrypt\()_0
        .endr
.Lend_\encrypt\()_0:
        test    $GCM_REST, FLAGS
        jz      .Lhashed_\encrypt
        movdqu  %xmm0, MSG_STREAM(MSG)
.Lhashed_\encrypt:
        /* nothing hashed: Y is as it was */
        mov     FLAGS, %eax
        and     $GCM_PART, %eax
        or      NBLOCKS, %rax
        jz      .Lreduced_\encrypt
        reduce
.Lreduced_\encrypt:
        pshufb  .Lswap(%rip), Y
        movdqu  Y, MSG_Y(MSG)
        shr     $2, FLAGS               /* GCM_REST alone, as 1 */
        add     FLAGS, %r8d
        movd    %r8d, %xmm0
        paddd   %xmm0, COUNT
        pshufb  .Lswap(%rip), COUNT
        movdqu  COUNT, MSG_CTR(MSG)
        wipe
        ret
.endm

FUNC(vgf_gcm_encrypt_short_aesni)
        short   1
END_FUNC(vgf_gcm_encrypt_short_aesni)

FUNC(vgf_gcm_decrypt_short_aesni)
        short   0
END_FUNC(vgf_gcm_decrypt_short_aesni)

/*
 *   void vgf_gcm_tag_aesni(const struct vgf_gcm_key *k,
 *                          const struct vgf_gcm_msg *m, uint64_t aad_len,
 *                          uint64_t text_len, uint8_t tag[16],
 *                          unsigned flags);
 *
 * The partial block, if flags has GCM_PART, and the length block share one
 * reduction.  Constant time.  Leaf, no stack.
 */
FUNC(vgf_gcm_tag_aesni)
        movdqu  MSG_Y(MSG), Y
        pshufb  .Lswap(%rip), Y
        clear_sums
        test    $GCM_PART, FLAGS
        jz      .Llengths
        movdqu  MSG_PART(MSG), D
        pshufb  .Lswap(%rip), D
        pxor    Y, D
        multiply_add GCM_POWERS_END-2*GCM_ENTRY(KEY)
        pxor    Y, Y
.Llengths:
        shl     $3, %rdx                /* in bits */
        shl     $3, %rcx
        movq    %rcx, D
        movq    %rdx, T
        punpcklqdq T, D                 /* byte-swapped, as it were */
        pxor    Y, D
        multiply_add GCM_POWERS_END-GCM_ENTRY(KEY)
        reduce
        pshufb  .Lswap(%rip), Y
        movdqu  MSG_MASK(MSG), D
        pxor    D, Y
        movdqu  Y, (%r8)
        .irp    r, 8,9,10,11,12,13,15
        pxor    %xmm\r, %xmm\r
        .endr
        ret
END_FUNC(vgf_gcm_tag_aesni)

/*
 *   void vgf_ghash_aesni(const struct vgf_gcm_key *k, uint8_t y[16],
 *                        const uint8_t *in, size_t nblocks, size_t most);
 *
 * One reduction for `most` blocks at most, so many powers there are.  nblocks
 * may be 0.  Constant time.  Leaf, no stack.
 */
        .set    GY, %rsi
        .set    GIN, %rdx
        .set    GN, %rcx
        .set    MOST, %r8
        .set    CHUNK, %rax
        .set    SWAP, %xmm0
FUNC(vgf_ghash_aesni)
        movdqa  .Lswap(%rip), SWAP
        movdqu  (GY), Y
        pshufb  SWAP, Y
        test    GN, GN
        jz      .Lghash_done
.Lghash_chunk:
        mov     GN, CHUNK
        cmp     MOST, CHUNK
        cmova   MOST, CHUNK
        sub     CHUNK, GN
        mov     CHUNK, POWER
        neg     POWER
        shl     $5, POWER               /* GCM_ENTRY */
        lea     GCM_POWERS_END(KEY,POWER), POWER
        clear_sums
.Lghash_block:
        movdqu  (GIN), D
        pshufb  SWAP, D
        pxor    Y, D
        multiply_add 0(POWER)
        pxor    Y, Y
        add     $16, GIN
        add     $GCM_ENTRY, POWER
        dec     CHUNK
        jnz     .Lghash_block
        reduce
        test    GN, GN
        jnz     .Lghash_chunk
.Lghash_done:
        pshufb  SWAP, Y
        movdqu  Y, (GY)
        .irp    r, 8,9,10,11,12,13,15
        pxor    %xmm\r, %xmm\r
        .endr
        ret
END_FUNC(vgf_ghash_aesni)

FILE_END
