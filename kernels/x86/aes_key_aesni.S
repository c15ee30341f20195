/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES key schedules (FIPS 197, section 5.2) with AES-NI.
 *
 *   void vgf_aes_encrypt_key_aesni(struct vgf_aes_key *ek, const uint8_t *key,
 *                                  size_t keylen);
 *   void vgf_aes_decrypt_key_aesni(struct vgf_aes_key *dk,
 *                                  const struct vgf_aes_key *ek);
 *
 * keylen is 16, 24 or 32.  ek and dk are aligned to 16 bytes.  Constant time:
 * branches only on keylen and the number of rounds.  Leaf, no stack.
 *
 * aeskeygenassist is slow on Intel, so SubWord is computed by aesenclast
 * instead (Intel's optimization manual, and every library since): with the
 * word in all four columns ShiftRows changes nothing, and the "round key" is
 * the round constant.
 *
 * The schedule for decryption is that of the equivalent inverse cipher: the
 * keys in reverse, the inner ones through InvMixColumns.
 */
#include "asm.h"

        .arch   generic64
        .arch   .ssse3
        .arch   .aes

/* Arguments */
        .set    EK, %rdi
        .set    KEY, %rsi
        .set    KEYLEN, %rdx
        .set    DK, %rdi                /* of decrypt_key */
        .set    FROM, %rsi
/* Locals */
        .set    COUNT, %ecx
/* xmm0: the last four words (for 192 bits xmm1's low half holds two more; for
 * 256 bits xmm0 and xmm1 hold eight).  xmm2, xmm3: temporaries. */
        .set    RCON, %xmm4
        .set    ROTATE, %xmm5           /* RotWord of the last word, 4 times */
        .set    ZERO, %xmm7

        .section .rodata
        .p2align 4
.Lrotate:
        .byte   13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12
.Lrotate192:                            /* of the second word */
        .byte   5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4
.Lone:
        .long   1, 1, 1, 1
.Lx1b:
        .long   0x1b, 0x1b, 0x1b, 0x1b
        .text

/* words = (w0, w0^w1, w0^w1^w2, ..) ^ SubWord(..), the latter in sub.
 * Clobbers xmm3. */
.macro  chain   words, sub
        movdqa  \words, %xmm3
        pslldq  $4, %xmm3
        pxor    %xmm3, \words
        movdqa  \words, %xmm3
        pslldq  $8, %xmm3
        pxor    %xmm3, \words
        pxor    \sub, \words
.endm

/* The next round key of a 128-bit key, to off(EK). */
.macro  next128 off
        movdqa  %xmm0, %xmm2
        pshufb  ROTATE, %xmm2
        aesenclast RCON, %xmm2
        chain   %xmm0, %xmm2
        movdqa  %xmm0, \off(EK)
.endm

/* The next six words of a 192-bit key, to off(EK); two of them only if the
 * schedule is full then. */
.macro  next192 off, last=0
        movdqa  %xmm1, %xmm2
        pshufb  ROTATE, %xmm2
        aesenclast RCON, %xmm2
        pslld   $1, RCON
        chain   %xmm0, %xmm2
        movdqu  %xmm0, \off(EK)
        .if     !\last
        pshufd  $0xff, %xmm0, %xmm2     /* w4 ^= w3, w5 ^= w4 */
        movdqa  %xmm1, %xmm3
        pslldq  $4, %xmm3
        pxor    %xmm3, %xmm1
        pxor    %xmm2, %xmm1
        movq    %xmm1, \off+16(EK)
        .endif
.endm

/* The next eight words of a 256-bit key, to off(EK); four if it is the end. */
.macro  next256 off, last=0
        movdqa  %xmm1, %xmm2
        pshufb  ROTATE, %xmm2
        aesenclast RCON, %xmm2
        pslld   $1, RCON
        chain   %xmm0, %xmm2
        movdqa  %xmm0, \off(EK)
        .if     !\last
        pshufd  $0xff, %xmm0, %xmm2
        aesenclast ZERO, %xmm2
        chain   %xmm1, %xmm2
        movdqa  %xmm1, \off+16(EK)
        .endif
.endm

FUNC(vgf_aes_encrypt_key_aesni)
        movdqu  (KEY), %xmm0
        movdqa  %xmm0, (EK)
        movdqa  .Lone(%rip), RCON
        movdqa  .Lrotate(%rip), ROTATE
        cmp     $24, KEYLEN
        je      .L192
        ja      .L256

        movl    $10, AES_ROUNDS(EK)
        .irp    off, 16,32,48,64,80,96,112,128
        next128 \off
        pslld   $1, RCON
        .endr
        movdqa  .Lx1b(%rip), RCON       /* x^8 = x^4 + x^3 + x + 1 */
        next128 144
        pslld   $1, RCON
        next128 160
        jmp     .Lexpanded

.L192:
        movl    $12, AES_ROUNDS(EK)
        movq    16(KEY), %xmm1
        movq    %xmm1, 16(EK)
        movdqa  .Lrotate192(%rip), ROTATE
        .irp    off, 24,48,72,96,120,144,168
        next192 \off
        .endr
        next192 192, 1
        jmp     .Lexpanded

.L256:
        movl    $14, AES_ROUNDS(EK)
        movdqu  16(KEY), %xmm1
        movdqa  %xmm1, 16(EK)
        pxor    ZERO, ZERO
        .irp    off, 32,64,96,128,160,192
        next256 \off
        .endr
        next256 224, 1

.Lexpanded:
        pxor    %xmm0, %xmm0
        pxor    %xmm1, %xmm1
        pxor    %xmm2, %xmm2
        pxor    %xmm3, %xmm3
        ret
END_FUNC(vgf_aes_encrypt_key_aesni)

FUNC(vgf_aes_decrypt_key_aesni)
        mov     AES_ROUNDS(FROM), COUNT
        mov     COUNT, AES_ROUNDS(DK)
        mov     COUNT, %eax
        shl     $4, %eax
        add     %rax, FROM              /* the last key */
        movdqa  (FROM), %xmm0
        movdqa  %xmm0, (DK)
        dec     COUNT
.Linner:
        sub     $16, FROM
        add     $16, DK
        aesimc  (FROM), %xmm0
        movdqa  %xmm0, (DK)
        dec     COUNT
        jnz     .Linner
        movdqa  -16(FROM), %xmm0
        movdqa  %xmm0, 16(DK)
        pxor    %xmm0, %xmm0
        ret
END_FUNC(vgf_aes_decrypt_key_aesni)

FILE_END
