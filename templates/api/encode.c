size_t $(p)encode(uint32_t code_point, void *to)
{
    return $(p)spell(code_point, (uint8_t *)to);
}
