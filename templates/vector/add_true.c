//@ assigns \nothing;
$(V)_INLINE $(v)counter $(v)add_true($(v)counter n, $(v)test t)
{
    return $(sums and w.subtract .. "(n, " .. w.marked .. "(t))" or "n + " .. w.count_true .. "(t)");
}
