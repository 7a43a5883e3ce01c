$(ruler("swar: tests words of eight bytes for ASCII; the automaton for other text"))

// The high bit of some byte of the result is set exactly if a byte of `word` is outside $(passthrough_range_text). Each byte in this range is a character.
//@ assigns \nothing;
static $(U)_WRAPS uint64_t $(p)high_bits(uint64_t word)
{
    return $(passthrough_word_code);
}

//@ requires \valid_read(bytes + (0 .. 7));
//@ assigns \nothing;
static uint64_t $(p)high_bits_8(const uint8_t *bytes)
{
    uint64_t word;
    $(U)_COPY(&word, bytes, 8);
    return $(p)high_bits(word);
}

//@ requires \valid_read(bytes + (0 .. 15));
//@ assigns \nothing;
static bool $(p)ascii_16(const uint8_t *bytes)
{
    return (($(p)high_bits_8(bytes) | $(p)high_bits_8(bytes + 8)) & 0x8080808080808080) == 0;
}

//@ requires \valid_read(bytes + (0 .. 31));
//@ assigns \nothing;
static uint64_t $(p)high_bits_32(const uint8_t *bytes)
{
    return ($(p)high_bits_8(bytes) | $(p)high_bits_8(bytes + 8)) |
        ($(p)high_bits_8(bytes + 16) | $(p)high_bits_8(bytes + 24));
}

//@ requires \valid_read(bytes + (0 .. 63));
//@ assigns \nothing;
static bool $(p)ascii_64(const uint8_t *bytes)
{
    return (($(p)high_bits_32(bytes) | $(p)high_bits_32(bytes + 32)) & 0x8080808080808080) == 0;
}

@ if not short.shifted then
$(part("scalar/eight_steps.c", eight_steps))

@ end
@ -- The search for the beginning of a block's last form covers at most this number of bytes before the block's end. If the form
@ -- is longer, the search ends inside it, and the automaton reads on from there.
@ local reach = has_continuations and math_min(longest_form - 1, 8) or 0
@ if reach > 0 then
// The offset of the last form that begins in at[$(64 - reach)..64]; $(64 - reach) if none does.
//@ requires \valid_read(at + (0 .. 64));
//@ assigns \nothing;
//@ ensures $(64 - reach) <= \result <= 64;
static size_t $(p)last_beginning(const uint8_t *at)
{
    size_t within = $(p)is_continuation(at[64]), last = 64 - within;
@ for j = 1, reach - 1 do
    within &= $(p)is_continuation(at[$(64 - j)]);
    last -= within;
@ end
    return last;
}

