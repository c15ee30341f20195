/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20-Poly1305 (RFC 8439, section 2.8) for AVX2 and BMI2: eight blocks of
 * the cipher in vectors beside up to forty blocks of the MAC in integers.
 *
 *   void vgf_chachapoly_pass8_avx2(uint8_t *out, const uint8_t *in,
 *                                  size_t nblocks, const uint32_t key[8],
 *                                  uint32_t ctr[4], uint32_t flags,
 *                                  uint8_t ends[128], struct vgf_poly1305 *p,
 *                                  const uint8_t *hash, size_t fours);
 *
 * The first seven are vgf_chacha20_pass8_avx2()'s; 4 * fours blocks at hash are
 * absorbed, fours = 1 to 10, before anything is stored.  Constant time:
 * branches only on nblocks, flags and fours.
 *
 * A double round of a single stream of eight blocks waits for itself half of
 * the time: four blocks of Poly1305 go beside each, as many as four are
 * wanted, for 50 cycles or so.
 *
 * Bound: 152 instructions of a double round and 4 * 29 of Poly1305 are 45
 * cycles; the chain of Poly1305 is 49.
 */
#include "poly1305.inc"

        .arch   generic64
        .arch   .avx2
        .arch   .bmi2

#include "chachapoly_avx2.inc"
#include "chacha20_pass8_avx2.inc"

/* The arguments that are left, from rbp */
#define POLY_ARG  64(%rbp)
#define HASH_ARG  72(%rbp)
#define FOURS_ARG 80(%rbp)

/* More of the frame: what Poly1305 needs, and what it has the registers of. */
        .set    R1, WORDS
        .set    NEXT_HASH, WORDS + 8
#define WOVEN     (WORDS + 16)(%rsp)    /* double rounds to go, beside it */
#define PLAIN     (WORDS + 24)(%rsp)    /* and without it */
#define OWN(i)    (WORDS + 32 + 8 * (i))(%rsp)
#define FRAME     (WORDS + 128)

/* Pointers and numbers of the pass, CARRY among them. */
.macro  put_away
        mov     OUT, OWN(0)
        mov     IN, OWN(1)
        mov     NBLOCKS, OWN(2)
        mov     KEY, OWN(3)
        mov     CTR, OWN(4)
        mov     %r9, OWN(5)
        mov     IN0, OWN(6)
        mov     OUT0, OWN(7)
        mov     IN9, OWN(8)
        mov     OUT9, OWN(9)
        mov     IN6, OWN(10)
        mov     OUT6, OWN(11)
.endm

.macro  fetch
        mov     OWN(0), OUT
        mov     OWN(1), IN
        mov     OWN(2), NBLOCKS
        mov     OWN(3), KEY
        mov     OWN(4), CTR
        mov     OWN(5), %r9
        mov     OWN(6), IN0
        mov     OWN(7), OUT0
        mov     OWN(8), IN9
        mov     OWN(9), OUT9
        mov     OWN(10), IN6
        mov     OWN(11), OUT6
.endm

FUNC(vgf_chachapoly_pass8_avx2)
        enter_pass
        save    %r13
        save    %r14
        save    %r15
        save    %rbp
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        and     $-32, %rsp
        sub     $FRAME, %rsp
        point_to_6
        load_state
        put_away

        mov     FOURS_ARG, %rax
        mov     $10, %r10d
        sub     %eax, %r10d
        mov     %rax, WOVEN
        mov     %r10, PLAIN
        mov     HASH_ARG, HASH
        mov     POLY_ARG, %rax
        mov     POLY_R(%rax), R0
        mov     POLY_R+8(%rax), S1
        mov     S1, R1(%rsp)
        mov     S1, %r10
        shr     $2, S1
        add     %r10, S1
        mov     POLY_H(%rax), %rdx
        mov     POLY_H+8(%rax), %r8
        mov     POLY_H+16(%rax), %r9
        add     (HASH), %rdx
        adc     8(HASH), %r8
        adc     $1, %r9                 /* h2 <= 6 */
        /* After the last four a block of zeros is added, and its pad is taken
         * back. */
        .p2align 5
.Lwoven:
        lea     64(HASH), %rax
        lea     .Lzeros(%rip), %r10
        cmpl    $1, WOVEN
        cmove   %r10, %rax
        mov     %rax, NEXT_HASH(%rsp)
        weave_begin 4, 157
        .set    JUMP, 3 * BLOCK + 17
        double_round
        weave_end
        decl    WOVEN
        jnz     .Lwoven
        sub     $1, %r9
        settle  %rdx, %r8, %r9
        mov     POLY_ARG, %rax
        mov     %rdx, POLY_H(%rax)
        mov     %r8, POLY_H+8(%rax)
        mov     %r9, POLY_H+16(%rax)
        cmpl    $0, PLAIN
        je      .Lfinish
.Lplain:
        double_round
        decl    PLAIN
        jnz     .Lplain
.Lfinish:
        fetch
        finish
        count   %edx
        wipe_state
        vmovdqa %xmm0, R1(%rsp)
        mov     %rbp, %rsp
        .cfi_def_cfa_register %rsp
        restore %rbp
        restore %r15
        restore %r14
        restore %r13
        leave_pass
        ret
END_FUNC(vgf_chachapoly_pass8_avx2)

FILE_END
