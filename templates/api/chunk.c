$(p)chunk $(p)next_chunk(const void *text, size_t size)
{
    $(p)error error;
    $(p)chunk chunk;
    $(p)check(text, size, &error);
    chunk.valid = (size_t)error.offset;
    chunk.invalid = error.length;
    return chunk;
}
