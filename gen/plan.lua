-- SPDX-License-Identifier: 0BSD
-- plan: the products of a cover, the continuation rule and the fast path become the tables and thresholds that a kernel needs.
--
-- In:  spec, automaton, analysis, continuation bytes, fault model. Out: plan = {
--        bits     = { { name = "too_long", mask = 1, product = {...} }, ... }, the last one `two_continuations`
--        tables   = { prev_high = {[0] = byte, ...}, prev_low = ..., this_high = ... }
--        demands  = { { distance = 2, from = 0xE0 }, ... }: a byte from E0 on demands a continuation byte two bytes later
--        flipped  = the bits to be flipped in a byte before that comparison, 0 for UTF-8
--        matters  = { prev_high = {[0] = mask, ...}, ... }: the bits whose flip changes the language
--        cover    = what nibble.cover gave
--      }, or nil and the reason why there are no vector kernels.
--
-- The continuation rule: two continuation bytes in a row are neither right nor wrong as a pair. They set the bit
-- `two_continuations`, and it must equal what the bytes before demand: prev2 >= E0 or prev3 >= F0 in UTF-8. One XOR checks all
-- lengths (Keiser and Lemire 2021, section 6.2). The thresholds follow from the forms: the least lead byte of the forms longer than the
-- distance.

local nibble = require "gen.nibble"
local faults = require "gen.faults"
local windows = require "gen.windows"
local matters = require "gen.matters"
local analyses = require "gen.analysis"
local rows = require "gen.rows"

local M = {}

local TABLE_BITS <const> = 8

---How many rules on several bytes a kernel may have before it is no longer worth its name.
local MOST_FAR <const> = 32

---How many steps the proofs may take that find them: some seconds.
local MOST_STEPS <const> = 1500000

---The sign bit of a lane, which vectors test, collect and compare by: a fact of theirs, whatever the encoding.
local SIGN_BIT <const> = windows.SIGN_BIT

---What was read before, for a message.
local function context(bytes)
  return #bytes > 0 and rows.hex(bytes) or "nothing"
end

---The lead bytes of forms of more than so many bytes, as a set.
local function leads_of(spec, length)
  local leads = {}
  for _, form in ipairs(spec.forms) do
    local lead = form.bytes[1]
    for byte = lead.fixed, #form.bytes > length and lead.fixed + (1 << lead.bits) - 1 or -1 do
      leads[byte] = true
    end
  end
  return leads
end

