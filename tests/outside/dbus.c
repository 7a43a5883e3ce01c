// SPDX-License-Identifier: 0BSD
//
// libdbus as a decoder of UTF-8 without U+0000. Strings of libdbus end at a zero byte, so texts with a zero byte are skipped.
//
// In: blocks of texts on standard input (stream.h). Out: an answer for each text.
#include <dbus/dbus.h>

#include "stream.h"

static void answer(const uint8_t *text, size_t size)
{
    if (memchr(text, 0, size) != NULL) {
        put_unasked();
    } else {
        put_verdict(dbus_validate_utf8((const char *)text, NULL));
    }
}

int main(void)
{
    return answer_all(answer);
}
