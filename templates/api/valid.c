bool $(p)valid(const void *text, size_t size)
{
    return $(p)active()->valid(text, size);
}
