-- SPDX-License-Identifier: 0BSD
-- Tests trimming, repair and conversion of texts in pieces, and with little room for the output: the result must be that of the whole text
-- (tests/interface/pieces.c, pieces_between.c). For some texts, the repair must also equal the repair by tests/lib/judge.lua. The
-- specs are encodings of the catalogue, and specs in which neighboring characters matter. With ALL=1, the test takes a minute, and tries
-- all specs below instead of some.
--
-- One character represents all characters with the same transitions between states. Texts consist of parts: these representatives,
-- characters that the spec forbids, beginnings of both, and one byte that begins no character. So texts of three parts contain all
-- combinations that can meet at a cut. If there are many parts, only some of these texts are tried.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir <const> = require "pl.dir"
local api <const> = require "gen.kernel.api"
local automata <const> = require "gen.language.automaton"
local characters <const> = require "gen.language.characters"
local files <const> = require "gen.common.files"
local judge <const> = require "tests.lib.judge"
local pieces <const> = require "gen.language.pieces"
local pipeline <const> = require "gen.pipeline"
local repair <const> = require "gen.language.repair"
local trials <const> = require "tests.lib.trials"
local unicode <const> = require "gen.spec.unicode"

local WORK <const> = "build/pieces_test"
---The numbers of texts for a spec: MOST texts of three parts; DRAWN longer texts; JUDGED repairs that are compared with the judge's. Since
---every nth text is taken, the numbers for MOST and JUDGED may be up to twice as high.
local MOST <const>, DRAWN <const>, JUDGED <const> = 350, 40, 150

---Whether all specs are tried, or some.
local ALL <const> = os.getenv "ALL" ~= nil

local SPECS <const> = ALL and {
  "ends/ascii-only", "ends/cr-then-lf", "ends/joiner", "ends/no-blank-at-the-end", "ends/not-after-cr", "ends/of-two-bytes",
  "ends/pairs-after-it", "ends/pairs-and-rows", "ends/pairs-between-neighbors", "ends/pairs-in-a-chain", "ends/pairs-only-after-it",
  "ends/pairs-themselves", "ends/pairs-with-a-shared-name", "ends/two-rules", "ends/with-pairs", "never/alternating", "never/chain",
  "never/marks", "never/no-cr-lf", "never/no-two-blanks", "never/other-prefixes", "never/surrogate-pairs", "never/one-character-at-most",
  "pairs/and-a-rule", "pairs/and-a-rule-on-others", "pairs/cr-lf", "pairs/low-half-first", "pairs/nothing-else", "pairs/of-four-bytes",
  "tiny/no-two", "tiny/two-that-end",
  "defects/blank-at-eol", "defects/end-rules-alone", "defects/surrogates-and-a-pair", "bytes/with-a-rule", "bytes/two-halves",
  "utf8/six-bytes-only", "profiles/empty-form", "profiles/pairs-and-rules", "profiles/planes", "profiles/shared-leads",
} or {
  "ends/cr-then-lf", "ends/no-blank-at-the-end", "ends/with-pairs", "never/no-two-blanks", "defects/end-rules-alone",
  "defects/surrogates-and-a-pair", "profiles/pairs-and-rules", "profiles/planes",
}

---Encodings of the catalogue, and conversions (from, to). Some have surrogates, pairs, `never` rules, or characters that must not be last.
local NAMES <const> = ALL and dir.getfiles("gen/specs", "*.lua")
  or { "gen/specs/xml-1.0.lua", "gen/specs/wtf-8.lua", "gen/specs/mutf-8.lua", "gen/specs/cesu-8.lua" }
local CONVERSIONS <const> = {
  { "gen/specs/mutf-8.lua", "gen/specs/wtf-8.lua" },
  { "gen/specs/utf-8.lua", "tests/specs/ends/no-blank-at-the-end.lua" },
  ALL and { "gen/specs/wtf-8.lua", "gen/specs/utf-8.lua" } or nil,
  ALL and { "gen/specs/utf-8-generalized.lua", "gen/specs/wtf-8.lua" } or nil,
  ALL and { "gen/specs/cesu-8.lua", "gen/specs/wtf-8.lua" } or nil,
  ALL and { "gen/specs/mutf-8.lua", "tests/specs/never/no-two-blanks.lua" } or nil,
  ALL and { "gen/specs/fss-utf.lua", "gen/specs/cesu-8.lua" } or nil,
}

