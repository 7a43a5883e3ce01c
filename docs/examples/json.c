// SPDX-License-Identifier: 0BSD
/*
 * A parser of JSON (RFC 8259) that reads UTF-8: what a validator gives to a parser.
 *
 *     json <FILE      one line for each value: where it stands, and what it is
 *
 *     $ printf '{"caf\303\251": [true, "\\ud83d\\ude00"]}' | json
 *     .café[0] = true
 *     .café[1] = "😀"
 *
 * The text is checked once, as a whole. Behind that the parser looks at ASCII only: no byte of a character of two
 * bytes and more is below 80, so none of them is a quote or a brace, and strings are copied as they are.
 * utf8_encode writes what an escape stands for, and refuses the half of a pair, of which RFC 8259, section 8.2,
 * says that the behaviour is unpredictable. Columns are counted in characters, by utf8_count.
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

/* Passes this byte, or leaves all as it is. */
static bool take(struct parser *parser, char byte)
{
    if (parser->at == parser->end || *parser->at != byte) {
        return false;
    }
    parser->at++;
    return true;
}

/* The path of a value: what is put there is taken away again by its old size. */
static void go_into(struct parser *parser, const char *name, size_t size)
{
    if (size > MOST_PATH - parser->path_size) {
        fail(parser, parser->at, "the names on the way to this value are too long");
    }
    memcpy(parser->path + parser->path_size, name, size);
    parser->path_size += size;
}

/* The four hexadecimal digits of an escape. */
static uint32_t digits(struct parser *parser)
{
    uint32_t number = 0;
    for (int i = 0; i < 4; i++) {
        static const char known[] = "0123456789abcdefABCDEF";
        const char *digit =
            parser->at < parser->end && *parser->at ? strchr(known, *parser->at) : NULL;
        if (!digit) {
            fail(parser, parser->at, "four hexadecimal digits are due");
        }
        const ptrdiff_t value = digit - known;
        number = number * 16 + (uint32_t)(value < 16 ? value : value - 6);
        parser->at++;
    }
    return number;
}

/* The character of an escape, behind its backslash. Returns the bytes written. */
static size_t escaped(struct parser *parser, char *to)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *begin = parser->at - 1;
    if (parser->at < parser->end && *parser->at && strchr(letters, *parser->at)) {
        *to = meanings[strchr(letters, *parser->at++) - letters];
        return 1;
    }
    if (!take(parser, 'u')) {
        fail(parser, begin, "no such escape");
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
        fail(parser, begin, "half of a surrogate pair");
    }
    return length;
}

/* Room for a string of the rest of the text and a byte more, for the caller to free. */
static char *room(const struct parser *parser)
{
    char *to = malloc((size_t)(parser->end - parser->at) + 1);
    if (!to) {
        fail(parser, parser->at, "no memory");
    }
    return to;
}

/* A string, behind its first quote, into `to`: no escape is shorter than what it stands for. Returns its size. */
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

static void show_path(const struct parser *parser)
{
    fwrite(parser->path, 1, parser->path_size, stdout);
    fputs(parser->path_size > 0 ? " = " : "", stdout);
}

/* Prints a string as JSON writes it, and controls as escapes. */
static void show(const char *text, size_t size)
{
    putchar('"');
    for (size_t i = 0; i < size; i++) {
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7F) {
            printf("\\u%04x", (unsigned)text[i]);
        } else {
            printf(text[i] == '"' || text[i] == '\\' ? "\\%c" : "%c", text[i]);
        }
    }
    puts("\"");
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
            fail(parser, parser->at, "a name in quotes is due");
        }
        char *name = room(parser);
        name[0] = '.';
        go_into(parser, name, string(parser, name + 1) + 1);
        free(name);
        skip_blanks(parser);
        if (!take(parser, ':')) {
            fail(parser, parser->at, "a colon is due");
        }
        value(parser);
        parser->path_size = size;
    } while (take(parser, ','));
    if (!take(parser, '}')) {
        fail(parser, parser->at, "a comma or the end of the object is due");
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
        fail(parser, parser->at, "a comma or the end of the array is due");
    }
}

/* A number, true, false or null: what stands there up to the next ASCII character that ends it. */
static void word(struct parser *parser)
{
    const char *begin = parser->at;
    while (parser->at < parser->end && *parser->at && !strchr(" \t\r\n,:]}[{\"", *parser->at)) {
        parser->at++;
    }
    const size_t size = (size_t)(parser->at - begin);
    char copy[64] = "", *behind = NULL;
    memcpy(copy, begin, size < sizeof copy ? size : 0);
    const bool named = !strcmp(copy, "true") || !strcmp(copy, "false") || !strcmp(copy, "null");
    if (!named && (strspn(copy, "-+.0123456789eE") != size || size == 0 ||
                   (strtod(copy, &behind), *behind))) {
        fail(parser, begin, "a value is due");
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
        show(text, size);
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
        fail(&parser, text, "more than a megabyte");
    }
    utf8_error error;
    if (!utf8_check(text, size, &error)) {
        char what[64];
        snprintf(what, sizeof what, "this is no UTF-8: %s", utf8_fault_name(error.fault));
        fail(&parser, text + error.offset, what);
    }
    value(&parser);
    if (parser.at < parser.end) {
        fail(&parser, parser.at, "more than one value");
    }
    return 0;
}
