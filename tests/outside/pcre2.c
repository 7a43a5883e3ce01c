// SPDX-License-Identifier: 0BSD
//
// PCRE2 as a decoder of UTF-8: it checks its subject before it matches.
//
// In: blocks of texts on standard input (stream.h). Out: an answer for each text.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "stream.h"

static pcre2_code *code;
static pcre2_match_data *data;

static void answer(const uint8_t *text, size_t size)
{
    const int got = pcre2_match(code, text, size, 0, 0, data, NULL);
    if (got <= PCRE2_ERROR_UTF8_ERR1 && got >= PCRE2_ERROR_UTF8_ERR21) {
        put_offset(pcre2_get_startchar(data));
    } else if (got > 0) {
        put_verdict(true);
    } else {
        put_unasked();
    }
}

int main(void)
{
    int error;
    size_t offset;
    code = pcre2_compile((PCRE2_SPTR) "", 0, PCRE2_UTF, &error, &offset, NULL);
    data = pcre2_match_data_create(1, NULL);
    return code == NULL || data == NULL ? 2 : answer_all(answer);
}
