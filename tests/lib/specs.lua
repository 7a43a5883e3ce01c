-- SPDX-License-Identifier: 0BSD
-- specs: generates every spec of the project and of its tests, and verifies each if requested (`make specs`).
--
-- In:  words, to select the specs whose names contain one of them; without words, all specs. From the environment: VERIFY=1, to also run
--      `u8gen verify` on each; STRICT=1, to fail a spec that exceeds its budget or 300 MiB.
-- Out: a table: CPU seconds and peak memory of the generation (without re2c, which is a separate process), states, kernels, the seconds
--      that the verification took, the budget in CPU seconds, and a note. Then `N over budget`, if any, and `N passed, N failed`. Exit
--      status 1 if a spec failed, or if none was tried. A spec with the first line `-- refused: ...` passes if refused with these words.
--
--          name                          CPU s   MiB  states  kernels                             verify s  budget
--          gen/specs/utf-8                0.76    37       9  dfa shift re2c swar sse avx2 ...                   2
--
-- Each generation is a separate process, so that its cost can be measured, and a failure does not end the other generations.

package.path = "./?.lua;" .. package.path
local large_specs <const> = require "tests.lib.large_specs"

local WORK <const> = "build/specs"
local FOLDERS <const> = "gen/specs docs/examples/specs tests/specs"

---Budgets: the first pattern that a spec's name matches applies. `seconds`: CPU time of the generation; `minutes`: time of the verification
---on two cores.
local BUDGETS <const> = {
  { "^gen/specs/", seconds = 2 },
  { "format%-characters", seconds = 3, minutes = 3 },
  { "large/gaps%-26", seconds = 3, minutes = 3 },
  { "large/gaps%-700", seconds = 8, minutes = 10 },
  { "assigned", seconds = 8, minutes = 10 },
  { "letters", seconds = 8, minutes = 10 },
  { "identifiers", seconds = 8, minutes = 10 },
  { "large/holes%-1500", seconds = 15 },
  { "large/never%-50$", seconds = 3, minutes = 3 },
  { "large/never%-400$", seconds = 20 },
}
local MOST_MEBIBYTES <const> = 300

local M = {}

local function read(name)
  local file <const> = assert(io.open(name, "rb"))
  local text <const> = file:read("a")
  file:close()
  return text
end

