@ local own = sole and p .. sole .. "_" or "kernel->"
@ local copies = by_vectors and has_companions("copy")
@ if copies then
// Kernels without vectors do not copy what they validate.
static size_t $(p)scalar_copy(const uint8_t *text, size_t size, uint8_t *to)
{
    (void)text, (void)size, (void)to;
    return 0;
}

$(companions("copy"))

// How many bytes the widest vector has; and so many that a character begins between there and the first of them.
enum { $(U)_WIDEST = $(widest), $(U)_HEAD = $(head) };

@ end
// Copies the longest well-formed prefix: its size. More of the text may have been copied.
static size_t $(p)copy_prefix(const uint8_t *text, size_t size, uint8_t *to)
{
@ if not sole then
    const $(p)kernel *kernel = $(p)active();
@ end
    size_t copied = 0, from = 0;
@ if copies then
    copied = $(p)copy_of[$(p)active_index()](text, size, to);
    // What the first vector holds is looked at here.
    from = copied < $(U)_HEAD ? 0 : $(p)restart(text, $(U)_HEAD);
    if (from < $(U)_WIDEST || !$(own)valid(text, from)) {
        copied = 0;
    }
    from = $(p)restart(text, copied);
@ end
    const size_t valid = from + $(own)valid_prefix(text + from, size - from);
    if (valid > copied) {
        $(U)_COPY(to + copied, text + copied, valid - copied);
    }
    return valid;
}
