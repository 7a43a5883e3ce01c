@ if not carries then
// The size less an unfinished character at the end of the text: where to cut what is followed by more. What is ill-formed stays.
@ else
// The size less what depends on what follows at the end of the text: where to cut what is followed by more, so that both parts can be
// $(repaired and "checked, repaired and converted" or "checked and converted") one after the other as if in a row. That is an unfinished character$(contexts > 1 and "; one before it that may forbid what follows" or "")$(has_ends and ", or must not be the last" or "")$(loose and "; a high surrogate, which may be half of a code point" or "").
// What is ill-formed stays.
@ if kept then
// At most $(kept) bytes are kept back.
@ else
// $(has_ends and "Characters that must not be the last" or "Characters each of which the one before may forbid") are kept back as far as they follow one another.
@ end
@ end
$(U)_API size_t $(p)trim(const void *text, size_t size);

// Where the character begins that holds the byte at `at`; `at` itself where the text is ill-formed there; size from size on.
//
@ if back == 0 then
// $(carries and 'It looks' or 'Both look') at no byte before.
@ elseif back then
// $(carries and 'It looks' or 'Both look') at most at the $(back) bytes before.
@ elseif starts then
// $(carries and 'It looks' or 'Both look') back as far as to a byte that begins a character wherever it stands ($(starts)), or to the beginning of the text: no number
// of bytes before tells where characters begin.
@ else
// $(carries and 'It looks' or 'Both look') back to the beginning of the text: no number of bytes before tells where characters begin.
@ end
$(U)_API size_t $(p)floor(const void *text, size_t size, size_t at);
