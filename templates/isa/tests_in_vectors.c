// A test is a vector; lanes other than 0 are true.
typedef $(v)vec $(v)test;

$(V)_INLINE $(v)test $(v)both($(v)test a, $(v)test b)
{
    return $(v)and(a, b);
}

$(V)_INLINE $(v)vec $(v)marked($(v)test t)
{
    return t;
}

$(V)_INLINE $(v)test $(v)either($(v)test a, $(v)test b)
{
    return $(v)or(a, b);
}

$(V)_INLINE $(v)test $(v)differ($(v)test a, $(v)test b)
{
    return $(v)xor(a, b);
}

// The lanes with any bit of the mask.
$(V)_INLINE $(v)test $(v)any_of($(v)vec a, uint8_t mask)
{
    return $(v)and(a, $(v)splat(mask));
}
