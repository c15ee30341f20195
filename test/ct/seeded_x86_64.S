/* SPDX-License-Identifier: Apache-2.0 */
#include "seeded.inc"
        .set    SEC, %rdi
        .set    OUT, %rsi
        .set    N, %rdx
        .set    PUB, %rcx
        .text

/* ---- Branches ---- */
bad branch, branch
        mov     (SEC), %eax
        test    %eax, %eax
        jz      1f
        inc     %edx
1:      ret
bad branch_ptest, branch
        vmovdqu (SEC), %ymm0
        vptest  %ymm0, %ymm0
        jz      1f
        nop
1:      vzeroall
        ret
bad branch_carry, branch
        mov     (SEC), %rax
        add     8(SEC), %rax
        jc      1f
        nop
1:      ret
bad branch_carry_past_dec, branch
        mov     (SEC), %rax
        add     8(SEC), %rax
        dec     N
        jc      1f
        nop
1:      ret
bad branch_movmsk, branch
        movdqu  (SEC), %xmm0
        pmovmskb %xmm0, %eax
        cmp     $0xffff, %eax
        jne     1f
        nop
1:      ret
bad branch_loop_count, branch
        movzbl  (SEC), %eax
1:      dec     %eax
        jnz     1b
        ret
bad branch_early_exit, branch
        xor     %eax, %eax
1:      mov     (SEC,%rax), %r8b
        cmp     (OUT,%rax), %r8b
        jne     2f
        inc     %rax
        cmp     N, %rax
        jb      1b
2:      ret

/* ---- Addresses ---- */
bad index, address
        movzbl  (SEC), %eax
        mov     (PUB,%rax), %al
        ret
bad index_store, address
        movzbl  (SEC), %eax
        movb    $0, (OUT,%rax)
        ret
bad index_past_stack, address
        push    %rbx
        mov     (SEC), %rax
        push    %rax
        pop     %rbx
        and     $15, %ebx
        mov     (PUB,%rbx), %al
        pop     %rbx
        ret
bad index_past_buffer, address
        mov     (SEC), %rax
        mov     %rax, 8(OUT)
        mov     8(OUT), %r8
        mov     (PUB,%r8), %al
        ret
bad index_past_flags, address
        mov     (SEC), %rax
        cmp     $77, %rax
        setb    %al
        movzbl  %al, %eax
        mov     (PUB,%rax), %al
        ret
bad index_cmov, address
        mov     (SEC), %rax
        test    %rax, %rax
        mov     $0, %r8d
        mov     $1, %r9d
        cmovz   %r9, %r8
        mov     (PUB,%r8), %al
        ret
bad index_past_loop, address
        xor     %eax, %eax
1:      xor     (SEC), %eax
        add     $4, SEC
        dec     N
        jnz     1b
        mov     (PUB,%rax), %al
        ret
bad index_high_byte, address
        mov     (SEC), %eax
        movzbl  %ah, %eax
        mov     (PUB,%rax), %al
        ret
bad gather, address
        vmovdqu (SEC), %ymm1
        vpcmpeqd %ymm2, %ymm2, %ymm2
        vpgatherdd %ymm2, (PUB,%ymm1,4), %ymm0
        vzeroall
        ret

/* ---- Masks, latencies, leaks, calls, registers ---- */
bad mask_store, mask
        vmovdqu64 (SEC), %zmm0
        vptestmb %zmm0, %zmm0, %k1
        vmovdqu8 %zmm0, (OUT){%k1}
        vzeroall
        ret
bad mask_load, mask
        kmovq   (SEC), %k1
        vmovdqu8 (PUB), %zmm0{%k1}{z}
        vzeroall
        ret
bad div, latency
        mov     (SEC), %rax
        xor     %edx, %edx
        mov     $10, %r8d
        div     %r8
        ret
bad pext, latency
        mov     (SEC), %rax
        mov     $0xff00, %r8d
        pext    %r8, %rax, %rax
        ret
bad leak, leak
        mov     (SEC), %rax
        mov     %rax, (PUB)
        ret
bad call, call
        sub     $8, %rsp
        call    memcpy2
        add     $8, %rsp
        ret
bad jump, call
        mov     (PUB), %rax
        jmp     *%rax
bad callee_saved, abi
        mov     (PUB), %rbx
        ret
bad stack_pointer, call
        push    %rcx
        ret
bad unknown, unknown
        rdtsc
        ret
bad residue, residue
        movdqu  (SEC), %xmm5
        movdqu  %xmm5, (OUT)
        ret
bad residue_stack, residue
        mov     (SEC), %rax
        mov     %rax, -8(%rsp)
        xor     %eax, %eax
        ret

/* ---- Near misses ---- */
good cmov
        mov     (SEC), %rax
        mov     8(SEC), %r8
        cmp     $77, %rax
        cmovb   %r8, %rax
        mov     %rax, (OUT)
        xor     %eax, %eax
        xor     %r8d, %r8d
        ret
good carry_loop
        xor     %eax, %eax
1:      mov     (SEC), %r8
        adc     (OUT), %r8
        mov     %r8, (OUT)
        lea     8(SEC), SEC
        lea     8(OUT), OUT
        dec     N
        jnz     1b
        setc    %al
        mov     %al, (OUT)
        xor     %eax, %eax
        xor     %r8d, %r8d
        ret
good compare
        xor     %eax, %eax
1:      mov     (SEC), %r8b
        xor     (OUT), %r8b
        or      %r8b, %al
        inc     SEC
        inc     OUT
        dec     N
        jnz     1b
        neg     %al
        sbb     %eax, %eax
        mov     %eax, (OUT)
        xor     %eax, %eax
        xor     %r8d, %r8d
        ret
good spill
        push    %rbx
        push    %rbp
        mov     %rsp, %rbp
        and     $-64, %rsp
        sub     $128, %rsp
        mov     %rbp, (%rsp)
        mov     (SEC), %rax
        mov     %rax, 8(%rsp)
        vmovdqu (SEC), %ymm0
        vmovdqa %ymm0, 64(%rsp)
        mov     8(%rsp), %rbx
        mov     %rbx, (OUT)
        vzeroall
        vmovdqa %ymm0, 64(%rsp)
        movq    $0, 8(%rsp)
        xor     %eax, %eax
        mov     (%rsp), %rsp
        pop     %rbp
        pop     %rbx
        ret
good tail_mask
        mov     $-1, %rax
        bzhi    N, %rax, %rax
        kmovq   %rax, %k1
        vmovdqu8 (SEC), %zmm0{%k1}{z}
        vmovdqu8 %zmm0, (OUT){%k1}
        vzeroall
        ret
good subroutine
        push    %rbx
        call    9f
        call    9f
        pop     %rbx
        xor     %eax, %eax
        ret
9:      mov     (SEC), %rax
        add     $8, SEC
        xor     %rax, (OUT)
        ret
good index_public
        movzbl  (PUB), %eax
        mov     (SEC,%rax), %al
        mov     %al, (OUT)
        xor     %eax, %eax
        ret

        .section .note.GNU-stack, "", @progbits
