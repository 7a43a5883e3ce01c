// SPDX-License-Identifier: 0BSD
/*
 * A JSON parser (RFC 8259) that validates its input first, which keeps the parser simple.
 *
 *     json <FILE      prints one line for each value except objects and arrays: its path, and the value
 *
 *     $ printf '{"caf\303\251": [true, "\\ud83d\\ude00"]}' | json
 *     .café[0] = true
 *     .café[1] = "😀"
 *
 * utf8_check validates the whole text once. After that the parser only needs to test for ASCII characters: all bytes of
 * multi-byte characters are 80 or above, so none of them is a quote or a brace. Strings are copied unchanged, except
 * escapes: utf8_encode encodes those with \u. It fails for a lone surrogate, which is an error here (RFC 8259,
 * section 8.2, warns of unpredictable effects). utf8_count counts the characters before an error, for the column.
 * strtod tests numbers, so 01 and .5 are accepted, too.
 *
 * Exit status: 0 valid, 1 ill-formed UTF-8, a syntax error, a lone surrogate, a text beyond the limits, or no memory.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

enum { MOST_BYTES = 1 << 20, MOST_PATH = 4096, MOST_DEPTH = 64 };

struct parser {
    const char *text, *at, *end;
    char path[MOST_PATH];
    size_t path_size;
    int depth;
};

_Noreturn static void fail(const struct parser *parser, const char *at, const char *what)
{
    int line = 1;
    const char *begin = parser->text;
    for (const char *p = parser->text; p < at; p++) {
        if (*p == '\n') {
            line++;
            begin = p + 1;
        }
    }
    fflush(stdout);
    fprintf(stderr, "json: line %d, column %zu: %s\n", line,
            utf8_count(begin, (size_t)(at - begin)) + 1, what);
    exit(1);
}

static void skip_blanks(struct parser *parser)
{
    while (parser->at < parser->end && strchr(" \t\r\n", *parser->at) && *parser->at) {
        parser->at++;
    }
}

/* Consumes the next byte if it is `byte`. */
static bool take(struct parser *parser, char byte)
{
    if (parser->at == parser->end || *parser->at != byte) {
        return false;
    }
    parser->at++;
    return true;
}

/* Appends a name to the path of the current value. The caller removes it by restoring path_size. */
static void go_into(struct parser *parser, const char *name, size_t size)
{
    if (size > MOST_PATH - parser->path_size) {
        fail(parser, parser->at, "the path of this value is too long");
    }
    memcpy(parser->path + parser->path_size, name, size);
    parser->path_size += size;
}

/* Reads the four hexadecimal digits of an escape. */
static uint32_t digits(struct parser *parser)
{
    uint32_t number = 0;
    for (int i = 0; i < 4; i++) {
        static const char known[] = "0123456789abcdefABCDEF";
        const char *digit =
            parser->at < parser->end && *parser->at ? strchr(known, *parser->at) : NULL;
        if (!digit) {
            fail(parser, parser->at, "expected four hexadecimal digits");
        }
        const ptrdiff_t value = digit - known;
        number = number * 16 + (uint32_t)(value < 16 ? value : value - 6);
        parser->at++;
    }
    return number;
}

/* Reads an escape, after its backslash, and writes its character in UTF-8. Returns the number of bytes written. */
static size_t escaped(struct parser *parser, char *to)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *begin = parser->at - 1;
    if (parser->at < parser->end && *parser->at && strchr(letters, *parser->at)) {
        *to = meanings[strchr(letters, *parser->at++) - letters];
        return 1;
    }
    if (!take(parser, 'u')) {
        fail(parser, begin, "unknown escape");
    }
    uint32_t code_point = digits(parser);
    if (code_point >> 10 == 0xD800 >> 10 && parser->end - parser->at >= 6 &&
        memcmp(parser->at, "\\u", 2) == 0) {
        parser->at += 2;
        const uint32_t low = digits(parser);
        if (low >> 10 == 0xDC00 >> 10) {
            code_point = 0x10000 + ((code_point - 0xD800) << 10) + (low - 0xDC00);
        }
    }
    const size_t length = utf8_encode(code_point, to);
    if (length == 0) {
        fail(parser, begin, "lone surrogate");
    }
    return length;
}

/* Allocates a buffer for the rest of the text and one more byte. The caller frees it. */
static char *room(const struct parser *parser)
{
    char *to = malloc((size_t)(parser->end - parser->at) + 1);
    if (!to) {
        fail(parser, parser->at, "no memory");
    }
    return to;
}

/* Reads a string, after its opening quote, into `to`. Returns the size in `to`, which is at most that in the text: no
 * escape is shorter than its character. */
