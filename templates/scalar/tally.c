$(ruler("Numbers of characters and units, from the bytes"))

// Sums over the bytes of well-formed text. The number of its forms is its size minus `tails`.$(low and " Each half of a pair is a form, and one unit of UTF-16; the two are one character." or "")
typedef struct $(p)tally {
    size_t tails;  // bytes that do not begin a form
@ if wide then
    size_t wide;  // bytes that begin a form of two UTF-16 units
@ end
@ if beyond then
    size_t beyond;  // bytes that begin a form with code points beyond UTF-16
@ end
@ if low then
    size_t low;  // pairs, counted by the first two bytes of the second half ($(hex(low.before)) is the first)
@ end
} $(p)tally;

// Set member by member: without optimization clang turns `= { 0 }` into a call of memset.
static $(p)tally $(p)no_tally(void)
{
    $(p)tally tally;
@ for _, one in ipairs(quantities) do
    tally.$(one.name) = 0;
@ end
@ if low then
    tally.low = 0;
@ end
    return tally;
}

// Adds the sums over text[from..to), multiplied by `times`, to *tally; SIZE_MAX subtracts them. Compiled without a kernel's instruction set: clang 14 fails on such a loop with AVX-512.
//@ requires from <= to && \valid_read(text + (0 .. to - 1)) && \valid(tally);
//@ assigns *tally;
static $(U)_NOINLINE $(U)_WRAPS void $(p)tally_bytes(const uint8_t *text, size_t from, size_t to, size_t times, $(p)tally *tally)
{
@ if not adds then
    // Each byte is a form, and one unit.
    (void)text, (void)from, (void)to, (void)times, (void)tally;
@ else
    size_t $(names);
@ if not looks then
    (void)text;
@ end
    //@ loop invariant place: from <= i <= to;
    //@ loop assigns i, $((names:gsub(" = 0", "")));
    //@ loop variant to - i;
    for (size_t i = from; i < to; i++) {
@ if skips_ascii then
        // Skips eight bytes below 0x80 at a time.
        //@ loop invariant place: from <= \at(i, LoopEntry) <= i <= to;
        //@ loop assigns i, word;
        //@ loop variant to - i;
        for (uint64_t word; to - i >= 8; i += 8) {
            $(U)_COPY(&word, text + i, 8);
            if ((word & 0x8080808080808080) != 0) {
                break;
            }
        }
        if (i == to) {
            break;
        }
@ end
@ for _, one in ipairs(quantities) do
        $(one.name) += (size_t)($(one.byte));
@ end
@ if low then
        low += (size_t)(i > 0 && text[i - 1] == $(hex(low.before)) && (text[i] ^ 0x80) > $(hex(low.above ~ 0x80)));
@ end
    }
@ for _, one in ipairs(quantities) do
    tally->$(one.name) += times * $(one.name);
@ end
@ if low then
    tally->low += times * low;
@ end
@ end
}
