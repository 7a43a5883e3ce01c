@ if by_bytes then
static size_t $(p)scalar_tally(const uint8_t *text, size_t size, $(p)tally *tally)
{
    size_t valid = $(active "valid_prefix")(text, size);
    $(p)tally_bytes(text, 0, valid, 1, tally);
    return valid;
}

@ end
@ local by_kernel = by_bytes and has_companions("tally")
@ if by_kernel then
$(companions("tally"))

// Measures with the kernel that has this index.
static $(p)measures $(p)measure_by(size_t kernel, const uint8_t *bytes, size_t size)
{
    $(p)measures measures;
@ else
$(p)measures $(p)measure(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    $(p)measures measures;
@ end
@ if starts then
    size = $(p)barred(bytes, size) > 0 ? 0 : size;
@ end
@ if by_bytes then
    $(p)tally tally = $(p)no_tally();
    measures.valid = $(by_kernel and p .. "tally_of[kernel]" or p .. "scalar_tally")(bytes, size, &tally);
    measures.characters = measures.valid - tally.tails$(low and " - tally.low" or "");
    measures.utf16_units = measures.valid - tally.tails$(wide and " + tally.wide" or "");
@ if beyond then
    if (tally.beyond > 0) {
        $(p)walk(bytes, measures.valid, &measures.utf16_units);
    }
@ end
@ else
    measures.valid = $(active "valid_prefix")(text, size);
    measures.characters = $(p)walk(bytes, measures.valid, &measures.utf16_units);
@ end
    measures.ascii = $(counts_ascii and "measures.characters == measures.valid" or "true");
@ if not counts_ascii then
    for (size_t i = 0; measures.ascii && i < measures.valid; i++) {
        measures.ascii = bytes[i] < 0x80;
    }
@ end
    return measures;
}
@ if by_kernel then

$(p)measures $(p)measure(const void *text, size_t size)
{
    return $(p)measure_by($(p)active_index(), (const uint8_t *)text, size);
}
@ end
