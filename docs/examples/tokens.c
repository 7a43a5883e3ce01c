// SPDX-License-Identifier: 0BSD
/*
 * Prints text that arrives in pieces, such as tokens of a language model or frames of a WebSocket message. A piece may
 * end inside a character.
 *
 *     tokens SIZE <FILE    reads pieces of SIZE bytes; prints the complete characters of each, one piece per line
 *
 *     $ printf 'na\303\257ve\342\202\254' | tokens 3
 *     na
 *     ïve
 *     €
 *
 * The printed text is repaired: U+FFFD replaces ill-formed bytes. utf8_repair_feed keeps an incomplete character until
 * the next piece, and works with an output buffer of a fixed size. The utf8_stream functions find the offset of the
 * first fault. A program that must not accept ill-formed text stops as soon as utf8_stream_feed returns
 * UTF8_STATUS_ILL_FORMED; a WebSocket endpoint, for example, must then fail the connection with 1007 (RFC 6455,
 * section 8.1).
 *
 * Exit status: 0 well-formed, 1 ill-formed, 2 wrong usage.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "utf8.h"

enum { MOST = 1 << 16 };

/* Prints the repair of a piece. At the end of input, text is NULL: prints the repair of the bytes that were kept. */
static void show(utf8_repair_stream *repair, const char *text, size_t size)
{
    char shown[256];
    utf8_result result;
    do {
        result = text ? utf8_repair_feed(repair, text, size, shown, sizeof shown)
                      : utf8_repair_end(repair, shown, sizeof shown);
        fwrite(shown, 1, result.written, stdout);
        text = text ? text + result.read : NULL;
        size -= result.read;
    } while (result.status == UTF8_STATUS_NO_ROOM);
    putchar('\n');
}

int main(int argc, char **argv)
{
    const long size = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (size < 1 || size > MOST) {
        fprintf(stderr, "usage: tokens SIZE, from 1 to %d\n", MOST);
        return 2;
    }
    static char text[MOST];
    utf8_repair_stream repair;
    utf8_stream stream;
    utf8_repair_start(&repair);
    utf8_stream_start(&stream);
    size_t more;
    while ((more = fread(text, 1, (size_t)size, stdin)) > 0) {
        utf8_stream_feed(&stream, text, more);
        show(&repair, text, more);
    }
    utf8_error error;
    utf8_stream_end(&stream);
    if (!utf8_stream_error(&stream, &error)) {
        return 0;
    }
    show(&repair, NULL, 0);
    fflush(stdout);
    fprintf(stderr, "tokens: byte %" PRIu64 ": %s\n", error.offset, utf8_fault_name(error.fault));
    return 1;
}
