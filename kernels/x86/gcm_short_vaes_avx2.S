/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES-GCM with VAES, all but the long loop: up to sixteen blocks, with all that
 * belongs to the beginning and the end of a message; the tag; GHASH alone.
 *
 *   void vgf_gcm_encrypt_short_vaes_avx2(const struct vgf_gcm_key *k,
 *                                        struct vgf_gcm_msg *m, uint8_t *out,
 *                                        const uint8_t *in, size_t nblocks,
 *                                        unsigned flags);
 *   void vgf_gcm_decrypt_short_vaes_avx2(... the same ...);
 *
 * nblocks and one more, if flags has GCM_REST, are at most 16; nblocks and one
 * more, if flags has GCM_PART, are at most the number of powers there are.
 * out == in is allowed; other overlap is not.  Constant time: branches only on
 * lengths, flags and rounds.  Leaf, no stack.
 *
 * One pass of the narrowest width that covers the blocks (2, 4, 8 or 16), with
 * the mask's state beside them: a chain of rounds takes the same 40 cycles
 * whether it is one register or eight.  The partial block of additional data is
 * hashed before, with one power of H more than the text; each pair of blocks of
 * text as soon as its keystream is there; and there is one reduction.
 */
#include "gcm_vaes_avx2.inc"

.macro  pass    n, encrypt
        keystream \n
        text    \n, \encrypt
.endm

.macro  short   encrypt
        key_setup
        vmovdqu MSG_Y(MSG), %xmm13
        vpshufb .Lswap(%rip), %xmm13, %xmm13
        clear_sums
        first_power
        test    $GCM_PART, FLAGS
        jz      .Lno_part_\encrypt
        add_part -16(POWER)
.Lno_part_\encrypt:
        vbroadcasti128 MSG_CTR(MSG), MASK
        vpshufb .Lswap(%rip), MASK, COUNT
        test    $GCM_FIRST, FLAGS
        jz      .Lcounting_\encrypt
        vpaddd  .Lone(%rip), COUNT, COUNT
.Lcounting_\encrypt:
        vmovdqa .Lpoly(%rip), POLY

        /* how wide: NBLOCKS, and one more if there is a rest */
        cmp     $8, NBLOCKS
        ja      .Lpass8_\encrypt
        je      .Leight_\encrypt
        cmp     $4, NBLOCKS
        ja      .Lpass4_\encrypt
        je      .Lfour_\encrypt
        cmp     $2, NBLOCKS
        ja      .Lpass2_\encrypt
        jb      .Lpass1_\encrypt
        test    $GCM_REST, FLAGS
        jnz     .Lpass2_\encrypt
.Lpass1_\encrypt:
        pass    1, \encrypt
.Lfour_\encrypt:
        test    $GCM_REST, FLAGS
        jnz     .Lpass4_\encrypt
.Lpass2_\encrypt:
        pass    2, \encrypt
.Leight_\encrypt:
        test    $GCM_REST, FLAGS
        jnz     .Lpass8_\encrypt
.Lpass4_\encrypt:
        pass    4, \encrypt
.Lpass8_\encrypt:
        pass    8, \encrypt

        text_end \encrypt
        store_y
        /* the counter: NBLOCKS further, and GCM_REST, bit 2 of FLAGS */
        shr     $2, FLAGS
        add     FLAGS, %r8d
        vmovd   %r8d, %xmm0
        vpaddd  %xmm0, %xmm14, %xmm14
        vpshufb .Lswap(%rip), %xmm14, %xmm14
        vmovdqu %xmm14, MSG_CTR(MSG)
        vzeroall
        ret
.endm

FUNC(vgf_gcm_encrypt_short_vaes_avx2)
        short   1
END_FUNC(vgf_gcm_encrypt_short_vaes_avx2)

FUNC(vgf_gcm_decrypt_short_vaes_avx2)
        short   0
END_FUNC(vgf_gcm_decrypt_short_vaes_avx2)

