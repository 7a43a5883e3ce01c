@ if sums then
// A counter is a vector with a number in each lane, up to 255.
typedef $(v)vec $(v)counter;

$(V)_INLINE $(v)counter $(v)zero(void)
{
    return $(w.splat)(0);
}

$(V)_INLINE size_t $(v)total($(v)counter counter)
{
    return $(w.sum)(counter);
}
@ if has_companions("sizes") then

// Counts the lanes that are FF; the others are 0.
$(V)_INLINE $(v)counter $(v)add_marks($(v)counter n, $(v)vec marks)
{
    return $(w.subtract)(n, marks);
}
@ end
@ else
// A counter is a number.
typedef size_t $(v)counter;

$(V)_INLINE $(v)counter $(v)zero(void)
{
    return 0;
}

$(V)_INLINE size_t $(v)total($(v)counter counter)
{
    return counter;
}
@ if has_companions("sizes") then

$(V)_INLINE $(v)counter $(v)add_marks($(v)counter n, $(v)vec marks)
{
    return n + $(w.count_below)(marks, 0);
}
@ end
@ end
