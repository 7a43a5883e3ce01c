@ local own = sole and p .. sole .. "_" or "kernel->"
@ local copies = by_vectors and has_companions("copy")
@ if copies then
// Scalar kernels have no loop that copies while it validates.
static size_t $(p)scalar_copy(const uint8_t *text, size_t size, uint8_t *to)
{
@ if stops_early then
    const size_t valid = $(active "valid_prefix")(text, size);
    $(U)_COPY(to, text, valid);
    return valid;
@ else
    (void)text, (void)size, (void)to;
    return 0;
@ end
}

$(companions("copy"))

@ if rechecked then
// A rule whose filter bits are in the first vector ends before FIRST. HEAD is so large that a character begins between FIRST and HEAD.
enum { $(U)_FIRST = $(first), $(U)_HEAD = $(head) };

@ end
@ end
@ if stops_early then
// Copies the longest well-formed prefix and returns its size. It may return an earlier place if a character begins there and more than 256 bytes follow. It may copy bytes after that place.
@ else
// Copies the longest well-formed prefix and returns its size. It may copy more bytes.
@ end
static size_t $(p)copy_prefix(const uint8_t *text, size_t size, uint8_t *to)
{
@ if not sole then
    const $(p)kernel *kernel = $(p)active();
@ end
    size_t copied = 0, from = 0;
@ if copies then
    copied = $(p)copy_of[$(p)active_index()](text, size, to);
@ if rechecked then
    // The first vector may be unchecked.
    from = copied < $(U)_HEAD ? 0 : $(p)restart(text, $(U)_HEAD);
    if (from < $(U)_FIRST || !$(own)valid(text, from)) {
        copied = 0;
    }
@ end
    from = $(set and "copied" or p .. "restart(text, copied)");
@ if stops_early then
    if (size - from > 256) {
        return from;
    }
@ end
@ end
    const size_t valid = from + $(own)valid_prefix(text + from, size - from);
    if (valid > copied) {
        $(U)_COPY(to + copied, text + copied, valid - copied);
    }
    return valid;
}
