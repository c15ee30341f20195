/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-GCM in one pass, for processors with 256-bit VAES and VPCLMULQDQ but not
 * AVX-512 (Zen 3, Alder Lake): two blocks a register.
 *
 *   void vgf_gcm_encrypt_long_vaes_avx2(const struct vgf_gcm_key *k,
 *                                       struct vgf_gcm_msg *m, uint8_t *out,
 *                                       const uint8_t *in, size_t nblocks,
 *                                       unsigned flags);
 *   void vgf_gcm_decrypt_long_vaes_avx2(... the same ...);
 *
 * With GCM_FIRST in flags, m->ctr ends in 1 modulo 16, which is J0 of every
 * 96-bit nonce, and nblocks is 30 or more; without, m->ctr is a multiple of 16
 * and nblocks 16 or more.  k has all 32 powers of H.  out == in is allowed;
 * other overlap is not.  Constant time.
 *
 * A group is sixteen counters, from a multiple of sixteen on, in eight
 * registers: the whitened state of counter base + i is base ^ i, one vpxor away
 * from the whitened base.  Of a message's first group counter 0 is of no use,
 * counter 1 makes the mask, and fourteen are for text.  The last group may be
 * used in part.
 *
 * Beside each group of AES goes the hash of the group before (encrypting) or of
 * the same (decrypting), one hash instruction after each AES instruction.  That
 * fine a weave matters: the same instructions round by round take 15 % longer
 * on Zen 3, where each vpclmulqdq has a dispatch cycle of its own and is best
 * next to something that needs none of its ports.
 *
 * The hash is Karatsuba's: three products for two blocks instead of four.  The
 * half-sums of two registers are packed into one, so that their products cost
 * one vpclmulqdq a register.  Two groups share one reduction.
 */
#include "gcm_vaes_avx2.inc"

/* Within the weave; between groups Y (ymm13) is alive. */
        .set    D0, %ymm9
        .set    D1, %ymm14
        .set    T0, %ymm15
        .set    T1, %ymm13
/* The frame */
#define BASE     (%rsp)                 /* this group's counter ^ RK0 */
#define COUNT    32(%rsp)               /* the next group's, little endian */
#define RK0      64(%rsp)
#define FRAME    96

/* Step i of hashing the four blocks at addr(base) with the powers at `power`
 * and their half-sums at `sum`.  first: 1 begins the sums, with Y; 14, too, but
 * with the last two blocks only. */
.macro  hash_pair i, base, addr, power, sum, first
        .if     (\i) == 0
        .if     \first != 14
        vmovdqu \addr(\base), D0
        .endif
        .elseif (\i) == 1
        vmovdqu \addr+32(\base), D1
        .elseif (\i) == 2
        .if     \first != 14
        vpshufb .Lswap(%rip), D0, D0
        .endif
        .elseif (\i) == 3
        vpshufb .Lswap(%rip), D1, D1
        .elseif (\i) == 4
        .if     \first == 1
        vpxor   Y, D0, D0
        .elseif \first == 14            /* the first two are not there */
        vpxor   D0, D0, D0
        vpxor   Y, D1, D1
        .endif
        .elseif (\i) == 5
        .if     \first
        vpclmulqdq $0x00, \power(KEY), D0, LO
        .else
        vpclmulqdq $0x00, \power(KEY), D0, T0
        .endif
        .elseif (\i) == 6
        .if     \first
        vpclmulqdq $0x11, \power(KEY), D0, HI
        .else
        vpclmulqdq $0x11, \power(KEY), D0, T1
        .endif
        .elseif (\i) == 7
        .if     !\first
        vpxor   T0, LO, LO
        .endif
        .elseif (\i) == 8
        .if     !\first
        vpxor   T1, HI, HI
        .endif
        .elseif (\i) == 9
        vpunpcklqdq D1, D0, T0          /* four half-sums in one register */
        .elseif (\i) == 10
        vpunpckhqdq D1, D0, T1
        .elseif (\i) == 11
        vpxor   T0, T1, T1
        .elseif (\i) == 12
        vpclmulqdq $0x00, \power+32(KEY), D1, T0
        .elseif (\i) == 13
        vpclmulqdq $0x11, \power+32(KEY), D1, D0
        .elseif (\i) == 14
        vpxor   T0, LO, LO
        .elseif (\i) == 15
        vpxor   D0, HI, HI
        .elseif (\i) == 16
        .if     \first
        vpclmulqdq $0x00, \sum(KEY), T1, MI
        .else
        vpclmulqdq $0x00, \sum(KEY), T1, T0
        .endif
        .elseif (\i) == 17
        .if     !\first
        vpxor   T0, MI, MI
        .endif
        .elseif (\i) == 18
        vpclmulqdq $0x11, \sum(KEY), T1, T1
        .elseif (\i) == 19
        vpxor   T1, MI, MI
        .endif
.endm

