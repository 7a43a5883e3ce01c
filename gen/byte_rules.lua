-- SPDX-License-Identifier: 0BSD
-- byte_rules: the deep rules (deep_rules.lua) as functions of a kernel.
--
-- In:  a plan, by nibbles or by classes. Out: {
--        values    what bytes are compared with, in the order in which they are
--        deep       the rules that always count: { reach = bytes they look back over, looked = {[position from 1] = true} }
--        filtered   the same of those that count only where a bit of the tables watches
--        gates     the distances of the pairs at which these look, in order
--        watches   { name, distance, code } of the functions that tell where those are looked at that are watched for (watch.lua)
--        functions of a program (program.lua), `deep` and `filtered` among them where there are such rules
--      }
--
-- UTF-8 without U+FFFE, one rule: `test rule_1 = is(b0, values[0]); rule_1 = both(rule_1, is(b1, values[1])); ... b2 ...; return
-- marked(rule_1)`, where b0 is the current byte, b1 the one before it, and the values are BE, BF and EF.

local program = require "gen.program"
local byte_tests = require "gen.byte_tests"

local M = {}

local w <const> = program.call
local SIGN_BIT <const> = byte_tests.SIGN_BIT

---The greatest byte as a signed number.
local GREATEST <const> = SIGN_BIT - 1

---What each kind of atom is compared by, and with which of its fields.
local TESTS <const> = {
  equal = { "is", "value" }, above = { "is_above", "value" }, masked = { "is_masked", "mask", "value" },
  range = { "is_in", "lo", "hi" },
}

---Those tests as functions.
local HELPERS <const> = {
  {
    name = "is", helper = true, result = "test", parameters = { "vec b", "byte value" },
    meaning = "The lanes whose byte is `value`.",
    body = { program.result(w.equal("b", w.splat "value")) },
  },
  {
    name = "is_masked", helper = true, result = "test", parameters = { "vec b", "byte mask", "byte value" },
    meaning = "The lanes whose byte has `value` under a mask.",
    body = { program.result(w.equal(w["and"]("b", w.splat "mask"), w.splat "value")) },
  },
  {
    name = "is_above", helper = true, result = "test", parameters = { "vec b", "byte value" },
    meaning = "The lanes whose byte is above `value` as a signed one: 80 is the least, 7F the greatest.",
    body = { program.result(w.cmpgt("b", w.splat "value")) },
  },
  {
    name = "is_in", helper = true, result = "test", parameters = { "vec b", "byte first", "byte last" },
    meaning = "The lanes whose byte is in a range, which is moved up so that its last becomes the greatest signed byte.",
    body = {
      program.let("vec", "moved", w.add("b", w.splat(program.sum(GREATEST, "-", "last")))),
      program.result(w.cmpgt("moved", w.splat(program.sum(GREATEST - 1, "-", "last", "+", "first")))),
    },
  },
}

---The rules of a plan, those on the halves of a pair last.
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
    rules[#rules + 1] = { atoms = atoms, name = half, meaning = ("the %s half of a pair: %s"):format(half, byte_tests.list_text(atoms)) }
  end
  return rules
end

---Gives each rule the tests of its bytes, which take their values from a table.
---@return integer[] values
local function add_tests(rules, values_name)
  local values = {}
  for _, rule in ipairs(rules) do
    rule.tests, rule.values = {}, {}
    for i, atom in ipairs(rule.atoms) do
      local test <const> = TESTS[atom.kind]
      local arguments = { "b" .. i - 1 }
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

---The functions that tell where rules are looked at that are watched for (watch.lua); each such rule gets what calls its own.
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
        meaning = ("The lanes in which %s is looked at: behind %02X, or a lead byte like it, a byte with all bits of what classify_%d "
          .. "makes of %02X."):format(rule.name, watch.lead, watch.distance, watch.lead),
        body = { program.result(w.equal(w["and"](follower, classify(lead)), classify(w.splat(rule.values[watch.distance + 1])))) },
      }
    end
  end
  return watches, functions
end

