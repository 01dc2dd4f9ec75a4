/*
 * fiber_switch_aarch64.S: the switch between two stacks, AAPCS64. See fiber.h.
 */
#if defined(__aarch64__) && !defined(CJ_FIBER_UCONTEXT)

    .text
    .p2align 4
    .globl cj_fiber_swap
    .hidden cj_fiber_swap
    .type cj_fiber_swap, %function
/* void cj_fiber_swap(void **save, void *to) */
cj_fiber_swap:
    .cfi_startproc
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    mov x9, x30
    br x9
    .cfi_endproc
    .size cj_fiber_swap, . - cj_fiber_swap

    .p2align 4
    .globl cj_fiber_start
    .hidden cj_fiber_start
    .type cj_fiber_start, %function
/* Where a new fiber begins: its frame put the fiber into x19. */
cj_fiber_start:
    .cfi_startproc
    .cfi_undefined x30
    mov x0, x19
    bl cj_fiber_begin
    brk #1
    .cfi_endproc
    .size cj_fiber_start, . - cj_fiber_start

#endif

    .section .note.GNU-stack, "", %progbits
