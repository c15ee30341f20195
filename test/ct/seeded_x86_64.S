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
bad branch_carry_or_zero, branch
        mov     (SEC), %rax
        add     8(SEC), %rax
        dec     N
        jbe     1f
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

/* ---- What is easily overlooked ---- */
bad branch_jrcxz, branch
        mov     (SEC), %rcx
        jrcxz   1f
        nop
1:      ret
/* The low byte of rax is public then, the rest is not. */
bad branch_low_byte, branch
        mov     (SEC), %rax
        mov     $1, %al
        test    %rax, %rax
        js      1f
        nop
1:      ret
/* A buffer whose address is rounded down is still the same buffer. */
bad branch_rounded_address, branch
        lea     -36(%rsp), %r8
        and     $-8, %r8
        movq    $0, -40(%rsp)
        mov     (SEC), %rax
        mov     %rax, (%r8)
        mov     -40(%rsp), %rax
        test    %rax, %rax
        jz      1f
        nop
1:      ret
/* Public in the first turn, secret from the second on. */
bad index_second_turn, address
        xor     %eax, %eax
1:      mov     (PUB,%rax), %r8b
        movzbl  (SEC), %eax
        dec     N
        jnz     1b
        ret
/* Below the stack pointer lies what earlier calls left. */
bad index_old_stack, address
        mov     -64(%rsp), %rax
        mov     (PUB,%rax), %al
        ret
/* A count that is told apart case by case stays what it was elsewhere. */
bad index_past_cases, address
        mov     N, %r8
        cmp     $2, N
        ja      1f
        mov     (SEC), %r8
1:      mov     (PUB,%r8), %al
        ret
/* ... and %r8 is not N, but what N was one turn before. */
bad index_stale_copy, address
        xor     %r9d, %r9d
1:      mov     N, %r8
        dec     N
        cmp     $1, N
        jbe     2f
        mov     $1, %r9d
        jmp     1b
2:      test    %r9, %r9                /* not in the first turn */
        jz      3f
        cmp     $2, %r8
        jne     3f
        movzbl  (SEC), %eax
        mov     (PUB,%rax), %al
3:      ret
bad rep, latency
        movzbl  (SEC), %ecx
        mov     OUT, %rdi
        xor     %eax, %eax
        rep stosb
        ret
bad memcpy_length, address
        mov     (SEC), %rdx
        mov     OUT, %rdi
        mov     %rcx, %rsi
        jmp     memcpy
bad memcpy_leak, leak
        mov     SEC, %rsi
        mov     PUB, %rdi
        mov     $8, %edx
        jmp     memcpy
bad residue_register, residue
        mov     (SEC), %rax
        mov     %rax, (OUT)
        ret
/* SSE instructions leave the upper half of a ymm register alone. */
bad residue_upper_half, residue
        vmovdqu (SEC), %ymm5
        vmovdqu %ymm5, (OUT)
        pxor    %xmm5, %xmm5
        ret
bad residue_stack_part, residue
        vmovdqu (SEC), %ymm0
        vmovdqu %ymm0, -32(%rsp)
        vzeroall
        vmovdqu %xmm0, -32(%rsp)
        ret
/* A masked store may leave what was there. */
bad residue_masked_wipe, residue
        vmovdqu64 (SEC), %zmm0
        vmovdqu64 %zmm0, -64(%rsp)
        vzeroall
        kmovq   N, %k1
        vmovdqu8 %zmm0, -64(%rsp){%k1}
        ret
bad return_address, call
        mov     (PUB), %rax
        mov     %rax, (%rsp)
        ret
/* The index is not bounded: the return address may be hit. */
bad unbounded_stack, call
        movb    $0, -64(%rsp,N)
        ret
bad saved_swapped, abi
        push    %rbx
        push    %rbp
        pop     %rbx
        pop     %rbp
        ret
bad saved_on_one_path, abi
        push    %rbx
        mov     (PUB), %rbx
        test    N, N
        jz      1f
        pop     %rbx
        ret
