-- SPDX-License-Identifier: 0BSD
-- unproved: the goals that `make prove` does not reach, each with its reason; all others must be proved.
--
-- In: nothing; this is data. Out: a list of { function (a Lua pattern for its name), goal (a Lua pattern for the goal's name, or for the
-- error that WP reports instead of goals), reason, dead (how many smoke tests with that name must fail, neither more nor fewer) }.
-- Without `goal`, a function is left out, unless the command line names something. An entry that excuses nothing is a failure, so no entry
-- is outdated.

return {
  { ["function"] = "^utf8_%w+_add_true$", goal = "no function", reason = "it is compiled out with the conversions, which alone call it" },
  { ["function"] = "^utf8_avx2_valid$", goal = "wp_smoke_dead_", dead = 3,
    reason = "a block has two vectors, so it does not call brief_valid" },
  { ["function"] = "^utf8_predicted$", goal = "assigns", reason = "an empty asm statement: WP assumes that it may write anything" },
}
