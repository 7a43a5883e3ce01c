-- SPDX-License-Identifier: 0BSD
-- The order of gen/. A file requires only files of its own stage and of earlier stages, by literal names, in `local` statements outside of
-- functions and blocks. There are no cycles, and no file is both a library and a program.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local dir = require "pl.dir"
local files = require "gen.common.files"

---The stages in their order: folders of gen/, and the files outside of them.
local STAGES <const> = { "common", "spec", "language", "plan", "kernel", "emit", "pipeline", "commands", "main" }
local PLACE <const> = {}
for i, stage in ipairs(STAGES) do
  PLACE[stage] = i
end

---Returns the files of gen/ without the catalogue: a map from the name that `require` uses to the text.
local function modules()
  local found <const> = {}
  for _, file in ipairs(dir.getallfiles("gen", "*.lua")) do
    if not file:find "^gen/specs/" then
      found[file:gsub("%.lua$", ""):gsub("/", ".")] = assert(files.read(file))
    end
  end
  return found
end

---Returns a file's text without the lines that are comments.
local function code_of(text)
  return (("\n" .. text):gsub("\n[ ]*%-%-[^\n]*", "\n"))
end

local function stage_of(name)
  return name:match "^gen%.([^.]+)"
end

---Returns the files of gen/ that a file requires. Adds violations to `wrong`.
local function requires_of(name, text, wrong)
  local names <const> = {}
  for line in code_of(text):gmatch "[^\n]+" do
    for before, rest in line:gmatch "()%f[%w_]require%f[^%w_]([^\n]*)" do
      local required <const> = rest:match '^ "([%w_.]+)"'
      if not required then
        wrong[#wrong + 1] = ("%s: a computed name: %s"):format(name, line)
      elseif not line:sub(1, before - 1):find "^local [%w_]+ = $" and not line:sub(1, before - 1):find "^local [%w_]+ <const> = $" then
        wrong[#wrong + 1] = ("%s: not at the top level: %s"):format(name, line)
      end
      names[#names + 1] = required and required:find "^gen%." and required or nil
    end
  end
  return names
end

---Checks the order.
---@param all table name -> text, see modules
---@return string[] wrong the violations
---@return integer count of requires of one file of gen/ by another
local function against(all)
  local names <const>, wrong <const>, graph <const>, count = {}, {}, {}, 0
  for name in next, all do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    graph[name] = requires_of(name, all[name], wrong)
    for _, other in ipairs(graph[name]) do
      count = count + 1
      if not all[other] then
        wrong[#wrong + 1] = ("%s: there is no %s"):format(name, other)
      elseif PLACE[stage_of(other)] > PLACE[stage_of(name)] then
        wrong[#wrong + 1] = ("%s: a later stage: %s"):format(name, other)
      end
    end
    if not PLACE[stage_of(name)] then
      wrong[#wrong + 1] = name .. ": no stage"
    end
    -- arg[-1] and below are the command of the interpreter, which a library may use to start another process.
    if code_of(all[name]):find "%f[%w_]arg%[[^-]" and code_of(all[name]):find "\nreturn M\n" then
      wrong[#wrong + 1] = name .. ": a library and a program"
    end
  end
  -- Cycles: a file is `open` while the files that it requires are visited.
  local open <const>, done <const> = {}, {}
  local function visit(name)
    open[name] = true
    for _, other in ipairs(graph[name] or {}) do
      if open[other] then
        wrong[#wrong + 1] = ("%s: cycle: %s"):format(name, other)
      elseif not done[other] then
        visit(other)
      end
    end
    open[name], done[name] = nil, true
  end
  for _, name in ipairs(names) do
    if not done[name] then
      visit(name)
    end
  end
  return wrong, count
end

TestLayers = {}

function TestLayers.test_each_stage_of_gen_loads_no_later_stage()
  local wrong <const>, count <const> = against(modules())
  lu.assertEquals(wrong, {})
  lu.assertTrue(count > 300)
end

function TestLayers.test_planted_violations_are_found()
  local function found(name, planted)
    local all <const> = modules()
    all[name] = all[name]:gsub("\nlocal M = {}\n", function(line) return "\n" .. planted .. line end, 1)
    return (against(all))
  end
  lu.assertEquals(found("gen.plan.dfa", ""), {})
  lu.assertEquals(found("gen.plan.dfa", 'local cost = require "gen.kernel.cost"'), { "gen.plan.dfa: a later stage: gen.kernel.cost" })
  lu.assertEquals(found("gen.plan.dfa", "local any = require(name)"), { "gen.plan.dfa: a computed name: local any = require(name)" })
  lu.assertEquals(found("gen.plan.dfa", 'local any = require("gen.plan." .. name)'),
    { 'gen.plan.dfa: a computed name: local any = require("gen.plan." .. name)' })
  lu.assertEquals(found("gen.plan.dfa", "local load_it = require"), { "gen.plan.dfa: a computed name: local load_it = require" })
  lu.assertEquals(found("gen.plan.dfa", '  local rows = require "gen.language.rows"'),
    { 'gen.plan.dfa: not at the top level:   local rows = require "gen.language.rows"' })
  lu.assertEquals(found("gen.plan.dfa", 'local function f() return require "gen.language.rows" end'),
    { 'gen.plan.dfa: not at the top level: local function f() return require "gen.language.rows" end' })
  lu.assertEquals(found("gen.plan.nibble", 'local cover = require "gen.plan.cover"'),
    { "gen.plan.cover: cycle: gen.plan.nibble", "gen.plan.cover_greedy: cycle: gen.plan.nibble" })
  lu.assertEquals(found("gen.plan.dfa", 'local no = require "gen.plan.no"'), { "gen.plan.dfa: there is no gen.plan.no" })
  lu.assertEquals(found("gen.plan.dfa", 'if arg[0] == "x" then run() end'), { "gen.plan.dfa: a library and a program" })
end

os.exit(lu.LuaUnit.run())
