-- SPDX-License-Identifier: 0BSD
-- defects: which checks notice the bugs that other validators shipped (verify/checks/defects.c), planted in each encoding.
--
-- In: programs build/verify/NAME-native. Out: one line for each defect, with the checks that notice it in some encoding and the number of
-- encodings in which it was planted; for each defect in each encoding, a result for `make trust`; the numbers of results that passed and
-- failed. A result passes if at least two checks notice the defect, or if the program says that one is enough. A program that fails or
-- plants no defect counts as failed. Exit status 1: any failed, or none passed.
--     overlong_accepted  sweep, strings, texts    16 encodings

package.path = "./?.lua;" .. package.path
local results <const> = require "tests.lib.results"

local order, defects, passed, failed = {}, {}, 0, 0
for _, program in ipairs(arg) do
  local encoding <const> = program:match "([%w_]+)%-native$"
  local pipe <const> = assert(io.popen(("nice %s --checks defects 2>&1"):format(program)))
  local planted = 0
  for line in pipe:lines() do
    local name <const>, by <const>, how <const> = line:match "^          ([%l_]+) *([%l ]-): (.*)$"
    if name and by ~= "does not apply" then
      local checks <const> = {}
      for check in by:gmatch "%l+" do
        checks[#checks + 1] = check
      end
      local defect <const> = defects[name] or { by = {}, encodings = 0 }
      if not defects[name] then
        defects[name], order[#order + 1] = defect, name
      end
      defect.encodings, planted = defect.encodings + 1, planted + 1
      for _, check in ipairs(checks) do
        if not defect.by[check] then
          defect.by[check] = true
          table.insert(defect.by, check)
        end
      end
      local enough <const> = #checks >= 2 or how:find "^one is enough" ~= nil
      passed, failed = passed + (enough and 1 or 0), failed + (enough and 0 or 1)
      results.add("defects", encoding, "defect " .. name, "", table.concat(checks, " and "), enough and "passed" or "failed")
    end
  end
  if not pipe:close() or planted == 0 then
    print(("%s: failed, or printed no defect; '%s --checks defects' shows why"):format(encoding, program))
    failed = failed + 1
  end
end
for _, name in ipairs(order) do
  print(("%-18s %-24s %2d encodings"):format(name, table.concat(defects[name].by, ", "), defects[name].encodings))
end
print(("\n%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0 and passed > 0)
