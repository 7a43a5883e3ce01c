// `room` is in units of the target. Source and target must not overlap. The status is
//   COMPLETE    all of the source is read
//   NO_ROOM     the character at `read` needs more room: call again from there
@ if lone then
//   INCOMPLETE  the text ends inside the character at `read`$(has_ends and ", or with characters that must not be the last" or "")
@ else
//   INCOMPLETE  from `read` on, there is only an unfinished character$(has_ends and ", characters that must not be the last," or "") or a high surrogate
@ end
//   ILL_FORMED  the source is ill-formed at `read`, or the target cannot encode the character there
// At `read`, INCOMPLETE and ILL_FORMED take precedence over NO_ROOM. The source is treated as a whole text: before you convert a piece, cut it with $(has_cut and p .. "trim (text) or " or "")$(p)trim_utf$(bits) (units),
// and prepend the rest to the next piece.
//
// A high surrogate and the low one directly after it are one code point$(split and ", written as two surrogates if no form encodes it" or ""). A full output never separates the two. Lone
// surrogates $(lone and "are encoded as they are" or "cannot be encoded").$(beyond and " UTF-16 cannot encode a code point above U+10FFFF." or "")
@ if starts then
//
// Each source may be the rest of another one, so the rules at the start of a text are not checked. Check a text with $(p)valid first.
@ end
@ if rejoined then
// Two surrogates that are separate characters become one character when they are converted to units and back.
@ end
@ if respelled then
// A code point with several spellings gets one of them when it is converted to units and back.
@ end
