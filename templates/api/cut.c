//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result <= size;
size_t $(p)trim(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    if (size == 0) {
        return 0;
    }
    bool whole = false;
    size_t length = 0;
    const size_t begin = $(p)segment_at(bytes, size, size - 1, &length, &whole);
    // One byte may also be no beginning of any character.
@ if profile then
    bool left_out;
    const size_t encoded = $(p)encoded(bytes + begin, size - begin, &left_out);
    const bool begun = length > 1 || encoded > 0 || $(p)dfa_next[$(U)_START + $(p)dfa_class[bytes[begin]]] != $(U)_DEAD;
    const bool alive = begun && !left_out;
@ else
    const bool alive = length > 1 || $(p)dfa_next[$(U)_START + $(p)dfa_class[bytes[begin]]] != $(U)_DEAD;
@ end
    return whole || !alive ? size : begin;
}

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result <= at && \result <= size;
size_t $(p)floor(const void *text, size_t size, size_t at)
{
    if (at >= size) {
        return size;
    }
    bool whole = false;
    size_t length = 0;
    const size_t begin = $(p)segment_at((const uint8_t *)text, size, at, &length, &whole);
    return whole ? begin : at;
}
