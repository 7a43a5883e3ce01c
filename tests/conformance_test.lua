-- SPDX-License-Identifier: 0BSD
-- The vocabulary, and that a word which is wrong is found (verify/conformance.c), in one lane only, too.
--
-- Words are made wrong in two ways: in the program, each word in each lane, always or for one input (`--planted`); and in a copy of the
-- files of words, from which the program is made anew: there all words are wrong at once, each in a lane of its own.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local isas = require "gen.isas"
local vocabulary = require "gen.vocabulary"
local files = require "gen.files"

local WORK <const> = "build/conformance_test"

local function output_of(command)
  local pipe <const> = assert(io.popen(command .. " 2>&1"))
  local text <const> = pipe:read "a"
  return text, (pipe:close())
end

local function write(path, text)
  local file <const> = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

---Whether the words of a set can be run here: natively, or in the emulator.
local function runs_here(isa)
  local machine <const> = output_of("uname -m"):gsub("%s", "")
  local tool <const> = isa.cross and isa.machine ~= machine and ("command -v %s %s"):format(isa.cross.compiler, isa.cross.emulator)
  return isa.machine == machine or tool and select(2, output_of(tool)) or false
end

---Runs the conformance of a set.
---@param options string for make
local function run(isa, options)
  return output_of(("make -s -f verify/conformance.mk CONFORMANCE_FLAGS='-std=c11 -O1 -pthread' %s conformance-%s")
    :format(options, isa.name))
end

-- ---- The vocabulary ----

TestVocabulary = {}

function TestVocabulary.test_each_row_is_whole()
  local kinds, results <const> = {}, { vec = true, test = true, bool = true, void = true }
  for _, kind in ipairs(vocabulary.kinds) do
    kinds[kind.name] = kind
  end
  for _, word in ipairs(vocabulary.words) do
    lu.assertTrue(results[word.result], word.name)
    for _, argument in ipairs(word.arguments) do
      lu.assertNotNil(kinds[argument[1]], word.name)
      lu.assertNotNil(word.meaning:find("%f[%w_]" .. argument[2] .. "%f[^%w_]"), word.name)
    end
    lu.assertTrue(not word.plans or vocabulary.entries[word.plans] ~= nil, word.name)
    lu.assertIs(vocabulary.word((word.name:gsub("_N$", "_3")), word.plans), word)
    lu.assertFalse(word.mixes and word.arguments[1][1] ~= "test" or false, word.name)
  end
  lu.assertEquals(select(2, vocabulary.word "after_3"), 3)
  lu.assertNil(vocabulary.word "before")
end

---A file of words with what it includes.
local function words_of(name)
  return (assert(files.read("templates/words/" .. name .. ".c")):gsub('%$%(include_here%("([^"]+)"%)%)', function(included)
    return (assert(files.read("templates/" .. included)):gsub("\n$", ""))
  end))
end

