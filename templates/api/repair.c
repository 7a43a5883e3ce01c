// $(name)
static const uint8_t $(p)replacement[] = { $(code_bytes) };

$(part("copy.c"))

// How many bytes are ill-formed at bytes[at], behind a well-formed prefix; 0 if more is well-formed. `at` is less than size.
static size_t $(p)ill_formed_at(const uint8_t *bytes, size_t at, size_t size)
{
    $(p)error error;
@ if contexts > 1 then
    const $(p)context context = $(p)context_at(bytes, at);
    unsigned state = context.state;
@ else
    unsigned state = $(U)_START;
@ end
    size_t i = at;
    do {
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[i++]]];
        if ($(accepts("state"))) {
            return 0;
        }
    } while (i < size && state != $(U)_DEAD);
    $(p)diagnose(bytes + at, size - at, $(contexts > 1 and "context, " or "")&error);
    return error.length;
}

@ if contexts > 1 then
// Where a text can be parted, of whose `copied` well-formed bytes more can't be written: who begins there anew must not take what the last
// character forbids.
static size_t $(p)parted_at(const uint8_t *bytes, size_t copied, bool more)
{
    return more || copied == 0 || $(p)context_at(bytes, copied).state == $(U)_START ? copied : $(p)valid_prefix(bytes, copied - 1);
}

@ end
size_t $(p)repaired_size(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t total = 0;
    while (size > 0) {
        const $(p)chunk chunk = $(p)next_chunk(bytes, size);
        const size_t written = chunk.valid + (chunk.invalid > 0 ? sizeof $(p)replacement : 0);
        if (written > SIZE_MAX - total) {
            return SIZE_MAX;
        }
        total += written;
        bytes += chunk.valid + chunk.invalid;
        size -= chunk.valid + chunk.invalid;
    }
    return total;
}

$(p)result $(p)repair(const void *text, size_t size, void *to, size_t room)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint8_t *out = (uint8_t *)to;
    $(p)result result = $(p)nothing_done();
    while (result.read < size) {
        const uint8_t *from = bytes + result.read;
        const size_t left = size - result.read, spare = room - result.written;
        const size_t copied = spare > 0 ? $(p)copy_prefix(from, left < spare ? left : spare, out + result.written) : 0;
        const size_t invalid = copied < left ? $(p)ill_formed_at(from, copied, left) : 0;
        if (copied < left && (invalid == 0 || spare - copied < sizeof $(p)replacement)) {
            const size_t kept = $(contexts > 1 and p .. "parted_at(from, copied, invalid == 0)" or "copied");
            result.status = $(U)_STATUS_NO_ROOM;
            result.read += kept;
            result.written += kept;
            break;
        }
        result.read += copied + invalid;
        result.written += copied;
        if (invalid > 0) {
            $(U)_COPY(out + result.written, $(p)replacement, sizeof $(p)replacement);
            result.written += sizeof $(p)replacement;
        }
    }
    return result;
}
