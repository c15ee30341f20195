/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asm.h - what every POWER kernel file begins and ends with.
 *
 * FUNC(name) / END_FUNC(name)  a function reached by pointer only; it never
 *                              uses r2 (the TOC), so it has one entry point
 * FILE_END                     no executable stack: never forget it
 *
 * Registers are written typed (%r3, %v1, %vs33): the assembler then refuses a
 * VSX instruction that was given the number of a VMX register.  Xn is %vn by
 * its VSX name, for macros that use both.
 */
#ifndef VGF_PPC64LE_ASM_H
#define VGF_PPC64LE_ASM_H

        .abiversion 2

/* To align with: left to itself, gas puts a branch over the padding. */
#define NOP 0x60000000

#define FUNC(name)                                                           \
        .globl  name;                                                        \
        .hidden name;                                                        \
        .type   name, @function;                                             \
        .p2alignl 6, NOP;                                                    \
name:   .cfi_startproc

#define END_FUNC(name)                                                       \
        .cfi_endproc;                                                        \
        .size   name, . - name

#define FILE_END .section .note.GNU-stack, "", @progbits

        .set X0, %vs32; .set X1, %vs33; .set X2, %vs34
        .set X3, %vs35; .set X4, %vs36; .set X5, %vs37
        .set X6, %vs38; .set X7, %vs39; .set X8, %vs40
        .set X9, %vs41; .set X10, %vs42; .set X11, %vs43
        .set X12, %vs44; .set X13, %vs45; .set X14, %vs46
        .set X15, %vs47; .set X16, %vs48; .set X17, %vs49
        .set X18, %vs50; .set X19, %vs51; .set X20, %vs52
        .set X21, %vs53; .set X22, %vs54; .set X23, %vs55
        .set X24, %vs56; .set X25, %vs57; .set X26, %vs58
        .set X27, %vs59; .set X28, %vs60; .set X29, %vs61
        .set X30, %vs62; .set X31, %vs63

/* struct vgf_aes_key */
#define AES_ROUNDS 240

#endif
