-- SPDX-License-Identifier: 0BSD
-- uncovered: the lines and branches of emitted C that no test executes, each with its reason.
--
-- In: findings that coverage.lua calls NEVER TAKEN, judged by hand. Out: sets with a reason and rows { function, line, "never run" or
-- "branch #" }; list.lua defines how they match. A row that is executed after all fails the run.
--
-- Branch numbers are gcov's, per line. A function that is inlined with a constant argument has all of them in each copy.

return {
  {
    reason = "the function is inlined with a constant for this argument: in each copy one side is dead, and compilers leave it out",
    { "K_scan_through", "if (tallied) {", "branch #" },
    { "K_two_byte_span", "if (tallied) {", "branch #" },
    { "K_run", "if (tallied) {", "branch #" },
    { "K_run", "while (tallied && from < to) {", "branch #" },
    { "K_run", "size_t end = to - from > K_FIELDS ? from + K_FIELDS : to;", "branch #" },
    { "K_run", "for (size_t ahead = from; vast && ahead < end; ahead += K_BLOCK) {", "branch #" },
    { "K_run", "for (; from < end; from += K_WIDTH) {", "branch #" },
    { "K_run", "for (; vast && from < to; from += K_WIDTH) {", "branch #" },
    { "K_run", "for (; from < to; from += K_WIDTH) {", "branch #" },
    { "K_units", "if (four) {", "branch #" },
    { "K_scan_through", ": K_two_byte_end(text, i, end);", "branch #" },
  },
  {
    reason = "these depend on the processor; emulators test other processors", sometimes = true,
    { "K_supported", "return false;", "never run" },
    { "K_supported", "if (r[0] < 7 || (saved_registers() & #) != #) {", "branch #" },
    { "K_supported", "return popcnt && (r[1] >> 5 & 1);", "branch #" },
    { "K_supported", "return popcnt && (r[1] >> 5 & 1) && (r[2] >> 8 & 1);", "branch #" },
    { "K_supported", "return popcnt && (r[1] >> 8 & 1) && (r[1] >> 16 & 1) && (r[1] >> 30 & 1);", "branch #" },
    { "K_supported", "return popcnt && (r[1] >> 8 & 1) && (r[1] >> 16 & 1) && (r[1] >> 30 & 1) && (r[2] >> 1 & 1)", "branch #" },
    { "K_supported", "&& (r[2] >> 6 & 1);", "branch #" },
    { "saved_registers", "return 0;", "never run" },
    { "saved_registers", "if (!(r[2] >> 27 & 1)) {", "branch #" },
    { "last_supported", "while (!kernels[count - 1].supported()) {", "branch #" },
    { "last_supported", "count--;", "never run" },
  },
  {
    reason = "called only if UTF8_NO_MEASURE is defined, in the place of X_measure",
    { "count_units", "static size_t count_units(const uint8_t *bytes, size_t size, bool utf16, size_t *units)", "never run" },
    { "count_units", "size_t at = 0, n = *units;", "never run" },
    { "count_units", "while (at < size) {", "never run" },
    { "count_units", "if (bytes[at] < 0x80) {", "never run" },
    { "count_units", "for (uint64_t word = 0; size - at >= sizeof word; at += sizeof word, n += sizeof word) {", "never run" },
    { "count_units", "COPY(&word, bytes + at, sizeof word);", "never run" },
    { "count_units", "if ((word & 0x8080808080808080) != 0) {", "never run" },
    { "count_units", "break;", "never run" },
    { "count_units", "for (; at < size && bytes[at] < 0x80; at++) {", "never run" },
    { "count_units", "n++;", "never run" },
    { "count_units", "continue;", "never run" },
    { "count_units", "const size_t length = whole_length(bytes + at, size - at);", "never run" },
    { "count_units", "const uint32_t code_point = code_point(bytes + at, length);", "never run" },
    { "count_units", "n += utf16 && code_point > 0xFFFF ? 2U : 1U;", "never run" },
    { "count_units", "at += length;", "never run" },
    { "count_units", "*units = n;", "never run" },
    { "count_units", "return at;", "never run" },
  },
  {
    reason = "a size that overflows: only for a text of more than a third of the address space",
    { "repaired_size", "return SIZE_MAX;", "never run" },
    { "repaired_size", "if (written > SIZE_MAX - total) {", "branch #" },
    { "size_of_utf16", "return result.status == STATUS_NO_ROOM ? SIZE_MAX : result.written;", "branch #" },
    { "size_of_utf32", "return result.status == STATUS_NO_ROOM ? SIZE_MAX : result.written;", "branch #" },
  },
  {
    reason = "stream_resume has ended well-formed characters: a character here is ill-formed, or ends after the piece",
    { "stream_take", "if (state == START) {", "branch #" },
    { "stream_take", "stream->held = 0;", "never run" },
    { "stream_take", "stream->offset += read;", "never run" },
    { "stream_take", "return read - held;", "never run" },
    { "stream_take", "} while (read < length && state != DEAD && state != START);", "branch #" },
  },
  {
    reason = "swar: a block that is not in START ends at least a byte before the end of the text (accepted.lua), so the end of the text "
      .. "has no effect",
    { "K_dense", "if ((state & 63) == SHIFT_DEAD || next == size) {", "branch #" },
  },
  {
    reason = "a character begins at `at`, so the byte there ends the loop before the second condition does",
    { "K_utf16", "while ((text[end] & 0xC0) == 0x80 && end > at) {", "branch #" },
  },
  {
    reason = "the predictor is full after five spans of two-byte text in a row: with the widest vectors more than any "
      .. "text that is repaired here",
    { "K_copy", "? trust + 1 : trust;", "branch #" },
    { "K_copy", ": trust;", "branch #" },
  },
  {
    reason = "re2c: valid_prefix calls it only if a byte is left, so the first byte is never the sentinel",
    { "K_next", "yych = (uint8_t)(p != end ? *p : 0xC0);", "branch #" },
  },
  {
    reason = "`at` is `end` before the first step and more after it: the comparison is for encodings with contexts",
    { "piece", "} while (at < size && state != DEAD && (at <= end || !(state == START)));", "branch #" },
    { "piece", "} else if (at > end && state == START) {", "branch #" },
  },
  {
    reason = "bytes that fill a row are a whole character, and at an error there is no whole character",
    { "fitting", "while (i < length && i < row->length && row->low[i] <= bytes[i] && bytes[i] <= row->high[i]) {", "branch #" },
  },
  {
    reason = "utf8_next, in the header, reads whole characters itself, and calls this function for other bytes only",
    { "next_segment", "return whole ? code_point(bytes, length) : 0xFFFD;", "branch #" },
  },
  {
    reason = "X_status_name is called only by tests/outside/pair.c and tests/interface/between_filter.c, which are not measured here",
    { "status_name", "const char *status_name(status status)", "never run" },
    { "status_name", 'return (size_t)status < sizeof names / sizeof *names ? names[status] : "unknown";', "never run" },
  },
  {
    reason = "with SIMDe, only a part of the sweep runs; sse and avx2, which have the same loops, take these branches in the whole sweep",
    { "K_scan_through", "? trust + 1 : trust;", "branch #" },
    { "K_scan_through", ": trust;", "branch #" },
  },
  {
    reason = "a constant: with SIMDe, gcov counts the whole statement on its first line",
    { "K_classify_#", "K_splat((uint8_t)(demand[#] - 0x80)));", "never run" },
  },
}
