// The $(p)append that writes units of $(bits) bits.
static size_t $(p)append_utf$(bits)(const uint8_t *bytes, size_t size, void *to, size_t *units)
{
    return $(p)append_units(bytes, size, to, units, $(bits), true);
}

@ if by_vectors then
$(companions("utf" .. bits))

@ end
$(p)result $(p)to_utf$(bits)(const void *text, size_t size, uint$(bits)_t *to, size_t room)
{
    const uint8_t *bytes = (const uint8_t *)text;
    $(p)result begun = $(p)nothing_done();
@ if by_vectors then
    if (size > $(vector_units) && room >= $(vector_units)) {
        const size_t k = $(p)active_index();
        begun.written = $(p)utf$(bits)_of[k] ? $(p)utf$(bits)_of[k](bytes, size, to, room, &begun.read) : 0;
    }
@ end
    return $(p)to_units(bytes, size, to, room, $(p)append_utf$(bits), $(bits == 16 and "true" or "false"), begun);
}

@ if measure then
#ifndef $(U)_NO_MEASURE
size_t $(p)utf$(bits)_size(const void *text, size_t size)
{
    return $(p)measure(text, size).$(measure);
}
#else
@ end
static size_t $(p)count_utf$(bits)(const uint8_t *bytes, size_t size, void *to, size_t *units)
{
    return $(p)append_units(bytes, size, to, units, $(bits), false);
}

size_t $(p)utf$(bits)_size(const void *text, size_t size)
{
    return $(p)counted($(p)to_units((const uint8_t *)text, size, NULL, SIZE_MAX, $(p)count_utf$(bits),
        $(bits == 16 and "true" or "false"), $(p)nothing_done()));
}
@ if measure then
#endif  // $(U)_NO_MEASURE
@ end

@ local narrow, none = bits == 16 and "text, NULL" or "NULL, text", lossy and ", false, NULL" or ""
$(p)result $(p)from_utf$(bits)(const uint$(bits)_t *text, size_t units, void *to, size_t room)
{
    return $(p)from_units($(narrow), units, (uint8_t *)to, room$(none));
}

size_t $(p)size_of_utf$(bits)(const uint$(bits)_t *text, size_t units)
{
    return $(p)counted($(p)from_units($(narrow), units, NULL, SIZE_MAX$(none)));
}

bool $(p)valid_utf$(bits)(const uint$(bits)_t *text, size_t units)
{
    return $(p)all_units($(narrow), units);
}

size_t $(p)trim_utf$(bits)(const uint$(bits)_t *text, size_t units)
{
    return $(p)trim_units($(narrow), units);
}
