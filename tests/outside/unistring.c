// SPDX-License-Identifier: 0BSD
//
// GNU libunistring as a decoder and converter.
//
// In: an argument, `check`, `to16`, `to32`, `from16` or `from32`; blocks of sources on standard input
// (stream.h). Out: an answer for each source.
#include <unistr.h>

#include "stream.h"

static uint16_t units[1 << 16];
static uint32_t wide[1 << 16];
static uint8_t bytes[1 << 18];

static void check(const uint8_t *text, size_t size)
{
    const uint8_t *wrong = u8_check(text, size);
    if (wrong == NULL) {
        put_verdict(true);
    } else {
        put_offset((size_t)(wrong - text));
    }
}

static void to_utf16(const uint8_t *text, size_t size)
{
    size_t count = sizeof units / sizeof *units;
    if (u8_to_u16(text, size, units, &count) == NULL) {
        put_verdict(false);
        return;
    }
    for (size_t i = 0; i < 2 * count; i++) {
        bytes[i] = (uint8_t)(units[i / 2] >> 8 * (i % 2));
    }
    put_text(bytes, 2 * count);
}

static void to_utf32(const uint8_t *text, size_t size)
{
    size_t count = sizeof wide / sizeof *wide;
    if (u8_to_u32(text, size, wide, &count) == NULL) {
        put_verdict(false);
        return;
    }
    for (size_t i = 0; i < 4 * count; i++) {
        bytes[i] = (uint8_t)(wide[i / 4] >> 8 * (i % 4));
    }
    put_text(bytes, 4 * count);
}

static void from_units(const uint8_t *source, size_t size, size_t width)
{
    size_t count = sizeof bytes;
    for (size_t i = 0; i < size / width; i++) {
        wide[i] = 0;
        for (size_t j = 0; j < width; j++) {
            wide[i] |= (uint32_t)source[width * i + j] << 8 * j;
        }
        units[i] = (uint16_t)wide[i];
    }
    if (width == 2 ? u16_to_u8(units, size / width, bytes, &count) == NULL
                   : u32_to_u8(wide, size / width, bytes, &count) == NULL) {
        put_verdict(false);
    } else {
        put_text(bytes, count);
    }
}

static void from_utf16(const uint8_t *source, size_t size)
{
    from_units(source, size, 2);
}

static void from_utf32(const uint8_t *source, size_t size)
{
    from_units(source, size, 4);
}

int main(int argc, char **argv)
{
    const char *way = argc == 2 ? argv[1] : "";
    return strcmp(way, "check") == 0    ? answer_all(check)
           : strcmp(way, "to16") == 0   ? answer_all(to_utf16)
           : strcmp(way, "to32") == 0   ? answer_all(to_utf32)
           : strcmp(way, "from16") == 0 ? answer_all(from_utf16)
           : strcmp(way, "from32") == 0 ? answer_all(from_utf32)
                                        : 2;
}
