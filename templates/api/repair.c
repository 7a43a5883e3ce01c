// $(name)
static const uint8_t $(p)replacement[] = { $(code_bytes) };

@ if cuts then
// Well-formed text is copied in pieces that stay in the first-level cache from one look to the other.
enum { $(U)_REPAIR_PIECE = 24 << 10 };

@ end
// Copies the longest well-formed prefix: its size.
static size_t $(p)copy_prefix(const uint8_t *bytes, size_t size, uint8_t *to)
{
@ if cuts then
    size_t at = 0$(contexts > 1 and ", before = 0" or "");
    bool whole = true;
    while (whole && at < size) {
        const size_t most = size - at < $(U)_REPAIR_PIECE ? size - at : (size_t)$(U)_REPAIR_PIECE;
@ if contexts > 1 then
        // The last character of the piece before is looked at again, for what it forbids.
        const size_t again = at - before;
        const $(p)tail tail = $(p)tail_of(bytes + before, again + most);
        whole = tail.at > again && $(p)valid(bytes + before, tail.at);
        const size_t taken = (whole ? tail.at : $(p)valid_prefix(bytes + before, again + most)) - again;
        before += tail.before;
@ else
        const $(p)tail tail = $(p)tail_of(bytes + at, most);
        whole = tail.at > 0 && $(p)valid(bytes + at, tail.at);
        const size_t taken = whole ? tail.at : $(p)valid_prefix(bytes + at, most);
@ end
        $(U)_COPY(to + at, bytes + at, taken);
        at += taken;
    }
    return at;
@ else
    const size_t valid = $(p)valid_prefix(bytes, size);
    if (valid > 0) {
        $(U)_COPY(to, bytes, valid);
    }
    return valid;
@ end
}

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
    $(p)result result;
    result.status = $(U)_STATUS_COMPLETE;
    result.read = result.written = 0;
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
