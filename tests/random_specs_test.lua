-- SPDX-License-Identifier: 0BSD
-- Random specs through the generator: what it derives is compared with what the words of the spec say (tests/judge.lua).
--
-- In:  SEED (the first spec's, 1), COUNT (how many are drawn, 300), EACH (of specs of one kind so many are tried, 2), COMPILED (how many of
--      these also as C, 14), TEXTS and AROUND (texts of each, 100, and around ill-formed ones, 500), all from the environment.
-- Out: luaunit's lines; a failure names the seed, and `SEED=n COUNT=1 lua5.4 tests/random_specs_test.lua` draws that spec again.
--
-- The dice throw what a spec has (pairs, rules, ends, rows, holes, bases, more spellings), and a third of all have the same few
-- of these: of each kind EACH are tried. `make random-specs`, a part of `make verify-all`, tries each of the 300, and each as C.
--
-- In the model, for each: counts, rows, automaton, both tables, re2c's alternatives, the windows of the vectors and the bits that
-- matter, on texts made of the edges of all ranges, whole and broken; offset, length and name of faults, and the bytes that could have
-- stood there, on what is minimal among ill-formed texts and on texts around it. As C, with the compiler at hand: all strings to two
-- bytes, those of three by representatives, for every kernel that this processor runs; and the faults again.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local main <const> = require "gen.main"
local emit <const> = require "gen.emit"
local automata <const> = require "gen.automaton"
local dfa <const> = require "gen.dfa"
local grammar <const> = require "gen.grammar"
local window_check <const> = require "gen.window_check"
local byte_tests <const> = require "gen.byte_tests"
local classes <const> = require "gen.classes"
local look <const> = require "gen.look"
local proof <const> = require "gen.proof"
local random_specs <const> = require "tests.random_specs"
local judge <const> = require "tests.judge"
local specs <const> = require "tests.specs"
local unicode <const> = require "gen.unicode"
local files_ <const> = require "gen.files"
local trials <const> = require "tests.trials"

local function setting(name, default)
  return tonumber(os.getenv(name) or default) or error(name .. " is a number")
end

local SEED <const>, COUNT <const>, COMPILED <const> = setting("SEED", 1), setting("COUNT", 300), setting("COMPILED", 14)
local EACH <const> = setting("EACH", 2)
local TEXTS <const>, AROUND <const> = setting("TEXTS", 100), setting("AROUND", 500)
local COMPILED_AROUND <const>, FLIPS <const> = 2000, 4
local WORK <const> = "build/random_specs_test"
---Specs of the collection (tests/specs.lua) that are compiled too: more states than a byte counts, two words of shift, vectors with rules
---on many bytes, pairs, rules, ends, rows. All of it, and 5,000 states, where all random specs are.
local ALSO_COMPILED <const> = {
  ["docs/examples/specs/gb18030"] = true, ["large/never-50"] = true, ["large/states-300"] = true,
  ["tests/specs/ends/cr-then-lf"] = true, ["tests/specs/ends/joiner"] = true, ["tests/specs/ends/with-pairs"] = true,
  ["tests/specs/exceptions/bidi-controls"] = true, ["tests/specs/exceptions/format-characters"] = true,
  ["tests/specs/never/surrogate-pairs"] = true, ["tests/specs/pairs/cr-lf"] = true, ["tests/specs/pairs/utf-8-and-pairs"] = true,
  ["tests/specs/prefixes/ascii-above"] = true,
}

---How many bytes of a text re2c's alternatives take, one after the other, to where a text may end.
---@param ends table the contexts in which none may
local function scanned(alternatives, ends, bytes)
  local at, done, context = 0, 0, 1
  local function longest()
    for to, rows in ipairs(alternatives[context]) do
      for _, row in ipairs(rows) do
        local like = at + #row <= #bytes
        for j = 1, like and #row or 0 do
          like = like and row[j].lo <= bytes[at + j] and bytes[at + j] <= row[j].hi
        end
        if like then
          return #row, to
        end
      end
    end
  end
  while true do
    local length, to = longest()
    if not length then
      return done
    end
    at, context = at + length, to
    done = ends[context] and done or at
  end
end

