-- SPDX-License-Identifier: 0BSD
-- judge: what a spec means by its words alone, for tests of the generator. It knows no rows, no automaton, no byte classes, and nothing
-- of gen/: it decodes code points by the forms' bits and looks each up in the ranges.
--
-- In:  the text of a right spec, and texts as lists of bytes.
-- Out: judge.fault: { offset, length, fault, expected } by the error model of docs/specs.md, or nil for a well-formed text; where
--      `expected` is a set of bytes: those that could stand where the text stopped being well-formed.
--      UTF-8, 41 ED A0 80: offset 1, length 1, "surrogate", expected 80..9F.
--
-- The idea: bytes that begin a character of a form hold all code points of one interval, the bits still to come being free. So bytes can
-- go on exactly if some form has them in its places and writes a code point of the interval that may stand there.

local M = {}

-- ---- Sets of code points: ascending lists of {lo, hi} that do not touch ----

local function union(...)
  local all, out = {}, {}
  for _, list in ipairs { ... } do
    table.move(list, 1, #list, #all + 1, all)
  end
  table.sort(all, function(a, b) return a.lo < b.lo end)
  for _, range in ipairs(all) do
    local last <const> = out[#out]
    if last and range.lo <= last.hi + 1 then
      last.hi = math.max(last.hi, range.hi)
    else
      out[#out + 1] = { lo = range.lo, hi = range.hi }
    end
  end
  return out
end

---What two sets have in common.
local function both(a, b)
  local out, i, j = {}, 1, 1
  while a[i] and b[j] do
    local lo <const>, hi <const> = math.max(a[i].lo, b[j].lo), math.min(a[i].hi, b[j].hi)
    if lo <= hi then
      out[#out + 1] = { lo = lo, hi = hi }
    end
    if a[i].hi < b[j].hi then
      i = i + 1
    else
      j = j + 1
    end
  end
  return out
end

---The code points of a set's complement.
local function outside(set)
  local out, from = {}, 0
  for _, range in ipairs(set) do
    if from < range.lo then
      out[#out + 1] = { lo = from, hi = range.lo - 1 }
    end
    from = range.hi + 1
  end
  out[#out + 1] = { lo = from, hi = math.maxinteger }
  return out
end

local function without(a, b)
  return both(a, outside(b))
end

---The index of the first range of a set that ends at or after a code point.
local function first_from(set, code_point)
  local lo, hi = 1, #set + 1
  while lo < hi do
    local middle <const> = (lo + hi) // 2
    if set[middle].hi < code_point then
      lo = middle + 1
    else
      hi = middle
    end
  end
  return lo
end

local function meets(set, lo, hi)
  local range <const> = set[first_from(set, lo)]
  return range ~= nil and range.lo <= hi
end

M.union, M.both, M.without, M.meets = union, both, without, meets

-- ---- The words of a spec ----

local function read_range(text)
  local first <const>, last <const> = text:match("^%s*U%+(%x+)%s*%.%.%s*U%+(%x+)%s*$")
  local lo <const> = tonumber(first or text:match("^%s*U%+(%x+)%s*$"), 16)
  return { lo = lo, hi = last and tonumber(last, 16) or lo }
end

---A range, a table {lo, hi}, or a list of such, in any depth.
---@param only? "written"|"given" what the spec writes out, or what `unicode` gives; nil: both
local function read_set(value, only, given)
  if type(value) == "string" then
    return only == "given" and not given and {} or { read_range(value) }
  elseif value.lo then
    return (only == "written" and given or only == "given" and not given) and {} or { value }
  end
  local sets = {}
  for i, part in ipairs(value) do
    sets[i] = part ~= "end" and read_set(part, only, given or value.given) or {}
  end
  return without(union(table.unpack(sets)), value.except and read_set(value.except) or {})
end

---The places of a form: which bytes each takes, and how many free bits it has.
local function read_pattern(pattern)
  local places, bits = {}, 0
  for word in pattern:gmatch("%S+") do
    local fixed, free = word:match("^([01]*)(x*)$")
    local lo <const> = (tonumber(fixed, 2) or 0) << #free
    places[#places + 1] = { lo = lo, hi = lo + (1 << #free) - 1, bits = #free }
    bits = bits + #free
  end
  return places, bits
end

---Where each word that `=` follows stands in a text from a line on.
local function order_of(text, line)
  local at, from = {}, 1
  for _ = 2, line do
    from = text:find("\n", from, true) + 1
  end
  for position, word in text:sub(from):gmatch("()([%a_][%w_]*)%s*=") do
    at[word] = at[word] or position
  end
  return at
end

---The named ranges of an `except`, and of a `disallow`, as they stand in the text.
local function read_except(except, disallow, text, line)
  local order <const>, list = order_of(text, line), {}
  for whole, body in pairs { [false] = except or {}, [true] = disallow or {} } do
    for name, value in pairs(body) do
      list[#list + 1] = { name = name, written = read_set(value, "written"), given = read_set(value, "given"), whole = whole }
    end
  end
  table.sort(list, function(a, b) return order[a.name] < order[b.name] end)
  return list
end

---Runs a spec's text with words that write down what they are given.
local function words_of(text, unicode)
  local said = { forms = {}, nevers = {}, except = {} }
  local function line()
    return debug.getinfo(3, "l").currentline
  end
  local words = {}
  -- What it gives gives way where it meets what is written out, so it is told apart.
  function words.unicode(name)
    local list <const> = unicode(name) or error("no unicode " .. name)
    return table.move(list, 1, #list, 1, { given = true })
  end
  for _, word in ipairs { "encoding", "source", "users", "replacement", "well_formed", "examples" } do
    words[word] = function(value) said[word] = value end
  end
  function words.form(pattern)
    local here <const> = line()
    local places <const>, bits <const> = read_pattern(pattern)
    return function(body)
      local form = { pattern = pattern, places = places, bits = bits, own = read_set { table.unpack(body) } }
      form.also = body.also and read_set(body.also) or {}
      form.except = read_except(body.except, body.disallow, text, here)
      form.allow = body.allow and read_set(body.allow) or nil
      form.base = (form.own[1] or form.also[1]).lo >> bits << bits
      said.forms[#said.forms + 1] = form
    end
  end
  function words.bytes(block)
    for row in block:gmatch("[^\n]+") do
      local places = {}
      for lo, hi in row:gmatch("(%x%x)%.?%.?(%x?%x?)") do
        places[#places + 1] = { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) }
      end
      said.forms[#said.forms + 1] = #places > 0 and { row = true, pattern = row, places = places, own = {}, also = {}, except = {} } or nil
    end
  end
  function words.pair(body)
    said.pair = { high = read_set(body.high), low = read_set(body.low) }
  end
  function words.never(body)
    local second <const> = type(body[2]) == "table" and body[2] or { body[2] }
    local ends = false
    for _, part in ipairs(second) do
      ends = ends or part == "end"
    end
    said.nevers[#said.nevers + 1] = {
      name = body.name or "forbidden_pair", first = read_set(body[1]), second = body[2] == "end" and {} or read_set(second), ends = ends,
    }
  end
  function words.allow(body)
    said.allow = read_set(body)
  end
  local function leave_out(rules)
    table.move(rules, 1, #rules, #said.except + 1, said.except)
  end
  function words.except(body)
    leave_out(read_except(body, nil, text, line()))
  end
  function words.disallow(body)
    leave_out(read_except(nil, body, text, line()))
  end
  assert(load(text, "=spec", "t", words))()
  return said
end

-- ---- What they mean ----

---The code points that a character may be, cut so that each part is wholly inside or outside of each set of a rule.
---@return table parts { {lo, hi, first = {i, ...}, second = {[i] = true}} } with the rules whose sets hold the part
local function parts_of(set, nevers)
  local cuts = {}
  for _, rule in ipairs(nevers) do
    for _, ranges in ipairs { rule.first, rule.second } do
      for _, range in ipairs(ranges) do
        cuts[#cuts + 1] = range.lo
        cuts[#cuts + 1] = range.hi + 1
      end
    end
  end
  table.sort(cuts)
  local parts, c = {}, 1
  for _, range in ipairs(set) do
    local lo = range.lo
    while lo <= range.hi do
      while cuts[c] and cuts[c] <= lo do
        c = c + 1
      end
      local hi <const> = math.min(range.hi, (cuts[c] or math.maxinteger) - 1)
      parts[#parts + 1] = { lo = lo, hi = hi, first = {}, second = {} }
      lo = hi + 1
    end
  end
  return parts
end

---Notes in each part which rules' sets hold it.
local function note_rules(parts, nevers)
  for i, rule in ipairs(nevers) do
    for _, side in ipairs { "first", "second" } do
      for _, range in ipairs(rule[side]) do
        for p = first_from(parts, range.lo), #parts do
          local part <const> = parts[p]
          if part.lo > range.hi then
            break
          elseif side == "first" then
            part.first[#part.first + 1] = i
          else
            part.second[i] = true
          end
        end
      end
    end
  end
end

---What a character leaves behind: the rules that it arms. A text may end there unless one of them has an end.
local function context_of(meaning, armed)
  local key <const> = table.concat(armed, " ")
  local context = meaning.contexts[key]
  if not context then
    context = { key = key, armed = armed, final = true }
    for _, i in ipairs(armed) do
      context.final = context.final and not meaning.nevers[i].ends
    end
    meaning.contexts[key] = context
    meaning.contexts[#meaning.contexts + 1] = context
  end
  return context
end

---Whether a rule armed in this context forbids a part.
local function forbidden(context, part)
  for _, i in ipairs(context.armed) do
    if part.second[i] then
      return true
    end
  end
  return false
end

---Contexts from which no text can come to an end are none that a text can be in.
local function find_dead_ends(meaning)
  for _, context in ipairs(meaning.contexts) do
    context.good = context.final
  end
  local changed
  repeat
    changed = false
    for _, context in ipairs(meaning.contexts) do
      for _, part in ipairs(context.good and {} or meaning.parts) do
        if part.context.good and not forbidden(context, part) then
          context.good, changed = true, true
          break
        end
      end
    end
  until not changed
end

---What a form leaves out, by name, in the order of the spec; last what `allow` does not hold. What `unicode` gives is clipped to the form,
---leaves alone the halves of a pair, and what has a name already, or an `except` takes. `whole` are the rules of profiles: those of
---`disallow` and `allow`.
local function exceptions_of(meaning, form, halves)
  local rules, by_name, free = {}, {}, without(form.own, halves)
  local function rule_of(name, whole)
    if not by_name[name] then
      by_name[name] = { name = name, set = {}, given = {}, whole = whole }
      rules[#rules + 1] = by_name[name]
    end
    return by_name[name]
  end
  for _, list in ipairs { form.except, meaning.except } do
    for _, one in ipairs(list) do
      local rule <const>, written <const> = rule_of(one.name, one.whole), both(one.written, form.own)
      rule.set, rule.given = union(rule.set, written), union(rule.given, one.given)
      free = without(free, written)
    end
  end
  local function take(rule, set)
    rule.set = union(rule.set, both(free, set))
    free = without(free, set)
  end
  for _, whole in ipairs { false, true } do
    for _, rule in ipairs(rules) do
      if rule.whole == whole then
        take(rule, rule.given)
      end
    end
  end
  for _, allowed in ipairs { form.allow or false, meaning.allow or false } do
    if allowed then
      take(rule_of("unlisted", true), without(free, allowed))
    end
  end
  return rules
end

---@param text string a right spec
---@param unicode function? what the word `unicode` gives
---@return table meaning
function M.read(text, unicode)
  local meaning = words_of(text, unicode)
  local halves <const> = meaning.pair and union(meaning.pair.high, meaning.pair.low) or {}
  meaning.contexts, meaning.parts, meaning.by_lead, meaning.last = {}, {}, {}, 0
  meaning.start = context_of(meaning, {})
  for _, form in ipairs(meaning.forms) do
    if not form.row then
      local whole <const> = { { lo = form.base, hi = form.base + (1 << form.bits) - 1 } }
      meaning.last = math.max(meaning.last, form.own[1] and form.own[#form.own].hi or 0)
      form.named, form.whole = union(form.own, form.also), whole
      form.except = exceptions_of(meaning, form, halves)
    end
  end
  for i, form in ipairs(meaning.forms) do
    form.index, form.written, form.excluded, form.parts, form.withheld, form.profile = i, {}, {}, {}, {}, {}
    if not form.row then
      -- What the encoding writes, and what its profile leaves of that.
      local encoded = form.named
      for _, rule in ipairs(form.except) do
        if rule.whole then
          form.withheld = union(form.withheld, rule.set)
          form.profile[#form.profile + 1] = rule
        else
          encoded = without(encoded, rule.set)
        end
      end
      local written <const> = without(encoded, form.withheld)
      local open = without(form.whole, encoded)
      local function take(name, set)
        local taken <const> = both(open, set)
        form.excluded[#form.excluded + 1] = #taken > 0 and { name = name, set = taken } or nil
        open = without(open, taken)
      end
      for _, rule in ipairs(form.except) do
        take(rule.name, rule.whole and {} or rule.set)
      end
      for _, other in ipairs(meaning.forms) do
        if #other.places < #form.places then
          take("overlong", other.own)
        end
      end
      take("too_large", { { lo = meaning.last + 1, hi = math.maxinteger } })
      take("unlisted", open)
      form.highs = meaning.pair and both(form.named, meaning.pair.high) or {}
      form.lows = meaning.pair and both(form.named, meaning.pair.low) or {}
      form.lone_lows = both(form.lows, written)
      form.written = without(written, halves)
      form.parts = parts_of(form.written, meaning.nevers)
      note_rules(form.parts, meaning.nevers)
    else
      form.parts = { { row = true, first = {}, second = {} } }
    end
    for lead = form.places[1].lo, form.places[1].hi do
      meaning.by_lead[lead] = meaning.by_lead[lead] or {}
      table.insert(meaning.by_lead[lead], form)
    end
    for _, part in ipairs(form.parts) do
      part.context = context_of(meaning, part.first)
      meaning.parts[#meaning.parts + 1] = part
    end
  end
  if meaning.pair then
    -- The pairs write the code points after the last one; a rule holds all of them or none.
    local pairs_ <const> = { { lo = meaning.last + 1, hi = meaning.last + 1, first = {}, second = {} } }
    note_rules(pairs_, meaning.nevers)
    meaning.pair_part = pairs_[1]
    meaning.pair_part.context = context_of(meaning, meaning.pair_part.first)
    meaning.parts[#meaning.parts + 1] = meaning.pair_part
  end
  find_dead_ends(meaning)
  return meaning
end

---How many of the places of a form the bytes from `at` on, n of them, fit.
local function fits(form, bytes, at, n)
  for i = 1, math.min(n, #form.places) do
    local byte <const>, place <const> = bytes[at + i - 1], form.places[i]
    if byte < place.lo or place.hi < byte then
      return false
    end
  end
  return true
end

---The code points of a form that begin with n bytes: an interval.
local function interval(form, bytes, at, n)
  local value, free = 0, form.bits
  for i = 1, math.min(n, #form.places) do
    local place <const> = form.places[i]
    value = value << place.bits | bytes[at + i - 1] - place.lo
    free = free - place.bits
  end
  return form.base + (value << free), form.base + (value + 1 << free) - 1
end

---The part that one of these bytes' characters is in, if it may stand in a context and a text can go on behind it. Of n bytes that are
---a whole character it is the character's.
---@return table? part, boolean whole whether the n bytes are a character
local function part_of(meaning, context, bytes, at, n)
  for _, form in ipairs(meaning.by_lead[bytes[at]] or {}) do
    local size <const> = #form.places
    if n <= size and form.row and fits(form, bytes, at, n) then
      return form.parts[1], n == size
    elseif not form.row and fits(form, bytes, at, n) then
      local lo <const>, hi <const> = interval(form, bytes, at, n)
      if n <= size then
        for p = first_from(form.parts, lo), #form.parts do
          local part <const> = form.parts[p]
          if part.lo > hi then
            break
          elseif part.context.good and not forbidden(context, part) then
            return part, n == size
          end
        end
      end
      local pair <const> = meaning.pair_part
      if pair and meets(form.highs, lo, hi) and pair.context.good and not forbidden(context, pair) then
        for _, other in ipairs(n > size and meaning.forms or {}) do
          if not other.row and n - size <= #other.places and fits(other, bytes, at + size, n - size) then
            local low <const>, last <const> = interval(other, bytes, at + size, n - size)
            if meets(other.lows, low, last) then
              return pair, n - size == #other.places
            end
          end
        end
        if n <= size then
          return pair, false
        end
      end
    end
  end
  return nil, false
end

---The size of the high half that the n bytes begin with, if they do.
local function high_half(meaning, bytes, at, n)
  for _, form in ipairs(meaning.by_lead[bytes[at]] or {}) do
    if not form.row and n >= #form.places and fits(form, bytes, at, n) then
      local lo <const>, hi <const> = interval(form, bytes, at, n)
      if meets(form.highs, lo, hi) then
        return #form.places
      end
    end
  end
end

---The bytes that can follow the bytes from..to of a character in a context, as a string of 0 and 1.
function M.expected(meaning, context, bytes, from, to)
  local text = {}
  for i = from, to do
    text[#text + 1] = bytes[i]
  end
  local key <const> = context.key .. ":" .. table.concat(text, " ")
  meaning.known = meaning.known or {}
  if not meaning.known[key] then
    local said, n <const> = {}, #text + 1
    for byte = 0, 255 do
      text[n] = byte
      said[byte + 1] = part_of(meaning, context, text, 1, n) and "1" or "0"
    end
    meaning.known[key] = table.concat(said)
  end
  return meaning.known[key]
end

---What is wrong with the byte that follows n bytes, which could have begun a character: steps 6 to 8 of the error model.
local function fault_by_forms(meaning, bytes, at, n)
  local byte <const> = bytes[at + n]
  local begins, due, later = false, false, false
  for _, form in ipairs(meaning.forms) do
    for i, place in ipairs(form.places) do
      local here <const> = place.lo <= byte and byte <= place.hi
      begins = begins or here and i == 1
      later = later or here and i > 1
      due = due or here and i == n + 1 and fits(form, bytes, at, n)
    end
  end
  if n == 0 and not begins then
    return later and "too_long" or "not_a_form"
  elseif n > 0 and not due then
    return "too_short"
  end
  for _, form in ipairs(meaning.forms) do
    if not form.row and n < #form.places and fits(form, bytes, at, n + 1) then
      local lo <const>, hi <const> = interval(form, bytes, at, n + 1)
      for _, rule in ipairs(form.excluded) do
        if meets(rule.set, lo, hi) then
          return rule.name
        end
      end
    end
  end
  for _, form in ipairs(meaning.pair and meaning.forms or {}) do
    if not form.row and n < #form.places and fits(form, bytes, at, n + 1) then
      local lo <const>, hi <const> = interval(form, bytes, at, n + 1)
      if meets(form.lone_lows, lo, hi) then
        return "unpaired"
      end
    end
  end
  return "not_a_form"
end

---The first rule that forbids a character beginning with n bytes directly after one that armed some.
local function fault_by_rules(meaning, context, bytes, at, n)
  for _, i in ipairs(context.armed) do
    for _, form in ipairs(meaning.by_lead[bytes[at]] or {}) do
      local size <const> = #form.places
      if not form.row and fits(form, bytes, at, n) then
        local lo <const>, hi <const> = interval(form, bytes, at, n)
        for p = first_from(form.parts, lo), n <= size and #form.parts or 0 do
          if form.parts[p].lo > hi then
            break
          elseif form.parts[p].second[i] then
            return meaning.nevers[i].name
          end
        end
        if meaning.pair_part and meaning.pair_part.second[i] and meets(form.highs, lo, hi) then
          return meaning.nevers[i].name
        end
      end
    end
  end
end

---The first rule armed in a context that has an end.
local function end_rule(meaning, context)
  for _, i in ipairs(context.armed) do
    if meaning.nevers[i].ends then
      return meaning.nevers[i].name
    end
  end
end

---How many bytes the encoding reads at `at`, its profile or not: to the end of a character, or as far as some begin so; and the name of the
---rule of a profile that leaves out the character which these are, or become if the text goes on.
local function read_by_encoding(meaning, bytes, at)
  local n, last = 0, false
  local name
  while not last and at + n <= #bytes do
    local some = part_of(meaning, meaning.start, bytes, at, n + 1) ~= nil
    name = nil
    for _, form in ipairs(meaning.by_lead[bytes[at]] or {}) do
      if not form.row and n < #form.places and fits(form, bytes, at, n + 1) then
        local lo <const>, hi <const> = interval(form, bytes, at, n + 1)
        for _, rule in ipairs(form.profile) do
          if meets(rule.set, lo, hi) then
            some, last, name = true, last or n + 1 == #form.places, name or rule.name
          end
        end
      end
    end
    if not some then
      break
    end
    n = n + 1
    last = last or select(2, part_of(meaning, meaning.start, bytes, at, n))
  end
  return n, (last or at + n > #bytes) and name or nil
end

---@param bytes integer[]
---@return table? fault { offset, length, fault, expected }, nil for a well-formed text
function M.fault(meaning, bytes)
  local size <const> = #bytes
  -- offset: behind the last character at which a text may end; at: where the character begins that is being read; first: the first
  -- whole form from offset on that could not be the end, if one was read.
  local offset, at, context, first = 0, 0, meaning.start, nil
  while true do
    local n, part, whole = 0, nil, false
    while not whole do
      if at + n == size then
        if n == 0 and context.final then
          return nil
        elseif n == 0 then
          return { offset = offset, length = first.size, fault = first.fault,
            expected = M.expected(meaning, first.context, bytes, first.from, offset + first.size) }
        end
        return { offset = offset, length = size - offset, fault = "truncated",
          expected = M.expected(meaning, context, bytes, at + 1, size) }
      end
      n = n + 1
      part, whole = part_of(meaning, context, bytes, at + 1, n)
      if not part then
        break
      end
    end
    if part then
      at, context = at + n, part.context
      if context.final then
        offset, first = at, nil
      elseif not first then
        first = { size = at - offset, context = context, from = at + 1, fault = end_rule(meaning, context) }
      end
    else
      local high <const> = not first and n > 1 and meaning.pair and part_of(meaning, context, bytes, at + 1, n - 1) == meaning.pair_part
        and high_half(meaning, bytes, at + 1, n - 1)
      if high then
        first = { size = high, context = context, from = offset + 1, fault = "unpaired" }
      end
      if first then
        return { offset = offset, length = first.size, fault = first.fault,
          expected = M.expected(meaning, first.context, bytes, first.from, offset + first.size) }
      end
      -- From the start the same bytes may go on: then it was the character before that forbade them.
      local taken, done = 0, false
      while not done and at + taken < size do
        local one <const>, last <const> = part_of(meaning, meaning.start, bytes, at + 1, taken + 1)
        taken, done = one and taken + 1 or taken, not one or last
      end
      local encoded <const>, left_out <const> = read_by_encoding(meaning, bytes, at + 1)
      if encoded > taken then
        return { offset = offset, length = encoded, fault = left_out or fault_by_forms(meaning, bytes, at + 1, encoded),
          expected = M.expected(meaning, context, bytes, at + 1, at + n - 1) }
      elseif taken >= n then
        return { offset = offset, length = taken, fault = fault_by_rules(meaning, context, bytes, at + 1, taken),
          expected = M.expected(meaning, context, bytes, at + 1, at + n - 1) }
      end
      return { offset = offset, length = math.max(n - 1, 1), fault = fault_by_forms(meaning, bytes, at + 1, n - 1),
        expected = M.expected(meaning, context, bytes, at + 1, at + n - 1) }
    end
  end
end

---How many bytes of a text are well-formed from its beginning on.
---@param bytes integer[]
function M.valid_prefix(meaning, bytes)
  local fault <const> = M.fault(meaning, bytes)
  return fault and fault.offset or #bytes
end

---How many characters of 1, 2, ... bytes may begin a text.
function M.counts(meaning)
  local counts, high, low = {}, {}, {}
  local function add(to, length, number)
    to[length] = (to[length] or 0) + number
  end
  for _, form in ipairs(meaning.forms) do
    local number = 1
    for _, place in ipairs(form.row and form.places or {}) do
      number = number * (place.hi - place.lo + 1)
    end
    for _, part in ipairs(form.parts) do
      if part.context.good then
        add(counts, #form.places, form.row and number or part.hi - part.lo + 1)
      end
    end
    for to, set in pairs(meaning.pair and not form.row and { [high] = form.highs, [low] = form.lows } or {}) do
      for _, range in ipairs(set) do
        add(to, #form.places, range.hi - range.lo + 1)
      end
    end
  end
  for length, number in pairs(meaning.pair and meaning.pair_part.context.good and high or {}) do
    for rest, other in pairs(low) do
      add(counts, length + rest, number * other)
    end
  end
  return counts
end

---@return integer[] bytes of a code point in a form, whether the form may write it or not
function M.encode(form, code_point)
  local bytes, value = {}, code_point - form.base
  for i = #form.places, 1, -1 do
    local place <const> = form.places[i]
    bytes[i] = place.lo + (value & (1 << place.bits) - 1)
    value = value >> place.bits
  end
  return bytes
end

---Where the rules can begin to treat a form's code points otherwise: the first one of each stretch that they treat alike, ascending.
function M.edges(meaning, form)
  local list = {}
  local function add(set)
    for _, range in ipairs(both(set, form.whole)) do
      list[#list + 1] = range.lo
      list[#list + 1] = range.hi + 1
    end
  end
  add(form.whole)
  for _, other in ipairs(meaning.forms) do
    add(other.own)
    add(other.also)
    for _, rule in ipairs(other.except) do
      add(rule.set)
    end
  end
  for _, rule in ipairs(meaning.nevers) do
    add(rule.first)
    add(rule.second)
  end
  for _, set in pairs(meaning.pair or {}) do
    add(set)
  end
  table.sort(list)
  local out = {}
  for _, edge in ipairs(list) do
    if edge ~= out[#out] and edge <= form.whole[1].hi then
      out[#out + 1] = edge
    end
  end
  return out
end

---Characters at the edges of all ranges, in the forms that could write them, whether they may or not.
function M.pieces(meaning)
  local pieces = {}
  for _, form in ipairs(meaning.forms) do
    if form.row then
      for bits = 0, (1 << #form.places) - 1 do
        local piece = {}
        for i, place in ipairs(form.places) do
          piece[i] = bits >> i - 1 & 1 == 0 and place.lo or place.hi
        end
        pieces[#pieces + 1] = piece
      end
    else
      for _, edge in ipairs(M.edges(meaning, form)) do
        for code_point = math.max(edge - 1, form.base), edge do
          pieces[#pieces + 1] = M.encode(form, code_point)
        end
      end
      pieces[#pieces + 1] = M.encode(form, form.whole[1].hi)
    end
  end
  return pieces
end

return M
