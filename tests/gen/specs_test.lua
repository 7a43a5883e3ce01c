-- SPDX-License-Identifier: 0BSD
-- The specs of tests/specs/ and docs/examples/specs/, and some large ones. Some must be refused, with an expected message. From the others,
-- code is generated, the generator's check finds no defect, and tests/lib/judge.lua agrees about the language and the faults.
-- About one spec in eight gets all functions and kernels. The others get only `valid` and `valid_prefix` with FEW_KERNELS, since the
-- kernels of the other instruction sets have the same plans. With ALL=1, each spec gets all functions, more texts are judged, and COSTLY
-- specs are tried, too. `make specs` also tries all other large specs, and shows the cost of each.
--
-- A failure names the spec.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local emit <const> = require "gen.emit.emit"
local api <const> = require "gen.kernel.api"
local analysis <const> = require "gen.language.analysis"
local measures <const> = require "gen.language.measures"
local unicode <const> = require "gen.spec.unicode"
local files_ <const> = require "gen.common.files"
local judge <const> = require "tests.lib.judge"
local trials <const> = require "tests.lib.trials"
local random_specs <const> = require "tests.lib.random_specs"
local specs <const> = require "tests.lib.specs"

local ALL <const> = os.getenv "ALL" ~= nil
---For each spec: the number of random texts, and the limit for minimal texts and for their variants (tests/lib/trials.lua).
local RANDOM <const>, AROUND <const> = ALL and 100 or 40, ALL and 500 or 120
---About one in this number of specs is generated with all functions and kernels.
local ALL_EACH <const> = ALL and 1 or 8
---The kernels of the other specs: the scalar ones, one by nibbles and one by classes.
local FEW_KERNELS <const> = { "dfa", "re2c", "shift", "swar", "sse", "avx512" }

---Specs that take seconds, and are similar to others here: only ALL=1 tries them.
local COSTLY <const> = {
  ["tests/specs/exceptions/letters-only"] = true, ["tests/specs/exceptions/no-unassigned-and-no-marks"] = true,
  ["tests/specs/utf8/one-a-form"] = true,
}

---All specs except the slow ones and the specs of the catalogue, which have tests of their own.
local function each()
  local list = {}
  for _, spec in ipairs(specs.list()) do
    local is_costly <const> = spec.slow or COSTLY[spec.name] and not ALL
    list[#list + 1] = not is_costly and not spec.name:find("^gen/") and spec or nil
  end
  return list
end

local function text_of(spec)
  return spec.text and spec.text() or assert(files_.read(spec.file))
end

TestSpecs = {}

function TestSpecs.test_the_collection_has_more_than_100_specs_and_some_of_each_kind()
  local kinds = {}
  for _, spec in ipairs(each()) do
    local kind <const> = spec.name:match("^tests/specs/(.*)/") or spec.name:match("^docs/") or spec.name:match("^large/") or ""
    kinds[kind] = (kinds[kind] or 0) + 1
  end
  for _, kind in ipairs { "utf8", "prefixes", "pairs", "never", "ends", "exceptions", "bytes", "tiny", "refused", "defects" } do
    lu.assertTrue((kinds[kind] or 0) > 5, kind)
  end
  lu.assertTrue(#each() > 100)
end

---Makes a separate test of each spec, such as TestSpecs.WHAT_never_surrogate_pairs.
local function of_each(what, test)
  for _, spec in ipairs(each()) do
    TestSpecs[what .. "_" .. spec.name:gsub("^tests/specs/", ""):gsub("%W", "_")] = function()
      test(spec)
    end
  end
end

---Some kernels count by a table of weights for high nibbles, others by steps (gen/language/measures.lua). Both must give equal weights.
local function assert_weights(model)
  local counted <const> = measures.by_bytes(model)
  for byte = 0, counted and counted.nibbles and 255 or -1 do
    lu.assertEquals(counted.nibbles[byte >> 4], measures.weight(counted.tails, byte) | measures.weight(counted.wide, byte) << 4)
  end
end

---Compares a model with the judge: the numbers of characters of each length, and the faults of texts.
local function assert_language_and_faults(spec, model)
  local meaning <const> = judge.read(text_of(spec), unicode.ranges)
  local counts <const>, known <const> = analysis.study(model.automaton).counts, judge.counts(meaning)
  for length = 1, math.max(#counts, 12) do
    lu.assertEquals(counts[length] or 0, known[length] or 0, ("characters of %d bytes"):format(length))
  end
  local roll <const> = random_specs.dice(1)
  for _, bytes in ipairs(trials.texts_for(meaning, model.whole, roll, RANDOM, AROUND)) do
    local wrong <const> = trials.wrong_fault(meaning, model, bytes)
    lu.assertNil(wrong, ("%s: %s"):format(trials.hex(bytes), wrong))
  end
end

---Whether all functions and kernels of this spec are generated. Only the name and ALL decide, so a new spec changes no other spec's test.
local function is_whole(spec)
  local sum = 0
  for _, byte in ipairs { spec.name:byte(1, -1) } do
    sum = sum + byte
  end
  return sum % ALL_EACH == 0
end

of_each("test_language_and_faults_agree_with_the_judge_and_code_is_generated_or_the_spec_refused", function(spec)
  local ok, result = pcall(pipeline.compile, text_of(spec), spec.file)
  if spec.refused then
    lu.assertFalse(ok)
    lu.assertTrue(type(result) == "table" and result.spec_error, tostring(result))
    lu.assertStrContains(result.message, spec.refused, false, false)
  else
    lu.assertTrue(ok, tostring(type(result) == "table" and result.message or result))
    assert_language_and_faults(spec, result)
    assert_weights(result)
    local options <const> = { prefix = result.spec.name, spec_name = spec.file, command = "u8gen gen" }
    if not is_whole(spec) then
      options.without, options.kernels = api.only { "valid", "valid_prefix" }, FEW_KERNELS
    end
    local emitted <const>, made <const>, chosen <const> = pcall(emit.files, ".", result, options)
    lu.assertTrue(emitted, tostring(made))
    for _, one in ipairs(chosen.missing) do
      lu.assertFalse(one.defect, one.reason)
    end
  end
end)

os.exit(lu.LuaUnit.run())