---What a plan's tables and rules say of the windows of a text between pads, one lane at a time as vectors do: "wrong" if one is an error,
---"look" if the automaton must look, else "right".
local function verdict(plan, analysis, bytes)
  local text, k <const> = {}, analysis.window
  for i = 1, k do
    text[i], text[k + #bytes + i] = analysis.pad, analysis.pad
  end
  table.move(bytes, 1, #bytes, k + 1, text)
  local compared <const>, said <const> = window_check.chained_bits(plan)
  local looked = false
  local function pair_at(at)
    local b0 <const>, b1 <const> = text[at], text[at - 1] or analysis.pad
    if plan.chain then
      local c0 <const> = plan.tables.this_class[classes.index(b0, plan.refused_nul)]
      local c1 <const> = plan.tables.prev_class[classes.index(b1, plan.refused_nul)]
      return c0 & c1 & ~compared | (c0 ~ c1) & compared
    end
    local low <const> = plan.tables.this_low and plan.tables.this_low[b0 & 15] or 255
    return plan.tables.prev_high[b1 >> 4] & plan.tables.prev_low[b1 & 15] & plan.tables.this_high[b0 >> 4] & low
  end
  local function all_hold(atoms, at)
    for _, gate in ipairs(atoms.gates or {}) do
      if at - gate.distance < 2 or pair_at(at - gate.distance) & gate.mask == 0 then
        return false
      end
    end
    for i, atom in ipairs(atoms) do
      if at - i + 1 >= 1 and not byte_tests.holds(atom, text[at - i + 1]) or at - i + 1 < 1 then
        return false
      end
    end
    return true
  end
  for at = k + 1, #text do
    local b0 <const> = text[at]
    local errors = pair_at(at)
    local demanded = 0
    for n = 1, plan.chain or 0 do
      demanded = demanded ~ (pair_at(at - 2 * n) or 0) << n
    end
    for _, demand in ipairs(plan.demands) do
      if text[at - demand.distance] ~ plan.flipped >= demand.from then
        demanded = plan.bit
      end
    end
    errors = (errors ~ demanded) & ~(plan.filter | said) & 255
    if window_check.is_forbidden(plan, b0) then
      errors = 1
    end
    for _, atoms in ipairs(plan.deep) do
      errors = all_hold(atoms, at) and 1 or errors
    end
    if plan.pairing and all_hold(plan.pairing.high, at) ~= all_hold(plan.pairing.low, at) then
      errors = 1
    end
    if errors ~= 0 then
      return "wrong"
    end
    local bits = plan.look and 255 or 0
    for distance = 0, 2 do
      bits = plan.look and bits & look.entries(plan.look, text[at - distance])[distance] or bits
    end
    looked = looked or bits ~= 0
  end
  return looked and "look" or "right"
end

---Whether two automata step alike everywhere.
local function same_steps(a, b)
  for state = 1, math.max(#a, #b) do
    for byte = 0, 255 do
      if not a[state] or not b[state] or a[state][byte] ~= b[state][byte] then
        return false
      end
    end
  end
  return true
end

---The first thing that a model has wrong, or nil.
local function wrong_in(drawn, meaning, model)
  local automaton <const>, analysis <const>, plan <const> = model.automaton, model.analysis, model.plan
  local roll <const> = random_specs.dice(drawn.seed + 1000000)
  local counts <const> = judge.counts(meaning)
  for length = 1, math.max(#analysis.counts, 12) do
    local known <const>, derived <const> = counts[length] or 0, analysis.counts[length] or 0
    if known ~= derived then
      return ("%d characters of %d bytes, not %d"):format(known, length, derived)
    end
  end
  if not same_steps(dfa.read_table(model.dfa), automaton.next) then
    return "the table is not the automaton"
  elseif model.shift and not same_steps(dfa.read_shift(model.shift), automaton.next) then
    return "the shift words are not the automaton"
  elseif not model.shift and not model.no_shift or not plan and not model.no_plan then
    return "a kernel is missing without a reason"
  elseif plan and not plan.classes and not plan.no_classes then
    return "there are no classes, without a reason"
  elseif plan and plan.least > #plan.deep then
    return ("%d rules on several bytes do, where %d were said to be needed at least"):format(#plan.deep, plan.least)
  end
  local plans <const> = { plan, plan and plan.classes }
  for _, one in ipairs(plans) do
    local wrong <const> = proof.counterexample(automaton, analysis, one)
    if wrong then
      return "the windows are wrong: " .. trials.hex(wrong.bytes)
    end
    local names <const> = {}
    for name in next, one.sensitivity do
      names[#names + 1] = name
    end
    table.sort(names)
    for _ = 1, FLIPS do
      local name <const>, bit <const> = names[roll(#names)], 1 << roll(8) - 1
      local filter <const> = one.look and one.look.tables[name]
      local entries <const> = filter or one.tables[name] or one.forbidden[name:match "_(.*)"]
      local n <const> = roll(#entries + 1) - 1
      entries[n] = entries[n] ~ bit
      local matters <const> = proof.counterexample(automaton, analysis, one) ~= nil
      entries[n] = entries[n] ~ bit
      local said <const> = one.sensitivity[name][n] & bit ~= 0
      -- Of a filter not all bits are named without which something is accepted.
      if matters ~= said and not (filter and matters and entries[n] & bit ~= 0) then
        return ("bit %02X of %s[%X]: that it matters is %s"):format(bit, name, n, tostring(matters))
      end
    end
  end
  local alternatives = grammar.re2c(model.rows, model.contexts)
  for from, lists in ipairs(alternatives) do
    for to, list in ipairs(lists) do
      alternatives[from][to] = grammar.read_re2c(list)
    end
  end
  for _, bytes in ipairs(trials.texts_for(meaning, automaton, roll, TEXTS, AROUND)) do
    local wrong <const> = trials.wrong_fault(meaning, model, bytes)
    if wrong then
      return trials.hex(bytes) .. ": " .. wrong
    end
  end
  local pieces <const> = judge.pieces(meaning)
  for n = 1, #pieces + TEXTS do
    local bytes <const> = pieces[n] or trials.text_of(pieces, roll)
    local prefix <const> = judge.valid_prefix(meaning, bytes)
    local valid <const> = prefix == #bytes
    if automaton.accepts[automata.run(automaton, bytes)] ~= valid then
      return trials.hex(bytes) .. ": the automaton"
    elseif scanned(alternatives, model.ends, bytes) ~= prefix then
      return trials.hex(bytes) .. ": re2c's alternatives"
    end
    for _, one in ipairs(plans) do
      if verdict(one, analysis, bytes) == (valid and "wrong" or "right") then
        return trials.hex(bytes) .. ": the windows, by " .. (one.chain and "classes" or "nibbles")
      end
    end
  end
end

-- ---- As C ----

---What a small C program needs to judge texts by the forms.
local function judge_of(meaning, model)
  local lists = {}
  local function list_of(set)
    local words = {}
    for _, range in ipairs(set) do
      words[#words + 1] = ("{ 0x%X, 0x%X }"):format(range.lo, range.hi)
    end
    words[1] = words[1] or "{ 0, 0 }"
    lists[#lists + 1] = ("static const range list_%d[] = { %s };"):format(#lists + 1, table.concat(words, ", "))
    return ("{ list_%d, %d }"):format(#lists, #set)
  end
  local forms, nevers = {}, {}
  for i, form in ipairs(meaning.forms) do
    local places = {}
    for j, place in ipairs(form.places) do
      places[j] = ("{ 0x%02X, 0x%02X, %d }"):format(place.lo, place.hi, place.bits or 0)
    end
    local left_out = {}
    for j, rule in ipairs(form.except) do
      left_out[j] = rule.set
    end
    forms[i] = ("    { %s, %d, { %s }, 0x%X, %s, %s },"):format(tostring(form.row or false), #form.places, table.concat(places, ", "),
      form.base or 0, list_of(judge.union(form.own, form.also)), list_of(judge.union(table.unpack(left_out))))
  end
  for i, rule in ipairs(meaning.nevers) do
    nevers[i] = ("    { %s, %s, %s },"):format(list_of(rule.first), list_of(rule.second), tostring(rule.ends))
  end
  nevers[#nevers + 1] = ("    { %s, %s, false },"):format(list_of {}, list_of {})
  local pair <const> = meaning.pair or { high = {}, low = {} }
  return ([[
#include "prefix.h"
#define CHECK prefix_check
#define FAULT_NAME prefix_fault_name
#define KERNEL prefix_kernel
#define KERNEL_AT prefix_kernel_at
#define KERNEL_COUNT prefix_kernel_count
#define ERROR prefix_error
#define EXPECTED prefix_expected
enum { PAD = %d, PAIRS_FROM = 0x%X };
typedef struct { uint32_t lo, hi; } range;
typedef struct { const range *ranges; size_t count; } set;  // ascending
LISTS
static const struct {
    bool row;
    int length;
    struct { uint32_t lo, hi; int bits; } places[6];
    uint32_t base;
    set allowed, left_out;
} forms[] = {
%s
};
static const struct { set first, second; bool ends; } nevers[] = {
%s
};
static const set high = %s, low = %s;
static const uint8_t representatives[] = { %s };
]]):format(model.analysis.pad or -1, meaning.pair and meaning.last + 1 or 0, table.concat(forms, "\n"), table.concat(nevers, "\n"),
    list_of(pair.high), list_of(pair.low), table.concat(trials.representatives_of(model.automaton), ", "))
    :gsub("prefix", model.spec.name):gsub("LISTS\n", function() return table.concat(lists, "\n") .. "\n" end)
end

---A text a line, with the fault that it has by the words of the spec: bytes, offset, length, fault, and which bytes could have stood there,
---as 256 bits from the lowest byte's on.
local function faults_of(drawn, meaning, model)
  local roll <const>, lines, known = random_specs.dice(drawn.seed + 2000000), {}, {}
  for _, bytes in ipairs(trials.texts_for(meaning, model.automaton, roll, TEXTS, COMPILED_AROUND)) do
    local fault <const> = judge.fault(meaning, bytes) or { offset = #bytes, length = 0, fault = "none", expected = ("0"):rep(256) }
    known[fault.expected] = known[fault.expected] or fault.expected:gsub("%d%d%d%d", function(bits)
      return ("%x"):format(tonumber(bits, 2))
    end)
    lines[#lines + 1] = #bytes > 0
      and ("%s %d %d %s %s\n"):format(trials.hex(bytes):gsub(" ", ""), fault.offset, fault.length, fault.fault,
        known[fault.expected]) or nil
  end
  return table.concat(lines)
end

local function write(name, text)
  local file <const> = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

---Compiles what the generator gives for a model and runs it beside the judge. @return string? what is wrong
local function wrong_as_c(drawn, meaning, model)
  local folder <const> = ("%s/%s"):format(WORK, drawn.name or drawn.seed)
  files_.write(folder, emit.files(".", model, { prefix = model.spec.name, spec_name = "random.lua", command = "random" }))
  write(folder .. "/judge.h", judge_of(meaning, model))
  write(folder .. "/texts", faults_of(drawn, meaning, model))
  local compile <const> = ("%s -std=c99 -Og -Wall -Wextra -Werror -D%s_ALL_KERNELS -I %s tests/random_judge.c %s/%s.c -o %s/judge"):format(
    os.getenv("CC") or "cc", model.spec.name:upper(), folder, folder, model.spec.name, folder)
  local pipe <const> = io.popen(("{ %s && %s/judge %s/texts; } 2>&1"):format(compile, folder, folder))
  local said <const> = pipe:read("a")
  return not pipe:close() and said or nil
end

---What a drawn spec has, in words.
local function kind_of(drawn)
  local words = {}
  for tag, has in next, drawn.tags do
    words[#words + 1] = has and tag or nil
  end
  table.sort(words)
  return table.concat(words, " ")
end

---The drawn specs that are tried.
---@return table list, integer kinds of which there are some
local function tried()
  local list, counts, kinds = {}, {}, 0
  for seed = SEED, SEED + COUNT - 1 do
    local drawn <const> = random_specs.draw(seed)
    local kind <const> = kind_of(drawn)
    kinds = kinds + (counts[kind] and 0 or 1)
    counts[kind] = (counts[kind] or 0) + 1
    list[#list + 1] = counts[kind] <= EACH and drawn or nil
  end
  return list, kinds
end

TestRandomSpecs = {}

function TestRandomSpecs.test_what_is_derived_is_what_the_forms_say()
  os.execute("rm -rf " .. WORK .. " && mkdir -p " .. WORK)
  print(("seeds %d..%d"):format(SEED, SEED + COUNT - 1))
  local wrong, vectors, compiled = {}, 0, 0
  local list <const>, kinds <const> = tried()
  for _, drawn in ipairs(list) do
    local seed <const> = drawn.seed
    local ok, what = xpcall(function()
      local meaning <const> = judge.read(drawn.text)
      local model <const> = main.compile(drawn.text, ("seed %d"):format(seed))
      vectors = vectors + (model.plan and 1 or 0)
      local wrong_model <const> = wrong_in(drawn, meaning, model)
      -- Half of those without vectors are left out where not all are compiled: most have the same few kernels.
      if not wrong_model and compiled < COMPILED and (model.plan or seed % 2 == 0 or COMPILED >= COUNT) then
        compiled = compiled + 1
        return wrong_as_c(drawn, meaning, model)
      end
      return wrong_model
    end, function(err)
      return type(err) == "table" and err.message or debug.traceback(err)
    end)
    what = what or not ok and "an error" or nil
    if what then
      wrong[#wrong + 1] = ("seed %d: %s\n%s"):format(seed, what, drawn.text)
    end
  end
  print(("%d specs of %d kinds, %d of them with vector kernels, %d compiled"):format(#list, kinds, vectors, compiled))
  lu.assertEquals(#wrong, 0, table.concat(wrong, "\n"))
end

function TestRandomSpecs.test_the_collection_does_as_C_what_its_words_say()
  os.execute("mkdir -p " .. WORK)
  local compiled = 0
  for _, spec in ipairs(specs.list()) do
    local all <const> = COMPILED >= COUNT and COUNT > 1 and not spec.refused and (not spec.text or spec.name == "large/states-5000")
    if ALSO_COMPILED[spec.name] or all then
      local text <const> = spec.text and spec.text() or files_.read(spec.file)
      local meaning <const>, model <const> = judge.read(text, unicode.ranges), main.compile(text, spec.name)
      lu.assertNil(wrong_as_c({ seed = 1, name = spec.name:gsub("/", "-") }, meaning, model), spec.name)
      compiled = compiled + 1
    end
  end
  lu.assertTrue(compiled >= 12)
end

os.exit(lu.LuaUnit.run())
