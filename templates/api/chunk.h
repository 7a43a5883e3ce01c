// Well-formed bytes, and behind them the ill-formed ones that stand or fall together: `length` in what $(p)check says of the text.
typedef struct $(p)chunk {
    size_t valid, invalid;
} $(p)chunk;

// The first chunk of a text: .valid bytes of it are well-formed, and .invalid is 0 exactly if these are all. Whoever passes both and calls it again
// for the rest goes through a text of any bytes.
@ if contexts > 1 then
// What is left out or put in between decides whether well-formed parts may stand side by side.
@ end
$(U)_API $(p)chunk $(p)next_chunk(const void *text, size_t size);
