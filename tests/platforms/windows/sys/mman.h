// SPDX-License-Identifier: 0BSD
//
// mmap, munmap and mprotect for Windows. Windows has inaccessible pages, too: a read past a text into such a page ends the program.
#ifndef TRIAL_WINDOWS_MMAN_H
#define TRIAL_WINDOWS_MMAN_H

#include <memoryapi.h>
#include <minwindef.h>

#undef near  // an obsolete macro of the headers of Windows

#define MAP_FAILED NULL
enum { PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2, MAP_PRIVATE, MAP_ANONYMOUS, MAP_NORESERVE };

static inline void *mmap(void *at, size_t size, int access, int flags, int file, long offset)
{
    (void)at, (void)flags, (void)file, (void)offset;
    return VirtualAlloc(NULL, size, 0x3000, access == PROT_NONE ? 0x01 : 0x04);
}

static inline void munmap(void *at, size_t size)
{
    (void)size;
    VirtualFree(at, 0, 0x8000);
}

static inline int mprotect(void *at, size_t size, int access)
{
    DWORD before;
    return VirtualProtect(at, size, access == PROT_NONE ? 0x01 : 0x04, &before) ? 0 : -1;
}

#endif
