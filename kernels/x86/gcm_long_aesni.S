/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-GCM in one pass with AES-NI and PCLMULQDQ, in encodings that need no
 * AVX: one block a register.
 *
 *   void vgf_gcm_encrypt_long_aesni(const struct vgf_gcm_key *k,
 *                                   struct vgf_gcm_msg *m, uint8_t *out,
 *                                   const uint8_t *in, size_t nblocks);
 *   void vgf_gcm_decrypt_long_aesni(... the same ...);
 *
 * nblocks is a multiple of 8, not 0; m->ctr a multiple of 8; k is aligned to
 * 16 bytes and has all 16 powers of H (eight are enough for eight blocks).
 * out == in is allowed; other overlap is not.  Constant time: branches only on
 * nblocks and the number of rounds.
 *
 * gcm_groups_vaes_avx2.inc block by block.  A group is eight blocks: eight
 * states of AES beside the hash of the eight blocks before them (encrypting) or
 * the same ones (decrypting), woven instruction by instruction.  Karatsuba's
 * multiplication, with the half-sums of two blocks packed into one register.
 * Two groups share one reduction.
 *
 * What limits this on AMD is the number of vector operations; on Intel's cores
 * before Ice Lake, AES itself.  So the counters are made without any: the
 * states' first values wait in the frame, where of each only the last word
 * changes, and that comes from a general register.  It is written a group
 * before it is read, as a load cannot take its bytes from two stores that are
 * still under way.
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
/* Locals */
        .set    ROUNDS, %eax
        .set    WORD, %r9d              /* last word of a whitened counter */
        .set    LAST, %r10              /* address of the last round key */
        .set    COUNT, %r11d            /* counter of the group after that in
                                         * the frame */
/* xmm0-xmm7: AES states */
        .set    RK, %xmm8
        .set    LO, %xmm9
        .set    MI, %xmm10
        .set    HI, %xmm11              /* between reductions: Y */
        .set    D0, %xmm12
        .set    D1, %xmm13
        .set    T0, %xmm14
        .set    T1, %xmm15
/* The frame: the whitened counters of the next group */
#define FRAME    128

        .section .rodata
        .p2align 4
.Lbig:
        .irp    i, 0,1,2,3,4,5,6,7
        .quad   0, \i << 56
        .endr
.Lswap:
        .byte   15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
.Lpoly:
        .quad   0xc200000000000000, 0
        .text

/* Step i, 0 to 24, of hashing the two blocks at addr(base) with the powers at
 * `power` and behind; first says that the sums begin here, with Y. */
.macro  hash_pair i, base, addr, power, first
        .if     (\i) == 0
        movdqu  \addr(\base), D0
        .elseif (\i) == 1
        movdqu  \addr+16(\base), D1
        .elseif (\i) == 2
        pshufb  .Lswap(%rip), D0
        .elseif (\i) == 3
        pshufb  .Lswap(%rip), D1
        .elseif (\i) == 4
        .if     \first
        pxor    HI, D0                  /* Y */
        .endif
        .elseif (\i) == 5
        movdqa  D0, T0                  /* the half-sums of both: T0 */
        .elseif (\i) == 6
        punpcklqdq D1, T0
        .elseif (\i) == 7
        movdqa  D0, T1
        .elseif (\i) == 8
        punpckhqdq D1, T1
        .elseif (\i) == 9
        pxor    T1, T0
        .elseif (\i) == 10
        .if     \first
        movdqa  D0, LO
        .else
        movdqa  D0, T1
        .endif
        .elseif (\i) == 11
        .if     \first
        pclmulqdq $0x00, \power(KEY), LO
        .else
        pclmulqdq $0x00, \power(KEY), T1
        .endif
        .elseif (\i) == 12
        .if     !\first
        pxor    T1, LO
        .endif
        .elseif (\i) == 13
        pclmulqdq $0x11, \power(KEY), D0
        .elseif (\i) == 14
        .if     \first
        movdqa  D0, HI
        .else
        pxor    D0, HI
        .endif
        .elseif (\i) == 15
        movdqa  D1, T1
        .elseif (\i) == 16
        pclmulqdq $0x00, \power+GCM_ENTRY(KEY), T1
        .elseif (\i) == 17
        pxor    T1, LO
        .elseif (\i) == 18
        pclmulqdq $0x11, \power+GCM_ENTRY(KEY), D1
        .elseif (\i) == 19
        pxor    D1, HI
        .elseif (\i) == 20
        .if     \first
        movdqa  T0, MI
        .else
        movdqa  T0, T1
        .endif
        .elseif (\i) == 21
        .if     \first
        pclmulqdq $0x00, \power+GCM_SUMS(KEY), MI
        .else
        pclmulqdq $0x00, \power+GCM_SUMS(KEY), T1
        .endif
        .elseif (\i) == 22
        .if     !\first
        pxor    T1, MI
        .endif
        .elseif (\i) == 23
        pclmulqdq $0x11, \power+GCM_SUMS(KEY), T0
        .elseif (\i) == 24
        pxor    T0, MI
        .endif
