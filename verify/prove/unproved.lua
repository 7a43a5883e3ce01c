-- SPDX-License-Identifier: 0BSD
-- unproved: the goals that `make prove` may leave unproved, each with its reason. All other goals must be proved.
--
-- In: nothing; this is data. Out: a list of { function (a Lua pattern for its name), goal (a Lua pattern for the goal's name, or for the
-- error that WP reports instead of goals), reason, dead (exactly how many smoke tests of the function must fail) }.
-- A run without words leaves out the functions of entries without `goal`; in such a run, an entry that excuses nothing is a failure.

return {
  { ["function"] = "^utf8_avx2_valid$", goal = "wp_smoke_dead_", dead = 3,
    reason = "a block has two vectors, so this function does not call brief_valid" },
  { ["function"] = "^utf8_sse_run$", goal = "wp_smoke_dead_", dead = 4,
    reason = "UTF8_SSE_SUMS is 1, so the two loops without sums do not count" },
  { ["function"] = "^utf8_avx2_run$", goal = "wp_smoke_dead_", dead = 4,
    reason = "UTF8_AVX2_SUMS is 1, so the two loops without sums do not count" },
  { ["function"] = "^utf8_avx2_two_byte_span$", goal = "wp_smoke_dead_", dead = 12,
    reason = "a block has two vectors, so the code for the third and the fourth one does not run" },
  { ["function"] = "^utf8_stream_take$", goal = "wp_smoke_dead_", dead = 1,
    reason = "pending bytes alone are never a whole character; the code for that case guards against a changed stream" },
  { ["function"] = "^utf8_predicted$", goal = "assigns", reason = "an empty asm statement: WP assumes that it may write anything" },
}
