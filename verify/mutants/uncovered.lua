-- SPDX-License-Identifier: 0BSD
-- uncovered: the lines and branches of emitted C that no test executes, each with its reason.
--
-- In: findings that coverage.lua calls NEVER TAKEN, judged by hand. Out: sets with a reason and rows { function, line, "never run" or
-- "branch #" }; list.lua defines how rows match. A row fails a run if its code is executed after all. A row whose code is not in UTF-8's C
-- fails each run of UTF-8.
--
-- Branch numbers are gcov's, per line.

return {
  {
    reason = "the function is inlined with a constant for this argument: in each copy, compilers leave out the branch that is never taken",
    { "K_scan_through", "if (tallied) {", "branch #" },
    { "K_two_byte_span", "if (tallied) {", "branch #" },
    { "K_run", "while (K_SUMS && tallied && from < to) {", "branch #" },
    { "K_run", "if (tallied && !K_SUMS) {", "branch #" },
    { "K_run", "size_t end = to - from > K_FIELDS ? from + K_FIELDS : to;", "branch #" },
    { "K_run", "for (size_t ahead = from; vast && ahead < end; ahead += K_BLOCK) {", "branch #" },
    { "K_run", "for (; from < end; from += K_WIDTH) {", "branch #" },
    { "K_run", "for (; vast && from < to; from += K_WIDTH) {", "branch #" },
    { "K_run", "for (; from < to; from += K_WIDTH) {", "branch #" },
    { "K_units", "if (four) {", "branch #" },
    { "K_scan_through", ": K_two_byte_end(text, i, end);", "branch #" },
    { "put_unit", "if (written && bits == 16) {", "branch #" },
    { "put_unit", "} else if (written) {", "branch #" },
    { "append_ascii", "put_unit(to, n*", "branch #" },
    { "append_units", "if (bits == 16 && code_point > 0xFFFF) {", "branch #" },
    { "append_units", "put_unit(to, n++, *", "branch #" },
    { "narrow_units", "if ((outside & (bits == 16 ? 0xFF80FF80FF80FF80 : 0xFFFFFF80FFFFFF80)) != 0) {", "branch #" },
    { "narrow_units", "COPY(bits == 16 ? (void *)narrow : (void *)wide, text + at * bytes, 16 * bytes);", "branch #" },
    { "narrow_units", "to[at + i] = (uint8_t)(bits == 16 ? narrow[i] : wide[i]);", "branch #" },
    { "unit", "return bits == 16 ? ((const uint16_t *)units)[at] : ((const uint32_t *)units)[at];", "branch #" },
  },
  {
    reason = "all kernels share the source of the loops; a constant that depends on the vectors excludes code that a kernel does not need",
    { "K_two_byte_span", "if (tallied && K_VECTORS > 2) {", "branch #" },
    { "K_greatest", "if (width < K_UNITS) {", "branch #" },
    { "K_greatest", "if (2 * width < K_UNITS) {", "branch #" },
    { "K_greatest", "v = K_max_unsigned(v,*", "never run" },
    { "K_greatest", "K_max_unsigned(K_load(at + 2 * width),*", "never run" },
    { "K_greatest", "K_load(at + 3 * width)));", "never run" },
  },
  {
    reason = "avx512: one vector has all bytes that become units at once, so no call needs the greater of two vectors", kernels = "avx512",
    { "K_max_unsigned", "return _mm512_max_epu8(a, b);", "never run" },
  },
  {
    reason = "avx512 has no separate check of two-byte text: its X_two_byte_block always returns false", kernels = "avx512",
    { "K_span_end", "*", "never run" },
    { "K_trust_after", "*", "never run" },
    { "K_bridge_end", "*", "never run" },
    { "K_two_byte_copy", "return from;", "never run" },
    { "K_copied_run", "if (*trust >= K_TRUSTED) {", "branch #" },
    { "K_copied_run", "const size_t end = K_span_end(size, *i);", "never run" },
    { "K_copied_run", "*i = K_two_byte_copy(text, *i, end, to);", "never run" },
    { "K_copied_run", "*trust = K_trust_after(*trust, *i < end);", "never run" },
    { "K_copied_run", "return K_bridge_end(*i, end);", "never run" },
  },
  {
    reason = "avx2gfni measures with the functions of avx2, so its own scan never counts", kernels = "avx2gfni",
    { "K_count_true", "*", "never run" },
    { "K_count_below", "*", "never run" },
    { "K_count_from", "*", "never run" },
    { "K_total", "*", "never run" },
    { "K_add_tails", "*", "never run" },
    { "K_add_wide", "*", "never run" },
    { "K_add_vector", "*", "never run" },
    { "K_add_two_byte", "*", "never run" },
    { "K_add_counts", "*", "never run" },
    { "K_two_byte_tally", "*", "never run" },
    { "K_two_byte_span", "if (!K_two_byte_block(text + from - 3)) {", "branch #" },
    { "K_two_byte_span", "for (; i < to && K_two_byte_block(text + i); i += K_BLOCK) {", "branch #" },
    { "K_two_byte_span", "if (K_any_high_bit(errors)) {", "branch #" },
    { "K_two_byte_span", "K_add_two_byte(&counts, text + i*", "never run" },
    { "K_run", "K_add_vector(counts, text + from);", "never run" },
    { "K_scan_through", "tally_bytes(text, *", "never run" },
    { "K_scan_through", "i = tallied ? K_two_byte_tally(text, i, end, tally)", "never run" },
  },
  {
    reason = "these branches depend on the processor; emulators test other processors", sometimes = true,
    { "processor_has", "if (most[0] >= 7) {", "branch #" },
    { "processor_has", "if (registers != 0 && (saved_registers() & registers) != registers) {", "branch #" },
    { "processor_has", "return false;", "never run" },
    { "processor_has", "return (one[2] & ecx_1) == ecx_1 && *", "branch #" },
    { "saved_registers", "return 0;", "never run" },
    { "saved_registers", "if (!(r[2] >> 27 & 1)) {", "branch #" },
    { "last_supported", "while (!kernels[count - 1].supported()) {", "branch #" },
    { "last_supported", "count--;", "never run" },
  },
  {
    reason = "a size that overflows: only for a text of more than a third of the address space",
    { "repaired_size", "return SIZE_MAX;", "never run" },
    { "repaired_size", "if (written > SIZE_MAX - total) {", "branch #" },
    { "counted", "return result.status == STATUS_NO_ROOM ? SIZE_MAX : result.written;", "branch #" },
  },
  {
    reason = "stream_resume completes well-formed characters: a character here is ill-formed, or ends after the piece",
    { "stream_take", "if (state == START) {", "branch #" },
    { "stream_take", "stream->held = 0;", "never run" },
    { "stream_take", "stream->offset += read;", "never run" },
    { "stream_take", "return read > held ? read - held : 0;", "never run" },
    { "stream_take", "} while (read < length && state != DEAD && state != START);", "branch #" },
  },
  {
    reason = "swar: if the state after a block is not START, it becomes START or dead at the end of the text at the latest "
      .. "(accepted.lua), so the comparison with `size` has no effect",
    { "K_dense", "if ((state & 63) == SHIFT_DEAD || next == size) {", "branch #" },
  },
  {
    reason = "`trust` reaches its maximum only after several spans of two-byte text in a row: with the widest vectors, this is more "
      .. "text than any test repairs", kernels = "avx512bw",
    { "K_trust_after", "+ 1 : trust;", "branch #" },
  },
  {
    reason = "with SIMDe, only a part of the sweep runs; in the whole sweep, sse and avx2, with the same loops, take these branches",
    kernels = "neon simd128",
    { "K_trust_after", "+ 1 : trust;", "branch #" },
    { "K_trust_after", ": trust;", "branch #" },
  },
  {
    reason = "these processors need no hints, so the loops for texts that exceed the caches are excluded by a constant",
    kernels = "neon simd128",
    { "K_run", "K_prefetch((const uint8_t *)*", "never run" },
    { "K_run", "+ K_AHEAD));", "never run" },
    { "K_run", "errors = K_or(errors, K_errors(text + from));", "never run" },
  },
  {
    reason = "the code runs only if another thread changes the text during the call",
    { "fill", "if (length > size) {", "branch #" },
    { "fill", "*status = STATUS_ILL_FORMED;", "never run" },
    { "fill", "break;", "never run" },
  },
  {
    reason = "the pending bytes of UTF-8 are at most three, all of one part; in CESU-8, a part may end before the last pending byte",
    { "repair_one", "stream->held = (uint8_t)(taken < held ? held - taken : 0);", "branch #" },
    { "repair_one", "for (size_t i = 0; i < stream->held; i++) {", "branch #" },
    { "repair_one", "stream->pending[i] = bytes[taken + i];", "never run" },
    { "repair_feed", "for (size_t i = held; i < length && i < sizeof stream->pending; i++) {", "branch #" },
  },
  {
    reason = "re2c: valid_prefix calls K_next only if a byte is left, so the first byte is never the sentinel",
    { "K_next", "yych = (uint8_t)(p != end ? *p : 0xC0);", "branch #" },
  },
  {
    reason = "`at` is `end` before the first step and greater after each step: the comparison is for encodings with contexts",
    { "piece", "} while (at < size && state != DEAD && (at <= end || !(state == START)));", "branch #" },
    { "piece", "} else if (at > end && state == START) {", "branch #" },
  },
  {
    reason = "bytes that match a whole row are a whole character, and the bytes at an error do not begin with a whole character",
    { "fitting", "while (i < length && i < row->length && row->low[i] <= bytes[i] && bytes[i] <= row->high[i]) {", "branch #" },
  },
  {
    reason = "utf8_next, in the header, reads whole characters itself, and calls this function only for other bytes",
    { "next_segment", "return whole ? code_point_of(bytes, length) : 0xFFFD;", "branch #" },
  },
  {
    reason = "X_status_name is called only by tests and checks that are not measured here, such as the check `dispatch`",
    { "status_name", "const char *status_name(status status)", "never run" },
    { "status_name", 'return (size_t)status < sizeof names / sizeof *names ? names[status] : "unknown";', "never run" },
  },
  {
    reason = "a constant: with SIMDe, gcov counts the whole statement on its first line",
    { "K_classify_#", "K_splat((uint8_t)(demand[#] - 0x80)));", "never run" },
  },
}
