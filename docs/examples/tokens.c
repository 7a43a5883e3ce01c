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
 * What is shown is repaired: U+FFFD stands for what is ill-formed, and all that follows is shown, too. The repair holds
 * back the unfinished character of a piece, and each piece is written into one buffer, whatever its size. The stream
 * says besides where the text went wrong, and then the exit status is 1; who must not show such a text (RFC 6455,
 * section 8.1: the connection fails at once, with 1007) stops where it says ILL_FORMED.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "utf8.h"

enum { MOST = 1 << 16 };

/* Writes what comes out of the repair of some bytes, or, without any, of those held back at the end. */
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