.endm

/* Step i, 0 to 11, of the reduction: HI + MI x^64 + LO to Y in HI. */
.macro  reduce  i
        .if     (\i) == 0
        pxor    LO, MI                  /* Karatsuba: what is too much */
        .elseif (\i) == 1
        pxor    HI, MI
        .elseif (\i) == 2
        movdqa  .Lpoly(%rip), D0
        .elseif (\i) == 3
        pclmulqdq $0x00, LO, D0
        .elseif (\i) == 4
        pshufd  $0x4e, LO, LO
        .elseif (\i) == 5
        pxor    LO, MI
        .elseif (\i) == 6
        pxor    D0, MI
        .elseif (\i) == 7
        movdqa  .Lpoly(%rip), D1
        .elseif (\i) == 8
        pclmulqdq $0x00, MI, D1
        .elseif (\i) == 9
        pshufd  $0x4e, MI, MI
        .elseif (\i) == 10
        pxor    MI, HI
        .elseif (\i) == 11
        pxor    D1, HI
        .endif
.endm

/* Step i, 0 to 99, of hashing the eight blocks at addr(base) with the powers
 * from number `index` of 16 on. */
.macro  hash_step i, base, addr, index, first
        .if     (\i) < 25
        hash_pair (\i), \base, \addr, GCM_POWERS+GCM_ENTRY*\index, \first
        .elseif (\i) < 50
        hash_pair ((\i)-25), \base, \addr+32, GCM_POWERS+GCM_ENTRY*(\index+2), 0
        .elseif (\i) < 75
        hash_pair ((\i)-50), \base, \addr+64, GCM_POWERS+GCM_ENTRY*(\index+4), 0
        .else
        hash_pair ((\i)-75), \base, \addr+96, GCM_POWERS+GCM_ENTRY*(\index+6), 0
        .endif
.endm

/* What comes of the 100 steps at place i of 81: one or two. */
.macro  weave   i, base, addr, index, first
        hash_step (100*(\i)/81), \base, \addr, \index, \first
        .if     100*(\i+1)/81 - 100*(\i)/81 == 2
        hash_step (100*(\i)/81+1), \base, \addr, \index, \first
        .endif
.endm

