-- SPDX-License-Identifier: 0BSD
-- sizes: the arithmetic on sizes and addresses in the annotated functions of vector kernels, as questions for z3 on 64-bit numbers.
--
-- In: the text that `u8gen gen --acsl` writes, and the name of a function. Out of `question`: { name, text (SMT-LIB), goals = { what, ... }
-- }; z3 must answer unsat to each.
--
-- The idea: the function is executed with symbols instead of numbers, through every branch, and through each loop once, from any
-- state that its invariants allow. A read of text[a .. b] must be within the text, arguments and results must satisfy the contracts,
-- invariants must hold, and variants must decrease. Contracts, invariants and C are read from the file (parser.lua, source.lua), so no
-- number is repeated here. Clauses about windows and vectors are skipped, so windows and vectors may have any value. For example, `size - i
-- >= 64` and `i += 64` become, with shorter symbols and numbers,
--
--     (push) (assert (bvuge (bvsub size i) 64)) (assert (not (bvule (bvadd i 64) size))) (check-sat) (pop)
--
-- Numbers wrap around as size_t does. `unsigned` is treated as 64 bits wide, too; the invariants keep its values small.

local parser <const> = require "verify.prove.parser"
local source_ <const> = require "verify.prove.source"
local values <const> = require "verify.prove.values"
local z3 <const> = require "verify.prove.z3"

local clauses_of <const>, is_plain <const>, parts_of <const> = source_.clauses_of, source_.is_plain, source_.parts_of
local bv <const>, eval <const>, fresh <const>, must <const> = values.bv, values.eval, values.fresh, values.must
local number <const>, truth <const> = values.number, values.truth

local M = { read = source_.read }

