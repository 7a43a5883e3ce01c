// SPDX-License-Identifier: 0BSD
// The contenders: our kernels, peers, and limits (functions that only read the text, or do nothing).
//
// In: arguments such as clang-O3=build/bench/utf8-clang-O3.so. Out: functions to measure. Each
// kernel and peer is tested when it is loaded. The idea: they are in shared objects, so that
// code of gcc, clang and Rust can run in one process.

#include "bench.hpp"

#include "../verify/isas.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <unistd.h>

const std::vector<std::string> &isas()
{
#define NAME(name, ...) #name,
    static const std::vector<std::string> names = {ISAS(NAME)};
#undef NAME
    return names;
}

namespace
{

// The type NAME_kernel, which NAME.h of each of our encodings defines.
struct Kernel {
    const char *name;
    bool (*supported)(void);
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);
};

// The name of a vector kernel begins with its ISA; all other kernels are scalar.
std::string isa_of(const std::string &kernel)
{
    std::string longest;
    for (const std::string &isa : isas()) {
        if (kernel.compare(0, isa.size(), isa) == 0 && isa.size() > longest.size()) {
            longest = isa;
        }
    }
    return longest.empty() ? "scalar" : longest;
}

// ---- Tests ----

struct Verdict {
    const char *bytes;
    bool utf8, cesu8, wtf8;
};

// Texts, and whether they are well-formed in each encoding. From RFC 3629, sections 3, 4 and 10, and Unicode's Table 3-7.
const Verdict verdicts[] = {
    {"plain", true, true, true},
    {"\xC2\xA0\xDF\xBF", true, true, true},
    {"\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBD", true, true, true},
    {"\xF0\x90\x80\x80\xF4\x8F\xBF\xBD", true, false, true},
    {"\xED\xA0\xBD\xED\xB8\x80", false, true, false},
    {"\xED\xA0\xBD", false, false, true},
    {"\x80", false, false, false},
    {"\xC1\xBF", false, false, false},
    {"\xE0\x9F\xBF", false, false, false},
    {"\xF0\x8F\xBF\xBF", false, false, false},
    {"\xF4\x90\x80\x80", false, false, false},
    {"\xF5\x80\x80\x80", false, false, false},
    {"\xFF", false, false, false},
    {"\xC3", false, false, false},
    {"\xE4\xB8", false, false, false},
    {"\xF0\x9F\x98", false, false, false},
    {"\xE4\xB8x", false, false, false},
};

bool validate(const Contender &contender, const std::string &bytes)
{
    return contender.with([&](auto f) { return f(bytes.data(), bytes.size()); });
}

bool is_right(const Contender &contender, const Verdict &verdict)
{
    const std::string &encoding = contender.encoding;
    bool right = encoding == "cesu8" || encoding == "mutf8paired" ? verdict.cesu8
                 : encoding == "mutf8" ? verdict.cesu8 || (verdict.wtf8 && !verdict.utf8)
                 : encoding == "wtf8"  ? verdict.wtf8
                                       : verdict.utf8;
    // The text is alone, between ASCII bytes, and across the ends of vectors.
    for (size_t before : {0u, 1u, 13u, 31u, 63u, 300u}) {
        for (size_t after : {0u, 1u, 64u, 300u}) {
            std::string bytes = std::string(before, 'a') + verdict.bytes + std::string(after, 'z');
            if (validate(contender, bytes) != right) {
                return false;
            }
        }
    }
    return true;
}

// Fails if the contender gives a wrong result for the sequences above, or for one of two texts, unchanged or
// with one byte replaced by FF.
void examine(const Contender &contender)
{
    for (const Verdict &verdict : verdicts) {
        if (!is_right(contender, verdict)) {
            std::string hex;
            for (const char *c = verdict.bytes; *c; c++) {
                char digits[4];
                std::snprintf(digits, sizeof digits, " %02X", static_cast<unsigned char>(*c));
                hex += digits;
            }
            fail(contender.name + " gives a wrong verdict on" + hex);
        }
    }
    for (const char *name : {"ascii", "mix"}) {
        const std::string text = text_of(name, contender.encoding, 1000);
        bool right = validate(contender, text) && validate(contender, "");
        for (size_t i = 0; i < text.size(); i++) {
            std::string broken = text;
            broken[i] = static_cast<char>(0xFF);
            right = right && !validate(contender, broken);
        }
        if (!right) {
            fail(contender.name + " gives a wrong result for the text " + name);
        }
    }
}