// The state after the first `size` bytes, $(64 - reach) to 64, if a character begins at at[0].
//@ requires $(64 - reach) <= size <= 64;
//@ requires \valid_read(at + (0 .. 63));
//@ assigns \nothing;
@ if not short.shifted then
//@ ensures is_state: $(is_state("\\result"));
@ end
static $(short.type) $(p)state_after(const uint8_t *at, size_t size)
{
    $(short.type) states[$(reach + 1)], state = $(short.stem)_START;
@ else
// The state after 64 bytes, if a character begins at at[0].
//@ requires \valid_read(at + (0 .. 63));
//@ assigns \nothing;
@ if not short.shifted then
//@ ensures is_state: $(is_state("\\result"));
@ end
static $(short.type) $(p)state_after(const uint8_t *at)
{
    $(short.type) state = $(short.stem)_START;
@ end
    //@ loop invariant place: 0 <= i <= 56 && i % 8 == 0;$(state_invariant)
    //@ loop assigns i, state;
    //@ loop variant 56 - i;
    for (size_t i = 0; i < 56; i += 8) {
        state = $(p)eight_steps(state, at + i);
    }
@ for j = 56, 63 do
@ if reach > 0 and j >= 64 - reach then
    states[$(j - (64 - reach))] = state;
@ end
    state = $(short.step(("at[%d]"):format(j)));
@ end
@ if reach > 0 then
    states[$(reach)] = state;
    return states[size - $(64 - reach)];
@ else
    return state;
@ end
}

// Checks text from the beginning of a character. It reads blocks of 64 bytes or slightly fewer, each from the start state. Usually the bytes alone determine where a block begins, so the processor can begin a block before it knows the state after the previous one. If a block does not end in the start state, the automaton reads on until it is in that state. Stops before a block that has an error or is cut off, or begins with 16 bytes in $(passthrough_range_text), or if at most 64 bytes are left. Returns that place: the bytes before it are well-formed.
//@ requires i <= size && \valid_read(bytes + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: i <= \result <= size;
static $(U)_NOINLINE size_t $(p)swar_dense(const uint8_t *bytes, size_t i, size_t size)
{
    //@ loop invariant place: \at(i, Pre) <= i <= size;
    //@ loop assigns i;
    //@ loop variant size - i;
    while (size - i > 64 && !$(p)ascii_16(bytes + i)) {
@ if reach > 0 then
        size_t next = i + $(p)last_beginning(bytes + i);
        $(short.type) state = $(p)state_after(bytes + i, next - i);
@ else
        size_t next = i + 64;
        $(short.type) state = $(p)state_after(bytes + i);
@ end
        //@ loop invariant place: i < next <= size;$(state_invariant)
        //@ loop assigns next, state;
        //@ loop variant size - next;
        for (; $(short.state) != $(short.stem)_START; next++) {
            if ($(short.state) == $(short.stem)_DEAD || next == size) {
                return i;
            }
            state = $(short.step("bytes[next]"));
        }
        i = next;
    }
    return i;
}

// Whether bytes[i..size), fewer than 16, lead from this state to the end of a well-formed text.
//@ requires i <= size && \valid_read(bytes + (0 .. size - 1));
@ if not short.shifted then
//@ requires is_state: $(is_state("state"));
@ end
//@ assigns \nothing;
static bool $(p)swar_end(const uint8_t *bytes, size_t i, size_t size, $(short.type) state)
{
    // The last 16 bytes of the text include bytes[i..size).
    if (size >= 16 && $(p)ascii_16(bytes + size - 16) && $(short.state) == $(short.stem)_START) {
        return true;
    }
    if (size - i >= 8) {
        state = $(p)eight_steps(state, bytes + i);
        i += 8;
    }
    //@ loop invariant place: \at(i, LoopEntry) <= i <= size;$(state_invariant)
    //@ loop assigns i, state;
    //@ loop variant size - i;
    while (i < size) {
        state = $(short.step("bytes[i++]"));
    }
    return $(short.accepts);
}

// The size of the longest well-formed prefix. Skips bytes in $(passthrough_range_text): 16 at a time, and 64 at a time after 256 such bytes. The automaton reads other text until 16 bytes are in that range again; after 1024 bytes, $(p)swar_dense reads on. A character begins at `start`: the search for the error restarts there.
//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result <= size;
static size_t $(p)swar_valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    $(short.type) state = $(short.stem)_START;
    size_t i = 0, start = 0;
    //@ loop invariant place: start <= i <= size;$(state_invariant)
    //@ loop assigns i, start, state;
    //@ loop variant size - i;
    while (size - i >= 16 && $(short.state) == $(short.stem)_START) {
        size_t end = size - i > 256 ? i + 256 : size;
        //@ loop invariant place: \at(i, LoopEntry) <= i <= end;
        //@ loop assigns i;
        //@ loop variant end - i;
        while (end - i >= 16 && $(p)ascii_16(bytes + i)) {
            i += 16;
        }
        if (end - i < 16) {
            //@ loop invariant place: \at(i, LoopEntry) <= i <= size;
            //@ loop assigns i;
            //@ loop variant size - i;
            while (size - i >= 64 && $(p)ascii_64(bytes + i)) {
                i += 64;
            }
            start = i;
            continue;
        }
        start = i;
        state = $(short.stem)_START;
        //@ loop invariant place: start <= i && size - i >= 16;$(state_invariant)
        //@ loop assigns i, state;
        //@ loop variant size - i;
        do {
            state = $(p)eight_steps($(p)eight_steps(state, bytes + i), bytes + i + 8);
            i += 16;
            if (size - i < 16 || i - start >= 1024 || $(short.state) == $(short.stem)_DEAD) {
                break;
            }
        } while (!$(p)ascii_16(bytes + i) || $(short.state) != $(short.stem)_START);
        if (i - start >= 1024) {
            // Reads to the end of this character.
            //@ loop invariant place: \at(i, LoopEntry) <= i <= size;$(state_invariant)
            //@ loop assigns i, state;
            //@ loop variant size - i;
            while (i < size && $(short.state) != $(short.stem)_START && $(short.state) != $(short.stem)_DEAD) {
                state = $(short.step("bytes[i]"));
                i++;
            }
            if ($(short.state) == $(short.stem)_START) {
                i = $(p)swar_dense(bytes, i, size);
                start = i;
            }
        }
    }
    if (size - i < 16 && $(p)swar_end(bytes, i, size, state)) {
        return size;
    }
    return start + $(p)$(short_kernel)_valid_prefix(bytes + start, size - start);
}

// Whether all bytes of a text of fewer than 16 bytes are in $(passthrough_range_text). Reads may overlap.
//@ requires size < 16 && \valid_read(bytes + (0 .. size - 1));
//@ assigns \nothing;
static bool $(p)few_ascii(const uint8_t *bytes, size_t size)
{
    uint32_t first, last;
    if (size < 4) {
        return size == 0 || (($(p)high_bits(bytes[0]) | $(p)high_bits(bytes[size / 2]) | $(p)high_bits(bytes[size - 1])) & 0x80) == 0;
    }
    if (size >= 8) {
        return (($(p)high_bits_8(bytes) | $(p)high_bits_8(bytes + size - 8)) & 0x8080808080808080) == 0;
    }
    $(U)_COPY(&first, bytes, 4);
    $(U)_COPY(&last, bytes + size - 4, 4);
    return (($(p)high_bits(first) | $(p)high_bits(last)) & 0x80808080) == 0;
}

// swar_valid for 16 bytes or more: a separate function, so that shorter texts need no stack. Up to 64 bytes, four pairs of words cover the text.
//@ requires size >= 16 && \valid_read(bytes + (0 .. size - 1));
//@ assigns \nothing;
static $(U)_NOINLINE bool $(p)swar_many_valid(const uint8_t *bytes, size_t size)
{
    const size_t last = size - 16, second = last < 16 ? last : 16;
    return (size <= 64 && $(p)ascii_16(bytes) && $(p)ascii_16(bytes + last) && $(p)ascii_16(bytes + second) && $(p)ascii_16(bytes + last - second))
        || $(p)swar_valid_prefix(bytes, size) == size;
}

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
static bool $(p)swar_valid(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    return size < 16 ? $(p)few_ascii(bytes, size) || $(p)$(short_kernel)_valid(text, size) : $(p)swar_many_valid(bytes, size);
}
