-- SPDX-License-Identifier: 0BSD
-- nibble_kernel: builds the block check of a kernel that looks up nibbles, as a program.
--
-- In:  a model with a plan, and the row of an instruction set. Out: the functions (program.lua), and facts for templates and verify/.
--
-- A lane checks the window that ends with its byte. classify_0 looks up the rule bits of the current byte, classify_1 those of the previous
-- byte. `combine` joins them. Deep rules add errors. UTF-8 flags E0 80: prev_high[E] & prev_low[0] & this_high[8] has the bit `overlong_3`.

local lists = require "gen.common.lists"
local look_ = require "gen.plan.look"
local program = require "gen.kernel.program"
local byte_rules = require "gen.kernel.byte_rules"
local bytes_ = require "gen.common.bytes"

local M = {}

local w <const> = program.call
local SIGN_BIT <const> = bytes_.SIGN_BIT
local hex <const>, let <const>, set <const>, result <const> = program.hex, program.let, program.set, program.result

---The statement that adds errors to the variable `errors`.
local function also(errors)
  return set("errors", w["or"]("errors", errors))
end

---The bits that two entries share: the entry of `high_table` at b's high nibble, and the entry of `low_table` at b's low nibble.
function M.looked_up(high_table, low_table)
  return w["and"](w.lookup(program.table(high_table), w.high_nibbles "b"), w.lookup(program.table(low_table), w.low_nibbles "b"))
end

---Sets bit 7 in exactly the lanes whose byte v is at least a threshold t; other bits depend on `folds`, see watch.lua. Without `folds`,
---t must be at least 80. With `folds`, `average` may read either operand from memory; (v + 256 - t) >> 1 is 80 or more exactly if v >= t.
function M.from_on(v, threshold, folds)
  if folds then
    return w.average(v, w.splat(program.sum(hex(2 * SIGN_BIT - 1), "-", threshold)))
  end
  return w.subtract_saturating(v, w.splat(program.sum(threshold, "-", hex(SIGN_BIT))))
end

---The functions that give the rule bits of a byte, one for each place in a window that the tables or demands read.
local function classifying(plan, folds)
  local functions = {
    {
      name = "classify_0", result = "vec", parameters = { "vec b" },
      meaning = "The rule bits of the last byte of a window.",
      body = {
        result(plan.tables.this_low and M.looked_up("this_high", "this_low") or w.lookup(program.table "this_high", w.high_nibbles "b")),
      },
    },
    {
      name = "classify_1", result = "vec", parameters = { "vec b" },
      meaning = "The rule bits of the byte before the last one.",
      body = { result(M.looked_up("prev_high", "prev_low")) },
    },
  }
  for i, demand in ipairs(plan.demands) do
    local in_order <const> = plan.flipped == 0 and "b" or w.xor("b", w.splat(hex(plan.flipped)))
    functions[#functions + 1] = {
      name = "classify_" .. demand.distance, result = "vec", parameters = { "vec b" },
      meaning = ("Bit 7 is set if this byte requires a continuation byte %d bytes later."):format(demand.distance),
      body = { result(M.from_on(in_order, program.entry("demand", i - 1), folds)) },
    }
  end
  return functions
end

---The function that joins the rule bits of a window's bytes.
local function combining(plan, positions)
  local parameters, demanded = {}, nil
  for n = 0, positions - 1 do
    parameters[n + 1] = "vec c" .. n
  end
  for _, demand in ipairs(plan.demands) do
    local c <const> = "c" .. demand.distance
    demanded = demanded and w["or"](demanded, c) or c
  end
  local body <const> = {
    demanded and let("vec", "demanded", w["and"](demanded, w.splat(plan.bit))) or result(w["and"]("c0", "c1")),
    demanded and result(w.xor(w["and"]("c0", "c1"), "demanded")) or nil,
  }
  return {
    name = "combine", result = "vec", parameters = parameters, rows = true, body = body,
    meaning = "A lane is nonzero if its window has an error" .. (plan.filter > 0 and " or a filter bit" or "") .. ".",
  }
end

---The filter bits that bytes share in a round of a look (look.lua).
---@param of fun(distance: integer): any  the expression of a byte; nil: this byte is ignored
---@param given any? bits that are already shared
function M.shared(round, of, given)
  local shared = given
  for _, distance in ipairs(round.distances) do
    local byte <const> = of(distance)
    local one <const> = byte and w[("%s_%d"):format(round.name, distance)](byte)
    shared = shared and one and w["and"](shared, one) or shared or one
  end
  return shared
end

