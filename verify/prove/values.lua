-- SPDX-License-Identifier: 0BSD
-- values: the values of C expressions on symbolic variables, and the conditions that they need, as SMT-LIB terms.
--
-- In: a question (`new`), a state { env: name -> value, path: terms that hold, pre: env at the start }, a node (parser.lua) and guards:
-- terms that hold where the node is evaluated, such as `a` where the `b` of `a && b` is evaluated.
-- Out: a value { term | test | pointer }: a 64-bit number, a truth value, or an offset in the text; {} for an unknown value.
--
--     size - i >= 64      { test = "(bvuge (bvsub size_1 i_2) (_ bv64 64))" }

local source_ <const> = require "verify.prove.source"

local is_plain <const>, parts_of <const> = source_.is_plain, source_.parts_of

local M = {}

function M.bv(value) return value < 0 and ("#x%016X"):format(value) or ("(_ bv%d 64)"):format(value) end
local NUMBERS <const> = { ["+"] = "bvadd", ["-"] = "bvsub", ["*"] = "bvmul", ["/"] = "bvudiv", ["%"] = "bvurem", ["<<"] = "bvshl",
  [">>"] = "bvlshr", ["|"] = "bvor", ["&"] = "bvand" }
local TESTS <const> = { ["<"] = "bvult", ["<="] = "bvule", [">"] = "bvugt", [">="] = "bvuge", ["=="] = "=" }

local bv <const> = M.bv

---@param source table see source.lua
---@param name string of a function, for messages
---@return table question { declared, lines, goals: lists of strings; ... }
function M.new(source, name)
  return { source = source, name = name, declared = {}, goals = {}, lines = {}, asked = {} }
end

