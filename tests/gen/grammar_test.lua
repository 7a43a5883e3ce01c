-- SPDX-License-Identifier: 0BSD
-- The ABNF and the PEG of each encoding in out/ accept exactly its texts; their reversed rules accept the same texts, read from the end.
--
-- The PEG is in the notation of LPeg's module re. The test also makes LPeg patterns from the ABNF, and runs both grammars. For short
-- strings, the automaton gives the expected answer; for long texts, the bits of the forms give it. For each character, a pattern captures a
-- mark that identifies its form. All alternatives of a form have the same length, so the marks show where each character of a text begins.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local lpeg <const> = require "lpeg"
local re <const> = require "re"
local pipeline <const> = require "gen.pipeline"
local bytes_ <const> = require "gen.common.bytes"
local automata <const> = require "gen.language.automaton"
local analysis <const> = require "gen.language.analysis"
local characters <const> = require "gen.language.characters"
local grammar <const> = require "gen.emit.grammar"
local emit <const> = require "gen.emit.emit"
local files_ <const> = require "gen.common.files"

-- Some ABNF rules for texts call themselves after each character, and LPeg then keeps a backtrack entry for each call.
lpeg.setmaxstack(1 << 16)

local function read(name)
  return assert(files_.read(name))
end

---The mark of a rule's form in captures: form_1 has "1", form_3_b has "3", pair has "p"; rules for texts have none.
local function mark_of(rule)
  return rule:match "^form[_-](%d)" or rule:match "^pair" and "p"
end

-- ---- ABNF ----

