// What $(p)next and $(p)previous do out of line$(is_all and ", where text is ill-formed" or "").
@ if is_all then
#if defined(__GNUC__) && !defined(__TINYC__)
__attribute__((cold))
#endif
@ end
$(U)_API uint32_t $(p)next_segment(const void *text, size_t size, size_t *at);
$(U)_API uint32_t $(p)previous_segment(const void *text, size_t size, size_t *at);

// The character that begins at *at, which becomes where the next one begins. What is ill-formed there is passed whole, as far as it might
// have begun a character, and gives U+FFFD; so does the end of the text, where *at stays.
//
//     for (size_t at = 0; at < size;) {
//         uint32_t code_point = $(p)next(text, size, &at);
//     }
$(U)_INLINE $(U)_WRAPS uint32_t $(p)next(const void *text, size_t size, size_t *at)
{
@ if single or #forms > 0 then
    const uint8_t *bytes = $(U)_CAST(const uint8_t *, text);
    const size_t begin = *at;
    if (begin < size) {
        const uint32_t lead = bytes[begin];
@ if single then
        if ($(single.test)) {
            *at = begin + 1;
            return $(single.value);
        }
@ end
@ if #forms > 0 then
        // Numbers with a sign, since a compiler takes their differences out of loops. A lead byte of no form gives no character's number.
        const ptrdiff_t here = $(U)_CAST(ptrdiff_t, begin), end = $(U)_CAST(ptrdiff_t, size);
@ end
@ for i, form in ipairs(forms) do
@ local otherwise = chained and i > 1 and "} else " or ""
@ if form.lead then
        $(otherwise)if ($(form.lead)) {  // $(form.pattern)
@ else
        $(otherwise ~= "" and otherwise or ""){  // $(form.pattern)
@ end
            if (here < end - $(form.length - 1)) {
@ for place, fixed in ipairs(form.fixed) do
                const uint32_t b$(place) = bytes[begin + $(place)] ^ $(fixed);
@ end
                const uint32_t code_point = $(form.value);
                if ($(form.tail)$(form.tail ~= "" and " && " or "")$(form.valid)) {
                    *at = begin + $(form.length);
                    return code_point;
                }
            }
@ if not chained or i == #forms then
        }
@ end
@ end
    }
@ end
    size_t after = *at;
    const uint32_t other = $(p)next_segment(text, size, &after);
    *at = after;
    return other;
}

// The character that ends at *at, or holds the byte before it: *at becomes where it begins. It goes by the boundaries that $(p)next
// goes by from the beginning of the text. At 0, where *at stays, it gives U+FFFD.
$(U)_INLINE uint32_t $(p)previous(const void *text, size_t size, size_t *at)
{
@ if single and single.starts then
    if (*at > 0 && *at <= size) {
        const uint32_t lead = $(U)_CAST(const uint8_t *, text)[*at - 1];
        if ($(single.test)) {
            *at -= 1;
            return $(single.value);
        }
    }
@ end
    size_t begin = *at;
    const uint32_t other = $(p)previous_segment(text, size, &begin);
    *at = begin;
    return other;
}
