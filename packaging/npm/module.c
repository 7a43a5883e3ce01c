/* SPDX-License-Identifier: 0BSD
 *
 * What a WebAssembly module exports: an encoding's generated C behind a buffer of bytes.
 *
 * In:  bytes that JavaScript has copied to buffer() in the module's memory, and their number.
 * Out: numbers, and the addresses of names that end with a NUL.
 *
 *     clang --target=wasm32 -DPREFIX=utf8 '-DSOURCE="utf8.c"' -DUTF8_STATIC -I out/utf8 ... module.c
 *
 * A text of PIECE bytes at most is validated as a whole; a longer one comes in pieces, start, feed, feed, end, so that memory stays
 * as it is. repair has the whole text in memory: JavaScript lets it grow, and drops the instance behind it. The encodings differ
 * in PREFIX alone.
 */
#include SOURCE

#define PASTE(a, b) a##_##b
#define JOIN(a, b) PASTE(a, b)
#define P(name) JOIN(PREFIX, name)
#define EXPORT(name) __attribute__((export_name(#name)))

enum { PIECE = 1 << 16 };

/* Where the module's own data ends; the linker knows. */
extern uint8_t __heap_base;

static P(stream) stream;
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

/* Whether the bytes are well-formed; if not, error_offset and the others say more. */
EXPORT(check) bool check(size_t size)
{
    return P(check)(buffer(), size, &error);
}

EXPORT(start) void start(void)
{
    P(stream_start)(&stream);
}

/* Whether all pieces so far may begin a well-formed text. */
EXPORT(feed) bool feed(size_t size)
{
    P(stream_feed)(&stream, buffer(), size);
    return !P(stream_error)(&stream, &error);
}

/* Whether all pieces are a well-formed text. */
EXPORT(end) bool end(void)
{
    P(stream_end)(&stream);
    return !P(stream_error)(&stream, &error);
}

/* A double holds every offset that a text can have. */
EXPORT(error_offset) double error_offset(void)
{
    return (double)error.offset;
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

/* Repairs bytes `from` to `size` of the buffer into `room` bytes at `to`; returns how many are written, and was_read how many read. */
EXPORT(repair) size_t repair(size_t from, size_t size, uint8_t *to, size_t room)
{
    const P(result) result = P(repair)(buffer() + from, size - from, to, room);
    read = result.read;
    return result.written;
}

EXPORT(was_read) size_t was_read(void)
{
    return read;
}

/* The length of the character that begins the text, 0 if none does; the_code_point says which one it is. */
EXPORT(decode) size_t decode(size_t size)
{
    return P(decode)(buffer(), size, &code_point);
}

/* Writes the character of a code point; returns its length, 0 if there is none. */
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
