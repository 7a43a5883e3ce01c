static $(p)result $(p)convert_utf$(bits)(const uint8_t *bytes, size_t size, void *to, size_t at, size_t room)
{
    if (to) {
        return $(p)to_utf$(bits)(bytes, size, (uint$(bits)_t *)to + at, room);
    }
@ if measure then
#ifndef $(U)_NO_MEASURE
    const $(p)measures measures = $(p)measure(bytes, size);
    return $(p)measured(measures.valid, size, measures.$(measure));
#else
@ end
    return $(p)to_units(bytes, size, NULL, room, $(p)count_utf$(bits), $(bits == 16 and "true" or "false"), $(p)nothing_done());
@ if measure then
#endif
@ end
}

$(p)result $(p)to_utf$(bits)_lossy(const void *text, size_t size, uint$(bits)_t *to, size_t room, size_t *replaced)
{
    uint$(bits)_t none;
    return $(p)lossy_units((const uint8_t *)text, size, room > 0 ? to : &none, room, $(repairs and "" or bits .. ", ")$(p)convert_utf$(bits), replaced);
}

size_t $(p)utf$(bits)_lossy_size(const void *text, size_t size)
{
    return $(p)counted($(p)to_utf$(bits)_lossy(text, size, NULL, SIZE_MAX, NULL));
}

@ local narrow = bits == 16 and "text, NULL" or "NULL, text"
$(p)result $(p)from_utf$(bits)_lossy(const uint$(bits)_t *text, size_t units, void *to, size_t room, size_t *replaced)
{
    if (replaced) {
        *replaced = 0;
    }
    return $(p)from_units($(narrow), units, (uint8_t *)to, room, true, replaced);
}

size_t $(p)size_of_utf$(bits)_lossy(const uint$(bits)_t *text, size_t units)
{
    return $(p)counted($(p)from_units($(narrow), units, NULL, SIZE_MAX, true, NULL));
}