---The filter bits that bytes share in some round.
function M.looked(look, of)
  local found
  for _, round in ipairs(look.rounds) do
    local shared <const> = M.shared(round, of)
    found = found and shared and w["or"](found, shared) or found or shared
  end
  return found
end

---The functions of a look: one for each place that a round looks at gives the filter bits of a byte there; `look` gives the shared bits.
local function looking(look)
  local functions = {}
  for _, round in ipairs(look and look.rounds or {}) do
    for _, distance in ipairs(round.distances) do
      local looked
      for _, axis in ipairs(round.axes) do
        if axis.distance == distance then
          local one <const> = w.lookup(program.table(axis.name), w[axis.nibble .. "_nibbles"] "b")
          looked = looked and w["and"](looked, one) or one
        end
      end
      functions[#functions + 1] = {
        name = ("%s_%d"):format(round.name, distance), result = "vec", parameters = { "vec b" }, body = { result(looked) },
        meaning = ("The filter bits of a byte at distance %d from the current byte of a window."):format(distance),
      }
    end
  end
  functions[#functions + 1] = look and {
    name = "look", result = "vec", parameters = lists.map(look_.distances(look), function(distance) return "vec b" .. distance end),
    body = { result(M.looked(look, function(distance) return "b" .. distance end)) },
    meaning = "The filter bits that these bytes of a window share: if there is one, the automaton must check the text there.",
  } or nil
  return functions
end

---The bits of pairs that deep rules on later bytes use. `byte` and `before` are expressions of the pairs' bytes.
local function left_by(facts, byte, before)
  local pairs_ <const> = w.pairs(byte, before)
  return facts.moved == "pairs" and pairs_ or w[facts.moved](byte, pairs_)
end

