-- SPDX-License-Identifier: 0BSD
-- unproved: goals that `make prove` does not reach, each with its reason; all others must be proved.
--
-- In:  nothing; this is data. Out: a list of { function (a pattern of Lua on its name), goal (a pattern on that of the goal), reason }.
--      Without `goal` a function is left out, unless the command line names something. An entry that excuses nothing is a failure, too, so
--      that none outlives its reason.

return {
  { ["function"] = "^utf8_foreseen$", goal = "assigns", reason = "an empty asm statement, of which WP supposes that it writes anything" },
}
