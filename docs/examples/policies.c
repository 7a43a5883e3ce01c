// SPDX-License-Identifier: 0BSD
/*
 * What becomes of ill-formed text: five policies, each a loop around utf8_next_chunk.
 *
 *     policies NAME    reads standard input and writes it, mended by the policy, to standard output
 *
 *     subparts  U+FFFD for each maximal subpart: WHATWG, W3C, Unicode's recommendation, Python's "replace"
 *     bytes     U+FFFD for each byte: Go, older versions of many
 *     runs      U+FFFD for each run of ill-formed bytes
 *     drop      nothing: Python's "ignore"
 *     escape    \xNN for each byte: Python's "backslashreplace"
 *
 * The first is utf8_repair, too. Beware of drop: what was apart may join. 3C FF 73 becomes <s, which a filter
 * before it did not see; and in an encoding where characters forbid others, what is left may be ill-formed:
 * WTF-8's ED A0 80 FF ED B0 80 leaves two halves that only F0 90 80 80 may write.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

static const char replacement[] = "\xEF\xBF\xBD";

static void subparts(const char *text, size_t size)
{
    while (size > 0) {
        const utf8_chunk chunk = utf8_next_chunk(text, size);
        fwrite(text, 1, chunk.valid, stdout);
        if (chunk.invalid > 0) {
            fputs(replacement, stdout);
        }
        text += chunk.valid + chunk.invalid;
        size -= chunk.valid + chunk.invalid;
    }
}

static void bytes(const char *text, size_t size)
{
    while (size > 0) {
        const utf8_chunk chunk = utf8_next_chunk(text, size);
        fwrite(text, 1, chunk.valid, stdout);
        for (size_t i = 0; i < chunk.invalid; i++) {
            fputs(replacement, stdout);
        }
        text += chunk.valid + chunk.invalid;
        size -= chunk.valid + chunk.invalid;
    }
}

static void runs(const char *text, size_t size)
{
    bool in_run = false;
    while (size > 0) {
        const utf8_chunk chunk = utf8_next_chunk(text, size);
        fwrite(text, 1, chunk.valid, stdout);
        if (chunk.invalid > 0 && (chunk.valid > 0 || !in_run)) {
            fputs(replacement, stdout);
        }
        in_run = chunk.invalid > 0;
        text += chunk.valid + chunk.invalid;
        size -= chunk.valid + chunk.invalid;
    }
}

static void drop(const char *text, size_t size)
{
    while (size > 0) {
        const utf8_chunk chunk = utf8_next_chunk(text, size);
        fwrite(text, 1, chunk.valid, stdout);
        text += chunk.valid + chunk.invalid;
        size -= chunk.valid + chunk.invalid;
    }
}

static void escape(const char *text, size_t size)
{
    while (size > 0) {
        const utf8_chunk chunk = utf8_next_chunk(text, size);
        fwrite(text, 1, chunk.valid, stdout);
        for (size_t i = 0; i < chunk.invalid; i++) {
            printf("\\x%02x", (unsigned)(unsigned char)text[chunk.valid + i]);
        }
        text += chunk.valid + chunk.invalid;
        size -= chunk.valid + chunk.invalid;
    }
}

static const struct policy {
    const char *name;
    void (*mend)(const char *text, size_t size);
} policies[] = {
    {"subparts", subparts}, {"bytes", bytes}, {"runs", runs}, {"drop", drop}, {"escape", escape},
};

// All of standard input; NULL if there is no memory for it.
static char *read_all(size_t *size)
{
    size_t room = 1 << 16;
    char *text = malloc(room);
    *size = 0;
    while (text) {
        *size += fread(text + *size, 1, room - *size, stdin);
        if (*size < room) {
            return text;
        }
        char *more = realloc(text, room *= 2);
        if (!more) {
            free(text);
        }
        text = more;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof policies / sizeof *policies; i++) {
        if (strcmp(argv[1], policies[i].name) == 0) {
            size_t size;
            char *text = read_all(&size);
            if (!text) {
                return 2;
            }
            policies[i].mend(text, size);
            free(text);
            return fflush(stdout) == 0 && !ferror(stdin) ? 0 : 1;
        }
    }
    fputs("usage: policies subparts|bytes|runs|drop|escape <text\n", stderr);
    return 2;
}
