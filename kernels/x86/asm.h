/* SPDX-License-Identifier: Apache-2.0 */
/*
 * asm.h - what every x86 kernel file begins and ends with.
 *
 * FUNC(name) / END_FUNC(name)  a function reached by pointer only
 * FILE_END                     no executable stack: never forget it
 */
#ifndef VGF_X86_ASM_H
#define VGF_X86_ASM_H

/* endbr64 as bytes: the .arch of a tier does not know it. */
#ifdef __CET__
#include <cet.h>
#undef _CET_ENDBR
#define _CET_ENDBR .byte 0xf3, 0x0f, 0x1e, 0xfa
#else
#define _CET_ENDBR
#endif

#define FUNC(name)                                                           \
        .globl  name;                                                        \
        .hidden name;                                                        \
        .type   name, @function;                                             \
        .p2align 6;                                                          \
name:   .cfi_startproc;                                                      \
        _CET_ENDBR

#define END_FUNC(name)                                                       \
        .cfi_endproc;                                                        \
        .size   name, . - name

#define FILE_END .section .note.GNU-stack, "", @progbits

/* struct vgf_aes_key */
#define AES_ROUNDS 240

#endif