---Makes a new symbol.
function M.fresh(q, what)
  local symbol <const> = ("%s_%d"):format(what:gsub("%W", "_"), #q.declared + 1)
  q.declared[#q.declared + 1] = ("(declare-const %s (_ BitVec 64))"):format(symbol)
  return { term = symbol }
end

---Adds a goal, unless the question already has the same goal with the same path and guards.
function M.must(q, state, guards, goal, what)
  local known <const> = table.concat(state.path, " ") .. " " .. table.concat(guards, " ") .. " " .. goal
  if q.asked[known] then
    return
  end
  q.asked[known] = true
  local lines <const> = q.lines
  lines[#lines + 1] = "(push)"
  for _, list in ipairs { state.path, guards } do
    for _, one in ipairs(list) do
      lines[#lines + 1] = ("(assert %s)"):format(one)
    end
  end
  lines[#lines + 1] = ("(assert (not %s))(check-sat-using (then simplify propagate-values solve-eqs bit-blast sat))(pop)"):format(goal)
  q.goals[#q.goals + 1] = q.name .. ": " .. what
end

---@return string term of a number
function M.number(q, value)
  return value.test and ("(ite %s %s %s)"):format(value.test, bv(1), bv(0)) or value.term or M.fresh(q, "any").term
end

---@return string term of a truth value
function M.truth(q, value)
  return value.test or ("(distinct %s %s)"):format(value.term or M.fresh(q, "any").term, bv(0))
end

local fresh <const>, must <const>, number <const>, truth <const> = M.fresh, M.must, M.number, M.truth

---Returns the range that a part of a contract declares as readable; nil if it declares none.
---@return table? read { pointer, range }
function M.readable(part)
  return part.op == "call" and part.name == "\\valid_read" and part[1].op == "binary" and part[1] or nil
end

local eval

---Adds goals: a callee reads only bytes within the text.
---@param inner table the state with the callee's parameters
---@param read_of table { read (see M.readable), to (where in the text its pointer is), callee (its name) }
local function must_be_readable(q, state, inner, guards, read_of)
  local read <const>, to <const> = read_of.read, read_of.to
  local first <const>, last <const> = read[2][1], eval(q, inner, read[2][2], guards)
  local before <const> = first.op == "unary" and bv(first[1].value) or bv(0)
  local what <const> = ("%s reads only within the text"):format(read_of.callee)
  must(q, state, guards, ("(bvule %s %s)"):format(before, to), what)
  must(q, state, guards, ("(bvule %s limit)"):format(to), what)
  must(q, state, guards, ("(bvule (bvadd %s %s) (bvsub limit %s))"):format(number(q, last), bv(1), to), what)
end

---Returns the key in `env` of the value that a callee may write through an argument: "*p" for p, "v" for &v; nil for other arguments.
function M.written(argument)
  return argument.op == "name" and "*" .. argument.name or argument.op == "unary" and argument.sign == "&" and argument[1].name or nil
end

---Returns the result of a call, by the callee's contract. The contract's preconditions become goals.
local function call(q, state, node, guards)
  local callee <const> = q.source.functions[node.name]
  local arguments <const>, env <const> = {}, {}
  for i, one in ipairs(node) do
    arguments[i] = eval(q, state, one, guards)
  end
  if not callee then
    error(("%s: calls %s, which has no contract"):format(q.name, node.name))
  end
  for i, parameter in ipairs(callee.parameters) do
    env[parameter] = arguments[i]
  end
  local inner <const> = { env = env, path = state.path, pre = env }
  for _, clause in ipairs(callee.clauses.requires) do
    for _, part in ipairs(parts_of(clause)) do
      local read <const> = M.readable(part)
      local to <const> = read and eval(q, inner, read[1], guards)
      if to and to.pointer then
        must_be_readable(q, state, inner, guards, { read = read, to = to.pointer, callee = node.name })
      elseif is_plain(part) then
        must(q, state, guards, truth(q, eval(q, inner, part, guards)), ("the call of %s satisfies its contract"):format(node.name))
      end
    end
  end
  for i, parameter in ipairs(callee.parameters) do
    local to <const> = node[i] and M.written(node[i])
    if to and callee.head:find("%*" .. parameter .. "%f[^%w_]") then
      env["*" .. parameter] = fresh(q, "held")
      state.env[to] = env["*" .. parameter]
    end
  end
  local result <const> = fresh(q, "result")
  env["\\result"] = result
  for _, clause in ipairs(callee.clauses.ensures) do
    for _, part in ipairs(parts_of(clause)) do
      if is_plain(part) then
        local implied <const> = truth(q, eval(q, inner, part, guards))
        state.path[#state.path + 1] = #guards == 0 and implied or ("(=> (and %s) %s)"):format(table.concat(guards, " "), implied)
      end
    end
  end
  return result
end

local function with(guards, one)
  return table.move(guards, 1, #guards, 2, { one })
end

---Evaluates sums and similar operations on two numbers, or on an offset and a number.
local function sum(q, node, left, right)
  local sign <const> = NUMBERS[node.sign]
  if left.pointer then
    return { pointer = ("(%s %s %s)"):format(sign, left.pointer, number(q, right)) }
  end
  local a <const>, b <const> = number(q, left), number(q, right)
  local made <const> = ("(%s %s %s)"):format(sign, a, b)
  -- A call on the right of * usually returns 0 or 1. A product with 0 or 1 needs no multiplier.
  local by_test <const> = node.sign == "*" and node[2].op == "call"
  return { term = by_test and ("(ite (= %s %s) %s %s)"):format(b, bv(1), a, ("(ite (= %s %s) %s %s)"):format(b, bv(0), bv(0), made))
    or made }
end

---Code may read the text only by calls, whose contracts state which bytes they read.
local function not_text(q, state, name)
  local value <const> = state.env[name or ""]
  assert(not (value and value.pointer), q.name .. ": reads the text without a call")
end

---For each kind of node, the function that evaluates it.
local EVAL <const> = {
  number = function(_, _, node)
    return { term = bv(node.value) }
  end,
  name = function(q, state, node)
    local constant <const> = q.source.constants[node.name]
    return state.env[node.name] or constant and { term = bv(constant) } or {}
  end,
  opaque = function(q, state, node)
    not_text(q, state, node.of)
    return {}
  end,
  cast = function(q, state, node, guards)
    local value <const> = eval(q, state, node[1], guards)
    return node.kind == "uintptr_t" and value.pointer and fresh(q, "address") or value
  end,
  call = function(q, state, node, guards)
    if node.name == "\\at" then
      return eval(q, { env = state.pre, path = state.path, pre = state.pre }, node[1], guards)
    end
    return call(q, state, node, guards)
  end,
  unary = function(q, state, node, guards)
    local value <const> = node.sign ~= "*" and eval(q, state, node[1], guards) or not_text(q, state, node[1].name)
    return node.sign == "!" and { test = ("(not %s)"):format(truth(q, value)) }
      or node.sign == "-" and { term = ("(bvneg %s)"):format(number(q, value)) }
      or node.sign == "*" and (state.env["*" .. node[1].name] or fresh(q, "held")) or {}
  end,
  choice = function(q, state, node, guards)
    local test <const> = truth(q, eval(q, state, node[1], guards))
    local yes <const> = eval(q, state, node[2], with(guards, test))
    local no <const> = eval(q, state, node[3], with(guards, ("(not %s)"):format(test)))
    local pointer <const> = yes.pointer and no.pointer and ("(ite %s %s %s)"):format(test, yes.pointer, no.pointer)
    return pointer and { pointer = pointer } or { term = ("(ite %s %s %s)"):format(test, number(q, yes), number(q, no)) }
  end,
  binary = function(q, state, node, guards)
    local left <const> = eval(q, state, node[1], guards)
    if node.sign == "&&" or node.sign == "||" or node.sign == "==>" then
      local test <const> = truth(q, left)
      local right <const> = truth(q, eval(q, state, node[2], with(guards, node.sign == "||" and ("(not %s)"):format(test) or test)))
      return { test = ("(%s %s %s)"):format(node.sign == "&&" and "and" or node.sign == "||" and "or" or "=>", test, right) }
    end
    local right <const> = eval(q, state, node[2], guards)
    if NUMBERS[node.sign] then
      return sum(q, node, left, right)
    end
    local made <const> = ("(%s %s %s)"):format(TESTS[node.sign] or "=", number(q, left), number(q, right))
    return { test = node.sign == "!=" and ("(not %s)"):format(made) or made }
  end,
}

function eval(q, state, node, guards)
  return EVAL[node.op] and EVAL[node.op](q, state, node, guards) or {}
end

M.eval = eval

return M