// Adds the compiler or the library that the shared object names in bench_version, if it has that.
void add_version(std::vector<std::string> &versions, void *library, const std::string &prefix)
{
    if (void *address = dlsym(library, "bench_version")) {
        const char *(*version)(void);
        std::memcpy(&version, &address, sizeof version);
        versions.push_back(prefix + version());
    }
}

// ---- Limits ----

// Each loop loads all bytes into registers, eight vectors per step, and does nothing with them. Loads are
// aligned except the first and the last. `ahead`: whether to prefetch, at a distance of AHEAD bytes.
const ptrdiff_t AHEAD = 8192;

#define LOAD(place) __asm__ volatile("" : : REGISTER(*reinterpret_cast<const vector *>(place)))
#define READER(name, type, ahead, attributes)                                                      \
    attributes int name(const char *bytes, size_t size)                                            \
    {                                                                                              \
        typedef type vector __attribute__((may_alias, aligned(1)));                                \
        const ptrdiff_t width = sizeof(vector);                                                    \
        const char *at = bytes, *end = bytes + size;                                               \
        if (end - at < width) {                                                                    \
            return read_bytes(bytes, size);                                                        \
        }                                                                                          \
        LOAD(at);                                                                                  \
        for (at += width - reinterpret_cast<intptr_t>(at) % width; end - at >= 8 * width;          \
             at += 8 * width) {                                                                    \
            for (ptrdiff_t i = 0; (ahead) && i < 8 * width; i += 64) {                             \
                __builtin_prefetch(at + AHEAD + i);                                                \
            }                                                                                      \
            LOAD(at);                                                                              \
            LOAD(at + width);                                                                      \
            LOAD(at + 2 * width);                                                                  \
            LOAD(at + 3 * width);                                                                  \
            LOAD(at + 4 * width);                                                                  \
            LOAD(at + 5 * width);                                                                  \
            LOAD(at + 6 * width);                                                                  \
            LOAD(at + 7 * width);                                                                  \
        }                                                                                          \
        for (; end - at >= width; at += width) {                                                   \
            LOAD(at);                                                                              \
        }                                                                                          \
        LOAD(end - width);                                                                         \
        return 1;                                                                                  \
    }

int read_bytes(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        __asm__ volatile("" : : "r"(bytes[i]));
    }
    return 1;
}

template <int bytes> struct Vector {
    typedef uint64_t type __attribute__((vector_size(bytes)));
};

#define REGISTER "r"
READER(read_words, uint64_t, false, )
#undef REGISTER

#ifdef __x86_64__
#define REGISTER "v"
READER(read_16, Vector<16>::type, false, )
READER(read_32, Vector<32>::type, false, __attribute__((target("avx"))))
READER(read_32_ahead, Vector<32>::type, true, __attribute__((target("avx"))))
READER(read_64, Vector<64>::type, false, __attribute__((target("avx512f"))))
READER(read_64_ahead, Vector<64>::type, true, __attribute__((target("avx512f"))))
#elif defined __aarch64__
#define REGISTER "w"
READER(read_16, Vector<16>::type, false, )
READER(read_16_ahead, Vector<16>::type, true, )
#endif

int nothing(const char *, size_t)
{
    return 1;
}

Contender limit(const char *name, int (*function)(const char *, size_t))
{
    Contender contender;
    contender.name = name;
    contender.isa = LIMIT_ISA;
    contender.encoding = "utf8";
    contender.peer = function;
    return contender;
}

// Returns the kernels of an encoding that this processor can run.
Contenders kernels_of(void *library, const std::string &file, const std::string &encoding)
{
    auto count = function_of<size_t (*)()>(library, file, encoding + "_kernel_count");
    auto at = function_of<const Kernel *(*)(size_t)>(library, file, encoding + "_kernel_at");
    Contenders contenders;
    for (size_t i = 0; i < count(); i++) {
        const Kernel *kernel = at(i);
        if (kernel->supported()) {
            Contender ours;
            ours.name = kernel->name;
            ours.encoding = encoding;
            ours.isa = isa_of(kernel->name);
            ours.file = file;
            ours.side = Side::OURS;
            ours.ours = kernel->valid;
            contenders.push_back(ours);
        }
    }
    return contenders;
}

}  // namespace

