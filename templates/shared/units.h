// `room` is the size of `to` in units. Source and target must not overlap. The status is
//   COMPLETE    all of the source is read
//   NO_ROOM     the character at `read` needs more room than is left: continue there with more
@ if lone then
//   INCOMPLETE  the text ends inside the character at `read`
@ else
//   INCOMPLETE  the source ends inside the character at `read`: text, or units with a high surrogate
@ end
//   ILL_FORMED  the source is ill-formed at `read`, or the target cannot encode the character there
// INCOMPLETE and ILL_FORMED take precedence over NO_ROOM. A source is a whole text: before you convert a piece, cut it with $(has_cut and p .. "trim (text) or " or "")$(p)trim_utf$(bits) (units),
// and prepend the rest to the next piece.
//
// A high surrogate directly before a low one is one code point, and its units are written together$(split and "; it is written as its two halves if it has no form" or ""). Lone
// surrogates $(lone and "are encoded as they are" or "cannot be encoded").$(beyond and " UTF-16 cannot encode a code point above U+10FFFF." or "")
@ if rejoined then
// Two surrogates in a row that are separate characters are converted back to one character.
@ end
@ if respelled then
// A code point with several spellings is converted back to one of them.
@ end