.macro  round   off
        movdqa  \off(LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        aesenc  RK, %xmm\r
        .endr
.endm

/* The last word of counter r to the frame; its number differs from that
 * before in the bits `delta`. */
.macro  counter r, delta
        xor     $\delta << 24, WORD
        mov     WORD, 16*\r+12(%rsp)
.endm

/* The first values of the states from the frame, and those of the group after
 * to there; then the rounds that only longer keys have. */
.macro  group_start
        .irp    r, 0,1,2,3,4,5,6,7
        movdqa  16*\r(%rsp), %xmm\r
        .endr
        mov     COUNT, WORD
        bswap   WORD
        xor     12(KEY), WORD
        mov     WORD, 12(%rsp)
        counter 1, 1
        counter 2, 3
        counter 3, 1
        counter 4, 7
        counter 5, 1
        counter 6, 3
        counter 7, 1
        add     $8, COUNT
        cmp     $12, ROUNDS
        jb      .Lrounds128_\@
        je      .Lrounds192_\@
        round   -208
        round   -192
.Lrounds192_\@:
        round   -176
        round   -160
.Lrounds128_\@:
.endm

/* The last round, over IN to OUT, beside the reduction if there is one. */
.macro  group_end end
        movdqa  (LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        movdqu  16*\r(IN), T0
        pxor    RK, T0
        .if     \end
        reduce  2*\r
        .endif
        aesenclast T0, %xmm\r
        .if     \end
        reduce  2*\r+1
        .endif
        movdqu  %xmm\r, 16*\r(OUT)
        .endr
        add     $128, IN
        add     $128, OUT
.endm

/* A group of AES beside a group of hash. */
.macro  group   base, addr, index, first, end
        group_start
        .irp    k, 0,1,2,3,4,5,6,7,8
        movdqa  16*\k-144(LAST), RK
        weave   9*\k, \base, \addr, \index, \first
        .irp    r, 0,1,2,3,4,5,6,7
        aesenc  RK, %xmm\r
        weave   9*\k+\r+1, \base, \addr, \index, \first
        .endr
        .endr
        group_end \end
.endm

/* NBLOCKS/8 groups, each beside the hash of what is at addr(base). */
.macro  groups  base, addr
        sub     $16, NBLOCKS
        jb      .Lodd_\@
        .p2align 5
.Lloop_\@:
        group   \base, \addr, 0, 1, 0
        group   \base, \addr, 8, 0, 1
        sub     $16, NBLOCKS
        jae     .Lloop_\@
.Lodd_\@:
        add     $16, NBLOCKS
        jz      .Leven_\@
        group   \base, \addr, 8, 1, 1
.Leven_\@:
.endm

.macro  enter
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        and     $-16, %rsp
        sub     $FRAME, %rsp
        mov     AES_ROUNDS(KEY), ROUNDS
        mov     ROUNDS, %r10d
        shl     $4, LAST
        add     KEY, LAST
        movdqu  MSG_CTR(MSG), %xmm0
        pxor    (KEY), %xmm0
        .irp    r, 0,1,2,3,4,5,6,7
        movdqa  .Lbig+16*\r(%rip), %xmm1
        pxor    %xmm0, %xmm1
        movdqa  %xmm1, 16*\r(%rsp)
        .endr
        mov     MSG_CTR+12(MSG), COUNT
        bswap   COUNT
        add     $8, COUNT
        movdqu  MSG_Y(MSG), HI
        pshufb  .Lswap(%rip), HI
.endm

.macro  leave_
        sub     $8, COUNT
        bswap   COUNT
        mov     COUNT, MSG_CTR+12(MSG)
        pshufb  .Lswap(%rip), HI
        movdqu  HI, MSG_Y(MSG)
        xor     WORD, WORD
        .irp    r, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        pxor    %xmm\r, %xmm\r
        .endr
        .irp    r, 0,1,2,3,4,5,6,7
        movdqa  %xmm0, 16*\r(%rsp)
        .endr
        leave
        .cfi_restore %rbp
        .cfi_def_cfa %rsp, 8
        ret
.endm

FUNC(vgf_gcm_encrypt_long_aesni)
        enter
        group_start                     /* the first group: nothing to hash */
        .irp    off, -144,-128,-112,-96,-80,-64,-48,-32,-16
        round   \off
        .endr
        group_end 0
        sub     $8, NBLOCKS
        groups  OUT, -128
        /* the last group is still to be hashed */
        .irp    i, 0,1,2,3,4,5,6,7,8,9
        .irp    j, 0,1,2,3,4,5,6,7,8,9
        hash_step 10*\i+\j, OUT, -128, 8, 1
        .endr
        .endr
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11
        reduce  \i
        .endr
        leave_
END_FUNC(vgf_gcm_encrypt_long_aesni)

FUNC(vgf_gcm_decrypt_long_aesni)
        enter
        groups  IN, 0
        leave_
END_FUNC(vgf_gcm_decrypt_long_aesni)

FILE_END
