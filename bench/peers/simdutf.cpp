// SPDX-License-Identifier: 0BSD
// The functions of simdutf on x86-64 and ARM64, for each implementation: validators for bench, and the functions that functions.h lists.
// Debian 12 has no package of simdutf: peers.sh compiles it from a copy of its repository.

#include "../functions.h"

#include <simdutf.cpp>

#include <cstring>

namespace
{

const simdutf::implementation *selected;

const simdutf::implementation *supported(const char *name)
{
    const simdutf::implementation *found = simdutf::get_available_implementations()[name];
    return found && found->supported_by_runtime_system() ? found : nullptr;
}

const char *bytes_of(const void *source)
{
    return static_cast<const char *>(source);
}
const char16_t *utf16_of(const void *source)
{
    return static_cast<const char16_t *>(source);
}
const char32_t *utf32_of(const void *source)
{
    return static_cast<const char32_t *>(source);
}

// Our kernels, and the implementation with which each is compared.
const char *const implementations[][2] = {
    {"swar", "fallback"},    {"sse", "westmere"},   {"avx2", "haswell"}, {"avx2gfni", "haswell"},
    {"avx512bw", "icelake"}, {"avx512", "icelake"}, {"neon", "arm64"},
};

}  // namespace

extern "C" {

const char *bench_version()
{
    return "simdutf " SIMDUTF_VERSION;
}

#define VALIDATOR(name)                                                                            \
    int simdutf_##name(const char *bytes, size_t size)                                             \
    {                                                                                              \
        static const simdutf::implementation *const found = supported(#name);                      \
        return found ? found->validate_utf8(bytes, size) : -1;                                     \
    }
VALIDATOR(fallback)
VALIDATOR(westmere)
VALIDATOR(haswell)
VALIDATOR(icelake)
VALIDATOR(arm64)

bool peer_select(const char *kernel)
{
    selected = nullptr;
    for (const auto &row : implementations) {
        if (!std::strcmp(row[0], kernel)) {
            selected = supported(row[1]);
        }
    }
    return selected != nullptr;
}

#define PEER(name, call, source, ...)                                                              \
    size_t peer_##name(const void *text, size_t size, void *to, size_t)                            \
    {                                                                                              \
        (void)to;                                                                                  \
        return selected->call(source(text), size __VA_ARGS__);                                     \
    }
#define BYTES , static_cast<char *>(to)
#define UTF16 , static_cast<char16_t *>(to)
#define UTF32 , static_cast<char32_t *>(to)
PEER(valid, validate_utf8, bytes_of)
PEER(count, count_utf8, bytes_of)
PEER(utf16_size, utf16_length_from_utf8, bytes_of)
PEER(to_utf16, convert_utf8_to_utf16le, bytes_of, UTF16)
PEER(to_utf32, convert_utf8_to_utf32, bytes_of, UTF32)
PEER(valid_utf16, validate_utf16le, utf16_of)
PEER(size_of_utf16, utf8_length_from_utf16le, utf16_of)
PEER(from_utf16, convert_utf16le_to_utf8, utf16_of, BYTES)
PEER(valid_utf32, validate_utf32, utf32_of)
PEER(size_of_utf32, utf8_length_from_utf32, utf32_of)
PEER(from_utf32, convert_utf32_to_utf8, utf32_of, BYTES)
PEER(latin1_to_utf8, convert_latin1_to_utf8, bytes_of, BYTES)
PEER(utf8_to_latin1, convert_utf8_to_latin1, bytes_of, BYTES)
}
