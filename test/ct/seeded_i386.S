/* SPDX-License-Identifier: Apache-2.0 */
#include "seeded.inc"
/* Arguments on the stack, as cdecl has them. */
.macro  args
        mov     4(%esp), %ecx           /* sec */
        mov     8(%esp), %edx           /* out */
.endm
.macro  arg_n   reg
        mov     12(%esp), \reg
.endm
.macro  arg_pub reg
        mov     16(%esp), \reg
.endm
        .text

bad branch, branch
        args
        cmpl    $0, (%ecx)
        je      1f
        nop
1:      ret
bad branch_carry, branch
        args
        mov     (%ecx), %eax
        add     4(%ecx), %eax
        jc      1f
        nop
1:      ret
bad branch_movmsk, branch
        args
        movdqu  (%ecx), %xmm0
        pmovmskb %xmm0, %eax
        test    %eax, %eax
        jne     1f
        nop
1:      ret
bad branch_sign, branch
        args
        mov     (%ecx), %eax
        sar     $31, %eax
        js      1f
        nop
1:      ret
bad branch_loop_count, branch
        args
        movzbl  (%ecx), %eax
1:      dec     %eax
        jnz     1b
        ret
bad index, address
        args
        movzbl  (%ecx), %eax
        arg_pub %edx
        mov     (%edx,%eax), %al
        ret
bad index_store, address
        args
        movzbl  (%ecx), %eax
        movb    $0, (%edx,%eax)
        ret
bad index_past_stack, address
        push    %ebx
        mov     8(%esp), %ecx
        mov     20(%esp), %edx
        mov     (%ecx), %eax
        push    %eax
        pop     %ebx
        mov     (%edx,%ebx), %al
        pop     %ebx
        ret
bad index_cmov, address
        args
        mov     (%ecx), %eax
        arg_pub %edx
        xor     %ecx, %ecx
        cmp     $5, %eax
        cmovb   %edx, %ecx
        mov     (%edx,%ecx), %al
        ret
bad index_past_mul, address
        args
        mov     (%ecx), %eax
        mull    4(%ecx)
        arg_pub %ecx
        mov     (%ecx,%edx), %al
        ret
bad div, latency
        args
        mov     (%ecx), %eax
        xor     %edx, %edx
        mov     $10, %ecx
        div     %ecx
        ret
bad leak, leak
        args
        mov     (%ecx), %eax
        arg_pub %edx
        mov     %eax, (%edx)
        ret
bad leak_to_argument, residue
        args
        mov     (%ecx), %eax
        mov     %eax, 4(%esp)
        xor     %eax, %eax
        ret
bad call, call
        call    memcpy2
        ret
bad jump, call
        arg_pub %eax
        jmp     *(%eax)
bad callee_saved, abi
        arg_pub %esi
        ret
bad callee_saved_ebx, abi
        push    %ebx
        arg_pub %ebx
        add     $4, %esp
        ret
bad unknown, unknown
        rdtsc
        ret
bad residue, residue
        args
        movdqu  (%ecx), %xmm5
        movdqu  %xmm5, (%edx)
        ret

/* Compilers branch on comparisons of 64 bits in two halves like this. */
bad branch_borrow, branch
        args
        mov     (%ecx), %eax
        mov     4(%ecx), %edx
        cmp     $5, %eax
        sbb     $0, %edx
        jae     1f
        nop
1:      ret
bad index_table, address
        call    thunk_dx
1:      lea     table - 1b(%edx), %edx
        mov     4(%esp), %ecx
        movzbl  (%ecx), %eax
        mov     (%edx,%eax,4), %eax
        ret
bad index_past_argument, address
        args
        mov     (%ecx), %eax
        mov     %eax, 12(%esp)
        arg_pub %edx
        arg_n   %ecx
        mov     (%edx,%ecx), %al
        ret
bad branch_rounded_address, branch
        args
        sub     $16, %esp
        lea     7(%esp), %edx
        and     $-4, %edx
        movl    $0, 4(%esp)
        mov     (%ecx), %eax
        mov     %eax, (%edx)
        mov     4(%esp), %eax
        add     $16, %esp
        test    %eax, %eax
        jz      1f
        nop
1:      ret
bad residue_mmx, residue
        args
        movq    (%ecx), %mm3
        ret
bad saved_on_one_path, abi
        push    %esi
        mov     20(%esp), %esi
        test    %esi, %esi
        jz      1f
        pop     %esi
        ret
1:      pop     %edi
        ret
bad above_frame, abi
        arg_n   %eax
        mov     %eax, 20(%esp)
        ret
/* There is no red zone. */
bad below_stack_pointer, abi
        arg_n   %eax
        mov     %eax, -4(%esp)
        ret
bad got_without_base, unknown
        arg_pub %ecx
        mov     table@GOTOFF(%ecx), %eax
        ret

good move
        args
        movdqu  (%ecx), %xmm0
        movdqu  %xmm0, (%edx)
        pxor    %xmm0, %xmm0
        ret
good cmov
        args
        mov     (%ecx), %eax
        cmp     $77, %eax
        cmovb   4(%ecx), %eax
        mov     %eax, (%edx)
        xor     %eax, %eax
        ret
good carry
        args
        mov     (%ecx), %eax
        add     4(%ecx), %eax
        mov     %eax, (%edx)
        mov     8(%ecx), %eax
        adc     $0, %eax
        mov     %eax, 4(%edx)
        xor     %eax, %eax
        ret
good loop
        push    %esi
        mov     8(%esp), %ecx
        mov     12(%esp), %edx
        mov     16(%esp), %esi
1:      mov     (%ecx), %al
        xor     %al, (%edx)
        inc     %ecx
        inc     %edx
        dec     %esi
        jnz     1b
        pop     %esi
        xor     %eax, %eax
        ret
good index_public
        args
        arg_pub %eax
        movzbl  (%eax), %eax
        mov     (%ecx,%eax), %al
        mov     %al, (%edx)
        xor     %eax, %eax
        ret
good subroutine
        args
        call    9f
        call    9f
        ret
9:      mov     (%ecx), %eax
        mov     %eax, (%edx)
        xor     %eax, %eax
        ret
good constants_by_call
        call    1f
1:      pop     %edx
2:      lea     table - 1b(%edx), %edx
        mov     4(%esp), %ecx
        movdqu  (%ecx), %xmm0
        pxor    (%edx), %xmm0
        mov     8(%esp), %ecx
        movdqu  %xmm0, (%ecx)
        pxor    %xmm0, %xmm0
        ret
good constants_by_got
        call    thunk_dx
        add     $_GLOBAL_OFFSET_TABLE_, %edx
        mov     table@GOTOFF(%edx), %eax
        lea     table@GOTOFF(%edx), %edx
        arg_n   %ecx
        mov     (%edx,%ecx,4), %eax
        ret
good aligned_frame
        push    %ebx
        push    %ebp
        mov     12(%esp), %ecx
        mov     16(%esp), %edx
        mov     %esp, %ebp
        sub     $64, %esp
        and     $-32, %esp
        mov     (%ecx), %eax
        mov     %eax, 4(%esp)
        mov     4(%esp), %ebx
        mov     %ebx, (%edx)
        xor     %eax, %eax
        xor     %ebx, %ebx
        mov     %eax, 4(%esp)
        mov     %ebp, %esp
        pop     %ebp
        pop     %ebx
        ret

thunk_dx:
        mov     (%esp), %edx
        ret

        .section .rodata
table:  .skip   64

        .section .note.GNU-stack, "", @progbits
