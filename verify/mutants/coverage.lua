-- SPDX-License-Identifier: 0BSD
-- coverage: which lines and branches of emitted C the tests execute.
--
-- In: the output of gcov (-b -c) for one emitted file in several programs, one folder each; uncovered.lua, the lines and branches that are
-- known not to be executed, with their reasons; the kernels that this processor cannot run: for these, the table counts the code that
-- runs with SIMDe, and nothing is required.
-- Out: a table with a row for each kernel and one for all other functions. Then a list: each line of C, and each branch of an executed
-- line, that is neither executed nor in uncovered.lua; each entry of uncovered.lua whose code is executed. For UTF-8, whose code
-- uncovered.lua describes, also each entry whose code the file lacks.
--
-- A line or branch counts as executed if any program executed it. The branches are those that gcov reports for C that was compiled without
-- optimization.
--
--     lua5.4 verify/mutants/coverage.lua --lacking "avx512" utf8 build/flat/utf8/utf8.c build/coverage/utf8/*/utf8.c.gcov
--                                          lines           branches  explained  unknown
--     utf8             sse            312 of 312          98 of 104          6        0

package.path = (arg[0]:match("^(.*)/") or ".") .. "/?.lua;" .. package.path
local list <const> = require "list"
local possible <const> = require "possible"
local files <const> = require "gen.common.files"
local results <const> = require "tests.lib.results"

local function read(path)
  return assert(files.read(path))
end

local lacking <const> = {}
if arg[1] == "--lacking" then
  for kernel in arg[2]:gmatch "%S+" do
    lacking[kernel] = true
  end
  table.move(arg, 3, #arg + 2, 1)
end
local name <const>, path <const> = arg[1], arg[2]
local file <const> = possible.read(path, name)
local known <const> = list.read(dofile((arg[0]:match("^(.*)/") or ".") .. "/uncovered.lua"))

-- For each line: its count, and the count of each of its branches in gcov's order, summed over all programs and all copies of a function.
local counts <const>, branches <const> = {}, {}
for i = 3, #arg do
  local line, nth
  for row in read(arg[i]):gmatch("[^\n]+") do
    local count <const>, number <const> = row:match("^%s*([%d#=%-*]+)%*?:%s*(%d+):")
    if number then
      line, nth = tonumber(number), 0
      if count ~= "-" then
        counts[line] = (counts[line] or 0) + (tonumber((count:gsub("%*", ""))) or 0)
      end
    elseif row:find("^branch") and line then
      nth = nth + 1
      branches[line] = branches[line] or {}
      branches[line][nth] = (branches[line][nth] or 0) + (tonumber(row:match("taken (%d+)")) or 0)
    elseif row:find("^%-%-%-%-%-") then
      -- gcov prints the sums first, then the copies of a function, for example those for several targets.
      line = nil
    end
  end
end

local rows <const>, unknown <const> = {}, {}
local function row_of(group)
  if not rows[group] then
    rows[group] = { group = group, lines = 0, run = 0, branches = 0, taken = 0, explained = 0, unknown = 0 }
    rows[#rows + 1] = rows[group]
  end
  return rows[group]
end

local function explain(row, finding)
  if lacking[row.group] then
    return
  elseif known.reason(finding, true) then
    row.explained = row.explained + 1
  else
    row.unknown = row.unknown + 1
    unknown[#unknown + 1] = ("%s:%d: %s: %s: %s"):format(path, finding.line, finding.own, finding.code, finding.change)
  end
end

for _, place in ipairs(possible.places(file)) do
  local row <const>, line <const> = row_of(place.kernel or "functions"), place.line
  local function finding(change)
    return { own = place.own, code = place.code, kernel = place.kernel, change = change, line = line }
  end
  if counts[line] then
    row.lines = row.lines + 1
    row.run = row.run + (counts[line] > 0 and 1 or 0)
    if counts[line] == 0 then
      explain(row, finding("never run"))
    else
      known.reason(finding("never run"), false)
    end
    for nth, count in ipairs(branches[line] or {}) do
      row.branches = row.branches + 1
      row.taken = row.taken + (count > 0 and 1 or 0)
      local found <const> = finding(("branch %d"):format(nth))
      if count == 0 and counts[line] > 0 then
        explain(row, found)
      elseif count > 0 then
        known.reason(found, false)
      end
    end
  end
end

print(("%-16s %-10s %14s %18s %10s %8s"):format("", "", "lines", "branches", "explained", "unknown"))
local passed, failed, skipped = 0, 0, 0
for _, row in ipairs(rows) do
  local skip <const> = lacking[row.group] and "skipped: this processor cannot run it; with SIMDe, only a part runs"
    or row.lines == 0 and "skipped: compiled neither for this processor nor with SIMDe"
  local cells <const> = ("%d of %d"):format(row.run, row.lines)
  print(("%-16s %-10s %14s %18s %10d %8d"):format(name, row.group, cells, ("%d of %d"):format(row.taken, row.branches), row.explained,
    row.unknown))
  if skip then
    skipped = skipped + 1
  else
    passed, failed = passed + (row.unknown == 0 and 1 or 0), failed + (row.unknown == 0 and 0 or 1)
  end
  results.add("coverage", name .. " " .. row.group, "each line and branch is taken by the tests, or explained",
    ("%s lines, %d of %d branches, %d explained"):format(cells, row.taken, row.branches, row.explained), "gcov",
    skip or (row.unknown == 0 and "passed" or "failed"))
end
for _, line in ipairs(unknown) do
  print("NEVER TAKEN (add a test, or a reason to uncovered.lua) " .. line)
end
for _, entry in ipairs(known.stale()) do
  print("EXPLAINED, BUT TAKEN (delete this entry of uncovered.lua) " .. entry)
  failed = failed + 1
end
for _, entry in ipairs(name == "utf8" and known.unmatched(possible.uncovered(file)) or {}) do
  print("EXPLAINED, BUT NOT IN THE CODE (change or delete this entry of uncovered.lua) " .. entry)
  failed = failed + 1
end
print(("\n%d passed, %d failed, %d skipped"):format(passed, failed, skipped))
os.exit(failed == 0)
