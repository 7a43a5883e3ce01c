// SPDX-License-Identifier: 0BSD
//
// Pages on a system where all memory is accessible: a read outside a text is noticed only if it is
// outside all memory. The programs with SIMDe notice such reads.
#ifndef VERIFY_WASI_MMAN_H
#define VERIFY_WASI_MMAN_H

#include <stdlib.h>
#include <string.h>

#define MAP_FAILED NULL
enum {
    PAGE = 1 << 16,
    PROT_NONE,
    PROT_READ,
    PROT_WRITE,
    MAP_PRIVATE,
    MAP_ANONYMOUS,
    MAP_NORESERVE
};

static inline void *mmap(void *at, size_t size, int access, int flags, int file, long offset)
{
    (void)at, (void)access, (void)flags, (void)file, (void)offset;
    void *const memory = aligned_alloc(PAGE, (size + PAGE - 1) / PAGE * PAGE);
    return memory ? memset(memory, 0, size) : MAP_FAILED;
}

static inline void munmap(void *at, size_t size)
{
    (void)size;
    free(at);
}

static inline int mprotect(void *at, size_t size, int access)
{
    (void)at, (void)size, (void)access;
    return 0;
}

#endif