1:      add     $8, %rsp
        ret
bad stack_pointer_moved, abi
        push    N
        mov     8(%rsp), %rax
        mov     %rax, (%rsp)
        ret
bad direction, abi
        std
        ret
bad above_frame, abi
        mov     N, 8(%rsp)
        ret
bad below_red_zone, abi
        mov     N, -136(%rsp)
        ret
bad mxcsr, unknown
        ldmxcsr (PUB)
        ret
bad pointer_from_memory, unknown
        mov     (PUB), %rax
        mov     (%rax), %rax
        ret
bad static_data, unknown
        incq    counter(%rip)
        ret
bad endless, unknown
1:      jmp     1b
/* ct sec=ptr secret [8..16 public]  out=ptr secret  n=num public
 *      pub=ptr public */
bad leak_to_range, leak
        mov     (SEC), %rax
        mov     %rax, 8(SEC)
        xor     %eax, %eax
        ret
/* ct sec=ptr secret [8..16 public]  out=ptr secret  n=num public
 *      pub=ptr public */
bad leak_somewhere, leak
        mov     (SEC), %rax
        mov     %rax, (SEC,N)
        xor     %eax, %eax
        ret
/* ct sec=ptr secret [240..244 10|14]  out=ptr secret  n=num public
 *      pub=ptr public */
bad rounds_overwritten, unknown
        movl    $12, 240(SEC)
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
/* A shuffle of a table is no load from it. */
good shuffle
        movdqu  (SEC), %xmm0
        movdqu  (PUB), %xmm1
        pshufb  %xmm0, %xmm1
        movdqu  %xmm1, (OUT)
        pxor    %xmm0, %xmm0
        pxor    %xmm1, %xmm1
        ret
good constants
        lea     table(%rip), %rax
        movdqu  (%rax), %xmm0
        aesenc  16 + table(%rip), %xmm0
        mov     (%rax,N,4), %eax
        pxor    %xmm0, %xmm0
        ret
good pointer_tricks
        sub     SEC, OUT
        and     $-16, N
        add     SEC, N
1:      cmp     N, SEC
        jae     2f
        movdqu  (SEC), %xmm0
        movdqu  %xmm0, (SEC,OUT)
        add     $16, SEC
        jmp     1b
2:      pxor    %xmm0, %xmm0
        ret
good low_byte
        mov     (SEC), %rax
        cmp     $3, N
        sete    %al
        movzbl  %al, %eax
        mov     (PUB,%rax), %eax
        ret
/* The number of rounds stands in memory, and the contract knows it: the loop
 * ends, and the round keys on the stack are all overwritten. */
/* ct sec=ptr secret [240..244 2|3]  out=ptr secret  n=num public
 *      pub=ptr public */
good rounds
        mov     240(SEC), %eax
        lea     -48(%rsp), %r8
        pxor    %xmm1, %xmm1
1:      movdqu  (SEC), %xmm0
        movdqu  %xmm0, (%r8)
        aesenc  (%r8), %xmm0
        movdqu  %xmm0, (OUT)
        movdqu  %xmm1, (%r8)
        add     $16, SEC
        add     $16, %r8
        dec     %eax
        jnz     1b
        pxor    %xmm0, %xmm0
        ret
/* At most four blocks through a buffer on the stack, by their number. */
good short_tail
        mov     $4, %eax
        cmp     %rax, N
        cmova   %rax, N
        test    N, N
        jz      2f
        pxor    %xmm1, %xmm1
        xor     %eax, %eax
1:      movdqu  (SEC,%rax), %xmm0
        movdqu  %xmm0, -64(%rsp,%rax)
        movdqu  %xmm1, -64(%rsp,%rax)
        add     $16, %rax
        dec     N
        jnz     1b
        pxor    %xmm0, %xmm0
2:      ret

        .section .rodata
table:  .skip   64
        .data
counter: .quad  0

        .section .note.GNU-stack, "", @progbits
