// SPDX-License-Identifier: 0BSD
//
// Memory between inaccessible pages: see guard.h.
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

_Thread_local sigjmp_buf guard_escape;
_Thread_local volatile sig_atomic_t guard_armed;

size_t guard_page(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

// Reserves memory, with one page before it and one after it. All of it is still inaccessible.
static struct guard_room reserve(size_t size)
{
    const size_t page = guard_page(), room = (size + page - 1) / page * page;
    uint8_t *all = mmap(NULL, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) {
        perror("verify: no memory for texts");
        exit(2);
    }
    return (struct guard_room){all + page, all + page + room};
}

struct guard_room guard_open(size_t size)
{
    const struct guard_room room = reserve(size);
    if (mprotect(room.begin, (size_t)(room.end - room.begin), PROT_READ | PROT_WRITE) != 0) {
        perror("verify: no memory for texts");
        exit(2);
    }
    return room;
}

struct guard_room guard_copies(const uint8_t *piece, size_t size, size_t copies)
{
    struct guard_room room = {NULL, NULL};
#ifdef MAP_FIXED
    FILE *const file = tmpfile();
    if (file != NULL && fwrite(piece, 1, size, file) == size && fflush(file) == 0) {
        room = reserve(size * copies);
        for (size_t i = 0; i < copies; i++) {
            const bool ends = i == 0 || i + 1 == copies;
            const int access = ends ? PROT_READ | PROT_WRITE : PROT_READ;
            if (mmap(room.begin + i * size, size, access, MAP_PRIVATE | MAP_FIXED, fileno(file),
                     0) == MAP_FAILED) {
                perror("verify: no memory for texts");
                exit(2);
            }
        }
    }
    if (file != NULL) {
        fclose(file);
    }
#else
    (void)piece, (void)size, (void)copies;
#endif
    return room;
}

void guard_close(struct guard_room room)
{
    const size_t page = guard_page();
    munmap(room.begin - page, (size_t)(room.end - room.begin) + 2 * page);
}

static const uint8_t mark[GUARD_MARK] = {0xA5, 0x5A, 0xC3, 0x3C, 0x96, 0x69, 0xFF, 0xA5};

void guard_mark(uint8_t *to)
{
    if (to != NULL) {
        memcpy(to - GUARD_MARK, mark, GUARD_MARK);
    }
}

bool guard_is_marked(const uint8_t *to)
{
    return to == NULL || memcmp(to - GUARD_MARK, mark, GUARD_MARK) == 0;
}

static void on_fault(int signal_number)
{
    if (guard_armed) {
        siglongjmp(guard_escape, 1);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void guard_catch(void)
{
    struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}
