// SPDX-License-Identifier: 0BSD
// libunistring's validator.

#include <unistr.h>
#include <stdio.h>
#include <unistring/version.h>

const char *bench_version(void)
{
    static char version[64];
    snprintf(version, sizeof version, "libunistring %d.%d", _LIBUNISTRING_VERSION >> 16,
             _LIBUNISTRING_VERSION >> 8 & 0xFF);
    return version;
}

int unistring(const char *bytes, size_t size)
{
    return u8_check((const uint8_t *)bytes, size) == NULL;
}
