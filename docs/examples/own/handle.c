// SPDX-License-Identifier: 0BSD
/*
 * Checks handles (user names) by your own rules, which are in handle.lua. For each argument, prints its number of
 * characters, or the first fault and its byte offset. Exit status: 0 all are valid, 1 some are not.
 *
 *     handle TEXT...
 *
 *     $ handle zoë_7 'a b' 7́
 *     zoë_7: 5 characters
 *     a b: byte 1: unlisted
 *     7́: byte 1: mark_alone
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "handle.h"

int main(int argc, char **argv)
{
    int refused = 0;
    for (int i = 1; i < argc; i++) {
        handle_error error;
        const size_t size = strlen(argv[i]);
        if (handle_check(argv[i], size, &error)) {
            printf("%s: %zu characters\n", argv[i], handle_count(argv[i], size));
        } else {
            printf("%s: byte %" PRIu64 ": %s\n", argv[i], error.offset,
                   handle_fault_name(error.fault));
            refused = 1;
        }
    }
    return refused;
}
