-- SPDX-License-Identifier: 0BSD
-- plan: turns the products of a cover, the continuation rule and the passthrough into the tables and thresholds that a kernel needs.
--
-- In:  spec, automaton, analysis, the model with its continuation bytes and faults, and `price` (see M.make). Out: plan = {
--        bits     = { { name = "too_long", mask = 1, product = {...} }, ... }, the continuation rule's bit last
--        tables   = { prev_high = {[0] = byte, ...}, prev_low = ..., this_high = ..., this_low? }, see nibble.lua
--        demands  = { { distance = 2, from = 0xE0 }, ... }: a byte from E0 on demands a continuation byte two bytes later
--        two_byte = { lead, limit, trail, ... }: the check of text that only has characters of one and two bytes (two_byte.lua), or nil
--        deep, pairing, filter, forbidden, bit = see window_check.lua, filters.lua; passthrough = see passthrough.lua
--        watched  = the rules of `deep` that have a watch, see watch.lua; nil if there are none
--        look     = the filter that selects characters for the automaton, instead of `deep`, see look.lua; nil if not needed or impossible
--        deep_cost = operations of `deep` without filters; nil with a look
--        least    = a lower bound of the number of rules of `deep`: the number of texts that each need their own rule; with a look, 0
--        candidates = { { rules, cost } }: the versions of `deep` that were compared, before the cheapest one was optimized
--        flipped  = the bits to be flipped in a byte before it is compared with `demands`, 0 for UTF-8
--        sensitivity = { prev_high = {[0] = mask, ...}, ... }: the table bits whose flip makes the check wrong, see sensitivity.lua
--        cover    = the result of cover.find
--        given_up = messages about searches that stopped at their common limit; a better plan may then exist
--        classes  = the plan by classes (classes.lua), for instruction sets with large lookups; if nil, no_classes is the reason
--      }, or nil and the reason; carry.lua may then make a plan. For a set of single bytes, byte_set.lua makes the plan.
--
-- The continuation rule: two continuation bytes in a row are neither right nor wrong as a pair. They set the bit
-- `two_continuations`. This bit must be set exactly if an earlier byte demands it: in UTF-8, if prev2 >= E0 or prev3 >= F0. One XOR
-- checks all lengths (Keiser and Lemire 2021, section 6.2). The threshold of distance d is the least lead byte of all forms of more than d
-- bytes. A wider form of the rule sets the bit for each continuation byte, except after bytes with the high nibble of a lead byte. So
-- too_long needs no bit: if a continuation byte after ASCII is not demanded, it is an error; if it is, the ASCII byte is one.

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"
local byte_set = require "gen.plan.byte_set"
local bases = require "gen.plan.base"
local byte_tests = require "gen.plan.byte_tests"
local classes = require "gen.plan.classes"
local common_windows = require "gen.plan.common_windows"
local cover = require "gen.plan.cover"
local deep_rules = require "gen.plan.deep_rules"
local faults = require "gen.language.faults"
local class_filters = require "gen.plan.class_filters"
local filters = require "gen.plan.filters"
local look = require "gen.plan.look"
local nibble = require "gen.plan.nibble"
local proof = require "gen.plan.proof"
local bytes_ = require "gen.common.bytes"
local forms_ = require "gen.spec.forms"
local sensitivity = require "gen.plan.sensitivity"
local two_byte = require "gen.plan.two_byte"
local watch = require "gen.plan.watch"

local M = {}

local TABLE_BITS <const> = bases.TABLE_BITS
local SIGN_BIT <const> = bytes_.SIGN_BIT

---The operations for a way's `tables`: the low nibble, two lookups, one `and`, and one `or` with the errors.
local LOOKED_UP <const> = 5

---The operations to look up the low nibble of the current byte; JOINED: the same if that nibble is already computed.
local LOOKED_LOW <const>, JOINED <const> = 3, 2