---The functions that find the lanes in which deep rules with a gate are broken, for windows in memory. `left` has bits of earlier pairs.
local function broken_at(facts)
  local function reached(n)
    return w.load(program.at(-n))
  end
  local arguments = byte_rules.each_byte(facts.asked, reached)
  for _, distance in ipairs(facts.gates) do
    arguments[#arguments + 1] = distance == 0 and w.pairs(reached(0), reached(1)) or w["prev" .. distance](w.left_at "at", "left")
  end
  local broken = w.broken(table.unpack(arguments))
  if facts.plan.forbidden then
    -- The flag of a forbidden byte may be a filter bit alone, so such bytes are looked up again.
    local forbidden <const> = w.forbidden(reached(0))
    broken = facts.broken == "test" and w.either(broken, w.any_of(forbidden, 255)) or w["or"](byte_rules.in_lanes(facts, broken), forbidden)
    facts.broken_mask = 255
  end
  local functions <const> = {
    {
      name = "broken_at", result = facts.broken, parameters = { "address at", facts.moved and "vec left" or nil },
      meaning = ("Where deep rules are broken%s in the windows that end at `at` and at later bytes%s."):format(
        facts.plan.forbidden and ", or bytes are forbidden," or "",
        facts.moved and "; `left` has the bits of the pairs in the vector before `at`" or ""),
      body = { result(broken) },
    },
  }
  if facts.moved then
    table.insert(functions, 1, {
      name = "left_at", result = "vec", parameters = { "address at" }, meaning = "The bits of pairs that deep rules use for later bytes.",
      body = { result(left_by(facts, reached(0), reached(1))) },
    })
    table.insert(functions, 2, {
      name = "left_before", result = "vec", parameters = { "address at" },
      meaning = "The same for the vector before `at`, except its first lane, which no window from `at` on reaches.",
      body = {
        let("vec", "before", w.load(program.at(0, -1))),
        result(left_by(facts, "before", w.prev1("before", "before"))),
      },
    })
  end
  return functions
end

---The functions that check windows: `errors`, and in a plan with filters also `flags`, for errors and filter bits together.
---@param ending string "" or "_after"
---@param reached fun(n: integer): table  the expression of the byte that is n bytes before the current one
---@param meanings string[] the comments on the errors with filter bits, and on the errors alone
local function checking(facts, ending, parameters, reached, meanings)
  local plan <const>, functions <const> = facts.plan, {}
  local classified, names = {}, {}
  for n = 0, facts.positions - 1 do
    classified[n + 1] = w["classify_" .. n](reached(n))
  end
  for i, parameter in ipairs(parameters) do
    names[i] = parameter:match("%S+$")
  end
  local combined <const> = program.rows(w.combine(table.unpack(classified)))
  ---Statements that collect in `errors` the bits of pairs, forbidden bytes, and broken deep rules that have neither gate nor watch.
  local function certain(pairs_)
    local body <const> = { let("vec", "errors", pairs_) }
    body[#body + 1] = plan.forbidden and also(w.forbidden(reached(0))) or nil
    body[#body + 1] = facts.deep.reach > 0 and also(w.deep(table.unpack(byte_rules.each_byte(facts.deep, reached)))) or nil
    return body
  end
  local body, watched = certain(combined), nil
  for _, watch in ipairs(facts.watches) do
    local one <const> = w[watch.name](reached(watch.distance - 1), reached(watch.distance))
    watched = watched and w.either(watched, one) or one
  end
  body[#body + 1] = watched and also(w.marked(watched)) or nil
  body[#body > 1 and #body + 1 or 1] = result(#body > 1 and "errors" or combined)
  if plan.look then
    functions[1] = { name = "errors" .. ending, result = "vec", parameters = parameters, meaning = meanings[2], body = body }
    local looked <const> = lists.map(look_.distances(plan.look), reached)
    functions[2] = {
      name = "flags" .. ending, result = "vec", parameters = parameters, meaning = meanings[1],
      body = { result(w["or"](w["errors" .. ending](table.unpack(names)), w.look(table.unpack(looked)))) },
    }
    return functions
  end
  functions[1] = { name = facts.flags .. ending, result = "vec", parameters = parameters, meaning = meanings[1], body = body }
  if facts.broken then
    local errors <const> = w.splat(hex(255 - plan.filter))
    if watched then
      body = certain(plan.filter > 0 and w["and"](combined, errors) or combined)
    else
      body = { let("vec", "errors", w["and"](w["flags" .. ending](table.unpack(names)), errors)) }
      body[#body + 1] = plan.forbidden and also(w.forbidden(reached(0))) or nil
    end
    body[#body + 1] = result(w["or"]("errors", w.filtered(table.unpack(byte_rules.each_byte(facts.filtered, reached)))))
    functions[2] = { name = "errors" .. ending, result = "vec", parameters = parameters, meaning = meanings[2], body = body }
  end
  return functions
end

---The checks of windows in memory, and of windows in a vector and the previous one.
local function checks_of(facts, window)
  local filters <const> = facts.flags == "flags"
  local reads <const> = ("Reads from at - %d to at + WIDTH - 1."):format(window - 1)
  local loaded <const> = checking(facts, "", { "address at" }, function(n) return w.load(program.at(-n)) end, {
    filters and "The errors and filters of the windows that end at `at` and at later bytes."
      or "The errors of the windows that end at `at` and at later bytes. " .. reads,
    "The errors alone. " .. reads,
  })
  local moved <const> = checking(facts, "_after", { "vec v", "vec before" },
    function(n) return n == 0 and "v" or w["prev" .. n]("v", "before") end, {
      filters and "The errors and filters of the windows that end in v, which follows `before`, ..."
        or "The errors of the windows that end in v, which follows `before`.",
      "... and the errors alone.",
    })
  return table.move(moved, 1, #moved, #loaded + 1, loaded)
end

---For each word that folds the vectors of a block, the expression whose high bit is set in the lanes that are beyond a bound.
local BEYOND <const> = {
  max_unsigned = function(v, bound) return w.subtract_saturating(v, w.splat(program.sum(hex(bound), "-", hex(SIGN_BIT - 1)))) end,
  max_signed = function(v, bound) return w.marked(w.cmpgt(v, w.splat(hex(bound)))) end,
  min_unsigned = function(v, bound) return w.subtract_saturating(w.splat(program.sum(hex(bound), "+", hex(SIGN_BIT - 1))), v) end,
}

---The body of two_byte_block: for each test, it folds the vectors of a block into one vector, and compares this vector with the bound.
local function two_byte_block(two_byte, block_vectors)
  local first <const>, body <const>, beyond <const> = { "vec" }, {}, {}
  local function of(test, n)
    local b <const> = w.load(program.at(0, n))
    return test.column and w.two_byte_column(b) or test.xor and w.xor(b, w.splat(hex(test.xor))) or b
  end
  for i, test in ipairs(two_byte.tests) do
    table.insert(first, test.name)
    table.insert(first, of(test, 0))
    beyond[i] = BEYOND[test.word](test.name, test.bound)
    body[#body + 1] = test.xor and program.note(("Such bytes xor 0x%02X are at most 0x%02X.")
      :format(test.xor, test.bound)) or nil
  end
  body[#body + 1] = let(table.unpack(first))
  for n = 1, block_vectors - 1 do
    for _, test in ipairs(two_byte.tests) do
      body[#body + 1] = set(test.name, w[test.word](test.name, of(test, n)))
    end
  end
  for i, one in ipairs(beyond) do
    body[#body + 1] = i == 1 and let("vec", "others", one) or set("others", w["or"]("others", one))
  end
  body[#body + 1] = result(program.negated(w.any_high_bit "others"))
  return body
end

---The functions that check two-byte text: `two_byte_block` for a block, `two_byte_errors` for the windows in it, and helpers.
---@param facts table with a plan that has `two_byte`
---@param row table of isas.lua
---@return table functions
function M.two_byte_checks(facts, row)
  local two_byte <const> = facts.plan.two_byte
  local functions <const> = {}
  for _, test in ipairs(two_byte.tests) do
    functions[#functions + 1] = test.column and {
      name = "two_byte_column", result = "vec", parameters = { "vec b" },
      meaning = ("Maps bytes by their low nibble: allowed ASCII becomes at most 0x%02X.")
        :format(test.bound),
      body = { result(w.xor("b", w.lookup_ascii(program.table "two_byte_column", "b"))) },
    } or nil
  end
  functions[#functions + 1] = {
    name = "two_byte_block", result = "bool", parameters = { "address at" }, body = two_byte_block(two_byte, row.block_vectors),
    meaning = ("Whether a block has only bytes of characters of one and two bytes: %s."):format(two_byte.text),
  }
  -- If continuation bytes end at BF, they are the bytes of two-byte text that have the high bit but not the next bit.
  local by_bits <const> = row.ternary and two_byte.trail + 1 == SIGN_BIT | SIGN_BIT >> 1
  functions[#functions + 1] = {
    name = "two_byte_errors", result = "vec", parameters = { "address at" },
    meaning = ("The errors of windows of such bytes, in the high bit of each lane: a lead byte (at least %02X) must precede "
      .. "each continuation byte (80..%02X), and no other byte."):format(two_byte.lead, two_byte.trail),
    body = {
      let("vec", "b", w.load(program.at())),
      let("vec", "led", M.from_on(w.load(program.at(-1)), hex(two_byte.lead), row.folds)),
      result(by_bits and w.xor_without("led", "b", w.add("b", "b"))
        or w.xor("led", w.marked(w.cmpgt(w.splat(hex(two_byte.trail + 1)), "b")))),
    },
  }
  local look <const> = facts.plan.look
  local looked <const> = look and M.looked(look, function(distance) return distance < 2 and w.load(program.at(-distance)) or nil end)
  functions[#functions + 1] = looked and {
    name = "two_byte_look", result = "vec", parameters = { "address at" }, body = { result(looked) },
    meaning = "The filter bits that the last two bytes of such windows share.",
  } or nil
  return functions
end

---@param model table
---@param row table of isas.lua
---@return table sections { check, two_byte } lists of functions
---@return table facts
function M.make(model, row)
  local plan <const> = model.plan
  local rules <const> = byte_rules.make(plan, "deep_values")
  local facts <const> = {
    plan = plan, deep = rules.deep, filtered = rules.filtered, asked = rules.asked, gates = rules.gates, watches = rules.watches,
    moved = rules.moved or false, broken = rules.broken or false, broken_mask = rules.broken_mask,
    -- A recheck takes the errors of pairs from the flags, unless watches have also set bits there.
    by_pairs = plan.filter > 0 and not plan.watched,
    values = rules.values, values_name = "deep_values", asks = rules.asks,
    flags = (rules.broken or plan.look) and "flags" or "errors", silent = plan.filter,
    positions = plan.demands[#plan.demands] and plan.demands[#plan.demands].distance + 1 or 2,
    tables = { "prev_high", "prev_low", "this_high", "this_low", "forbidden_high", "forbidden_low" },
    thresholds = #plan.demands > 0 and { "demand" } or {},
  }
  for _, axis in ipairs(plan.look and plan.look.axes or {}) do
    table.insert(facts.tables, axis.name)
  end
  local check = classifying(plan, row.folds)
  check[#check + 1] = combining(plan, facts.positions)
  check[#check + 1] = plan.forbidden and {
    name = "forbidden", result = "vec", parameters = { "vec b" }, meaning = "A lane is nonzero only if no well-formed text has its byte.",
    body = { result(M.looked_up("forbidden_high", "forbidden_low")) },
  } or nil
  table.move(rules.functions, 1, #rules.functions, #check + 1, check)
  local filter <const> = looking(plan.look)
  table.move(filter, 1, #filter, #check + 1, check)
  local broken <const> = facts.by_pairs and broken_at(facts) or {}
  table.move(broken, 1, #broken, #check + 1, check)
  local checks <const> = checks_of(facts, model.analysis.window)
  table.move(checks, 1, #checks, #check + 1, check)
  return { check = check, two_byte = plan.two_byte and M.two_byte_checks(facts, row) or {} }, facts
end

return M
