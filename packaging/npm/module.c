/* SPDX-License-Identifier: 0BSD
 *
 * The exports of a WebAssembly module: functions that call an encoding's generated C on a buffer.
 *
 * In:  bytes that JavaScript has copied to buffer() in the module's memory, and their number.
 * Out: numbers, and addresses of zero-terminated strings.
 *
 *     clang --target=wasm32 -DPREFIX=utf8 '-DSOURCE="utf8.c"' -DUTF8_STATIC -I out/utf8 ... module.c
 *
 * A text of at most PIECE bytes (for repair, a quarter) is processed as a whole, a longer one in pieces that trim() cuts, so that memory
 * does not grow. PREFIX and SOURCE choose the encoding. text.c has the conversions.
 */
#include SOURCE

#define PASTE(a, b) a##_##b
#define JOIN(a, b) PASTE(a, b)
#define P(name) JOIN(PREFIX, name)
#define EXPORT(name) __attribute__((export_name(#name)))

enum { PIECE = 1 << 16 };

/* The end of the module's own data, defined by the linker. */
extern uint8_t __heap_base;

static P(error) error;
static size_t read;
static uint32_t code_point;

EXPORT(buffer) uint8_t *buffer(void)
{
    return &__heap_base;
}

EXPORT(piece) size_t piece(void)
{
    return PIECE;
}

EXPORT(valid) bool valid(size_t size)
{
    return P(valid)(buffer(), size);
}

/* Whether the bytes are well-formed. If not, the error_ functions return the error. */
EXPORT(check) bool check(size_t size)
{
    return P(check)(buffer(), size, &error);
}

/* Returns the number of bytes of the buffer for which later bytes cannot change the result. */
EXPORT(trim) size_t trim(size_t size)
{
    return P(trim)(buffer(), size);
}

/* Returns the number of characters of well-formed bytes. */
EXPORT(count) size_t count(size_t size)
{
    return P(count)(buffer(), size);
}

EXPORT(error_offset) size_t error_offset(void)
{
    return (size_t)error.offset;
}

EXPORT(error_length) size_t error_length(void)
{
    return error.length;
}

EXPORT(error_fault) const char *error_fault(void)
{
    return P(fault_name)(error.fault);
}

EXPORT(error_expected) bool error_expected(uint8_t byte)
{
    return P(expected)(error.state, byte);
}

/* Repairs bytes `from` to `size` of the buffer into the `room` bytes after them. Returns the number of bytes written there; was_read()
 * returns the number read. */
EXPORT(repair) size_t repair(size_t from, size_t size, size_t room)
{
    const P(result) result = P(repair)(buffer() + from, size - from, buffer() + size, room);
    read = result.read;
    return result.written;
}

EXPORT(was_read) size_t was_read(void)
{
    return read;
}

/* Returns the length of the first character, 0 if there is no well-formed one. the_code_point() returns its code point. */
EXPORT(decode) size_t decode(size_t size)
{
    return P(decode)(buffer(), size, &code_point);
}

/* Encodes a code point into the buffer. Returns its length, 0 if the encoding cannot represent it. */
EXPORT(encode) size_t encode(uint32_t written)
{
    return P(encode)(written, buffer());
}

EXPORT(the_code_point) uint32_t the_code_point(void)
{
    return code_point;
}

EXPORT(spec_hash) const char *spec_hash(void)
{
    return P(spec_hash)();
}
