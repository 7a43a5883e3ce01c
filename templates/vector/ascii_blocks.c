// Scan parameters, in bytes; `make bench-compare` measures what a change of them brings. ASCII, which is here $(ascii_text), is skipped by
// blocks. Other bytes are checked in runs, of one block after ASCII ones and from then on each twice as long as the one before, up to MANY: where ASCII bytes are
// rare, the test for them is. Texts up to MEDIUM are not tested for them. Texts from LARGE on are read by aligned vectors. The loops over runs are not unrolled, so that all constants stay
// in registers.
@ if prefetch then
// Texts from VAST on may exceed the caches of a core: AHEAD is the prefetch distance.
@ end
@ if two_byte then
// A saturating counter predicts characters of one byte and two: runs that begin with these alone raise it, up to MOST_TRUSTED, others reset it. From
// TRUSTED on, up to LONG bytes, at most 255 vectors, are checked as such at once; a misprediction lowers it by PENALTY, and a BRIDGE is checked as other text.
@ end
@ if scalable then
#define $(V)_BLOCK ($(block_vectors) * $(V)_WIDTH)
@ if two_byte then
#define $(V)_LONG (63 * $(V)_BLOCK)
#define $(V)_BRIDGE (2 * $(V)_BLOCK)
@ end
#define $(V)_BRIEF (4 * $(V)_WIDTH)
@ end
enum {
@ if not scalable then
    $(V)_BLOCK = $(block_vectors) * $(V)_WIDTH,
@ end
    $(V)_MANY = 1 << 11,
    $(V)_LARGE = 1 << 11,
@ if plan.look then
    $(V)_SPARSE = 1 << 8,
    $(V)_MOST_LOOKED = 1 << 16,
@ end
@ if two_byte then
    $(V)_TRUSTED = 4,
    $(V)_MOST_TRUSTED = 7,
    $(V)_PENALTY = 3,
@ if not scalable then
    $(V)_LONG = 63 * $(V)_BLOCK,
    $(V)_BRIDGE = 2 * $(V)_BLOCK,
@ end
@ end
@ if prefetch then
    $(V)_VAST = 1 << 20,
    $(V)_AHEAD = 1 << 13,
@ end
    $(V)_MEDIUM = $(classes and 4 * 64 - window + 1 or 256)$((classes or scalable or bytes >= 32) and "" or ",")
@ if not classes and not scalable and bytes < 32 then
    $(V)_BRIEF = 4 * $(V)_WIDTH
@ end
};

$(functions("ascii"))

// Where the ASCII blocks end that begin at text[from]. A branch for each block is predicted better than one for several.
//@ requires from <= size && \valid_read(text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: from <= \result <= size && (\result - from) % $(V)_BLOCK == 0;
//@ ensures skipped: $(v)all_ascii((uint8_t *)text + from, (uint8_t *)text + \result);
$(V)_INLINE size_t $(v)ascii_end(const uint8_t *text, size_t size, size_t from)
{
    size_t i = from;
    //@ loop invariant place: from <= i <= size && (i - from) % $(V)_BLOCK == 0;
    //@ loop invariant skipped: $(v)all_ascii((uint8_t *)text + from, (uint8_t *)text + i);
    //@ loop assigns i;
    //@ loop variant size - i;
    for (; size - i >= 4 * $(V)_BLOCK; i += 4 * $(V)_BLOCK) {
        const uint8_t *at = text + i;
        if (!$(v)ascii_block(at)) {
            return i;
        }
        if (!$(v)ascii_block(at + $(V)_BLOCK)) {
            return i + $(V)_BLOCK;
        }
        if (!$(v)ascii_block(at + 2 * $(V)_BLOCK)) {
            return i + 2 * $(V)_BLOCK;
        }
        if (!$(v)ascii_block(at + 3 * $(V)_BLOCK)) {
            return i + 3 * $(V)_BLOCK;
        }
    }
    //@ loop invariant place: from <= i <= size && (i - from) % $(V)_BLOCK == 0;
    //@ loop invariant skipped: $(v)all_ascii((uint8_t *)text + from, (uint8_t *)text + i);
    //@ loop assigns i;
    //@ loop variant size - i;
    while (size - i >= $(V)_BLOCK && $(v)ascii_block(text + i)) {
        i += $(V)_BLOCK;
    }
    return i;
}
