-- SPDX-License-Identifier: 0BSD
-- explanation: shows how an encoding reads bytes.
--
-- In:  model, bytes, the catalogue. Out: text. The verdict comes first. A character has one line, and a pair has two: offset, bytes, bits,
--      code point, and the character if it is printable. An ill-formed sequence has lines with the offset, bytes, bits, the fault, the
--      expected and the found bytes, and the rule if a rule forbids the sequence. Characters that the encodings of the catalogue encode
--      differently come last, with their bytes in each encoding.
--      UTF-8 reads F0 9F 98 80 as U+1F600, which is ED A0 BD ED B8 80 in CESU-8. With --verbose, the text also has the payload bits
--      -----000 --011111 --011000 --000000, and the code point in binary, decimal and hexadecimal.
--
-- After a fault, reading restarts after the ill-formed sequence, as The Unicode Standard, section 3.9, recommends.

local lists = require "gen.common.lists"
local automata = require "gen.language.automaton"
local characters = require "gen.language.characters"
local faults = require "gen.language.faults"
local bytes_ = require "gen.common.bytes"
local ranges_ = require "gen.common.ranges"
local forms_ = require "gen.spec.forms"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START
local WIDTH <const>, MOST_RANGES <const> = 120, 8

---Code points that are not printed, since they are invisible or affect the text around them: Unicode's Cc, Cf, Co, Zl, Zp, variation
---selectors, and some code points between these. Code points that SHOWN_BY lacks, such as surrogates, are not printed either.
local INVISIBLE <const> = [[
  U+0000..U+001F U+007F..U+009F
  U+00AD U+0600..U+0605 U+061C U+06DD U+070F U+0890..U+0891 U+08E2 U+180B..U+180F U+200B..U+200F U+2028..U+202E U+2060..U+206F
  U+E000..U+F8FF U+FE00..U+FE0F U+FEFF U+FFF9..U+FFFB U+110BD U+110CD U+13430..U+1345F U+1BCA0..U+1BCA3 U+1D173..U+1D17A
  U+E0000..U+E0FFF U+F0000..U+10FFFF
]]
local SHOWN_BY <const> = "assignables"

local function printable(code_point, catalogue)
  for word in INVISIBLE:gmatch "%S+" do
    local lo, hi = word:match "^U%+(%x+)%.*U?%+?(%x*)$"
    if tonumber(lo, 16) <= code_point and code_point <= tonumber(hi ~= "" and hi or lo, 16) then
      return false
    end
  end
  for _, entry in ipairs(catalogue) do
    if entry.name == SHOWN_BY then
      return characters.write(entry.model.spec, code_point) ~= nil
    end
  end
  return false
end

---"U+1F600 😀"; only the number if the character is not printable.
---@param catalogue table list of { name, model }
function M.character_text(code_point, catalogue)
  return ("U+%04X"):format(code_point) .. (printable(code_point, catalogue) and " " .. utf8.char(code_point) or "")
end