/*
 *   void vgf_gcm_tag_vaes_avx2(const struct vgf_gcm_key *k,
 *                                 const struct vgf_gcm_msg *m,
 *                                 uint64_t aad_len, uint64_t text_len,
 *                                 uint8_t tag[16], unsigned flags);
 *
 * The partial block, if flags has GCM_PART, and the length block are one pair.
 */
FUNC(vgf_gcm_tag_vaes_avx2)
        vmovdqa .Lpoly(%rip), POLY
        vmovdqu MSG_Y(MSG), %xmm13
        shl     $3, %rdx
        shl     $3, %rcx
        vmovq   %rdx, %xmm0
        vmovq   %rcx, %xmm1
        vpunpcklqdq %xmm0, %xmm1, %xmm0 /* lengths in bits, byte-swapped */
        vpshufb .Lswap(%rip), %xmm13, %xmm13
        clear_sums
        vpxor   %xmm8, %xmm8, %xmm8
        test    $GCM_PART, FLAGS
        jz      .Lno_part
        vmovdqu MSG_PART(MSG), %xmm8
        vpshufb .Lswap(%rip), %xmm8, %xmm8
        vpxor   %xmm13, %xmm8, %xmm8
        vpxor   %xmm13, %xmm13, %xmm13
.Lno_part:
        vpxor   %xmm13, %xmm0, %xmm0
        vinserti128 $1, %xmm0, D, D
        multiply_add GCM_POWERS_END-32(KEY)
        reduce
        vpshufb .Lswap(%rip), %xmm13, %xmm13
        vpxor   MSG_MASK(MSG), %xmm13, %xmm13
        vmovdqu %xmm13, (%r8)
        vzeroall
        ret
END_FUNC(vgf_gcm_tag_vaes_avx2)

/*
 *   void vgf_ghash_vaes_avx2(const struct vgf_gcm_key *k, uint8_t y[16],
 *                            const uint8_t *in, size_t nblocks, size_t most);
 *
 * One reduction for each `most` blocks, the number of powers in the table.
 */
        .set    GY, %rsi
        .set    GIN, %rdx
        .set    GN, %rcx
        .set    MOST, %r8
        .set    CHUNK, %rax
FUNC(vgf_ghash_vaes_avx2)
        vmovdqa .Lpoly(%rip), POLY
        vmovdqa .Lswap(%rip), COUNT     /* a spare register here */
        vmovdqu (GY), %xmm13
        vpshufb %xmm14, %xmm13, %xmm13
        test    GN, GN
        jz      .Lghash_done
.Lghash_chunk:
        mov     GN, CHUNK
        cmp     MOST, CHUNK
        cmova   MOST, CHUNK
        sub     CHUNK, GN
        lea     GCM_POWERS_END(KEY), POWER
        mov     CHUNK, %r9
        shl     $4, %r9
        sub     %r9, POWER
        clear_sums
        sub     $2, CHUNK
        jb      .Lghash_odd
.Lghash_pair:
        vmovdqu (GIN), D
        vpshufb COUNT, D, D
        vpxor   Y, D, D
        multiply_add (POWER)
        vpxor   %xmm13, %xmm13, %xmm13
        add     $32, GIN
        add     $32, POWER
        sub     $2, CHUNK
        jae     .Lghash_pair
.Lghash_odd:
        test    $1, %al
        jz      .Lghash_reduce
        vmovdqu (GIN), %xmm8
        vpshufb %xmm14, %xmm8, %xmm8
        vpxor   Y, D, D
        vmovdqu (POWER), %xmm0
        multiply_add %ymm0
        add     $16, GIN
.Lghash_reduce:
        reduce
        test    GN, GN
        jnz     .Lghash_chunk
.Lghash_done:
        vpshufb %xmm14, %xmm13, %xmm13
        vmovdqu %xmm13, (GY)
        vzeroall
        ret
END_FUNC(vgf_ghash_vaes_avx2)

FILE_END
