@ if sums then
// A counter is a vector with a number in each lane, up to 255.
typedef $(v)vec $(v)counter;

//@ assigns \nothing;
$(V)_INLINE $(v)counter $(v)zero(void)
{
    return $(w.splat)(0);
}

//@ assigns \nothing;
$(V)_INLINE size_t $(v)total($(v)counter counter)
{
    return $(w.sum)(counter);
}
@ else
typedef size_t $(v)counter;

//@ assigns \nothing;
$(V)_INLINE $(v)counter $(v)zero(void)
{
    return 0;
}

//@ assigns \nothing;
$(V)_INLINE size_t $(v)total($(v)counter counter)
{
    return counter;
}
@ end

//@ assigns \nothing;
$(V)_INLINE $(v)counter $(v)add_true($(v)counter n, $(v)test t)
{
    return $(sums and w.subtract .. "(n, " .. w.marked .. "(t))" or "n + " .. w.count_true .. "(t)");
}
