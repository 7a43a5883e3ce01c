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

// If another thread changes the text during a call, the result is unspecified, but no function reads or writes outside the given buffers, or
// fails to return. What is written may then be ill-formed.

// Writes the `size` bytes of $(source.title) at text in $(target.title): at most `room` bytes, to `to`. NULL with size or room 0 is allowed;
// the two must not overlap. Reads exactly those bytes, writes nothing behind the room, allocates nothing.
//
//   COMPLETE    all is read and written
//   INCOMPLETE  the text ends inside a character, which begins at `read`$(facts.halves and "; a high surrogate that the target can't write is one" or "")
//   NO_ROOM     what stands at `read` needs more room than is left; to go on, call again with text + read and new room
//   ILL_FORMED  what stands at `read` is ill-formed, or the target can't write it; whatever the room is
//
@ if facts.ends then
// Where a text must not end, no call stops. A run of characters none of which may be the last needs room for all of it and for what follows, or
// nothing of it is read: if a call with much room reads nothing, only more room helps.
//
@ end
// The first `written` bytes are well-formed $(target.title), and those that they stand for are the first `read` bytes of the text. Behind
// them, bytes of the room may have been changed.
@ if facts.halves then
//
// A high surrogate directly before a low one means their code point.
@ end
//
// Each text is a whole one: of one that comes in pieces $(p)trim tells how much of a piece can be converted before the next one is known.
@ if facts.unwritten_text then
//
$(facts.unwritten_text)
@ end
@ if facts.spellings then
//
// $(source.title) has several spellings of some code points; which one it was is lost.
@ end
@ if facts.doubled then
//
// $(source.title) writes some code points by themselves and as two surrogates; which of both it was is lost.
@ end
$(U)_API $(p)result $(name)(const void *text, size_t size, void *to, size_t room);

// How many bytes of a text that goes on can be converted so that all pieces together are what comes of all in a row: up to an unfinished
// character$(facts.halves and ", a high surrogate" or "")$(facts.tracked and ", a character that may forbid what follows" or "")$(facts.ends and ", or what must not be the last" or ""); all of it if something is wrong in it. Reads all of it.
$(U)_API size_t $(p)trim(const void *text, size_t size);

// The size in bytes of what $(name) writes if there is room enough: of all of the text if that is COMPLETE, else of what stands
// before `read`. SIZE_MAX if it is no size_t.
$(U)_API size_t $(p)size(const void *text, size_t size);

#undef $(U)_API
#ifdef __cplusplus
}
#endif

#endif  // $(U)_H
