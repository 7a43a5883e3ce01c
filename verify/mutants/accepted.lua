-- SPDX-License-Identifier: 0BSD
-- accepted: the mutants that no check notices because they are no mistakes, each with its reason.
--
-- In:  what run.lua calls SURVIVED, judged by hand. Out: sets with a reason and rows { function, line, change... }; list.lua says how they
--      match. A row that survives nowhere any more fails the run, too.
--
-- Most are of one kind: a fast path that is left sooner, later or never gives the same answer by the slow one. What must not change is said
-- with each set: an answer given by the fast path is still demanded the same evidence.

return {
  {
    reason = "a pad may be any byte that is a character by itself and that the rules look at like 00: 01 is one",
    { "K_scan_through", "const K_vec pads = K_splat(0x00);", "0x00 + 1" },
    { "K_short_valid", "const K_vec pads = K_splat(0x00);", "0x00 + 1" },
    { "K_brief_valid", "const K_vec pads = K_splat(0x00);", "0x00 + 1" },
    { "K_medium_valid", "const K_vec pads = K_splat(0x00);", "0x00 + 1" },
  },
  -- Vectors.
  {
    reason = "what the processor has is no matter of texts: `make conformance` compares it with the compiler's own question, and emulated "
      .. "processors have less",
    { "K_supported", "unsigned r[4];", "*" },
    { "K_supported", "cpuid(#, r);", "*" },
    { "K_supported", "if (r[0] < 7 || (saved_registers() & #) != #) {", "*" },
    { "K_supported", "return false;", "*" },
    { "K_supported", "unsigned popcnt = r[2] >> 23 & 1;", "*" },
    { "K_supported", "return r[2] >> 19 & 1;", "*" },
    { "K_supported", "return popcnt &&*", "*" },
  },
  {
    reason = "a hint to the processor: whatever the address, nothing is read that a text could show",
    { "K_prefetch", "_mm_prefetch((const char *)at, _MM_HINT_T0);", "left out*" },
    { "K_two_byte_span", "K_prefetch((const uint8_t *)((uintptr_t)(text + i) + K_AHEAD));", "*" },
    { "K_run", "for (size_t ahead = from; vast && ahead < end; ahead += K_BLOCK) {", "*" },
    { "K_run", "K_prefetch((const uint8_t *)((uintptr_t)(text + ahead) + K_AHEAD));", "*" },
    { "K_run", "K_prefetch((const uint8_t *)((uintptr_t)(text + from) + K_AHEAD));", "*" },
  },
  {
    reason = "the same value: 0x80 more or less of a byte, arguments of a sum, a truth value as a number and none as no address",
    { "K_sum", "__m128i halves = _mm_sad_epu8(v, _mm_setzero_si128());", "swapped*" },
    { "K_classify_2", "return K_subtract_saturating(b, K_splat((uint8_t)(demand[0] - 0x80)));", "- to + before 0x80" },
    { "K_classify_3", "return K_subtract_saturating(b, K_splat((uint8_t)(demand[1] - 0x80)));", "- to + before 0x80" },
    { "K_errors", "K_vec errors = K_combine(*", "swapped K_classify_0*", "swapped K_classify_2*" },
    { "K_errors_after", "K_vec errors = K_combine(*", "swapped K_classify_0*", "swapped K_classify_2*" },
    { "K_fold_block", "return K_fold_vectors(*", "swapped*" },
    { "K_two_byte_block", "K_vec others = K_subtract_saturating(most, K_splat((uint8_t)(0xE0 - 0x80)));", "- to + before 0x80" },
    { "K_two_byte_errors", "K_vec led = K_subtract_saturating(K_load(at - 1), K_splat((uint8_t)(0xC2 - 0x80)));", "- to + before 0x80" },
    { "K_two_byte_end", "return K_two_byte_span(text, from, to, false, NULL);", "swapped false and NULL" },
  },
  {
    reason = "steps are whole vectors or blocks from here to the end, so a bound that is less than one of them further is the same",
    { "K_two_byte_span", "for (; i < to && K_two_byte_block(text + i); i += K_BLOCK) {", "< to - 1" },
    { "K_run", "while (tallied && from < to) {", "< to - 1" },
    { "K_run", "size_t end = to - from > K_FIELDS ? from + K_FIELDS : to;", "> to >=*", "K_FIELDS + 1", "K_FIELDS - 1*" },
    { "K_run", "for (; from < end; from += K_WIDTH) {", "< end - 1" },
    { "K_run", "for (; vast && from < to; from += K_WIDTH) {", "< to - 1" },
    { "K_run", "for (; from < to; from += K_WIDTH) {", "< to - 1" },
  },
  {
    reason = "ASCII is skipped sooner, later or by fewer bytes than were looked at; what is left is looked at again, or as any other text. "
      .. "One byte before a block is enough: if that is ASCII, no window ends in the block that is ill-formed and began before it. The "
      .. "first block was found to be ASCII by the caller",
    { "K_ascii_windows", "K_vec before = K_load(at - 3);", "3 + 1", "3 - 1" },
    { "K_ascii_end", "for (; size - i >= 4 * K_BLOCK; i += 4 * K_BLOCK) {", ">= to >*", "4 + 1", "K_BLOCK + 1", "4 - 1 (2)",
      "K_BLOCK - 1 (2)" },
    { "K_ascii_end", "if (!K_ascii_block(at)) {", "without !*" },
    { "K_ascii_end", "return i + K_BLOCK;", "K_BLOCK - 1" },
    { "K_ascii_end", "return i + # * K_BLOCK;", "* to / before K_BLOCK", "# - 1", "K_BLOCK - 1" },
    { "K_ascii_end", "while (size - i >= K_BLOCK && K_ascii_block(text + i)) {", ">= to >*", "K_BLOCK + 1" },
    { "K_ascii_end", "i += K_BLOCK;", "K_BLOCK - 1" },
  },
  {
    reason = "C0 and C1 stand in no well-formed text, nor in a block of characters of one byte and two",
    { "K_add_tails", "tails = K_subtract(tails, K_marked(K_cmpgt(K_splat(0xC0), v)));", "0xC0 + 1" },
    { "K_two_byte_errors", "K_vec led = K_subtract_saturating(K_load(at - 1), K_splat((uint8_t)(0xC2 - 0x80)));", "0xC2 - 1", "0x80 + 1" },
    { "K_two_byte_errors", "return K_xor(led, K_marked(K_cmpgt(K_splat(0xC0), b)));", "0xC0 + 1" },
  },
  {
    reason = "characters of one byte and two: fewer are taken for such, or the span is given up, and the text is checked as any other",
    { "K_two_byte_block", "K_vec others = K_subtract_saturating(most, K_splat((uint8_t)(0xE0 - 0x80)));", "0xE0 - 1", "0x80 + 1" },
    { "K_two_byte_block", "others = K_or(others, K_marked(K_cmpgt(K_splat(0x82), least)));", "0x82 + 1" },
    { "K_two_byte_span", "K_vec errors = K_splat(0);", "0 + 1", "0 - 1" },
    { "K_two_byte_span", "if (!K_two_byte_block(text + from - 3)) {", "3 + 1" },
    { "K_two_byte_tally", "return K_two_byte_span(text, from, to, true, tally);", "swapped to and true" },
  },
  {
    -- "found" is returned when the mutant's place decides nothing but where the loop stops.
    reason = "dfa: once dead, every state after is dead, and START is not: whether the loop stops there or at the end, state and `end` are "
      .. "the same",
    { "K_valid", "for (size_t i = 0; i < size && state != DEAD; i++) {", "DEAD + 1", "DEAD - 1" },
    { "K_valid_prefix", "for (size_t i = 0; i < size && state != DEAD; i++) {", "DEAD + 1", "DEAD - 1" },
  },
  {
    reason = "states are multiples of 6, and words hold nothing between them: the lowest bit of a state is always clear",
    { "K_valid", "state = shift_table[bytes[i + #]] >> (state & 63);", "63 - 1" },
    { "K_valid", "state = shift_table[bytes[i]] >> (state & 63);", "63 - 1" },
    { "K_valid", "if ((state & 63) == SHIFT_DEAD) {", "63 - 1" },
    { "K_valid", "return (state & 63) == SHIFT_START;", "63 - 1" },
    { "K_valid_prefix", "state = shift_table[bytes[i]] >> (state & 63);", "63 - 1" },
    { "K_valid_prefix", "state = shift_table[bytes[i + #]] >> (state & 63);", "63 - 1" },
    { "K_valid_prefix", "if ((state & 63) == SHIFT_START) {", "63 - 1" },
    { "K_valid_prefix", "} else if ((state & 63) == SHIFT_DEAD) {", "63 - 1" },
    { "K_valid_prefix", "while (size - i >= 16 && (state & 63) == SHIFT_START) {", "63 - 1" },
    { "K_valid_prefix", "if (size - i < 16 || i - start >= 1024 || (state & 63) == SHIFT_DEAD) {", "63 - 1" },
    { "K_valid_prefix", "} while (!ascii_16(bytes + i) || (state & 63) != SHIFT_START);", "63 - 1" },
    { "K_valid_prefix", "while (i < size && (state & 63) != SHIFT_START && (state & 63) != SHIFT_DEAD) {", "63 - 1*" },
    { "K_valid_prefix", "if (size >= 16 && ascii_16(bytes + size - 16) && (state & 63) == SHIFT_START) {", "63 - 1" },
    { "state_after", "state = shift_table[at[i]] >> (state & 63);", "63 - 1" },
    { "state_after", "state = shift_table[at[i + #]] >> (state & 63);", "63 - 1" },
    { "state_after", "state = shift_table[at[#]] >> (state & 63);", "63 - 1" },
    { "K_dense", "for (; (state & 63) != SHIFT_START; next++) {", "63 - 1" },
    { "K_dense", "if ((state & 63) == SHIFT_DEAD || next == size) {", "63 - 1" },
    { "K_dense", "state = shift_table[bytes[next]] >> (state & 63);", "63 - 1" },
  },
  {
    reason = "swar: a shift to the left, or by 0 or 63, makes each state dead, never START: the block is left to the automaton, "
      .. "from `start` on",
    { "K_valid_prefix", "state = shift_table[bytes[i]] >> (state & 63);", ">> to <<*", "& to |*", "63 + 1" },
    { "K_valid_prefix", "state = shift_table[bytes[i + #]] >> (state & 63);", ">> to <<*", "& to |*", "63 + 1" },
    { "state_after", "state = shift_table[at[i]] >> (state & 63);", ">> to <<*", "& to |*", "63 + 1" },
    { "state_after", "state = shift_table[at[i + #]] >> (state & 63);", ">> to <<*", "& to |*", "63 + 1" },
    { "state_after", "state = shift_table[at[#]] >> (state & 63);", ">> to <<*", "& to |*", "63 + 1" },
    { "K_dense", "state = shift_table[bytes[next]] >> (state & 63);", ">> to <<*", "& to |*", "63 + 1" },
  },
  {
    reason = "swar: the loop is left sooner or never entered; whoever leaves it with another state than START goes through the automaton "
      .. "from `start` on, before which all is well-formed, and the last 16 bytes are accepted in START only",
    { "K_valid_prefix", "while (size - i >= 16 && (state & 63) == SHIFT_START) {", ">= to >*", "16 + 1", "== to !=*", "& to |*", "63 + 1",
      "SHIFT_START + 1", "SHIFT_START - 1" },
    { "K_valid_prefix", "size_t end = size - i > 256 ? i + 256 : size;", "> to >=*", "256 + 1*", "256 - 1*" },
    { "K_valid_prefix", "while (end - i >= 16 && ascii_16(bytes + i)) {", ">= to >*", "16 + 1" },
    { "K_valid_prefix", "while (size - i >= 64 && ascii_64(bytes + i)) {", ">= to >*", "64 + 1" },
    { "K_valid_prefix", "if (size - i < 16 || i - start >= 1024 || (state & 63) == SHIFT_DEAD) {", "< to <=*", "16 + 1", ">= to >*",
      "- to + before start", "1024 - 1", "1024 + 1", "== to !=*", "& to |*", "63 + 1", "SHIFT_DEAD + 1", "SHIFT_DEAD - 1" },
    { "K_valid_prefix", "} while (!ascii_16(bytes + i) || (state & 63) != SHIFT_START);", "negated*", "|| to &&*", "without !*",
      "!= to ==*", "& to |*", "63 + 1", "SHIFT_START + 1", "SHIFT_START - 1" },
    { "K_valid_prefix", "if (i - start >= 1024) {", "negated*", ">= to >*", "- to +*", "1024 + 1", "1024 - 1" },
    { "K_valid_prefix", "while (i < size && (state & 63) != SHIFT_START && (state & 63) != SHIFT_DEAD) {", "< size - 1", "!= to ==*",
      "& to |*", "63 + 1*", "SHIFT_START + 1", "SHIFT_START - 1", "SHIFT_DEAD + 1", "SHIFT_DEAD - 1" },
    { "K_valid_prefix", "state = shift_table[bytes[i]] >> (state & 63);", "left out*" },
    { "K_valid_prefix", "if ((state & 63) == SHIFT_START) {", "& to |*", "63 + 1", "SHIFT_START + 1", "SHIFT_START - 1" },
    { "K_valid_prefix", "i = K_dense(bytes, i, size);", "left out*" },
    { "K_valid_prefix", "if (size - i < 16) {", "negated*", "< to <=*", "- to +*", "16 + 1", "16 - 1" },
    { "K_valid_prefix", "if (size >= 16 && ascii_16(bytes + size - 16) && (state & 63) == SHIFT_START) {", ">= to >*", "16 + 1", "& to |*",
      "63 + 1", "SHIFT_START + 1", "SHIFT_START - 1" },
    { "K_valid_prefix", "return size;", "left out*" },
    { "K_valid", "return size < 16 ? shift_valid(text, size) : K_valid_prefix(text, size) == size;", "negated*", "< to <=*", "16 + 1",
      "16 - 1" },
  },
  {
    reason = "swar: fewer bytes than were tested as ASCII are skipped; the others are tested again",
    { "K_valid_prefix", "i += 16;", "16 - 1" },
    { "K_valid_prefix", "i += 64;", "64 - 1" },
  },
  {
    reason = "swar: `start` stays further back, where all before it is well-formed, too, and a character begins; or is set to what it is",
    { "K_valid_prefix", "start = i;", "left out*" },
    { "K_valid_prefix", "state = SHIFT_START;", "left out*" },
  },
  {
    reason = "swar: blocks that are ASCII, or one block less, through the dense loop, which is right for any text",
    { "K_dense", "while (size - i > 64 && !ascii_16(bytes + i)) {", "64 + 1", "without !*" },
  },
  {
    reason = "swar: a block that ends in another state than START is given up sooner or later, at the end of the text at the latest: the "
      .. "automaton begins again where the block does. A step past the text would take a state that stays neither START nor dead "
      .. "for more than three bytes, and the block ends 61 bytes or more behind its beginning and before the end",
    { "K_dense", "for (; (state & 63) != SHIFT_START; next++) {", "& to |*", "63 + 1", "SHIFT_START + 1", "SHIFT_START - 1" },
    { "K_dense", "if ((state & 63) == SHIFT_DEAD || next == size) {", "|| to &&*", "== to != before SHIFT_DEAD", "& to |*", "63 + 1",
      "SHIFT_DEAD + 1", "SHIFT_DEAD - 1", "== to != before size" },
    { "K_dense", "state = shift_table[bytes[next]] >> (state & 63);", "left out*" },
  },
}
