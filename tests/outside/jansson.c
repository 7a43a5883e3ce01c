// SPDX-License-Identifier: 0BSD
//
// jansson as a decoder of UTF-8: it makes a string from the text, or refuses.
//
// In: blocks of texts on standard input (stream.h). Out: an answer for each text.
#include <jansson.h>

#include "stream.h"

static void answer(const uint8_t *text, size_t size)
{
    json_t *string = json_stringn((const char *)text, size);
    put_verdict(string != NULL);
    json_decref(string);
}

int main(void)
{
    return answer_all(answer);
}
