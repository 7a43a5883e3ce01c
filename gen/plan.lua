-- SPDX-License-Identifier: 0BSD
-- plan: the products of a cover, the continuation rule and the fast path become the tables and thresholds that a kernel needs.
--
-- In:  spec, automaton, analysis, continuation bytes, fault model. Out: plan = {
--        bits     = { { name = "too_long", mask = 1, product = {...} }, ... }, the last one `two_continuations`
--        tables   = { prev_high = {[0] = byte, ...}, prev_low = ..., this_high = ... }, see nibble.lua
--        demands  = { { distance = 2, from = 0xE0 }, ... }: a byte from E0 on demands a continuation byte two bytes later
--        two_byte = { lead, limit, trail, gap }: what texts of one- and two-byte characters are checked by, see two_byte.lua
--        deep, pairing, filter = see window_check.lua, filters.lua; forbidden, passthrough = see find_passthrough
--        least    = how many rules `deep` has at least, whatever they are: no rule catches two of as many texts
--        candidates = { { rules, cost } }: ways to write `deep`, the cheapest was made cheaper yet
--        flipped  = the bits to be flipped in a byte before that comparison, 0 for UTF-8
--        sensitivity = { prev_high = {[0] = mask, ...}, ... }: the bits whose flip changes the language, see sensitivity.lua
--        cover    = what cover.find gave
--        classes  = the same by classes (classes.lua) for those who can look up so much at once; nil and no_classes = the reason
--      }, or nil and the reason why there are no vector kernels.
--
-- The continuation rule: two continuation bytes in a row are neither right nor wrong as a pair. They set the bit
-- `two_continuations`, and it must equal what the bytes before demand: prev2 >= E0 or prev3 >= F0 in UTF-8. One XOR checks all
-- lengths (Keiser and Lemire 2021, section 6.2). The thresholds follow from the forms: the least lead byte of the forms longer than the
-- distance.

local automata = require "gen.automaton"
local byte_tests = require "gen.byte_tests"
local classes = require "gen.classes"
local cover = require "gen.cover"
local deep_rules = require "gen.deep_rules"
local faults = require "gen.faults"
local filters = require "gen.filters"
local look = require "gen.look"
local nibble = require "gen.nibble"
local proof = require "gen.proof"
local rows = require "gen.rows"
local sensitivity = require "gen.sensitivity"
local two_byte = require "gen.two_byte"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START

local TABLE_BITS <const> = 8

local SIGN_BIT <const> = byte_tests.SIGN_BIT

---How many operations deep rules may take where a filter and the automaton can do without: some more than twice what the filter takes.
local MOST_DEEP_COST <const> = 32

---What was read before, for a message.
local function context(bytes)
  return #bytes > 0 and rows.hex(bytes) or "nothing"
end