/* Step i, 0 to 12, of the reduction of the sums to Y. */
.macro  reduce_step i
        .if     (\i) == 0
        vpxor   LO, MI, MI              /* Karatsuba: what is too much */
        .elseif (\i) == 1
        vpxor   HI, MI, MI
        .elseif (\i) == 2
        vmovdqa .Lpoly(%rip), D1
        .elseif (\i) == 3
        vpclmulqdq $0x00, D1, LO, D0
        .elseif (\i) == 4
        vpshufd $0x4e, LO, LO
        .elseif (\i) == 5
        vpxor   LO, MI, MI
        .elseif (\i) == 6
        vpxor   D0, MI, MI
        .elseif (\i) == 7
        vpclmulqdq $0x00, D1, MI, D0
        .elseif (\i) == 8
        vpshufd $0x4e, MI, MI
        .elseif (\i) == 9
        vpxor   MI, HI, HI
        .elseif (\i) == 10
        vpxor   D0, HI, HI
        .elseif (\i) == 11
        vextracti128 $1, HI, %xmm9
        .elseif (\i) == 12
        vpxor   %xmm9, %xmm12, %xmm13
        .endif
.endm

/* Step i, 0 to 79, of hashing the sixteen blocks at addr(base) with the
 * powers from number `index` of 32 on. */
.macro  hash_step i, base, addr, index, first
        .if     (\i) < 20
        hash_pair (\i), \base, \addr, GCM_POWERS+16*\index, \
                  GCM_SUMS+8*\index, \first
        .elseif (\i) < 40
        hash_pair ((\i)-20), \base, \addr+64, GCM_POWERS+16*\index+64, \
                  GCM_SUMS+8*\index+32, 0
        .elseif (\i) < 60
        hash_pair ((\i)-40), \base, \addr+128, GCM_POWERS+16*\index+128, \
                  GCM_SUMS+8*\index+64, 0
        .elseif (\i) < 80
        hash_pair ((\i)-60), \base, \addr+192, GCM_POWERS+16*\index+192, \
                  GCM_SUMS+8*\index+96, 0
        .endif
.endm

