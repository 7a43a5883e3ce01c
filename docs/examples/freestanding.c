// SPDX-License-Identifier: 0BSD
//
// Validation without libc or start files; the program defines memcpy itself. Reads standard input. Exit status:
// 0 well-formed UTF-8, 1 ill-formed, 2 for 64 KiB or more, or a read error.
//
//     ./u8gen gen utf-8 --prefix boot_utf8 -o build/boot
//     gcc -O2 -ffreestanding -nostdlib -static -I build/boot -o build/boot/check docs/examples/freestanding.c
//     printf 'caf\303\251' | build/boot/check
//
// For Linux on x86-64 or AArch64. BOOT_UTF8_STATIC makes all functions static, so the compiler drops the unused
// ones. BOOT_UTF8_KERNEL selects one kernel without vector instructions, as a boot loader would.
#define BOOT_UTF8_STATIC
#define BOOT_UTF8_KERNEL swar
#include "boot_utf8.c"

#if defined(__x86_64__)
enum { SYSTEM_READ = 0, SYSTEM_EXIT = 60 };

static long call(long number, long first, void *second, size_t third)
{
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(first), "S"(second), "d"(third)
                     : "rcx", "r11", "memory");
    return result;
}

__asm__(".globl _start\n_start:\n    call run\n");
#elif defined(__aarch64__)
enum { SYSTEM_READ = 63, SYSTEM_EXIT = 93 };

static long call(long number, long first, void *second, size_t third)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = first;
    register void *x1 __asm__("x1") = second;
    register size_t x2 __asm__("x2") = third;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
}

__asm__(".globl _start\n_start:\n    bl run\n");
#endif

// Compilers may emit calls of memcpy that the source does not have.
void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        // volatile: otherwise the compiler may turn this loop into a call of memcpy
        ((volatile uint8_t *)to)[i] = ((const uint8_t *)from)[i];
    }
    return to;
}

void run(void);

void run(void)
{
    static uint8_t text[1 << 16];
    size_t size = 0;
    long got = 1;
    while (got > 0 && size < sizeof text) {
        got = call(SYSTEM_READ, 0, text + size, sizeof text - size);
        size += got > 0 ? (size_t)got : 0;
    }
    call(SYSTEM_EXIT, got != 0 ? 2 : !boot_utf8_valid(text, size), NULL, 0);
}
