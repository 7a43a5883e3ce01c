-- SPDX-License-Identifier: 0BSD
-- steps: runs commands, several at once, and reports a line for each. A run that was stopped resumes.
--
-- In:  a part of the report ("platforms"); phases, lists of steps: { subject = "s390x utf8", what = "sweep", amount = "all", by = "gcc",
--      sh = "a command", needs = { { probe, package } }, from = { "verify/*.c" }, makes = "a file" }. A phase begins when the previous
--      one has ended.
-- Out: a line for each step as it ends, with its seconds (at once, without seconds, if it is skipped or passed before); the end of the
--      output of a step that failed; a last line `N passed, N failed`, with `, N skipped` if some were skipped.
--      With TRUST_RESULTS=FILE in the environment, that file gets a line for each step: part, subject, what, amount, by, verdict, separated
--      by tabs.
--
-- A step passes if its command exits with 0. A step with `notices = PATTERN` (of grep -E) passes if its command fails and its output
-- matches, which shows that it found a planted mistake. A line "= TEXT" of the output replaces the amount in results and in later runs. If
-- a probe fails, the step is skipped, and the report has the probe's first word and the package. A step that has passed is not run again
-- while `sh`, `by`, `notices` and the files `from` are the same, and the file `makes` exists; a step with `random = true` is always run.
-- build/PART/passed has a file for each passed step.
-- JOBS=N runs N steps at once; ONLY=WORD selects the steps whose subject or `what` contains the word.
--
--     passed   12 s  s390x utf8: exhaustive, each kernel (all texts of 1 to 3 bytes; s390x-linux-gnu-gcc 12.2.0, qemu-s390x 7.2.22)

local read <const> = require "gen.common.files".read
local results <const> = require "tests.lib.results"

local M = {}

local function write(name, text)
  local file <const> = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

M.write = write

---The output of a command, also its errors, without white space at the end; and whether it exits with 0.
local function output(command)
  local pipe <const> = assert(io.popen(command .. " 2>&1"))
  local text <const> = pipe:read("a"):gsub("%s+$", "")
  return text, pipe:close() or false
end
M.output = output

local function memoized(make)
  local known = {}
  return function(key)
    if known[key] == nil then
      known[key] = make(key)
    end
    return known[key]
  end
end

---The name and the version of a command: "gcc" -> "gcc 12.2.0". The version is the first number with a dot that the command prints. Without
---one, it is the last word of the first line, or the whole output if that is one line.
M.version = memoized(function(command)
  local text <const> = output(command .. " --version")
  return command:match("^%S+"):match("[^/]+$") .. " " .. (text:match("%f[%d]%d+%.%d[%d.]*") or text:match("(%S+)\n") or text)
end)

local works = memoized(function(probe)
  return select(2, output(("{ %s; } </dev/null"):format(probe:find("%s") and probe or "command -v " .. probe)))
end)
M.works = works

local digest_of_files = memoized(function(patterns)
  return output(("cat $(ls -d %s | LC_ALL=C sort) | sha256sum | cut -c 1-64"):format(patterns))
end)

local function key_of(step)
  local name <const> = os.tmpname()
  write(name, table.concat({ step.sh, step.by, step.notices or "", digest_of_files(table.concat(step.from or {}, " ")) }, "\0"))
  local key <const> = output(("sha256sum <'%s' | cut -c 1-32"):format(name))
  os.remove(name)
  return key
end

local function missing(step)
  for _, need in ipairs(step.needs or {}) do
    if not works(need[1]) then
      return ("%s (%s)"):format(need[1]:match("^%S+"), need[2])
    end
  end
end

local function line_of(step)
  return ("%s: %s (%s%s)"):format(step.subject, step.what, step.amount and step.amount .. "; " or "", step.by)
end

