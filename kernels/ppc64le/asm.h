/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asm.h - what every POWER kernel file begins and ends with.
 *
 * FUNC(name) / END_FUNC(name)  a function reached by pointer only; it never
 *                              uses r2 (the TOC), so it has one entry point
 * FILE_END                     no executable stack: never forget it
 *
 * Registers are written typed (%r3, %v1, %vs33): the assembler then refuses a
 * VSX instruction that was given the number of a VMX register.
 */
#ifndef VGF_PPC64LE_ASM_H
#define VGF_PPC64LE_ASM_H

        .abiversion 2

#define FUNC(name)                                                           \
        .globl  name;                                                        \
        .hidden name;                                                        \
        .type   name, @function;                                             \
        .p2align 6;                                                          \
name:   .cfi_startproc

#define END_FUNC(name)                                                       \
        .cfi_endproc;                                                        \
        .size   name, . - name

#define FILE_END .section .note.GNU-stack, "", @progbits

/* struct vgf_aes_key */
#define AES_ROUNDS 240

#endif
