// The state of a check whose text comes in pieces of any size. The results are those of $(p)check for the joined text. The state can be copied,
// and needs no cleanup.
typedef struct $(p)stream {
    // The size of the longest well-formed prefix so far.
    uint64_t offset;
@ if has_ends then
    // The size of the whole characters after this prefix, none of which may be the last. After an error, `length` of $(p)error.
@ else
    // After an error, `length` of $(p)error.
@ end
    uint64_t length;
    // $(contexts > 1 and "The automaton's state after the last whole character. " or "")After an error, the state of $(p)error.
    uint16_t state;
@ local first = has_ends and "If `length` is not 0, the row number of the first character after the prefix."
@ local set = several_names and (has_ends and "Otherwise the" or "The") .. " number of the set of rules that the last character activates."
@ local what = first and set and first .. " " .. set or first or set
    // $(what and what .. " " or "")After an error, the fault of $(p)error.
    uint16_t rule;
    // The number of bytes of an unfinished character, and these bytes. After an error or the end of the text, `held` is a marker value.
    uint8_t held, pending[$(pending)];
} $(p)stream;

// Initializes the state for a new text.
$(U)_API void $(p)stream_start($(p)stream *stream);

@ local forbidden = has_ends and " (even one that is not allowed, unless it follows such a one)" or (contexts > 1 or profile) and ", even one that is not allowed" or ""
// Checks the next piece, of any size. Returns COMPLETE if the text so far is well-formed, ILL_FORMED if there is an error, INCOMPLETE if the text so far ends $(has_ends and "after a character that must not be the last, or " or "")inside a character$(forbidden).
// After an error or the end of the text, it ignores the piece and returns the same status again.
$(U)_API $(p)status $(p)stream_feed($(p)stream *stream, const void *text, size_t size);

// Ends the text. Returns COMPLETE or ILL_FORMED.
$(U)_API $(p)status $(p)stream_end($(p)stream *stream);

// Whether there is an error. If so, sets *error as $(p)check does for the joined text; `error` may be NULL.
$(U)_API bool $(p)stream_error(const $(p)stream *stream, $(p)error *error);
