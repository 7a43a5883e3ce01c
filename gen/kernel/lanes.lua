-- SPDX-License-Identifier: 0BSD
-- lanes: executes the words on vectors in Lua, so that a program (program.lua) can be run.
--
-- In:  the facts of a program, with its tables; any number of lanes. Out of `domain`: the domain for program.run.
--
-- A vector is a table of bytes from 0 on. A test is a vector, too, with FF or 0 in each lane. An address is { text = bytes, from = index };
-- bytes outside of the text are pads. The first nonzero lane of `run(utf8, "errors_after", { vector of E0 80 41, pads }, domain)` is 1.
-- With a period, vectors are computed only on request: `domain.fill(vector, residue)` computes the lanes i with i % period == residue.
--
-- The idea: vocabulary.lua gives the meaning of each word as an expression of C. This is translated to Lua and executed: `a[i] ^ b[i]`
-- becomes `a[i] ~ b[i]`, and `p ? x : y` becomes `p and x or y`, since no number is false.

local lists = require "gen.common.lists"
local bytes_ = require "gen.common.bytes"
local passthrough = require "gen.plan.passthrough"
local vocabulary = require "gen.kernel.vocabulary"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT

local function signed(byte)
  return byte ~ SIGN_BIT
end

---Translates C's conditional operators, also those in parentheses. Outside of parentheses, an expression has at most one.
local function choices(code)
  code = code:gsub("%b()", function(inner) return "(" .. choices(inner:sub(2, -2)) .. ")" end)
  local test <const>, yes <const>, no <const> = code:match("^(.-) %? (.-) : (.*)$")
  return test and ("%s and %s or %s"):format(test, yes, no) or code
end

---For each kind of result, the code of a loop that evaluates a meaning in each lane and makes the word's result.
local LOOPS <const> = {
  vec = "for i = FROM, WIDTH - 1, STEP do OUT[i] = (%s) & 255 end return OUT",
  test = "for i = FROM, WIDTH - 1, STEP do OUT[i] = (%s) and 255 or 0 end return OUT",
  bool = "for i = FROM, WIDTH - 1, STEP do if %s then return true end end return false",
}

---The meaning of a word as a function (first lane, step to the next lane, table for the result, the word's arguments) -> result.
---@param word table a row of vocabulary.words
---@param result string of LOOPS
---@param names table other names in the expression: N, WIDTH
local function meaning_of(word, result, names)
  local code, parameters = word.meaning, {}
  for i, argument in ipairs(word.arguments) do
    parameters[i] = argument[2]
    if argument[1] == "test" then
      code = code:gsub("%f[%w]" .. argument[2] .. "%[i%]", "(%0 > 0)")
    end
  end
  code = choices((code:gsub("%(int8_t%)(%w+%[i%])", "signed(%1)")))
  code = code:gsub("!=", "~="):gsub("%^", "~"):gsub("&&", "and"):gsub("||", "or")
  local text <const> = ("local WIDTH, N, signed = WIDTH, N, signed return function(FROM, STEP, OUT, %s) %s end"):format(
    table.concat(parameters, ", "), (LOOPS[result]:gsub("%%s", (code:gsub("%%", "%%%%")))))
  names.signed = signed
  return assert(load(text, "=" .. word.name, "t", names))()
end

---The tables that a program uses: name -> { values from 0 on }. These include `demand` and the values of deep rules.
---@param facts table of the program, see kernel.make
function M.tables(facts)
  local plan <const> = facts.plan
  local tables <const> = lists.update({ demand = {}, [facts.values_name] = {} }, plan.tables)
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
  return lists.update(tables, plan.look and plan.look.tables or {})
end

---Adds to a domain the functions that run words: `word(name, arguments)` and `fill(vector, residue)`.
---@param domain table
---@param period integer?
---@param loop_of fun(name: string): function, integer, boolean the loop of a word (see meaning_of), by how many lanes it moves its
---  arguments, and whether its result is a vector
local function add_words(domain, period, loop_of)
  local pending <const> = {}
  function domain.fill(vector, residue)
    local fill <const> = pending[vector] and pending[vector][residue]
    if fill then
      pending[vector][residue] = nil
      fill(residue)
    end
    return vector
  end
  function domain.word(name, arguments)
    local loop <const>, moved <const>, is_vector <const> = loop_of(name)
    if not period then
      return loop(0, 1, {}, table.unpack(arguments))
    end
    local out <const> = {}
    local function fill(residue)
      for _, argument in ipairs(arguments) do
        domain.fill(argument, (residue - moved) % period)
      end
      return loop(residue, period, out, table.unpack(arguments))
    end
    local any = false
    pending[out] = {}
    for residue = 0, period - 1 do
      pending[out][residue] = is_vector and fill or nil
      any = not is_vector and fill(residue) or any
    end
    return is_vector and out or any
  end
end

---@param facts table of the program, see kernel.make
---@param width integer
---@param pad integer the byte around a text
---@param each boolean? whether words whose result is a bool return a test instead, with 255 or 0 in each lane
---@param period integer? see above; a divisor of the width. Without it, all lanes are computed at once
---@return table domain for program.run; with fill(vector, residue), which returns the vector
function M.domain(facts, width, pad, each, period)
  local tables <const> = M.tables(facts)
  local plan <const> = facts.plan.chain and "classes" or "nibbles"
  local domain <const> = {
    byte = function(value) return value end,
    table = function(name) return tables[name] end,
    entry = function(name, index) return tables[name][index] end,
    at = function(at, bytes, vectors) return { text = at.text, from = at.from + bytes + vectors * width } end,
    negated = function(value)
      if not each then
        return not value
      end
      local out <const> = {}
      for i = 0, width - 1 do
        out[i] = 255 - value[i]
      end
      return out
    end,
    sum = function(parts)
      local sum = parts[1]
      for i = 2, #parts, 2 do
        sum = parts[i] == "-" and sum - parts[i + 1] or parts[i] == "+" and sum + parts[i + 1]
      end
      return sum & 255
    end,
  }
  local function load_bytes(from, step, out, at)
    for i = from, width - 1, step do
      out[i] = at.text[at.from + i] or pad
    end
    return out
  end
  local known <const> = { load = { load_bytes, 0, true } }
  add_words(domain, period, function(name)
    if not known[name] then
      local word <const>, n <const> = vocabulary.word(name, plan)
      local result <const> = each and word.result == "bool" and "test" or word.result
      known[name] = { meaning_of(word, result, { N = n, WIDTH = width }), word.moves and (n or word.moves) or 0, result ~= "bool" }
    end
    return table.unpack(known[name])
  end)
  return domain
end

return M