---Quotes a word for the shell.
local function quoted(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

---@return string output, boolean succeeded
local function output_of(command)
  local pipe <const> = io.popen("{ " .. command .. "; } 2>&1")
  local text <const> = pipe:read("a")
  return text, pipe:close() or false
end

---All specs: the files, and the specs of large_specs.lua.
---@return table list { {name, file, text?, refused?, slow?, budget?} }
function M.list()
  local list = {}
  for file in io.popen(("find %s -name '*.lua' 2>/dev/null | LC_ALL=C sort"):format(FOLDERS)):lines() do
    list[#list + 1] = { name = file:gsub("%.lua$", ""), file = file, refused = read(file):match("^%-%- refused: ([^\n]+)") }
  end
  for _, spec in ipairs(large_specs.specs) do
    list[#list + 1] = { name = spec.name, file = ("%s/%s.lua"):format(WORK, spec.name), text = spec.text, refused = spec.refused,
      slow = spec.slow }
  end
  for _, spec in ipairs(list) do
    for _, budget in ipairs(BUDGETS) do
      spec.budget = spec.budget or spec.name:find(budget[1]) and budget or nil
    end
  end
  return list
end

---Generates one spec in this process, and prints the results: a line `key value` for each.
function M.generate(file, folder)
  local pipeline <const>, emit <const> = require "gen.pipeline", require "gen.emit.emit"
  local ok, result = xpcall(function()
    local model <const> = pipeline.compile(read(file), file)
    local files <const>, selection <const> = emit.files(".", model, {
      prefix = model.spec.name, spec_name = file:gsub(".*/", ""), command = "u8gen gen",
    })
    require("gen.common.files").write(folder, files)
    print("states " .. model.automaton.count)
    print("kernels " .. table.concat(selection.names, " "))
    for _, one in ipairs(selection.missing) do
      if one.defect then
        print("crash " .. one.reason)
      end
    end
  end, function(err)
    return type(err) == "table" and err or { crash = debug.traceback(err) }
  end)
  print(("cpu %.2f"):format(os.clock()))
  local status <const> = io.open("/proc/self/status")
  print("peak " .. (status and status:read("a"):match("VmHWM:%s*(%d+)") or 0) // 1024)
  if not ok then
    print((result.crash and "crash " or "refused ") .. (result.crash or result.message):gsub("\n", " | "))
  end
end

---The error in the results of a generation, or nil.
local function wrong_in(spec, result)
  if result.crash or not result.cpu then
    return result.crash or "the generation printed no results"
  elseif spec.refused then
    return (not result.refused or not result.refused:find(spec.refused, 1, true))
      and ("not refused with %q: %s"):format(spec.refused, result.refused or "generated") or nil
  end
  return result.refused
end

local function over_budget(spec, result)
  local budget <const> = spec.budget or {}
  return tonumber(result.cpu) > (budget.seconds or math.huge) and "slow"
    or tonumber(result.peak) > MOST_MEBIBYTES and "large"
    or result.minutes and result.minutes > (budget.minutes or math.huge) and "slow to verify" or nil
end

---@param spec table
---@return table result { cpu?, peak?, states?, kernels?, minutes?, refused?, crash?, wrong?, over? }
local function try(spec)
  local folder <const> = ("%s/%s"):format(WORK, spec.name:gsub("/", "-"))
  os.execute(("mkdir -p %s %s"):format(quoted(folder), quoted((spec.file:gsub("/[^/]*$", "")))))
  if spec.text then
    local file <const> = assert(io.open(spec.file, "wb"))
    file:write(spec.text())
    file:close()
  end
  local result = {}
  local text <const> = output_of(("lua5.4 tests/lib/specs.lua --generate %s %s"):format(quoted(spec.file), quoted(folder)))
  for key, value in text:gmatch("(%l+) ([^\n]*)\n") do
    result[key] = value
  end
  result.wrong = wrong_in(spec, result)
  if not result.wrong and not result.refused and os.getenv("VERIFY") == "1" then
    local began <const> = os.time()
    local report <const>, passed <const> = output_of("./u8gen verify " .. quoted(spec.file))
    result.minutes = (os.time() - began) / 60
    local line <const> = report:match("WRONG[^\n]*") or report:match("[^\n]*FAILED[^\n]*") or report:match("([^\n]*)\n?$")
    result.wrong = not passed and "verify: " .. line or nil
  end
  result.over = not result.wrong and not result.refused and over_budget(spec, result) or nil
  return result
end

local ROW <const> = "%-46s %8s %5s %7s  %-38s %8s %7s  %s"

local function print_row(spec, result)
  local budget <const> = spec.budget or {}
  local note <const> = result.wrong and "WRONG " .. result.wrong or result.refused and "refused, as expected: " .. result.refused:sub(1, 60)
    or result.over and result.over or ""
  print((ROW:format(spec.name, result.cpu or "", result.peak or "", result.states or "", result.kernels or "",
    result.minutes and ("%.0f"):format(result.minutes * 60) or "", budget.seconds or "", note):gsub(" +$", "")))
end

---@param words string[] parts of names
---@return integer exit status
function M.run(words)
  io.stdout:setvbuf("line")
  print((ROW:format("name", "CPU s", "MiB", "states", "kernels", "verify s", "budget", "")))
  local passed, failed, over = 0, 0, 0
  for _, spec in ipairs(M.list()) do
    local wanted = #words == 0
    for _, word in ipairs(words) do
      wanted = wanted or spec.name:find(word, 1, true) ~= nil
    end
    if wanted then
      local result <const> = try(spec)
      print_row(spec, result)
      over = over + (result.over and 1 or 0)
      local bad <const> = result.wrong or result.over and os.getenv("STRICT") == "1"
      passed, failed = passed + (bad and 0 or 1), failed + (bad and 1 or 0)
    end
  end
  if over > 0 then
    print(("%d over budget"):format(over))
  end
  print(("%d passed, %d failed"):format(passed, failed))
  return failed == 0 and passed > 0 and 0 or 1
end

if arg and arg[0] and arg[0]:find("tests/lib/specs%.lua$") then
  if arg[1] == "--generate" then
    M.generate(arg[2], arg[3])
  else
    os.exit(M.run(arg))
  end
end

return M
