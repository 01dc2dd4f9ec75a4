/*
 * fiber_switch_x86_64.S: the switch between two stacks, System V ABI. See fiber.h.
 */
#if defined(__x86_64__) && !defined(CJ_FIBER_UCONTEXT)

    .text
    .p2align 4
    .globl cj_fiber_swap
    .hidden cj_fiber_swap
    .type cj_fiber_swap, @function
/* void cj_fiber_swap(void **save, void *to) */
cj_fiber_swap:
    .cfi_startproc
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    /* not ret: the return stack of the processor knows nothing of our switch */
    popq %rcx
    jmp *%rcx
    .cfi_endproc
    .size cj_fiber_swap, . - cj_fiber_swap

    .p2align 4
    .globl cj_fiber_start
    .hidden cj_fiber_start
    .type cj_fiber_start, @function
/* Where a new fiber begins: its frame put the fiber into r12. */
cj_fiber_start:
    .cfi_startproc
    .cfi_undefined rip
    movq %r12, %rdi
    call cj_fiber_begin
    ud2
    .cfi_endproc
    .size cj_fiber_start, . - cj_fiber_start

#endif

    .section .note.GNU-stack, "", %progbits
