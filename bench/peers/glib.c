// SPDX-License-Identifier: 0BSD
// GLib's validator. It rejects U+0000, which no text of the plans quick, full and functions has.

#include <glib.h>

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)

const char *bench_version(void)
{
    return "glib " TEXT(GLIB_MAJOR_VERSION) "." TEXT(GLIB_MINOR_VERSION) "." TEXT(
        GLIB_MICRO_VERSION);
}

int glib(const char *bytes, size_t size)
{
    return g_utf8_validate_len(bytes, size, NULL);
}
