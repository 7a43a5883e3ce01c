@ if not carries then
// The size of the text without an unfinished character at its end: the place to cut a text that continues. Ill-formed bytes are not cut off$(kept and back and kept > back and ", except the beginning of a low half between a high half and an unfinished character" or "").$(back and " The function reads only a few bytes at the end." or "")
@ else
// The size of the text without the last bytes whose meaning depends on later bytes: the place to cut a text that continues. Pieces that end here can be
// $(repaired and "checked, repaired" or "checked") or converted one by one, with the result of the whole text; only a fault may differ. The function cuts off an unfinished character$(contexts > 1 and ", or a last character that may forbid the next" or "")$(has_ends and ", or one that must not be last" or "")$(loose and ", or a high surrogate, maybe half of a code point" or "").
@ if not (paired or has_ends) then
// Ill-formed bytes are not cut off.
@ end
@ if kept then
// At most $(kept) bytes are cut off.
@ else
// The number of bytes that are cut off has no known limit.
@ end
@ end
@ if ruled then
// But if a piece is checked or repaired as a text of its own, the rules for the start of a text apply to it. Conversions ignore these rules.
@ end
$(U)_API size_t $(p)trim(const void *text, size_t size);

// The offset of the character that contains the byte at `at`; `at` itself if no character does; `size` if `at` is at least `size`.
//
@ if back == 0 then
// The function reads no byte before `at`.
@ elseif back then
// The function looks back at most $(back) byte$(back == 1 and "" or "s") from `at`.
@ elseif starts then
// The function looks back to a byte that cannot continue a character ($(starts)), or to the beginning of the text, however
// far that is.
@ else
// The function looks back to the beginning of the text, however far that is.
@ end
$(U)_API size_t $(p)floor(const void *text, size_t size, size_t at);
