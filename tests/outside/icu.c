// SPDX-License-Identifier: 0BSD
//
// ICU's converters as decoders.
//
// In: a way to decode or convert, `ENCODING`, `ENCODING replace`, `ENCODING to16` or `ENCODING from16`, with UTF-8 or CESU-8 as ENCODING;
// blocks of sources on standard input (stream.h). Out: an answer for each source.
#include <unicode/ucnv.h>

#include "stream.h"

enum { MOST = 1 << 18 };

static UConverter *converter;
static UChar units[MOST];
static char bytes[MOST];

static void put_units(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bytes[2 * i] = (char)(units[i] & 0xFF);
        bytes[2 * i + 1] = (char)(units[i] >> 8);
    }
}

// Converts to units up to the first fault, or the whole text if the converter replaces faults. Returns the number of units. *wrong
// becomes the number of ill-formed bytes before *end.
static size_t to_units(const uint8_t *text, size_t size, size_t *end, size_t *wrong)
{
    const char *from = (const char *)text;
    UChar *to = units;
    UErrorCode error = U_ZERO_ERROR;
    int8_t length = 16;
    char invalid[16];
    ucnv_resetToUnicode(converter);
    ucnv_toUnicode(converter, &to, units + MOST / 2, &from, from + size, NULL, true, &error);
    *end = (size_t)(from - (const char *)text);
    *wrong = 0;
    if (U_FAILURE(error)) {
        error = U_ZERO_ERROR;
        ucnv_getInvalidChars(converter, invalid, &length, &error);
        *wrong = (size_t)length;
    }
    return (size_t)(to - units);
}

static void validate(const uint8_t *text, size_t size)
{
    size_t end, wrong;
    to_units(text, size, &end, &wrong);
    if (wrong == 0) {
        put_verdict(true);
    } else {
        put_fault(end - wrong, wrong);
    }
}

static void to_utf16(const uint8_t *text, size_t size)
{
    size_t end, wrong;
    const size_t count = to_units(text, size, &end, &wrong);
    put_units(count);
    if (wrong == 0) {
        put_text(bytes, 2 * count);
    } else {
        put_part(end - wrong, bytes, 2 * count);
    }
}

static void from_units(size_t count)
{
    const UChar *from = units;
    char *to = bytes;
    UErrorCode error = U_ZERO_ERROR;
    ucnv_resetFromUnicode(converter);
    ucnv_fromUnicode(converter, &to, bytes + MOST, &from, units + count, NULL, true, &error);
    if (U_SUCCESS(error)) {
        put_text(bytes, (size_t)(to - bytes));
    } else {
        put_verdict(false);
    }
}

static void from_utf16(const uint8_t *source, size_t size)
{
    for (size_t i = 0; i < size / 2; i++) {
        units[i] = (UChar)(source[2 * i] | source[2 * i + 1] << 8);
    }
    from_units(size / 2);
}

// Answers with the repaired text. The converter has already put U+FFFD in place of ill-formed bytes.
static void replace(const uint8_t *text, size_t size)
{
    size_t end, wrong;
    from_units(to_units(text, size, &end, &wrong));
}

int main(int argc, char **argv)
{
    UErrorCode error = U_ZERO_ERROR;
    const char *way = argc == 3 ? argv[2] : "";
    const bool replacing = strcmp(way, "replace") == 0;
    if (argc < 2) {
        return 2;
    }
    converter = ucnv_open(argv[1], &error);
    ucnv_setToUCallBack(converter,
                        replacing ? UCNV_TO_U_CALLBACK_SUBSTITUTE : UCNV_TO_U_CALLBACK_STOP, NULL,
                        NULL, NULL, &error);
    ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_STOP, NULL, NULL, NULL, &error);
    if (U_FAILURE(error)) {
        return 2;
    }
    return answer_all(replacing                    ? replace
                      : strcmp(way, "to16") == 0   ? to_utf16
                      : strcmp(way, "from16") == 0 ? from_utf16
                                                   : validate);
}
