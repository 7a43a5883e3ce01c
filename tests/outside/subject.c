// SPDX-License-Identifier: 0BSD
//
// Calls the emitted C of one encoding (-DNAME=utf8 -DNAME_UPPER=UTF8) through its public interface, for subject.h.
#include <string.h>

#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define P(name) PASTE(NAME, name)
#define MACRO(name) PASTE(NAME_UPPER, name)
#include QUOTE(NAME.h)

#include "subject.h"

enum { LONGEST_CHARACTER = 16, MOST_KERNELS = 32 };

const char *const subject_name = QUOTE(NAME);

static struct verdict verdict_of(bool well_formed, const P(error) * error, size_t size)
{
    return well_formed ? (struct verdict){true, size, 0}
                       : (struct verdict){false, (size_t)error->offset, error->length};
}

struct verdict subject_check(const uint8_t *text, size_t size)
{
    P(error) error;
    const bool well_formed = P(check)(text, size, &error);
    return verdict_of(well_formed, &error, size);
}

static bool same(struct verdict a, struct verdict b)
{
    return a.well_formed == b.well_formed && a.offset == b.offset && a.length == b.length;
}

static struct verdict by_stream(const uint8_t *text, size_t size)
{
    P(stream) stream;
    P(error) error;
    const size_t cut = size * 5 / 8;
    P(stream_start)(&stream);
    P(stream_feed)(&stream, text, cut);
    P(stream_feed)(&stream, text + cut, size - cut);
    P(stream_end)(&stream);
    const bool well_formed = !P(stream_error)(&stream, &error);
    return verdict_of(well_formed, &error, size);
}

// The kernels that this processor supports. `supported` is called once for each kernel, because it is slow in a virtual machine.
static const P(kernel) *const *kernels_here(void)
{
    static const P(kernel) * here[MOST_KERNELS + 1];
    static size_t asked, count;
    for (; asked < P(kernel_count)() && count < MOST_KERNELS; asked++) {
        const P(kernel) *kernel = P(kernel_at)(asked);
        if (kernel->supported()) {
            here[count++] = kernel;
        }
    }
    return here;
}

const char *subject_dissent(const uint8_t *text, size_t size, struct verdict verdict)
{
    if (P(valid)(text, size) != verdict.well_formed) {
        return "valid";
    }
    if (P(valid_prefix)(text, size) != verdict.offset) {
        return "valid_prefix";
    }
    for (const P(kernel) *const *k = kernels_here(); *k != NULL; k++) {
        if ((*k)->valid(text, size) != verdict.well_formed ||
            (*k)->valid_prefix(text, size) != verdict.offset) {
            return (*k)->name;
        }
    }
    const P(chunk) chunk = P(next_chunk)(text, size);
    if (chunk.valid != verdict.offset || chunk.invalid != verdict.length) {
        return "next_chunk";
    }
    return same(by_stream(text, size), verdict) ? NULL : "stream";
}

static uint16_t units16[MOST_TARGET];
static uint32_t units32[MOST_TARGET];

static void get_units(const uint8_t *bytes, size_t size, size_t width)
{
    for (size_t i = 0; i < size / width; i++) {
        uint32_t unit = 0;
        for (size_t j = 0; j < width; j++) {
            unit |= (uint32_t)bytes[width * i + j] << 8 * j;
        }
        units32[i] = unit;
        units16[i] = (uint16_t)unit;
    }
}

static void put_units(uint8_t *bytes, size_t count, size_t width)
{
    for (size_t i = 0; i < count * width; i++) {
        const uint32_t unit = width == 2 ? units16[i / width] : units32[i / width];
        bytes[i] = (uint8_t)(unit >> 8 * (i % width));
    }
}

// The name of a function for single characters that disagrees with a conversion on a character, or NULL.
static const char *of_character(const uint8_t *text, size_t size, uint32_t code_point, bool encoded)
{
    uint8_t written[LONGEST_CHARACTER];
    uint32_t read = UINT32_MAX;
    if (encoded && (P(encode)(code_point, written) != size || memcmp(written, text, size) != 0)) {
        return "encode";
    }
    const size_t length = P(decode)(text, size, &read);
    return length == 0 || (length == size && read != code_point) ? "decode" : NULL;
}

// The bytes of a unit of the source and of the target, and the number of units that the size function computes.
struct sizes {
    size_t from, to, computed;
};

// The lossy conversions.
static P(result) lossy(enum operation operation, const uint8_t *source, size_t size,
                       uint8_t *target, struct sizes *of)
{
    switch (operation) {
    case TO_16_LOSSY:
        of->to = 2;
        of->computed = P(utf16_lossy_size)(source, size);
        return P(to_utf16_lossy)(source, size, units16, MOST_TARGET / 2, NULL);
    case TO_32_LOSSY:
        of->to = 4;
        of->computed = P(utf32_lossy_size)(source, size);
        return P(to_utf32_lossy)(source, size, units32, MOST_TARGET / 4, NULL);
    case FROM_16_LOSSY:
        of->from = 2;
        get_units(source, size, of->from);
        of->computed = P(size_of_utf16_lossy)(units16, size / of->from);
        return P(from_utf16_lossy)(units16, size / of->from, target, MOST_TARGET, NULL);
    default:
        of->from = 4;
        get_units(source, size, of->from);
        of->computed = P(size_of_utf32_lossy)(units32, size / of->from);
        return P(from_utf32_lossy)(units32, size / of->from, target, MOST_TARGET, NULL);
    }
}

struct result subject_convert(enum operation operation, const uint8_t *source, size_t size,
                              uint8_t *target, const char **dissent)
{
    struct sizes of = {1, 1, 0};
    P(result) r = {0};
    *dissent = NULL;
    switch (operation) {
    case REPAIR:
        r = P(repair)(source, size, target, MOST_TARGET);
        of.computed = P(repaired_size)(source, size);
        break;
    case TO_16:
        r = P(to_utf16)(source, size, units16, MOST_TARGET / 2);
        of.computed = P(utf16_size)(source, size);
        of.to = 2;
        break;
    case TO_32:
        r = P(to_utf32)(source, size, units32, MOST_TARGET / 4);
        of.computed = P(utf32_size)(source, size);
        of.to = 4;
        break;
    case FROM_16:
        of.from = 2;
        get_units(source, size, of.from);
        r = P(from_utf16)(units16, size / of.from, target, MOST_TARGET);
        of.computed = P(size_of_utf16)(units16, size / of.from);
        break;
    case FROM_32:
        of.from = 4;
        get_units(source, size, of.from);
        r = P(from_utf32)(units32, size / of.from, target, MOST_TARGET);
        of.computed = P(size_of_utf32)(units32, size / of.from);
        break;
    default:
        r = lossy(operation, source, size, target, &of);
        break;
    }
    if (of.computed != r.written) {
        *dissent = "the function that computes the size";
    } else if (operation == TO_32 && size > 0 && r.written == 1 && r.read == size) {
        *dissent = of_character(source, size, units32[0], false);
    } else if (operation == FROM_32 && size == of.from) {
        *dissent = r.read == 1 ? of_character(target, r.written, units32[0], true)
                   : P(encode)(units32[0], target) == 0 ? NULL
                                                        : "encode";
    }
    if (of.to > 1) {
        put_units(target, r.written, of.to);
    }
    return (struct result){r.status == MACRO(STATUS_COMPLETE), r.read * of.from, r.written * of.to};
}

size_t subject_encode(uint32_t code_point, uint8_t *to)
{
    return P(encode)(code_point, to);
}