---The thresholds of the continuation rule: one comparison must tell the lead bytes of longer forms from all other bytes. Where
---continuation bytes lie above them, bits that are flipped in all bytes before may put them in order.
---@return table? demands, integer|string flipped or reason
local function demands_of(spec, analysis, continuations)
  local reason
  for flipped = 0, SIGN_BIT - 1 do
    local demands = {}
    for distance = 2, rows.longest_form(spec) - 1 do
      local leads <const>, from = rows.leads(spec, distance), math.huge
      for byte in next, leads do
        from = math.min(from, byte ~ flipped)
      end
      for byte = 0, 255 do
        if byte ~ flipped >= from and not leads[byte] and not analysis.forbidden[byte] then
          reason = reason or ("%02X, a %s byte, lies above %02X, a lead byte of a form of more than %d bytes, whatever bits are flipped")
            :format(byte, continuations[byte] and "continuation" or "lead", from ~ flipped, distance)
          from = nil
          break
        end
      end
      if not from then
        demands = nil
        break
      end
      demands[#demands + 1] = { distance = distance, from = from }
    end
    if demands then
      return demands, flipped
    end
  end
  return nil, reason
end

---The product of two continuation bytes in a row. @return table? product, string? reason
local function two_continuations(continuations)
  local high = 0
  for byte = 0, 255 do
    if continuations[byte] then
      high = high | 1 << (byte >> 4)
    end
  end
  for byte = 0, 255 do
    if high >> (byte >> 4) & 1 == 1 and not continuations[byte] then
      return nil, ("the continuation bytes do not fill the high nibble %X"):format(byte >> 4)
    end
  end
  return { high, 0xFFFF, high }
end

---The faults of the pairs that a product catches.
---@return table first by name of a fault, the first byte of the first pair that has it
local function faults_caught(product, analysis, model)
  local first = {}
  local prevs <const>, thises <const> = nibble.held(product)
  for _, b1 in ipairs(prevs) do
    for _, b2 in ipairs(thises) do
      if not analysis.pairs[b1 << 8 | b2] and not analysis.forbidden[b2] then
        local name <const> = faults.of(model, { b1, b2 }).fault
        first[name] = first[name] or b1
      end
    end
  end
  return first
end

---`overlong` with the length of the form that begins with a byte, as the literature does.
local function with_length(name, byte, spec)
  local written = name
  for _, form in ipairs(name == "overlong" and spec.forms or {}) do
    written = rows.fits(form, 1, byte) and name .. "_" .. #form.bytes or written
  end
  return written
end

---A product is called after the faults that it catches.
local function name_of(product, spec, analysis, model)
  local first <const>, names = faults_caught(product, analysis, model), {}
  -- A product that catches every lead without its continuation also holds bytes that are wrong in themselves: the rule names it.
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

-- ---- Rules on single bytes and on more than two ----

---Bytes without the sign bit that no text holds, and the test that tells plain bytes (whole characters) from all others.
---@return table? plain { test = "sign" | "positive" | "table", alone = set, tables? }, string? reason
local function find_passthrough(analysis)
  local forbidden, count = {}, 0
  for byte = 0, 255 do
    if byte >= SIGN_BIT and analysis.whole[byte] then
      return nil, ("the byte %02X, which has the sign bit, is a whole character"):format(byte)
    elseif byte < SIGN_BIT and not analysis.whole[byte] then
      if not analysis.forbidden[byte] then
        return nil, ("the byte %02X is allowed in some places only, but has no sign bit, by which vectors tell plain bytes"):format(byte)
      end
      forbidden[byte] = true
      count = count + 1
    end
  end
  if count == 0 then
    return { test = "sign", forbidden = forbidden }
  elseif count == 1 and forbidden[0] then
    return { test = "positive", forbidden = forbidden }
  end
  return { test = "table", forbidden = forbidden, tables = nibble.pack_bytes(forbidden, SIGN_BIT) }
end

---The rule of a pair as two lists of atoms that must hold together: the low half's first bytes, and the high half's, so many bytes before.
---@return table? match { high, low }, string? reason
local function pairing_of(spec, automaton)
  local function first_bytes(half)
    local rows_ = rows.of_range(spec, half)
    if #rows_ ~= 1 or rows_[1].bytes[1].lo ~= rows_[1].bytes[1].hi or #rows_[1].bytes < 3 then
      return nil
    end
    return rows_[1].bytes
  end
  local high, low = first_bytes(spec.pair.high), first_bytes(spec.pair.low)
  if not high or not low or #high ~= #low then
    return nil, "the halves of the pair are not told by the first two bytes of forms of one length"
  end
  local function atoms_of(bytes)
    return { { kind = "range", lo = bytes[2].lo, hi = bytes[2].hi, cost = 2 }, { kind = "equal", value = bytes[1].lo, cost = 1 } }
  end
  local pairing = { low = atoms_of(low), high = {} }
  for i = 1, #high do
    pairing.high[i] = { kind = "any", cost = 0 }
  end
  table.move(atoms_of(high), 1, 2, #high + 1, pairing.high)
  -- Where the low half's second byte is the last range that can follow its lead, one comparison tells it.
  local above = { kind = "above", value = low[2].lo - 1, cost = 1 }
  local free = true
  for byte = 0, 255 do
    if byte_tests.holds(above, byte) and not (low[2].lo <= byte and byte <= low[2].hi) then
      free = free and automaton.next[automaton.next[START][low[1].lo]][byte] == DEAD
    end
  end
  pairing.low[1] = free and above or pairing.low[1]
  return pairing
end

-- ---- Plans ----

---The tables of the bits of a plan by nibbles.
local function tables_of(bits)
  local products = {}
  for b = 1, TABLE_BITS do
    products[b] = { 0, 0, 0 }
    for _, bit in ipairs(bits) do
      products[b] = bit.mask == 1 << b - 1 and bit.product or products[b]
    end
  end
  return nibble.pack(products)
end

---The plan by classes instead of nibbles: one table for each byte of a pair. `plan` has what does not depend on the tables.
---@return table? classes as `plan`, with `chain`, see classes.lua; string? reason why not
local function by_classes(spec, automaton, analysis, model, plan, search)
  if automaton.class_of[254] ~= automaton.class_of[255] then
    return nil, "the bytes FE and FF are not alike, and the tables have one entry for both"
  end
  local made <const> = classes.make(spec, analysis, model.continuations, plan.passthrough == "positive")
  made.demands, made.flipped, made.deep, made.filter, made.trigger, made.passthrough = {}, 0, {}, 0, 0, plan.passthrough
  made.pairing = plan.pairing and { high = { table.unpack(plan.pairing.high) }, low = { table.unpack(plan.pairing.low) } }
  made.forbidden = plan.forbidden and { class = classes.pack_bytes(nibble.unpack_bytes(plan.forbidden)) }
  local done, why = deep_rules.close_gaps(made, search)
  if not done then
    return nil, why
  end
  local watching <const> = filters.by_classes(made, analysis)
  table.move(watching, 1, #watching, #made.bits + 1, made.bits)
  made.tables = classes.pack(made.bits, made.refused_nul)
  made.sensitivity = sensitivity.of_classes(automaton, analysis, made)
  return made
end

---What a language lacks that all vectors need. @return string? reason
local function lacking(spec, automaton, analysis, model)
  for state = 1, automaton.count do
    if automaton.boundary[state] and not automaton.accepts[state] then
      return "no text may end after some characters, and pads behind a text would hide its end"
    end
  end
  if not analysis.window and not analysis.alike then
    return "the search for a window that decides this language was given up: there are too many states"
  elseif not analysis.window then
    return ("no window of any length decides this language: after %s and after %s it goes on differently, whatever follows"):format(
      context(analysis.alike[1]), context(analysis.alike[2]))
  elseif not analysis.pad then
    return "no byte can pad a text of this language"
  end
  local leads <const> = rows.leads(spec, 0)
  for byte = 0, 255 do
    if leads[byte] and model.continuations[byte] then
      return ("the byte %02X begins a form and continues another, so no byte tells where a character begins"):format(byte)
    end
  end
end

---A plan without products: the continuation rule, plain bytes, and what a pair and 00 are compared for.
---@return table? plan, string? reason
---@return table? plain, table? rule the bit of two continuation bytes in a row
local function without_products(spec, automaton, analysis, model)
  local passthrough, not_plain = find_passthrough(analysis)
  local demands, flipped = demands_of(spec, analysis, model.continuations)
  local two, no_two = two_continuations(model.continuations)
  if not passthrough or not demands or not two then
    return nil, not_plain or not demands and flipped or no_two
  end
  local rule <const> = { name = "two_continuations", mask = 1 << (TABLE_BITS - 1), product = two }
  local plan <const> = {
    tables = tables_of { rule }, demands = demands, flipped = flipped, bit = rule.mask, passthrough = passthrough.test,
    forbidden = passthrough.tables, deep = {}, filter = 0,
  }
  if passthrough.test == "positive" then
    plan.deep[1] = { { kind = "below", value = 1, cost = 1 }, fault = faults.of(model, { 0 }).fault, example = "00" }
  end
  if spec.pair then
    local pairing, no_match = pairing_of(spec, automaton)
    if not pairing then
      return nil, no_match
    end
    plan.pairing = pairing
  end
  return plan, nil, passthrough, rule
end

---The fewest products, and of these as many as the tables have bits for.
local function products_of(analysis, passthrough)
  local products <const> = cover.find(analysis, "leave", passthrough.forbidden, true).products
  while #products >= TABLE_BITS do
    -- More rules than bits: the one on fewest nibbles is left to a comparison.
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

---Leaves to the automaton what deep rules would have to tell, where these cost too much: a filter says where it must look.
---@param done boolean whether the deep rules that the plan has are all it needs
---@return boolean whether the plan is now right
local function leave_to_automaton(plan, done, rules, spec, automaton, analysis, model)
  if done and byte_tests.cost(plan.deep) <= MOST_DEEP_COST or model.contexts > 1 or spec.pair then
    return done
  end
  local trial <const> = setmetatable({ deep = rules }, { __index = plan })
  trial.look = look.make(spec, automaton, trial)
  if not trial.look or proof.counterexample(automaton, analysis, trial) then
    return done
  end
  plan.deep, plan.look, plan.least, plan.candidates = rules, trial.look, #rules, {}
  return true
end

---@return table? plan, string? reason why not
function M.make(spec, automaton, analysis, model)
  local lack <const> = lacking(spec, automaton, analysis, model)
  if lack then
    return nil, lack
  end
  local plan, reason, passthrough, rule = without_products(spec, automaton, analysis, model)
  if not plan then
    return nil, reason
  end
  local search <const> = deep_rules.searcher(automaton, analysis, model)
  local too_many <const>, least <const> = deep_rules.too_many(plan, search)
  plan.least = least
  local products <const> = products_of(analysis, passthrough)
  plan.bits = {}
  for i, product in ipairs(products) do
    plan.bits[i] = { name = name_of(product, spec, analysis, model), mask = 1 << (i - 1), product = product }
  end
  table.insert(plan.bits, rule)
  plan.tables = tables_of(plan.bits)
  local rules <const>, done, why = plan.deep, false, too_many
  if not too_many then
    done, why = deep_rules.close_gaps(plan, search)
  end
  if not leave_to_automaton(plan, done, rules, spec, automaton, analysis, model) then
    return nil, why
  end
  local spare = {}
  for b = #products, TABLE_BITS - 2 do
    spare[#spare + 1] = 1 << b
  end
  for _, bit in ipairs(filters.by_nibbles(plan, analysis, spare)) do
    table.insert(plan.bits, #plan.bits, bit)
  end
  plan.tables = tables_of(plan.bits)
  plan.two_byte = two_byte.find(plan, analysis, model.continuations)
  plan.sensitivity = sensitivity.of_nibbles(automaton, analysis, plan)
  plan.cover = cover.find(analysis, "look")
  if too_many then
    plan.no_classes = too_many
  else
    plan.classes, plan.no_classes = by_classes(spec, automaton, analysis, model, plan, search)
  end
  return plan
end

return M
