// SPDX-License-Identifier: 0BSD
//
// Compares every supported kernel of a language of single bytes with the set of these bytes, which is written here by hand from the
// standard or read from stdin. The texts: each single byte; texts of 0 to 600 bytes of the set; the same with a random byte at a random
// place; a text with each byte at each place; and long texts of one repeated byte and a few others of the set, without and with
// a random byte, so that loops over blocks end and start again. Each text ends directly before an inaccessible page.
//
// In: NAME, the name of the generated files (cc -DNAME=hex). With -DRANDOM, 256 digits 0 or 1 on stdin are the set. Out: the number of
// comparisons and the names of the supported kernels, and exit status 0; or the first difference and exit status 1; 2 without memory.
#define _DEFAULT_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define QUOTE_(text) #text
#define QUOTE(text) QUOTE_(text)
#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define P(name) PASTE(NAME, name)
#include QUOTE(NAME.h)

enum { LONGEST = 600, PAGE = 1 << 16, TIMES = 300, MOST_KERNELS = 16 };

static bool set[256];
// The kernels that the processor supports. `supported` is called once for each kernel, since cpuid is slow in virtual machines.
static const P(kernel) * kernels[MOST_KERNELS];
static size_t kernel_count;
static uint8_t *end;
static unsigned long compared;

// The sets as strings: each is a list of ranges, such as "AZ".
struct language {
    const char *name, *ranges;
    bool high;  // all bytes from 80 on
};

#ifndef RANDOM
static const struct language languages[] = {
    // RFC 9110, 5.6.2: tchar = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." / "^" / "_" / "`" / "|" / "~" /
    // DIGIT / ALPHA
    {"httptoken", "!!##$$%%&&''**++--..^^__``||~~09azAZ", false},
    // RFC 9110, 5.5: field-vchar = VCHAR / obs-text; field-content also has SP and HTAB
    {"httpfieldvalue", "\t\t  !~", true},
    // RFC 4648, table 1 and table 2
    {"base64alphabet", "AZaz09++//", false},
    {"base64urlalphabet", "AZaz09--__", false},
    // RFC 5234, B.1: HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"; 2.3: strings match in any case
    {"hex", "09AABBCCDDEEFFaabbccddeeff", false},
    // RFC 3986, appendix A: gen-delims, sub-delims, unreserved, and the "%" of pct-encoded
    {"uricharacters", "::////??##[[]]@@!!$$&&''(())**++,,;;==azAZ09--..__~~%%", false},
    // RFC 8259, 7: unescaped = %x20-21 / %x23-5B / %x5D-10FFFF
    {"jsonclean", "\x20\x21\x23\x5B\x5D\x7F", true},
    // RFC 4180, rule 6: not CR, LF, DQUOTE, COMMA; find_set adds ASCII
    {"csvclean", "", true},
    {"htmlclean", "", true},  // find_set adds ASCII
    // ISO/IEC 8859-1: columns 02 to 07 without DEL, 10 to 15
    {"latin1printable", " ~\xA0\xFF", false},
    // CP1252.TXT: no character for 81, 8D, 8F, 90, 9D
    {"windows1252", "\x01\x80\x82\x8C\x8E\x8E\x91\x9C\x9E\xFF", false},
    // RFC 1489: all bytes
    {"koi8r", "\x01\x7F", true},
    // TIS 620-2533: A1 to DA, DF to FB; ASCII below
    {"tis620", "\x01\x7F\xA1\xDA\xDF\xFB", false},
};

static void add(int lo, int hi)
{
    for (int byte = lo; byte <= hi; byte++) {
        set[byte] = true;
    }
}

