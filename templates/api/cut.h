// The size less an unfinished character at the end of the text: where to cut what is followed by more. What is ill-formed stays.
$(U)_API size_t $(p)trim(const void *text, size_t size);

// Where the character begins that holds the byte at `at`; `at` itself where the text is ill-formed there; size from size on.
//
@ if back == 0 then
// Both look at no byte before.
@ elseif back then
// Both look at most at the $(back) bytes before.
@ elseif starts then
// Both look back as far as to a byte that begins a character wherever it stands ($(starts)), or to the beginning of the text: no number
// of bytes before tells where characters begin.
@ else
// Both look back to the beginning of the text: no number of bytes before tells where characters begin.
@ end
$(U)_API size_t $(p)floor(const void *text, size_t size, size_t at);
