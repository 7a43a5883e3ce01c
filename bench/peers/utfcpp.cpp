// SPDX-License-Identifier: 0BSD
// The validator of utf8-cpp, a header-only library.

#include <utf8cpp/utf8.h>

extern "C" const char *bench_version()
{
    return "utf8-cpp";
}

extern "C" int utfcpp(const char *bytes, size_t size)
{
    return utf8::is_valid(bytes, bytes + size);
}
