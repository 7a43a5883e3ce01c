-- SPDX-License-Identifier: 0BSD
-- excuses: which goals, functions and smoke tests the entries of unproved.lua excuse.
--
-- In: the name of a function, and the name of a goal or smoke test, or WP's error. Out of `of`: the reason, or nil. Out of `dead`: the
-- number of smoke tests that must fail.

local unproved = require "verify.prove.unproved"

local M = {}

---Returns the reason why a goal need not be proved; without a goal, why the function is left out; or nil. Sets used[i] if entry i has it.
function M.of(name, goal, used)
  for i, entry in ipairs(unproved) do
    if name:find(entry["function"]) and (goal and entry.goal and goal:find(entry.goal) or not goal and not entry.goal) then
      used[i] = true
      return entry.reason
    end
  end
end

---Returns the number of a function's smoke tests that must fail, because constants make code unreachable.
function M.dead(name)
  for _, entry in ipairs(unproved) do
    if entry.dead and name:find(entry["function"]) then
      return entry.dead
    end
  end
  return 0
end

return M
