@ if not carries then
// The size of the text without an unfinished character at its end: the place to cut a text that continues. Ill-formed bytes are not cut off$(kept and back and kept > back and ", except the beginning of a low half between a high half and the unfinished character" or "").$(back and " The function reads only a few bytes at the end." or "")
@ else
// The size of the text without the bytes at its end that depend on the next ones: the place to cut a text that continues. If the parts are
// $(repaired and "checked, repaired" or "checked") and converted in turn, the result is that of the whole text, except that a fault may differ. The function cuts off an unfinished character$(contexts > 1 and ", and a last character that may forbid the next one" or "")$(has_ends and ", or must not be the last" or "")$(loose and ", and a high surrogate, which may be half of a code point" or "").
// Ill-formed bytes are not cut off.
@ if kept then
// At most $(kept) bytes are cut off.
@ else
// Any number of bytes may be cut off: all characters at the end $(has_ends and "that must not be the last" or "that their predecessors may forbid").
@ end
@ end
@ if ruled then
// The rules at the start of a text apply to each part that is checked or repaired as a text of its own; conversions do not check them.
@ end
$(U)_API size_t $(p)trim(const void *text, size_t size);

// The offset of the character that contains the byte at `at`; `at` itself if no character does; `size` if `at` is at least `size`.
//
@ if back == 0 then
// The function reads no byte before `at`.
@ elseif back then
// The function looks back at most $(back) byte$(back == 1 and "" or "s") from `at`.
@ elseif starts then
// The function looks back to a byte that cannot continue a character ($(starts)), or to the beginning of the text: no number of
// bytes is known to be enough to find where characters begin.
@ else
// The function looks back to the beginning of the text: no number of bytes is known to be enough to find where characters begin.
@ end
$(U)_API size_t $(p)floor(const void *text, size_t size, size_t at);
