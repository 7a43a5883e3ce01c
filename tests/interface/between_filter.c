// SPDX-License-Identifier: 0BSD
//
// Converts between two encodings, for the tests that use tests/lib/pairs.lua.
//
// In: lines "ROOM HEX": the number of bytes for the output (- for the needed size), and the bytes of a text.
// Out: for each, a line "STATUS READ WRITTEN SIZE HEX", where SIZE is the needed size and HEX is the output.
//
// Compile with -DPAIR=mutf8_to_utf8, the folder of that conversion as an include folder, and -DMUTF8_TO_UTF8_STATIC.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define P(name) PASTE(PAIR, name)

#include QUOTE(PAIR.c)

enum { LONGEST_LINE = 1 << 12 };

static void convert_line(const char *line)
{
    static unsigned char text[LONGEST_LINE];
    size_t size = 0, used = strcspn(line, " ");
    const char *at = line + used;
    for (int length; sscanf(at, " %2hhx%n", &text[size], &length) == 1; at += length) {
        size++;
    }
    const size_t needed = P(size)(text, size);
    const size_t room = *line == '-' ? needed : strtoul(line, NULL, 10);
    unsigned char *exact = malloc(room + (room == 0)), *copy = malloc(size + (size == 0));
    if (exact == NULL || copy == NULL) {
        exit(2);
    }
    memcpy(copy, text, size);
    const P(result) r = PAIR(copy, size, exact, room);
    printf("%s %zu %zu %zu", P(status_name)(r.status), r.read, r.written, needed);
    for (size_t i = 0; i < r.written; i++) {
        printf(" %02X", exact[i]);
    }
    putchar('\n');
    free(exact);
    free(copy);
}

int main(void)
{
    static char line[3 * LONGEST_LINE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        convert_line(line);
    }
    return 0;
}
