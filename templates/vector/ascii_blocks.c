// Facts about the instruction set. VECTORS: the number of vectors in a block. SUMS: 1 if a counter is a vector with a sum in each lane, 0 if it is a number.
// STORES: 1 if a run is copied vector by vector, 0 if at once. PREFETCH: 1 if prefetch hints help.
enum { $(V)_VECTORS = $(block_vectors)$(scalable and "" or (", %s_BLOCK = %d * %s_WIDTH"):format(V, block_vectors, V)), $(V)_SUMS = $(sums and 1 or 0) };
enum { $(V)_STORES = $(block_vectors > 2 and 0 or 1), $(V)_PREFETCH = $(prefetch and 1 or 0), $(V)_MEDIUM = $(classes and 4 * 64 - window + 1 or 256) };

// Parameters of the scan, in bytes. $(ascii_text == "" and "Bytes are checked in runs, each twice as long as the one before, up to MANY." or "ASCII, here " .. ascii_text .. ", is skipped in blocks. Other bytes are checked in runs: after ASCII one block, then each run twice as long as the last, up to MANY. So text with little ASCII is rarely tested for ASCII.") Texts up to MEDIUM are first checked as a whole. From LARGE on, most vectors are aligned. Texts from VAST on may exceed the caches of a core; AHEAD is the prefetch distance.
enum { $(V)_MANY = 1 << 11, $(V)_LARGE = 1 << 11, $(V)_VAST = 1 << 20, $(V)_AHEAD = 1 << 13 };

@ if scalable then
#define $(V)_BLOCK ($(block_vectors) * $(V)_WIDTH)
#define $(V)_BRIEF (4 * $(V)_WIDTH)
@ if spans then
#define $(V)_LONG (63 * $(V)_BLOCK)
#define $(V)_BRIDGE (2 * $(V)_BLOCK)
@ end
@ elseif spans then
enum { $(V)_BRIEF = 4 * $(V)_WIDTH, $(V)_LONG = 63 * $(V)_BLOCK, $(V)_BRIDGE = 2 * $(V)_BLOCK };
@ else
enum { $(V)_BRIEF = 4 * $(V)_WIDTH };
@ end

@ if spans then
// The saturating counter `trust` predicts text of characters of one and two bytes. If the first block of a run is such text, the run raises the counter; otherwise the run resets it. Runs after ASCII do neither. (In avx512, long runs do not raise a counter of 0.)
// If the counter is at least TRUSTED, up to LONG bytes (lanes count only to 255) are then checked as such text. If they pass, the counter rises, up to
// MOST_TRUSTED. Otherwise it falls by PENALTY, and the next BRIDGE bytes are checked as other text.
enum { $(V)_TRUSTED = 4, $(V)_MOST_TRUSTED = 7, $(V)_PENALTY = 3 };

//@ requires trust <= $(V)_MOST_TRUSTED && trust >= $(V)_TRUSTED;
//@ assigns \nothing;
//@ ensures \result <= $(V)_MOST_TRUSTED;
$(V)_INLINE unsigned $(v)trust_after(unsigned trust, bool mispredicted)
{
    return mispredicted ? trust - $(V)_PENALTY : trust < $(V)_MOST_TRUSTED ? trust + 1 : trust;
}

// The end of the BRIDGE bytes from text[i] on, at most `to`.
//@ requires i <= to && (to - i) % $(V)_BLOCK == 0;
//@ assigns \nothing;
//@ ensures place: i <= \result <= to && (\result - i) % $(V)_BLOCK == 0;
//@ ensures some: i < to ==> i < \result;
$(V)_INLINE size_t $(v)bridge_end(size_t i, size_t to)
{
    return to - i < $(V)_BRIDGE ? to : i + $(V)_BRIDGE;
}

@ if not two_byte then
$(V)_INLINE bool $(v)two_byte_block(const uint8_t *at)
{
    (void)at;
    return false;
}

@ end
@ end
// The end of a run of `run` bytes at text[i], at most the end of the last whole block.
//@ requires i <= size && run >= $(V)_BLOCK && run % $(V)_BLOCK == 0;
//@ assigns \nothing;
//@ ensures place: i <= \result <= size && (\result - i) % $(V)_BLOCK == 0;
//@ ensures some: size - i >= $(V)_BLOCK ==> \result - i >= $(V)_BLOCK;
$(V)_INLINE size_t $(v)run_end(size_t size, size_t i, size_t run)
{
    const size_t left = (size - i) / $(V)_BLOCK * $(V)_BLOCK;
    return i + (left < run ? left : run);
}

@ if not prefetch then
// Does nothing, because prefetch hints do not help here.
//@ assigns \nothing;
$(V)_INLINE void $(v)prefetch(const uint8_t *at)
{
    (void)at;
}

@ end
$(functions("ascii"))

// The end of the ASCII blocks from text[from]. Separate branches are predicted best.
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