---The thresholds of the continuation rule: one comparison must tell the lead bytes of longer forms from all other bytes. Where
---continuation bytes lie above them, bits that are flipped in all bytes before may put them in order.
---@return table? demands, integer|string flipped or reason
local function demands_of(spec, analysis, continuations)
  local longest = 0
  for _, form in ipairs(spec.forms) do
    longest = math.max(longest, #form.bytes)
  end
  local reason
  for flipped = 0, SIGN_BIT - 1 do
    local demands = {}
    for distance = 2, longest - 1 do
      local leads <const>, from = leads_of(spec, distance), math.huge
      for byte in next, leads do
        from = math.min(from, byte ~ flipped)
      end
      for byte = 0, 255 do
        if byte ~ flipped >= from and not leads[byte] and not analysis.alone[byte] then
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

---A product is called after the faults that it catches; `overlong` with the length of the form, as the literature does.
local function name_products(products, spec, analysis, model)
  local caught = {}
  for i, product in ipairs(products) do
    caught[i] = {}
    local here = {}
    for b1 = 0, 255 do
      for b2 = 0, 255 do
        if product[1] >> (b1 >> 4) & product[2] >> (b1 & 15) & product[3] >> (b2 >> 4) & 1 == 1
          and not analysis.pairs[b1 << 8 | b2] and not analysis.alone[b2] then
          local name = faults.of(model, { b1, b2 }).fault
          if not here[name] then
            here[name] = b1
            table.insert(caught[i], name)
          end
        end
      end
    end
    -- A product that catches every lead without its continuation also holds bytes that are wrong in themselves: the rule names it.
    for _, rule in ipairs { "too_long", "too_short" } do
      caught[i] = here[rule] and { rule } or caught[i]
    end
    if #caught[i] > 1 then
      for j = #caught[i], 1, -1 do
        if caught[i][j] == "not_a_form" then
          table.remove(caught[i], j)
        end
      end
    end
    table.sort(caught[i])
    for j, name in ipairs(caught[i]) do
      for _, form in ipairs(spec.forms) do
        local lead = form.bytes[1]
        if name == "overlong" and lead.fixed <= here[name] and here[name] < lead.fixed + (1 << lead.bits) then
          caught[i][j] = name .. "_" .. #form.bytes
        end
      end
    end
  end
  local names = {}
  for i in ipairs(products) do
    names[i] = table.concat(caught[i], "_or_")
  end
  return names
end

-- ---- Rules on single bytes and on more than two ----

---Bytes without the sign bit that no text holds, and the test that tells plain bytes (whole characters) from all others.
---@return table? plain { test = "sign" | "positive" | "table", alone = set, tables? }, string? reason
local function find_plain(analysis)
  local alone, count = {}, 0
  for byte = 0, 255 do
    if byte >= SIGN_BIT and analysis.whole[byte] then
      return nil, ("the byte %02X, which has the sign bit, is a whole character"):format(byte)
    elseif byte < SIGN_BIT and not analysis.whole[byte] then
      if not analysis.alone[byte] then
        return nil, ("the byte %02X is allowed in some places only, but has no sign bit, by which vectors tell plain bytes"):format(byte)
      end
      alone[byte] = true
      count = count + 1
    end
  end
  if count == 0 then
    return { test = "sign", alone = alone }
  elseif count == 1 and alone[0] then
    return { test = "positive", alone = alone }
  end
  return { test = "table", alone = alone, tables = nibble.single(alone, SIGN_BIT) }
end

---All tests of one byte that vectors have and that hold for this one, cheapest first, of those the one that holds for most bytes.
local function atoms_for(byte, automaton)
  local atoms = { { kind = "any", cost = 0, size = 256 }, { kind = "equal", value = byte, cost = 1, size = 1 } }
  for c = 1, #automaton.classes do
    for _, range in ipairs(automaton.classes[c].ranges) do
      -- Signed bytes above the one before this range.
      local value <const> = range.lo - 1 & 255
      local atom = { kind = "above", value = value, cost = 1, size = 255 - (value ~ SIGN_BIT) }
      if windows.holds(atom, byte) and value ~ SIGN_BIT ~= 255 then
        atoms[#atoms + 1] = atom
      end
    end
  end
  -- Ranges from one class boundary to another around the byte.
  local lows, highs = {}, {}
  for edge = 0, 255 do
    if edge == 0 or automaton.class_of[edge] ~= automaton.class_of[edge - 1] then
      lows[#lows + 1] = edge <= byte and edge or nil
    end
    if edge == 255 or automaton.class_of[edge] ~= automaton.class_of[edge + 1] then
      highs[#highs + 1] = edge >= byte and edge or nil
    end
  end
  for _, lo in ipairs(lows) do
    for _, hi in ipairs(highs) do
      atoms[#atoms + 1] = { kind = "range", lo = lo, hi = hi, cost = 2, size = hi - lo + 1 }
    end
  end
  for mask = 1, 254 do
    local bits = 0
    for b = 0, 7 do
      bits = bits + (mask >> b & 1)
    end
    atoms[#atoms + 1] = { kind = "masked", mask = mask, value = byte & mask, cost = 2, size = 1 << (8 - bits) }
  end
  return atoms
end

---The classes of the automaton some byte of which an atom holds for.
local function classes_held(atom, automaton)
  local classes = {}
  for c, class in ipairs(automaton.classes) do
    for _, byte in ipairs(class.bytes) do
      if windows.holds(atom, byte) then
        classes[#classes + 1] = c
        break
      end
    end
  end
  return classes
end

---A list of atoms that holds for a minimal ill-formed factor and for no factor of a well-formed text, made cheap and wide, the oldest
---byte first.
---@param factor integer[] bytes, the oldest first
---@return table atoms, the newest byte's first
local function generalized(factor, automaton)
  local n <const> = #factor
  local atoms = {}
  for i, byte in ipairs(factor) do
    atoms[i] = { kind = "equal", value = byte, cost = 1, size = 1 }
  end
  ---Whether some well-formed text holds bytes from..to, that at `at` of this class.
  local function occurs(from, to, at, class)
    local sets = {}
    for i = from, to do
      sets[#sets + 1] = i == at and { class } or classes_held(atoms[i], automaton)
    end
    return analyses.occurs(automaton, sets)
  end
  for i = 1, n do
    -- Bytes that would make a minimal ill-formed factor in this one's place: the more of them an atom holds for, the better. And bytes
    -- that would make a factor of a well-formed text: an atom must hold for none.
    local useful, live = {}, {}
    for c, class in ipairs(automaton.classes) do
      local list = occurs(1, n, i, c) and live or occurs(2, n, i, c) and occurs(1, n - 1, i, c) and useful or {}
      table.move(class.bytes, 1, #class.bytes, #list + 1, list)
    end
    local function held(atom, bytes, most)
      local count = 0
      for _, byte in ipairs(bytes) do
        count = count + (windows.holds(atom, byte) and 1 or 0)
        if count == most then
          break
        end
      end
      return count
    end
    local best, best_worth = atoms[i], 1
    for _, atom in ipairs(atoms_for(factor[i], automaton)) do
      local worth = held(atom, useful)
      local cheaper = atom.cost < best.cost or atom.cost == best.cost and atom.size > best.size
      if (worth > best_worth or worth == best_worth and cheaper) and held(atom, live, 1) == 0 then
        best, best_worth = atom, worth
      end
    end
    atoms[i] = best
  end
  local out = {}
  for i = n, 1, -1 do
    out[#out + 1] = atoms[i]
  end
  while out[#out].kind == "any" do
    out[#out] = nil
  end
  return out
end

---The minimal ill-formed factor at which a text, with pads behind it, dies: the shortest end of what was read until then.
local function factor_in(bytes, automaton, analysis)
  local text = { table.unpack(bytes) }
  for _ = 1, analysis.window do
    text[#text + 1] = analysis.pad
  end
  local state, last = 1, 0
  while state ~= 2 do
    last = last + 1
    state = automaton.next[state][text[last]]
  end
  local sets = {}
  for first = last, 1, -1 do
    table.insert(sets, 1, { automaton.class_of[text[first]] })
    if not analyses.occurs(automaton, sets) then
      return { table.unpack(text, first, last) }
    end
  end
end

---The rule of a pair as two lists of atoms that must hold together: the low half's first bytes, and the high half's, so many bytes before.
---@return table? match { high, low }, string? reason
local function match_of(spec, automaton)
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
  local match = { low = atoms_of(low), high = {} }
  for i = 1, #high do
    match.high[i] = { kind = "any", cost = 0 }
  end
  table.move(atoms_of(high), 1, 2, #high + 1, match.high)
  -- Where the low half's second byte is the last range that can follow its lead, one comparison tells it.
  local above = { kind = "above", value = low[2].lo - 1, cost = 1 }
  local free = true
  for byte = 0, 255 do
    if windows.holds(above, byte) and not (low[2].lo <= byte and byte <= low[2].hi) then
      free = free and automaton.next[automaton.next[1][low[1].lo]][byte] == 2
    end
  end
  match.low[1] = free and above or match.low[1]
  return match
end

---Adds rules on more bytes until the proof passes. Each is found from a text that the check so far accepts wrongly.
---@return boolean done, string? reason
local function close_gaps(automaton, analysis, check, model)
  local left = MOST_STEPS
  while true do
    local wrong <const>, steps <const> = windows.counterexample(automaton, analysis, check)
    left = left - steps
    if not wrong then
      return true
    end
    if not wrong.accepted then
      return false, ("pairs and the continuation rule refuse %s"):format(rows.hex(wrong.bytes))
    elseif #check.far == MOST_FAR then
      return false, ("more than %d rules on several bytes would be needed; %s is still accepted"):format(MOST_FAR, rows.hex(wrong.bytes))
    elseif left < 0 then
      return false, ("the search for rules on several bytes was given up after %d; %s is still accepted"):format(#check.far,
        rows.hex(wrong.bytes))
    end
    local factor = factor_in(wrong.bytes, automaton, analysis)
    local atoms = generalized(factor, automaton)
    atoms.example = rows.hex(factor)
    atoms.fault = (faults.of(model, wrong.bytes) or { fault = "truncated" }).fault
    table.insert(check.far, atoms)
  end
end

---@return table? plan, string? reason why not
function M.make(spec, automaton, analysis, model)
  if not analysis.window then
    return nil, ("no window of any length decides this language: after %s and after %s it goes on differently, whatever follows"):format(
      context(analysis.alike[1]), context(analysis.alike[2]))
  elseif not analysis.pad then
    return nil, "no byte can pad a text of this language"
  end
  local plain, not_plain = find_plain(analysis)
  local demands, flipped = demands_of(spec, analysis, model.continuations)
  local pair, no_pair = two_continuations(model.continuations)
  if not plain or not demands or not pair then
    return nil, not_plain or not demands and flipped or no_pair
  end
  local cover = nibble.cover(analysis, "leave", plain.alone, true)
  while #cover.products >= TABLE_BITS do
    -- More rules than bits: the one on fewest nibbles is left to a comparison.
    local smallest, size = 1, math.huge
    for i, product in ipairs(cover.products) do
      if nibble.volume(product) <= size then
        smallest, size = i, nibble.volume(product)
      end
    end
    table.remove(cover.products, smallest)
  end
  local names = name_products(cover.products, spec, analysis, model)
  local bits, products = {}, { table.unpack(cover.products) }
  for i, product in ipairs(cover.products) do
    bits[i] = { name = names[i], mask = 1 << (i - 1), product = product }
  end
  for i = #products + 1, TABLE_BITS - 1 do
    products[i] = { 0, 0, 0 }
  end
  products[TABLE_BITS] = pair
  bits[#bits + 1] = { name = "two_continuations", mask = 1 << (TABLE_BITS - 1), product = pair }
  local plan = {
    cover = nibble.cover(analysis, "look"), bits = bits, tables = nibble.pack(products), demands = demands, flipped = flipped,
    bit = 1 << (TABLE_BITS - 1), plain = plain.test, alone = plain.tables, far = {},
  }
  if plain.test == "positive" then
    plan.far[1] = { { kind = "equal", value = 0, cost = 1 }, fault = faults.of(model, { 0 }).fault, example = "00" }
  end
  if spec.pair then
    local match, no_match = match_of(spec, automaton)
    if not match then
      return nil, no_match
    end
    plan.match = match
  end
  local done, why = close_gaps(automaton, analysis, plan, model)
  if not done then
    return nil, why
  end
  plan.matters = matters.find(automaton, analysis, plan)
  return plan
end

return M
