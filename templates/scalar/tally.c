$(ruler("Numbers of characters and units, from the bytes"))

// Sums over the bytes of well-formed text. A text of n bytes has n - tails forms.$(low and " Each half of a pair is a form, and one unit of UTF-16; the two are one character." or "")
typedef struct $(p)tally {
    size_t tails;  // bytes that do not begin a form
@ if wide then
    size_t wide;  // bytes that begin a form of two UTF-16 units$(beyond and "; unspecified if `beyond` is not 0" or "")
@ end
@ if beyond then
    size_t beyond;  // bytes that begin characters of 0 or of varying numbers of UTF-16 units
@ end
@ if low then
    size_t low;  // pairs, counted by the first two bytes of the second half ($(hex(low.before)) is the first)
@ end
} $(p)tally;

@ -- Set member by member: without optimization clang turns `= { 0 }` into a call of memset.
static $(p)tally $(p)no_tally(void)
{
    $(p)tally tally;
@ for _, one in ipairs(terms "i") do
    tally.$(one.name) = 0;
@ end
    return tally;
}

// Adds the sums over text[from..to), multiplied by `times`, to *tally; SIZE_MAX subtracts them.
@ -- Not inlined: clang 14 fails on such a loop with AVX-512.
//@ requires from <= to && \valid_read(text + (0 .. to - 1)) && \valid(tally);
//@ assigns *tally;
static $(U)_NOINLINE $(U)_WRAPS void $(p)tally_bytes(const uint8_t *text, size_t from, size_t to, size_t times, $(p)tally *tally)
{
@ if not adds then
    // Each byte is a form, and one unit.
    (void)text, (void)from, (void)to, (void)times, (void)tally;
@ else
    size_t $(sums("", " = 0"));
    //@ loop invariant place: from <= i <= to;
    //@ loop assigns i, $(sums("", ""));
    //@ loop variant to - i;
    for (size_t i = from; i < to;) {
@ if skips_ascii then
        if (to - i >= 8) {
            uint64_t word;
            $(U)_COPY(&word, text + i, 8);
            if ((word & 0x8080808080808080) == 0) {
                i += 8;
                continue;
            }
        }
@ end
        if ($(low and "i > 0 && " or "")to - i >= 48) {
            // Compilers use vectors here.
@ -- gcc 12 -O3 compiles a loop of 16 bytes to wrong code; clang -O3 compiles one of 32 bytes to slow code.
            uint8_t $(sums("block_", " = 0"));
            //@ loop invariant part: 0 <= k <= 48;
            //@ loop assigns k, $(sums("block_", ""));
            //@ loop variant 48 - k;
            for (size_t k = 0; k < 48; k++) {
@ for _, one in ipairs(terms("i + k")) do
                block_$(one.name) = (uint8_t)(block_$(one.name) + ($(one.code)));
@ end
            }
@ for _, one in ipairs(terms("i")) do
            $(one.name) += block_$(one.name);
@ end
            i += 48;
            continue;
        }
@ for _, one in ipairs(terms("i")) do
        $(one.name) += (size_t)($(one.name == "low" and "i > 0 && " or "")$(one.code));
@ end
        i++;
    }
@ for _, one in ipairs(terms("i")) do
    tally->$(one.name) += times * $(one.name);
@ end
@ end
}
