-- SPDX-License-Identifier: 0BSD
-- sizes: the arithmetic of the vector kernels' loops on sizes and addresses, as questions to z3, in whole numbers of 64 bits.
--
-- In:  the text that `u8gen gen --acsl` writes, a function of it. Out of `question`: { name, text (SMT-LIB), goals = { what, ... } }: z3
--      must answer each question with unsat.
--
-- The idea: the function's own text is run with symbols in place of numbers, every branch, each loop once from any state that its
-- invariants allow. A read of text[a .. b] must lie within the text, a call's arguments must be what its contract asks for, invariants
-- must hold and variants fall. Only contracts, invariants and the C are read, so that no number stands here twice. What contracts say of
-- windows and vectors is passed over: here they may be anything. `size - i >= 64` and `i += 64`, say, become
--
--     (assert (bvuge (bvsub size i) 64)) (push) (assert (not (bvule (bvadd i 64) size))) (check-sat) (pop)
--
-- Numbers wrap around as size_t does. `unsigned` is taken for as wide; what is kept in it stays small by its invariants.

local functions = require "verify.prove.functions"

local M = {}

-- ---- Reading ----

---Signs of two characters.
local PAIRS <const> = {}
for sign in ("-> ++ -- <= >= == != && || << >> += -= |= .."):gmatch "%S+" do
  PAIRS[sign] = true
end

