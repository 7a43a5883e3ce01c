// SPDX-License-Identifier: 0BSD
//
// The C library's iconv as a decoder and converter.
//
// In: the names of two encodings, and optionally `check`, to answer only whether and where iconv stops; blocks of sources on standard
// input (stream.h).
// Out: an answer for each source.
#include <iconv.h>

#include "stream.h"

enum { MOST = 1 << 18 };

static iconv_t converter;
static bool checking;

static void answer(const uint8_t *source, size_t size)
{
    static char to[MOST];
    char *from = (char *)(uintptr_t)source, *end = to;
    size_t left = size, room = MOST;
    iconv(converter, NULL, NULL, NULL, NULL);
    const bool whole = iconv(converter, &from, &left, &end, &room) != (size_t)-1;
    if (checking && whole) {
        put_verdict(true);
    } else if (checking) {
        put_offset(size - left);
    } else if (whole) {
        put_text(to, MOST - room);
    } else {
        put_part(size - left, to, MOST - room);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        return 2;
    }
    converter = iconv_open(argv[2], argv[1]);
    checking = argc == 4 && strcmp(argv[3], "check") == 0;
    return converter == (iconv_t)-1 ? 2 : answer_all(answer);
}
