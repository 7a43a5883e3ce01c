// SPDX-License-Identifier: 0BSD
//
// Tests a conversion in pieces. If its trim decides where the text is cut, the joined results must equal the result of the whole text.
//
// In:  the conversion's header "it.h", generated with the prefix `it`; lines of bytes in hexadecimal on standard input. A line is a text;
//      a line that begins with + has bytes that may follow any text.
// Out: a line for each text with an error, up to ten; exit status 1 if there is one. At the end, the number of texts.
#include "it.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, MOST_MORE = 512, EACH = 4 };

static struct {
    size_t size;
    uint8_t bytes[32];
} more[MOST_MORE];
static size_t more_count;

static uint8_t text[MOST], whole[16 * MOST], parts[16 * MOST];
static int failed;

static bool cut_right(size_t size, size_t at, size_t cut)
{
    const it_result known = it(text, size, whole, sizeof whole);
    it_result got = it(text, cut, parts, sizeof parts);
    if (got.status != IT_STATUS_ILL_FORMED) {
        const size_t read = got.read, written = got.written;
        got = it(text + read, size - read, parts + written, sizeof parts - written);
        got.read += read;
        got.written += written;
    }
    if (cut <= at && got.status == known.status && got.read == known.read &&
        got.written == known.written && memcmp(parts, whole, known.written) == 0) {
        return true;
    }
    printf("trimmed, %zu and %zu:", at, cut);
    for (size_t i = 0; i < size; i++) {
        printf(" %02X", text[i]);
    }
    putchar('\n');
    failed++;
    return false;
}

static size_t read_hex(char *at, uint8_t *to)
{
    size_t count = 0;
    char *end = at;
    for (unsigned long byte = strtoul(at, &end, 16); end != at; byte = strtoul(at, &end, 16)) {
        to[count++] = (uint8_t)byte;
        at = end;
    }
    return count;
}

int main(void)
{
    static char line[8 * MOST];
    uint8_t rest[32];
    size_t count = 0;
    while (failed < 10 && fgets(line, sizeof line, stdin)) {
        if (line[0] == '+') {
            more[more_count].size = read_hex(line + 1, more[more_count].bytes);
            more_count += more_count + 1 < MOST_MORE;
            continue;
        }
        const size_t size = read_hex(line, text);
        bool right = true;
        count++;
        for (size_t at = 0; right && at <= size; at++) {
            const size_t cut = it_trim(text, at);
            right = cut_right(size, at, cut);
            for (size_t i = 0; right && count % EACH == 0 && i < more_count; i++) {
                memcpy(rest, text + at, more[i].size);
                memcpy(text + at, more[i].bytes, more[i].size);
                right = cut_right(at + more[i].size, at, cut);
                memcpy(text + at, rest, more[i].size);
            }
        }
    }
    printf("%zu texts\n", count);
    return failed > 0;
}
