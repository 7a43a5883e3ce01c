-- SPDX-License-Identifier: 0BSD
-- points: the bytes that `spell` writes for each code point of UTF-8, and the code point that `code_point` reads, as questions for z3.
--
-- In: a prefix, the annotated text of an encoding, a folder for the questions. Out of `spelled` and `value`: the number of goals that z3
-- proves, and the number of all goals; nil for encodings other than UTF-8. Each `return` has one goal: 6 for `spell`, 4 for `code_point`.
--
-- The idea: both functions consist of `if (...) {`, `to[i] = ...;` and `return ...;`. They are executed with symbols for the code point and
-- the bytes. A `return` is reached if the conditions of the ifs around it hold, and those of earlier ifs do not. Numbers have 64 bits
-- here and 32 in C; no operation of these functions exceeds 32 bits. FORMS and `scalar` are written by hand from RFC 3629, section 3. A
-- scalar value is at most U+10FFFF (1114111), and not from U+D800 (55296) to U+DFFF (57343).

local parser = require "verify.prove.parser"
local values = require "verify.prove.values"
local z3 = require "verify.prove.z3"

local M = {}

---The forms: the first and the last code point, and the bits of each byte; each x is a bit of the code point.
local FORMS <const> = {
  { 0x0000, 0x007F, "0xxxxxxx" }, { 0x0080, 0x07FF, "110xxxxx 10xxxxxx" }, { 0x0800, 0xFFFF, "1110xxxx 10xxxxxx 10xxxxxx" },
  { 0x10000, 0x10FFFF, "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" },
}

local DECLARED <const> = "(set-logic QF_BV)\n(declare-const c (_ BitVec 64))\n(declare-const size (_ BitVec 64))\n"
  .. "(define-fun scalar () Bool (and (bvule c (_ bv1114111 64)) (not (and (bvule (_ bv55296 64) c) (bvule c (_ bv57343 64))))))\n"
  .. "(assert (bvule c #x00000000FFFFFFFF))\n"

---Returns the condition that c is a scalar value of the form with #bytes bytes, and that `bytes` are its bytes.
---@param bytes string[] terms of 64 bits
local function is_form(bytes)
  local form <const> = FORMS[#bytes]
  local parts <const> = { ("scalar (bvule %s c) (bvule c %s)"):format(values.bv(form[1]), values.bv(form[2])) }
  local bit = select(2, form[3]:gsub("x", ""))
  for fixed, free in form[3]:gmatch("([01]+)(x+)") do
    local term <const> = ("(concat #b%s ((_ extract %d %d) c))"):format(fixed, bit - 1, bit - #free)
    parts[#parts + 1] = ("(= ((_ extract 7 0) %s) %s)"):format(bytes[#parts], term)
    bit = bit - #free
  end
  return "(and " .. table.concat(parts, " ") .. ")"
end

---Executes a function with symbols. @return table returns { { path (terms), to (terms of the bytes written), result (a term) } }, table q
local function returns_of(text, name)
  local body <const> = assert(text:match("%f[%w_]" .. name .. "(%b()\n%b{})"), name):gsub("\n +([|&]) ", " %1 ")
  local q <const>, returns <const>, open <const> = values.new({ constants = {}, functions = {} }, name), {}, {}
  local state <const>, path, to, returned = { env = { code_point = { term = "c" }, length = { term = "size" } }, path = {} }, {}, {}, false
  for i = 0, 3 do
    state.env["b" .. i] = { term = "b" .. i }
  end
  local function term(code, as)
    return as(q, values.eval(q, state, parser.expression((code:gsub("bytes%[(%d)%]", "b%1"):gsub("(0x%x+)U", "%1"))), {}))
  end
  for line in body:match("\n{\n(.*)}$"):gmatch(" *([^\n]+)\n") do
    local test <const>, at <const>, byte <const> = line:match("^if %((.*)%) {$"), line:match("^to%[(%d)%] = (.*);$")
    if test then
      open[#open + 1] = { path = path, test = term(test, values.truth) }
      path, to = table.move(path, 1, #path, 1, {}), {}
      path[#path + 1] = open[#open].test
    elseif line == "}" then
      assert(returned, name .. ": error: an if without a return")
      local one <const> = table.remove(open)
      path, to, returned = one.path, {}, false
      path[#path + 1] = ("(not %s)"):format(one.test)
    elseif at then
      assert(tonumber(at) == #to, name .. ": error: bytes are not written in order")
      to[#to + 1] = term(byte, values.number)
    else
      local code <const> = assert(line:match("^return (.*);$"), name .. ": error: a statement of another kind: " .. line)
      returns[#returns + 1] = { path = path, to = to, result = term(code, values.number), code = code }
      returned = true
    end
  end
  return returns, q
end

---@param goals table of { path, goal }
local function ask(q, goals, folder, name)
  local lines <const> = { DECLARED .. table.concat(q.declared, "\n") }
  for i = 0, 3 do
    lines[#lines + 1] = ("(declare-const b%d (_ BitVec 64))(assert (bvule b%d #x00000000000000FF))"):format(i, i)
  end
  for _, one in ipairs(goals) do
    lines[#lines + 1] = ("(push)(assert (and true %s))(assert (not %s))(check-sat)(pop)"):format(table.concat(one.path, " "), one.goal)
  end
  return z3.held(lines, folder, name), #goals
end

---Proves that `spell` writes the bytes of each scalar value by its form, and returns 0 for all other code points.
---@return integer? held
---@return integer? all
function M.spelled(prefix, text, folder)
  local name <const>, goals <const> = prefix .. "_spell", {}
  if prefix ~= "utf8" then
    return nil
  end
  local returns <const>, q <const> = returns_of(text, name)
  for i, one in ipairs(returns) do
    local size <const> = math.tointeger(tonumber(one.code))
    assert(size == #one.to, name .. ": error: it returns another number of bytes than it writes")
    goals[i] = { path = one.path, goal = size == 0 and "(not scalar)" or is_form(one.to) }
  end
  return ask(q, goals, folder, name)
end

---Proves that `code_point` reads the bytes of each scalar value as that value.
---@return integer? held
---@return integer? all
function M.value(prefix, text, folder)
  local name <const>, goals <const>, forms <const>, bytes <const> = prefix .. "_code_point", {}, {}, {}
  if prefix ~= "utf8" then
    return nil
  end
  for n = 1, #FORMS do
    bytes[n] = "b" .. n - 1
    forms[n] = ("(and (= size %s) %s)"):format(values.bv(n), is_form(bytes))
  end
  local returns <const>, q <const> = returns_of(text, name)
  for i, one in ipairs(returns) do
    goals[i] = { path = one.path, goal = ("(=> (or %s) (= %s c))"):format(table.concat(forms, " "), one.result) }
  end
  return ask(q, goals, folder, name)
end

return M
