// The repair of a text that comes in pieces: what is written in all is what $(p)repair writes for all of them in a row. A value that can be copied;
// it holds at most $(held) byte$(held == 1 and "" or "s").
typedef struct $(p)repair_stream {
@ if contexts > 1 then
    // The automaton's state behind what was written.
    uint16_t state;
@ end
    // The bytes that the next ones decide about, and how many there are.
    uint8_t held, pending[$(math_max(held, 1))];
} $(p)repair_stream;

// Begins a text.
$(U)_API void $(p)repair_start($(p)repair_stream *stream);

// Goes on with the next bytes, of any number: COMPLETE; INCOMPLETE if some of them are held, since the next ones decide what they are; or
// NO_ROOM: then a call with what lies behind .read goes on. With room for $(progress) bytes each call reads or writes something. `to` must not
// overlap the text.
$(U)_API $(p)result $(p)repair_feed($(p)repair_stream *stream, const void *text, size_t size, void *to, size_t room);

// The text is at its end: writes what is held, or what stands for it. COMPLETE, and the stream is as at the beginning; or NO_ROOM: then it is
// called again. .read is 0.
$(U)_API $(p)result $(p)repair_end($(p)repair_stream *stream, void *to, size_t room);
