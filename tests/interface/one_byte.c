// SPDX-License-Identifier: 0BSD
//
// Converts between a one-byte encoding and UTF-8 with every kernel that runs here, and compares the results with a handwritten conversion.
// The texts have each byte or each code point up to U+07FF between other characters. Random texts begin at many offsets in a vector. Some
// rooms are too small, and some texts have errors. Texts and rooms end directly before an inaccessible page.
//
// In: -DPAIR=latin1_to_utf8, -DPAIR_UPPER=LATIN1_TO_UTF8, -DLOWEST=0x80: the lowest byte from 80 on that is a character. Each byte
// equals its code point. -DFROM_UTF8: the other direction. Out: the names of the kernels and exit status 0, or the first difference.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define P(name) PASTE(PAIR, name)
#define MACRO(name) PASTE(PAIR_UPPER, name)

#include QUOTE(PAIR.c)

enum { MOST = 1 << 16, PAGE = 1 << 14 };
static uint8_t *text_end, *room_end, wanted[2 * MOST];

static uint8_t *guarded(size_t size)
{
    uint8_t *at =
        mmap(NULL, size + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED || mprotect(at + size, PAGE, PROT_NONE) != 0) {
        exit(2);
    }
    return at + size;
}

static uint32_t drawn(uint32_t count)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(state >> 33) % count;
}

static bool writes(uint32_t c)
{
    return c < 0x80 || (c >= LOWEST && c <= 0xFF);
}

// Converts one character by hand. Returns its length in the source, SIZE_MAX if the text ends after its lead byte, or 0 if it is wrong.
static size_t converted(const uint8_t *at, size_t left, uint8_t *to, size_t *written)
{
#ifdef FROM_UTF8
    const uint32_t c = left > 1 ? (at[0] & 0x1FU) << 6 | (at[1] & 0x3FU) : 0;
    *written = 1;
    to[0] = at[0];
    if (at[0] < 0x80) {
        return 1;
    }
    if (at[0] < 0xC2 || at[0] > 0xF4) {
        return 0;
    }
    if (left == 1) {
        return SIZE_MAX;
    }
    to[0] = (uint8_t)c;
    return at[0] <= 0xC3 && at[1] >> 6 == 2 && writes(c) ? 2 : 0;
#else
    (void)left;
    to[0] = at[0];
    *written = 1;
    if (at[0] >= 0x80) {
        to[0] = (uint8_t)(0xC0 + at[0] / 64);
        to[1] = (uint8_t)(0x80 + at[0] % 64);
        *written = 2;
    }
    return writes(at[0]) ? 1 : 0;
#endif
}

static void compare(const char *kernel, const uint8_t *text, size_t size, size_t room)
{
    P(result) want = {MACRO(STATUS_COMPLETE), 0, 0};
    size_t all = 0, one = 0;
    for (size_t at = 0; at < size && want.status == MACRO(STATUS_COMPLETE);) {
        const size_t length = converted(text + at, size - at, wanted + all, &one);
        if (length == 0 || length == SIZE_MAX) {
            want.status = length == 0 ? MACRO(STATUS_ILL_FORMED) : MACRO(STATUS_INCOMPLETE);
        } else if (all + one > room) {
            want.status = MACRO(STATUS_NO_ROOM);
        } else {
            at += length;
            all += one;
            want.read = at;
            want.written = all;
        }
    }
    memcpy(text_end - size, text, size);
    const P(result) got = PAIR(text_end - size, size, room_end - room, room);
    const size_t needed = room == 2 * MOST ? P(size)(text_end - size, size) : want.written;
    if (got.status != want.status || got.read != want.read || got.written != want.written ||
        needed != want.written || memcmp(room_end - room, wanted, got.written) != 0) {
        printf("%s %s: %d read %d written %d size %d; expected %d %d %d, for %d bytes, room %d:",
               QUOTE(PAIR), kernel, (int)got.status, (int)got.read, (int)got.written, (int)needed,
               (int)want.status, (int)want.read, (int)want.written, (int)size, (int)room);
        for (size_t i = want.read > 4 ? want.read - 4 : 0; i < size && i < want.read + 8; i++) {
            printf(" %02X", text[i]);
        }
        putchar('\n');
        exit(1);
    }
}

static size_t put(uint8_t *to, uint32_t c)
{
#ifdef FROM_UTF8
    if (c >= 0x80) {
        to[0] = (uint8_t)(0xC0 | c >> 6);
        to[1] = (uint8_t)(0x80 | (c & 0x3F));
        return 2;
    }
#endif
    to[0] = (uint8_t)c;
    return 1;
}

static void try_kernel(const char *kernel)
{
    static uint8_t text[2 * MOST];
    size_t size = 0;
    for (size_t at = 0; at < 300; at++) {
        memset(text, 'a', sizeof text);
        // The character c is at place `at`.
        for (uint32_t c = 0; c < (at < 70 ? 0x800 : 0); c += 1 + at % 7) {
            put(text + at, c);
            compare(kernel, text, at + 140, 2 * MOST);
        }
        size = at + put(text + at, 0xE9);
        compare(kernel, text, size, 2 * MOST);
        compare(kernel, text, size + 1000, at + 20);
    }
    for (size_t n = 0; n < 400; n++) {
        const size_t most = n % 20 == 0 ? MOST - 2 : drawn(800);
        const uint32_t dense = 1 + drawn(1 + n % 90);
        for (size = 0; size < most;) {
            size +=
                put(text + size, drawn(dense) == 0 ? LOWEST + drawn(0x100 - LOWEST) : drawn(0x80));
        }
        compare(kernel, text, size, 2 * MOST);
        compare(kernel, text, size, drawn((uint32_t)size + 1));
        compare(kernel, text, size, drawn(2 * (uint32_t)size + 1));
        if (size > 0) {
            text[drawn((uint32_t)size)] = (uint8_t)drawn(256);
            compare(kernel, text, size, 2 * MOST);
        }
    }
}

int main(void)
{
    text_end = guarded(2 * MOST);
    room_end = guarded(2 * MOST);
    for (size_t i = 0; i < MACRO(KERNEL_COUNT); i++) {
        if (P(kernels)[i].supported()) {
            P(store)(&P(unlimited), &P(kernels)[i]);
            try_kernel(P(kernels)[i].name);
            puts(P(kernels)[i].name);
        }
    }
    compare("none", wanted, 0, 0);
    return 0;
}
