// SPDX-License-Identifier: 0BSD
/*
 * Words from outside, such as file names, as they may be shown.
 *
 * In: a word of any bytes. Out: the same as UTF-8 without what a terminal or a reader of lines would
 * act upon: ASCII controls and bytes that are no UTF-8 become \xNN; other controls, separators of
 * lines and what turns the direction of writing \u{N}; the backslash two of them. So every word can
 * be had back from what is shown.
 *
 * 61 0A 62 5C FF E2 80 AE is shown as a\x0Ab\\\xFF\u{202E}
 */
#include "u8check_shown.h"

#include "utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* C1 controls, what ends a line, and what turns the direction of writing. */
static bool acts(uint32_t c)
{
    return (c >= 0x80 && c <= 0x9F) || c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/* The size of the character that begins a text; 0 if it is ill-formed there. */
static size_t character_size(const char *text, size_t size)
{
    for (size_t n = 1; n <= 4 && n <= size; n++) {
        if (utf8_valid(text, n)) {
            return n;
        }
    }
    return 0;
}

/* The code point that these n bytes write. */
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
    char *result = malloc(4 * left + 1); /* a byte takes four at most, as \xNN */
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
        } else if (acts(c)) {
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
