//
// The rules of $(source.title):
//
$(quoted(source))
//
// The rules of $(target.title):
//
$(quoted(target))

$(part("shared/linkage.h"))

$(part("api/status.h"))

// If another thread changes the text during a call, the result is unspecified and the output may be ill-formed. But every function returns, and
// reads and writes only within the given buffers.

// Converts the `size` bytes of $(source.title) at `text` to $(target.title), at most `room` bytes at `to`. Reads and writes only these bytes, and
// allocates nothing. The buffers must not overlap; NULL with size or room 0 is allowed.
//
//   COMPLETE    the whole text is converted
//   INCOMPLETE  the text ends inside a character$(facts.ends and " or after characters that must not be the last; `read` is before them" or ", which begins at `read`")$(facts.halves and (facts.highs and ", or inside a low surrogate after the high one at `read`" or ", or inside a surrogate pair that begins there") or "")
//   NO_ROOM     the character at `read` needs more room: call again with text + read and new room
//   ILL_FORMED  the text is ill-formed at `read`, or the target cannot encode the character there, whatever the room
//
@ if facts.ends then
// No call stops where a text must not end. A run of characters that must not be the last is converted only if there is room for the whole run and
// the character after it. If a call reads nothing, call it with more room.
//
@ end
// The first `written` bytes at `to` are well-formed $(target.title), the conversion of the first `read` bytes of the text. The bytes after them, up to
// `room`, may have been changed.
@ if facts.halves then
//
// A high surrogate and the low one directly after it are one code point.
@ end
//
// The function treats the text as complete. For a text in pieces, $(p)trim returns how much of a piece can be converted before the next piece is known.
@ if facts.starts then
//
// A text may be the rest of another one, so rules at the start of a text are not checked.
@ end
@ if facts.unwritten_text then
//
$(facts.unwritten_text)
@ end
@ if facts.spellings then
//
// $(source.title) has several spellings of some code points. The output does not show which one the text had.
@ end
@ if facts.doubled then
//
// $(source.title) encodes some code points both as one character and as two surrogates. The output does not show which of the two the text had.
@ end
$(U)_API $(p)result $(name)(const void *text, size_t size, void *to, size_t room);

// The number of bytes of a piece that can be converted before the next piece is known: all bytes except, at the end, an unfinished character$(facts.halves and " or surrogate pair" or "")$(facts.tracked and " or a character that may forbid the next one" or "")$(facts.ends and " or characters that must not be the last" or "").
// If the piece has an error, its whole size. Prepend the rest to the next piece: the joined outputs are the whole conversion. May read the whole piece.
$(U)_API size_t $(p)trim(const void *text, size_t size);

// The number of bytes that $(name) writes if there is enough room: for the whole text if the result is COMPLETE, else for the text
// before `read`. SIZE_MAX if it does not fit in size_t.
$(U)_API size_t $(p)size(const void *text, size_t size);

#undef $(U)_API
#ifdef __cplusplus
}
#endif

#endif  // $(U)_H
