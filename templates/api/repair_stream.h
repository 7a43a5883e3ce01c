// The state of a repair whose text comes in pieces. The joined output is that of $(p)repair for the joined text. The state can be copied. It holds at
// most $(held) byte$(held == 1 and "" or "s") of the text.
typedef struct $(p)repair_stream {
@ if contexts > 1 then
    // The automaton's state after the output so far.
    uint16_t state;
@ end
@ if starts then
    // Whether the first character or ill-formed part of the text has been read.
    bool begun;
@ end
    // The number of bytes that wait for the next piece, and these bytes.
    uint8_t held, pending[$(math_max(held, 1))];
} $(p)repair_stream;

// Initializes the state for a new text.
$(U)_API void $(p)repair_start($(p)repair_stream *stream);

// Repairs the next piece, of any size. Returns COMPLETE, INCOMPLETE if the last bytes wait for the next piece, or NO_ROOM. After NO_ROOM, call it again
// with the bytes after .read. If `size` > 0 and `room` >= $(progress), it reads or writes at least one byte. `to` must not overlap the piece.
$(U)_API $(p)result $(p)repair_feed($(p)repair_stream *stream, const void *text, size_t size, void *to, size_t room);

// Ends the text: replaces the pending bytes, if there are any. Returns COMPLETE or NO_ROOM; .read is 0. After COMPLETE, the state is that of a
// new text. After NO_ROOM, call it again with more room.
$(U)_API $(p)result $(p)repair_end($(p)repair_stream *stream, void *to, size_t room);
