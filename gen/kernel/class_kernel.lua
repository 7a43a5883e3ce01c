-- SPDX-License-Identifier: 0BSD
-- class_kernel: builds the block check of a kernel that looks up classes of bytes, as a program.
--
-- In:  a model whose plan has `classes`. Out: the functions (program.lua), and facts about them for templates and verify/.
--
-- A lane of `pairs` has bits for the pair of its byte and the previous one. The highest bit, 80, is set if exactly one of two conditions
-- holds: the previous byte demands a continuation byte; the current byte is one. The next bit, 40, is set if the byte two bytes after the
-- lane's byte must be a continuation byte, as after 41 E2 or F0 90. Bit 40 inverts bit 80 of that later byte's lane. For characters of five
-- bytes and more, bit 20 inverts bit 80 four bytes later, and so on. So a vector passes its pairs and its pending inversions on to the next
-- one (`carry`). UTF-8 flags F0 90 41: the pair 90 41 has no bit 80, but the pair that ends with F0 has 40, which inverts 80 at 41.

local lists = require "gen.common.lists"
local program = require "gen.kernel.program"
local byte_rules = require "gen.kernel.byte_rules"
local bytes_ = require "gen.common.bytes"
local look_ = require "gen.plan.look"
local nibble_kernel = require "gen.kernel.nibble_kernel"
local window_check = require "gen.plan.window_check"

local M = {}

local w <const> = program.call
local hex <const>, let <const>, set <const>, result <const> = program.hex, program.let, program.set, program.result

local function also(errors)
  return set("errors", w["or"]("errors", errors))
end

---The name of the variable with the bits that pairs demand 2 * n bytes later; for n = 0, the variable of the pairs.
local function due(n)
  return n == 0 and "pairs" or "due_" .. 2 * n
end

---The functions that classify a byte, and `pair`, which joins the classes of two bytes.
local function classifying(facts)
  local plan <const>, functions <const> = facts.plan, {}
  functions[1] = plan.forbidden and {
    name = "forbidden", result = "vec", parameters = { "vec b" }, meaning = "Sets bit 80 only in lanes whose byte no well-formed text has.",
    body = { result(w.without(w.lookup(program.table "forbidden_class", "b"), "b")) },
  } or nil
  local floor <const> = w.splat(hex(bytes_.SIGN_BIT - (plan.refused_nul and 2 or 1)))
  local moved <const> = w.max(plan.refused_nul and w.add("b", w.splat(255)) or "b", floor)
  functions[#functions + 1] = {
    name = "index", result = "vec", parameters = { "vec b" },
    meaning = plan.refused_nul
      and "The low seven bits are the index in a table of classes: 0 for 01..7F, then one for each byte; FE, FF and 00 share the last."
      or "The low seven bits are the index in a table of classes: 0 for 00..7F, then one for each byte; FE and FF share the last.",
    body = { result(w.add_saturating(moved, w.splat(plan.refused_nul and 2 or 1))) },
  }
  for n, name in ipairs { "this_class", "prev_class" } do
    functions[#functions + 1] = {
      name = "classify_" .. n - 1, result = "vec", parameters = { "vec b" },
      meaning = ({ "The class of the second byte of a pair.", "The class of the first byte of a pair." })[n],
      body = { result(w.lookup(program.table(name), w.index "b")) },
    }
  end
  functions[#functions + 1] = {
    name = "pair", result = "vec", parameters = { "vec c0", "vec c1" },
    meaning = ("The bits of pairs of bytes: those in 0x%02X are set if the two classes differ there, the others if both classes have them.")
      :format(facts.compared),
    body = { result(w.and_or_xor("c0", "c1", hex(facts.compared))) },
  }
  return functions
end

