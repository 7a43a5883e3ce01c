-- SPDX-License-Identifier: 0BSD
-- plan: the products of a cover, the continuation rule and the fast path become the tables and thresholds that a kernel needs.
--
-- In:  spec, automaton, analysis, continuation bytes, fault model. Out: plan = {
--        bits     = { { name = "too_long", mask = 1, product = {...} }, ... }, the last one `two_continuations`
--        tables   = { prev_high = {[0] = byte, ...}, prev_low = ..., this_high = ... }
--        demands  = { { distance = 2, from = 0xE0 }, ... }: a byte from E0 on demands a continuation byte two bytes later
--        brief    = { lead, limit, trail, gap }: what texts of characters of one and two bytes are checked by, see find_brief
--        far, match, watch = see windows.lua; alone, plain = see find_plain
--        least    = how many rules `far` has at least, whatever they are: no rule catches two of as many texts
--        candidates = { { rules, cost } }: ways to write `far`, how many rules and operations each takes; the cheapest was made cheaper yet
--        flipped  = the bits to be flipped in a byte before that comparison, 0 for UTF-8
--        matters  = { prev_high = {[0] = mask, ...}, ... }: the bits whose flip changes the language
--        cover    = what nibble.cover gave
--        classes  = the same by classes (classes.lua) for those who can look up so much at once; nil and no_classes = the reason
--      }, or nil and the reason why there are no vector kernels.
--
-- The continuation rule: two continuation bytes in a row are neither right nor wrong as a pair. They set the bit
-- `two_continuations`, and it must equal what the bytes before demand: prev2 >= E0 or prev3 >= F0 in UTF-8. One XOR checks all
-- lengths (Keiser and Lemire 2021, section 6.2). The thresholds follow from the forms: the least lead byte of the forms longer than the
-- distance.

local nibble = require "gen.nibble"
local classes = require "gen.classes"
local faults = require "gen.faults"
local windows = require "gen.windows"
local matters = require "gen.matters"
local far = require "gen.far"
local rows = require "gen.rows"

local M = {}

local TABLE_BITS <const> = 8

---How many pairs of bytes that texts hold a bit may watch for: more are not rare.
local MOST_WATCHED <const> = 64

---The sign bit of a lane, which vectors test, collect and compare by: a fact of theirs, whatever the encoding.
local SIGN_BIT <const> = windows.SIGN_BIT

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
      local leads <const>, from = classes.leads_of(spec, distance), math.huge
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
        if name == "overlong" and lead.lo <= here[name] and here[name] <= lead.hi then
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

-- ---- Watching: what is rare is looked at only where it can be ----

---How a set of pairs of bytes can be told by one bit of the tables: by a product, a set of places on each axis. Here the places of the
---byte before and those of the current byte, as functions of the byte.
local SHAPES <const> = {
  nibbles = {
    prev = function(_, b1) return { b1 >> 4, b1 & 15 } end,
    this = function(_, b2) return { b2 >> 4 } end,
  },
  classes = {
    prev = function(plan, b1) return { windows.class_index(plan, b1) } end,
    this = function(plan, b2) return { windows.class_index(plan, b2) } end,
  },
}

