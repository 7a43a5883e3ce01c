@ if by_bytes then
static size_t $(p)scalar_count(const uint8_t *text, size_t size)
{
    $(p)tally tally = $(p)no_tally();
    $(p)tally_bytes(text, 0, size, 1, &tally);
    return size - tally.tails$(low and " - tally.low" or "");
}

@ if has_companions("count") then
$(companions("count"))

@ end
size_t $(p)count(const void *text, size_t size)
{
    return $(companion "count")((const uint8_t *)text, size);
}
@ else
size_t $(p)count(const void *text, size_t size)
{
    return $(p)walk((const uint8_t *)text, size, NULL);
}
@ end
