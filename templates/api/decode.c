size_t $(p)decode(const void *text, size_t size, uint32_t *code_point)
{
    const uint8_t *bytes = (const uint8_t *)text;
    bool whole = false;
    const size_t length = size > 0 ? $(p)segment(bytes, size, &whole) : 0;
    if (!whole) {
        return 0;
    }
    *code_point = $(p)code_point(bytes, length);
    return length;
}

size_t $(p)decode_last(const void *text, size_t size, uint32_t *code_point)
{
    const uint8_t *bytes = (const uint8_t *)text;
    bool whole = false;
    size_t length = 0;
    const size_t begin = size > 0 ? $(p)segment_at(bytes, size, size - 1, &length, &whole) : 0;
    if (!whole) {
        return 0;
    }
    *code_point = $(p)code_point(bytes + begin, length);
    return length;
}
