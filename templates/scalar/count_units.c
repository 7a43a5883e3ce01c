@ for _, bits in ipairs { 16, 32 } do
@ local unit, pairs = ("uint%d_t"):format(bits), bits == 16 and checked
@ if bits == 32 then
// Like $(p)known_16, for 32-bit units, up to a block with a surrogate or a unit above 10FFFF.
@ else
// Counts units by blocks$(pairs and ", up to a block that no unit follows or that has a lone surrogate (or any surrogate, if `bytes` is NULL)" or ""). Adds the number of their bytes to *bytes, unless `bytes` is NULL. Compilers vectorize the loops, because `block` is a constant.
@ end
$(U)_ALWAYS_INLINE $(U)_WRAPS size_t $(p)known_$(bits)(const $(unit) *text, size_t units, size_t block, size_t *bytes)
{
    const $(unit) limits[] = { 0x80, 0x800$(bits == 32 and (four and ", 0x10000" or ", 0x10000, 0x10000, 0x10000") or "") };
    size_t at = 0;
    for (; units - at $(pairs and ">" or ">=") block$(pairs and " && ((text[at] & 0xFC00) != 0xDC00 || (at > 0 && (text[at - 1] & 0xFC00) == 0xD800))" or ""); at += block) {
        const $(unit) *const next = text + at;
        $(unit) all = 0, more = 0, $(bits == 16 and "least = 0xFFFF" or "most = 0")$(pairs and ", wrong = 0" or "");
        for (size_t i = 0; i < block; i++) {
@ if bits == 32 then
            // U+D800 to U+DFFF become the greatest numbers.
            const $(unit) moved = (next[i] ^ 0xD800) - 0x800;
            most = moved > most ? moved : most;
@ else
            const $(unit) other = next[i] ^ 0xD800;
            least = other < least ? other : least;
@ end
            all |= next[i];
        }
@ if bits == 32 then
        if (most > 0x10F7FF) {
            break;
        }
@ elseif pairs then
        for (size_t i = 0; bytes && least < 0x800 && i < block; i++) {
            const $(unit) high = (next[i] & 0xFC00) == 0xD800, low = (next[i + 1] & 0xFC00) == 0xDC00;
            wrong |= high ^ low;
@ if four then
            more = ($(unit))(more - 2 * high);
@ end
        }
        if (wrong || (!bytes && least < 0x800)) {
            break;
        }
@ end
        for (size_t k = 0; bytes && k < sizeof limits / sizeof *limits && all >= limits[k]; k++) {
            for (size_t i = 0; i < block; i++) {
                more = ($(unit))(more + $(bits == 32 and "((int32_t)next[i] >= (int32_t)limits[k])" or "(next[i] >= limits[k])"));
            }
        }
@ if zero then
        for (size_t i = 0; bytes && i < block; i++) {
            more = ($(unit))(more + (next[i] == 0));
        }
@ end
        if (bytes) {
            *bytes += ($(unit))(block + more);
        }
    }
@ if pairs then
    // A high surrogate at the end is read again with the next unit.
    if (bytes && at > 0 && (text[at - 1] & 0xFC00) == 0xD800) {
        at--;
        *bytes -= $(four and 1 or 3);
    }
@ end
    return at;
}

@ end
