// SPDX-License-Identifier: 0BSD
//
// Rooms between pages that must not be touched, and how a thread goes on that touched one.
#ifndef VERIFY_GUARD_H
#define VERIFY_GUARD_H

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

// All bytes from begin to end may be touched; those before and behind them are on other pages.
struct guard_room {
    uint8_t *begin, *end;
};

// At least `size` bytes. The program ends where there is no memory.
struct guard_room guard_open(size_t size);
// So many copies of a piece, one behind the other: each is the same memory until it is written to. The piece has a multiple of a page's
// bytes. Empty where the system has no such memory.
struct guard_room guard_copies(const uint8_t *piece, size_t size, size_t copies);
void guard_close(struct guard_room room);
size_t guard_page(void);

// From now on who touches such a page in a GUARDED statement leaves that; elsewhere it ends the program.
void guard_catch(void);

extern _Thread_local sigjmp_buf guard_escape;
extern _Thread_local volatile sig_atomic_t guard_armed;

// What it changes of this function's variables, it may have changed or not: they are volatile.
#define GUARDED(statement)                                                                         \
    do {                                                                                           \
        if (sigsetjmp(guard_escape, 0) == 0) {                                                     \
            guard_armed = 1;                                                                       \
            statement;                                                                             \
        }                                                                                          \
        guard_armed = 0;                                                                           \
    } while (0)

#endif