static size_t string(struct parser *parser, char *to)
{
    size_t size = 0;
    while (!take(parser, '"')) {
        if (parser->at == parser->end) {
            fail(parser, parser->at, "the text ends inside a string");
        }
        if ((unsigned char)*parser->at < 0x20) {
            fail(parser, parser->at, "a control character inside a string");
        }
        if (take(parser, '\\')) {
            size += escaped(parser, to + size);
        } else {
            to[size++] = *parser->at++;
        }
    }
    return size;
}

/* Prints text with ASCII's control characters escaped, and a backslash before each of `others`. */
static void show(const char *text, size_t size, const char *others)
{
    for (size_t i = 0; i < size; i++) {
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7F) {
            printf("\\u%04x", (unsigned)text[i]);
        } else {
            printf(strchr(others, text[i]) ? "\\%c" : "%c", text[i]);
        }
    }
}

static void show_path(const struct parser *parser)
{
    show(parser->path, parser->path_size, "");
    fputs(parser->path_size > 0 ? " = " : "", stdout);
}

static void value(struct parser *parser);

static void object(struct parser *parser)
{
    const size_t size = parser->path_size;
    skip_blanks(parser);
    if (take(parser, '}')) {
        return;
    }
    do {
        skip_blanks(parser);
        if (!take(parser, '"')) {
            fail(parser, parser->at, "expected a name in quotes");
        }
        char *name = room(parser);
        name[0] = '.';
        go_into(parser, name, string(parser, name + 1) + 1);
        free(name);
        skip_blanks(parser);
        if (!take(parser, ':')) {
            fail(parser, parser->at, "expected a colon");
        }
        value(parser);
        parser->path_size = size;
    } while (take(parser, ','));
    if (!take(parser, '}')) {
        fail(parser, parser->at, "expected a comma or the end of the object");
    }
}

static void array(struct parser *parser)
{
    const size_t size = parser->path_size;
    skip_blanks(parser);
    if (take(parser, ']')) {
        return;
    }
    int index = 0;
    do {
        char number[16];
        go_into(parser, number, (size_t)snprintf(number, sizeof number, "[%d]", index++));
        value(parser);
        parser->path_size = size;
    } while (take(parser, ','));
    if (!take(parser, ']')) {
        fail(parser, parser->at, "expected a comma or the end of the array");
    }
}

/* Reads a number, true, false or null: all bytes up to the next delimiter. */
static void word(struct parser *parser)
{
    const char *begin = parser->at;
    while (parser->at < parser->end && *parser->at && !strchr(" \t\r\n,:]}[{\"", *parser->at)) {
        parser->at++;
    }
    const size_t size = (size_t)(parser->at - begin);
    char copy[64] = "", *rest = NULL;
    if (size >= sizeof copy) {
        fail(parser, begin, "a word of 64 bytes or more");
    }
    memcpy(copy, begin, size);
    const bool named = !strcmp(copy, "true") || !strcmp(copy, "false") || !strcmp(copy, "null");
    if (!named &&
        (strspn(copy, "-+.0123456789eE") != size || size == 0 || (strtod(copy, &rest), *rest))) {
        fail(parser, begin, "expected a value");
    }
    show_path(parser);
    puts(copy);
}

static void value(struct parser *parser)
{
    if (++parser->depth > MOST_DEPTH) {
        fail(parser, parser->at, "nested too deeply");
    }
    skip_blanks(parser);
    if (take(parser, '{')) {
        object(parser);
    } else if (take(parser, '[')) {
        array(parser);
    } else if (take(parser, '"')) {
        char *text = room(parser);
        const size_t size = string(parser, text);
        show_path(parser);
        putchar('"');
        show(text, size, "\"\\");
        puts("\"");
        free(text);
    } else {
        word(parser);
    }
    skip_blanks(parser);
    parser->depth--;
}

int main(void)
{
    static char text[MOST_BYTES];
    const size_t size = fread(text, 1, sizeof text, stdin);
    static struct parser parser;
    parser.text = parser.at = text;
    parser.end = text + size;
    if (size == sizeof text) {
        fail(&parser, text, "the text has 1 MiB or more");
    }
    utf8_error error;
    if (!utf8_check(text, size, &error)) {
        char what[64];
        snprintf(what, sizeof what, "ill-formed UTF-8: %s", utf8_fault_name(error.fault));
        fail(&parser, text + error.offset, what);
    }
    value(&parser);
    if (parser.at < parser.end) {
        fail(&parser, parser.at, "more than one value");
    }
    return 0;
}
