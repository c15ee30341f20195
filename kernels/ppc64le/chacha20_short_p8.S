/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 (RFC 8439) for POWER8 (ISA 2.07), one to three blocks.
 *
 *   void vgf_chacha20_xor_short_p8(uint8_t *out, const uint8_t *in,
 *                                  size_t nblocks, const uint32_t key[8],
 *                                  uint32_t ctr[4], uint32_t flags,
 *                                  const struct vgf_chacha20_table *table,
 *                                  uint8_t ends[128]);
 *
 * 1 <= nblocks <= 3.  All are counted, those, too, that are keystream by
 * itself (kernels.h: xor_ends): one of one block, and at most one at either
 * end of more.  out == in is allowed; other overlap is not.  Constant time:
 * branches only on nblocks and flags.
 *
 * chacha20_short.inc with vrlw for all rotations; a load without lxv is one by
 * lxvd2x with the doublewords exchanged.
 */
#define MOST 3

#define TMP     %r11
/* Offsets of rows */
#define I16     %r12
#define I32     %r0
#define I48     NBLOCKS

        .machine power8
#include "chacha20_short.inc"

.macro  start_io
        li      I16, 16
        li      I32, 32
        li      I48, 48
.endm

.macro  load_row x, base, row
.if \row == 0
        lxvd2x  \x, 0, \base
.elseif \row == 1
        lxvd2x  \x, \base, I16
.elseif \row == 2
        lxvd2x  \x, \base, I32
.else
        lxvd2x  \x, \base, I48
.endif
        xxswapd \x, \x
.endm

/* Exchanges \x's doublewords. */
.macro  store_row x, base, row
        xxswapd \x, \x
.if \row == 0
        stxvd2x \x, 0, \base
.elseif \row == 1
        stxvd2x \x, \base, I16
.elseif \row == 2
        stxvd2x \x, \base, I32
.else
        stxvd2x \x, \base, I48
.endif
.endm

/* Clobbers TMP. */
.macro  load_table x, offset
        li      TMP, \offset
        lxvd2x  \x, TABLE, TMP
        xxswapd \x, \x
.endm

.macro  store_counter x
        store_row \x, CTR, 0
.endm

.macro  splat_word x, r
        mtvsrwz \x, \r
        xxspltw \x, \x, 1
.endm

.macro  load_rotations
        vspltisw vR16, -16              /* 16 modulo 32 */
        vspltisw vR12, 12
        vspltisw vR8, 8
        vspltisw vR7, 7
.endm

.macro  turn    n, by, x0, x1, x2, x3, y0, y1, y2, y3
        rotate  \n, \by, \x0, \x1, \x2, \x3, \y0, \y1, \y2, \y3
.endm

        short_function vgf_chacha20_xor_short_p8

FILE_END
