-- SPDX-License-Identifier: 0BSD
-- unproved: goals that `make prove` does not reach, each with its reason; all others must be proved.
--
-- In:  nothing; this is data. Out: a list of { function (without the encoding's prefix), goal (a pattern of Lua on its name), reason }.
-- An entry that excuses nothing is a failure, too, so that none outlives its reason.

return {
  { ["function"] = "foreseen", goal = "assigns", reason = "an empty asm statement, of which WP supposes that it writes anything" },
}
