// Like put_wide, but each pair of surrogates becomes one code point. Returns the number of code points.
$(V)_INLINE size_t $(v)put_joined(uint32_t *to, const uint16_t *at)
{
    return $(p)join_units(to, at, $(V)_WIDTH);
}