---The most operations of deep rules before a look replaces them: somewhat more than twice the operations of a look.
local MOST_DEEP_COST <const> = 32
---If the rules of the first way cost more, a look is tried at once: in known specs, every way's rules then cost over MOST_DEEP_COST.
local COST_FOR_LOOK <const> = 2 * MOST_DEEP_COST
---The least operations of a rule on several bytes: two comparisons, each joined to the others.
local LEAST_RULE <const> = 4

---The product of the continuation rule, widened to all previous bytes except those with the high nibble of a lead byte. The
---wider rule implies too_long (see the head of this file).
local function undemanded(product, analysis, continuations)
  local led = 0
  for byte = 0, 255 do
    for follower in next, not continuations[byte] and continuations or {} do
      led = led | (analysis.pairs[byte << 8 | follower] and 1 or 0) << (byte >> 4)
    end
  end
  return { ~led & 0xFFFF, product[2], product[3] }
end

---The faults of the pairs that a product catches, except pairs whose second byte is forbidden.
---@param fault_of fun(b1: integer, b2: integer): string
---@return table first name of a fault -> the first byte of the first pair with this fault
local function faults_caught(product, analysis, fault_of)
  local first = {}
  local prevs <const>, thises <const> = nibble.held(product)
  for _, b1 in ipairs(prevs) do
    for _, b2 in ipairs(thises) do
      if not analysis.pairs[b1 << 8 | b2] and not analysis.forbidden[b2] then
        local name <const> = fault_of(b1, b2)
        first[name] = first[name] or b1
      end
    end
  end
  return first
end

---The name of a fault, in which `overlong` gets a length, as in the literature: overlong_3 if `byte` begins a form of three bytes.
local function with_length(name, byte, spec)
  local written = name
  for _, form in ipairs(name == "overlong" and spec.forms or {}) do
    written = forms_.fits(form, 1, byte) and name .. "_" .. #form.bytes or written
  end
  return written
end

