// The parts of $(p)next and $(p)previous that are not inline$(is_all and ". " .. p .. "next calls the first one where no character begins" or "").
@ if is_all then
#if defined(__GNUC__) && !defined(__TINYC__)
__attribute__((cold))
#endif
@ end
$(U)_API uint32_t $(p)next_segment(const void *text, size_t size, size_t *at);
$(U)_API uint32_t $(p)previous_segment(const void *text, size_t size, size_t *at);

// Returns the code point of the character at offset *at, and moves *at past it. If no character begins at *at, it returns U+FFFD and skips one
// ill-formed part, at least one byte. At the end of the text it returns U+FFFD and does not change *at.
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
        // Signed, so that compilers can hoist the differences out of loops. A byte that is not a lead byte fails the test of the code point.
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

// Moves *at to the beginning of the character that contains the byte before *at, and returns its code point, or U+FFFD for an ill-formed part. The
// boundaries are those that $(p)next finds from the text's beginning. At offset 0 it returns U+FFFD and does not change *at.
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
