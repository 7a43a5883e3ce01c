// SPDX-License-Identifier: 0BSD
//
// GLib as a decoder: its conversions, and g_utf8_validate with a length, which rejects U+0000.
//
// In: a way to decode or convert, `validate`, `to16`, `to32`, `from16` or `from32`; blocks of sources on standard input
// (stream.h). Out: an answer for each source.
#include <glib.h>

#include "stream.h"

static void validate(const uint8_t *text, size_t size)
{
    const char *end;
    if (g_utf8_validate((const char *)text, (gssize)size, &end)) {
        put_verdict(true);
    } else {
        put_offset((size_t)(end - (const char *)text));
    }
}

static void put_items(const void *items, glong count, size_t width, bool units)
{
    uint8_t *bytes = g_malloc((size_t)count * width + 1);
    for (size_t i = 0; i < (size_t)count * width; i++) {
        const uint32_t item = width == 1   ? ((const uint8_t *)items)[i]
                              : width == 2 ? ((const gunichar2 *)items)[i / width]
                                           : ((const gunichar *)items)[i / width];
        bytes[i] = (uint8_t)(item >> (units ? 8 * (i % width) : 0));
    }
    put_text(bytes, (size_t)count * width);
    g_free(bytes);
}

static void put_converted(void *items, glong count, size_t width, GError *error)
{
    if (items == NULL) {
        put_verdict(false);
    } else {
        put_items(items, count, width, width > 1);
    }
    g_clear_error(&error);
    g_free(items);
}

// The conversions of GLib stop at a zero byte or unit, so sources with one are skipped.
static void to_utf16(const uint8_t *text, size_t size)
{
    glong count = 0;
    GError *error = NULL;
    gunichar2 *units = NULL;
    if (memchr(text, 0, size) != NULL) {
        put_unasked();
        return;
    }
    units = g_utf8_to_utf16((const char *)text, (glong)size, NULL, &count, &error);
    put_converted(units, count, 2, error);
}

static void to_utf32(const uint8_t *text, size_t size)
{
    glong count = 0;
    GError *error = NULL;
    gunichar *units = NULL;
    if (memchr(text, 0, size) != NULL) {
        put_unasked();
        return;
    }
    units = g_utf8_to_ucs4((const char *)text, (glong)size, NULL, &count, &error);
    put_converted(units, count, 4, error);
}

static bool zero_among(const uint8_t *source, size_t size, size_t width, gunichar *wide,
                       gunichar2 *units)
{
    bool found = false;
    for (size_t i = 0; i < size / width; i++) {
        wide[i] = 0;
        for (size_t j = 0; j < width; j++) {
            wide[i] |= (gunichar)source[width * i + j] << 8 * j;
        }
        units[i] = (gunichar2)wide[i];
        found = found || wide[i] == 0;
    }
    return found;
}

static void from_units(const uint8_t *source, size_t size, size_t width)
{
    static gunichar wide[1 << 14];
    static gunichar2 units[1 << 14];
    glong count = 0;
    GError *error = NULL;
    if (zero_among(source, size, width, wide, units)) {
        put_unasked();
        return;
    }
    char *text = width == 2 ? g_utf16_to_utf8(units, (glong)(size / width), NULL, &count, &error)
                            : g_ucs4_to_utf8(wide, (glong)(size / width), NULL, &count, &error);
    put_converted(text, count, 1, error);
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
    return strcmp(way, "validate") == 0 ? answer_all(validate)
           : strcmp(way, "to16") == 0   ? answer_all(to_utf16)
           : strcmp(way, "to32") == 0   ? answer_all(to_utf32)
           : strcmp(way, "from16") == 0 ? answer_all(from_utf16)
           : strcmp(way, "from32") == 0 ? answer_all(from_utf32)
                                        : 2;
}