local function padded(text, width)
  return text .. (" "):rep(width - #text)
end

---The bits of bytes: "11000011 10101001" for C3 A9.
function M.bits_text(bytes)
  local words = {}
  for i, byte in ipairs(bytes) do
    local digits = {}
    for bit = 7, 0, -1 do
      digits[#digits + 1] = ("%d"):format(byte >> bit & 1)
    end
    words[i] = table.concat(digits)
  end
  return table.concat(words, " ")
end

-- ---- Reading the command line ----

---Notations for bytes and code points. The pattern captures hexadecimal or octal digits, and the position after the notation.
local NOTATIONS <const> = {
  { name = "U+00E9", pattern = "^[Uu]%+(%x+)()", is_point = true },
  { name = "\\u00E9", pattern = "^\\u(%x%x%x%x)()", is_point = true },
  { name = "\\u{E9}", pattern = "^\\u{(%x+)}()", is_point = true },
  { name = "\\U000000E9", pattern = "^\\U(" .. ("%x"):rep(8) .. ")()", is_point = true },
  { name = "\\xC3", pattern = "^\\[xX](%x%x)()" },
  { name = "\\303", pattern = "^\\([0-3][0-7][0-7])()", is_octal = true },
  { name = "%C3", pattern = "^%%(%x%x)()" },
  { name = "=C3", pattern = "^=(%x%x)()" },
  { name = "<C3>", pattern = "^<(%x%x)>()" },
  { name = "0xC3", pattern = "^0[xX](%x+)()" },
  { name = "C3", pattern = "^(%x+)()" },
}

---Separators, brackets and quotes around bytes, as in lists and strings of programming languages.
local BETWEEN <const> = "[%s,;:{}%[%]()'\"-]"

local HOW <const> = "bytes are written 'C3 A9', 0xC3,0xA9, \\xC3\\xA9 or %C3%A9, a character U+00E9"

---The bytes that a notation with these digits denotes.
---@return integer[]? bytes
---@return string? reason
local function bytes_of(spec, notation, digits)
  if notation.is_point then
    local code_point <const> = #digits <= 8 and tonumber(digits, 16) or -1
    local bytes <const> = characters.write(spec, code_point)
    return bytes, ("%s does not encode U+%s"):format(spec.title, digits:upper())
  elseif notation.is_octal then
    return { tonumber(digits, 8) }
  end
  local bytes <const> = {}
  for pair in digits:gmatch "%x%x" do
    bytes[#bytes + 1] = tonumber(pair, 16)
  end
  return bytes
end

---Matches a notation at a position of a word.
---@return table? notation
---@return string? digits
---@return integer? after the position after it
local function notation_at(word, at)
  for _, notation in ipairs(NOTATIONS) do
    local digits <const>, after <const> = word:match(notation.pattern, at)
    if digits then
      return notation, digits, after
    end
  end
end

---Reads bytes as programs print them, and characters by their numbers: C3A9, "C3 A9", 0xC3,0xA9, \xC3\xA9, %C3%A9, U+00E9. A word must use
---one notation, so that letters of a text are not taken for digits.
---@param arguments string[]
---@param spec table for encoding characters
---@return integer[]? bytes
---@return string? reason an error and its position
function M.read_bytes(arguments, spec)
  local bytes = {}
  for number, text in ipairs(arguments) do
    local at, word = 1, nil
    local function refuse(place, what)
      return nil, ("cannot read the bytes: character %d of argument %d, %s"):format(place, number, what)
    end
    ---Returns an error about a character that is not a digit.
    local function no_digit(place)
      local found <const> = text:match("^%g", place)
      return refuse(place, ("%s, is not a hexadecimal digit; %s"):format(found and "'" .. found .. "'"
        or ("the byte %02X"):format(text:byte(place)), HOW))
    end
    while at <= #text do
      local after = text:match("^[bB]?['\"]()", at) or text:match("^" .. BETWEEN .. "()", at)
      if after then
        at, word = after, nil
      else
        local notation, digits
        notation, digits, after = notation_at(text, at)
        if not notation then
          return no_digit(at)
        elseif word and word ~= notation then
          return refuse(at, ("'%s', begins a different notation from the bytes before it; %s"):format(text:sub(at, at), HOW))
        elseif not notation.is_point and not notation.is_octal and #digits % 2 == 1 then
          if after <= #text and not text:find("^" .. BETWEEN, after) then
            return no_digit(after)
          end
          return refuse(after - 1, ("'%s', is a single digit: a byte is two hexadecimal digits"):format(digits:sub(-1)))
        end
        local some <const>, reason <const> = bytes_of(spec, notation, digits)
        if not some then
          return refuse(at, ("'%s': %s"):format(text:sub(at, after - 1), reason))
        end
        table.move(some, 1, #some, #bytes + 1, bytes)
        at, word = after, notation
      end
    end
  end
  return bytes
end

-- ---- Sequences ----

---Runs the automaton up to the byte that leads to the dead state, or to the end. Returns the number of bytes read and the last state.
local function walk(automaton, bytes, from, state)
  local at = from
  while at <= #bytes do
    local after <const> = automaton.next[state][bytes[at]]
    if after == DEAD then
      break
    end
    state, at = after, at + 1
  end
  return at - from, state
end

---One side of a `never` rule as text, with at most MOST_RANGES ranges, and at most MOST_RANGES ranges of its `except`.
local function set_text(set)
  local function text_of(ranges)
    local text <const> = ranges_.text { table.unpack(ranges, 1, MOST_RANGES) }
    return #ranges > MOST_RANGES and ("%s and %d more ranges"):format(text, #ranges - MOST_RANGES) or text
  end
  return text_of(set.ranges) .. (#set.except > 0 and " except " .. text_of(set.except) or "")
end

---The rule that the bytes of a fault violate: a `never` rule, the rule of a pair, or an excluded row that begins with the bytes.
---@param code_point? integer the code point that these bytes would write
---@return string? text nil if no such rule has the name of the fault
---@return boolean? of_profile whether the rule belongs to the profile, not to the encoding
local function rule_text(model, fault, bytes, code_point)
  for _, never in ipairs(model.spec.nevers) do
    if never.name == fault and (never.ends or not code_point or ranges_.holds(never.second.code_points, code_point)) then
      local function either(set, edge)
        local words <const> = #set.ranges > 0 and { set_text(set) } or {}
        words[#words + 1] = edge
        return table.concat(words, " or ")
      end
      return ("never %s directly after %s"):format(
        either(never.second, never.ends and "the end" or nil), either(never.first, never.starts and "the start" or nil))
    end
  end
  local pair <const> = model.spec.pair
  if pair and pair.name == fault then
    return ("U+%04X..U+%04X only before U+%04X..U+%04X"):format(pair.high.lo, pair.high.hi, pair.low.lo, pair.low.hi)
  end
  for i, row in ipairs(model.excluded) do
    if row.fault == fault and forms_.begins(row, bytes) then
      return "without " .. bytes_.text(row.bytes), i <= #model.disallowed
    end
  end
end

---The bytes and code point of the character that the forms would allow here without the rule; nil if there is none with a code point.
local function would_be(model, bytes, from)
  local form <const> = characters.form_of(model.spec, bytes, from)
  if not form or not form.bits then
    return nil
  end
  local part <const> = { table.unpack(bytes, from, from + #form.bytes - 1) }
  return part, characters.decode(form, part)
end

---@param state integer of the automaton before the ill-formed bytes
---@param first integer index of the first ill-formed byte
---@return string[] lines that describe the fault
local function fault_lines(model, bytes, fault, state, first)
  local automaton <const> = model.whole
  local count <const>, last = walk(automaton, bytes, first, state)
  local lines = { "ill-formed: " .. fault.fault }
  local found <const> = bytes[first + count] and ("found %02X"):format(bytes[first + count]) or "the text ends"
  local expected <const> = bytes_.ranges_text(automata.ranges(function(byte) return automaton.next[last][byte] ~= DEAD end))
  lines[2] = ("%s, expected %s"):format(found, expected)
  if count > 0 then
    lines[2] = ("after %s %s"):format(bytes_.hex { table.unpack(bytes, first, first + count - 1) }, lines[2])
  end
  local last_read <const> = math.min(first + math.max(count, fault.length - 1), #bytes)
  local part <const>, code_point <const> = would_be(model, bytes, first)
  local rule <const>, of_profile <const> = rule_text(model, fault.fault, { table.unpack(bytes, first, last_read) }, code_point)
  if rule then
    local verb <const> = of_profile and "is" or "would be"
    lines[3] = ("the rule: %s%s"):format(rule, part and (" (%s %s U+%04X)"):format(bytes_.hex(part), verb, code_point) or "")
  end
  return lines
end

---Characters and faults in the order of the text.
---@param model table
---@param bytes integer[]
---@return table items, each { offset, bytes, lines } of a fault, or { offset?, bytes, code_point?, half?, name (of a half) } of a character
---@return table? first the first fault, as PREFIX_check reports it
function M.items(model, bytes)
  local automaton <const>, items, begin, first = model.whole, {}, 1, nil
  while begin <= #bytes do
    -- After a fault, the rules for the start of a text do not apply.
    local state, from = begin == 1 and automaton.origin or START, begin
    local fault <const> = faults.of(model, { table.unpack(bytes, begin) }, state)
    local stop <const> = fault and begin + fault.offset or #bytes + 1
    for at = begin, stop - 1 do
      state = automaton.next[state][bytes[at]]
      if automaton.boundary[state] then
        local code_point <const>, halves <const> = characters.read(model.spec, { table.unpack(bytes, from, at) })
        for i, half in ipairs(halves or { { code_point = code_point, bytes = { table.unpack(bytes, from, at) } } }) do
          items[#items + 1] = {
            offset = i == 1 and from - 1 or nil, bytes = half.bytes, half = halves and half.code_point, name = ({ "high", "low" })[i],
            code_point = (not halves or i == #halves) and code_point or nil,
          }
        end
        from = at + 1
      end
    end
    if not fault then
      break
    end
    items[#items + 1] = {
      offset = stop - 1, bytes = { table.unpack(bytes, stop, stop + fault.length - 1) },
      lines = fault_lines(model, bytes, fault, state, stop),
    }
    first = first or { fault = fault.fault, offset = stop - 1, length = fault.length }
    begin = stop + fault.length
  end
  return items, first
end

-- ---- The same character elsewhere ----

---How the encodings of a catalogue encode a code point: groups of encodings that use the same bytes, the largest group first.
---@param catalogue table list of { name, model }
---@return table groups { {key = bytes in hexadecimal, bytes, names, halves?, apart = names of encodings that read them as two characters} }
---@return string[] none names of the other encodings, which cannot encode it
---@return string? halves_text the two characters: "U+D83D U+DE00"; nil if no encoding reads the bytes as two
function M.elsewhere(code_point, catalogue)
  local groups, by_bytes, halves_text = {}, {}, nil
  local function group_of(bytes)
    local key <const> = bytes_.hex(bytes)
    if not by_bytes[key] then
      by_bytes[key] = { key = key, bytes = bytes, names = {}, apart = {} }
      groups[#groups + 1] = by_bytes[key]
    end
    return by_bytes[key]
  end
  for _, entry in ipairs(catalogue) do
    local bytes <const>, halves <const> = characters.write(entry.model.spec, code_point)
    if bytes then
      local group <const> = group_of(bytes)
      table.insert(group.names, entry.name)
      group.halves = group.halves or halves
    end
  end
  -- Encodings in which both halves of a pair are separate characters may accept the same bytes.
  local none = {}
  for _, entry in ipairs(catalogue) do
    if not characters.write(entry.model.spec, code_point) then
      local taken = false
      for _, group in ipairs(groups) do
        if group.halves and not faults.of(entry.model, group.bytes) then
          table.insert(group.apart, entry.name)
          taken, halves_text = true, ("U+%04X U+%04X"):format(group.halves[1], group.halves[2])
        end
      end
      none[#none + 1] = not taken and entry.name or nil
    end
  end
  table.sort(groups, function(a, b)
    if #a.names ~= #b.names then
      return #a.names > #b.names
    end
    return a.key < b.key
  end)
  return groups, none, halves_text
end

---Adds a heading and words, wrapped into lines.
local function add_list(lines, head, words)
  local line = head
  for i, word in ipairs(words) do
    if #line + 1 + #word > WIDTH then
      lines[#lines + 1] = line
      line = (" "):rep(#head)
    end
    line = line .. " " .. word .. (i < #words and "," or "")
  end
  lines[#lines + 1] = line
end

local function add_elsewhere(lines, code_point, catalogue)
  local groups <const>, none <const>, halves_text <const> = M.elsewhere(code_point, catalogue)
  if #groups < 2 then
    return
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = M.character_text(code_point, catalogue) .. " in the catalogue:"
  local widest = #"none"
  for _, group in ipairs(groups) do
    widest = math.max(widest, #group.key)
  end
  for _, group in ipairs(groups) do
    add_list(lines, ("  %s "):format(padded(group.key, widest)), group.names)
    if #group.apart > 0 then
      add_list(lines, ("  %s  as two characters, %s:"):format(padded("", widest), halves_text), group.apart)
    end
  end
  if #none > 0 then
    add_list(lines, ("  %s "):format(padded("none", widest)), none)
  end
end

---A number in binary, in groups of four digits.
local function binary(number)
  local groups = {}
  repeat
    table.insert(groups, 1, (M.bits_text({ number & 15 }):sub(-4)))
    number = number >> 4
  until number == 0
  return table.concat(groups, " ")
end

---The payload bits of each byte, with dashes for all other bits: "---00011 --101001" for C3 A9.
local function payload_text(form, bytes)
  return lists.joined(form.bytes, " ", function(byte, i)
    return ("-"):rep(8 - byte.bits) .. M.bits_text({ bytes[i] }):sub(9 - byte.bits)
  end)
end

---Lines that compute the code point of an item from its bytes; none if the item is ill-formed or has no code point.
---@param widest integer width of the column of bits
local function payload_lines(model, item, widest)
  local own <const> = item.half or item.code_point
  local form <const> = own and characters.form_of(model.spec, item.bytes, 1)
  if not form or not form.bits then
    return {}
  end
  local fixed <const> = form.base > 0 and ("%s, with the leading bits of the form: "):format(binary(own - form.base)) or ""
  local lines = {
    ("%s payload: %s%s = %d = U+%04X"):format(padded(payload_text(form, item.bytes), widest), fixed, binary(own), own, own),
  }
  if item.half and item.code_point then
    lines[2] = ("%s pair: %s = %d = U+%04X"):format(padded("", widest), binary(item.code_point), item.code_point, item.code_point)
  end
  return lines
end

---@param model table
---@param bytes integer[]
---@param catalogue table list of { name, model }, for the bytes of the characters in other encodings
---@param verbose boolean? whether to show payload bits
---@return string text
function M.show(model, bytes, catalogue, verbose)
  local items <const>, first <const> = M.items(model, bytes)
  local longest <const> = lists.most(items, function(item) return #item.bytes end)
  local lines = { ("%s: %d %s, %s"):format(model.spec.title, #bytes, #bytes == 1 and "byte" or "bytes", first
    and ("ill-formed: %s at byte %d, length %d"):format(first.fault, first.offset, first.length) or "well-formed") }
  for _, item in ipairs(items) do
    local margin <const> = ("  %6s  %s %s "):format(item.offset or "", padded(bytes_.hex(item.bytes), 3 * longest),
      padded(M.bits_text(item.bytes), 9 * longest))
    local text = item.code_point and M.character_text(item.code_point, catalogue) or "a character without a code point"
    if item.half then
      text = ("%s half U+%04X%s"):format(item.name, item.half, item.code_point and ", together " .. text or "")
    end
    for i, line in ipairs(item.lines or { text }) do
      lines[#lines + 1] = (i == 1 and margin or (" "):rep(#margin + 2)) .. line
    end
    for _, line in ipairs(verbose and payload_lines(model, item, 9 * longest) or {}) do
      lines[#lines + 1] = (" "):rep(10 + 3 * longest + 1) .. line
    end
  end
  local seen = {}
  for _, item in ipairs(items) do
    if item.code_point and not seen[item.code_point] then
      seen[item.code_point] = true
      add_elsewhere(lines, item.code_point, catalogue)
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

return M
