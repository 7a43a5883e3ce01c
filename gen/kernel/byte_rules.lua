-- SPDX-License-Identifier: 0BSD
-- byte_rules: makes the functions of a kernel that evaluate deep rules (deep_rules.lua).
--
-- In:  a plan, by nibbles or by classes. Out: {
--        values    the constants of the comparisons (values, masks, ends of ranges), in the order of the comparisons
--        asks      the questions about bytes that the rules depend on (asks.lua)
--        deep      the bytes that rules without a filter compare: { looked = {[n] = true}, reach = greatest n }; byte 1 is the current one
--        filtered  the same for the rules with a gate (filters.lua) or a watch (watch.lua); by nibbles also the bytes of the gates' pairs
--        asked     the bytes that these rules compare, except bytes before the current one whose atoms the bits of pairs decide
--        gates     the distances from the current byte back to the last bytes of the gates' pairs, ascending
--        moved     which bits of earlier pairs are kept for later bytes: "pairs", "set" or "unset", see below; nil if no gate tests a pair
--                  that ends before the current byte
--        broken    the type of the result of the function `broken`: "test", or "vec" if its rules test only bits of pairs; nil if there
--                  is no such function
--        broken_mask  the bits of the result of `broken` that report broken rules
--        watches   { name, distance, code } of the functions that give the lanes in which watched rules are evaluated
--        functions  for program.lua: helpers, watches, and `deep` and `broken` if there are such rules. Plans by nibbles also have
--                  `filtered` and, with gates, `pairs` and perhaps `set` or `unset`
--      }
--
-- UTF-8 without U+FFFE has one rule, a watched one: `test rule_1 = is(b0, values[0]); rule_1 = both(rule_1, is(b1, values[1])); ... b2,
-- then the watch ...; return rule_1`. Here b0 is the current byte, b1 the one before it, and the values are BE, BF and EF.
--
-- For gates, p0 has the table bits of the pair that ends at the current byte, p3 those of the pair that ends three bytes earlier. If a rule
-- tests the gate's bit alone, in both p0 and the byte b0, the whole test is p0 & b0 (`set`: b0 must have the bit) or p0 & ~b0 (`unset`).
-- The kernel keeps this value, not p0, for later bytes. CESU-8: the halves are paired if p0 & b0 equals p0 & ~b0 three bytes earlier.

local lists = require "gen.common.lists"
local asks = require "gen.kernel.asks"
local program = require "gen.kernel.program"
local bytes_ = require "gen.common.bytes"
local byte_tests = require "gen.plan.byte_tests"

local M = {}

local w <const> = program.call
local SIGN_BIT <const> = bytes_.SIGN_BIT

---The greatest byte as a signed number.
local GREATEST <const> = SIGN_BIT - 1

---For each kind of atom (a test of one byte) except "any", its helper and the fields that are the helper's arguments.
local TESTS <const> = {
  equal = { "is", "value" }, above = { "is_above", "value" }, masked = { "is_masked", "mask", "value" },
  range = { "is_in", "lo", "hi" },
}

---The helpers of TESTS.
local HELPERS <const> = {
  {
    name = "is", helper = true, result = "test", parameters = { "vec b", "byte value" },
    meaning = "The lanes whose byte is `value`.",
    body = { program.result(w.equal("b", w.splat "value")) },
  },
  {
    name = "is_masked", helper = true, result = "test", parameters = { "vec b", "byte mask", "byte value" },
    meaning = "The lanes whose byte has `value` in the bits of `mask`.",
    body = { program.result(w.equal(w["and"]("b", w.splat "mask"), w.splat "value")) },
  },
  {
    name = "is_above", helper = true, result = "test", parameters = { "vec b", "byte value" },
    meaning = "The lanes whose byte is above `value`, as signed numbers: 80 is the least, 7F the greatest.",
    body = { program.result(w.cmpgt("b", w.splat "value")) },
  },
  {
    name = "is_in", helper = true, result = "test", parameters = { "vec b", "byte first", "byte last" },
    meaning = "The lanes whose byte is in a range. An addition makes the last byte of the range the greatest signed one.",
    body = {
      program.let("vec", "moved", w.add("b", w.splat(program.sum(GREATEST, "-", "last")))),
      program.result(w.cmpgt("moved", w.splat(program.sum(GREATEST - 1, "-", "last", "+", "first")))),
    },
  },
}

