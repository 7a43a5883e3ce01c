-- SPDX-License-Identifier: 0BSD
-- Random specs through the generator: its results are compared with the meaning of the spec (tests/lib/judge.lua).
--
-- In:  from the environment, with defaults in parentheses: SEED, the seed of the first spec (1); COUNT, the number of specs that are tried
--      in the model (16); for each spec, TEXTS, the number of random texts (100), and AROUND, the limit for minimal texts and for their
--      variants (500); COMPILED, the number of drawn specs that are compiled (6; at most 60); ALL=1, to compile all of COLLECTION.
-- Out: luaunit's lines; a failure names the seed. `SEED=n COUNT=1 lua5.4 tests/gen/random_specs_test.lua` draws that spec again, and
--      `lua5.4 tests/gen/random_compiled.lua n` compiles it again.
--
-- For each spec, the test compares the model with the meaning. Texts of characters at the edges of ranges, whole and damaged, test the
-- automaton, re2c's alternatives and the windows of vectors. Minimal texts and their variants (tests/lib/trials.lua) test the offset,
-- length and name of faults, and the expected bytes. The test also compares counts, the tables of dfa and shift, and whether some bits of
-- tables matter. It compiles COMPILED specs (tests/gen/random_compiled.lua), which take little time and together have most features, and
-- specs of COLLECTION, which have unusual rules. `make random-specs` tries thousands.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local automata <const> = require "gen.language.automaton"
local dfa <const> = require "gen.plan.dfa"
local shift_table <const> = require "gen.plan.shift"
local grammar <const> = require "gen.emit.grammar"
local proof <const> = require "gen.plan.proof"
local random_compiled <const> = require "tests.gen.random_compiled"
local random_specs <const> = require "tests.lib.random_specs"
local judge <const> = require "tests.lib.judge"
local ucd <const> = require "tests.lib.ucd"
local specs <const> = require "tests.lib.specs"
local files_ <const> = require "gen.common.files"
local lists_ <const> = require "gen.common.lists"
local trials <const> = require "tests.lib.trials"
local window_verdict <const> = require "tests.lib.window_verdict"

local function setting(name, default)
  return tonumber(os.getenv(name) or default) or error(name .. " must be a number")
end

local SEED <const>, COUNT <const> = setting("SEED", 1), setting("COUNT", 16)
local TEXTS <const>, AROUND <const>, FLIPS <const> = setting("TEXTS", 100), setting("AROUND", 500), 4
local COMPILED <const>, TEXTS_COMPILED <const>, WORK <const> = setting("COMPILED", 6), 1500, "build/random_specs_test"
---Seeds of specs that are generated quickly. The first six together have most features.
local SEEDS <const> = {
  96, 71, 10, 14, 33, 51, 6, 7, 12, 16, 18, 36, 41, 54, 62, 63, 65, 74, 82, 90, 98, 101, 113, 121,
  1, 3, 5, 9, 13, 15, 17, 21, 24, 25, 28, 29, 30, 31, 37, 38, 39, 43, 47, 48, 52, 55, 68, 77, 79, 81, 86, 89, 94, 97, 102, 108,
  109, 114, 116, 119,
}
---Specs of the collection (tests/lib/specs.lua) that are compiled, too: more than 256 states, shift kernels of two words, vectors with
---rules on many bytes, pairs, rules, ends, rows. Specs with `false` are similar to another one, so only ALL=1 compiles them.
---Specs with "all" get all functions.
local ALL <const> = os.getenv "ALL" ~= nil
local COLLECTION <const> = {
  ["docs/examples/specs/gb18030"] = true, ["large/never-50"] = true, ["large/states-300"] = true,
  ["tests/specs/defects/half-that-fits-another-form"] = false, ["tests/specs/defects/pairs-that-overlap"] = true,
  ["tests/specs/defects/vectors-after-a-restricting-character"] = "all",
  ["tests/specs/defects/ascii-of-two-bytes"] = true, ["tests/specs/defects/rules-on-surrogates"] = "all",
  ["tests/specs/defects/forbidden-in-a-row"] = "all", ["tests/specs/defects/replaced-before-a-forbidden-one"] = "all",
  ["tests/specs/defects/look-at-two-bytes"] = true, ["tests/specs/defects/other-lengths-than-utf-8"] = "all",
  ["tests/specs/ends/cr-then-lf"] = false, ["tests/specs/ends/joiner"] = false, ["tests/specs/ends/with-pairs"] = true,
  ["tests/specs/exceptions/bidi-controls"] = false, ["tests/specs/exceptions/format-characters"] = true,
  ["tests/specs/never/surrogate-pairs"] = false, ["tests/specs/pairs/cr-lf"] = false, ["tests/specs/pairs/utf-8-and-pairs"] = true,
  ["tests/specs/prefixes/all-of-32-bits"] = "all", ["tests/specs/prefixes/ascii-above"] = false,
}

