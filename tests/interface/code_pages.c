// SPDX-License-Identifier: 0BSD
// Compares the C of a spec in docs/examples/specs/ with a handwritten decoder. Both decide which byte
// sequences are characters, assigned or not. There are decoders for Shift_JIS, GBK, GB 18030, EUC-JP,
// Big5, EUC-KR, Windows-949 and UTF-EBCDIC's I8.
//
// In: NAME, the name of the generated files (cc -DNAME=gbk); on stdin, the characters that another
// decoder accepts, one per line, in hexadecimal digits. Out: the numbers of kernels and of these
// characters, and exit status 0; the first difference and exit status 1; or exit status 2 if NAME
// has no decoder.
//
// The decoders follow the Encoding Standard, with these exceptions: the byte 80 is not a character,
// Shift_JIS has no lead bytes above EF, EUC-KR has no characters of Windows-949, and Windows-949
// lacks the second bytes that no character has. The decoder of I8 follows the table of UTR #16.
//
// The texts are all strings of one to three bytes; strings of four (for I8 also five) bytes from the
// ends of ranges; strings of three such bytes near the end of a block of 64 bytes, in texts of about
// two or three blocks; texts of random characters, half of them with a random byte; and the characters
// of stdin. Every kernel that this processor supports reads each text.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#include QUOTE(NAME.h)
#define VALID_PREFIX PASTE(NAME, _valid_prefix)
#define KERNEL PASTE(NAME, _kernel)
#define KERNEL_AT PASTE(NAME, _kernel_at)
#define KERNEL_COUNT PASTE(NAME, _kernel_count)

enum { MOST_KERNELS = 16 };

static bool between(unsigned byte, unsigned lo, unsigned hi)
{
    return lo <= byte && byte <= hi;
}

// Each of these decoders returns the length of the character at the beginning of the text of `size`
// bytes; 0 if there is none.

static size_t shift_jis(const uint8_t *text, size_t size)
{
    if (text[0] <= 0x7F || between(text[0], 0xA1, 0xDF)) {
        return 1;
    }
    bool lead = between(text[0], 0x81, 0x9F) || between(text[0], 0xE0, 0xEF);
    return lead && size > 1 && between(text[1], 0x40, 0xFC) && text[1] != 0x7F ? 2 : 0;
}

static size_t gbk(const uint8_t *text, size_t size)
{
    if (text[0] <= 0x7F) {
        return 1;
    }
    bool two = size > 1 && text[0] != 0x80 && text[0] != 0xFF && between(text[1], 0x40, 0xFE);
    return two && text[1] != 0x7F ? 2 : 0;
}

static size_t gb18030(const uint8_t *text, size_t size)
{
    bool four = size > 3 && between(text[0], 0x81, 0xFE) && between(text[1], '0', '9') &&
                between(text[2], 0x81, 0xFE) && between(text[3], '0', '9');
    return four ? 4 : gbk(text, size);
}

static size_t euc_jp(const uint8_t *text, size_t size)
{
    if (text[0] <= 0x7F) {
        return 1;
    }
    if (text[0] == 0x8E) {
        return size > 1 && between(text[1], 0xA1, 0xDF) ? 2 : 0;
    }
    // 8F precedes the two bytes of a character of JIS X 0212, but not those of JIS X 0208.
    size_t prefix = text[0] == 0x8F;
    bool all = size > 1 + prefix && between(text[prefix], 0xA1, 0xFE) &&
               between(text[prefix + 1], 0xA1, 0xFE);
    return all ? 2 + prefix : 0;
}

static size_t big5(const uint8_t *text, size_t size)
{
    if (text[0] <= 0x7F) {
        return 1;
    }
    bool two = size > 1 && between(text[0], 0x81, 0xFE) && !between(text[1], 0x7F, 0xA0);
    return two && between(text[1], 0x40, 0xFE) ? 2 : 0;
}

static size_t euc_kr(const uint8_t *text, size_t size)
{
    if (text[0] <= 0x7F) {
        return 1;
    }
    return size > 1 && between(text[0], 0xA1, 0xFE) && between(text[1], 0xA1, 0xFE) ? 2 : 0;
}

