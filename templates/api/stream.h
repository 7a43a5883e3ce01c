// A text that comes in pieces. Whatever the pieces are, the answers are those of $(p)check for all of them in a row. A value that can be
// copied, and needs no end.
typedef struct $(p)stream {
    // The size of the longest well-formed prefix so far.
    uint64_t offset;
@ if has_ends then
    // Bytes behind it of whole characters that must not be the last: these are counted, not kept. After an error its length.
@ else
    // After an error its length.
@ end
    uint64_t length;
    // The automaton's state there, as in $(p)error$(contexts > 1 and "; it tells what the last character forbids" or "").
    uint16_t state;
@ local what = has_ends and several_names and "What the last character forbids, by number." or has_ends and "Which character must not be the last, by number." or several_names and "The rules that the last character forbids others by, by number."
    // $(what and what .. " " or "")After an error its fault.
    uint16_t rule;
    // The bytes of an unfinished character, and how many there are; or that the stream is at its end.
    uint8_t held, pending[$(pending)];
} $(p)stream;

// Begins a text.
$(U)_API void $(p)stream_start($(p)stream *stream);

// Goes on with the next bytes, of any number: COMPLETE if all so far is well-formed, INCOMPLETE if it ends inside a character$(has_ends and ", or after one that must not be the last" or ""),
@ if contexts > 1 or profile then
// also one that is ill-formed, but not yet whole; ILL_FORMED if
@ else
// ILL_FORMED if
@ end
// something is wrong. After that, or after the end, nothing is looked at, and what was returned is returned again.
$(U)_API $(p)status $(p)stream_feed($(p)stream *stream, const void *text, size_t size);

// The text is at its end: COMPLETE or ILL_FORMED.
$(U)_API $(p)status $(p)stream_end($(p)stream *stream);

// Whether there is an error; *error (which may be NULL) is what $(p)check says of all pieces in a row, and left alone if there is none.
$(U)_API bool $(p)stream_error(const $(p)stream *stream, $(p)error *error);