-- ---- Texts ----

---Returns representative characters. Each character of the language has a representative of the same length: from every state between
---characters, both lead to the same state.
local function characters_of(automaton)
  local states <const> = {}
  for state = 1, automaton.count do
    states[#states + 1] = state ~= automata.DEAD and automaton.boundary[state] and state or nil
  end
  local nodes, found, seen <const> = { { bytes = {}, at = states } }, {}, {}
  for n, node in ipairs(nodes) do
    for _, class in ipairs(automaton.classes) do
      local after, live, whole = {}, false, false
      for i, state in ipairs(node.at) do
        after[i] = automaton.next[state][class.bytes[1]]
        live, whole = live or after[i] ~= automata.DEAD, whole or after[i] ~= automata.DEAD and automaton.boundary[after[i]]
      end
      local key <const> = (whole and -n or #node.bytes) .. ":" .. table.concat(after, " ")
      if live and not seen[key] then
        seen[key] = true
        local bytes <const> = table.move(node.bytes, 1, #node.bytes, 1, {})
        bytes[#bytes + 1] = class.bytes[1]
        table.insert(whole and found or nodes, whole and bytes or { bytes = bytes, at = after })
      end
    end
  end
  return found
end

---Returns the lowest bytes of the first `length` ranges of a row.
local function lowest(row, length)
  local bytes <const> = {}
  for i = 1, length do
    bytes[i] = row.bytes[i].lo
  end
  return bytes
end

---For each rule of a profile, adds a longest character that the rule leaves out, and the beginnings of this character.
local function add_disallowed(model, add)
  local longest <const> = {}
  for _, row in ipairs(model.disallowed) do
    longest[row.fault] = #row.bytes > #((longest[row.fault] or { bytes = {} }).bytes) and row or longest[row.fault]
  end
  for _, row in ipairs(model.disallowed) do
    for length = 1, longest[row.fault] == row and #row.bytes or 0 do
      add(lowest(row, length))
    end
  end
end

---@return table parts of which texts are made
---@return table whole the representatives and the two surrogates among the parts
---@return table all the result of characters_of
local function parts_of(model)
  local parts, seen <const> = {}, {}
  local function add(bytes)
    local key <const> = trials.hex(bytes)
    parts[#parts + 1] = not seen[key] and bytes or nil
    seen[key] = true
  end
  local automaton <const>, lengths, ways <const>, whole <const> = model.automaton, {}, {}, {}
  -- Two surrogates, if surrogates are characters. The automaton need not distinguish them from other characters, so they are added here.
  for _, code_point in ipairs { 0xD83C, 0xDF42 } do
    local bytes <const> = not characters.refused(model) and characters.write(model.spec, code_point)
    if bytes then
      add(bytes)
      whole[#whole + 1] = bytes
    end
  end
  local all <const> = characters_of(automaton)
  for _, bytes in ipairs(all) do
    local way = { #bytes }
    for state = 1, automaton.count do
      way[#way + 1] = automaton.boundary[state] and state ~= automata.DEAD and automata.run(automaton, bytes, state) or nil
    end
    local key <const> = table.concat(way, " ")
    if not ways[key] then
      ways[key] = true
      add(bytes)
      whole[#whole + 1] = bytes
      if not lengths[#bytes] then
        lengths[#bytes] = true
        for length = 1, #bytes - 1 do
          add { table.unpack(bytes, 1, length) }
        end
      end
    end
  end
  for _, row in ipairs(model.unfinished_rows) do
    add(lowest(row, #row.bytes))
  end
  add_disallowed(model, add)
  for byte = 0xFF, 0x80, -1 do
    if automaton.next[automata.START][byte] == automata.DEAD then
      add { byte }
      break
    end
  end
  return parts, whole, all
end

local function joined(parts, ...)
  local bytes = {}
  for _, i in ipairs { ... } do
    table.move(parts[i], 1, #parts[i], #bytes + 1, bytes)
  end
  return bytes
end

---Returns texts of at most two parts, texts of three parts (all of them, or every nth text), and some longer texts.
local function texts_of(parts)
  local texts, count = { {} }, #parts
  for a = 1, count do
    texts[#texts + 1] = joined(parts, a)
    for b = 1, count do
      texts[#texts + 1] = joined(parts, a, b)
    end
  end
  local step <const> = math.max(1, count ^ 3 // MOST | 0)
  for i = 0, count ^ 3 - 1, step do
    i = i // 1 | 0
    texts[#texts + 1] = joined(parts, i % count + 1, i // count % count + 1, i // count ^ 2 % count // 1 + 1 | 0)
  end
  local seed = 1
  local function roll(n)
    seed = seed * 6364136223846793005 + 1442695040888963407
    return (seed >> 33) % n + 1
  end
  for _ = 1, DRAWN do
    local numbers, some <const> = {}, { roll(count), roll(count), roll(count) }
    for i = 1, 3 + roll(20) do
      numbers[i] = roll(4) > 1 and some[roll(3)] or roll(count)
    end
    texts[#texts + 1] = joined(parts, table.unpack(numbers))
  end
  return texts
end

---@return string[] lines for pieces.c: continuations, which are suffixes of parts and of characters, and of parts followed by a character
---@return table texts the texts themselves, as lists of bytes
local function lines_of(model)
  local parts <const>, whole <const>, all <const> = parts_of(model)
  local lines, seen <const>, most <const> = {}, {}, math.min(#whole, 8)
  for n = 1, #parts + #all do
    local part <const> = n <= #parts and parts[n] or all[n - #parts]
    for from = 1, #part do
      for i = 0, n <= #parts and most or 0 do
        local hex <const> = trials.hex { table.unpack(part, from) } .. (i > 0 and " " .. trials.hex(whole[i]) or "")
        lines[#lines + 1] = not seen[hex] and "+ " .. hex or nil
        seen[hex] = true
      end
    end
  end
  return lines, texts_of(parts)
end

---Returns the judge's repair of a text.
local function repaired(meaning, text, replacement)
  local out, at = {}, 1
  while at <= #text do
    local rest <const> = { table.unpack(text, at) }
    local fault <const> = judge.fault(meaning, rest)
    table.move(rest, 1, fault and fault.offset or #rest, #out + 1, out)
    table.move(replacement, 1, fault and #replacement or 0, #out + 1, out)
    at = at + (fault and fault.offset + fault.length or #rest)
  end
  return out
end

---Returns at most ten code points for texts of units: surrogates, code points of rules, the first code point of each form, and others.
local function code_points_of(spec)
  local points, seen <const> = {}, {}
  local function add(value)
    points[#points + 1] = not seen[value] and #points < 10 and value or nil
    seen[value] = true
  end
  add(0xD83C)
  add(0xDF42)
  for _, rule in ipairs(spec.nevers) do
    add(rule.first.code_points[1].lo)
    for i, range in ipairs(rule.second.code_points) do
      add(i <= 2 and range.lo or 0xD83C)
    end
  end
  for _, form in ipairs(spec.forms) do
    add(form.ranges[1] and form.ranges[1].lo or 0x41)
  end
  add(0x41)
  add(0x1F342)
  return points
end

-- ---- One spec ----

local program <const> = assert(files.read("tests/interface/pieces.c"))

---Compiles pieces.c with the C of a spec, and runs it on texts of this spec.
local function agree(path)
  local name <const>, text <const> = path:match("([^/]+)%.lua$"), assert(files.read(path))
  local model <const>, folder <const> = pipeline.compile(text, path), WORK .. "/" .. path:gsub("%W", "_")
  local facts <const>, longest <const>, spec <const> = pieces.of(model), #model.analysis.counts, model.spec
  local replacement <const> = not repair.refused(model) and repair.bytes(spec)
  local lines <const>, texts <const> = lines_of(model)
  local meaning <const>, code <const> = judge.read(text, unicode.ranges), replacement and #replacement or 0
  for i, one in ipairs(texts) do
    local asked <const> = replacement and i % math.max(1, #texts // JUDGED) == 0
    lines[#lines + 1] = trials.hex(one) .. (asked and " > " .. trials.hex(repaired(meaning, one, replacement)) or "")
  end
  if next(model.ends) and replacement then
    local row <const> = model.unfinished_rows[1]
    lines[#lines + 1] = "~ " .. trials.hex(lowest(row, #row.bytes))
  end
  local points <const> = code_points_of(spec)
  local count <const> = #points
  for i = 0, count ^ 4 // 1 - 1, math.max(1, count ^ 4 // 2000 | 0) do
    i = i | 0
    lines[#lines + 1] = ("= %X %X %X %X"):format(points[i % count + 1], points[i // count % count + 1],
      points[i // (count * count) % count + 1], points[i // (count * count * count) % count + 1])
  end
  local has = ""
  for _, part in ipairs(api.of(model)) do
    has = has .. " -D HAS_" .. part.name:upper()
  end
  dir.makepath(folder)
  files.write(folder, { { name = "pieces.c", text = program }, { name = "texts", text = table.concat(lines, "\n") .. "\n" } })
  local pipe <const> = io.popen(("{ ./u8gen gen %s --prefix it --kernels dfa -o %s >%s/log && %s -std=c99 -O1 -Wall -Wextra "
    .. "-Wconversion -Werror %s -D PROGRESS=%d -D LONGEST=%d -D KEPT=%d -D LOOSE=%d -I %s -o %s/pieces %s/pieces.c %s/it.c "
    .. "&& %s/pieces < %s/texts; } 2>&1"):format(path, folder, folder, os.getenv("CC") or "cc", has,
    model.contexts > 1 and longest + code or math.max(longest, code), math.max(longest, code),
    facts.kept or 0, facts.loose and 1 or 0, folder, folder, folder, folder, folder, folder))
  local output <const> = pipe:read("a")
  lu.assertTrue(pipe:close(), name .. ": " .. output)
  lu.assertEquals(output, #texts .. " texts\n", name)
  local header <const> = assert(files.read(folder .. "/it.h"))
  for part, called in next, { REPAIR = "repair", REPAIR_STREAM = "repair_feed", UTF16 = "to_utf16" } do
    lu.assertEquals((has .. " "):find(" HAS_" .. part .. " ", 1, true) ~= nil, header:find(" it_" .. called .. "(", 1, true) ~= nil, name)
  end
end

---Tests that a conversion of a text in pieces has the result of the whole text.
local function convert_alike(from, to)
  local model <const>, folder <const> = pipeline.understand(assert(files.read(from)), from), WORK .. "/" .. (from .. to):gsub("%W", "_")
  local lines <const>, texts <const> = lines_of(model)
  for _, one in ipairs(texts) do
    lines[#lines + 1] = trials.hex(one)
  end
  dir.makepath(folder)
  files.write(folder, { { name = "texts", text = table.concat(lines, "\n") .. "\n" } })
  local pipe <const> = io.popen(("{ ./u8gen gen %s --to %s --prefix it --kernels dfa -o %s >%s/log && %s -std=c99 -O1 -Wall -Wextra "
    .. "-Wconversion -Werror -I %s -o %s/pieces tests/interface/pieces_between.c %s/it.c && %s/pieces < %s/texts; } 2>&1"):format(
    from, to, folder, folder, os.getenv("CC") or "cc", folder, folder, folder, folder, folder))
  local output <const> = pipe:read("a")
  lu.assertTrue(pipe:close(), from .. " to " .. to .. ": " .. output)
  lu.assertEquals(output, #texts .. " texts\n", from .. " to " .. to)
end

TestPieces = {}

function TestPieces.test_the_catalogue()
  for _, path in ipairs(NAMES) do
    agree(path)
  end
end

function TestPieces.test_specs_in_which_neighbors_matter()
  for _, name in ipairs(SPECS) do
    agree("tests/specs/" .. name .. ".lua")
  end
end

function TestPieces.test_conversions()
  for _, one in ipairs(CONVERSIONS) do
    convert_alike(one[1], one[2])
  end
end

-- ---- The reason why a stream has no repair ----

function TestPieces.test_if_repair_stream_is_omitted_the_reason_is_printed()
  local folder <const>, path <const> = WORK .. "/reason", "tests/specs/ends/no-blank-at-the-end.lua"
  local pipe <const> = io.popen(("./u8gen gen %s --prefix it --kernels dfa -o %s 2>&1"):format(path, folder))
  local output <const> = pipe:read("a")
  lu.assertTrue(pipe:close(), output)
  local reason <const> = "any number of characters that must not be the last can follow one another, and only the next bytes "
    .. "decide whether they are kept"
  lu.assertStrContains(output, "no repair_stream: " .. reason)
  local header <const> = assert(files.read(folder .. "/it.h")):gsub("\n// ", " ")
  lu.assertStrContains(header, "No repair_stream: " .. reason)
  lu.assertNotStrContains(header, "it_repair_feed(")
  lu.assertStrContains(header, "it_repair(")
end

os.exit(lu.LuaUnit.run())