---How far some rules look back, and at which bytes.
local function looked_at(rules)
  local part = { reach = 0, looked = {} }
  for _, rule in ipairs(rules) do
    part.reach = math.max(part.reach, #rule.atoms)
    for n, atom in ipairs(rule.atoms) do
      part.looked[n] = part.looked[n] or atom.kind ~= "any"
    end
  end
  return part
end

---Calls write(n) for each byte that some rules look at, n bytes before the current one.
---@return table list what it returned
function M.each_byte(part, write)
  local words = {}
  for n = 0, part.reach - 1 do
    words[#words + 1] = part.looked[n + 1] and write(n) or nil
  end
  return words
end

---The test of a rule as a variable, one test of a byte or a pair after the other.
local function add_rule(body, rule, by_classes)
  body[#body + 1] = program.note(rule.meaning)
  local begun = false
  local function also(test)
    body[#body + 1] = begun and program.set(rule.name, w.both(rule.name, test))
      or program.let("test", rule.name, test)
    begun = true
  end
  for _, test in ipairs(rule.tests) do
    also(test)
  end
  for _, gate in ipairs(rule.atoms.gates or {}) do
    local distance <const>, mask <const> = gate.distance, program.hex(gate.mask)
    also(by_classes and w.any_of("p" .. distance, mask) or w.filter("b" .. distance, "b" .. distance + 1, mask))
  end
  if rule.watch then
    also(rule.watch.code)
  end
end

---What some rules say together.
local function result_of(rules)
  local test
  for _, rule in ipairs(rules) do
    local one = rule.name
    if rule.name == "high" then
      one = w.differ("high", "low")
    end
    if rule.name ~= "low" then
      test = test and w.either(test, one) or one
    end
  end
  return w.marked(test)
end

---A function of some rules.
local function function_of(name, rules, part, gates, by_classes, meaning)
  local parameters, body = M.each_byte(part, function(n) return "vec b" .. n end), {}
  for _, distance in ipairs(gates) do
    parameters[#parameters + 1] = "vec p" .. distance
  end
  for _, rule in ipairs(rules) do
    add_rule(body, rule, by_classes)
  end
  body[#body + 1] = program.result(result_of(rules))
  return { name = name, result = "vec", parameters = parameters, meaning = meaning, body = body }
end

---What rules by nibbles wait for that do not always count.
local function waits_for(plan)
  local filter <const> = plan.filter > 0 and "a filter bit is set" or nil
  return filter and plan.watched and filter .. " or they are watched for" or filter or "they are watched for"
end

---The distances of the pairs that rules look at.
local function gates_of(rules)
  local seen, gates = {}, {}
  for _, rule in ipairs(rules) do
    for _, gate in ipairs(rule.atoms.gates or {}) do
      if not seen[gate.distance] then
        seen[gate.distance] = true
        gates[#gates + 1] = gate.distance
      end
    end
  end
  table.sort(gates)
  return gates
end

---@param plan table
---@param values_name string what the table of the values is called
---@return table rules see above
function M.make(plan, values_name)
  local by_classes <const> = plan.chain ~= nil
  local rules <const>, always, gated = rules_of(plan), {}, {}
  for _, rule in ipairs(rules) do
    table.insert(rule.atoms.gates and gated or always, rule)
  end
  local made = { values = add_tests(rules, values_name), deep = looked_at(always), filtered = looked_at(gated), gates = gates_of(rules) }
  local functions <const> = { table.unpack(HELPERS) }
  local watches <const>, watching <const> = watches_of(rules)
  made.watches = watches
  table.move(watching, 1, #watching, #functions + 1, functions)
  if made.deep.reach > 0 then
    table.insert(functions, function_of("deep", always, made.deep, {}, by_classes,
      "What is wrong by rules on single bytes compared, the current one b0, the one before it b1, ..."))
  end
  if plan.filter > 0 and not by_classes then
    table.insert(functions, {
      name = "filter", result = "test", parameters = { "vec b", "vec before", "byte mask" },
      meaning = "The lanes in which a byte and the one before it have a bit of `mask` in the tables.",
      body = { program.result(w.any_of(w["and"](w.classify_0 "b", w.classify_1 "before"), "mask")) },
    })
  end
  if #gated > 0 then
    table.insert(functions, function_of("filtered", gated, made.filtered, by_classes and made.gates or {}, by_classes,
      by_classes and "What is wrong by rules on pairs that bits of the tables tell, and on single bytes around them."
        or ("What is wrong by deep rules, which count only where %s."):format(waits_for(plan))))
  end
  made.functions = functions
  return made
end

return M
