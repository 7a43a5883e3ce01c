@ for _, bits in ipairs { 16, 32 } do
@ local unit, pairs = ("uint%d_t"):format(bits), bits == 16 and checked
// Counts the bytes of units from text[from] on, in blocks of `block` units. Stops before one with a unit that cannot be converted. Sets *read to the number of units. Compilers turn the loops into vectors, since callers
// pass constants for `block`.
$(U)_ALWAYS_INLINE $(U)_WRAPS size_t $(p)count_$(bits)(const $(unit) *text, size_t from, size_t units, size_t block, size_t *read)
{
    static const $(unit) limits[] = { 0x80, 0x800$(bits == 32 and (four and ", 0x10000" or ", 0x10000, 0x10000, 0x10000") or "") };
    size_t at = from, bytes = 0;
    for (; units - at > block$(pairs and " && (at > from || (text[at] & 0xFC00) != 0xDC00)" or ""); at += block) {
        const $(unit) *const next = text + at;
        $(unit) most = 0, least = 0xFFFF, more = 0$(pairs and ", wrong = 0" or "");
        for (size_t i = 0; i < block; i++) {
            const $(unit) other = next[i] ^ 0xD800;
            most = next[i] > most ? next[i] : most;
            least = other < least ? other : least;
        }
@ if bits == 32 then
        if (least < 0x800 || most > 0x10FFFF) {
            break;
        }
@ elseif pairs then
        for (size_t i = 0; least < 0x800 && i < block; i++) {
            const $(unit) high = (next[i] & 0xFC00) == 0xD800, low = (next[i + 1] & 0xFC00) == 0xDC00;
            wrong |= high ^ low;
@ if four then
            more = ($(unit))(more - 2 * high);
@ end
        }
        if (wrong) {
            break;
        }
@ end
        for (size_t k = 0; k < sizeof limits / sizeof *limits && most >= limits[k]; k++) {
            for (size_t i = 0; i < block; i++) {
                more = ($(unit))(more + $(bits == 32 and "((int32_t)next[i] >= (int32_t)limits[k])" or "(next[i] >= limits[k])"));
            }
        }
@ if zero then
        for (size_t i = 0; i < block; i++) {
            more = ($(unit))(more + (next[i] == 0));
        }
@ end
        bytes += ($(unit))(block + more);
    }
@ if pairs then
    if (at > from && (text[at - 1] & 0xFC00) == 0xD800) {
        at--;
        bytes -= $(four and 1 or 3);
    }
@ end
    *read = at - from;
    return bytes;
}

@ end