---The bytes of a list whose places are all in some sets.
---@param place fun(plan: table, byte: integer): integer[]
local function bytes_within(plan, place, sets)
  local bytes = {}
  for byte = 0, 255 do
    local inside = true
    for axis, at in ipairs(place(plan, byte)) do
      inside = inside and sets[axis][at]
    end
    bytes[#bytes + 1] = inside and byte or nil
  end
  return bytes
end

---The least product that holds some pairs, each a byte before of `prevs` and a current one of `thises`.
---@return table product { axes = list of sets, prevs = bytes before that it holds, thises = current bytes }
local function product_of(plan, shape, prevs, thises)
  local function sets_of(place, bytes)
    local sets = {}
    for byte in next, bytes do
      for axis, at in ipairs(place(plan, byte)) do
        sets[axis] = sets[axis] or {}
        sets[axis][at] = true
      end
    end
    return sets
  end
  local prev <const>, this <const> = sets_of(shape.prev, prevs), sets_of(shape.this, thises)
  local axes = { table.unpack(prev) }
  table.move(this, 1, #this, #axes + 1, axes)
  return { axes = axes, prevs = bytes_within(plan, shape.prev, prev), thises = bytes_within(plan, shape.this, this) }
end

---How many pairs of bytes that texts hold lie in a product.
local function live_pairs(product, analysis)
  local count = 0
  for _, b1 in ipairs(product.prevs) do
    for _, b2 in ipairs(product.thises) do
      count = count + (analysis.pairs[b1 << 8 | b2] and 1 or 0)
    end
  end
  return count
end

---The pairs of bytes that come with each match of a list of atoms, those not counted that the tables refuse anyhow, rarest first.
---@return table gates list of { prevs, thises, product, live, distance }: a pair ends `distance` bytes before the list does, its bytes are
---in two sets, `live` counts those of its product that texts hold
local function gates_of(atoms, analysis, check, shape)
  local function bytes_held(atom)
    local bytes = {}
    for byte = 0, 255 do
      bytes[#bytes + 1] = windows.holds(atom, byte) and byte or nil
    end
    return bytes
  end
  local gates = {}
  for distance = 0, #atoms - 2 do
    local newer <const>, older <const> = atoms[distance + 1], atoms[distance + 2]
    local told <const> = newer.kind ~= "any" and older.kind ~= "any"
    local current <const>, prevs, thises = told and bytes_held(newer), {}, {}
    for _, b1 in ipairs(told and bytes_held(older) or {}) do
      for _, b2 in ipairs(current) do
        if not analysis.alone[b2] and not (prevs[b1] and thises[b2]) and not windows.refuses(check, b1, b2) then
          prevs[b1], thises[b2] = true, true
        end
      end
    end
    if next(prevs) then
      local product <const> = product_of(check, shape, prevs, thises)
      gates[#gates + 1] = { prevs = prevs, thises = thises, product = product, live = live_pairs(product, analysis), distance = distance }
    end
  end
  table.sort(gates, function(a, b)
    return a.live < b.live or a.live == b.live and a.distance < b.distance
  end)
  return gates
end

---Spends the bits that are left over: each watches for the pairs that some lists of atoms come with, so that these lists cost nothing
---where there is no such pair.
---@param spare integer[] masks of the bits
---@param add fun(name: string, mask: integer, product: table)
local function add_watches(plan, analysis, spare, add)
  local shape <const> = SHAPES.nibbles
  local groups = {}
  for _, atoms in ipairs(plan.far) do
    groups[#groups + 1] = { lists = { atoms }, name = atoms.fault }
  end
  if plan.match then
    groups[#groups + 1] = { lists = { plan.match.high, plan.match.low }, name = "half of a pair" }
  end
  for _, group in ipairs(groups) do
    group.gates, group.cost = {}, far.cost_of(group.lists)
    local prevs, thises = {}, {}
    for i, atoms in ipairs(group.lists) do
      group.gates[i] = gates_of(atoms, analysis, plan, shape)[1]
      for _, side in ipairs(group.gates[i] and { { prevs, group.gates[i].prevs }, { thises, group.gates[i].thises } } or {}) do
        for byte in next, side[2] do
          side[1][byte] = true
        end
      end
    end
    group.rare = #group.gates == #group.lists
    if group.rare then
      group.product = product_of(plan, shape, prevs, thises)
      group.rare = live_pairs(group.product, analysis) <= MOST_WATCHED
    end
  end
  table.sort(groups, function(a, b)
    return a.cost > b.cost or a.cost == b.cost and a.name < b.name
  end)
  for _, group in ipairs(groups) do
    local mask <const> = group.rare and table.remove(spare, 1)
    if mask then
      plan.watch = plan.watch | mask
      add("watch: " .. group.name, mask, group.product.axes)
      for i, atoms in ipairs(group.lists) do
        atoms.gates = { { mask = mask, distance = group.gates[i].distance } }
      end
    end
  end
end

---Whether the pairs of a gate that texts hold are just those for which two neighbouring atoms hold.
local function is_exact(gate, atoms, analysis)
  local newer <const>, older <const> = atoms[gate.distance + 1], atoms[gate.distance + 2]
  for _, b1 in ipairs(gate.product.prevs) do
    for _, b2 in ipairs(gate.product.thises) do
      if analysis.pairs[b1 << 8 | b2] and not (windows.holds(newer, b2) and windows.holds(older, b1)) then
        return false
      end
    end
  end
  return true
end

---Spends the bits of classes that are left over, where a bit can hold just the pairs that a list of atoms asks for: each list has one
---bit that watches for its rarest pair, and more bits for its other pairs, as far as they go; such pairs need no comparisons.
---@param add fun(name: string, mask: integer, product: table)
local function add_class_gates(plan, analysis, add)
  local lists, wanted = {}, 0
  for _, atoms in ipairs(plan.far) do
    lists[#lists + 1] = { atoms = atoms, name = atoms.fault, half = false }
  end
  for _, half in ipairs(plan.match and { "low", "high" } or {}) do
    lists[#lists + 1] = { atoms = plan.match[half], name = half .. " half", half = true }
  end
  for i, list in ipairs(lists) do
    list.at, list.gates = i, gates_of(list.atoms, analysis, plan, SHAPES.classes)
    wanted = wanted + #list.gates
  end
  -- Bytes and bits are moved up at once where bit 0 can be left to what comes from the byte below.
  plan.shifts = plan.chain == 1 and #plan.bits + wanted < TABLE_BITS
  for _, bit in ipairs(plan.bits) do
    bit.mask = plan.shifts and bit.mask << plan.chain + 1 < 1 << TABLE_BITS and bit.mask << 1 or bit.mask
  end
  local lowest, highest = #plan.bits - 1 - plan.chain + (plan.shifts and 1 or 0), TABLE_BITS - 2 - plan.chain
  -- None of these bits is an error: what is due two bytes later has them one higher.
  local left_over <const> = (1 << highest + 1) - (1 << lowest)
  local function spend(list, gate, mask, name)
    local atoms <const> = list.atoms
    local exact <const> = is_exact(gate, atoms, analysis)
    plan.watch = plan.watch | left_over
    add(name, mask, gate.product.axes)
    atoms.gates = atoms.gates or {}
    table.insert(atoms.gates, { mask = mask, distance = gate.distance })
    for n = gate.distance + 1, exact and gate.distance + 2 or 0 do
      atoms[n] = { kind = "any", cost = 0, told = atoms[n].told or atoms[n] }
    end
  end
  -- The halves of a pair are looked at together or not at all, and before all else.
  table.sort(lists, function(a, b)
    local first <const>, second <const> = far.cost_of { a.atoms }, far.cost_of { b.atoms }
    if a.half ~= b.half then
      return a.half
    end
    return first > second or first == second and a.at < b.at
  end)
  local together = { {} }
  for _, list in ipairs(lists) do
    if list.half then
      table.insert(together[1], list)
    else
      together[#together + 1] = { list }
    end
  end
  for _, group in ipairs(together) do
    local rare = lowest + #group - 1 <= highest
    for _, list in ipairs(group) do
      rare = rare and list.gates[1] ~= nil and list.gates[1].live <= MOST_WATCHED
    end
    for _, list in ipairs(group) do
      if rare then
        plan.trigger = plan.trigger | 1 << lowest
        spend(list, table.remove(list.gates, 1), 1 << lowest, "watch: " .. list.name)
        lowest = lowest + 1
      else
        list.gates = {}
      end
    end
  end
  -- A bit is one higher in what is due two bytes later. So what triggers stands below what does not, which would hide it there.
  for _, list in ipairs(lists) do
    for _, gate in ipairs(list.gates) do
      local newer <const>, older <const> = list.atoms[gate.distance + 1], list.atoms[gate.distance + 2]
      local useful <const> = (newer.kind ~= "any" or older.kind ~= "any") and is_exact(gate, list.atoms, analysis)
      if useful and lowest <= highest then
        spend(list, gate, 1 << highest, "pair: " .. list.name)
        highest = highest - 1
      end
    end
  end
end

---Brief characters, of one byte or two: where there are no bytes but those up to `trail` and from `lead` up to `limit`, a check comes
---down to whether lead bytes stand before continuation bytes and before nothing else. Bytes in the `gap` are no part of them, nor are
---lead bytes that not every continuation byte can follow: the least lead is sought from which on that is so.
---@return table? brief, nil if there are none, or if rules on more bytes apply to them
local function find_brief(plan, analysis, continuations)
  local trail = SIGN_BIT - 1
  while continuations[trail + 1] do
    trail = trail + 1
  end
  for byte in next, continuations do
    if byte < SIGN_BIT or byte > trail then
      return nil
    end
  end
  local limit <const> = plan.flipped == 0 and plan.demands[1] and plan.demands[1].from or 0
  local function is_right(lead)
    local function is_brief(byte)
      return byte <= trail or lead <= byte and byte < limit
    end
    ---Whether it is one that tables decide about, not alone().
    local function is_counted(byte)
      return is_brief(byte) and not (byte < SIGN_BIT and analysis.alone[byte])
    end
    local function is_error(b1, b2)
      return (b1 >= lead) ~= (continuations[b2] or false)
    end
    ---Whether atoms hold for some brief bytes in a row without an error, the oldest first.
    local function can_hold(atoms)
      local after_lead, after_other = true, true
      for i = #atoms, 1, -1 do
        local leads, others = false, false
        for byte = 0, 255 do
          local follows <const> = continuations[byte] and after_lead or not continuations[byte] and after_other
          if follows and is_brief(byte) and windows.holds(atoms[i], byte) then
            leads, others = leads or byte >= lead, others or byte < lead
          end
        end
        after_lead, after_other = leads, others
      end
      return after_lead or after_other
    end
    for b1 = 0, 255 do
      local prev <const> = plan.tables.prev_high[b1 >> 4] & plan.tables.prev_low[b1 & 15]
      for b2 = 0, is_counted(b1) and 255 or -1 do
        if is_counted(b2) and (prev & plan.tables.this_high[b2 >> 4] ~= 0) ~= is_error(b1, b2) then
          return false
        end
      end
    end
    -- A rule that only counts where a pair is watched needs no look: watching bits are in the tables.
    local lists <const> = plan.match and { plan.match.high, plan.match.low } or {}
    table.move(plan.far, plan.plain == "positive" and 2 or 1, #plan.far, #lists + 1, lists)
    for _, atoms in ipairs(lists) do
      if not atoms.gates and can_hold(atoms) then
        return false
      end
    end
    return true
  end
  for lead = trail + 1, limit - 1 do
    if is_right(lead) then
      return { lead = lead, limit = limit, trail = trail, gap = lead - trail - 1 }
    end
  end
end

---The tables of some products, with that of two continuation bytes in the last bit.
local function tables_of(products, two)
  local all = { table.unpack(products) }
  for i = #all + 1, TABLE_BITS - 1 do
    all[i] = { 0, 0, 0 }
  end
  all[TABLE_BITS] = two
  return nibble.pack(all)
end

---The plan by classes instead of nibbles: one table for each byte of a pair. `plan` has what does not depend on the tables.
---@return table? classes as `plan`, with `chain`, see classes.lua; string? reason why not
local function by_classes(spec, automaton, analysis, model, plan, search)
  if automaton.class_of[254] ~= automaton.class_of[255] then
    return nil, "the bytes FE and FF are not alike, and the tables have one entry for both"
  end
  local made <const> = classes.make(spec, analysis, model.continuations, plan.plain == "positive")
  made.trigger = 0
  local alone = plan.alone and { class = {} }
  for byte = 0, alone and SIGN_BIT - 1 or -1 do
    alone.class[byte] = windows.is_alone(plan, byte) and SIGN_BIT or 0
  end
  made.demands, made.flipped, made.far, made.match, made.watch, made.alone, made.plain =
    {}, 0, {}, plan.match and { high = { table.unpack(plan.match.high) }, low = { table.unpack(plan.match.low) } }, 0, alone, plan.plain
  local done, why = far.close_gaps(made, search)
  if not done then
    return nil, why
  end
  add_class_gates(made, analysis, function(name, mask, product)
    local sets = {}
    for axis, places in ipairs(product) do
      sets[axis] = {}
      for byte = 0, 255 do
        sets[axis][byte] = places[windows.class_index(made, byte)]
      end
    end
    table.insert(made.bits, { name = name, mask = mask, prev = sets[1], this = sets[2] })
  end)
  made.tables = classes.tables_of(made)
  made.matters = matters.of_classes(automaton, analysis, made)
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
  local leads <const> = classes.leads_of(spec, 0)
  for byte = 0, 255 do
    if leads[byte] and model.continuations[byte] then
      return ("the byte %02X begins a form and continues another, so no byte tells where a character begins"):format(byte)
    end
  end
end

---A plan without products: the continuation rule, plain bytes, and what a pair and 00 are compared for.
---@return table? plan, string? reason
---@return table? plain, table? two the product of two continuation bytes in a row
local function without_products(spec, automaton, analysis, model)
  local plain, not_plain = find_plain(analysis)
  local demands, flipped = demands_of(spec, analysis, model.continuations)
  local two, no_two = two_continuations(model.continuations)
  if not plain or not demands or not two then
    return nil, not_plain or not demands and flipped or no_two
  end
  local plan <const> = {
    tables = tables_of({}, two), demands = demands, flipped = flipped, bit = 1 << (TABLE_BITS - 1), plain = plain.test,
    alone = plain.tables, far = {}, watch = 0,
  }
  if plain.test == "positive" then
    plan.far[1] = { { kind = "below", value = 1, cost = 1 }, fault = faults.of(model, { 0 }).fault, example = "00" }
  end
  if spec.pair then
    local match, no_match = match_of(spec, automaton)
    if not match then
      return nil, no_match
    end
    plan.match = match
  end
  return plan, nil, plain, two
end

---The fewest products, and of these as many as the tables have bits for.
local function products_of(analysis, plain)
  local products <const> = nibble.cover(analysis, "leave", plain.alone, true).products
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

---@return table? plan, string? reason why not
function M.make(spec, automaton, analysis, model)
  local lack <const> = lacking(spec, automaton, analysis, model)
  if lack then
    return nil, lack
  end
  local plan, reason, plain, two = without_products(spec, automaton, analysis, model)
  if not plan then
    return nil, reason
  end
  local search <const> = far.searcher(automaton, analysis, model)
  local too_many <const>, least <const> = far.too_many(plan, search)
  if too_many then
    return nil, too_many
  end
  plan.least = least
  local products <const> = products_of(analysis, plain)
  plan.bits, plan.tables = {}, tables_of(products, two)
  for i, name in ipairs(name_products(products, spec, analysis, model)) do
    plan.bits[i] = { name = name, mask = 1 << (i - 1), product = products[i] }
  end
  table.insert(plan.bits, { name = "two_continuations", mask = plan.bit, product = two })
  local done, why = far.close_gaps(plan, search)
  if not done then
    return nil, why
  end
  local spare = {}
  for b = #products, TABLE_BITS - 2 do
    spare[#spare + 1] = 1 << b
  end
  add_watches(plan, analysis, spare, function(name, mask, product)
    local masks = { 0, 0, 0 }
    for axis, set in ipairs(product) do
      for n in next, set do
        masks[axis] = masks[axis] | 1 << n
      end
    end
    products[#products + 1] = masks
    table.insert(plan.bits, #plan.bits, { name = name, mask = mask, product = masks })
  end)
  plan.tables = tables_of(products, two)
  plan.brief = find_brief(plan, analysis, model.continuations)
  plan.matters = matters.find(automaton, analysis, plan)
  plan.cover = nibble.cover(analysis, "look")
  plan.classes, plan.no_classes = by_classes(spec, automaton, analysis, model, plan, search)
  return plan
end

return M
