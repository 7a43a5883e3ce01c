$(V)_FUNCTION static $(U)_NOINLINE bool $(v)scan_tally(const uint8_t *text, size_t size, size_t *clean, $(p)tally *tally)
{
    return $(v)scan_through(text, size, clean, true, tally);
}

// Tallies the longest well-formed prefix, and returns its size.
$(V)_FUNCTION static size_t $(v)tally(const uint8_t *text, size_t size, $(p)tally *tally)
{
    size_t clean = 0, valid;
    if (size > $(V)_MEDIUM && $(begins_and)$(v)scan_tally(text, size, &clean, tally)) {
@ if leaves_end or edges then
        if ($(p)may_end(text, size)) {
            return size;
        }
        clean = size;
@ else
        return size;
@ end
    }
    valid = size > $(V)_MEDIUM ? $(p)prefix_from(text, size, clean) : $(v)valid_prefix(text, size);
    if (valid < clean) {
        $(p)tally_bytes(text, valid, clean, SIZE_MAX, tally);
    } else {
        $(p)tally_bytes(text, clean, valid, 1, tally);
    }
    return valid;
}
