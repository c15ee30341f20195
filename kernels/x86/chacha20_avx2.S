/* SPDX-License-Identifier: Apache-2.0 */
        .arch   generic64
        .arch   .avx2

/*
 * ChaCha20 (RFC 8439, section 2.3) for processors with AVX2: eight blocks.
 *
 *   void vgf_chacha20_pass8_avx2(uint8_t *out, const uint8_t *in,
 *                                size_t nblocks, const uint32_t key[8],
 *                                uint32_t ctr[4], uint32_t flags,
 *                                uint8_t ends[128]);
 *
 * nblocks is 7 or 8 and counts the ends that flags asks for (kernels.h), which
 * out and in do not have.  out == in is allowed; other overlap is not.
 * Constant time: branches only on nblocks and flags.
 *
 * What a pass is made of is in chacha20_pass8_avx2.inc.
 */
.macro  weave   n
.endm

#include "chacha20_pass8_avx2.inc"

FUNC(vgf_chacha20_pass8_avx2)
        enter_pass
        push    %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r13, 0
        push    %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %r14, 0
        push    %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        and     $-32, %rsp
        sub     $WORDS, %rsp
        point_to_6
        load_state
        mov     $10, ROUNDS
        .p2align 5
.Lrounds:
        double_round
        dec     ROUNDS
        jnz     .Lrounds
        finish
        count   %edx
        wipe_state
        mov     %rbp, %rsp
        .cfi_def_cfa_register %rsp
        pop     %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbp
        pop     %r14
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r14
        pop     %r13
        .cfi_adjust_cfa_offset -8
        .cfi_restore %r13
        leave_pass
        ret
END_FUNC(vgf_chacha20_pass8_avx2)

FILE_END
