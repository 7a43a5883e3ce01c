@ if not carries then
// The size of the text without an unfinished character at its end: the place to cut a text that continues. Ill-formed bytes are kept.
@ else
// The size of the text without the bytes at its end that depend on the next ones: the place to cut a text that continues, so that both parts can be
// $(repaired and "checked, repaired and converted" or "checked and converted") one after the other with the same result as the joined text. These bytes are an unfinished character$(contexts > 1 and "; one before it that may forbid the next one" or "")$(has_ends and ", or must not be the last" or "")$(loose and "; a high surrogate, which may be half of a code point" or "").
// Ill-formed bytes are kept.
@ if kept then
// They are at most $(kept) bytes.
@ else
// $(has_ends and "Characters that must not be the last" or "Characters each of which the one before may forbid") at the end belong to these bytes, however many they are.
@ end
@ end
$(U)_API size_t $(p)trim(const void *text, size_t size);

// The offset of the character that has the byte at `at`; `at` itself if the text is ill-formed there; `size` if `at` is not less.
//
@ if back == 0 then
// $(carries and 'It reads' or 'Both functions read') no byte before `at`.
@ elseif back then
// $(carries and 'It reads' or 'Both functions read') at most the $(back) bytes before `at`.
@ elseif starts then
// $(carries and 'It reads' or 'Both functions read') back to a byte that always begins a character ($(starts)), or to the beginning of the text: no fixed number
// of bytes is enough to find where characters begin.
@ else
// $(carries and 'It reads' or 'Both functions read') back to the beginning of the text: no fixed number of bytes is enough to find where characters begin.
@ end
$(U)_API size_t $(p)floor(const void *text, size_t size, size_t at);
