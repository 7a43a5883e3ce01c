// SPDX-License-Identifier: 0BSD
// Whether NAME_encode and NAME_decode agree with another program on every code point to U+10FFFF.
//
// In: on standard input for each of them how many bytes it has, and these. Out: exit status 1 and a line for the
// first that differs. Compiled with -DNAME=utf8 and out/NAME/NAME.c.
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#include QUOTE(NAME.h)

#include <stdio.h>
#include <string.h>

int main(void)
{
    uint8_t want[16], got[16];
    for (uint32_t c = 0; c < 0x110000; c++) {
        const int size = getchar();
        if (size < 0 || size > 16 || fread(want, 1, (size_t)size, stdin) != (size_t)size) {
            puts("the input ends too soon");
            return 1;
        }
        const size_t written = PASTE(NAME, _encode)(c, got);
        uint32_t read = UINT32_MAX;
        const size_t taken = PASTE(NAME, _decode)(want, (size_t)size, &read);
        if (written != (size_t)size || memcmp(got, want, written) != 0 || taken != written ||
            (size > 0 && read != c)) {
            printf("U+%04X: %zu bytes are written, %d wanted; U+%04X is read\n", c, written, size,
                   read);
            return 1;
        }
    }
    return getchar() == EOF ? 0 : 1;
}
