// `room` is in units of `to`, and nothing is written behind it; source and target must not overlap. The status is
//   COMPLETE    all is read
//   NO_ROOM     what stands at `read` needs more room than is left: go on there with more
@ if lone then
//   INCOMPLETE  the text ends inside the character at `read`
@ else
//   INCOMPLETE  the source ends inside the character at `read`: text, or units with a high surrogate
@ end
//   ILL_FORMED  the source is wrong at `read`, or what stands there can't be written
// The last two come before NO_ROOM: they would be the same with more room. Sources are whole texts: of those in pieces what waits for the next
// piece is kept back, $(has_cut and "by " .. p .. "trim of text, and " or "")by $(p)trim_utf$(bits) of units.
//
// A high surrogate directly before a low one means their code point, which room does not part$(split and "; it is written as both halves where it has no form" or ""). Surrogates
// alone $(lone and "are written as they are" or "can't be written").$(beyond and " A code point above U+10FFFF can't be written as UTF-16." or "")
@ if rejoined then
// Two surrogates that are characters of their own, one behind the other, come back as one character.
@ end
@ if respelled then
// Of several spellings of a code point one comes back.
@ end