---The functions that a file of words defines.
local function defined_in(name)
  local names, order = {}, {}
  for found in words_of(name):gmatch "\n$%(V%)_WORD [^\n]- $%(v%)([^\n(]+%(?n?%)?)%([^\n]+%)\n{" do
    local word <const> = found:gsub("%$%(n%)", "N")
    names[word], order[#order + 1] = true, word
  end
  return names, order
end

function TestVocabulary.test_the_files_define_the_words_and_no_others_but_for_themselves()
  for _, isa in ipairs(isas.rows) do
    local names <const>, order <const> = defined_in(isa.name)
    local needed <const> = {}
    for _, word in ipairs(vocabulary.words) do
      needed[word.name] = needed[word.name] or vocabulary.needed(word, isa)
    end
    for name, is_needed in pairs(needed) do
      lu.assertEquals(names[name] or false, is_needed, isa.name .. ": " .. name)
    end
    for _, name in ipairs(order) do
      local uses <const> = select(2, words_of(isa.name):gsub("%$%(v%)" .. name .. "%(", ""))
      lu.assertTrue(vocabulary.word((name:gsub("_N$", "_1")), isa.plan) ~= nil or uses > 1, ("%s defines %s"):format(isa.name, name))
    end
  end
end

function TestVocabulary.test_plain_c_defines_all_words()
  local names <const> = defined_in "plain"
  for _, word in ipairs(vocabulary.words) do
    lu.assertTrue(names[word.name], word.name)
  end
end

-- ---- Words made wrong ----

TestConformance = {}

function TestConformance.test_a_word_that_is_wrong_in_one_lane_is_found()
  for i, isa in ipairs(isas.rows) do
    if runs_here(isa) then
      -- That plain words are told from wrong ones is shown once.
      local text <const>, ok <const> = run(isa, ("CONFORMANCE_OPTIONS='--planted --kernels %s%s' CONFORMANCE_DIR=%s")
        :format(isa.name, i == 1 and ",plain" or "", WORK))
      lu.assertTrue(ok or text:find "left out" ~= nil, text)
      for found, planted in text:gmatch " passed .- (%d+) of (%d+) planted faults found" do
        lu.assertEquals(found, planted, text)
        -- Each word but prefetch in each lane, and in three of them for one input.
        lu.assertTrue(math.tointeger(planted) > #vocabulary.words / 2 * isa.bytes, text)
      end
      lu.assertTrue(text:find "planted faults found" ~= nil or text:find "left out" ~= nil, text)
    end
  end
end

---A paragraph of a file of words whose function is wrong in one lane: it is kept under another name and called.
local function wrong_in_lane(paragraph, word, isa, lane)
  local head <const>, name <const>, arguments <const> = paragraph:match "\n?($%(V%)_WORD [^\n]- )($%(v%)[%w_]+[^\n(]*%(?n?%)?)(%b())\n{"
  local names = {}
  for argument in arguments:sub(2, -2):gmatch "[^,]+" do
    names[#names + 1] = argument:match "([%w_]+)[%[%d%]]*$"
  end
  local call <const> = ("%s_right(%s)"):format(name, table.concat(names, ", "))
  local bodies <const> = {
    vec = ("$(v)vec r = %s;\n    ((uint8_t *)&r)[%d] ^= 2;\n    return r;"):format(call, lane),
    -- A bit for each lane, or all bits of it.
    test = ("$(v)test r = %s;\n    if (sizeof r == %d) {\n        ((uint8_t *)&r)[%d] ^= 0xFF;\n    } else {\n"
      .. "        ((uint8_t *)&r)[%d] ^= %d;\n    }\n    return r;"):format(call, isa.bytes, lane, lane // 8, 1 << lane % 8),
    bool = ("((uint8_t *)&%s)[%d] = 0;\n    return %s;"):format(names[1], lane, call),
  }
  -- Before the paragraph's own end: of one in a loop of the template, that is @ end.
  local kept <const> = paragraph:gsub(("%s%s("):format(head, name):gsub("%p", "%%%0"), function()
    return ("%s%s_right("):format(head, name)
  end, 1)
  local function_ <const> = ("%s%s%s\n{\n    %s\n}"):format(head, name, arguments, bodies[word.result])
  local first <const>, last <const> = kept:match "^(.-\n}\n?)(.*)$"
  return ("%s\n%s\n%s"):format((first:gsub("\n$", "")), function_, last)
end

---A file of words of which all but prefetch are wrong in one lane.
---@return string text, string[] names of the words
local function all_wrong(isa)
  local out, names = {}, {}
  for paragraph in (words_of(isa.name) .. "\n"):gmatch "(.-)\n\n+" do
    local name <const> = (paragraph .. "\n"):match "$%(V%)_WORD [^\n]- $%(v%)([^\n(]+%(?n?%)?)%([^\n]+%)\n{"
    local word <const> = name and vocabulary.word((name:gsub("%$%(n%)", "1")), isa.plan)
    if word and word.result ~= "void" then
      names[#names + 1] = name:gsub("%$%(n%)", "1")
      paragraph = wrong_in_lane(paragraph, word, isa, (#names * 7 + 3) % isa.bytes)
    end
    out[#out + 1] = paragraph
  end
  return table.concat(out, "\n\n") .. "\n", names
end

function TestConformance.test_words_that_are_wrong_in_a_copy_of_their_file_are_found()
  for _, isa in ipairs(isas.rows) do
    if runs_here(isa) then
      local root <const> = WORK .. "/wrong-" .. isa.name
      assert(os.execute(("rm -rf %s && mkdir -p %s && cp -r templates %s"):format(root, root, root)))
      local text <const>, names <const> = all_wrong(isa)
      write(("%s/templates/words/%s.c"):format(root, isa.name), text)
      local said <const>, ok <const> = run(isa, ("CONFORMANCE_ROOT=%s CONFORMANCE_DIR=%s"):format(root, root))
      if not said:find("left out", 1, true) then
        lu.assertNil(ok, said)
        lu.assertTrue(#names > 20, isa.name .. ": " .. #names)
        for _, name in ipairs(names) do
          lu.assertNotNil(said:find(("\n  %s +WRONG  %s[: ]"):format(isa.name, name)), isa.name .. ": " .. name .. " is not found")
        end
        lu.assertStrMatches(said, ".*\n  plain +passed.*")
      end
    end
  end
end

function TestConformance.test_a_word_that_is_missing_is_named()
  local root <const> = WORK .. "/missing"
  local isa <const> = isas.rows[1]
  assert(os.execute(("rm -rf %s && mkdir -p %s && cp -r templates %s"):format(root, root, root)))
  local path <const> = ("%s/templates/words/%s.c"):format(root, isa.name)
  local text <const>, count <const> = assert(files.read(path)):gsub("%$%(v%)min%(", "$(v)least(")
  lu.assertEquals(count, 1)
  write(path, text)
  local said <const>, ok <const> = output_of(("lua5.4 verify/conformance.lua %s %s"):format(isa.name, root))
  lu.assertNil(ok)
  lu.assertEquals(said, ("conformance.lua: error: the words of %s lack min: (int8_t)a[i] < (int8_t)b[i] ? a[i] : b[i]\n"):format(isa.name))
end

os.exit(lu.LuaUnit.run())
