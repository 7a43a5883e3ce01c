@ local limited = has_continuations and apart
// Where the form that contains text[at - 1] begins, in well-formed text$(limited and ". It looks back at most the length of the longest form" or "").
//@ requires at > 0 && \valid_read(text + (0 .. at - 1));
//@ assigns \nothing;
//@ ensures before: \result < at$(limited and (" && at - \\result <= %d"):format(longest_form) or "");
static size_t $(p)boundary(const uint8_t *text, size_t at)
{
@ if has_continuations then
    const size_t first = $(limited and ("at > %d ? at - %d : 0"):format(longest_form, longest_form) or "0");
    //@ loop invariant place: first < at <= \at(at, Pre);
    //@ loop assigns at;
    //@ loop variant at;
    do {
        at--;
    } while (at > first && $(p)is_continuation(text[at]));
    return at;
@ else
    (void)text;
    return at - 1;
@ end
}
