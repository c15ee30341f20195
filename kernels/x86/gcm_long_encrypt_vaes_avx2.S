/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-GCM encryption in one pass, for processors with 256-bit VAES and
 * VPCLMULQDQ but not AVX-512 (Zen 3, Alder Lake): two blocks a register.
 *
 *   void vgf_gcm_encrypt_long_vaes_avx2(const struct vgf_gcm_key *k,
 *                                       struct vgf_gcm_msg *m, uint8_t *out,
 *                                       const uint8_t *in, size_t nblocks,
 *                                       unsigned flags);
 *
 * With GCM_FIRST in flags, m->ctr ends in 1 modulo 16, which is J0 of every
 * 96-bit nonce, and nblocks is 30 or more; without, m->ctr is a multiple of 16
 * and nblocks 16 or more.  k has all 32 powers of H.  out == in is allowed;
 * other overlap is not.  Constant time.
 *
 * Groups begin at a multiple of sixteen, where the whitened state of counter
 * base + i is base ^ i, one vpxor away from the whitened base.  Of a message's
 * first group counter 0 is of no use, counter 1 makes the mask, and fourteen
 * are for text.  The last group may be used in part.
 */
#include "gcm_groups_vaes_avx2.inc"

/* The frame */
#define BASE     (%rsp)                 /* this group's counter ^ RK0 */
#define NEXT_CTR 32(%rsp)               /* the next group's, little endian */
#define RK0      64(%rsp)
#define FRAME    96

.macro  next_counters
        vmovdqa BASE, RK
        .irp    r, 0,1,2,3,4,5,6,7
        vpxor   .Lbig+32*\r(%rip), RK, %ymm\r
        .endr
        vmovdqa NEXT_CTR, RK
        vpaddd  .Lsixteen(%rip), RK, RK
        vmovdqa RK, NEXT_CTR
        vpshufb .Lswap(%rip), RK, RK
        vpxor   RK0, RK, RK
        vmovdqa RK, BASE
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
        vmovdqa %ymm1, NEXT_CTR
        vpshufb .Lswap(%rip), %ymm1, %ymm1
        vpxor   %ymm0, %ymm1, %ymm0
        vmovdqa %ymm0, BASE
.endm

/* The last group, whose rounds are done and of which NBLOCKS, 0 to 15, and the
 * rest are used.  Returns. */
.macro  leave_with_text
        vbroadcasti128 (LAST), RK
        .irp    r, 0,1,2,3,4,5,6,7
        vaesenclast RK, %ymm\r, %ymm\r
        .endr
        /* NEXT_CTR is a group further already */
        shr     $2, FLAGS               /* GCM_REST is bit 2 */
        lea     -16(NBLOCKS,%r9), %r10d
        shl     $2, FLAGS
        vmovd   %r10d, %xmm14
        vpaddd  NEXT_CTR, %xmm14, %xmm14
        vmovdqa .Lpoly(%rip), POLY
        clear_sums
        first_power
        text    8, 1
        text_end 1
        store_y
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
        group_hash OUT, -256
        store_y
        vmovdqa NEXT_CTR, %xmm14
        leave_
.Lmore:
        group_rounds OUT, -256, 16, 1
        reduce_alone
        leave_with_text
END_FUNC(vgf_gcm_encrypt_long_vaes_avx2)

FILE_END
