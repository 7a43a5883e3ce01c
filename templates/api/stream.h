// The state of the check of a text that comes in pieces, of any sizes. The results are those of $(p)check for the joined text. The state can be copied,
// and needs no cleanup.
typedef struct $(p)stream {
    // The size of the longest well-formed prefix so far.
    uint64_t offset;
@ if has_ends then
    // The number of bytes after this prefix in whole characters that must not be the last; after an error, its length.
@ else
    // After an error, its length.
@ end
    uint64_t length;
    // $(contexts > 1 and "The automaton's state, which says what the last character forbids. " or "")After an error, the state of $(p)error.
    uint16_t state;
@ local what = has_ends and several_names and "A number that identifies what the last character forbids." or has_ends and "The number of the character that must not be the last." or several_names and "The number of the set of rules by which the last character forbids others."
    // $(what and what .. " " or "")After an error, its fault.
    uint16_t rule;
    // The number of bytes of an unfinished character, or a mark that the stream has ended; and these bytes.
    uint8_t held, pending[$(pending)];
} $(p)stream;

// Initializes the state for a new text.
$(U)_API void $(p)stream_start($(p)stream *stream);

// Checks the next piece, of any size. Returns COMPLETE if the text so far is well-formed, INCOMPLETE if it ends inside a character$(has_ends and ", or after one that must not be the last" or ""),
@ if contexts > 1 or profile then
// even one that cannot become well-formed; ILL_FORMED if
@ else
// ILL_FORMED if
@ end
// there is an error. After an error or the end of the text, it ignores the piece and returns the same status again.
$(U)_API $(p)status $(p)stream_feed($(p)stream *stream, const void *text, size_t size);

// Ends the text. Returns COMPLETE or ILL_FORMED.
$(U)_API $(p)status $(p)stream_end($(p)stream *stream);

// Whether there is an error. If so, sets *error as $(p)check does for the joined text; `error` may be NULL.
$(U)_API bool $(p)stream_error(const $(p)stream *stream, $(p)error *error);
