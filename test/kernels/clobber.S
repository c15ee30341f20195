/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clobber.S - kernels that lose a register, for harness_catches.c.
 *
 *   void clobber_<register>(const struct vgf_aes_key *ek, uint8_t *out,
 *                           const uint8_t *in, size_t nblocks,
 *                           uint8_t ctr[16], uint8_t *next);
 *
 * Each changes one register and goes on to the generic kernel, which hands
 * back whatever the register then holds.  clobbered.inc lists them.
 */
#ifdef __powerpc64__
#define NEXT    b       vgf_aes_ctr128_generic
        .machine power8
        .abiversion 2
#else
#define NEXT    jmp     vgf_aes_ctr128_generic
#endif

        .text

/* name: how; `how` is one instruction. */
.macro  clobber name, how:vararg
        .globl  clobber_\name
        .hidden clobber_\name
        .type   clobber_\name, @function
        .balign 16
clobber_\name:
        .cfi_startproc
        \how
        NEXT
        .cfi_endproc
        .size   clobber_\name, . - clobber_\name
.endm

#define CLOBBER(name, reported, ...) clobber name, __VA_ARGS__
#include "clobbered.inc"

        .section .note.GNU-stack, "", @progbits