static size_t cp949(const uint8_t *text, size_t size)
{
    if (text[0] <= 0x7F) {
        return 1;
    }
    if (size < 2 || !between(text[0], 0x81, 0xFE)) {
        return 0;
    }
    bool letter = between(text[1], 'A', 'Z') || between(text[1], 'a', 'z');
    bool more = text[0] <= 0xC6 && (letter || between(text[1], 0x81, 0xFE));
    return more || between(text[1], 0xA1, 0xFE) ? 2 : 0;
}

static size_t i8(const uint8_t *text, size_t size)
{
    static const uint32_t first[] = {0, 0, 0xA0, 0x400, 0x4000, 0x40000, 0x110000};
    if (text[0] <= 0x9F) {
        return 1;
    }
    size_t length = 0;
    for (unsigned bit = 0x80; text[0] & bit; bit >>= 1) {
        length++;  // the number of leading ones, 2 in 110xxxxx
    }
    if (length < 2 || length > 5 || size < length) {
        return 0;
    }
    uint32_t code_point = text[0] & 0x7FU >> length;
    for (size_t i = 1; i < length; i++) {
        if (text[i] >> 5 != 5) {
            return 0;
        }
        code_point = code_point << 5 | (text[i] & 0x1F);
    }
    bool surrogate = code_point >> 11 == 0xD800 >> 11;
    return !surrogate && code_point >= first[length] && code_point < first[6] ? length : 0;
}

static const struct {
    const char *name;
    size_t (*character)(const uint8_t *text, size_t size);
} decoders[] = {
    {"shift_jis", shift_jis}, {"gbk", gbk},      {"gb18030", gb18030}, {"eucjp", euc_jp},
    {"big5", big5},           {"euckr", euc_kr}, {"cp949", cp949},     {"utfebcdici8", i8},
};

static size_t (*character)(const uint8_t *text, size_t size);
static const KERNEL *kernels[MOST_KERNELS];
static size_t kernel_count;

static size_t well_formed(const uint8_t *text, size_t size)
{
    size_t at = 0;
    for (size_t length; at < size && (length = character(text + at, size - at)) > 0;) {
        at += length;
    }
    return at;
}

static void compare(const uint8_t *text, size_t size)
{
    size_t known = well_formed(text, size), got = VALID_PREFIX(text, size);
    const char *wrong = got == known ? NULL : "valid_prefix";
    for (size_t k = 0; k < kernel_count; k++) {
        if (kernels[k]->valid(text, size) != (known == size) ||
            (size > 5 && kernels[k]->valid_prefix(text, size) != known)) {
            wrong = kernels[k]->name;
        }
    }
    if (wrong != NULL) {
        printf("%s: %s is wrong, the well-formed prefix has %d bytes:", QUOTE(NAME), wrong,
               (int)known);
        for (size_t i = 0; i < size; i++) {
            printf(" %02X", text[i]);
        }
        printf("\n");
        exit(1);
    }
}

// All strings of 1 to 3 bytes.
static void compare_all(void)
{
    for (unsigned a = 0; a < 256; a++) {
        compare((uint8_t[]){(uint8_t)a}, 1);
        for (unsigned b = 0; b < 256; b++) {
            compare((uint8_t[]){(uint8_t)a, (uint8_t)b}, 2);
            for (unsigned c = 0; c < 256; c++) {
                compare((uint8_t[]){(uint8_t)a, (uint8_t)b, (uint8_t)c}, 3);
            }
        }
    }
}

// The first and the last byte of each range of bytes in the characters of gb18030 with 4 bytes, and
// of i8 with 4 and 5; the neighbors of these bytes outside of the range; and some others. All other
// characters have at most 3 bytes, so compare_all suffices for them.
static const uint8_t edge[] = {
    0x00, 0x2F, 0x30, 0x39, 0x3A, 0x40, 0x7E, 0x7F, 0x80, 0x81, 0x9F, 0xA0, 0xA1,
    0xA2, 0xA7, 0xA8, 0xAF, 0xB0, 0xB5, 0xB6, 0xB7, 0xB8, 0xBF, 0xC0, 0xC4, 0xC5,
    0xDF, 0xE0, 0xE1, 0xEF, 0xF0, 0xF1, 0xF2, 0xF7, 0xF8, 0xF9, 0xFA, 0xFE, 0xFF,
};
enum { EDGES = sizeof edge };

