// The number of bytes that $(p)repair writes for the whole text; SIZE_MAX if it does not fit in size_t.
$(U)_API size_t $(p)repaired_size(const void *text, size_t size);

// Copies the text and replaces each ill-formed part (.invalid bytes of $(p)next_chunk) by $(name) ($(hex_bytes)). The output is well-formed and has only
// whole characters. Returns COMPLETE or NO_ROOM. After NO_ROOM, call it again for the text after .read: the joined output is that of a single call. If `size` > 0
// and `room` >= $(progress), it reads at least one byte$(starts and ", unless the next characters must not be the first of a text" or ""). `to` must not overlap the text.
@ if starts then
// No call stops before such characters: if a call reads nothing, call it with more room. The rules at the start apply only to the first part of a text.
@ end
@ if has_ends then
// After NO_ROOM the output so far may end with a character that must not be the last; the output of the next call continues it. Each call first
// reads to the end of a sequence of such characters. On a long sequence, calls with little room are slow.
@ end
$(U)_API $(p)result $(p)repair(const void *text, size_t size, void *to, size_t room);
