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

        .section .note.GNU-stack, "", @progbits
