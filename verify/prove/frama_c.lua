-- SPDX-License-Identifier: 0BSD
-- frama_c: runs Frama-C's WP on one function, and reads its result for each goal.
--
-- In: an annotated file, its prefix, a kernel, a function, the headers of verify/prove. Out, for each job: { goals = { {name, verdict, by,
-- seconds} }, smoke = { passed, failed, names }, known, asked, problem? }. verdict is "valid" or WP's word for another result; `names`
-- lists the failed smoke tests. `known` counts the answers found in the session's cache, `asked` the others. Without a problem, WP's output
-- is written to `log`, after the job's `key`. A job whose log has the same key is not run again.
--
-- The idea: a log has a `problem` if it has no goals, if it lacks WP's count of goals, or if this count differs from the goals in the log.

local path = require "pl.path"
local files = require "gen.common.files"

local M = {}

---TIMEOUTS: the seconds that a prover has for one goal, in the first run, and in a second run after a timeout. SMOKE_TIMEOUT: the seconds
---of a smoke test, which searches for a contradiction among the assumptions.
local TIMEOUTS <const>, SMOKE_TIMEOUT <const> = { 10, 120 }, 1

---@param job table { folder (of verify/prove), file, prefix, kernel, name, vectors, session, cache, without?, grammar?, property?, smoke?,
---timeouts?, log?, key? }
---@param timeout integer
---@return string command
local function command(job, timeout)
  local U <const>, here <const> = job.prefix:upper(), job.folder
  local cpp <const> = { "-I " .. here .. "/shim", "-include " .. here .. "/prelude.h" }
  if job.grammar then
    for _, header in ipairs { here .. "/grammar.h", job.grammar, here .. "/unfold.h" } do
      cpp[#cpp + 1] = "-include " .. header
    end
  end
  cpp[#cpp + 1] = ("-D%s_STATIC -D%s_KERNEL=%s %s"):format(U, U, job.kernel, job.without or "")
  -- Calls through the table of kernels reach these functions.
  for _, name in ipairs { "valid", "valid_prefix" } do
    cpp[#cpp + 1] = ("-D%s_CALLED_%s=%s_%s_%s"):format(U, name, job.prefix, job.kernel, name)
  end
  cpp[#cpp + 1] = job.vectors and "" or ("-D%s_NO_SIMD"):format(U)
  return table.concat({
    "frama-c -machdep gcc_x86_64", ("-cpp-extra-args='%s'"):format(table.concat(cpp, " ")), job.file,
    -- For a call through a pointer, the annotation `calls` names the function, and WP proves this claim; RTE adds no goal of its own.
    "-rte-no-pointer-call -wp -wp-rte -wp-model Typed+Cast -wp-no-warn-memory-model -wp-par 1", "-wp-fct " .. job.name,
    ("-wp-session '%s' -wp-cache %s"):format(job.session, job.cache), ("-wp-prover z3,cvc4 -wp-timeout %d"):format(timeout),
    job.property and "-wp-prop " .. job.property or "",
    job.smoke and ("-wp-smoke-tests -wp-smoke-timeout %d"):format(SMOKE_TIMEOUT) or "",
    "2>&1",
  }, " ")
end

---@param text string the log of WP
---@return table result see above
function M.read(text)
  local result, seen <const> = { goals = {}, smoke = { passed = 0, failed = 0, names = {} } }, {}
  local function number(word, unit)
    return (tonumber(word) or 0) * (unit == "ms" and 0.001 or 1)
  end
  for line in text:gmatch("[^\n]+") do
    -- WP lists a failed smoke test twice.
    local how <const>, smoke <const> = line:match("^%[wp%] %[(%a+)%] Smoke%-test (%S+)")
    local by <const>, goal <const>, verdict <const> = line:match("^%[wp%] %[([^%]]+)%] Goal (%S+) ?:? ?(.*)$")
    if smoke then
      local key <const> = how == "Passed" and "passed" or "failed"
      result.smoke[key] = result.smoke[key] + (seen[smoke] and 0 or 1)
      result.smoke.names[#result.smoke.names + 1] = key == "failed" and not seen[smoke] and smoke:gsub("^typed_cast_", "") or nil
      seen[smoke] = true
    elseif goal then
      local seconds <const>, unit <const> = verdict:match(".*%((%d[%d.]*)(m?s)%)")
      result.goals[#result.goals + 1] = {
        name = goal:gsub("^typed_cast_", ""), by = by, seconds = number(seconds, unit), verdict = verdict:find("^Valid") and "valid" or by,
      }
    end
  end
  local all <const> = text:match("Proved goals: +%d+ / (%d+)")
  result.problem = not all and (text:match("[^\n]*rror[^\n]*") or text:match("[^\n]*nvalid[^\n]*") or "no goals: " .. text:sub(-200))
    or tonumber(all) == 0 and "no goals"
    or tonumber(all) ~= #result.goals + result.smoke.passed + result.smoke.failed and "WP lists more or fewer goals than it counts" or nil
  result.known, result.asked = tonumber(text:match("%[Cache%].-found:(%d+)")) or 0, tonumber(text:match("%[Cache%].-updated:(%d+)")) or 0
  return result
end

---Returns the log of an earlier run with the same key, or nil.
local function kept(job)
  local key <const>, text <const> = (job.log and files.read(job.log) or ""):match("^([^\n]*)\n(.*)$")
  return key == job.key and text or nil
end

---Completes a run whose first command has been started; after a timeout, runs the command with the next timeout. @return table result
local function finish(job, pipe)
  local timeouts <const> = job.timeouts or TIMEOUTS
  local result, text, asked = nil, nil, 0
  for i = 1, #timeouts do
    pipe = i == 1 and pipe or assert(io.popen(command(job, timeouts[i])))
    text = pipe:read("a")
    pipe:close()
    result = M.read(text)
    asked = asked + result.asked
    if not text:find("\n  [^\n]*Timeout") then
      break
    end
  end
  if job.log and not result.problem then
    files.write(path.dirname(job.log), { { name = path.basename(job.log), text = job.key .. "\n" .. text } })
  end
  result.asked = asked
  return result
end

---Runs jobs, up to JOBS (2 by default) at once, and reports their results in order.
---@param jobs table[]
---@param report fun(i: integer, result: table, before: boolean) `before`: is the result from an earlier run?
function M.each(jobs, report)
  local at_once <const>, runs, begun = tonumber(os.getenv "JOBS" or "") or 2, {}, 0
  for i, job in ipairs(jobs) do
    while begun < #jobs and begun < i - 1 + at_once do
      begun = begun + 1
      local following <const> = jobs[begun]
      runs[begun] = { before = kept(following) }
      runs[begun].pipe = not runs[begun].before and assert(io.popen(command(following, (following.timeouts or TIMEOUTS)[1])))
    end
    local before <const> = runs[i].before
    report(i, before and M.read(before) or finish(job, runs[i].pipe), before ~= nil)
  end
end

return M
