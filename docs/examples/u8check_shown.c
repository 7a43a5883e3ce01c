// SPDX-License-Identifier: 0BSD
/*
 * Escapes text from outside, such as file names.
 *
 * In: any bytes except zero. Out: UTF-8 on one line, without terminal controls. The escaping is reversible.
 *
 *     ASCII controls, bytes that are not UTF-8                        \xNN
 *     C1 controls, line separators, bidirectional controls            \u{N}
 *     backslash                                                       \\
 *
 * 61 0A 62 5C FF E2 80 AE becomes a\x0Ab\\\xFF\u{202E}
 */
#include "u8check_shown.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool acts_on_text(uint32_t c)
{
    return (c >= 0x80 && c <= 0x9F) || c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/* Returns the size of the first character; 0 if it is ill-formed. */
static size_t character_size(const char *text, size_t size)
{
    for (size_t n = 1; n <= 4 && n <= size; n++) {
        if (utf8_valid(text, n)) {
            return n;
        }
    }
    return 0;
}

/* Decodes one well-formed character of n bytes. */
static uint32_t code_point(const char *text, size_t n)
{
    uint32_t c = (uint8_t)text[0] & (n == 1 ? 0x7Fu : 0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        c = c << 6 | ((uint8_t)text[i] & 0x3F);
    }
    return c;
}

char *shown(const char *word)
{
    size_t left = strlen(word);
    char *result = malloc(4 * left + 1); /* \xNN: no escape is longer per byte */
    if (result == NULL) {
        fputs("u8check: no memory\n", stderr);
        exit(2);
    }
    char *to = result;
    while (left > 0) {
        size_t n = character_size(word, left);
        uint32_t c = n > 0 ? code_point(word, n) : (uint8_t)*word;
        if (n == 0 || c < 0x20 || c == 0x7F) {
            to += sprintf(to, "\\x%02" PRIX32, c);
        } else if (acts_on_text(c)) {
            to += sprintf(to, "\\u{%" PRIX32 "}", c);
        } else {
            if (c == '\\') {
                *to++ = '\\';
            }
            memcpy(to, word, n);
            to += n;
        }
        n = n > 0 ? n : 1;
        word += n;
        left -= n;
    }
    *to = '\0';
    return result;
}
