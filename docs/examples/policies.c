// SPDX-License-Identifier: 0BSD
/*
 * Five policies for ill-formed text, each a loop around utf8_next_chunk.
 *
 *     policies NAME    copies standard input to standard output, and applies the policy to ill-formed bytes
 *
 *     subparts  U+FFFD for each maximal subpart: WHATWG, W3C, Unicode's recommendation, Python's "replace"
 *     bytes     U+FFFD for each byte: Go, older versions of many libraries
 *     runs      U+FFFD for each run of ill-formed bytes
 *     drop      deletes ill-formed bytes: Python's "ignore"
 *     escape    \xNN for each byte: Python's "backslashreplace"
 *
 * utf8_repair implements `subparts`. `drop` has two dangers. It joins bytes that were apart: 3C FF 73 becomes <s, which
 * an earlier filter could not see. And its result can be ill-formed in an encoding with rules on neighboring characters:
 * WTF-8's ED A0 80 FF ED B0 80 becomes a pair of surrogates, which WTF-8 must encode as F0 90 80 80.
 *
 * Exit status: 0, 1 if reading or writing failed, 2 for wrong usage or if memory runs out.
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
    void (*repair)(const char *text, size_t size);
} policies[] = {
    {"subparts", subparts}, {"bytes", bytes}, {"runs", runs}, {"drop", drop}, {"escape", escape},
};

// Reads all of standard input. The caller frees the result, which is NULL if memory runs out.
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
            policies[i].repair(text, size);
            free(text);
            return fflush(stdout) == 0 && !ferror(stdout) && !ferror(stdin) ? 0 : 1;
        }
    }
    fputs("usage: policies subparts|bytes|runs|drop|escape <text\n", stderr);
    return 2;
}
