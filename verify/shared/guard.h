// SPDX-License-Identifier: 0BSD
//
// Memory between inaccessible pages, and how a thread recovers from an access to such a page.
#ifndef VERIFY_GUARD_H
#define VERIFY_GUARD_H

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The bytes in [begin, end) are accessible; the pages before and after them are not.
struct guard_room {
    uint8_t *begin, *end;
};

// Allocates at least `size` bytes. Exits if memory runs out.
struct guard_room guard_open(size_t size);
// Maps several copies of a piece, one after the other, which share memory until they are written to.
// Only the first and the last copy are writable. `size` must be a multiple of the page size. Returns an
// empty room if the system cannot map files at a fixed address, or cannot write a temporary file.
struct guard_room guard_copies(const uint8_t *piece, size_t size, size_t copies);
void guard_close(struct guard_room room);

// guard_mark marks the GUARD_MARK bytes before an output, since a page guards only the other end of
// its room. guard_is_marked returns whether they are still marked. If `to` is NULL, guard_mark does
// nothing, and guard_is_marked returns true.
enum { GUARD_MARK = 8 };
void guard_mark(uint8_t *to);
bool guard_is_marked(const uint8_t *to);

size_t guard_page(void);

// From now on, an access to an inaccessible page within GUARDED leaves the statement. Anywhere
// else, such an access ends the program.
void guard_catch(void);

extern _Thread_local sigjmp_buf guard_escape;
extern _Thread_local volatile sig_atomic_t guard_armed;

// Runs a statement, and leaves it at an access to an inaccessible page. Variables of the calling
// function that the statement changes must be volatile.
#define GUARDED(statement)                                                                         \
    do {                                                                                           \
        if (sigsetjmp(guard_escape, 0) == 0) {                                                     \
            guard_armed = 1;                                                                       \
            statement;                                                                             \
        }                                                                                          \
        guard_armed = 0;                                                                           \
    } while (0)

#endif