---The functions that give the bits of a byte in a look (look.lua), for each place that a round looks at.
local function looking(look)
  return lists.map(look and look.axes or {}, function(axis)
    return {
      name = ("%s_%d"):format(look.rounds[axis.round].name, axis.distance), result = "vec", parameters = { "vec b" },
      meaning = ("The filter bits of a byte at distance %d from the current byte of a window."):format(axis.distance),
      body = { result(w.lookup(program.table(axis.name), w.index "b")) },
    }
  end)
end

---The filter bits that some bytes of a window share in a round of the look.
---@param given table? the expression of bits that are already shared
---@param bytes table by distance, the expressions of the bytes
local function shared_bits(round, given, bytes)
  return nibble_kernel.shared(round, function(distance) return bytes[distance] end, given) or w.splat(hex(255))
end

---The name of the variable with a round's filter bits of the two bytes before the current byte of a window.
local function left_in(round)
  return round.name .. "_left"
end

---Whether two bytes below 80 share no filter bit of a look, whatever byte follows them.
local function leaves_nothing(look)
  local entries <const> = look and look_.entries(look, 0) or { 0, 0 }
  return entries[1] & entries[2] == 0
end

---The type `carry`, and the functions that return the carry after a given vector and after pads.
local function leaving(facts, pad)
  local chain <const> = facts.plan.chain
  local fields = { { name = "pairs", meaning = "the bits of the pairs in this vector" } }
  local carry = {
    let("carry", "carry"),
    set("carry.pairs", w.pair(w.classify_0 "before", w.classify_1(w.prev1("before", "before")))),
  }
  local nothing = { let("carry", "carry"), set("carry.pairs", w.splat(0)) }
  for n = 2, chain do
    local field <const>, before <const> = due(n - 1), "carry." .. due(n - 2)
    fields[n] = { name = field, meaning = ("the bits that pairs demand %d bytes later"):format(2 * n - 2) }
    carry[#carry + 1] = set("carry." .. field, w.twice_prev2(before, before))
    nothing[#nothing + 1] = set("carry." .. field, w.splat(0))
  end
  for _, round in ipairs(facts.plan.look and facts.plan.look.rounds or {}) do
    fields[#fields + 1] = { name = left_in(round), meaning = "the filter bits of two bytes for the window that ends with the next byte" }
    carry[#carry + 1] = set("carry." .. left_in(round), shared_bits(round, nil, { "before", w.prev1("before", "before") }))
    nothing[#nothing + 1] = set("carry." .. left_in(round), w.splat(0))
  end
  if facts.looks_back then
    fields[#fields + 1] = { name = "bytes" }
    carry[#carry + 1] = set("carry.bytes", "before")
    nothing[#nothing + 1] = set("carry.bytes", w.splat(hex(pad)))
  end
  carry[#carry + 1], nothing[#nothing + 1] = result "carry", result "carry"
  return {
    { struct = "carry", fields = fields, meaning = "The state that one vector passes to the next." },
    {
      name = "carry_of", result = "carry", parameters = { "vec before" }, body = carry,
      meaning = "The carry after a vector. Only the last bytes of `before` matter.",
    },
    {
      name = "carry_of_pads", result = "carry", parameters = {}, meaning = "The carry after pads.",
      body = facts.pads_leave_nothing and nothing or { result(w.carry_of(w.splat(hex(pad)))) },
    },
  }
end

---The expression of the bytes that are n bytes before those of v; `before` is the vector before v.
local function byte_before(n, before)
  return n == 0 and "v" or n == 1 and "previous" or w["prev" .. n]("v", before)
end

---The functions `look`, for the filter bits of a look, and `flags`, for errors and these filter bits together.
local function looked_by(facts)
  local body <const>, found = {}, nil
  for _, round in ipairs(facts.plan.look.rounds) do
    local left <const>, carried <const> = left_in(round), "carry->" .. left_in(round)
    body[#body + 1] = let("vec", left, shared_bits(round, nil, { "v", "previous" }))
    body[#body + 1] = let("vec", round.name .. "_bits", shared_bits(round, w.prev1(left, carried), { [0] = "v" }))
    body[#body + 1] = set(carried, left)
    found = found and w["or"](found, round.name .. "_bits") or round.name .. "_bits"
  end
  body[#body + 1] = result(found)
  -- A look at fewer than three bytes does not need `previous`, and compilers would warn about an unused parameter.
  local looks_back <const> = lists.any(facts.plan.look.axes, function(axis) return axis.distance == 2 end)
  return {
    {
      name = "look", result = "vec", body = body,
      parameters = looks_back and { "vec v", "vec previous", "carry* carry" } or { "vec v", "carry* carry" },
      meaning = "The filter bits of the windows that end in v: if there is one, the automaton must check the text there.",
    },
    {
      name = "flags", result = "vec", parameters = { "vec v", "vec previous", "carry* carry" },
      meaning = "The errors and filter bits of these windows.",
      body = {
        let("vec", "errors", w.errors("v", "previous", "carry")),
        result(w["or"](w["and"]("errors", w.splat(hex(255 - facts.silent))),
          looks_back and w.look("v", "previous", "carry") or w.look("v", "carry"))),
      },
    },
  }
end

---The function that gives the errors of windows, and the filter bits of gates, if there are any.
local function flags_of(facts)
  local plan <const> = facts.plan
  local body = {
    let("vec", "pairs", w.pair(w.classify_0 "v", w.classify_1 "previous")),
    let("vec", "errors", "pairs"),
  }
  local function add(statement)
    body[#body + 1] = statement
  end
  for n = 1, plan.chain do
    add(let("vec", due(n), w.twice_prev2(due(n - 1), "carry->" .. due(n - 1))))
    add(set("errors", w.xor("errors", due(n))))
  end
  for n = 0, math.max(plan.chain - 1, 0) do
    add(set("carry->" .. due(n), due(n)))
  end
  add(plan.forbidden and also(w.forbidden "v") or nil)
  if facts.deep.reach > 0 then
    add(also(w.deep(table.unpack(byte_rules.each_byte(facts.deep, function(n) return byte_before(n, "carry->bytes") end)))))
  end
  add(facts.looks_back and (plan.filter == 0 or facts.deep_looks_back) and set("carry->bytes", "v") or nil)
  add(result "errors")
  return {
    name = plan.look and "errors" or facts.flags, result = "vec", parameters = { "vec v", "vec previous", "carry* carry" }, body = body,
    meaning = (plan.filter > 0 and "The errors and filter bits of the windows that end in v, in the bits of 0x%02X."
      or "The errors of the windows that end in v, in the bits of 0x%02X."):format(plan.look and facts.errors_mask or facts.flags_mask)
      .. " Lane i of `previous` is the byte before lane i of v; `carry` is from the vector before v.",
  }
end

---Whether some rule reads a byte before the previous byte. If so, the bytes of each vector are carried over to the next vector.
local function looks_back(part)
  for n = 3, part.reach do
    if part.looked[n] then
      return true
    end
  end
  return false
end

---The function that gives the lanes in which deep rules with a gate are broken.
local function broken_in(facts)
  local parameters <const> = lists.map(facts.broken_by, function(bytes) return "vec " .. bytes end)
  local arguments = byte_rules.each_byte(facts.asked, function(n) return byte_before(n, "before->bytes") end)
  for _, distance in ipairs(facts.gates) do
    arguments[#arguments + 1] = distance == 0 and "carry->pairs" or w["prev" .. distance]("carry->pairs", "before->pairs")
  end
  parameters[#parameters + 1] = facts.broken_before and "carry* before" or nil
  parameters[#parameters + 1] = "carry* carry"
  return {
    name = "broken_in", result = facts.broken, parameters = parameters,
    meaning = "The lanes where deep rules are broken. `carry` is as flags left it"
      .. (facts.broken_before and "; `before` is the carry before that call." or "."),
    body = { result(w.broken(table.unpack(arguments))) },
  }
end

---The function that gives the errors alone, for plans with gates.
local function errors_of(facts)
  local arguments <const>, body = { table.unpack(facts.broken_by) }, {}
  if facts.broken_before then
    arguments[#arguments + 1] = "&before"
    body[1] = program.copy("carry", "before", "carry")
  end
  arguments[#arguments + 1] = "carry"
  body[#body + 1] = let("vec", "errors", w["and"](w.flags("v", "previous", "carry"), w.splat(hex(255 - facts.silent))))
  body[#body + 1] = also(byte_rules.in_lanes(facts, w.broken_in(table.unpack(arguments))))
  body[#body + 1] = facts.looks_back and not facts.deep_looks_back and set("carry->bytes", "v") or nil
  body[#body + 1] = result "errors"
  return {
    name = "errors", result = "vec", parameters = { "vec v", "vec previous", "carry* carry" }, body = body,
    meaning = "The errors alone, including those of deep rules.",
  }
end

---@param model table
---@param row table of isas.lua
---@return table sections { check, two_byte } lists of functions
---@return table facts
function M.make(model, row)
  local plan <const> = model.plan.classes
  local rules <const> = byte_rules.make(plan, "class_deep_values")
  local compared <const>, silent <const> = (window_check.chained_bits(plan)), window_check.silent_bits(plan)
  local deep_back <const>, filtered_back <const> = looks_back(rules.deep), looks_back(rules.filtered)
  local facts <const> = {
    plan = plan, deep = rules.deep, filtered = rules.filtered, asked = rules.asked, gates = rules.gates,
    broken = rules.broken or false, broken_mask = rules.broken_mask,
    values = rules.values, values_name = "class_deep_values", asks = rules.asks,
    flags = (plan.filter > 0 or plan.look) and "flags" or "errors", silent = silent, compared = compared,
    -- With a look, `flags` has cleared all bits that are neither errors nor filter bits.
    flags_mask = plan.look and 255 or 255 - silent | plan.trigger,
    -- With gates, `errors` has cleared all bits that are not errors.
    errors_mask = plan.filter > 0 and 255 or 255 - silent,
    positions = 2 * (plan.chain + 1), tables = { "prev_class", "this_class", "forbidden_class", "ascii_class" }, thresholds = {},
    pads_leave_nothing = plan.tables.prev_class[0] == 0 and plan.tables.this_class[0] == 0 and leaves_nothing(plan.look),
    -- Whether some rule needs the bytes of the previous vector; whether, in a plan with gates, a rule without a gate needs them.
    looks_back = deep_back or filtered_back, deep_looks_back = deep_back and plan.filter > 0,
  }
  for _, axis in ipairs(plan.look and plan.look.axes or {}) do
    table.insert(facts.tables, axis.name)
  end
  -- The vectors that rules with a gate need in addition to pairs.
  facts.broken_by = { (rules.asked.looked[1] or filtered_back) and "v" or nil }
  table.insert(facts.broken_by, rules.asked.looked[2] and "previous" or nil)
  -- Whether these rules need the carry of the previous vector.
  facts.broken_before = looks_back(rules.asked)
  for _, distance in ipairs(rules.gates) do
    facts.broken_before = facts.broken_before or distance > 0
  end
  local check = classifying(facts)
  table.move(rules.functions, 1, #rules.functions, #check + 1, check)
  local lookups <const>, carry <const> = looking(plan.look), leaving(facts, model.analysis.pad)
  table.move(lookups, 1, #lookups, #check + 1, check)
  table.move(carry, 1, #carry, #check + 1, check)
  check[#check + 1] = flags_of(facts)
  local looked <const> = plan.look and looked_by(facts) or {}
  table.move(looked, 1, #looked, #check + 1, check)
  check[#check + 1] = plan.filter > 0 and broken_in(facts) or nil
  check[#check + 1] = plan.filter > 0 and errors_of(facts) or nil
  return { check = check, two_byte = plan.two_byte and nibble_kernel.two_byte_checks(facts, row) or {} }, facts
end

return M
