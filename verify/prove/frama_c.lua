-- SPDX-License-Identifier: 0BSD
-- frama_c: one function given to Frama-C's WP, and what it says of each goal.
--
-- In:  an annotated file, its prefix, a kernel, a function, the headers of verify/prove. Out of `run`: { goals = { {name, verdict,
--      by, seconds} }, smoke = { passed, failed }, seconds, problem? }. verdict is "valid" or what WP says instead.
--
-- The idea: everything that a text in WP's log does not say is a failure: no goals, an error, another number of goals than WP counts.

local M = {}

---For how long a prover may look at one goal; for how long a contradiction is looked for.
local TIMEOUT <const>, SMOKE_TIMEOUT <const> = 120, 1

---@param job table { folder (of verify/prove), file, prefix, kernel, name, grammar?, smoke?, timeout? }
---@return string command
function M.command(job)
  local U <const>, here <const> = job.prefix:upper(), job.folder
  local cpp <const> = { "-I " .. here .. "/shim", "-include " .. here .. "/prelude.h" }
  if job.grammar then
    for _, header in ipairs { here .. "/grammar.h", job.grammar, here .. "/unfold.h" } do
      cpp[#cpp + 1] = "-include " .. header
    end
  end
  cpp[#cpp + 1] = ("-D%s_STATIC -D%s_KERNEL=%s %s"):format(U, U, job.kernel, job.without or "")
  cpp[#cpp + 1] = job.vectors and "" or ("-D%s_NO_SIMD"):format(U)
  return table.concat({
    "nice frama-c -machdep gcc_x86_64", ("-cpp-extra-args='%s'"):format(table.concat(cpp, " ")), job.file,
    "-wp -wp-rte -wp-model Typed+Cast -wp-no-warn-memory-model -wp-cache none -wp-par 2", "-wp-fct " .. job.name,
    "-wp-prover z3,cvc4", ("-wp-timeout %d"):format(job.timeout or TIMEOUT),
    job.property and "-wp-prop " .. job.property or "",
    job.smoke and ("-wp-smoke-tests -wp-smoke-timeout %d"):format(SMOKE_TIMEOUT) or "",
    "2>&1",
  }, " ")
end

---@param text string WP's log
---@return table result see above
function M.read(text)
  local result = { goals = {}, smoke = { passed = 0, failed = 0 } }
  local function number(word, unit)
    return (tonumber(word) or 0) * (unit == "ms" and 0.001 or 1)
  end
  for line in text:gmatch("[^\n]+") do
    local how <const>, smoke <const> = line:match("^%[wp%] %[(%a+)%] Smoke%-test (%S+)")
    local by <const>, goal <const>, verdict <const> = line:match("^%[wp%] %[([^%]]+)%] Goal (%S+) ?:? ?(.*)$")
    if smoke then
      local key <const> = how == "Passed" and "passed" or "failed"
      result.smoke[key] = result.smoke[key] + 1
    elseif goal then
      local seconds <const>, unit <const> = verdict:match("%((%d[%d.]*)(m?s)%) %(%d+%)")
      result.goals[#result.goals + 1] = {
        name = goal:gsub("^typed_cast_", ""), by = by, seconds = number(seconds, unit), verdict = verdict:find("^Valid") and "valid" or by,
      }
    end
  end
  local proved <const>, all <const> = text:match("Proved goals: +(%d+) / (%d+)")
  result.problem = not all and (text:match("[^\n]*rror[^\n]*") or text:match("[^\n]*nvalid[^\n]*") or "no goals: " .. text:sub(-200))
    or tonumber(all) == 0 and "no goals"
    or tonumber(all) ~= #result.goals + result.smoke.passed + result.smoke.failed and "WP counts other goals than it names" or nil
  result.proved, result.all = tonumber(proved) or 0, tonumber(all) or 0
  return result
end

---@param job table
---@return table result
function M.run(job)
  local from <const> = os.time()
  local pipe <const> = assert(io.popen(M.command(job)))
  local result <const> = M.read(pipe:read("a"))
  pipe:close()
  result.seconds = os.time() - from
  return result
end

return M
