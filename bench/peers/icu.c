// SPDX-License-Identifier: 0BSD
// ICU has no validator. This computes the length of the text in UTF-16, which fails at the first
// ill-formed sequence.

#include <unicode/ustring.h>
#include <unicode/uvernum.h>

const char *bench_version(void)
{
    return "icu " U_ICU_VERSION;
}

int icu(const char *bytes, size_t size)
{
    UErrorCode error = U_ZERO_ERROR;
    int32_t length;
    u_strFromUTF8(NULL, 0, &length, bytes, (int32_t)size, &error);
    return error == U_ZERO_ERROR || error == U_BUFFER_OVERFLOW_ERROR ||
           error == U_STRING_NOT_TERMINATED_WARNING;
}
