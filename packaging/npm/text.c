/* SPDX-License-Identifier: 0BSD
 *
 * The exports of a second WebAssembly module of an encoding: conversions to and from UTF-16, which is how JavaScript stores strings.
 *
 * In:  bytes that JavaScript has copied to bytes(), or units to units(), and their number.
 * Out: the other form, at units() or bytes(); numbers.
 *
 * The module is separate, since the conversions are larger than the functions of module.c and few programs need both. Long texts come in
 * pieces that trim() and trim_units() cut, of at most PIECE bytes or units. A byte becomes at most one unit. A unit becomes at most LONGEST
 * bytes, which is the length of the longest character.
 */
#include SOURCE

#define PASTE(a, b) a##_##b
#define JOIN(a, b) PASTE(a, b)
#define P(name) JOIN(PREFIX, name)
#define EXPORT(name) __attribute__((export_name(#name)))

enum { PIECE = 1 << 14 };

/* The end of the module's own data, defined by the linker. */
extern uint8_t __heap_base;

static size_t read;

EXPORT(bytes) uint8_t *bytes(void)
{
    return &__heap_base;
}

/* The address is aligned, since PIECE and __heap_base are. */
EXPORT(units) uint16_t *units(void)
{
    return (uint16_t *)(void *)(bytes() + LONGEST * PIECE);
}

EXPORT(piece) size_t piece(void)
{
    return PIECE;
}

/* Returns the number of bytes for which later bytes cannot change the result. trim_units returns this number for units. */
EXPORT(trim) size_t trim(size_t size)
{
    return P(trim)(bytes(), size);
}

EXPORT(trim_units) size_t trim_units(size_t size)
{
    return P(trim_utf16)(units(), size);
}

/* Converts bytes `from` to `size` as far as possible. Returns the number of units; was_read() returns the number of bytes read. */
EXPORT(to_units) size_t to_units(size_t from, size_t size)
{
    const P(result) result = P(to_utf16)(bytes() + from, size - from, units(), PIECE);
    read = result.read;
    return result.written;
}

/* Converts units `from` to `size` as far as possible, to bytes from `at` on. Returns the number of bytes; was_read() returns the number of
 * units read. */
EXPORT(from_units) size_t from_units(size_t from, size_t size, size_t at)
{
    const size_t room = LONGEST * PIECE - at;
    const P(result) result = P(from_utf16)(units() + from, size - from, bytes() + at, room);
    read = result.read;
    return result.written;
}

EXPORT(was_read) size_t was_read(void)
{
    return read;
}

EXPORT(spec_hash) const char *spec_hash(void)
{
    return P(spec_hash)();
}
