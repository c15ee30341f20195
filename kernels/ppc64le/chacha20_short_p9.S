/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ChaCha20 (RFC 8439) for POWER9 and later (ISA 3.0), one to four blocks.
 *
 *   void vgf_chacha20_xor_short_p9(uint8_t *out, const uint8_t *in,
 *                                  size_t nblocks, const uint32_t key[8],
 *                                  uint32_t ctr[4], uint32_t flags,
 *                                  const struct vgf_chacha20_table *table,
 *                                  uint8_t ends[128]);
 *
 * 1 <= nblocks <= 4.  All are counted, those, too, that are keystream by
 * itself (kernels.h: xor_ends): one of one block, and at most one at either
 * end of more.  out == in is allowed; other overlap is not.  Constant time:
 * branches only on nblocks and flags.
 *
 * chacha20_short.inc, with rotations by 16 and 8 and the xor before them in
 * one vpermxor.
 */
#define MOST 4
#define TMP     %r11

        .machine power9
#include "chacha20_short.inc"

.macro  start_io
.endm

.macro  load_row x, base, row
        lxv     \x, 16 * (\row)(\base)
.endm

.macro  store_row x, base, row
        stxv    \x, 16 * (\row)(\base)
.endm

.macro  load_table x, offset
        lxv     \x, \offset(TABLE)
.endm

.macro  store_counter x
        stxv    \x, 0(CTR)
.endm

.macro  splat_word x, r
        mtvsrws \x, \r
.endm

.macro  load_rotations
        lxv     %vs48, TURN16(TABLE)
        lxv     %vs49, TWELVE(TABLE)
        lxv     %vs50, TURN8(TABLE)
        lxv     %vs51, SEVEN(TABLE)
.endm

.macro  turn    n, by, x0, x1, x2, x3, y0, y1, y2, y3
        vpermxor \x0, \x0, \y0, \by
.if \n > 1
        vpermxor \x1, \x1, \y1, \by
.endif
.if \n > 2
        vpermxor \x2, \x2, \y2, \by
.endif
.if \n > 3
        vpermxor \x3, \x3, \y3, \by
.endif
.endm

        short_function vgf_chacha20_xor_short_p9

FILE_END
