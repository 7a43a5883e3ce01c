-- SPDX-License-Identifier: 0BSD
-- Tests the vocabulary, and that verify/conformance/conformance.c finds a wrong word, even if only one lane is wrong.
--
-- Words are made wrong in two ways. First, with `--planted`, the program makes one word wrong in one lane at a time: in each lane for all
-- inputs, and in up to three lanes also for one input. It also changes entries of the words' tables. Here, only one lane of each word and
-- some entries are tried (`--planted-sample`); ALL=1 and `make conformance CONFORMANCE_OPTIONS=--planted` try all. Second, in a copy of a
-- set's file, all words except prefetch are wrong at once, each in one lane, and the program is built from this copy.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local isas = require "gen.kernel.isas"
local vocabulary = require "gen.kernel.vocabulary"
local words_ = require "gen.emit.words"
local files = require "gen.common.files"

local WORK <const> = "build/conformance_test"
local ALL <const> = os.getenv "ALL" ~= nil

-- The least number of bytes of a scalable vector.
local LEAST <const> = 16

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

---Whether the program for a set can be built and started here: natively, or by a cross compiler and an emulator.
local function runs_here(isa)
  local machine <const> = output_of("uname -m"):gsub("%s", "")
  local tool <const> = isa.cross and isa.machine ~= machine
    and ("command -v %s && command -v %s"):format(isa.cross.compiler:match "%S+", isa.cross.emulator:match "%S+")
  return isa.machine == machine or tool and select(2, output_of(tool)) or false
end

---Runs the conformance program of a set, with unsigned `char`; `make verify` runs it with this processor's `char`.
---@param options string of make
local function run(isa, options)
  local flags <const> = "-std=c11 -O1 -pthread -funsigned-char"
  return output_of(("make -s -f verify/verify.mk CONFORMANCE_EACH= CONFORMANCE_FLAGS='%s' %s conformance-%s")
    :format(flags, options, isa.name))
end

-- ---- The vocabulary ----

TestVocabulary = {}

function TestVocabulary.test_each_row_of_the_vocabulary_is_complete()
  local kinds, results <const> = {}, {
    vec = true, test = true, bool = true, sum = true, bytes = true, units = true, wide = true, string = true, void = true,
    mask = true,
  }
  for _, kind in ipairs(vocabulary.kinds) do
    kinds[kind.name] = kind
  end
  for _, word in ipairs(vocabulary.words) do
    lu.assertTrue(results[word.result], word.name)
    for _, argument in ipairs(word.arguments) do
      lu.assertNotNil(kinds[argument[1]], word.name)
      local named <const> = argument[2] == "to" or argument[2] == word.packs
      lu.assertNotNil(named or word.meaning:find("%f[%w_]" .. argument[2] .. "%f[^%w_]"), word.name)
    end
    lu.assertTrue(not word.plans or vocabulary.entries[word.plans] ~= nil, word.name)
    lu.assertIs(vocabulary.word((word.name:gsub("N$", "3")), word.plans), word)
    lu.assertFalse(word.mixes and word.arguments[1][1] ~= "test" or false, word.name)
  end
  lu.assertEquals(select(2, vocabulary.word "prev3"), 3)
  lu.assertEquals({ vocabulary.word "shl6".name, select(2, vocabulary.word "shl6") }, { "shlN", 6 })
  lu.assertNil(vocabulary.word "before")
end

---The words that a file defines, by the vocabulary's names, and how often it names each.
local function defined_in(name)
  local names = {}
  local paragraphs <const> = words_.read(".", ("isa/%s.c"):format(name))
  for _, word in ipairs(words_.names(paragraphs)) do
    local uses = 0
    for _, paragraph in ipairs(paragraphs) do
      uses = uses + select(2, paragraph.text:gsub("%$%(v%)" .. word .. "%f[^%w_]", ""))
    end
    names[vocabulary.word(word .. "1") and word .. "N" or word] = uses
  end
  return names
