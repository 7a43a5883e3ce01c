$(V)_FUNCTION static size_t $(v)valid_prefix(const void *text, size_t size)
{
    size_t clean = 0;
    if (size <= $(V)_MEDIUM ? $(v)valid(text, size) : $(begins_and)$(v)scan((const uint8_t *)text, size, &clean)$(and_may_end)) {
        return size;
    }
    return $(p)prefix_from((const uint8_t *)text, size, clean);
}
