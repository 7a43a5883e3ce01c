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
    { "K_valid_prefix", "while (i < size && (state & 63) != SHIFT_START", "63 - 1" },
    { "K_valid_prefix", "&& (state & 63) != SHIFT_DEAD) {", "63 - 1" },
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
    { "K_valid_prefix", "while (i < size && (state & 63) != SHIFT_START", "< size - 1", "!= to ==*", "& to |*", "63 + 1", "SHIFT_START + 1",
      "SHIFT_START - 1" },
    { "K_valid_prefix", "&& (state & 63) != SHIFT_DEAD) {", "!= to ==*", "& to |*", "63 + 1", "SHIFT_DEAD + 1", "SHIFT_DEAD - 1" },
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