---The rules of a plan. The rules on the halves of a pair are the last ones.
---@return table rules { { atoms, name, meaning } }
local function rules_of(plan)
  local rules = {}
  for i, atoms in ipairs(plan.deep) do
    rules[i] = {
      atoms = atoms, name = "rule_" .. i,
      meaning = ("%s, such as %s: %s"):format(atoms.fault, atoms.example, byte_tests.list_text(atoms)),
    }
  end
  for _, half in ipairs(plan.pairing and { "high", "low" } or {}) do
    local atoms <const> = plan.pairing[half]
    rules[#rules + 1] = { atoms = atoms, name = half, meaning = ("the %s half, wrong alone: %s"):format(half, byte_tests.list_text(atoms)) }
  end
  return rules
end

---The bits of p0 that a gate tests: all ("pairs"), those that b0 + `added` has ("set"), or those that b0 + `added` lacks ("unset").
local function of_pairs(asked, added)
  local byte <const> = (added or 0) > 0 and w.add("b0", w.splat(program.hex(added))) or "b0"
  if asked == "pairs" then
    return "p0"
  end
  return asked == "set" and w["and"]("p0", byte) or w.xor("p0", w["and"]("p0", byte))
end

local KEPT <const> = {
  set = "The bits of pairs that are also set in the second byte.", unset = "The bits of pairs that are clear in the second byte.",
}

---The number of the highest bit of a mask; 0 for the lowest bit.
local function number_of(mask)
  local n = 0
  while mask >> n > 1 do
    n = n + 1
  end
  return n
end

---Which bits of a gate's pair a rule tests: "pairs", "set" or "unset", as in of_pairs.
local function asked_of(rule, gate, by_classes)
  local atom <const> = rule.atoms[gate.distance + 1]
  if by_classes or atom.kind ~= "masked" or atom.mask ~= gate.mask then
    return "pairs"
  end
  return atom.value == 0 and "unset" or "set"
end

---Which pair bits are kept for later bytes: the kind that all gates of earlier pairs test; "pairs" if kinds differ; nil without such gates.
local function moved_of(rules, by_classes)
  local moved
  for _, rule in ipairs(rules) do
    for _, gate in ipairs(rule.atoms.gates or {}) do
      local one <const> = asked_of(rule, gate, by_classes)
      if gate.distance > 0 then
        moved = (not moved or moved == one) and one or "pairs"
      end
    end
  end
  return moved
end

---Sets in each rule .bits = { { of, mask } } (expressions and masks of its pair bits), .decided (the atoms that these bits decide) and
---.kept (for each gate, the result of asked_of).
local function add_bits(rules, by_classes, moved)
  for _, rule in ipairs(rules) do
    rule.bits, rule.decided, rule.kept = {}, {}, {}
    for i, gate in ipairs(rule.atoms.gates or {}) do
      local asked <const>, d <const> = asked_of(rule, gate, by_classes), gate.distance
      rule.kept[i] = asked
      rule.bits[i] = { of = d == 0 and of_pairs(asked, rule.atoms[1].added) or "p" .. d, mask = gate.mask }
      rule.decided[d + 1] = asked ~= "pairs" and (d == 0 or moved == asked) or nil
    end
  end
end

---Gives each rule the tests for the atoms that pair bits do not decide. The tests read their constants from the table `values_name`.
---@return integer[] values
local function add_tests(rules, values_name)
  local values = {}
  for _, rule in ipairs(rules) do
    rule.tests, rule.values, rule.firsts = {}, {}, {}
    for i, atom in ipairs(rule.atoms) do
      local test <const> = not rule.decided[i] and TESTS[atom.kind] or nil
      local arguments = { "b" .. i - 1 }
      rule.firsts[i] = test and #values
      for n = 2, test and #test or 0 do
        arguments[n] = program.entry(values_name, #values)
        values[#values + 1] = atom[test[n]]
      end
      rule.values[i] = arguments[2]
      rule.tests[#rule.tests + 1] = test and w[test[1]](table.unpack(arguments))
    end
  end
  return values
end

---Makes a function for each watched rule (watch.lua): the lanes in which the rule is evaluated. Sets rule.watch to its row of `watches`.
---@return table watches list of { name, distance = to the lead byte, code = the call }
---@return table functions
local function watches_of(rules)
  local watches, functions = {}, {}
  for _, rule in ipairs(rules) do
    local watch <const> = rule.atoms.watch
    if watch then
      local name <const>, classify <const> = "watch_" .. rule.name, w["classify_" .. watch.distance]
      local follower <const>, lead <const> = "b" .. watch.distance - 1, "b" .. watch.distance
      rule.watch = { name = name, distance = watch.distance, code = w[name](follower, lead) }
      watches[#watches + 1] = rule.watch
      functions[#functions + 1] = {
        name = name, result = "test", parameters = { "vec " .. follower, "vec " .. lead },
        meaning = ("The lanes in which %s is evaluated: %s & classify_%d(%s) equals classify_%d(%02X).")
          :format(rule.name, follower, watch.distance, lead, watch.distance, watch.lead),
        body = { program.result(w.equal(w["and"](follower, classify(lead)), classify(w.splat(rule.values[watch.distance + 1])))) },
      }
    end
  end
  return watches, functions
end

---The bytes that some rules need, and how far back the earliest one is.
---@param needed fun(rule: table, n: integer): boolean? whether a rule needs the byte at position n
local function looked_at(rules, needed)
  local part = { reach = 0, looked = {} }
  for _, rule in ipairs(rules) do
    for n = 1, #rule.atoms + 1 do
      if needed(rule, n) then
        part.reach, part.looked[n] = math.max(part.reach, n), true
      end
    end
  end
  return part
end

---Whether a rule compares a byte.
local function is_compared(rule, n)
  return rule.atoms[n] and rule.atoms[n].kind ~= "any" or false
end

---Whether a rule compares byte n, or has a gate whose pair contains it.
local function is_in_pair(rule, n)
  return is_compared(rule, n) or lists.any(rule.atoms.gates or {}, function(gate)
    return n == gate.distance + 1 or n == gate.distance + 2
  end)
end

---Calls write(n) for each byte in `part.looked`; n is its distance from the current byte.
---@return table list the results
function M.each_byte(part, write)
  local words = {}
  for n = 0, part.reach - 1 do
    words[#words + 1] = part.looked[n + 1] and write(n) or nil
  end
  return words
end

---Moves bits from the place of one mask up to the place of another.
local function moved_up(bits, from, to)
  local by <const> = number_of(to) - number_of(from)
  return by == 0 and bits or by == 1 and w.add(bits, bits) or w["shl" .. by](bits)
end

---The bits of a rule that tests only bits of pairs: each is shifted to the place of the highest one, and `and` joins them.
---@return table bits, integer mask
local function bits_of(rule)
  local mask <const>, joined = lists.most(rule.bits, function(bit) return bit.mask end), nil
  for _, bit in ipairs(rule.bits) do
    local moved <const> = moved_up(bit.of, bit.mask, mask)
    joined = joined and w["and"](joined, moved) or moved
  end
  return joined, mask
end

---Both halves of a pair as one rule: their bits are shifted to the same place, and `xor` joins them. A half alone leaves its bit set.
local function halves_of(high, low)
  local high_bits <const>, high_mask <const> = bits_of(high)
  local low_bits <const>, low_mask <const> = bits_of(low)
  local mask <const> = math.max(high_mask, low_mask)
  return w.xor(moved_up(high_bits, high_mask, mask), moved_up(low_bits, low_mask, mask)), mask
end

---For rules that test only bits of pairs: the expression of the lanes in which some rule is broken. Adds comments on the rules to the body.
---@return table broken, integer mask  the bits that report broken rules
local function add_bit_rules(body, rules)
  local found <const>, mask = {}, nil
  for i, rule in ipairs(rules) do
    body[#body + 1] = program.note(rule.meaning)
    if rule.name ~= "low" then
      local one = {}
      if rule.name == "high" then
        one.bits, one.mask = halves_of(rule, rules[i + 1])
      else
        one.bits, one.mask = bits_of(rule)
      end
      found[#found + 1] = one
      mask = (not mask or mask == one.mask) and one.mask or 255
    end
  end
  local broken
  for _, one in ipairs(found) do
    local bits <const> = mask == 255 and w["and"](one.bits, w.splat(program.hex(one.mask))) or one.bits
    broken = broken and w["or"](broken, bits) or bits
  end
  return broken, mask
end

---Adds statements that put the test of a rule into a variable.
local function add_rule(body, rule)
  local begun = false
  local function also(test)
    body[#body + 1] = begun and program.set(rule.name, w.both(rule.name, test)) or program.let("test", rule.name, test)
    begun = true
  end
  for _, test in ipairs(rule.tests) do
    also(test)
  end
  for _, bit in ipairs(rule.bits) do
    also(w.any_of(bit.of, program.hex(bit.mask)))
  end
  if rule.watch then
    also(rule.watch.code)
  end
end

---Adds statements that find the lanes in which rules are broken. Returns the expression of these lanes, a test.
local function add_rules(body, rules)
  local broken
  local function also(test)
    broken = broken and w.either(broken, test) or test
  end
  for i, rule in ipairs(rules) do
    body[#body + 1] = program.note(rule.meaning)
    local low <const> = rule.name == "high" and rules[i + 1]
    if low and #rule.tests + #low.tests == 0 then
      body[#body + 1] = program.note(low.meaning)
      local bits <const>, mask <const> = halves_of(rule, low)
      also(w.any_of(bits, program.hex(mask)))
      break
    end
    add_rule(body, rule)
    if not low then
      also(rule.name == "low" and w.differ("high", "low") or rule.name)
    end
  end
  return broken
end

---The parameters of a function of some bytes and pairs.
local function parameters_of(part, gates)
  return lists.concat(M.each_byte(part, function(n) return "vec b" .. n end),
    lists.map(gates, function(distance) return "vec p" .. distance end))
end

---The condition under which rules with a gate or a watch apply, in words.
local function waits_for(plan)
  local filter <const> = plan.filter > 0 and "a filter bit is set" or nil
  return filter and plan.watched and filter .. " or a watch is true" or filter or "a watch is true"
end

---The distances of the rules' gates, ascending.
local function gates_of(rules)
  local seen <const> = {}
  for _, rule in ipairs(rules) do
    for _, gate in ipairs(rule.atoms.gates or {}) do
      seen[gate.distance] = true
    end
  end
  return lists.keys(seen)
end

---The result of the function `broken` as a vector: a lane is nonzero if a rule is broken there.
---@param made table the result of `make`
function M.in_lanes(made, broken)
  if made.broken == "test" then
    return w.marked(broken)
  end
  return made.broken_mask == 255 and broken or w["and"](broken, w.splat(program.hex(made.broken_mask)))
end

---The functions of rules with a gate or a watch.
local function filtered_functions(rules, plan, made)
  local by_classes <const>, functions <const>, body <const> = plan.chain ~= nil, {}, {}
  if not by_classes and #made.gates > 0 then
    functions[1] = {
      name = "pairs", result = "vec", parameters = { "vec b", "vec before" },
      meaning = "The table bits that a byte and the previous byte share.",
      body = { program.result(w["and"](w.classify_0 "b", w.classify_1 "before")) },
    }
  end
  functions[#functions + 1] = KEPT[made.moved] and {
    name = made.moved, result = "vec", parameters = { "vec b0", "vec p0" }, meaning = KEPT[made.moved],
    body = { program.result(of_pairs(made.moved)) },
  } or nil
  local broken, mask
  if made.broken == "vec" then
    broken, mask = add_bit_rules(body, rules)
  else
    broken, mask = add_rules(body, rules), 255
  end
  made.broken_mask = mask
  body[#body + 1] = program.result(broken)
  functions[#functions + 1] = {
    name = "broken", result = made.broken, parameters = parameters_of(made.asked, made.gates), body = body,
    meaning = "The lanes in which deep rules are broken." .. (by_classes and "" or (" They apply only where %s."):format(waits_for(plan)))
      .. (#made.gates > 0 and " bN: the byte N bytes back; pN: its pair's bits." or ""),
  }
  if mask < 255 then
    functions[#functions].meaning = ("%s The result is in bit %02X."):format(functions[#functions].meaning, mask)
  end
  if by_classes then
    return functions
  end
  local arguments <const> = lists.concat(M.each_byte(made.asked, function(n) return "b" .. n end), lists.map(made.gates, function(distance)
    local pair <const> = w.pairs("b" .. distance, "b" .. distance + 1)
    return distance > 0 and KEPT[made.moved] and w[made.moved]("b" .. distance, pair) or pair
  end))
  functions[#functions + 1] = {
    name = "filtered", result = "vec", parameters = parameters_of(made.filtered, {}),
    meaning = "`broken` from bytes alone: a lane is nonzero if it breaks a deep rule.",
    body = { program.result(M.in_lanes(made, w.broken(table.unpack(arguments)))) },
  }
  return functions
end

---@param plan table
---@param values_name string the name of the table of the values
---@return table rules see above
function M.make(plan, values_name)
  local by_classes <const> = plan.chain ~= nil
  local rules <const>, always, gated = rules_of(plan), {}, {}
  for _, rule in ipairs(rules) do
    table.insert(rule.atoms.gates and gated or always, rule)
  end
  local moved <const> = moved_of(gated, by_classes)
  add_bits(rules, by_classes, moved)
  local made = {
    values = add_tests(rules, values_name), moved = moved, gates = gates_of(rules), deep = looked_at(always, is_compared),
    asked = looked_at(gated, function(rule, n) return is_compared(rule, n) and (not rule.decided[n] or n == 1) end),
    filtered = looked_at(gated, by_classes and is_compared or is_in_pair),
  }
  for _, rule in ipairs(gated) do
    made.broken = #rule.tests == 0 and made.broken ~= "test" and "vec" or "test"
  end
  local functions <const> = { table.unpack(HELPERS) }
  local watches <const>, watching <const> = watches_of(rules)
  made.watches, made.asks = watches, asks.of(rules, moved)
  table.move(watching, 1, #watching, #functions + 1, functions)
  if made.deep.reach > 0 then
    local body <const> = {}
    local broken <const> = add_rules(body, always)
    body[#body + 1] = program.result(w.marked(broken))
    table.insert(functions, {
      name = "deep", result = "vec", parameters = parameters_of(made.deep, {}), body = body,
      meaning = "The errors of rules that compare single bytes: the current one b0, the previous one b1, ...",
    })
  end
  if #gated > 0 then
    table.move(filtered_functions(gated, plan, made), 1, 4, #functions + 1, functions)
  end
  made.functions = functions
  return made
end

return M
