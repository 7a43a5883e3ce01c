// SPDX-License-Identifier: 0BSD
//
// Rooms between pages that must not be touched: see guard.h.
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L
#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

_Thread_local sigjmp_buf guard_escape;
_Thread_local volatile sig_atomic_t guard_armed;

struct guard_room guard_open(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (size + page - 1) / page * page;
    uint8_t *all = mmap(NULL, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + page, room, PROT_READ | PROT_WRITE) != 0) {
        perror("verify: no memory for texts");
        exit(2);
    }
    return (struct guard_room){all + page, all + page + room};
}

void guard_close(struct guard_room room)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(room.begin - page, (size_t)(room.end - room.begin) + 2 * page);
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
