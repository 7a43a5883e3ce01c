// SPDX-License-Identifier: 0BSD
//
// Memory between inaccessible pages, and how a thread recovers from an access to such a page.
#ifndef VERIFY_GUARD_H
#define VERIFY_GUARD_H

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>

// The bytes from `begin` to `end` are accessible; the pages before and after them are not.
struct guard_room {
    uint8_t *begin, *end;
};

// Allocates at least `size` bytes. Exits if memory runs out.
struct guard_room guard_open(size_t size);
// Maps several copies of a piece, one after the other. They share memory until they are written to.
// `size` must be a multiple of the page size. Returns an empty room where the system has no such
// memory.
struct guard_room guard_copies(const uint8_t *piece, size_t size, size_t copies);
void guard_close(struct guard_room room);
size_t guard_page(void);

// From now on, an access to such a page within GUARDED leaves the statement; anywhere else it ends
// the program.
void guard_catch(void);

extern _Thread_local sigjmp_buf guard_escape;
extern _Thread_local volatile sig_atomic_t guard_armed;

// Variables of the function that the statement may change must be volatile, since it may end
// anywhere.
#define GUARDED(statement)                                                                         \
    do {                                                                                           \
        if (sigsetjmp(guard_escape, 0) == 0) {                                                     \
            guard_armed = 1;                                                                       \
            statement;                                                                             \
        }                                                                                          \
        guard_armed = 0;                                                                           \
    } while (0)

#endif