local function tokens_of(text)
  local tokens, at = {}, 1
  while true do
    at = text:match("^%s*()", at)
    if at > #text then
      return tokens
    end
    local token = text:match("^[%w_\\]+", at)
    local skipped, annotation, after
    if token then
      token = token:match("^0x%x+") or token
    else
      skipped = text:match("^//[^\n]*()", at) or text:match("^#[^\n]*()", at) or text:match("^/%*[^@].-%*/()", at)
      annotation, after = text:match("^/%*@(.-)%*/()", at)
      local pair <const> = text:sub(at, at + 1)
      token = text:match("^<?==>", at) or PAIRS[pair] and pair or text:sub(at, at)
    end
    if annotation then
      tokens[#tokens + 1] = { annotation = annotation }
    elseif not skipped then
      tokens[#tokens + 1] = token
      at = at + #token
    end
    at = after or skipped or at
  end
end

---How tightly signs between two operands bind.
local BINDS <const> = {}
local COMPARES <const> = 6
for level, signs in ipairs { "==> <==>", "||", "&&", "|", "&", "== != < <= > >=", "<< >>", "+ -", "* / %" } do
  for sign in signs:gmatch "%S+" do
    BINDS[sign] = level
  end
end
local CASTS <const> = { size_t = true, uintptr_t = true, const = true, uint8_t = true, unsigned = true }

---A parser of expressions, and of statements, on a list of tokens.
local function parser(tokens)
  local p, at = {}, 1
  function p.peek(n) return tokens[at + (n or 0)] end
  function p.take(expected)
    local token <const> = tokens[at]
    assert(not expected or token == expected, ("%s expected, not %s"):format(expected, tostring(token)))
    at = at + 1
    return token
  end
  local expression
  local function primary()
    local token <const> = p.take()
    if token == "(" and CASTS[p.peek()] then
      local kind
      repeat kind = p.take() ~= ")" and (kind or tokens[at - 1]) or kind until tokens[at - 1] == ")"
      return { op = "cast", kind = kind, primary() }
    elseif token == "(" then
      local inner <const> = expression(1)
      local last <const> = p.peek() == ".." and (p.take() and expression(1))
      p.take(")")
      return last and { op = "range", inner, last } or inner
    elseif token == "!" or token == "-" or token == "*" or token == "&" then
      return { op = "unary", sign = token, primary() }
    elseif token:find("^%d") then
      return { op = "number", value = math.tointeger(tonumber(token)) }
    end
    local node = { op = "name", name = token }
    while p.peek() == "(" or p.peek() == "->" or p.peek() == "[" do
      local open <const> = p.take()
      if open == "(" then
        node = { op = "call", name = node.name }
        while p.peek() ~= ")" do
          node[#node + 1] = expression(1)
          assert(p.peek() == ")" or p.take(","))
        end
        p.take(")")
      elseif open == "->" then
        node = { op = "opaque", p.take() and nil }
      else
        expression(1)
        p.take("]")
        node = { op = "opaque" }
      end
    end
    return node
  end
  local function binary(level)
    local left, chain = primary(), nil
    while true do
      local sign <const> = p.peek()
      local binds <const> = BINDS[sign] or 0
      if chain and binds ~= COMPARES then
        left, chain = chain, nil
      end
      if binds < level then
        return left
      end
      p.take()
      local right <const> = binary(binds + 1)
      local node <const> = { op = "binary", sign = sign, left, right }
      if binds == COMPARES then
        -- a <= b <= c, as annotations have it.
        left, chain = right, chain and { op = "binary", sign = "&&", chain, node } or node
      else
        left = node
      end
    end
  end
  function expression(level)
    local test <const> = binary(level)
    if p.peek() == "?" then
      p.take()
      local yes <const> = expression(1)
      p.take(":")
      return { op = "choice", test, yes, (expression(1)) }
    end
    return test
  end
  p.expression = function() return expression(1) end

  local statement
  local function assignment()
    local target <const> = primary()
    local sign <const> = p.peek()
    if sign == "=" or sign == "+=" then
      p.take()
      local value <const> = expression(1)
      return { op = "assign", target, sign == "=" and value or { op = "binary", sign = "+", target, value } }
    end
    return { op = "expression", target }
  end
  ---TYPE NAME = E, NAME;
  local function declaration()
    local list = { op = "list" }
    while not (p.peek(1) == "=" or p.peek(1) == ";" or p.peek(1) == ",") do
      p.take()
    end
    repeat
      local name <const> = { op = "name", name = p.take() }
      list[#list + 1] = p.peek() == "=" and p.take() and { op = "assign", name, expression(1) } or nil
    until not (p.peek() == "," and p.take())
    return list
  end
  local function is_declaration()
    return p.peek() == "const" or p.peek():find("^[%a_]") and type(p.peek(1)) == "string" and p.peek(1):find("^[%a_]") ~= nil
  end
  local function block()
    local list <const> = { op = "list" }
    p.take("{")
    while p.peek() ~= "}" do
      list[#list + 1] = statement()
    end
    p.take("}")
    return list
  end
  function statement()
    local token <const> = p.peek()
    if type(token) == "table" then
      p.take()
      local following <const> = statement()
      following.annotation = token.annotation:find("loop ") and token.annotation or following.annotation
      return following
    elseif token == "{" then
      return block()
    elseif token == "if" then
      p.take()
      p.take("(")
      local test <const> = expression(1)
      p.take(")")
      local yes <const> = statement()
      return { op = "if", test, yes, p.peek() == "else" and p.take() and statement() or { op = "list" } }
    elseif token == "while" then
      p.take()
      p.take("(")
      local test <const> = expression(1)
      p.take(")")
      return { op = "loop", test, statement(), { op = "list" } }
    elseif token == "for" then
      p.take()
      p.take("(")
      local first <const> = p.peek() ~= ";" and (is_declaration() and declaration() or assignment()) or { op = "list" }
      p.take(";")
      local test <const> = expression(1)
      p.take(";")
      local step <const> = assignment()
      p.take(")")
      return { op = "list", first, { op = "loop", test, statement(), step }, passes_annotation = true }
    elseif token == "return" or token == "break" then
      p.take()
      local value <const> = p.peek() ~= ";" and expression(1) or nil
      p.take(";")
      return { op = token, value }
    end
    local made <const> = is_declaration() and declaration() or assignment()
    p.take(";")
    return made
  end
  p.statement = statement
  p.block = block
  return p
end

---@return table clauses { requires, ensures, invariants: expressions; variant }
local function clauses_of(annotation)
  local found <const> = { requires = {}, ensures = {}, invariant = {} }
  for clause in annotation:gmatch("[^;]+") do
    local kind <const>, rest <const> = clause:match("^%s*l?o?o?p?%s*(%l+)%s+(.*)$")
    local said <const> = rest and rest:gsub("^[%a_][%w_]*:%s", "")
    if kind == "variant" then
      found.variant = parser(tokens_of(said)).expression()
    elseif found[kind] and not said:find("\\forall") and not said:find("\\base_addr") then
      table.insert(found[kind], parser(tokens_of(said)).expression())
    end
  end
  return found
end

---A conjunction's parts.
local function parts_of(node, list)
  list = list or {}
  if node.op == "binary" and node.sign == "&&" then
    parts_of(node[1], list)
    parts_of(node[2], list)
  else
    list[#list + 1] = node
  end
  return list
end

---Whether an annotation's expression is about numbers only.
local function is_plain(node)
  if node.op == "call" and node.name ~= "\\at" or node.op == "opaque" or node.op == "range" then
    return false
  end
  for _, one in ipairs(node) do
    if type(one) == "table" and not is_plain(one) then
      return false
    end
  end
  return true
end

---Reads a file. @return table source { constants, functions: name -> { parameters, clauses, body (text) } }
function M.read(text)
  local source <const> = { constants = { SIZE_MAX = -1, ["true"] = 1, ["false"] = 0, NULL = 0 }, functions = {} }
  local function value(node)
    if node.op == "number" then return node.value end
    if node.op == "name" then return source.constants[node.name] end
    if node.op ~= "binary" then return nil end
    local a <const>, b <const> = value(node[1]), value(node[2])
    local sums <const> = { ["+"] = function() return a + b end, ["-"] = function() return a - b end, ["*"] = function() return a * b end,
      ["<<"] = function() return a << b end }
    return a and b and sums[node.sign] and sums[node.sign]() or nil
  end
  for list in text:gmatch("enum {([^}]*)}") do
    for name, said in (list:gsub("//[^\n]*", "") .. ","):gmatch("([%w_]+) = ([^,]+),") do
      source.constants[name] = value(parser(tokens_of(said)).expression())
    end
  end
  -- Contracts behind the kernels speak of more than sizes, and kernels call none of those functions.
  local kernels <const> = text:match("^(.-)\n" .. functions.BEHIND_KERNELS) or text
  for annotation, after in kernels:gmatch("\n/%*@ (.-)%*/()\n") do
    local head <const>, behind <const> = text:match("^\n([^{;/]-%))()", after)
    local name, parameters
    if head then
      name, parameters = head:match("([%w_]+)(%b())$")
    end
    if name and (annotation:find("^requires") or annotation:find("^assigns")) then
      local names <const> = {}
      for one in parameters:gmatch("([%w_]+)[,)]") do
        names[#names + 1] = one
      end
      source.functions[name] = { parameters = names, clauses = clauses_of(annotation), head = parameters,
        body = text:match("^\n(%b{})", behind) }
    end
  end
  return source
end

-- ---- Running ----

local function bv(value) return value < 0 and ("#x%016X"):format(value) or ("(_ bv%d 64)"):format(value) end
local NUMBERS <const> = { ["+"] = "bvadd", ["-"] = "bvsub", ["*"] = "bvmul", ["/"] = "bvudiv", ["%"] = "bvurem", ["<<"] = "bvshl",
  ["|"] = "bvor", ["&"] = "bvand" }
local TESTS <const> = { ["<"] = "bvult", ["<="] = "bvule", [">"] = "bvugt", [">="] = "bvuge", ["=="] = "=" }

---@param source table see M.read
---@param name string
---@return table question { name, text, goals }
function M.question(source, name)
  local code <const> = assert(source.functions[name], name)
  local declared, goals, lines, count = {}, {}, {}, 0

  local function fresh(what)
    count = count + 1
    declared[count] = ("(declare-const %s_%d (_ BitVec 64))"):format(what:gsub("%W", "_"), count)
    return { term = ("%s_%d"):format(what:gsub("%W", "_"), count) }
  end
  local asked <const> = {}
  ---A goal; none that was one before, in the same state.
  local function must(state, guards, goal, what)
    local known <const> = table.concat(state.path, " ") .. " " .. table.concat(guards, " ") .. " " .. goal
    if asked[known] then
      return
    end
    asked[known] = true
    lines[#lines + 1] = "(push)"
    for _, list in ipairs { state.path, guards } do
      for _, one in ipairs(list) do
        lines[#lines + 1] = ("(assert %s)"):format(one)
      end
    end
    lines[#lines + 1] = ("(assert (not %s))(check-sat-using (then simplify propagate-values solve-eqs bit-blast sat))(pop)"):format(goal)
    goals[#goals + 1] = what
  end
  local function number(value)
    return value.test and ("(ite %s %s %s)"):format(value.test, bv(1), bv(0)) or value.term or fresh("any").term
  end
  local function truth(value) return value.test or ("(distinct %s %s)"):format(value.term or fresh("any").term, bv(0)) end

  local eval
  local function call(state, node, guards)
    local callee <const> = source.functions[node.name]
    local arguments <const>, env <const> = {}, {}
    for i, one in ipairs(node) do
      arguments[i] = eval(state, one, guards)
    end
    if not callee then
      error(("%s: no contract of %s"):format(name, node.name))
    end
    for i, parameter in ipairs(callee.parameters) do
      env[parameter] = arguments[i]
    end
    local inner <const> = { env = env, path = state.path, pre = env }
    for _, clause in ipairs(callee.clauses.requires) do
      for _, part in ipairs(parts_of(clause)) do
        local read <const> = part.op == "call" and part.name == "\\valid_read" and part[1].op == "binary" and part[1]
        local to <const> = read and eval(inner, read[1], guards)
        if read and to.pointer then
          local first <const>, last <const> = read[2][1], eval(inner, read[2][2], guards)
          local before <const> = first.op == "unary" and bv(first[1].value) or bv(0)
          local what <const> = ("%s: what %s reads lies within the text"):format(name, node.name)
          must(state, guards, ("(bvule %s %s)"):format(before, to.pointer), what)
          must(state, guards, ("(bvule %s limit)"):format(to.pointer), what)
          must(state, guards, ("(bvule (bvadd %s %s) (bvsub limit %s))"):format(number(last), bv(1), to.pointer), what)
        elseif is_plain(part) then
          must(state, guards, truth(eval(inner, part, guards)), ("%s: %s is called as its contract asks"):format(name, node.name))
        end
      end
    end
    local result <const> = fresh("result")
    env["\\result"] = result
    for _, clause in ipairs(callee.clauses.ensures) do
      for _, part in ipairs(parts_of(clause)) do
        if is_plain(part) then
          local implied <const> = truth(eval(inner, part, guards))
          state.path[#state.path + 1] = #guards == 0 and implied or ("(=> (and %s) %s)"):format(table.concat(guards, " "), implied)
        end
      end
    end
    return result
  end
  local function with(guards, one)
    return table.move(guards, 1, #guards, 2, { one })
  end
  function eval(state, node, guards)
    if node.op == "number" then
      return { term = bv(node.value) }
    elseif node.op == "name" then
      local constant <const> = source.constants[node.name]
      return state.env[node.name] or constant and { term = bv(constant) } or {}
    elseif node.op == "cast" then
      local value <const> = eval(state, node[1], guards)
      return node.kind == "uintptr_t" and value.pointer and fresh("address") or value
    elseif node.op == "call" and node.name == "\\at" then
      return eval({ env = state.pre, path = state.path, pre = state.pre }, node[1], guards)
    elseif node.op == "call" then
      return call(state, node, guards)
    elseif node.op == "unary" then
      local value <const> = node.sign ~= "*" and eval(state, node[1], guards)
      return node.sign == "!" and { test = ("(not %s)"):format(truth(value)) }
        or node.sign == "-" and { term = ("(bvneg %s)"):format(number(value)) }
        or node.sign == "*" and (state.env["*" .. node[1].name] or fresh("held")) or {}
    elseif node.op == "choice" then
      local test <const> = truth(eval(state, node[1], guards))
      local yes <const> = eval(state, node[2], with(guards, test))
      local no <const> = eval(state, node[3], with(guards, ("(not %s)"):format(test)))
      local pointer <const> = yes.pointer and no.pointer and ("(ite %s %s %s)"):format(test, yes.pointer, no.pointer)
      return pointer and { pointer = pointer } or { term = ("(ite %s %s %s)"):format(test, number(yes), number(no)) }
    elseif node.op == "binary" then
      local left <const> = eval(state, node[1], guards)
      if node.sign == "&&" or node.sign == "||" or node.sign == "==>" then
        local test <const> = truth(left)
        local right <const> = truth(eval(state, node[2], with(guards, node.sign == "||" and ("(not %s)"):format(test) or test)))
        return { test = ("(%s %s %s)"):format(node.sign == "&&" and "and" or node.sign == "||" and "or" or "=>", test, right) }
      end
      local right <const> = eval(state, node[2], guards)
      if left.pointer and NUMBERS[node.sign] then
        return { pointer = ("(%s %s %s)"):format(NUMBERS[node.sign], left.pointer, number(right)) }
      elseif NUMBERS[node.sign] then
        local a <const>, b <const> = number(left), number(right)
        local made <const> = ("(%s %s %s)"):format(NUMBERS[node.sign], a, b)
        -- By a test, which is 0 or 1, no multiplier is needed.
        local by_test <const> = node.sign == "*" and node[2].op == "call"
        return { term = by_test and ("(ite (= %s %s) %s %s)"):format(b, bv(1), a, ("(ite (= %s %s) %s %s)"):format(b, bv(0), bv(0), made))
          or made }
      end
      local made <const> = ("(%s %s %s)"):format(TESTS[node.sign] or "=", number(left), number(right))
      return { test = node.sign == "!=" and ("(not %s)"):format(made) or made }
    end
    return {}
  end

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
  local function assigned(node, names)
    if node.op == "assign" and key_of(node[1]) then
      names[#names + 1] = key_of(node[1])
    end
    for _, one in ipairs(node) do
      if type(one) == "table" then
        assigned(one, names)
      end
    end
    return names
  end
  local function invariants(state, clauses, what)
    for _, clause in ipairs(clauses.invariant) do
      for _, part in ipairs(parts_of(clause)) do
        if is_plain(part) then
          local holds <const> = truth(eval(state, part, {}))
          if what then
            must(state, {}, holds, what)
          else
            state.path[#state.path + 1] = holds
          end
        end
      end
    end
  end

  ---What holds behind `shared` in a path, as one term.
  local function rest(path, shared)
    local terms <const> = table.move(path, #shared + 1, #path, 1, {})
    return #terms == 0 and "true" or ("(and %s)"):format(table.concat(terms, " "))
  end
  ---Ways through two branches; those that go on do so together.
  local function joined(ways, others, test, shared)
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
      local state <const> = { env = {}, path = table.move(shared, 1, #shared, 1, {}), pre = one.pre }
      table.insert(state.path, ("(ite %s %s %s)"):format(test, rest(one.path, shared), rest(other.path, shared)))
      for key, value in next, one.env do
        local second <const> = other.env[key]
        if second and (second == value or value.term == second.term and value.pointer == second.pointer) then
          state.env[key] = value
        elseif second and value.term and second.term then
          state.env[key] = fresh(key)
          table.insert(state.path, ("(= %s (ite %s %s %s))"):format(state.env[key].term, test, value.term, second.term))
        end
      end
      all[#all + 1] = { how = "next", state = state }
    else
      all[#all + 1] = (one or other) and { how = "next", state = one or other } or nil
    end
    return all
  end

  ---Each way through a statement: { how, state }; how deep in loops it is.
  local run
  local depth = 0
  local function run_loop(node, state, annotation)
    local clauses <const> = clauses_of(assert(annotation, name .. ": a loop without invariants"))
    invariants(state, clauses, name .. ": an invariant holds where a loop begins")
    local any <const>, ends <const> = copy(state), {}
    for _, variable in ipairs(assigned(node, {})) do
      local held <const> = any.env[variable]
      any.env[variable] = held and held.pointer and { pointer = fresh(variable).term } or fresh(variable)
    end
    invariants(any, clauses)
    local inside <const>, behind <const> = copy(any), copy(any)
    depth = depth + 1
    local before <const> = number(eval(inside, clauses.variant, {}))
    inside.path[#inside.path + 1] = truth(eval(inside, node[1], {}))
    for _, one in ipairs(run(node[2], inside)) do
      if one.how == "next" then
        for _, stepped in ipairs(run(node[3], one.state)) do
          invariants(stepped.state, clauses, name .. ": an invariant holds behind a step of a loop")
          local now <const> = number(eval(stepped.state, clauses.variant, {}))
          must(stepped.state, {}, ("(bvult %s %s)"):format(now, before), name .. ": a loop ends")
        end
      else
        ends[#ends + 1] = { how = one.how == "break" and "next" or one.how, state = one.state }
      end
    end
    depth = depth - 1
    behind.path[#behind.path + 1] = ("(not %s)"):format(truth(eval(behind, node[1], {})))
    ends[#ends + 1] = { how = "next", state = behind }
    return ends
  end
  local function returned(node, state)
    state.env["\\result"] = node[1] and eval(state, node[1], {}) or {}
    for _, clause in ipairs(code.clauses.ensures) do
      for _, part in ipairs(parts_of(clause)) do
        if is_plain(part) then
          must(state, {}, truth(eval(state, part, {})), name .. ": what it gives is what its contract says")
        end
      end
    end
    return { { how = "return", state = state } }
  end
  function run(node, state, annotation)
    if node.op == "list" then
      local ways = { { how = "next", state = state } }
      for _, one in ipairs(node) do
        local following <const> = {}
        for _, way in ipairs(ways) do
          local passed <const> = node.passes_annotation and (node.annotation or annotation)
          local made <const> = way.how == "next" and run(one, way.state, passed) or { way }
          table.move(made, 1, #made, #following + 1, following)
        end
        ways = following
      end
      return ways
    elseif node.op == "assign" then
      local key <const> = key_of(node[1])
      local value = eval(state, node[2], {})
      if value.term or value.test then
        local held <const> = fresh(key or "any")
        state.path[#state.path + 1] = ("(= %s %s)"):format(held.term, number(value))
        value = held
      end
      state.env[key or "?"] = value
    elseif node.op == "expression" then
      eval(state, node[1], {})
    elseif node.op == "if" then
      local test <const> = truth(eval(state, node[1], {}))
      local other <const> = copy(state)
      state.path[#state.path + 1] = test
      other.path[#other.path + 1] = ("(not %s)"):format(test)
      local shared <const> = table.move(state.path, 1, #state.path - 1, 1, {})
      local ways <const>, others <const> = run(node[2], state), run(node[3], other)
      -- In a loop each way by itself is quicker; before one, two ways would be two loops.
      return depth == 0 and joined(ways, others, test, shared) or table.move(others, 1, #others, #ways + 1, ways)
    elseif node.op == "loop" then
      return run_loop(node, state, node.annotation or annotation)
    elseif node.op == "return" then
      return returned(node, state)
    else
      return { { how = "break", state = state } }
    end
    return { { how = "next", state = state } }
  end

  local state <const>, limit = { env = {}, path = {} }, nil
  for _, parameter in ipairs(code.parameters) do
    state.env[parameter] = parameter == "text" and { pointer = bv(0) } or not code.head:find("%*" .. parameter) and fresh(parameter) or {}
  end
  state.pre = copy({ env = state.env, path = {} }).env
  for _, clause in ipairs(code.clauses.requires) do
    for _, part in ipairs(parts_of(clause)) do
      local read <const> = part.op == "call" and part.name == "\\valid_read" and part[1].op == "binary" and part[1]
      if read and (read[1].name or read[1][1] and read[1][1].name) == "text" then
        limit = ("(= limit (bvadd %s %s))"):format(number(eval(state, read[2][2], {})), bv(1))
      elseif is_plain(part) then
        state.path[#state.path + 1] = truth(eval(state, part, {}))
      end
    end
  end
  table.insert(state.path, 1, (assert(limit, name .. ": its contract names no text")))
  -- No object is longer: C11, 6.5.6 (9), and every compiler's PTRDIFF_MAX.
  table.insert(state.path, 2, "(bvule limit (_ bv9223372036854775807 64))")
  local ends <const> = run(parser(tokens_of(code.body)).block(), state)
  assert(#ends > 0 and #goals > 0, name)
  return { name = name, goals = goals,
    text = table.concat({ "(set-logic QF_BV)", "(declare-const limit (_ BitVec 64))", table.concat(declared, "\n"),
      table.concat(lines, "\n"), "" }, "\n") }
end

---@param text string as for `read`
---@param prefix string of a kernel
---@return string[] names of its functions that have a contract on a text, and loops
function M.looping(text, prefix)
  local names <const>, source <const> = {}, M.read(text)
  for name, code in next, source.functions do
    if name:sub(1, #prefix) == prefix and code.body and code.body:find("loop invariant") and code.parameters[1] == "text" then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  return names
end

---@return string[] answers of z3, one a goal
function M.ask(question, file)
  local handle <const> = assert(io.open(file, "w"))
  handle:write(question.text)
  handle:close()
  local answers <const>, pipe <const> = {}, assert(io.popen(("z3 -T:600 '%s' 2>&1"):format(file)))
  for line in pipe:lines() do
    answers[#answers + 1] = line
  end
  pipe:close()
  return answers
end

return M