---The length of the longest prefix that re2c's alternatives match, one after the other, and after which a text may end.
---@param ends table the contexts in which a text may not end
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

---Whether two automata have the same transitions.
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

---The error in counts, tables or kernels, or nil.
local function wrong_in_parts(meaning, model)
  local automaton <const>, analysis <const>, plan <const> = model.automaton, model.analysis, model.plan
  local counts <const> = judge.counts(meaning)
  for length = 1, math.max(#analysis.counts, 12) do
    local known <const>, derived <const> = counts[length] or 0, analysis.counts[length] or 0
    if known ~= derived then
      return ("%d characters of %d bytes, not %d"):format(known, length, derived)
    end
  end
  if not same_steps(dfa.read_table(model.dfa), model.whole.next) then
    return "the table of dfa differs from the automaton"
  elseif model.shift and not same_steps(shift_table.read(model.shift), automaton.next) then
    return "the words of shift differ from the automaton"
  elseif not model.shift and not model.no_shift or not plan and not model.no_plan then
    return "a kernel is missing without a reason"
  elseif plan and not plan.classes and not plan.no_classes then
    return "there are no classes, without a reason"
  elseif plan and not plan.set and plan.least > #plan.deep then
    return ("%d rules on several bytes suffice, but the plan says that at least %d are needed"):format(#plan.deep, plan.least)
  end
end

---The error of a plan, or nil: a text on which its windows are wrong, or a bit for which `sensitivity` is wrong.
local function wrong_in_plan(model, one, roll)
  local automaton <const>, analysis <const> = model.inner, model.analysis
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
    local output <const> = one.sensitivity[name][n] & bit ~= 0
    -- A filter may need a bit that `sensitivity` does not name: without the bit, the plan would accept an ill-formed text.
    if matters ~= output and not (filter and matters and entries[n] & bit ~= 0) then
      return ("bit %02X of %s[%X]: `sensitivity` is wrong; that the bit matters is %s"):format(bit, name, n, tostring(matters))
    end
  end
end

---The error of a model on texts, or nil: in faults, the automaton, re2c's alternatives, the set of bytes, or the windows of plans.
local function wrong_of_texts(meaning, model, plans, roll)
  local automaton <const> = model.whole
  local alternatives = grammar.re2c(model.rows, model.contexts)
  for from, lists in ipairs(alternatives) do
    for to, list in ipairs(lists) do
      alternatives[from][to] = trials.read_re2c(list)
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
    if automaton.accepts[automata.run(automaton, bytes, automaton.origin)] ~= (prefix == #bytes) then
      return trials.hex(bytes) .. ": the automaton"
    end
    -- re2c's scanner and the windows do not check rules on the start of a text.
    local of_rest <const> = judge.valid_prefix(meaning, bytes, meaning.start)
    local state <const> = automata.run(model.automaton, bytes)
    local valid <const> = of_rest == #bytes or model.leaves_end and model.automaton.boundary[state]
    if scanned(alternatives, model.ends, bytes) ~= of_rest then
      return trials.hex(bytes) .. ": re2c's alternatives"
    end
    local set <const> = model.plan and model.plan.set
    if set and lists_.any(bytes, function(byte) return not set[byte] end) == valid then
      return trials.hex(bytes) .. ": the set of bytes"
    end
    for _, one in ipairs(plans) do
      if window_verdict(one, model.analysis, bytes) == (valid and "wrong" or "right") then
        return trials.hex(bytes) .. ": the windows, by " .. (one.chain and "classes" or "nibbles")
      end
    end
  end
end

---The first error of a model, or nil.
local function wrong_in(drawn, meaning, model)
  local roll <const> = random_specs.dice(drawn.seed + 1000000)
  local wrong = wrong_in_parts(meaning, model)
  local plans <const> = model.plan and not model.plan.set and { model.plan, model.plan.classes } or {}
  for _, one in ipairs(wrong and {} or plans) do
    wrong = wrong or wrong_in_plan(model, one, roll)
  end
  return wrong or wrong_of_texts(meaning, model, plans, roll)
end

-- Precompiling the header of intrinsics takes less time than parsing it for each spec.
random_compiled.prepare()

TestRandomSpecs = {}

function TestRandomSpecs.test_derived_languages_match_the_forms()
  print(("seeds %d..%d"):format(SEED, SEED + COUNT - 1))
  local wrong, vectors = {}, 0
  for seed = SEED, SEED + COUNT - 1 do
    local drawn <const> = random_specs.draw(seed)
    local ok, what = xpcall(function()
      local meaning <const> = judge.read(drawn.text, ucd.ranges)
      local model <const> = pipeline.compile(drawn.text, ("seed %d"):format(seed))
      vectors = vectors + (model.plan and 1 or 0)
      return wrong_in(drawn, meaning, model)
    end, function(err)
      return type(err) == "table" and err.message or debug.traceback(err)
    end)
    what = what or not ok and "an error" or nil
    if what then
      wrong[#wrong + 1] = ("seed %d: %s\n%s"):format(seed, what, drawn.text)
    end
  end
  print(("%d specs, %d of them with vector kernels"):format(COUNT, vectors))
  lu.assertEquals(#wrong, 0, table.concat(wrong, "\n"))
end

---The error of the C that is generated from a spec, or nil.
local function wrong_as_c(name, try)
  local result <const> = try(("%s/%s"):format(WORK, name))
  os.execute(("rm -rf %s/%s"):format(WORK, name))
  return result.status ~= "right" and ("%s: %s: %s"):format(name, result.status, result.why) or nil
end

function TestRandomSpecs.test_compiled_specs_agree_with_their_meaning()
  local wrong = {}
  for _, seed in ipairs { table.unpack(SEEDS, 1, COMPILED) } do
    wrong[#wrong + 1] = wrong_as_c(seed, function(folder)
      return random_compiled.try_drawn(random_specs.draw(seed), folder, TEXTS_COMPILED)
    end)
  end
  lu.assertEquals(#wrong, 0, table.concat(wrong, "\n"))
end

function TestRandomSpecs.test_the_compiled_collection_agrees_with_its_meaning()
  local compiled, wrong = 0, {}
  for _, spec in ipairs(specs.list()) do
    if COLLECTION[spec.name] or ALL and COLLECTION[spec.name] == false then
      local text <const> = spec.text and spec.text() or files_.read(spec.file)
      wrong[#wrong + 1] = wrong_as_c(spec.name:gsub("/", "-"), function(folder)
        os.execute("mkdir -p " .. folder)
        return random_compiled.try(text, { seed = 1, folder = folder, texts = TEXTS_COMPILED, all = COLLECTION[spec.name] == "all" })
      end)
      compiled = compiled + 1
    end
  end
  lu.assertEquals(#wrong, 0, table.concat(wrong, "\n"))
  lu.assertTrue(compiled >= (ALL and 14 or 7))
end

os.exit(lu.LuaUnit.run())
