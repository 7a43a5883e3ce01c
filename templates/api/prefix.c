size_t $(p)valid_prefix(const void *text, size_t size)
{
    return $(p)active()->valid_prefix(text, size);
}
