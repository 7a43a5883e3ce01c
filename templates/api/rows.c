$(U)_ALWAYS_INLINE int64_t $(p)offset(const void *offsets, size_t i, bool wide)
{
    return wide ? ((const int64_t *)offsets)[i] : ((const int32_t *)offsets)[i];
}

@ if tested then
// Whether each row after the first begins where a character begins. All these rows together must be a well-formed text.
$(U)_ALWAYS_INLINE $(U)_WRAPS bool $(p)rows_begin(const uint8_t *text, size_t size, const void *offsets, size_t i, size_t rows, bool wide)
{
    const uint64_t begin = (uint64_t)$(p)offset(offsets, i, wide);
@ if unsure then
    size_t before = 0;
@ end
    // Prediction makes these branches cheaper than a sum of flags. If a row begins at the end of the text, only empty rows follow.
    for (const size_t end = i + rows; ++i < end;) {
        const uint64_t at = (uint64_t)$(p)offset(offsets, i, wide) - begin;
        if (at >= size) {
            return true;
        }
        const uint8_t byte = text[at];
@ if inside then
        if ($(inside)) {
            return false;
        }
@ end
@ if unsure then
        // This byte may begin a character or continue one. It begins one if the row before it is well-formed.
        if (($(unsure)) && (at < before || !$(active "valid")(text + before, (size_t)at - before))) {
            return false;
        }
        before = (size_t)at;
@ end
    }
    return true;
}

@ end
@ if tallied then
// Whether a text is well-formed. Leaves *plain true only if the kernel has its own tally, which finds only characters of one byte.
static bool $(p)valid_plain(const uint8_t *text, size_t size, bool *plain)
{
#ifndef $(U)_NO_MEASURE
    const size_t kernel = $(p)active_index();
    if (*plain && $(p)tally_of[kernel] != $(p)scalar_tally) {
        $(p)tally tally = $(p)no_tally();
        const size_t valid = $(p)tally_of[kernel](text, size, &tally);
        *plain = tally.tails == 0;
        return valid == size;
    }
#endif
    *plain = false;
    return $(active "valid")(text, size);
}

@ end
static $(U)_WRAPS size_t $(p)rows(const uint8_t *data, const void *offsets, size_t rows, bool wide)
{
    const int64_t last = $(p)offset(offsets, rows, wide);
    int64_t begin = $(p)offset(offsets, 0, wide);
@ if together then
    // Checks one row, or several of up to 32 KiB in all, so that they are in the cache when read again. If several rows fail, tries half of them.
    size_t most = 1024;
@ if tallied then
    bool plain = true;
@ end
    for (size_t i = 0, $(tallied and "turn = 0, " or "")count; i < rows; $(tallied and "turn++" or "")) {
        count = rows - i < most ? rows - i : most;
        int64_t end = $(p)offset(offsets, i + count, wide);
        while (count > 1 && (uint64_t)end - (uint64_t)begin > 1 << 15) {
            count /= 2;
            end = $(p)offset(offsets, i + count, wide);
        }
@ else
    // Checks each row by itself: a row of a well-formed text may be ill-formed, because rules restrict the first or the last character of a text.
    for (size_t i = 0, count = 1; i < rows;) {
        const int64_t end = $(p)offset(offsets, i + 1, wide);
@ end
        if (begin < 0 || end < begin || end > last) {
            return i;
        }
        const uint8_t *text = end > begin ? data + begin : data;
        const size_t size = (size_t)(end - begin);
@ if tallied then
        plain = plain || turn % 8 == 0;
        if ($(p)valid_plain(text, size, &plain) && (count == 1 || plain
            || (wide ? $(p)rows_begin(text, size, offsets, i, count, true) : $(p)rows_begin(text, size, offsets, i, count, false)))) {
@ elseif tested then
        if ($(active "valid")(text, size) && (count == 1
            || (wide ? $(p)rows_begin(text, size, offsets, i, count, true) : $(p)rows_begin(text, size, offsets, i, count, false)))) {
@ else
        if ($(starts and p .. "valid" or active "valid")(text, size)) {
@ end
            i += count;
            begin = end;
@ if together then
            most = 2 * count;
        } else if (count > 1) {
            most = count / 2;
@ end
        } else {
            return i;
        }
    }
    return rows;
}

size_t $(p)valid_rows(const void *data, const int32_t *offsets, size_t rows)
{
    return rows == 0 ? 0 : $(p)rows((const uint8_t *)data, offsets, rows, false);
}

size_t $(p)valid_rows64(const void *data, const int64_t *offsets, size_t rows)
{
    return rows == 0 ? 0 : $(p)rows((const uint8_t *)data, offsets, rows, true);
}