local SCRIPT <const> = [[
begin=$(date +%%s)
( %s
) </dev/null >'%s.log' 2>&1
status=$?
notices='%s'
if [ -n "$notices" ]; then
    if [ $status != 0 ] && grep -qE -e "$notices" '%s.log'; then
        status=0
    else
        echo "not noticed, exit status $status" >>'%s.log'
        status=1
    fi
fi
verdict=FAILED
[ $status = 0 ] && verdict=passed
echo $verdict $(($(date +%%s) - begin)) >'%s.end'
printf '%%s %%4d s  %%s\n' $verdict $(($(date +%%s) - begin)) '%s'
if [ $status != 0 ]; then tail -n 25 '%s.log' | cut -c 1-300 | sed 's/^/    | /'; fi
]]

local function quoted(text)
  return (text:gsub("'", "'\\''"))
end

---Runs scripts, started in their order. JOBS is the number that run at once, by default one for each processor.
---@param folder string that exists
---@param scripts string[] names of files
function M.at_once(folder, scripts)
  write(folder .. "/list", table.concat(scripts, "\n") .. "\n")
  os.execute(("xargs -P %s -n 1 sh <'%s/list'"):format(os.getenv "JOBS" or output "getconf _NPROCESSORS_ONLN || echo 1", folder))
end

---Runs the selected steps. @param part string the name of this part of the report, and of a folder in build/
---@param phases table[][] lists of steps
---@return boolean passed at least one step was selected, and none failed
function M.run(part, phases)
  local folder <const>, only <const> = "build/" .. part, os.getenv "ONLY" or ""
  os.execute(("mkdir -p '%s/passed' '%s/steps'"):format(folder, folder))
  local counts, number = { passed = 0, failed = 0, skipped = 0 }, 0
  for _, steps in ipairs(phases) do
    local scripts, begun = {}, {}
    for _, step in ipairs(steps) do
      if (step.subject .. " " .. step.what):find(only, 1, true) then
        number = number + 1
        step.stem = ("%s/steps/%04d"):format(folder, number)
        local lacks <const> = missing(step)
        if lacks then
          step.verdict = "skipped: " .. lacks
          print(("skipped         %s: %s: %s"):format(step.subject, step.what, lacks))
        else
          step.stamp = ("%s/passed/%s"):format(folder, key_of(step))
          local before <const> = not step.random and (not step.makes or read(step.makes)) and read(step.stamp)
          if before then
            step.verdict, step.amount = "passed", before ~= "" and before or step.amount
            print("passed  before  " .. line_of(step))
          else
            local stem <const> = step.stem
            os.remove(stem .. ".end")
            write(stem .. ".sh", SCRIPT:format(step.sh, stem, quoted(step.notices or ""), stem, stem, stem, quoted(line_of(step)), stem))
            scripts[#scripts + 1] = stem .. ".sh"
          end
        end
        begun[#begun + 1] = step
      end
    end
    io.stdout:flush()
    if #scripts > 0 then
      M.at_once(folder .. "/steps", scripts)
    end
    for _, step in ipairs(begun) do
      if not step.verdict then
        step.verdict = (read(step.stem .. ".end") or "FAILED"):match("^passed") and "passed" or "failed"
        for amount in ("\n" .. (read(step.stem .. ".log") or "")):gmatch("\n= ([^\r\n]*)") do
          step.amount = amount
        end
        if step.verdict == "passed" then
          write(step.stamp, step.amount or "")
        end
      end
      local kind <const> = step.verdict:match("^%a+")
      counts[kind] = counts[kind] + 1
      results.add(part, step.subject, step.what, step.amount or "all", step.by, step.verdict)
    end
  end
  local skipped <const> = counts.skipped > 0 and (", %d skipped"):format(counts.skipped) or ""
  if number == 0 then
    io.stderr:write(("%s: error: no step has '%s' in its name (ONLY)\n"):format(part, only))
  end
  print(("%d passed, %d failed%s"):format(counts.passed, counts.failed, skipped))
  return counts.failed == 0 and number > 0
end

return M