local function copy(state)
  local env <const> = {}
  for key, value in next, state.env do
    env[key] = value
  end
  return { env = env, path = table.move(state.path, 1, #state.path, 1, {}), pre = state.pre }
end

local function key_of(target)
  return target.op == "unary" and "*" .. tostring(target[1].name) or target.name
end

---The keys in `env` of the values that a node may change, by assignments and calls.
local function assigned(node, names)
  if node.op == "assign" and key_of(node[1]) then
    names[#names + 1] = key_of(node[1])
  end
  for _, one in ipairs(node) do
    if type(one) == "table" then
      names[#names + 1] = node.op == "call" and values.written(one) or nil
      assigned(one, names)
    end
  end
  return names
end

---Adds the parts of clauses that are about numbers to a state as assumptions; with `what`, makes them goals instead.
---@param what string? the description of the goals
local function take_clauses(q, state, clauses, what)
  for _, clause in ipairs(clauses) do
    for _, part in ipairs(parts_of(clause)) do
      if is_plain(part) then
        local holds <const> = truth(q, eval(q, state, part, {}))
        if what then
          must(q, state, {}, holds, what)
        else
          state.path[#state.path + 1] = holds
        end
      end
    end
  end
end

-- ---- Branches ----

---Returns the terms of a path as one term, without `shared`, the terms at its beginning.
local function rest(path, shared)
  local terms <const> = table.move(path, #shared + 1, #path, 1, {})
  return #terms == 0 and "true" or ("(and %s)"):format(table.concat(terms, " "))
end

---Merges two states; `test` decides between them.
local function joined_state(q, one, other, test, shared)
  local state <const> = { env = {}, path = table.move(shared, 1, #shared, 1, {}), pre = one.pre }
  table.insert(state.path, ("(ite %s %s %s)"):format(test, rest(one.path, shared), rest(other.path, shared)))
  for key, value in next, one.env do
    local second <const> = other.env[key]
    if second and (second == value or value.term == second.term and value.pointer == second.pointer) then
      state.env[key] = value
    elseif second and value.term and second.term then
      state.env[key] = fresh(q, key)
      table.insert(state.path, ("(= %s (ite %s %s %s))"):format(state.env[key].term, test, value.term, second.term))
    end
  end
  return state
end

---Returns the ways through two branches (see `run`) as one list. If both branches have ways that end in `next`, merges the first of each.
local function joined(q, ways, others, test, shared)
  local all, going <const> = {}, {}
  for i, list in ipairs { ways, others } do
    for _, way in ipairs(list) do
      if way.how == "next" and not going[i] then
        going[i] = way.state
      else
        all[#all + 1] = way
      end
    end
  end
  local one <const>, other <const> = going[1], going[2]
  if one and other then
    all[#all + 1] = { how = "next", state = joined_state(q, one, other, test, shared) }
  else
    all[#all + 1] = (one or other) and { how = "next", state = one or other } or nil
  end
  return all
end

-- ---- Statements ----

---Executes a statement. Returns each way through it: { how = "next", "break" or "return", state }.
local run

---@param state table before the loop
---@param annotation string? of the loop
local function run_loop(q, node, state, annotation)
  local clauses <const> = clauses_of(assert(annotation, q.name .. ": a loop without invariants"))
  take_clauses(q, state, clauses.invariant, "an invariant holds before a loop")
  local any <const>, ends <const> = copy(state), {}
  for _, variable in ipairs(assigned(node, {})) do
    local held <const> = any.env[variable]
    any.env[variable] = held and held.pointer and { pointer = fresh(q, variable).term } or fresh(q, variable)
  end
  take_clauses(q, any, clauses.invariant)
  local inside <const>, ended <const> = copy(any), copy(any)
  q.depth = q.depth + 1
  local before <const> = number(q, eval(q, inside, clauses.variant, {}))
  inside.path[#inside.path + 1] = truth(q, eval(q, inside, node[1], {}))
  for _, one in ipairs(run(q, node[2], inside)) do
    if one.how == "next" then
      for _, stepped in ipairs(run(q, node[3], one.state)) do
        take_clauses(q, stepped.state, clauses.invariant, "an invariant holds after a step of a loop")
        local now <const> = number(q, eval(q, stepped.state, clauses.variant, {}))
        must(q, stepped.state, {}, ("(bvult %s %s)"):format(now, before), "a loop ends")
      end
    else
      ends[#ends + 1] = { how = one.how == "break" and "next" or one.how, state = one.state }
    end
  end
  q.depth = q.depth - 1
  ended.path[#ended.path + 1] = ("(not %s)"):format(truth(q, eval(q, ended, node[1], {})))
  ends[#ends + 1] = { how = "next", state = ended }
  return ends
end

local function run_assignment(q, node, state)
  local key <const> = key_of(node[1])
  local value = eval(q, state, node[2], {})
  if value.term or value.test then
    local held <const> = fresh(q, key or "any")
    state.path[#state.path + 1] = ("(= %s %s)"):format(held.term, number(q, value))
    value = held
  end
  state.env[key or "?"] = value
end

local function run_list(q, node, state, annotation)
  local ways = { { how = "next", state = state } }
  for _, one in ipairs(node) do
    local following <const> = {}
    for _, way in ipairs(ways) do
      local passed <const> = node.passes_annotation and (node.annotation or annotation)
      local made <const> = way.how == "next" and run(q, one, way.state, passed) or { way }
      table.move(made, 1, #made, #following + 1, following)
    end
    ways = following
  end
  return ways
end

local function run_if(q, node, state)
  local test <const> = truth(q, eval(q, state, node[1], {}))
  local other <const> = copy(state)
  state.path[#state.path + 1] = test
  other.path[#other.path + 1] = ("(not %s)"):format(test)
  local shared <const> = table.move(state.path, 1, #state.path - 1, 1, {})
  local ways <const>, others <const> = run(q, node[2], state), run(q, node[3], other)
  -- In a loop, separate ways are faster; before a loop, two ways would double the goals of the loop.
  return q.depth == 0 and joined(q, ways, others, test, shared) or table.move(others, 1, #others, #ways + 1, ways)
end

function run(q, node, state, annotation)
  if node.op == "list" then
    return run_list(q, node, state, annotation)
  elseif node.op == "if" then
    return run_if(q, node, state)
  elseif node.op == "loop" then
    return run_loop(q, node, state, node.annotation or annotation)
  elseif node.op == "return" then
    state.env["\\result"] = node[1] and eval(q, state, node[1], {}) or {}
    take_clauses(q, state, q.code.clauses.ensures, "the result satisfies the contract")
    return { { how = "return", state = state } }
  elseif node.op == "break" then
    return { { how = "break", state = state } }
  elseif node.op == "assign" then
    run_assignment(q, node, state)
  else
    eval(q, state, node[1], {})
  end
  return { { how = "next", state = state } }
end

-- ---- Questions ----

---Returns the state at the start of a function, by its contract.
local function beginning(q)
  local code <const> = q.code
  local state <const>, limit = { env = {}, path = {} }, nil
  for _, parameter in ipairs(code.parameters) do
    local is_number <const> = not code.head:find("%*" .. parameter)
    state.env[parameter] = parameter == "text" and { pointer = bv(0) } or is_number and fresh(q, parameter) or {}
  end
  state.pre = copy({ env = state.env, path = {} }).env
  for _, clause in ipairs(code.clauses.requires) do
    for _, part in ipairs(parts_of(clause)) do
      local read <const> = values.readable(part)
      if read and (read[1].name or read[1][1] and read[1][1].name) == "text" then
        limit = ("(= limit (bvadd %s %s))"):format(number(q, eval(q, state, read[2][2], {})), bv(1))
      elseif is_plain(part) then
        state.path[#state.path + 1] = truth(q, eval(q, state, part, {}))
      end
    end
  end
  table.insert(state.path, 1, (assert(limit, q.name .. ": its contract does not say which bytes of the text are readable")))
  -- No object is larger than PTRDIFF_MAX: compilers assume this, since differences of pointers would overflow (C11, 6.5.6 (9)).
  table.insert(state.path, 2, "(bvule limit (_ bv9223372036854775807 64))")
  return state
end

---@param source table see M.read
---@param name string
---@return table question { name, text, goals }
function M.question(source, name)
  local q <const> = values.new(source, name)
  -- The depth of nested loops.
  q.code, q.depth = assert(source.functions[name], name), 0
  local ends <const> = run(q, parser.block(q.code.body), beginning(q))
  for _, way in ipairs(ends) do
    if way.how == "next" then
      take_clauses(q, way.state, q.code.clauses.ensures, "the result satisfies the contract")
    end
  end
  assert(#ends > 0 and #q.goals > 0, name)
  return { name = name, goals = q.goals,
    text = table.concat({ "(set-logic QF_BV)", "(declare-const limit (_ BitVec 64))", table.concat(q.declared, "\n"),
      table.concat(q.lines, "\n"), "" }, "\n") }
end

---@param text string as for `read`
---@param prefix string of a kernel
---@return string[] names of its functions that have a contract on a text
function M.on_text(text, prefix)
  local names <const>, source <const> = {}, M.read(text)
  for name, code in next, source.functions do
    if name:sub(1, #prefix) == prefix and code.body and code.parameters[1] == "text" then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  return names
end

---@return string[] the answers of z3, one per goal
function M.ask(question, file)
  local handle <const> = assert(io.open(file, "w"))
  handle:write(question.text)
  handle:close()
  return z3.answers(file, 600)
end

return M
