// SPDX-License-Identifier: 0BSD
/*
 * Prints the outline of an XML 1.0 document: its elements and its text.
 *
 *     xml_outline <FILE
 *
 *     $ printf '<a><b id="1">&#x20AC; 5</b></a>' | xml_outline
 *     a
 *       b
 *         "€ 5"
 *
 * Every character of a document must be a Char (production 2): in text, in tags, in comments. xml10_stream_feed checks
 * this while the document is read, so the parser deals with markup only. A character reference must be a Char, too:
 * xml10_encode fails for all other code points. This is not a complete parser: it has no DTDs, CDATA sections or
 * namespaces, and tags need not match.
 *
 * Exit status: 0, or 1 for an ill-formed text, a syntax error, or a document that is too large or too deep.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xml10.h"

enum { PIECE = 4096, MOST = 1 << 20, MOST_DEPTH = 1000 };

_Noreturn static void fail(uint64_t at, const char *what)
{
    fflush(stdout);
    fprintf(stderr, "xml_outline: byte %" PRIu64 ": %s\n", at, what);
    exit(1);
}

/* Reads standard input into `text` and validates it in pieces. Returns the size of the document. */
static size_t read_document(char *text)
{
    xml10_stream stream;
    xml10_stream_start(&stream);
    size_t size = 0, more;
    while (size + PIECE <= MOST && (more = fread(text + size, 1, PIECE, stdin)) > 0) {
        xml10_stream_feed(&stream, text + size, more);
        size += more;
    }
    xml10_error error;
    if (size + PIECE <= MOST) { /* otherwise the text may end inside a character here */
        xml10_stream_end(&stream);
    }
    if (xml10_stream_error(&stream, &error)) {
        fail(error.offset, xml10_fault_name(error.fault));
    }
    if (size + PIECE > MOST) {
        fail(size, "the document has about 1 MiB or more");
    }
    return size;
}

/* Reads a reference, after its ampersand, and writes its character in UTF-8. Sets *length to the length of the
 * reference with its semicolon. Returns the number of bytes written; 0 if it does not refer to a Char. */
static size_t referred(const char *text, size_t size, size_t *length, char *to)
{
    static const struct {
        const char *name;
        char meaning;
    } named[] = {{"amp;", '&'}, {"lt;", '<'}, {"gt;", '>'}, {"quot;", '"'}, {"apos;", '\''}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        *length = strlen(named[i].name);
        if (*length <= size && !memcmp(text, named[i].name, *length)) {
            *to = named[i].meaning;
            return 1;
        }
    }
    const bool hexadecimal = size > 1 && text[0] == '#' && text[1] == 'x';
    const char *digits = hexadecimal ? "0123456789ABCDEFabcdef" : "0123456789";
    uint32_t code_point = 0;
    size_t at = hexadecimal ? 2 : 1;
    for (const char *digit;
         at < size && text[at] && (digit = strchr(digits, text[at])) && code_point < 0x110000;
         at++) {
        const ptrdiff_t value = digit - digits;
        code_point =
            code_point * (hexadecimal ? 16 : 10) + (uint32_t)(value < 16 ? value : value - 6);
    }
    *length = at + 1;
    return size > at && text[0] == '#' && text[at] == ';' ? xml10_encode(code_point, to) : 0;
}

/* Prints the text before the next markup, without surrounding white space. Returns the offset of the markup. Replaces
 * references in place: no character is longer than its reference. */
static size_t show_text(char *text, size_t size, size_t at, int depth)
{
    const char *markup = memchr(text + at, '<', size - at);
    const size_t end = markup ? (size_t)(markup - text) : size;
    size_t last = end;
    for (; at < end && strchr(" \t\r\n", text[at]); at++) {
    }
    for (; last > at && strchr(" \t\r\n", text[last - 1]); last--) {
    }
    char *begin = text + at, *to = begin;
    while (at < last) {
        if (text[at] != '&') {
            *to++ = text[at++];
            continue;
        }
        size_t length;
        const size_t written = referred(text + at + 1, last - at - 1, &length, to);
        if (written == 0) {
            fail(at, "not a reference to a Char");
        }
        to += written;
        at += 1 + length;
    }
    if (to > begin) {
        printf("%*s\"%.*s\"\n", 2 * depth, "", (int)(to - begin), begin);
    }
    return end;
}

/* Returns the offset after the next occurrence of `what`. */
static size_t after(const char *text, size_t size, size_t at, const char *what)
{
    const size_t length = strlen(what);
    for (size_t i = at; i + length <= size; i++) {
        if (!memcmp(text + i, what, length)) {
            return i + length;
        }
    }
    fail(at, "the document ends inside markup");
}

/* Returns the offset after the tag that begins at `at`. A `>` in quotes does not end a tag. */
static size_t after_tag(const char *text, size_t size, size_t at)
{
    char quote = 0;
    for (size_t i = at; i < size; i++) {
        if (quote ? text[i] == quote : text[i] == '"' || text[i] == '\'') {
            quote = quote ? 0 : text[i];
        } else if (!quote && text[i] == '>') {
            return i + 1;
        }
    }
    fail(at, "the document ends inside a tag");
}

int main(void)
{
    static char text[MOST];
    const size_t size = read_document(text);
    int depth = 0;
    for (size_t at = 0; at < size;) {
        if (text[at] != '<') {
            at = show_text(text, size, at, depth);
        } else if (size - at >= 4 && !memcmp(text + at, "<!--", 4)) {
            at = after(text, size, at + 4, "-->");
        } else if (size - at >= 2 && text[at + 1] == '?') {
            at = after(text, size, at, "?>");
        } else {
            const size_t end = after_tag(text, size, at);
            if (text[at + 1] == '/') {
                depth -= depth > 0;
            } else if (text[at + 1] != '!') {
                printf("%*s%.*s\n", 2 * depth, "", (int)strcspn(text + at + 1, " \t\r\n/>"),
                       text + at + 1);
                depth += text[end - 2] != '/';
                if (depth > MOST_DEPTH) {
                    fail(at, "nested too deeply");
                }
            }
            at = end;
        }
    }
    return 0;
}