// Finds the set of the language NAME. A string cannot contain 00, so sets with 00 get it here.
static void find_set(void)
{
    const char *name = QUOTE(NAME);
    size_t i = 0;
    while (strcmp(languages[i].name, name) != 0) {
        i++;
    }
    const uint8_t *r = (const uint8_t *)languages[i].ranges;
    for (; r[0] != 0; r += 2) {
        add(r[0], r[1]);
    }
    add(0x80, languages[i].high ? 0xFF : 0);
    const bool csv = strcmp(name, "csvclean") == 0, html = strcmp(name, "htmlclean") == 0;
    set[0] = strcmp(name, "windows1252") == 0 || strcmp(name, "koi8r") == 0 ||
             strcmp(name, "tis620") == 0;
    for (int byte = 0; (csv || html) && byte < 0x80; byte++) {
        set[byte] = byte == 0 || strchr(csv ? "\r\n\"," : "&<>\"'", byte) == NULL;
    }
}
#else
static void find_set(void)
{
    for (int byte = 0; byte < 256; byte++) {
        set[byte] = getchar() == '1';
    }
}
#endif

static uint32_t drawn(uint32_t count)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(state >> 33) % count;
}

static uint8_t member(void)
{
    uint8_t byte = (uint8_t)drawn(256);
    while (!set[byte]) {
        byte = (uint8_t)(byte + 1);
    }
    return byte;
}

// Checks each kernel and the public valid_prefix on the `size` bytes before the inaccessible page; and count, if all bytes are in the set.
static void compare(size_t size)
{
    const uint8_t *text = end - size;
    size_t span = 0;
    while (span < size && set[text[span]]) {
        span++;
    }
    for (size_t k = 0; k < kernel_count; k++) {
        const P(kernel) *kernel = kernels[k];
        compared++;
        if (kernel->valid(text, size) != (span == size) ||
            kernel->valid_prefix(text, size) != span) {
            printf("%s %s: %zu bytes, of which the first %zu are in the set:", QUOTE(NAME),
                   kernel->name, size, span);
            for (size_t i = 0; i < size; i++) {
                printf(" %02X", text[i]);
            }
            printf("\n");
            exit(1);
        }
    }
    if (P(valid_prefix)(end - size, size) != span ||
        (span == size && P(count)(text, size) != size)) {
        printf("%s: valid_prefix or count of %zu bytes\n", QUOTE(NAME), size);
        exit(1);
    }
}

static void compare_all(void)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        end[-1] = (uint8_t)byte;
        compare(1);
    }
    for (size_t size = 0; size <= LONGEST; size++) {
        for (size_t i = 1; i <= size; i++) {
            end[-(ptrdiff_t)i] = member();
        }
        compare(size);
        for (unsigned times = 0; size > 0 && times < 8; times++) {
            uint8_t *const at = end - 1 - drawn((uint32_t)size), before = *at;
            *at = (uint8_t)drawn(256);
            compare(size);
            *at = before;
        }
    }
    for (size_t i = 1; i <= LONGEST; i++) {
        uint8_t *const at = end - i, before = *at;
        for (unsigned byte = 0; byte < 256; byte++) {
            *at = (uint8_t)byte;
            compare(LONGEST);
        }
        *at = before;
    }
}

// Texts of up to 65,536 bytes. All bytes are in the set except that, in half of the comparisons, one byte is random.
static void compare_long(void)
{
    for (unsigned times = 0; times < TIMES; times++) {
        const uint32_t size = drawn(times % 4 == 0 ? PAGE : 1 << 13) + 1;
        uint8_t byte = (uint8_t)(0x20 + drawn(0x5F));
        while (!set[byte]) {
            byte = (uint8_t)(byte + 1);
        }
        memset(end - size, byte, size);
        for (uint32_t others = drawn(12); others > 0; others--) {
            end[-1 - (ptrdiff_t)drawn(size)] = member();
        }
        compare(size);
        end[-1 - (ptrdiff_t)drawn(size)] = (uint8_t)drawn(256);
        compare(size);
    }
}

int main(void)
{
    uint8_t *room =
        mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED || mprotect(room + PAGE, PAGE, PROT_NONE) != 0) {
        return 2;
    }
    end = room + PAGE;
    for (size_t k = 0; k < P(kernel_count)() && kernel_count < MOST_KERNELS; k++) {
        kernels[kernel_count] = P(kernel_at)(k);
        kernel_count += kernels[kernel_count]->supported();
    }
    find_set();
    compare_all();
    compare_long();
    printf("%lu comparisons:", compared);
    for (size_t k = 0; k < kernel_count; k++) {
        printf(" %s", kernels[k]->name);
    }
    printf("\n");
    return 0;
}