// All strings of 4 of the bytes in `edge`; for I8 also some strings of 5.
static void compare_some(void)
{
    for (size_t n = 0; n < (size_t)EDGES * EDGES * EDGES * EDGES; n++) {
        uint8_t text[5];
        size_t rest = n;
        for (size_t i = 4; i-- > 0; rest /= EDGES) {
            text[i] = edge[rest % EDGES];
        }
        compare(text, 4);
        // Only I8 has characters of 5 bytes. They begin with F8 or F9, and end with A0 to BF.
        for (size_t last = 0; character == i8 && text[0] >= 0xF0 && last < EDGES; last++) {
            text[4] = edge[last];
            if (text[4] >= 0x9F && text[4] <= 0xE1) {
                compare(text, 5);
            }
        }
    }
}

// All strings of 3 of the bytes in `edge`, at offsets 62 to 65: across and after the end of a block
// of 64 bytes. The other bytes are A, or a character of two bytes repeated, after an A if the offset
// is odd.
static void compare_across(void)
{
    static const uint8_t wides[][2] = {{0xB0, 0xA1}, {0xE0, 0xA1}, {0xC5, 0xA0}};
    enum { BLOCK = 64, NEAR = 2 };
    uint8_t text[256];
    const uint8_t *wide = wides[0];
    while (character(wide, 2) != 2) {
        wide += 2;
    }
    for (size_t n = 0; n < (size_t)EDGES * EDGES * EDGES * 4 * NEAR; n++) {
        const size_t string = n / (4 * NEAR), place = BLOCK - NEAR + n % (2 * NEAR);
        const bool is_wide = n / (2 * NEAR) % 2 == 1;
        const size_t size = string % 2 * BLOCK + 2 * BLOCK - NEAR + string / 2 % (2 * NEAR);
        size_t at = 0;
        while (at < size) {
            if (at == place) {
                const uint8_t three[] = {edge[string % EDGES], edge[string / EDGES % EDGES],
                                         edge[string / EDGES / EDGES]};
                memcpy(text + at, three, 3);
                at += 3;
            } else if (is_wide && (at > place || (place - at) % 2 == 0)) {
                memcpy(text + at, wide, 2);
                at += 2;
            } else {
                text[at++] = 'A';
            }
        }
        compare(text, size);
    }
}

// Random characters of up to 4 bytes, in texts of one to about five blocks. In every second text, a
// random byte replaces another. Two of three texts lack their last one or two bytes.
static void compare_random(void)
{
    uint8_t text[400];
    uint64_t random = 1;
    for (size_t n = 0; n < 200000; n++) {
        size_t size = 0;
        while (size < 320 - n % 257) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            for (size_t i = 0; i < 4; i++) {
                text[size + i] = random >> 60 < 4 ? 'A' : (uint8_t)(random >> (24 + 8 * i));
            }
            size += character(text + size, 4);
        }
        if (n % 2 == 1) {
            text[(random >> 32) % size] = (uint8_t)(random >> 24);
        }
        compare(text, size - n / 2 % 3 % size);
    }
}

// Reads the characters of another decoder from the lines of stdin, and compares each.
static size_t compare_characters(void)
{
    char line[32];
    size_t count = 0;
    for (; fgets(line, sizeof line, stdin) != NULL; count++) {
        uint8_t text[8];
        size_t size = 0;
        for (char *at = line; at[0] > ' ' && size < sizeof text; at += 2) {
            char digits[] = {at[0], at[1], 0};
            text[size++] = (uint8_t)strtol(digits, NULL, 16);
        }
        if (character(text, size) != size) {
            printf("%s: only another decoder accepts the character %s", QUOTE(NAME), line);
            exit(1);
        }
        compare(text, size);
    }
    return count;
}

int main(void)
{
    for (size_t i = 0; i < sizeof decoders / sizeof *decoders; i++) {
        if (strcmp(decoders[i].name, QUOTE(NAME)) == 0) {
            character = decoders[i].character;
        }
    }
    if (character == NULL) {
        printf("no decoder for %s\n", QUOTE(NAME));
        return 2;
    }
    for (size_t k = 0; k < KERNEL_COUNT() && k < MOST_KERNELS; k++) {
        const KERNEL *kernel = KERNEL_AT(k);
        if (kernel->supported()) {
            kernels[kernel_count++] = kernel;
        }
    }
    compare_all();
    compare_some();
    compare_across();
    compare_random();
    const size_t count = compare_characters();
    printf("%zu kernels, %zu characters\n", kernel_count, count);
    return 0;
}