// ---- The interface ----

std::pair<std::string, std::string> halves(const std::string &text, char sign)
{
    size_t at = text.find(sign);
    return at == std::string::npos ? std::make_pair(text, std::string())
                                   : std::make_pair(text.substr(0, at), text.substr(at + 1));
}

void *library_of(const std::string &file)
{
    std::string path = file.find('/') == std::string::npos ? "./" + file : file;
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fail(dlerror());
    }
    return library;
}

void *address_of(void *library, const std::string &file, const std::string &symbol)
{
    void *address = dlsym(library, symbol.c_str());
    if (!address) {
        fail(file + " has no symbol " + symbol);
    }
    return address;
}

Contenders load_ours(const std::string &argument, std::vector<std::string> &versions)
{
    auto [build, place] = halves(argument, '=');
    auto [file, given] = halves(place, ':');
    void *library = library_of(file);
    Contenders contenders = kernels_of(library, file, given.empty() ? "utf8" : given);
    for (Contender &ours : contenders) {
        ours.build = build;
        examine(ours);
    }
    add_version(versions, library, build + ": ");
    return contenders;
}

Contender dispatch_of(const Contenders &kernels)
{
    Contender dispatch = kernels.at(0);
    const std::string &file = dispatch.file, &encoding = dispatch.encoding;
    void *library = library_of(file);
    dispatch.name = DISPATCH;
    dispatch.isa =
        isa_of(function_of<const char *(*)()>(library, file, encoding + "_active_kernel")());
    dispatch.ours = function_of<bool (*)(const void *, size_t)>(library, file, encoding + "_valid");
    return dispatch;
}

Contender loaded_elsewhere(const Contender &ours)
{
    static size_t copies;
    const std::filesystem::path copy =
        std::filesystem::temp_directory_path() /
        ("u8gen-bench-" + std::to_string(getpid()) + "-" + std::to_string(copies++));
    std::filesystem::copy_file(ours.file, copy);
    void *library = library_of(copy);
    std::filesystem::remove(copy);
    for (const Contender &again : kernels_of(library, ours.file, ours.encoding)) {
        if (again.name == ours.name) {
            return again;
        }
    }
    fail(ours.file + " has changed");
}

Contenders load_peer(const std::string &argument, std::vector<std::string> &versions)
{
    auto [title, place] = halves(argument, '=');
    auto [name, isa] = halves(title, '@');
    auto [file, symbol] = halves(place, ':');
    Contender peer;
    peer.name = name;
    peer.encoding = "utf8";
    peer.isa = isa.empty() ? "scalar" : isa;
    peer.side = Side::PEER;
    void *library = library_of(file);
    peer.peer = function_of<int (*)(const char *, size_t)>(library, file,
                                                           symbol.empty() ? "validate" : symbol);
    if (peer.peer("", 0) < 0) {
        std::fprintf(stderr, "bench: %s needs another processor, and is not measured\n",
                     name.c_str());
        return {};
    }
    examine(peer);
    add_version(versions, library, "");
    return {peer};
}

Contenders read_limits()
{
    Contenders limits = {limit("read words", read_words)};
#ifdef __x86_64__
    limits.push_back(limit("read 16 bytes", read_16));
    if (__builtin_cpu_supports("avx")) {
        limits.push_back(limit("read 32 bytes", read_32));
        limits.push_back(limit("read 32 bytes ahead", read_32_ahead));
    }
    if (__builtin_cpu_supports("avx512f")) {
        limits.push_back(limit("read 64 bytes", read_64));
        limits.push_back(limit("read 64 bytes ahead", read_64_ahead));
    }
#elif defined __aarch64__
    limits.push_back(limit("read 16 bytes", read_16));
    limits.push_back(limit("read 16 bytes ahead", read_16_ahead));
#endif
    return limits;
}

Contender call_limit()
{
    return limit("call only", nothing);
}
