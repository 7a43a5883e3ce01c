-- SPDX-License-Identifier: 0BSD
-- lanes: the words on vectors in Lua, so that a program (program.lua) can be run.
--
-- In:  the facts of a program, its tables among them, and how many lanes a vector has, as many as one likes. Out of `domain`: what
--      program.run asks for.
--
-- A vector is a table of bytes from 0 on, and so is what is true of lanes: 0xFF or 0. An address is { text = bytes, from = index }; bytes
-- outside of the text are pads. `run(utf8, "errors_after", { vector of E0 80 41, pads }, domain)` has its first nonzero lane at 1.
--
-- The idea: what a word does is what vocabulary.lua says it means. That is an expression of C, which is read as Lua: `a[i] ^ b[i]` becomes
-- `a[i] ~ b[i]`, `p ? x : y` becomes `p and x or y`, since no number is false.

local byte_tests = require "gen.byte_tests"
local passthrough = require "gen.passthrough"
local vocabulary = require "gen.vocabulary"

local M = {}

local SIGN_BIT <const> = byte_tests.SIGN_BIT

local function signed(byte)
  return byte ~ SIGN_BIT
end

---C's choice between two values, also in parentheses, as Lua's; the expressions hold at most one outside of parentheses.
local function choices(code)
  code = code:gsub("%b()", function(inner) return "(" .. choices(inner:sub(2, -2)) .. ")" end)
  local test <const>, yes <const>, no <const> = code:match("^(.-) %? (.-) : (.*)$")
  return test and ("%s and %s or %s"):format(test, yes, no) or code
end

---What a word means, as a function of its arguments and the lane.
---@param word table a row of vocabulary.words
---@param names table what else the expression may name: N, WIDTH
local function meaning_of(word, names)
  local code, parameters = word.meaning, {}
  for i, argument in ipairs(word.arguments) do
    parameters[i] = argument[2]
    if argument[1] == "test" then
      code = code:gsub("%f[%w]" .. argument[2] .. "%[i%]", "(%0 > 0)")
    end
  end
  code = choices((code:gsub("%(int8_t%)(%w+%[i%])", "signed(%1)")))
  code = code:gsub("!=", "~="):gsub("%^", "~"):gsub("&&", "and"):gsub("||", "or")
  parameters[#parameters + 1] = "i"
  local text <const> = ("return function(%s) return %s end"):format(table.concat(parameters, ", "), code)
  names.signed = signed
  return assert(load(text, "=" .. word.name, "t", names))()
end

---The tables that a program looks up: name -> { values from 0 on }, entries of thresholds, too.
local function tables_of(facts)
  local plan <const>, tables = facts.plan, { demand = {}, [facts.values_name] = {} }
  for name, entries in next, plan.tables do
    tables[name] = entries
  end
  if plan.chain then
    tables.forbidden_class, tables.ascii_class = plan.forbidden and plan.forbidden.class, plan.ascii_class
  else
    for _, one in ipairs(passthrough.tables(plan)) do
      tables[one.name] = one.entries
    end
  end
  for i, demand in ipairs(plan.demands) do
    tables.demand[i - 1] = demand.from
  end
  for i, value in ipairs(facts.values) do
    tables[facts.values_name][i - 1] = value
  end
  return tables
end

---@param facts table of the program, see kernel.make
---@param width integer
---@param pad integer what stands around a text
---@return table domain for program.run
function M.domain(facts, width, pad)
  local tables <const>, known <const> = tables_of(facts), {}
  local plan <const> = facts.plan.chain and "classes" or "nibbles"
  local function vector(lane)
    local made = {}
    for i = 0, width - 1 do
      made[i] = lane(i)
    end
    return made
  end
  ---How the lanes of a meaning become a result.
  local RESULTS <const> = {
    vec = function(lane) return vector(function(i) return lane(i) & 255 end) end,
    test = function(lane) return vector(function(i) return lane(i) and 255 or 0 end) end,
    bool = function(lane)
      local found = false
      for i = 0, width - 1 do
        found = found or lane(i)
      end
      return found
    end,
  }
  local domain = {
    byte = function(value) return value end,
    table = function(name) return tables[name] end,
    entry = function(name, index) return tables[name][index] end,
    at = function(at, bytes, vectors) return { text = at.text, from = at.from + bytes + vectors * width } end,
    negated = function(value) return not value end,
    sum = function(parts)
      local sum = parts[1]
      for i = 2, #parts, 2 do
        sum = parts[i] == "-" and sum - parts[i + 1] or parts[i] == "+" and sum + parts[i + 1]
      end
      return sum & 255
    end,
  }
  function domain.word(name, arguments)
    if name == "load" then
      local at <const> = arguments[1]
      return vector(function(i) return at.text[at.from + i] or pad end)
    end
    if not known[name] then
      local word <const>, n <const> = vocabulary.word(name, plan)
      known[name] = { result = RESULTS[word.result], lane = meaning_of(word, { N = n, WIDTH = width }), last = #word.arguments + 1 }
    end
    local lane <const>, last <const> = known[name].lane, known[name].last
    local given <const> = { table.unpack(arguments) }
    return known[name].result(function(i)
      given[last] = i
      return lane(table.unpack(given, 1, last))
    end)
  end
  return domain
end

return M
