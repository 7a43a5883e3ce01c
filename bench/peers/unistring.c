// SPDX-License-Identifier: 0BSD
// libunistring's validator.

#include <unistr.h>
#include <unistring/version.h>

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)

const char *bench_version(void)
{
    return "libunistring " TEXT(_LIBUNISTRING_VERSION);
}

int unistring(const char *bytes, size_t size)
{
    return u8_check((const uint8_t *)bytes, size) == NULL;
}
