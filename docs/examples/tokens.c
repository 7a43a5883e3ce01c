// SPDX-License-Identifier: 0BSD
/*
 * Text that comes in pieces, shown as it comes: the tokens of a language model, the frames of a WebSocket message.
 * They are cut anywhere, also inside a character.
 *
 *     tokens SIZE <FILE    reads pieces of SIZE bytes and writes what is whole of each, a line a piece
 *
 *     $ printf 'na\303\257ve\342\202\254' | tokens 3
 *     na
 *     ïve
 *     €
 *
 * The stream says whether all so far can still become well-formed text (RFC 6455, section 8.1: if not, the connection
 * fails at once, with 1007); it keeps no text. What is held back of a piece for the next one is its unfinished
 * character, at most UTF8_LONGEST - 1 bytes, which utf8_trim finds.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

enum { MOST = 1 << 16 };

/* Says where the text went wrong, and returns main's result. */
static int refuse(const utf8_stream *stream)
{
    utf8_error error;
    utf8_stream_error(stream, &error);
    fflush(stdout);
    fprintf(stderr, "tokens: byte %" PRIu64 ": %s\n", error.offset, utf8_fault_name(error.fault));
    return 1;
}

int main(int argc, char **argv)
{
    const long size = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (size < 1 || size > MOST) {
        fprintf(stderr, "usage: tokens SIZE, from 1 to %d\n", MOST);
        return 2;
    }
    static char text[UTF8_LONGEST + MOST];
    size_t held = 0;
    utf8_stream stream;
    utf8_stream_start(&stream);
    for (;;) {
        const size_t more = fread(text + held, 1, (size_t)size, stdin);
        if (more == 0) {
            break;
        }
        if (utf8_stream_feed(&stream, text + held, more) == UTF8_STATUS_ILL_FORMED) {
            return refuse(&stream);
        }
        const size_t whole = utf8_trim(text, held + more);
        fwrite(text, 1, whole, stdout);
        putchar('\n');
        held += more - whole;
        memmove(text, text + whole, held);
    }
    return utf8_stream_end(&stream) == UTF8_STATUS_COMPLETE ? 0 : refuse(&stream);
}
