/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AES key schedules (FIPS 197, section 5.2) with ISA 2.07; of all tiers.
 *
 *   void vgf_aes_encrypt_key_p8(struct vgf_aes_key *ek, const uint8_t *key,
 *                               size_t keylen);
 *   void vgf_aes_decrypt_key_p8(struct vgf_aes_key *dk,
 *                               const struct vgf_aes_key *ek);
 *
 * keylen is 16, 24 or 32.  ek and dk are aligned to 16 bytes and differ; key
 * needs no alignment.  Constant time: branches only on keylen and the number
 * of rounds.  Leaf, no stack.
 *
 * Round keys lie in memory as stvx puts them there and lvx or, from ISA 3.0
 * on, lxv bring them back: no permute.  SubWord is vcipherlast: with the word
 * in all four columns ShiftRows changes nothing, and the "round key" is the
 * round constant.  vncipher adds the key before InvMixColumns, so decryption
 * takes the encryption keys in reverse as they are (Power ISA 2.07, section
 * 6.11.1), and its schedule is just that.
 */
#include "asm.h"

        .machine power8

/* Arguments */
        .set    EK, %r3
        .set    KEY, %r4
        .set    KEYLEN, %r5
        .set    DK, %r3                 /* of decrypt_key */
        .set    FROM, %r4
/* Locals */
        .set    ROUNDS, %r6
        .set    OFF, %r7
        .set    A, %v0                  /* the last words, A before B */
        .set    B, %v1                  /* 192 bits: two words, on the left */
        .set    SUB, %v2
        .set    TMP, %v3
        .set    RCON, %v4               /* the constant in each word */
        .set    ZERO, %v5
        .set    EIGHT, %v6
        .set    SWAP, %v7               /* turns lxvd2x's order to memory's */
        .set    KEPT, %v8               /* 192 bits: the B before */

/* words = (w0, w0^w1, w0^w1^w2, ..) ^ SUB.  Clobbers TMP. */
.macro  chain   words
        vsldoi  TMP, ZERO, \words, 12
        vxor    \words, \words, TMP
        vsldoi  TMP, ZERO, \words, 8
        vxor    \words, \words, TMP
        vxor    \words, \words, SUB
.endm

/* SUB = SubWord(RotWord(word w of from)) ^ RCON, four times; doubles RCON. */
.macro  rot_sub from, w
        vspltw  SUB, \from, \w
        vrlw    SUB, SUB, EIGHT
        vcipherlast SUB, SUB, RCON
        vadduwm RCON, RCON, RCON
.endm

/* A round key to off(EK).  Clobbers OFF. */
.macro  put     words, off
        li      OFF, \off
        stvx    \words, OFF, EK
.endm

.macro  next128 off
        rot_sub A, 3
        chain   A
        put     A, \off
.endm

/* The next six words: KEPT holds the B before. */
.macro  next192
        vor     KEPT, B, B
        rot_sub B, 1
        chain   A
        vspltw  SUB, A, 3               /* w4 ^= w3, w5 ^= w4 */
        vsldoi  TMP, ZERO, B, 12
        vxor    B, B, TMP
        vxor    B, B, SUB
.endm

/* The next eight words, to off(EK); four if it is the end. */
.macro  next256 off, last=0
        rot_sub B, 3
        chain   A
        put     A, \off
        .if     !\last
        vspltw  SUB, A, 3
        vcipherlast SUB, SUB, ZERO
        chain   B
        put     B, (\off + 16)
        .endif
.endm

FUNC(vgf_aes_encrypt_key_p8)
        li      OFF, 0
        lvsl    SWAP, 0, OFF            /* 0, 1, .. 15 */
        vspltisb TMP, 7
        vxor    SWAP, SWAP, TMP         /* 7, .. 0, 15, .. 8 */
        lxvd2x  X0, 0, KEY
        vperm   A, A, A, SWAP
        put     A, 0
        addi    KEY, KEY, -16
        lxvd2x  X1, KEY, KEYLEN         /* the last 16 bytes */
        vperm   B, B, B, SWAP

        vxor    ZERO, ZERO, ZERO
        vspltisw EIGHT, 8
        vspltisw RCON, 1
        vspltisw TMP, -8                /* shifts by 24 */
        vslw    RCON, RCON, TMP

        cmpldi  KEYLEN, 24
        beq     .Lkey192
        bgt     .Lkey256

        li      ROUNDS, 10
        .irp    off, 16,32,48,64,80,96,112,128
        next128 \off
        .endr
        vspltisw TMP, 13                /* x^8 = x^4 + x^3 + x + 1: 0x1b */
        vadduwm RCON, TMP, TMP
        vspltisw TMP, 1
        vadduwm RCON, RCON, TMP
        vspltisw TMP, -8
        vslw    RCON, RCON, TMP
        next128 144
        next128 160
        b       .Lscheduled

.Lkey192:                               /* three round keys to two steps */
        li      ROUNDS, 12
        vsldoi  B, B, B, 8
        .irp    off, 16,64,112,160
        next192
        xxpermdi X8, X8, X0, 0          /* w4 w5, and the first of the six */
        put     KEPT, \off
        vsldoi  SUB, A, B, 8            /* w8 w9 w10 w11 */
        put     SUB, (\off + 16)
        next192
        put     A, (\off + 32)
        .endr
        b       .Lscheduled

.Lkey256:
        li      ROUNDS, 14
        put     B, 16
        .irp    off, 32,64,96,128,160,192
        next256 \off
        .endr
        next256 224, 1

.Lscheduled:
        stw     ROUNDS, AES_ROUNDS(EK)
        .irp    r, 0,1,2,3,8
        vxor    %v\r, %v\r, %v\r
        .endr
        blr
END_FUNC(vgf_aes_encrypt_key_p8)

FUNC(vgf_aes_decrypt_key_p8)
        lwz     ROUNDS, AES_ROUNDS(FROM)
        stw     ROUNDS, AES_ROUNDS(DK)
        sldi    OFF, ROUNDS, 4
        addi    ROUNDS, ROUNDS, 1
        mtctr   ROUNDS
.Lreverse:
        lvx     A, FROM, OFF
        addi    OFF, OFF, -16
        stvx    A, 0, DK
        addi    DK, DK, 16
        bdnz    .Lreverse
        vxor    A, A, A
        blr
END_FUNC(vgf_aes_decrypt_key_p8)

FILE_END