.macro  round   off
        vbroadcasti128 \off(LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        vaesenc RK, %ymm\r, %ymm\r
        .endr
.endm

/* Whitened counters of the next group, and the rounds that only longer keys
 * have. */
.macro  group_start
        vmovdqa BASE, RK
        .irp    r, 0,1,2,3,4,5,6,7
        vpxor   .Lbig+32*\r(%rip), RK, %ymm\r
        .endr
        vmovdqa COUNT, RK
        vpaddd  .Lsixteen(%rip), RK, RK
        vmovdqa RK, COUNT
        vpshufb .Lswap(%rip), RK, RK
        vpxor   RK0, RK, RK
        vmovdqa RK, BASE
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

/* The rounds of a group but the last, beside a group of hash. */
.macro  group_rounds base, addr, index, first
        group_start
        .irp    k, 0,1,2,3,4,5,6,7,8
        vbroadcasti128 16*\k-144(LAST), RK
        hash_step 9*\k, \base, \addr, \index, \first
        .irp    r, 0,1,2,3,4,5,6,7
        vaesenc RK, %ymm\r, %ymm\r
        hash_step 9*\k+\r+1, \base, \addr, \index, \first
        .endr
        .endr
.endm

/* The rounds of a group but the last, alone. */
.macro  group_rounds_alone
        group_start
        .irp    off, -144,-128,-112,-96,-80,-64,-48,-32,-16
        round   \off
        .endr
.endm

/* The last round, over IN to OUT, beside the reduction if there is one.  skip:
 * 1 if register 0 is no text. */
.macro  group_end end, skip=0
        vbroadcasti128 (LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        .if     \r >= \skip
        vpxor   32*(\r-\skip)(IN), RK, T0
        .endif
        .if     \end
        reduce_step 2*\r
        .endif
        .if     \r >= \skip
        vaesenclast T0, %ymm\r, %ymm\r
        vmovdqu %ymm\r, 32*(\r-\skip)(OUT)
        .else
        vaesenclast RK, %ymm\r, %ymm\r
        vextracti128 $1, %ymm0, %xmm0
        vmovdqu %xmm0, MSG_MASK(MSG)
        .endif
        .if     \end
        reduce_step 2*\r+1
        .endif
        .endr
        add     $256-32*\skip, IN
        add     $256-32*\skip, OUT
.endm

/* NBLOCKS/16 groups, each beside the hash of what is at addr(base); NBLOCKS is
 * then what is left, 0 to 15. */
.macro  groups  base, addr
        sub     $32, NBLOCKS
        jb      .Lodd_\@
        .p2align 5
.Lloop_\@:
        group_rounds \base, \addr, 0, 1
        group_end 0
        group_rounds \base, \addr, 16, 0
        group_end 1
        sub     $32, NBLOCKS
        jae     .Lloop_\@
.Lodd_\@:
        add     $16, NBLOCKS
        jnc     .Leven_\@
        group_rounds \base, \addr, 16, 1
        group_end 1
        sub     $16, NBLOCKS
.Leven_\@:
        add     $16, NBLOCKS
.endm

.macro  enter
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        and     $-32, %rsp
        sub     $FRAME, %rsp
        key_setup
        vmovdqu MSG_Y(MSG), %xmm13
        vpshufb .Lswap(%rip), %xmm13, %xmm13
        test    $GCM_PART, FLAGS
        jz      .Lno_part_\@
        vmovdqa .Lpoly(%rip), POLY
        clear_sums
        add_part GCM_POWERS_END-16(KEY)
        reduce
        and     $~GCM_PART, FLAGS
.Lno_part_\@:
        vbroadcasti128 (KEY), %ymm0
        vmovdqa %ymm0, RK0
        vbroadcasti128 MSG_CTR(MSG), %ymm1
        vpshufb .Lswap(%rip), %ymm1, %ymm1
        test    $GCM_FIRST, FLAGS
        jz      .Lmultiple_\@
        vpsubd  .Lone(%rip), %ymm1, %ymm1
.Lmultiple_\@:
        vmovdqa %ymm1, COUNT
        vpshufb .Lswap(%rip), %ymm1, %ymm1
        vpxor   %ymm0, %ymm1, %ymm0
        vmovdqa %ymm0, BASE
.endm

/* The last group, whose rounds are done and of which NBLOCKS, 0 to 15, and the
 * rest are used.  Returns. */
.macro  leave_with_text encrypt
        vbroadcasti128 (LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        vaesenclast RK, %ymm\r, %ymm\r
        .endr
        /* COUNT is a group further already */
        shr     $2, FLAGS               /* GCM_REST is bit 2 */
        lea     -16(NBLOCKS,%r9), %r10d
        shl     $2, FLAGS
        vmovd   %r10d, %xmm14
        vpaddd  COUNT, %xmm14, %xmm14
        vmovdqa .Lpoly(%rip), POLY
        clear_sums
        first_power
        text    8, \encrypt
        text_end \encrypt
        leave_
.endm

/* Y is stored; the counter is in xmm14. */
.macro  leave_
        vpshufb .Lswap(%rip), %xmm14, %xmm14
        vmovdqu %xmm14, MSG_CTR(MSG)
        vzeroall
        vmovdqa %ymm0, BASE
        vmovdqa %ymm0, RK0
        .cfi_remember_state
        leave
        .cfi_restore %rbp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_restore_state
.endm

FUNC(vgf_gcm_encrypt_long_vaes_avx2)
        enter
        test    $GCM_FIRST, FLAGS
        jz      .Lwhole_group
        /* the mask and fourteen blocks; then sixteen beside their hash */
        group_rounds_alone
        group_end 0, 1
        group_rounds OUT, -256, 16, 14
        group_end 1
        sub     $30, NBLOCKS
        jmp     .Lgroups
.Lwhole_group:
        group_rounds_alone
        group_end 0
        sub     $16, NBLOCKS
.Lgroups:
        groups  OUT, -256

        /* the last sixteen are still to be hashed */
        test    $GCM_REST, FLAGS
        jnz     .Lmore
        test    NBLOCKS, NBLOCKS
        jnz     .Lmore
        .irp    i, 0,1,2,3
        .irp    j, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19
        hash_step 20*\i+\j, OUT, -256, 16, 1
        .endr
        .endr
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12
        reduce_step \i
        .endr
        vpshufb .Lswap(%rip), %xmm13, %xmm13
        vmovdqu %xmm13, MSG_Y(MSG)
        vmovdqa COUNT, %xmm14
        leave_
.Lmore:
        group_rounds OUT, -256, 16, 1
        .irp    i, 0,1,2,3,4,5,6,7,8,9,10,11,12
        reduce_step \i
        .endr
        leave_with_text 1
END_FUNC(vgf_gcm_encrypt_long_vaes_avx2)

FUNC(vgf_gcm_decrypt_long_vaes_avx2)
        enter
        test    $GCM_FIRST, FLAGS
        jz      .Lgroups_dec
        group_rounds IN, -32, 16, 14
        group_end 1, 1
        sub     $14, NBLOCKS
.Lgroups_dec:
        groups  IN, 0

        test    $GCM_REST, FLAGS
        jnz     .Lmore_dec
        test    NBLOCKS, NBLOCKS
        jnz     .Lmore_dec
        vpshufb .Lswap(%rip), %xmm13, %xmm13
        vmovdqu %xmm13, MSG_Y(MSG)
        vmovdqa COUNT, %xmm14
        leave_
.Lmore_dec:
        group_rounds_alone
        leave_with_text 0
END_FUNC(vgf_gcm_decrypt_long_vaes_avx2)

FILE_END
