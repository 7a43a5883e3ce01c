// What $(p)next and $(p)previous do, out of line.
$(U)_API uint32_t $(p)next_segment(const void *text, size_t size, size_t *at);
$(U)_API uint32_t $(p)previous_segment(const void *text, size_t size, size_t *at);

// The character that begins at *at, which becomes where the next one begins. What is ill-formed there is passed whole, as far as it might
// have begun a character, and gives U+FFFD; so does the end of the text, where *at stays.
//
//     for (size_t at = 0; at < size;) {
//         uint32_t code_point = $(p)next(text, size, &at);
//     }
static inline uint32_t $(p)next(const void *text, size_t size, size_t *at)
{
@ if single or #forms > 0 then
    const size_t begin = *at;
    if (begin < size) {
        const uint8_t *bytes = (const uint8_t *)text + begin;
        const uint32_t lead = bytes[0];
@ if single then
        if ($(single.test)) {
            *at = begin + 1;
            return $(single.value);
        }
@ end
@ for _, form in ipairs(forms) do
        // $(form.pattern)
        if ($(form.lead) && size - begin >= $(form.length)) {
@ for i, fixed in ipairs(form.fixed) do
            const uint32_t b$(i) = bytes[$(i)] ^ $(fixed);
@ end
            const uint32_t code_point = $(form.value);
@ if form.tail ~= "" or form.valid then
            if ($(form.tail)$(form.tail ~= "" and form.valid and " && " or "")$(form.valid or "")) {
                *at = begin + $(form.length);
                return code_point;
            }
@ else
            *at = begin + $(form.length);
            return code_point;
@ end
        }
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
static inline uint32_t $(p)previous(const void *text, size_t size, size_t *at)
{
@ if single and single.starts then
    if (*at > 0 && *at <= size) {
        const uint32_t lead = ((const uint8_t *)text)[*at - 1];
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
