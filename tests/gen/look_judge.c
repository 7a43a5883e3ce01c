// SPDX-License-Identifier: 0BSD
// Runs the kernels of tests/specs/no-format-characters.lua that this processor supports on texts of about 200 KB or less. The filter sends
// none, some or most of a text to the automaton. A text consists of neighbors of excluded code points, and of other characters,
// drawn from a seed. Each text is tried without an error, and with one error at each of 11 places. If RULE is 1, the spec
// also forbids U+0E38 after U+0E48.
// In: the generated look.h. Out: a line for each wrong answer, with the kernel and the sizes of the text and of its well-formed prefix;
// then the names of these kernels and of the active one. The exit status is 0 if nothing was wrong.

#include <stdio.h>
#include <string.h>

#include "look.h"

enum { SIZE = 200000, TEXTS = 60, PLACES = 12 };

static uint8_t text[SIZE + 8];

static uint32_t drawn(uint32_t below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)((state >> 33) % below);
}

// Fills the text with characters. On average, one in `rest` + 1 is from `neighbors`. Returns the size in bytes.
static size_t fill(size_t size, uint32_t rest)
{
    static const char *const neighbors[] = {"\xC2\xAE",
                                            "\xD8\x86",
                                            "\xD8\x9D",
                                            "\xDB\x9E",
                                            "\xE1\xA0\x8D",
                                            "\xE2\x80\x8A",
                                            "\xE2\x81\x9F",
                                            "\xEF\xBF\xBC",
                                            "\xF0\x91\x82\xBC",
                                            "\xF3\xA0\x82\x80",
                                            "\xE0\xB8\xB8\xE0\xB9\x88\xD0\xB0"};
    static const char *const others[] = {"a", "\xD0\xB0", "\xE4\xB8\xAD", "\xF0\x9F\x98\x80",
                                         "\xE2\x80\x9C"};
    const char *other = others[drawn(5)];
    size_t end = 0;
    while (end < size) {
        const char *character = drawn(rest + 1) == 0 ? neighbors[drawn(11)]
                                : drawn(9) == 0      ? others[drawn(5)]
                                                     : other;
        memcpy(text + end, character, strlen(character));
        end += strlen(character);
    }
    return end;
}

// Returns the start of the character that contains the byte at a place.
static size_t beginning(size_t place)
{
    while (place > 0 && text[place] >> 6 == 2) {
        place--;
    }
    return place;
}

static int is_wrong(const look_kernel *kernel, size_t size, size_t prefix)
{
    if (kernel->valid(text, size) != (prefix == size) ||
        kernel->valid_prefix(text, size) != prefix) {
        printf("%s: %zu bytes, of which %zu are well-formed\n", kernel->name, size, prefix);
        return 1;
    }
    return 0;
}

int main(void)
{
    static const uint32_t rests[] = {0, 3, 20, 100, 400, 2000, 1000000};
    // In each string, the last character is the error.
    static const char *const errors[] = {"\xE2\x80\x8B", "\xEF\xBB\xBF", "\xE1\xA0\x8E",
                                         "\xE0\xB9\x88\xE0\xB8\xB8"};
    int wrong = 0;
    for (int t = 0; t < TEXTS; t++) {
        const size_t size = fill(t % 2 == 0 ? SIZE : 100 + drawn(3000), rests[t % 7]);
        for (int p = 0; p < PLACES; p++) {
            const char *const error = p == 0 ? "" : errors[p % (3 + RULE)];
            const size_t length = strlen(error),
                         place = p == 0 ? size : beginning(drawn((uint32_t)(size - length)));
            uint8_t before[6];
            memcpy(before, text + place, length);
            memcpy(text + place, error, length);
            for (size_t k = 0; k < look_kernel_count(); k++) {
                const look_kernel *kernel = look_kernel_at(k);
                wrong |= kernel->supported() &&
                         is_wrong(kernel, size, place + length - (p == 0 ? 0 : 3));
            }
            memcpy(text + place, before, length);
        }
    }
    for (size_t k = 0; k < look_kernel_count(); k++) {
        printf("%s ", look_kernel_at(k)->supported() ? look_kernel_at(k)->name : "");
    }
    printf("compared; active: %s\n", look_active_kernel());
    return wrong;
}
