// SPDX-License-Identifier: 0BSD
// Compares the kernels of tests/specs/other-prefixes.lua that this processor supports with a handwritten decoder, on all strings of one
// to three bytes, and of four bytes from `some`, which has bytes of every class. Each string is checked alone, and in a text
// of 100 bytes whose other bytes are 00.
// In: the generated other.h. Out: the names of the compared kernels and of the active one, and exit status 0. If a kernel is wrong: its
// name with the first such string, and exit status 1.

#include <stdio.h>
#include <string.h>

#include "other.h"

enum { BEFORE = 37, SIZE = 100 };

// Returns the length of the longest well-formed prefix in bytes. Lead bytes are 80..B7, continuation bytes C0..FF.
static size_t decoded(const uint8_t *s, size_t size)
{
    size_t i = 0;
    while (i < size) {
        uint32_t least = 0, c = s[i];
        size_t more = 0;
        if (c >= 0x80 && c <= 0x9F) {
            more = 1, least = 0x80, c -= 0x80;
        } else if (c >= 0xA0 && c <= 0xAF) {
            more = 2, least = 0x800, c -= 0xA0;
        } else if (c >= 0xB0 && c <= 0xB7) {
            more = 3, least = 0x10000, c -= 0xB0;
        } else if (c >= 0x80) {
            return i;
        }
        if (size - i <= more) {
            return i;
        }
        for (size_t j = 1; j <= more; j++) {
            if (s[i + j] < 0xC0) {
                return i;
            }
            c = c << 6 | (s[i + j] & 0x3FU);
        }
        if (c < least || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) {
            return i;
        }
        i += more + 1;
    }
    return size;
}

// The kernels that this processor runs. They are in a list, since `supported` takes longer than the check of a string.
static const other_kernel *kernels[32];
static size_t kernel_count;

static int compare(const uint8_t *string, size_t size)
{
    static uint8_t text[SIZE];
    size_t known = decoded(string, size);
    memcpy(text + BEFORE, string, size);
    for (size_t k = 0; k < kernel_count; k++) {
        const other_kernel *kernel = kernels[k];
        bool valid = known == size;
        if (kernel->valid_prefix(string, size) != known || kernel->valid(string, size) != valid ||
            kernel->valid(text, SIZE) != valid) {
            printf("%s:", kernel->name);
            for (size_t i = 0; i < size; i++) {
                printf(" %02X", string[i]);
            }
            printf("\n");
            return 1;
        }
    }
    memset(text + BEFORE, 0, size);
    return 0;
}

int main(void)
{
    static const uint8_t some[] = {0x00, 0x7F, 0x80, 0x81, 0x82, 0x9F, 0xA0, 0xA1, 0xAC, 0xAD,
                                   0xAE, 0xAF, 0xB0, 0xB1, 0xB3, 0xB4, 0xB5, 0xB7, 0xB8, 0xBF,
                                   0xC0, 0xCF, 0xD0, 0xDF, 0xE0, 0xEF, 0xF0, 0xFF};
    enum { MANY = sizeof some };
    uint8_t s[4] = {0};
    for (size_t k = 0; k < other_kernel_count(); k++) {
        if (other_kernel_at(k)->supported()) {
            kernels[kernel_count++] = other_kernel_at(k);
        }
    }
    for (unsigned n = 0; n < 1U << 24; n++) {
        s[0] = (uint8_t)(n >> 16), s[1] = (uint8_t)(n >> 8), s[2] = (uint8_t)n;
        if ((n < 1U << 16 && compare(s + 1, 2)) || (n < 256 && compare(s + 2, 1)) ||
            compare(s, 3)) {
            return 1;
        }
    }
    for (unsigned n = 0; n < MANY * MANY * MANY * MANY; n++) {
        s[0] = some[n % MANY], s[1] = some[n / MANY % MANY], s[2] = some[n / MANY / MANY % MANY],
        s[3] = some[n / MANY / MANY / MANY];
        if (compare(s, 4)) {
            return 1;
        }
    }
    for (size_t k = 0; k < kernel_count; k++) {
        printf("%s ", kernels[k]->name);
    }
    printf("compared; active: %s\n", other_active_kernel());
    return 0;
}
