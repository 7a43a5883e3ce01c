//@ requires \valid_read((uint8_t *)text + (0 .. size - 1)) && \valid(at) && \separated(at, (uint8_t *)text + (0 .. size - 1));
//@ assigns *at;
//@ ensures progress: \old(*at) < size ==> \old(*at) < *at <= size;
//@ ensures end: \old(*at) >= size ==> *at == \old(*at);
uint32_t $(p)next_segment(const void *text, size_t size, size_t *at)
{
    if (*at >= size) {
        return 0xFFFD;
    }
    const uint8_t *bytes = (const uint8_t *)text + *at;
    bool whole = false;
    const size_t length = $(p)segment(bytes, size - *at, &whole);
    *at += length;
    return whole ? $(p)code_point_of(bytes, length) : 0xFFFD;
}

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1)) && \valid(at) && \separated(at, (uint8_t *)text + (0 .. size - 1));
//@ assigns *at;
//@ ensures progress: \old(*at) > 0 && size > 0 ==> *at < \old(*at) && *at < size;
uint32_t $(p)previous_segment(const void *text, size_t size, size_t *at)
{
    const uint8_t *bytes = (const uint8_t *)text;
    const size_t end = *at < size ? *at : size;
    if (end == 0) {
        return 0xFFFD;
    }
    bool whole = false;
    size_t length = 0;
    *at = $(p)segment_at(bytes, size, end - 1, &length, &whole);
    return whole ? $(p)code_point_of(bytes + *at, length) : 0xFFFD;
}
