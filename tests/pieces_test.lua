-- SPDX-License-Identifier: 0BSD
-- Texts in pieces and rooms of any size, for every encoding of the catalogue and for specs in which it matters what a character stands
-- beside: what comes of the pieces is what comes of all in a row (tests/pieces.c), and the repair of all is the judge's.
--
-- In: gen/, templates/, gen/specs/, tests/specs/, a C compiler. Out: luaunit's lines.
-- The idea: of the characters that lead from the same states to the same ones a single one is enough, and of each its beginnings; of the
-- rest a byte that begins nothing. So all texts of three such parts, and some of more, hold whatever may meet at a cut.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir <const> = require "pl.dir"
local api <const> = require "gen.api"
local automata <const> = require "gen.automaton"
local files <const> = require "gen.files"
local judge <const> = require "tests.judge"
local pieces <const> = require "gen.pieces"
local pipeline <const> = require "gen.pipeline"
local repair <const> = require "gen.repair"
local trials <const> = require "tests.trials"
local unicode <const> = require "gen.unicode"

local WORK <const> = "build/pieces_test"
---How many texts of a spec at most are made of all parts in every order, how many others are drawn, how many of all the judge is asked.
local MOST <const>, DRAWN <const>, JUDGED <const> = 600, 60, 300

local SPECS <const> = {
  "ends/ascii-only", "ends/cr-then-lf", "ends/joiner", "ends/no-blank-at-the-end", "ends/not-after-cr", "ends/of-two-bytes",
  "ends/pairs-after-it", "ends/pairs-beside-rows", "ends/pairs-between-neighbors", "ends/pairs-in-a-chain", "ends/pairs-only-after-it",
  "ends/pairs-themselves", "ends/two-rules", "ends/with-pairs", "never/alternating", "never/chain", "never/marks", "never/no-cr-lf",
  "never/no-two-blanks", "never/other-prefixes", "never/surrogate-pairs", "never/two-characters-at-most", "pairs/and-a-rule",
  "pairs/and-a-rule-on-others", "pairs/cr-lf", "pairs/low-half-first", "pairs/nothing-else", "pairs/of-four-bytes", "tiny/no-two",
  "defects/blank-at-eol", "defects/end-rules-alone", "bytes/with-a-rule", "bytes/two-halves", "utf8/six-bytes-only",
}

-- ---- Texts ----

---A byte sequence for each way from a state where a character may begin to another one, as far as states tell characters apart: the shortest
---ones, and each with what it leads to from all such states.
local function characters_of(automaton)
  local states <const> = {}
  for state = 1, automaton.count do
    states[#states + 1] = state ~= automata.DEAD and automaton.boundary[state] and state or nil
  end
  local nodes, found, seen <const> = { { bytes = {}, at = states } }, {}, {}
  for _, node in ipairs(nodes) do
    for _, class in ipairs(automaton.classes) do
      local after, live, whole = {}, false, false
      for i, state in ipairs(node.at) do
        after[i] = automaton.next[state][class.bytes[1]]
        live, whole = live or after[i] ~= automata.DEAD, whole or after[i] ~= automata.DEAD and automaton.boundary[after[i]]
      end
      local key <const> = #node.bytes .. ":" .. table.concat(after, " ")
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

---The parts that texts are made of; and those of them that are whole characters.
local function parts_of(model)
  local parts, seen <const> = {}, {}
  local function add(bytes)
    local key <const> = trials.hex(bytes)
    parts[#parts + 1] = not seen[key] and bytes or nil
    seen[key] = true
  end
  local automaton <const>, lengths, ways <const>, whole <const> = model.automaton, {}, {}, {}
  for _, bytes in ipairs(characters_of(automaton)) do
    -- What it leads to from where characters may begin: of those that are alike and as long one is enough.
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
    local bytes <const> = {}
    for i, range in ipairs(row.bytes) do
      bytes[i] = range.lo
    end
    add(bytes)
  end
  for byte = 0xFF, 0x80, -1 do
    if automaton.next[automata.START][byte] == automata.DEAD then
      add { byte }
      break
    end
  end
  return parts, whole
end

local function joined(parts, ...)
  local bytes = {}
  for _, i in ipairs { ... } do
    table.move(parts[i], 1, #parts[i], #bytes + 1, bytes)
  end
  return bytes
end

---Texts of one to three parts, all if they are few and else each so manyth, and longer ones.
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

---The repair of a text by the judge.
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

---Code points for texts of units: halves, what rules name, and the ends of forms.
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

local program <const> = assert(files.read("tests/pieces.c"))

local function agree(path)
  local name <const>, text <const> = path:match("([^/]+)%.lua$"), assert(files.read(path))
  local model <const>, folder <const> = pipeline.compile(text, path), WORK .. "/" .. path:gsub("%W", "_")
  local facts <const>, longest <const>, spec <const> = pieces.of(model), #model.analysis.counts, model.spec
  local replacement <const> = not repair.refused(model) and repair.bytes(spec)
  local parts <const>, whole <const> = parts_of(model)
  local lines <const> = {}
  local meaning <const>, code <const> = judge.read(text, unicode.ranges), replacement and #replacement or 0
  -- What may follow: ends of parts, and a character behind them.
  local ends <const>, most <const> = {}, math.min(#whole, 8)
  for _, part in ipairs(parts) do
    for from = 1, #part do
      for i = 0, most do
        local hex <const> = trials.hex { table.unpack(part, from) } .. (i > 0 and " " .. trials.hex(whole[i]) or "")
        lines[#lines + 1] = not ends[hex] and "+ " .. hex or nil
        ends[hex] = true
      end
    end
  end
  local texts <const> = texts_of(parts)
  for i, one in ipairs(texts) do
    local asked <const> = replacement and i % math.max(1, #texts // JUDGED) == 0
    lines[#lines + 1] = trials.hex(one) .. (asked and " > " .. trials.hex(repaired(meaning, one, replacement)) or "")
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
  local pipe <const> = io.popen(("{ ./u8gen gen %s --prefix it --kernels dfa -o %s >%s/log && %s -std=c99 -O1 -Wall -Wextra -Wconversion "
    .. "-Werror %s -D PROGRESS=%d -D LONGEST=%d -D KEPT=%d -I %s -o %s/pieces %s/pieces.c %s/it.c && %s/pieces < %s/texts; } 2>&1"):format(
    path, folder, folder, os.getenv("CC") or "cc", has,
    model.contexts > 1 and longest + code or math.max(longest, code), math.max(longest, code),
    facts.kept or 0, folder, folder, folder, folder, folder, folder))
  local said <const> = pipe:read("a")
  lu.assertTrue(pipe:close(), name .. ": " .. said)
  lu.assertEquals(said, "", name)
end

TestPieces = {}

function TestPieces.test_the_catalogue()
  for _, path in ipairs(dir.getfiles("gen/specs", "*.lua")) do
    agree(path)
  end
end

function TestPieces.test_specs_in_which_neighbors_matter()
  for _, name in ipairs(SPECS) do
    agree("tests/specs/" .. name .. ".lua")
  end
end

os.exit(lu.LuaUnit.run())