---The name of a product: the faults that it catches.
local function name_of(product, spec, analysis, fault_of)
  local first <const>, names = faults_caught(product, analysis, fault_of), {}
  -- A product that catches too_short or too_long often catches other faults, too. Its name is then just too_short, or else too_long.
  for _, rule in ipairs { "too_short", "too_long" } do
    if first[rule] then
      return rule
    end
  end
  for name in next, first do
    names[#names + 1] = name ~= "not_a_form" and name or nil
  end
  names[1] = names[1] or next(first)
  table.sort(names)
  for i, name in ipairs(names) do
    names[i] = with_length(name, first[name], spec)
  end
  return table.concat(names, "_or_")
end

---The automaton of the characters that are allowed in every context; a look recognizes the others.
local function always_allowed(model)
  return automata.build(lists.picked(model.rows, function(row)
    return not next(row.barred) and { bytes = row.bytes, to = 1, barred = row.barred }
  end))
end

---Gives a plan a look instead of deep rules. A look recognizes single characters, so specs with a `pair` cannot have one.
---@return boolean done
local function add_look(plan, spec, search)
  local automaton <const>, analysis <const> = search.automaton, search.analysis
  local wrong <const> = not spec.pair and proof.counterexample(automaton, analysis, plan)
  if spec.pair or wrong and not wrong.accepted or proof.errs_on_a_byte(automaton, analysis, plan) then
    return false
  end
  search.windows = search.windows or common_windows.of(spec, plan.passthrough)
  search.allowed = search.allowed or search.model.contexts > 1 and always_allowed(search.model) or automaton
  plan.look, plan.candidates = look.make(spec, search.allowed, plan, search.model.continuations, search.windows), {}
  return plan.look ~= nil and plan.look.likely < common_windows.SKIPPED and not proof.counterexample(automaton, analysis, plan)
end

---The plan by classes instead of nibbles: one table for each byte of a pair.
---@param base table the part that all plans share (base.lua)
---@param too_many string? why no deep rules are possible
---@return table? classes as `plan`, with `chain`, see classes.lua; string? reason why not
local function by_classes(spec, base, search, use, too_many)
  local automaton <const>, analysis <const>, model <const> = search.automaton, search.analysis, search.model
  if automaton.class_of[254] ~= automaton.class_of[255] then
    return nil, "the bytes FE and FF have different meanings, but the tables have one entry for both"
  end
  local plain <const> = base.passthrough
  local forbidden <const> = automata.ranges(function(byte) return plain.forbidden[byte] end)
  local refused_nul <const> = #forbidden == 1 and forbidden[1].hi == 0
  local made <const> = classes.make(spec, analysis, model.continuations, refused_nul)
  made.demands, made.flipped, made.deep, made.filter, made.trigger, made.passthrough = {}, 0, {}, 0, 0, plain
  made.pairing = base.pairing and { high = { table.unpack(base.pairing.high) }, low = { table.unpack(base.pairing.low) } }
  made.forbidden = #forbidden > 0 and not refused_nul and { class = classes.pack_bytes(plain.forbidden) } or nil
  if plain.ascii.entries or plain.ascii.tables then
    made.ascii_class = (not plain.only_forbidden or not made.forbidden) and classes.pack_bytes(plain.refused) or nil
  end
  local done, why = false, too_many
  if not too_many then
    done, why = deep_rules.close_gaps(made, search)
  end
  if not done or byte_tests.cost(made.deep) > MOST_DEEP_COST then
    local rules <const> = made.deep
    made.deep = {}
    local looks <const> = add_look(made, spec, search)
    made.look, made.deep = looks and made.look or nil, looks and {} or rules
    done = done or looks
  end
  if not done then
    return nil, why
  end
  local watching <const> = class_filters.of(made, use)
  table.move(watching, 1, #watching, #made.bits + 1, made.bits)
  made.tables = classes.pack(made.bits, made.refused_nul)
  made.sensitivity = sensitivity.of_classes(automaton, analysis, made)
  return made
end

---The products of a way: as few as cover.find finds, and at most one for each table bit except the continuation rule's.
---@param way table see ways_of. Products need not catch pairs with a byte of `way.left`. Nor need they catch pairs that `way.rule` catches
---  and that begin with a non-continuation byte
---@param search table `search.effort` limits the searches for the products of all ways together, see cover.find
local function products_of(way, search)
  local all <const>, also_continuations <const>, continuations <const> = {}, {}, search.model.continuations
  local left <const>, low <const> = way.left, way.low
  for byte = 0, 255 do
    all[byte], also_continuations[byte] = true, left[byte] or continuations[byte]
  end
  local products <const> = cover.find(search.analysis, low and "look" or "leave", function(b1)
    return left[b1] and all or not continuations[b1] and way.rule.product[1] >> (b1 >> 4) & 1 == 1 and also_continuations or left
  end, true, search.effort).products
  for _, product in ipairs(products) do
    product[4] = low and (product[4] or 0xFFFF) or nil
  end
  while #products >= TABLE_BITS do
    -- More products than bits: deep rules replace the smallest one.
    local smallest, size = 1, math.huge
    for i, product in ipairs(products) do
      if nibble.volume(product) <= size then
        smallest, size = i, nibble.volume(product)
      end
    end
    table.remove(products, smallest)
  end
  return products
end

---Lists the ways to make a plan. Each has one of two forms of the continuation rule; the wider one saves a bit. Two ways let products catch
---the forbidden bytes below 80, as previous bytes. One way per range of these leaves it to deep rules. One more leaves all
---forbidden bytes, or those below 80, to separate tables. Each way also exists with a lookup of the byte's low nibble, to save rules.
---@return table ways list of { rule, left = set of bytes that products need not catch, tables?, low?, cost = operations for `tables` and
---  `low`, products? = the result of products_of, once it is known }
local function ways_of(rule, analysis, continuations, plain)
  local wide <const> = { name = "continuation", mask = rule.mask, product = undemanded(rule.product, analysis, continuations) }
  local ways <const> = { { rule = rule, left = {}, cost = 0 }, { rule = wide, left = {}, cost = 0 } }
  for _, range in ipairs(automata.ranges(function(byte) return plain.forbidden[byte] end)) do
    local left <const> = {}
    for byte = range.lo, range.hi do
      left[byte] = true
    end
    ways[#ways + 1] = { rule = wide, left = left, cost = 0 }
  end
  if next(plain.forbidden) then
    -- Bytes below 80 have eight high nibbles, so eight bits are always enough for the forbidden ones.
    local all <const> = nibble.pack_bytes(analysis.forbidden, 256)
    ways[#ways + 1] = {
      rule = wide, left = all and analysis.forbidden or plain.forbidden, tables = all or nibble.pack_bytes(plain.forbidden, SIGN_BIT),
      cost = LOOKED_UP,
    }
  end
  for i = 1, #ways do
    local way <const> = ways[i]
    local low_rule <const> = { name = way.rule.name, mask = way.rule.mask, product = { table.unpack(way.rule.product) } }
    low_rule.product[4] = 0xFFFF
    ways[#ways + 1] = {
      rule = low_rule, left = way.left, tables = way.tables, low = true, cost = way.cost + (way.tables and JOINED or LOOKED_LOW),
    }
  end
  for i, way in ipairs(ways) do
    way.at = i
  end
  table.sort(ways, function(a, b)
    return a.cost < b.cost or a.cost == b.cost and a.at < b.at
  end)
  return ways
end

---A plan with products, still without deep rules.
---@param base table the part that all ways share, see base.lua
local function with_products(base, way, search)
  local plan <const> = lists.update({}, base)
  plan.forbidden, plan.bits = way.tables, {}
  plan.pairing = base.pairing and { high = { table.unpack(base.pairing.high) }, low = { table.unpack(base.pairing.low) } }
  way.products = way.products or products_of(way, search)
  for i, product in ipairs(way.products) do
    plan.bits[i] = { mask = 1 << (i - 1), product = product }
  end
  table.insert(plan.bits, way.rule)
  plan.tables = bases.tables_of(plan.bits, way.low)
  return plan
end

---Adds deep rules and filters to a plan with products.
---@return integer? operations of the watches, and of the rules that have neither a gate nor a watch; string? reason why there are no rules
local function add_rules(plan, search, use)
  local spare = {}
  for b = #plan.bits - 1, TABLE_BITS - 2 do
    spare[#spare + 1] = 1 << b
  end
  local done <const>, why <const> = deep_rules.close_gaps(plan, search)
  if not done then
    return nil, why
  end
  plan.deep_cost = byte_tests.cost(plan.deep)
  for _, bit in ipairs(filters.by_nibbles(plan, use, spare)) do
    table.insert(plan.bits, #plan.bits, bit)
  end
  table.sort(plan.bits, function(a, b) return a.mask < b.mask end)
  plan.tables = bases.tables_of(plan.bits, plan.tables.this_low ~= nil)
  watch.add(plan, search, use)
  local always <const> = plan.pairing and not plan.pairing.low.gates and { plan.pairing.high, plan.pairing.low } or {}
  for _, atoms in ipairs(plan.deep) do
    always[#always + 1] = not atoms.gates and atoms or nil
  end
  return byte_tests.cost(always) + watch.COST * #(plan.watched or {})
end

---The plan with deep rules that takes the fewest cycles. A way is not tried if its `cost` alone reaches the operations of the best plan so
---far, or if the searches for rules have used up their common limit.
---@param without_rules fun(): table?  makes a plan with a look; called if the first way's deep rules are not found or cost far too much
---@return table? plan with deep rules, or the result of `without_rules`; string? why there is no plan
local function by_rules(base, ways, search, use, without_rules)
  local plan, cost, least, why
  for number, way in ipairs(ways) do
    if search.left < 0 then
      local message <const> = "the search for rules on several bytes stopped early, after %d of %d ways"
      table.insert(search.given_up, message:format(number - 1, #ways))
      break
    end
    if not cost or way.cost < cost then
      local one <const> = with_products(base, way, search)
      local operations <const>, reason <const> = add_rules(one, search, use)
      local cycles <const> = operations and search.price(one, search.analysis)
      why = why or reason
      if cycles and (not plan or cycles < least) then
        plan, cost, least = one, operations + way.cost, cycles
      end
      local looked <const> = number == 1 and (not plan or plan.deep_cost > COST_FOR_LOOK) and without_rules() or nil
      if looked then
        return looked
      end
    end
  end
  return plan, not plan and why or nil
end

---A plan without deep rules: the automaton checks the places that a look selects.
---@return table? plan of the cheapest way that allows a look
local function by_look(base, ways, spec, search)
  for _, way in ipairs(ways) do
    local plan <const> = with_products(base, way, search)
    plan.least = #plan.deep
    if add_look(plan, spec, search) then
      return plan
    end
  end
end

---@param price fun(plan: table, analysis: table): number  the cycles of a plan's kernels, by which plans are compared
---@return table? plan, string? reason why not
function M.make(spec, automaton, analysis, model, price)
  -- `automaton` may lack the rules for the end of a text; model.automaton has them. With such rules, a set of bytes is not enough.
  local set <const>, all <const> = byte_set.of(model.automaton)
  if set then
    return byte_set.make(set)
  end
  local lack <const> = all and "each byte is a character, so no text is ill-formed" or bases.lacking(spec, analysis, model)
  if lack then
    return nil, lack
  end
  local base <const>, reason <const>, rule <const> = bases.make(spec, automaton, analysis, model)
  if not base then
    return nil, reason
  end
  local search <const> = deep_rules.searcher(automaton, analysis, model)
  local too_many <const>, least <const> = deep_rules.too_many(base, search)
  base.least = least
  local use <const> = filters.use_of(spec, analysis)
  local ways <const> = ways_of(rule, analysis, model.continuations, base.passthrough)
  search.effort, search.given_up, search.price = { left = cover.EFFORT_OF_ALL }, {}, price
  local looked
  local function look_once()
    looked = looked == nil and (by_look(base, ways, spec, search) or false) or looked
    return looked or nil
  end
  local rules_cost_much <const> = LEAST_RULE * least > MOST_DEEP_COST
  local plan, why = rules_cost_much and look_once() or nil, too_many
  if not plan and not too_many then
    plan, why = by_rules(base, ways, search, use, look_once)
    if not plan or not plan.look and plan.deep_cost > MOST_DEEP_COST then
      plan = look_once() or plan
    end
  end
  if not plan then
    return nil, table.concat({ why, table.unpack(search.given_up) }, "; ")
  end
  plan.given_up = plan.look and {} or search.given_up
  if search.effort.left == 0 then
    local message <const> = "the search for the smallest tables stopped early: some of %d ways may have larger tables than necessary"
    table.insert(plan.given_up, message:format(#ways))
  end
  local fault_of <const> = faults.of_pairs(model)
  for _, bit in ipairs(plan.bits) do
    bit.name = bit.name or name_of(bit.product, spec, analysis, fault_of)
  end
  plan.two_byte = two_byte.find(automaton, analysis, plan, model.continuations)
  plan.sensitivity = sensitivity.of_nibbles(automaton, analysis, plan)
  plan.cover = cover.find(analysis, "look")
  if not analysis.pad then
    plan.no_classes = "kernels by classes need a pad of one byte"
  else
    search.left = deep_rules.MOST_STEPS
    plan.classes, plan.no_classes = by_classes(spec, base, search, use, too_many)
    if plan.classes then
      plan.classes.two_byte = two_byte.for_classes(plan, model.continuations)
    end
  end
  return plan
end

return M