end

function TestVocabulary.test_each_file_defines_its_words_and_no_unused_helper()
  for _, isa in ipairs(isas.rows) do
    local names <const>, needed <const> = defined_in(isa.name), {}
    for _, word in ipairs(vocabulary.words) do
      needed[word.name] = needed[word.name] or vocabulary.needed(word, isa)
    end
    for name, is_needed in pairs(needed) do
      lu.assertEquals(names[name] ~= nil, is_needed, isa.name .. ": " .. name)
    end
    for name, uses in pairs(names) do
      lu.assertTrue(needed[name] ~= nil or uses > 1, ("%s defines %s, which nothing uses"):format(isa.name, name))
    end
  end
end

function TestVocabulary.test_plain_c_defines_all_words()
  local names <const> = defined_in "plain"
  for _, word in ipairs(vocabulary.words) do
    lu.assertNotNil(names[word.name], word.name)
  end
end

-- ---- Words made wrong ----

TestConformance = {}

function TestConformance.test_a_word_that_is_wrong_in_one_lane_is_found()
  for i, isa in ipairs(isas.rows) do
    if runs_here(isa) then
      -- Mistakes are planted in the words of plain.c only together with the first set: once is enough.
      local text <const>, ok <const> = run(isa, ("CONFORMANCE_OPTIONS='%s --kernels %s%s' CONFORMANCE_DIR=%s")
        :format(ALL and "--planted" or "--planted-sample", isa.name, i == 1 and ",plain" or "", WORK))
      lu.assertTrue(ok or text:find "left out" ~= nil, text)
      for found, planted in text:gmatch " passed .- (%d+) of (%d+) planted mistakes found" do
        lu.assertEquals(found, planted, text)
        -- Mistakes of a word: one for all inputs in each lane, and more for one input. In a sample: one lane, for all inputs and for one.
        local lanes <const> = ALL and (isa.scalable and LEAST or isa.bytes) or 2
        lu.assertTrue(math.tointeger(planted) > #vocabulary.words / 2 * lanes, text)
      end
      lu.assertTrue(text:find "planted mistakes found" ~= nil or text:find "left out" ~= nil, text)
    end
  end
end

-- gcc 12 with -funsigned-char ignores the mask of _mm_blendv_epi8.
function TestConformance.test_no_word_is_wrong_if_char_is_unsigned()
  local machine <const> = output_of("uname -m"):gsub("%s", "")
  for _, isa in ipairs(isas.rows) do
    if isa.machine == machine then
      local text <const> = run(isa, ("CONFORMANCE_OPTIONS='--kernels %s' CONFORMANCE_DIR=%s"):format(isa.name, WORK))
      lu.assertTrue(text:find(", 0 of them wrong", 1, true) ~= nil or text:find "left out" ~= nil, text)
    end
  end
end

---Expressions that change one lane of a vector whose type has no size. `lane` is true in that lane only. `vec` and `test` are results,
---changed in that lane. `blind` is the first argument, with 0 in that lane. `odd` is whether the first argument is odd (or true) there.
local SCALABLE <const> = {
  sve = {
    lane = "svcmpeq_n_u8(svptrue_b8(), svindex_u8(0, 1), %d)", vec = "sveor_n_u8_m(LANE, CALL, 2)",
    test = "sveor_b_z(svptrue_b8(), CALL, LANE)", blind = "svdup_n_u8_m(FIRST, LANE, 0)",
    odd = { vec = "svmaxv_u8(LANE, FIRST) & 1", test = "svptest_any(LANE, FIRST)" },
  },
  rvv = {
    lane = "__riscv_vmseq_vx_u8m1_b8(__riscv_vid_v_u8m1(64), %d, 64)",
    vec = "__riscv_vxor_vv_u8m1(CALL, __riscv_vmerge_vxm_u8m1(__riscv_vmv_v_x_u8m1(0, 64), 2, LANE, 64), 64)",
    test = "__riscv_vmxor_mm_b8(CALL, LANE, 64)", blind = "__riscv_vmerge_vxm_u8m1(FIRST, 0, LANE, 64)",
    odd = {
      vec = "__riscv_vcpop_m_b8(__riscv_vmand_mm_b8(__riscv_vmsne_vx_u8m1_b8(__riscv_vand_vx_u8m1(FIRST, 1, 64), 0, 64), LANE, 64), 64)",
      test = "__riscv_vcpop_m_b8(__riscv_vmand_mm_b8(FIRST, LANE, 64), 64)",
    },
  },
}

---The body of a function that is wrong in one lane, for a set whose vectors have a type without size.
local function wrong_scalable(word, isa, lane, call, first)
  local how <const> = SCALABLE[isa.name]
  local function filled(text)
    return (text:gsub("LANE", how.lane:format(lane)):gsub("CALL", call):gsub("FIRST", first))
  end
  return ({
    vec = function() return ("return %s;"):format(filled(how.vec)) end,
    test = function() return ("return %s;"):format(filled(how.test)) end,
    bool = function() return ("%s = %s;\n    return %s;"):format(first, filled(how.blind), call) end,
    sum = function() return ("return %s ^ (%s);"):format(call, filled(how.odd[word.arguments[1][1]])) end,
  })[word.result]()
end

---Makes the function of a paragraph wrong in one lane. The new function calls the right one, which is kept under another name.
---@param bit integer the mask of the wrong bit, if the result is a vector or bytes in memory
local function wrong_in_lane(paragraph, word, isa, lane, bit)
  local head <const>, name <const>, arguments <const> = paragraph:match "\n?($%(V%)_INLINE [^\n]- )($%(v%)[%w_]+[^\n(]*%(?n?%)?)(%b())\n{"
  local names = {}
  for argument in arguments:sub(2, -2):gmatch "[^,]+" do
    names[#names + 1] = argument:match "([%w_]+)[%[%d%]]*$"
  end
  local right <const> = name:find("%$%(n%)$") and name:gsub("%$%(n%)$", "right_$(n)") or name .. "_right"
  local call <const>, in_memory <const> = ("%s(%s)"):format(right, table.concat(names, ", ")), word.arguments[1][1] == "text32"
  local bodies <const> = {
    vec = ("$(v)vec r = %s;\n    ((uint8_t *)&r)[%d] ^= %d;\n    return r;"):format(call, lane, bit),
    -- A test has one bit for each lane, or it is a vector in which all bits of a lane are equal.
    test = ("$(v)test r = %s;\n    if (sizeof r == %d) {\n        ((uint8_t *)&r)[%d] ^= 0xFF;\n    } else {\n"
      .. "        ((uint8_t *)&r)[%d] ^= %d;\n    }\n    return r;"):format(call, isa.bytes, lane, lane // 8, 1 << lane % 8),
    bytes = ("%s%s;\n    to[%d] ^= %d;%s"):format(head:find "size_t" and "const size_t r = " or "", call, lane, bit,
      head:find "size_t" and "\n    return r;" or ""),
    bool = in_memory and ("return %s && %s[%d] == 0;"):format(call, names[1], lane)
      or ("((uint8_t *)&%s)[%d] = 0;\n    return %s;"):format(names[1], lane, call),
    mask = ("return %s ^ (uint64_t)1 << %d;"):format(call, lane),
    -- The lowest bit of the sum is inverted if the first lane is odd.
    sum = ("return %s ^ (%s[0] & 1);"):format(call, in_memory and names[1] or ("((uint8_t *)&%s)"):format(names[1])),
  }
  bodies.units, bodies.wide, bodies.string = bodies.bytes, bodies.bytes, bodies.bytes
  local body <const> = isa.scalable and word.result ~= "bytes" and wrong_scalable(word, isa, lane, call, names[1]) or bodies[word.result]
  local kept <const> = paragraph:gsub(("%s%s("):format(head, name):gsub("%p", "%%%0"), function()
    return ("%s%s("):format(head, right)
  end, 1)
  local function_ <const> = ("%s%s%s\n{\n    %s\n}"):format(head, name, arguments, body)
  -- A separate paragraph, since only the first function of a paragraph counts as a word.
  return ("%s\n\n%s"):format(kept, function_)
end

---A file of words in which all except prefetch are wrong in one lane.
---@return string text, string[] names of the words
local function all_wrong(isa)
  local out, names = {}, {}
  for _, one in ipairs(words_.read(".", ("isa/%s.c"):format(isa.name))) do
    local name <const> = one.word and one.word:gsub("_$", "_1")
    local word <const> = name and vocabulary.word(name, isa.plan)
    out[#out + 1] = one.text
    if word and word.result ~= "void" then
      names[#names + 1] = name
      local lanes <const> = isa.scalable and LEAST or isa.bytes
      -- A word may call another one. If both are wrong in the same lane, the bits must differ: two equal mistakes could cancel each other.
      out[#out] = wrong_in_lane(one.text, word, isa, (#names * 7 + 3) % lanes, 2 << #names // lanes % 7)
    end
  end
  return table.concat(out, "\n\n") .. "\n", names
end

---This test takes one set for each machine. The test with planted mistakes shows (with ALL=1, for each lane) that lanes are compared. This
---test shows that the program compares the words of that file.
function TestConformance.test_wrong_words_in_a_copy_of_their_file_are_found()
  local seen <const> = {}
  for _, isa in ipairs(isas.rows) do
    if runs_here(isa) and not seen[isa.machine] then
      seen[isa.machine] = true
      local root <const> = WORK .. "/wrong-" .. isa.name
      assert(os.execute(("rm -rf %s && mkdir -p %s && cp -r templates %s"):format(root, root, root)))
      local text <const>, names <const> = all_wrong(isa)
      write(("%s/templates/isa/%s.c"):format(root, isa.name), text)
      -- The words of plain.c are in the same program; that they pass is tested once.
      local only <const> = isa == isas.rows[1] and "" or "--kernels " .. isa.name
      local output <const>, ok <const> = run(isa, ("CONFORMANCE_OPTIONS='%s' CONFORMANCE_ROOT=%s CONFORMANCE_DIR=%s")
        :format(only, root, root))
      if not output:find("left out", 1, true) then
        lu.assertNil(ok, output)
        lu.assertTrue(#names > 20, isa.name .. ": " .. #names)
        for _, name in ipairs(names) do
          lu.assertNotNil(output:find(("\n  %s +WRONG  %s[: ]"):format(isa.name, name)), isa.name .. ": " .. name .. " is not found")
        end
        lu.assertEquals(output:find "\n  plain +passed" ~= nil, only == "", output)
      end
    end
  end
end

function TestConformance.test_a_missing_word_is_named()
  local root <const> = WORK .. "/missing"
  local isa <const> = isas.rows[1]
  assert(os.execute(("rm -rf %s && mkdir -p %s && cp -r templates %s"):format(root, root, root)))
  local path <const> = ("%s/templates/isa/%s.c"):format(root, isa.name)
  local text <const>, count <const> = assert(files.read(path)):gsub("%$%(v%)min%(", "$(v)least(")
  lu.assertEquals(count, 1)
  write(path, text)
  local output <const>, ok <const> = output_of(("lua5.4 verify/conformance/conformance.lua %s %s"):format(isa.name, root))
  lu.assertNil(ok)
  lu.assertEquals(output, ("conformance.lua: error: isa/%s.c lacks the word min: %s\n"):format(isa.name, vocabulary.word("min").meaning))
end

os.exit(lu.LuaUnit.run())
