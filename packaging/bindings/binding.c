// SPDX-License-Identifier: 0BSD
/*
 * The functions of binding.h for one encoding.
 *
 *     cc -c -DPREFIX=mutf8 '-DSOURCE="mutf8.c"' -DMUTF8_STATIC -I out/mutf8 binding.c
 *
 * The emitted C is included, and its functions are static. So the binding has no symbols that
 * clash with another copy of mutf8.c in the same program, and the compiler omits the functions
 * that binding.h does not have.
 */
#include SOURCE
#include "binding.h"
#include <string.h>

#define PASTE(a, b) a##_##b
#define JOIN(a, b) PASTE(a, b)
#define P(name) JOIN(PREFIX, name)
#define TABLE JOIN(u8gen, PREFIX)
#define U(name) JOIN(TABLE, name)

#define DECLARATION(result, name, parameters) result U(name) parameters;
U8GEN_FUNCTIONS(DECLARATION)

_Static_assert(sizeof(P(stream)) <= sizeof(u8gen_stream), "u8gen_stream is too small");

static u8gen_error common_error(P(error) error)
{
    return (u8gen_error){error.offset, error.length, (unsigned)error.fault, error.state};
}

static u8gen_result common_result(P(result) result)
{
    return (u8gen_result){(int)result.status, result.read, result.written};
}

bool U(valid)(const void *text, size_t size)
{
    return P(valid)(text, size);
}

bool U(check)(const void *text, size_t size, u8gen_error *error)
{
    P(error) found;
    const bool good = P(check)(text, size, &found);
    *error = common_error(found);
    return good;
}

const char *U(fault_name)(unsigned fault)
{
    return P(fault_name)((P(fault))fault);
}

bool U(expected)(uint32_t state, uint8_t byte)
{
    return P(expected)(state, byte);
}

size_t U(repaired_size)(const void *text, size_t size)
{
    return P(repaired_size)(text, size);
}

u8gen_result U(repair)(const void *text, size_t size, void *to, size_t room)
{
    return common_result(P(repair)(text, size, to, room));
}

u8gen_measures U(measure)(const void *text, size_t size)
{
    const P(measures) m = P(measure)(text, size);
    return (u8gen_measures){m.valid, m.characters, m.utf16_units, m.ascii};
}

size_t U(trim)(const void *text, size_t size)
{
    return P(trim)(text, size);
}

size_t U(encode)(uint32_t code_point, void *to)
{
    return P(encode)(code_point, to);
}

u8gen_result U(to_utf32)(const void *text, size_t size, uint32_t *to, size_t room)
{
    return common_result(P(to_utf32)(text, size, to, room));
}

u8gen_result U(from_utf32)(const uint32_t *text, size_t units, void *to, size_t room)
{
    return common_result(P(from_utf32)(text, units, to, room));
}

size_t U(size_of_utf32)(const uint32_t *text, size_t units)
{
    return P(size_of_utf32)(text, units);
}

size_t U(trim_utf32)(const uint32_t *text, size_t units)
{
    return P(trim_utf32)(text, units);
}

size_t U(utf32_lossy_size)(const void *text, size_t size)
{
    return P(utf32_lossy_size)(text, size);
}

u8gen_result U(to_utf32_lossy)(const void *text, size_t size, uint32_t *to, size_t room)
{
    return common_result(P(to_utf32_lossy)(text, size, to, room, NULL));
}

void U(stream_start)(u8gen_stream *stream)
{
    P(stream) state;
    P(stream_start)(&state);
    memcpy(stream, &state, sizeof state);
}

int U(stream_feed)(u8gen_stream *stream, const void *text, size_t size)
{
    P(stream) state;
    memcpy(&state, stream, sizeof state);
    const P(status) status = P(stream_feed)(&state, text, size);
    memcpy(stream, &state, sizeof state);
    return (int)status;
}

int U(stream_end)(u8gen_stream *stream)
{
    P(stream) state;
    memcpy(&state, stream, sizeof state);
    const P(status) status = P(stream_end)(&state);
    memcpy(stream, &state, sizeof state);
    return (int)status;
}

bool U(stream_error)(const u8gen_stream *stream, u8gen_error *error)
{
    P(stream) state;
    P(error) found;
    memcpy(&state, stream, sizeof state);
    const bool wrong = P(stream_error)(&state, &found);
    if (wrong) {
        *error = common_error(found);
    }
    return wrong;
}

const char *U(spec_hash)(void)
{
    return P(spec_hash)();
}

#define ADDRESS(result, name, parameters) U(name),
extern const u8gen_encoding TABLE;
const u8gen_encoding TABLE = {U8GEN_FUNCTIONS(ADDRESS)};
