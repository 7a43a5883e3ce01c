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
  -- ---- The functions ----
  {
    reason = "a value that is set before it is looked at, or where nobody looks: what a call fills in, and the length of no text",
    { "decode", "const size_t length = size > 0 ? segment(bytes, size, &whole) : 0;", "0 + 1 (2)", "0 - 1 (2)" },
    { "decode_last", "size_t length = 0;", "0 + 1", "0 - 1" },
    { "decode_last", "const size_t begin = size > 0 ? segment_at(bytes, size, size - 1, &length, &whole) : 0;", "0 + 1 (2)", "0 - 1 (2)" },
    { "next_segment", "bool whole = false;", "false negated" },
    { "previous_segment", "bool whole = false;", "false negated" },
    { "previous_segment", "size_t length = 0;", "0 + 1", "0 - 1" },
    { "trim", "bool whole = false;", "false negated" },
    { "trim", "size_t length = 0;", "0 + 1", "0 - 1" },
    { "floor", "bool whole = false;", "false negated" },
    { "floor", "size_t length = 0;", "0 + 1", "0 - 1" },
    { "copy_prefix", "size_t copied = 0, from = 0;", "0 + 1*", "0 - 1*" },
    { "from_units", "uint32_t code_point = 0;", "0 + 1", "0 - 1" },
    { "append_utf#", "for (uint64_t word = 0; size - at >= sizeof word; at += sizeof word, n += sizeof word) {", "0 + 1", "0 - 1" },
    { "narrow_utf#", "for (uint64_t word = 0, outside = 0; most - at >= 16; at += 16) {", "0 + 1", "0 - 1" },
  },
  {
    reason = "of two numbers that are the same either is the smaller one",
    { "previous_segment", "const size_t end = *at < size ? *at : size;", "< to <= before size" },
    { "repair", "? copy_prefix(from, left < spare ? left : spare, out + result.written) : 0;", "< to <= before spare" },
    { "piece", "const size_t left = size - from < limit ? size - from : limit;", "< to <= before limit" },
    { "to_units", "size_t limit = fits < PIECE ? fits : (size_t)PIECE;", "< to <= before PIECE" },
    { "to_units", "if (limit < LEAST_PIECE) {", "< to <= before LEAST_PIECE" },
    { "from_units", "const size_t most = size - result.read < left ? size - result.read : left;", "< to <= before left" },
  },
  {
    reason = "the two sizes have the same quotient",
    { "status_name", 'return (size_t)status < sizeof names / sizeof *names ? names[status] : "unknown";', "sizeof *names - 1",
      "sizeof names + 1" },
  },
  {
    reason = "names are compared alike from either side",
    { "limit_kernels", "if (same_name(name, kernels[i].name)) {", "swapped name and kernels[i].name" },
  },
  {
    reason = "two bytes that begin something begin with one that does",
    { "trim", "const bool alive = length > 1 || dfa_next[START", "1 + 1" },
  },
  {
    reason = "X_next, in the header, reads whole characters itself: what is asked here is none",
    { "next_segment", "return whole ? code_point(bytes, length) : 0xFFFD;", "swapped bytes and length" },
  },
  {
    reason = "the first byte of well-formed text is no tail, and X_count promises nothing of other text",
    { "scalar_count", "tally_bytes(text, 0, size, 1, &tally);", "0 + 1" },
  },
  {
    reason = "eight bytes at a time are skipped later, never, or fewer of them: those left are looked at one by one; `i` stops at `to`",
    { "tally_bytes", "for (size_t i = from; i < to; i++) {", "< to <= before to" },
    { "tally_bytes", "for (uint64_t word; to - i >= 8; i += 8) {", ">= to > before 8", "8 + 1", "8 - 1 (2)" },
    { "tally_bytes", "if ((word & 0x8080808080808080) != 0) {", "& to | before 0x8080808080808080", "0x8080808080808080 + 1", "0 + 1",
      "0 - 1" },
  },
  {
    reason = "in well-formed text a form begins within four bytes; in other text, of which only tail_of asks, the automaton dies or does "
      .. "not get behind the beginning that is found, and a stream goes the slow way. restart asks for 16 bytes on only",
    { "boundary", "const size_t first = at > 4 ? at - 4 : 0;", "negated at > 4", "> to >= before 4", "4 + 1", "4 - 1", "4 + 1 (2)", "0 + 1",
      "0 - 1" },
    { "restart", "size_t from = at > 3 ? at - 3 : 0;", "0 + 1" },
  },
  {
    reason = "repair: what vectors copied is thrown away, or looked at anew from elsewhere in what has been looked at; less than 128 bytes "
      .. "always is. Blocks have 16 bytes or more, so that none of theirs ends, and 128 bytes on no form begins, "
      .. "between the two numbers",
    { "copy_prefix", "copied = copy_of[active_index()](text, size, to);", "left out*" },
    { "copy_prefix", "from = copied < HEAD ? 0 : restart(text, HEAD);", "left out*", "< to <= before HEAD", "HEAD + 1*", "HEAD - 1*",
      "0 + 1" },
    { "scalar_copy", "return 0;", "0 + 1" },
    { "copy_prefix", "if (from < WIDEST || !kernel->valid(text, from)) {", "< to <= before WIDEST", "WIDEST + 1", "WIDEST - 1" },
  },
  {
    reason = "nothing is copied, where there is nothing",
    { "copy_prefix", "if (valid > copied) {", "> to >= before copied" },
    { "repair", "const size_t copied = spare > 0", "> to >= before 0" },
  },
  {
    reason = "the automaton stays dead: the loop ends later, with the same state",
    { "ill_formed_at", "} while (i < size && state != DEAD);", "DEAD + 1", "DEAD - 1" },
    { "stream_take", "} while (read < length && state != DEAD && state != START);", "DEAD + 1", "DEAD - 1" },
    { "stream_resume", "while (at < size && state != DEAD && state != START) {", "DEAD + 1", "DEAD - 1" },
    { "piece", "} while (at < size && state != DEAD && (at <= end || !(state == START)));", "DEAD + 1", "DEAD - 1" },
  },
  {
    reason = "where valid_prefix stops before the piece does, the first byte ends no character: whether the loop asks then is the same",
    { "piece", "} while (at < size && state != DEAD && (at <= end || !(state == START)));", "<= to < before end", "<= end + 1" },
    { "piece", "} else if (at > end && state == START) {", "> to >= before end", "> end + 1" },
  },
  {
    reason = "a size that wraps: of a text of more than a third of the address space",
    { "repaired_size", "if (written > SIZE_MAX - total) {", "> to >= before SIZE_MAX - total", "SIZE_MAX - 1" },
    { "repaired_size", "return SIZE_MAX;", "left out*", "SIZE_MAX + 1", "SIZE_MAX - 1" },
    { "size_of_utf#", "const result result = from_units(*", "SIZE_MAX - 1" },
    { "size_of_utf#", "return result.status == STATUS_NO_ROOM ? SIZE_MAX : result.written;", "SIZE_MAX + 1", "SIZE_MAX - 1" },
  },
  {
    reason = "state and rule are told only behind an error, which sets them; of what is pending so many bytes are read as `held` says, "
      .. "others are set so that no copy reads what was never written",
    { "stream_start", "stream->state = stream->rule = 0;", "left out*", "0 + 1", "0 - 1" },
    { "stream_start", "for (size_t i = 0; i < sizeof stream->pending; i++) {", "0 + 1", "0 - 1", "negated*", "sizeof stream->pending - 1" },
    { "stream_start", "stream->pending[i] = 0;", "left out*", "0 + 1", "0 - 1" },
    { "stream_take", "for (size_t i = 0; i < sizeof character; i++) {", "sizeof character - 1" },
    { "stream_take", "character[i] = i < held ? stream->pending[i] : 0;", "0 + 1", "0 - 1" },
    { "stream_feed", "for (size_t i = 0; at < size && i < sizeof stream->pending; i++) {", "< to <= before size" },
    { "stream_feed", "stream->pending[i] = bytes[at + i < size ? at + i : size - 1];", "1 + 1", "< size - 1" },
  },
  {
    reason = "`held` is 0 to 3, ENDED or FAILED; within feed never ENDED; behind resume, before the end of the piece, 0 or FAILED",
    { "stream_status", "if (stream->held >= STREAM_ENDED) {", "STREAM_ENDED - 1" },
    { "stream_search", "while (at < size && stream->held < STREAM_ENDED) {", "< to <= before STREAM_ENDED", "STREAM_ENDED + 1",
      "STREAM_ENDED - 1" },
    { "stream_feed", "if (size == 0 || stream->held >= STREAM_ENDED) {", "STREAM_ENDED - 1" },
    { "stream_feed", "if (at == size || stream->held > 0) {", "0 + 1" },
  },
  {
    reason = "resume with nothing pending takes nothing and changes nothing",
    { "stream_feed", "if (stream->held > 0) {", "> to >= before 0" },
  },
  {
    reason = "stream_resume has ended a character that is well-formed: what comes to stream_take is wrong, or ends with the piece",
    { "stream_take", "} while (read < length && state != DEAD && state != START);", "START + 1", "START - 1" },
    { "stream_take", "if (state == START) {", "START + 1", "START - 1" },
    { "stream_take", "stream->held = 0;", "left out*", "0 + 1", "0 - 1" },
    { "stream_take", "stream->offset += read;", "left out*", "+= to -=" },
    { "stream_take", "return read - held;", "left out*", "- to + before held" },
  },
  {
    reason = "what stream_take returns is added up where nothing was pending; behind resume `held` is looked at first",
    { "stream_take", "return length - held;", "- to + before held" },
  },
  {
    reason = "stream_resume: a character that it leaves, stream_take ends; one that it goes on from, the automaton reads as well",
    { "stream_resume", "size_t at = 0;", "0 - 1" },
    { "stream_resume", "while (at < size && state != DEAD && state != START) {", "< size - 1", "!= to == before DEAD",
      "!= to == before START",
      "START + 1", "START - 1" },
    { "stream_resume", "if (state != START) {", "START + 1", "START - 1" },
  },
  {
    reason = "pieces, and runs of many units at once, are shorter, longer or not taken: what is left is converted otherwise, as well, and "
      .. "room is asked for each time",
    { "to_units", "if (size == 0) {", "0 - 1" },
    { "to_units", "size_t limit = fits < PIECE ? fits : (size_t)PIECE;", "PIECE + 1*", "PIECE - 1*", "negated*" },
    { "to_units", "if (limit < LEAST_PIECE) {", "LEAST_PIECE + 1", "LEAST_PIECE - 1" },
    { "to_units", "limit = LEAST_PIECE;", "LEAST_PIECE + 1", "LEAST_PIECE - 1" },
    { "to_units", "if (end - result.read <= fits) {", "<= to < before fits" },
    { "to_utf#", "if (size > 64 && room >= 64) {", "> to >= before 64", "64 + 1*", "64 - 1*", ">= to > before 64" },
    { "to_utf#", "begun.written = utf#_of[active_index()](bytes, size, to, room, &begun.read);", "left out*" },
    { "to_utf#", "return begun;", "left out*" },
    { "append_utf#", "if (bytes[at] < 0x80) {", "< to <= before 0x80", "0x80 + 1" },
    { "append_utf#", "for (; at < size && bytes[at] < 0x80; at++) {", "< to <= before 0x80", "0x80 + 1" },
    { "append_utf#", "for (uint64_t word = 0; size - at >= sizeof word; at += sizeof word, n += sizeof word) {",
      ">= to > before sizeof word",
      "sizeof word + 1" },
    { "append_utf#", "if ((word & 0x8080808080808080) != 0) {", "& to | before 0x8080808080808080", "0x8080808080808080 + 1", "0 + 1",
      "0 - 1" },
    { "narrow_utf#", "for (uint64_t word = 0, outside = 0; most - at >= 16; at += 16) {", "0 + 1 (2)", "0 - 1 (2)", ">= to > before 16",
      "16 + 1",
      "16 - 1 (2)" },
    { "narrow_utf#", "for (size_t i = 0; i < 16; i += #) {", "16 - 1" },
    { "narrow_utf#", "if ((outside & #) != 0) {", "& to |*", "# + 1", "0 - 1" },
    { "from_units", "if (code_point <= 0x7F && left > 0) {", "<= to < before 0x7F", "0x7F - 1", "0 + 1" },
    { "from_units", "uint8_t *spelled = to && left >= sizeof apart ? to + result.written : apart;", ">= to > before sizeof apart",
      "sizeof apart + 1" },
  },
  {
    reason = "a word of bytes begins with a lead byte or below 80, never with 80: without that bit the others tell",
    { "append_utf#", "if ((word & 0x8080808080808080) != 0) {", "0x8080808080808080 - 1" },
  },
  {
    reason = "what a kernel converts in advance asks for size and room itself",
    { "to_utf#", "if (size > 64 && room >= 64) {", "&& to || before room >= 64" },
  },
  {
    reason = "`read` is 0 when it is asked",
    { "scalar_utf16", "*read = 0;", "left out*" },
  },
  {
    reason = "the last byte of the last unit is its highest one, which is dropped, where the lowest one comes first; elsewhere it counts",
    { "narrow_utf#", "COPY(block, text + at, sizeof block);", "sizeof block - 1" },
  },
}
