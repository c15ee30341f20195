/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-GCM decryption in one pass with VAES.
 *
 *   void vgf_gcm_decrypt_long_vaes_avx2(const struct vgf_gcm_key *k,
 *                                       struct vgf_gcm_msg *m, uint8_t *out,
 *                                       const uint8_t *in, size_t nblocks,
 *                                       unsigned flags);
 *
 * nblocks is 16 or more, and k has all 32 powers of H.  Any counter and any
 * flags.  out == in is allowed; other overlap is not.  Constant time.
 *
 * What is not a whole group goes first: nblocks mod 16 blocks in one pass of
 * the width that covers them, with J0 and the counter of the rest in one more
 * register.  While their hash is reduced, the first group's rounds are under
 * way.  The message then ends with a whole group, whose hash is done when its
 * AES is.  (In encryption it would still be to be hashed, so that nothing is
 * gained: there the rest comes last.)  The counters are then no multiples of
 * sixteen and take two operations a register, not one; four if the last byte
 * wraps within the group.
 */
#include "gcm_groups_vaes_avx2.inc"

/* The frame; nothing secret */
#define NEXT_CTR (%rsp)                 /* the next group's, little endian */
#define TOTAL    32(%rsp)               /* blocks, */
#define FROM     40(%rsp)               /* and where they are, */
#define TO       48(%rsp)               /* and go to */
#define FRAME    64

.macro  next_counters
        vmovdqa NEXT_CTR, D0
        vbroadcasti128 (KEY), RK
        cmpb    $240, NEXT_CTR
        ja      .Lcarry_\@
        vpshufb .Lswap(%rip), D0, D1
        .irp    r, 0,1,2,3,4,5,6,7
        vpaddd  .Lbig+32*\r(%rip), D1, %ymm\r
        vpxor   RK, %ymm\r, %ymm\r
        .endr
        jmp     .Lstep_\@
.Lcarry_\@:
        .irp    r, 0,1,2,3,4,5,6,7
        vpaddd  .Llittle+32*\r(%rip), D0, %ymm\r
        vpshufb .Lswap(%rip), %ymm\r, %ymm\r
        vpxor   RK, %ymm\r, %ymm\r
        .endr
.Lstep_\@:
        vpaddd  .Lsixteen(%rip), D0, D0
        vmovdqa D0, NEXT_CTR
.endm

/* The first NBLOCKS blocks, at most 2n. */
.macro  pass    n
        keystream \n
        test    $GCM_REST, FLAGS
        jz      .Lno_rest_\@
        vextracti128 $1, MASK, MSG_STREAM(MSG)
        and     $~GCM_REST, FLAGS       /* text_end has none to store */
.Lno_rest_\@:
        text    \n, 0
.endm

FUNC(vgf_gcm_decrypt_long_vaes_avx2)
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        and     $-32, %rsp
        sub     $FRAME, %rsp
        key_setup
        mov     NBLOCKS, TOTAL
        mov     IN, FROM
        mov     OUT, TO
        and     $15, NBLOCKS

        vmovdqu MSG_Y(MSG), %xmm13
        vpshufb .Lswap(%rip), %xmm13, %xmm13
        clear_sums
        first_power
        test    $GCM_PART, FLAGS
        jz      .Lno_part
        add_part -16(POWER)
.Lno_part:

        /* counters: J0's beside the rest's, the text's, the groups' */
        vbroadcasti128 MSG_CTR(MSG), MASK
        vpshufb .Lswap(%rip), MASK, COUNT
        test    $GCM_FIRST, FLAGS
        jz      .Lcounting
        vpaddd  .Lone(%rip), COUNT, COUNT
.Lcounting:
        vmovd   TOTAL, %xmm0
        vpaddd  %xmm0, %xmm14, %xmm0
        vpshufb .Lswap(%rip), %xmm0, %xmm1
        vinserti128 $1, %xmm1, MASK, MASK
        test    $GCM_REST, FLAGS
        jz      .Lno_more
        vpaddd  .Lone(%rip), %xmm0, %xmm0
        vpshufb .Lswap(%rip), %xmm0, %xmm1
.Lno_more:
        vmovdqu %xmm1, MSG_CTR(MSG)
        vmovd   %r8d, %xmm0
        vinserti128 $1, %xmm0, %ymm0, %ymm0
        vpaddd  COUNT, %ymm0, %ymm0
        vmovdqa %ymm0, NEXT_CTR
        vmovdqa .Lpoly(%rip), POLY

        cmp     $8, NBLOCKS
        ja      .Lpass8
        cmp     $4, NBLOCKS
        ja      .Lpass4
        cmp     $2, NBLOCKS
        ja      .Lpass2
        test    NBLOCKS, NBLOCKS
        jnz     .Lpass1
        pass    0
.Lpass1:
        pass    1
.Lpass2:
        pass    2
.Lpass4:
        pass    4
.Lpass8:
        pass    8
        text_end 0

        shl     $4, NBLOCKS
        mov     FROM, IN
        mov     TO, OUT
        add     NBLOCKS, IN
        add     NBLOCKS, OUT
        mov     TOTAL, NBLOCKS
        and     $~15, NBLOCKS
        mov     AES_ROUNDS(KEY), ROUNDS
        groups  IN, 0

        store_y
        vzeroall
        leave
        .cfi_restore %rbp
        .cfi_def_cfa %rsp, 8
        ret
END_FUNC(vgf_gcm_decrypt_long_vaes_avx2)

FILE_END