---Reads ABNF, with only those features of RFC 5234 that the grammars have: rules, alternation, concatenation, groups, options, `*`, bytes
---and ranges of bytes.
---@return table rules name -> expression, a tree that `pattern_of` reads
local function read_abnf(text)
  local lines = {}
  for line in text:gsub(";[^\n]*", ""):gmatch "[^\n]+" do
    -- A line that begins with a blank continues the rule before it (RFC 5234, section 2.2).
    if line:find "^%s" and #lines > 0 then
      lines[#lines] = lines[#lines] .. line
    else
      lines[#lines + 1] = line
    end
  end
  local S <const> = lpeg.S " \t" ^ 0
  local function node(kind)
    return function(...)
      return { kind = kind, ... }
    end
  end
  local hex <const> = lpeg.R("09", "AF") ^ 1 / function(digits) return tonumber(digits, 16) end
  local name <const> = lpeg.C(lpeg.R("az", "AZ") * (lpeg.R("az", "AZ", "09") + "-") ^ 0)
  local expression <const> = lpeg.P { "choice",
    choice = lpeg.V "chain" * (S * "/" * S * lpeg.V "chain") ^ 0 / node "choice",
    chain = lpeg.V "item" * (S * lpeg.V "item") ^ 0 / node "chain",
    item = "*" * lpeg.V "atom" / node "many" + lpeg.V "atom",
    atom = "(" * S * lpeg.V "choice" * S * ")" + "[" * S * lpeg.V "choice" * S * "]" / node "option"
      + "%x" * hex * ("-" * hex) ^ -1 / node "byte" + name / node "name",
  }
  local rule <const> = name * S * "=" * S * expression * S * -1
  local rules = {}
  for _, line in ipairs(lines) do
    if line:find "%S" then
      local head, body = rule:match(line)
      assert(head, "not ABNF: " .. line)
      assert(not rules[head], "defined twice: " .. head)
      rules[head] = body
    end
  end
  return rules
end

local function pattern_of(tree)
  if tree.kind == "byte" then
    return lpeg.R(string.char(tree[1], tree[2] or tree[1]))
  elseif tree.kind == "name" then
    return lpeg.V(tree[1])
  elseif tree.kind == "many" then
    return pattern_of(tree[1]) ^ 0
  elseif tree.kind == "option" then
    return pattern_of(tree[1]) ^ -1
  end
  local pattern
  for _, part in ipairs(tree) do
    local one <const> = pattern_of(part)
    pattern = not pattern and one or tree.kind == "chain" and pattern * one or pattern + one
  end
  return pattern
end

---@param start string name of the first rule
---@return userdata pattern that matches whole texts and captures a mark for each character
local function abnf_pattern(rules, start)
  local patterns = { lpeg.Cs(lpeg.V(start)) * -1 }
  for name, tree in next, rules do
    local mark <const> = mark_of(name)
    patterns[name] = mark and pattern_of(tree) / mark or pattern_of(tree)
  end
  return lpeg.P(patterns)
end

-- ---- PEG ----

local function byte(digits)
  return string.char(tonumber(digits, 16))
end

---@return userdata pattern like that of abnf_pattern
local function peg_pattern(text, start)
  local marked <const> = (text .. "\n"):gsub("\n([%w_]+) <%- (.-)\n\n", function(name, body)
    local mark <const> = mark_of(name)
    return mark and ("\n%s <- (%s) -> '%s'\n\n"):format(name, body, mark)
  end)
  return re.compile(("main <- {~ %s ~}\n"):format(start) .. marked:gsub("\\x(%x%x)", byte))
end

---Makes the patterns of both grammars of an encoding, in both directions.
---@return table patterns a list of two { name, forwards, backwards }
---@return table rules of the ABNF
local function patterns_of(abnf, peg)
  local rules <const> = read_abnf(abnf)
  return {
    { name = "ABNF", forwards = abnf_pattern(rules, "text"), backwards = abnf_pattern(rules, "text-reversed") },
    { name = "PEG", forwards = peg_pattern(peg, "text"), backwards = peg_pattern(peg, "text_reversed") },
  }, rules
end

-- ---- The catalogue ----

TestGrammars = {}

local NAMES <const>, models = {}, {}
for file in io.popen("ls gen/specs"):lines() do
  NAMES[#NAMES + 1] = file:gsub("%.lua$", "")
end

---An encoding's model with the patterns of its grammars, made at its first use.
local function encoding(name)
  if not models[name] then
    local model <const> = pipeline.understand(read("gen/specs/" .. name .. ".lua"), name)
    local file <const> = ("out/%s/%s"):format(model.spec.name, model.spec.name)
    model.patterns, model.abnf = patterns_of(read(file .. ".abnf"), read(file .. ".peg"))
    models[name] = model
  end
  return models[name]
end

---Makes a separate test for each encoding, such as TestGrammars.WHAT_cesu_8.
local function of_each(what, test)
  for _, name in ipairs(NAMES) do
    TestGrammars[what .. "_" .. name:gsub("%W", "_")] = function()
      test(encoding(name))
    end
  end
end

function TestGrammars.test_each_encoding_has_grammars()
  local _, count <const> = io.popen("ls out/*/*.abnf"):read("a"):gsub("\n", "")
  lu.assertEquals(#NAMES, count)
end

-- ---- Short strings ----

---Calls f(text, well_formed) for all strings of one and two bytes. Longer strings follow the W-method (Chow 1978); one byte represents each
---byte class. Each live state gives two kinds of strings: the shortest path to the state, then up to three bytes; and up to two bytes, then
---the shortest path from the state to an accepting one.
local function each_short_string(model, f)
  local automaton <const>, begin <const>, representatives = model.whole, model.whole.origin, {}
  for first = 0, 255 do
    for second = 0, 255 do
      f(string.char(first, second), automaton.accepts[automata.run(automaton, { first, second }, begin)])
    end
    f(string.char(first), automaton.accepts[automata.run(automaton, { first }, begin)])
  end
  for c, class in ipairs(automaton.classes) do
    representatives[c] = class.bytes[#class.bytes]
  end
  local function extend(text, state, length, visit)
    visit(text, state)
    for _, last in ipairs(length > 0 and representatives or {}) do
      extend(text .. string.char(last), automaton.next[state][last], length - 1, visit)
    end
  end
  for goal = 1, automaton.count do
    local there <const> = automata.shortest(automaton, begin, function(state) return state == goal end)
    if there then
      extend(string.char(table.unpack(there)), goal, 3, function(text, state) f(text, automaton.accepts[state]) end)
      local back <const> = automata.shortest(automaton, goal, function(state) return automaton.accepts[state] end)
      extend("", begin, 2, function(text, state)
        f(text .. string.char(table.unpack(back)), automaton.accepts[automata.run(automaton, back, state)])
      end)
    end
  end
end

of_each("test_verdicts_on_short_strings_equal_those_of_the_automaton", function(model)
  local count = 0
  each_short_string(model, function(text, well_formed)
    local mirrored <const> = text:reverse()
    count = count + 1
    for _, one in ipairs(model.patterns) do
      if (one.forwards:match(text) ~= nil) ~= well_formed or (one.backwards:match(mirrored) ~= nil) ~= well_formed then
        lu.fail(("%s, %s: %s is %s"):format(model.spec.title, one.name, bytes_.hex { text:byte(1, -1) },
          well_formed and "well-formed" or "ill-formed"))
      end
    end
  end)
  lu.assertTrue(count > 65536)
end)

-- ---- All characters ----

local BLOCK <const> = 4096

---Every character of these encodings is tried. The other encodings differ from them in few ranges, so blocks at the ends of ranges are
---enough. With ALL=1, every character of each encoding is tried, except in ranges of more than 2^21 code points, which are sampled.
local WHOLE <const> = { ["utf-8"] = true, ["cesu-8"] = true, ["wtf-8"] = true, ["xml-1.0"] = true }
local ALL <const> = os.getenv "ALL" ~= nil

local cache <const> = {}

---The characters of a form from lo to hi as one text. A cache keeps the texts, since encodings share forms.
local function written(form, lo, hi)
  local key <const> = ("%s %d %d"):format(form.pattern, lo, hi)
  if not cache[key] then
    local words = {}
    for code_point = lo, hi do
      words[#words + 1] = string.char(table.unpack(characters.encode(form, code_point)))
    end
    cache[key] = table.concat(words)
  end
  return cache[key]
end

local function without(ranges, holes)
  local out = {}
  table.sort(holes, function(a, b) return a.lo < b.lo end)
  for _, range in ipairs(ranges) do
    local lo = range.lo
    for _, hole in ipairs(holes) do
      if lo <= hole.hi and hole.lo <= range.hi then
        out[#out + 1] = lo < hole.lo and { lo = lo, hi = hole.lo - 1 } or nil
        lo = hole.hi + 1
      end
    end
    out[#out + 1] = lo <= range.hi and { lo = lo, hi = range.hi } or nil
  end
  return out
end

---The code points that a form writes, computed from the statements of the spec: its ranges and `also`, without `except` and halves of
---pairs.
local function code_points(spec, form)
  local ranges <const>, holes <const> = { table.unpack(form.ranges) }, {}
  table.move(form.also, 1, #form.also, #ranges + 1, ranges)
  for _, rule in ipairs(form.except) do
    table.move(rule.ranges, 1, #rule.ranges, #holes + 1, holes)
  end
  for _, half in ipairs(spec.pair and { spec.pair.high, spec.pair.low } or {}) do
    holes[#holes + 1] = half
  end
  return without(ranges, holes)
end

---Calls f(mark, text, count) for texts of up to BLOCK characters. With `whole`, the texts have all characters of a range; otherwise, they
---have the first and last BLOCK of each 2^18. Of a range of more than 2^21 code points, they have the first and last BLOCK of each 2^25.
local function each_block(spec, whole, f)
  for number, form in ipairs(spec.forms) do
    local ranges = code_points(spec, form)
    for _, rule in ipairs(spec.nevers) do
      -- Characters that may not follow each other directly are in different texts.
      local seconds <const> = { table.unpack(rule.second.code_points) }
      ranges = without(ranges, seconds)
      for _, second in ipairs(seconds) do
        ranges[#ranges + 1] = form.ranges[1].lo <= second.lo and second.hi <= form.ranges[#form.ranges].hi and second or nil
      end
    end
    for _, range in ipairs(ranges) do
      local step <const> = range.hi - range.lo >= 1 << 21 and 1 << 25 or whole and BLOCK or 1 << 18
      for lo = range.lo, range.hi, step do
        local hi <const> = math.min(lo + BLOCK - 1, range.hi)
        f(tostring(number), written(form, lo, hi), hi - lo + 1)
        local last <const> = math.min(lo + step - 1, range.hi)
        if last > hi then
          local first <const> = math.max(last - BLOCK, hi) + 1
          f(tostring(number), written(form, first, last), last - first + 1)
        end
      end
    end
  end
  for _, pair in ipairs { spec.pair } do
    local function form_of(half)
      for _, form in ipairs(spec.forms) do
        if form.ranges[1].lo <= half.lo and half.hi <= form.ranges[#form.ranges].hi then
          return form
        end
      end
    end
    local lows <const>, low_form <const> = {}, form_of(pair.low)
    for low = pair.low.lo, pair.low.hi do
      lows[#lows + 1] = written(low_form, low, low)
    end
    for high = pair.high.lo, pair.high.hi do
      local first <const> = written(form_of(pair.high), high, high)
      f("p", first .. table.concat(lows, first), #lows)
    end
  end
end

of_each("test_all_characters_are_accepted_and_captured_by_their_forms", function(model)
  local count, whole <const> = 0, ALL or WHOLE[model.name] or false
  each_block(model.spec, whole, function(mark, text, characters_)
    local mirrored <const>, expected <const> = text:reverse(), mark:rep(characters_)
    count = count + characters_
    for _, one in ipairs(model.patterns) do
      if one.forwards:match(text) ~= expected or one.backwards:match(mirrored) ~= expected then
        lu.fail(("%s, %s: one of the characters from %s to %s"):format(model.spec.title, one.name,
          bytes_.hex { text:byte(1, #text // characters_) }, bytes_.hex { text:byte(-#text // characters_, -1) }))
      end
    end
  end)
  lu.assertTrue(count > 0)
  if whole and #model.spec.forms < 5 then
    local total = 0
    for _, number in ipairs(analysis.study(model.automaton).counts) do
      total = total + number
    end
    lu.assertEquals(count, total, model.spec.title)
  end
end)

-- The grammars refuse each code point that fits the bits of a form, but that the form does not write. Each code point is a separate text.
-- Forms of more than 16 bits are left out.
of_each("test_excluded_characters_are_refused", function(model)
  local count = 0
  for _, form in ipairs(model.spec.forms) do
    for _, range in ipairs(form.bits <= 16 and without({ { lo = 0, hi = (1 << form.bits) - 1 } }, code_points(model.spec, form)) or {}) do
      count = count + range.hi - range.lo + 1
      for code_point = range.lo, range.hi do
        local text <const> = string.char(table.unpack(characters.encode(form, code_point)))
        for _, one in ipairs(model.patterns) do
          if one.forwards:match(text) or one.backwards:match(text:reverse()) then
            lu.fail(("%s, %s accepts U+%04X as %s"):format(model.spec.title, one.name, code_point, bytes_.hex { text:byte(1, -1) }))
          end
        end
      end
    end
  end
  -- The forms of lenient MUTF-8 write all code points that fit their bits.
  lu.assertEquals(count > 0, model.name ~= "mutf-8-lenient")
end)

-- ---- The grammars themselves ----

-- A form's alternatives have the length of the form. In each direction, at most one alternative matches at a place. So their order, which
-- matters in PEG but not in ABNF, has no effect.
of_each("test_alternatives_of_a_form_have_one_length_and_exclude_each_other", function(model)
  for _, suffix in ipairs { "", "-reversed" } do
    local all = {}
    for name, tree in next, model.abnf do
      if mark_of(name) and (name:find "%-reversed$" ~= nil) == (suffix ~= "") then
        for _, alternative in ipairs(tree) do
          all[#all + 1] = alternative
          local form <const> = model.spec.forms[tonumber(mark_of(name))]
          lu.assertEquals(#alternative, form and #form.bytes or 6, model.spec.title .. " " .. name)
        end
      end
    end
    lu.assertTrue(#all >= #model.spec.forms)
    for i, one in ipairs(all) do
      for j, other in ipairs(all) do
        local alike = i < j
        for k = 1, alike and math.min(#one, #other) or 0 do
          alike = alike and one[k][1] <= (other[k][2] or other[k][1]) and other[k][1] <= (one[k][2] or one[k][1])
        end
        lu.assertFalse(alike, model.spec.title)
      end
    end
  end
end)

-- ---- Specs of users ----

local function grammars_of(text)
  local model <const> = pipeline.compile(text, "test")
  local files = {}
  for _, file in ipairs(emit.files(".", model, { prefix = "x", kernels = { "dfa" }, spec_name = "test", command = "test" })) do
    files[file.name:match "%.(%w+)$"] = file.text
  end
  return files.abnf, files.peg
end

function TestGrammars.test_each_range_of_bytes_in_a_peg_matches_its_bytes()
  for lo = 0, 255 do
    for _, hi in ipairs { lo, lo + 1, 0x5C, 0x5D, 0x5E, 0x7F, 255 } do
      if lo <= hi and hi <= 255 then
        local pattern <const> = re.compile((grammar.peg({ { lo = lo, hi = hi } }):gsub("\\x(%x%x)", byte)))
        for one = 0, 255 do
          lu.assertEquals(pattern:match(string.char(one)) ~= nil, lo <= one and one <= hi)
        end
      end
    end
  end
end

-- Cases that the catalogue does not have: rules that share code points, so that in both directions several rules restrict the neighbor of a
-- character; pairs together with a rule; lead bytes below the continuation bytes; rules at the start and the end.
local OWN_SPECS <const> = {
  'form "0xxxxxxx" { "U+0000..U+007F" } form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }'
    .. 'never { "U+0041..U+0044", "U+0043..U+0046", name = "one" } never { "U+0044..U+0060", "U+0041", name = "two" }',
  'form "0xxxxxxx" { "U+0000..U+007F" } form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0080..U+FFFF", except = { half = "U+D800..U+DFFF" } }'
    .. 'pair { high = "U+D800..U+DBFF", low = "U+DC00..U+DFFF" } never { "U+0100..U+01FF", "U+00A0" }',
  'form "0xxxxxxx" { "U+0000..U+007F" } form "100xxxxx 11xxxxxx" { "U+0080..U+07FF" } never { "U+0100", "U+0101" }',
  'form "0xxxxxxx" { "U+0000..U+007F" } form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }'
    .. 'never { { "start", "U+0041" }, { "U+0041", "U+0100" } }',
  'form "0xxxxxxx" { "U+0000..U+007F" } never { "start", "U+002D" } never { "U+002D", { "U+0030", "end" } }',
}

function TestGrammars.test_verdicts_on_short_strings_for_specs_of_users()
  for _, own in ipairs(OWN_SPECS) do
    local text <const> = 'encoding "X" source "test"' .. own
    local model <const> = pipeline.understand(text, "test")
    model.patterns = patterns_of(grammars_of(text))
    local count = 0
    each_short_string(model, function(string_, well_formed)
      count = count + 1
      for _, one in ipairs(model.patterns) do
        if (one.forwards:match(string_) ~= nil) ~= well_formed or (one.backwards:match(string_:reverse()) ~= nil) ~= well_formed then
          lu.fail(("%s, %s: %s"):format(own, one.name, bytes_.hex { string_:byte(1, -1) }))
        end
      end
    end)
    lu.assertTrue(count > 65536)
  end
end

-- 41 is a character, and so is 81 41. If a text is read from its end, only the byte before 41 decides between the two.
function TestGrammars.test_grammars_say_that_an_encoding_cannot_be_read_from_the_end()
  local abnf, peg = grammars_of('encoding "X" source "test" form "0xxxxxxx" { "U+0000..U+007F" }\n'
    .. 'form "1xxxxxxx 0xxxxxxx" { "U+0080..U+3FFF" }')
  lu.assertStrContains(abnf, "; A parser may have to go back: read from the end, 00..7F may be a character or the end of 81..FF\n; 00..7F.")
  lu.assertStrContains(peg, "-- No text_reversed: read from the end, 00..7F may be a character or the end of 81..FF 00..7F.")
  lu.assertNotStrContains(peg, "text_reversed <-")
  lu.assertNotNil(peg_pattern(peg, "text"):match "A\x81AA")
end

os.exit(lu.LuaUnit.run())
