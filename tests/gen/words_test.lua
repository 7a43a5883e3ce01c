-- SPDX-License-Identifier: 0BSD
-- Words are functions for vector operations; their files are in templates/isa/. The test checks how these files are read and written, and
-- that kernels with the words of plain.c differ from the emitted kernels in their words only.
--
-- Needs: build/model/utf8_model.h build/model/cesu8_model.h build/model/yaml12_model.h

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local dir = require "pl.dir"
local files = require "gen.common.files"
local isas = require "gen.kernel.isas"
local vocabulary = require "gen.kernel.vocabulary"
local words = require "gen.emit.words"

local WORK <const> = "build/words_test"
dir.makepath(WORK .. "/templates/isa")

local TOY <const> = [[
typedef int $(v)vec;

$(V)_INLINE $(v)vec $(v)load(const uint8_t *at)
{
    return *at;
}

$(include_here("shared.c"))

$(V)_INLINE $(v)vec $(v)lookup(const uint8_t *table, $(v)vec v)
{
@ if wide then
    return table[$(v)load(v)];
@ else
    return table[$(v)prev2(v, v)];
@ end
}

// Left shift by $(n).
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec before)
{
    return v << $(n);
}
]]

local SHARED <const> = [[
typedef $(v)vec $(v)test;

// The first.
$(V)_INLINE $(v)test $(v)both($(v)test a, $(v)test b)
{
    return a & b$(missing and "");
}
]]

---@param more string? text that is appended to TOY
local function toy(used, values, more)
  files.write(WORK .. "/templates/isa", { { name = "toy.c", text = TOY .. (more or "") } })
  files.write(WORK .. "/templates", { { name = "shared.c", text = SHARED } })
  values.v, values.V = "t_", "T"
  return words.render(WORK, "isa/toy.c", used, values)
end

---The names of the functions in a text, in order.
local function functions_in(text)
  local names = {}
  for name in text:gmatch "\nT_INLINE %S+ t_([%w_]+)%(" do
    names[#names + 1] = name
  end
  return names
end

TestWords = {}

function TestWords.test_the_names_of_the_words_in_a_file()
  toy({}, { missing = "" })
  lu.assertEquals(words.names(words.read(WORK, "isa/toy.c")), { "load", "test", "both", "lookup", "prev" })
end

function TestWords.test_used_words_and_the_words_that_they_use_are_written_in_the_order_of_the_file()
  lu.assertEquals(toy({}, {}), "typedef int t_vec;")
  lu.assertEquals(functions_in(toy({ lookup = true }, { wide = true })), { "load", "lookup" })
  lu.assertEquals(functions_in(toy({ lookup = true, prev10 = true }, { wide = false })), { "lookup", "prev2", "prev10" })
  local text <const> = toy({ both = true }, { missing = "" })
  lu.assertEquals(text, "typedef int t_vec;\n\ntypedef t_vec t_test;\n\n// The first.\nT_INLINE t_test t_both(t_test a, t_test b)\n{\n"
    .. "    return a & b;\n}")
end

function TestWords.test_errors_name_the_file_and_the_line()
  local ok <const>, why <const> = pcall(toy, { none = true }, {})
  lu.assertFalse(ok)
  lu.assertEquals(why.message, "template isa/toy.c does not define the word none")
  local _, twice <const> = pcall(toy, {}, {}, "\n$(V)_INLINE $(v)vec $(v)load($(v)vec v)\n{\n    return v;\n}\n")
  lu.assertEquals(twice.message, "template isa/toy.c defines the word load twice")
  local _, missing <const> = pcall(toy, { both = true }, {})
  lu.assertEquals({ missing.path, missing.line }, { "templates/shared.c", 6 })
end

function TestWords.test_a_recorder_returns_names_and_records_the_words()
  local w <const>, used <const> = words.recorder "utf8_sse_"
  lu.assertEquals(w.load .. w "or", "utf8_sse_loadutf8_sse_or")
  lu.assertEquals(used, { load = true, ["or"] = true })
end

function TestWords.test_each_instruction_set_and_the_plain_one_define_the_words_that_the_vocabulary_requires()
  for _, row in ipairs(isas.rows) do
    for _, file in ipairs { row.name, "plain" } do
      local defined = {}
      for _, name in ipairs(words.names(words.read(".", ("isa/%s.c"):format(file)))) do
        defined[name] = true
      end
      for _, word in ipairs(vocabulary.words) do
        local name <const> = word.name:gsub("N$", "")
        lu.assertTrue(not vocabulary.needed(word, row) or defined[name], ("%s defines %s"):format(file, name))
      end
    end
  end
end

---A text without #if, #elif, #else, #endif and #undef, since these lines depend on the functions that the words call.
local function without_tests(text)
  local kept <const>, inside = {}, false
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    local is_test <const> = inside or line:find "^#if" or line:find "^#e[ln]" or line:find "^#undef"
    inside = is_test and line:find "\\$"
    kept[#kept + 1] = not is_test and line or nil
  end
  return table.concat(kept, "\n")
end

---The paragraphs of a C file, without words and without the paragraphs that an instruction set needs for its words: includes, attributes,
---queries of the processor, tables of lanes.
local function without_words(text)
  local known <const>, kept = {
    supported = true, put_eight = true, ones = true, prior = true, last = true, slide = true, vec = true, test = true, put_row = true,
    bits_of = true, zip_low = true, zip_high = true,
  }, {}
  for _, word in ipairs(vocabulary.words) do
    known[word.name] = true
  end
  text = without_tests(text:gsub("\n//   body [^\n]*", ""):gsub("[%w_]+_WRAPS ", ""))
  for paragraph in (text .. "\n\n"):gmatch "(.-)\n\n+" do
    local code <const> = ("\n" .. paragraph):gsub("\n//[^\n]*", "")
    local name = code:match "\n[%w_]+_INLINE [%w_]+ *\n? *[%a%d]+_[%a%d]+_([%w_]+)%("
      or code:match "^\nstatic bool [%a%d]+_[%a%d]+_([%w_]+)%(" or code:match "^\ntypedef .*%s[%a%d]+_[%a%d]+_([%w]+);"
    name = name and name:gsub("^(%a+)%d+$", "%1N")
    local of_processor <const> = code:find "mmintrin" or code:find "^\n#include <[%w_]+%.h>$" or code:find "_WIDTH [=>]= "
      or code:find "arm_sve" or code:find "riscv_vector" or code:find "_cpuid%(unsigned leaf" or code:find "_saved_registers%(void%)"
      or code:find "_processor_has%(unsigned" or code:find "_ALWAYS_INLINE static inline" or code:find "void [%w_]+_part_words%("
      or code:find "size_t [%w_]+_put_eight%(" or code:find "size_t [%w_]+_put_%a+_%a+%(" or code:find "_unit_lanes%[128"
      or code:find "_unit_counts%[256" or code:find "_pair_bytes%[256" or code:find "_group_bytes%[256" or code:find "_quad_lanes%[8"
      or code:find "getauxval" or code:find "size_t [%w_]+_join_units%("
      or code:find "\n#define [%w_]+_FUNCTION" or code:find "\n#define [%w_]+_X86\n"
      or code == "" and paragraph:find "^// %-%-%-%- " or paragraph:find "^// The maskz_ functions avoid"
    if not (name and known[name]) and not of_processor then
      kept[#kept + 1] = paragraph
    end
  end
  return kept
end

function TestWords.test_kernels_of_plain_words_differ_in_their_words_only()
  for name, spec in next, { utf8 = "utf-8", cesu8 = "cesu-8", yaml12 = "yaml-1.2" } do
    local folder <const>, flat <const> = ("%s/%s"):format(WORK, name), ("%s/flat/%s"):format(WORK, name)
    assert(os.execute(("lua5.4 verify/plain_words.lua %s %s"):format(name, folder)))
    assert(os.execute(("./u8gen gen %s --flat -o %s --model %s >/dev/null"):format(spec, flat, flat)))
    local plain <const> = assert(files.read(("%s/%s.c"):format(folder, name))):gsub("\n//   command [^\n]*", "")
    local native <const> = assert(files.read(("%s/%s.c"):format(flat, name))):gsub("\n//   command [^\n]*", "")
    lu.assertNotEquals(plain, native)
    lu.assertNil(plain:find "_mm")
    lu.assertNil(plain:find "target%(")
    lu.assertTrue(#without_words(native) > 60)
    local other <const> = without_words(native)
    for i, paragraph in ipairs(without_words(plain)) do
      lu.assertEquals(paragraph, other[i])
    end
    lu.assertEquals(#without_words(plain), #other)
    lu.assertEquals(files.read(("%s/%s.h"):format(folder, name)), files.read(("out/%s/%s.h"):format(name, name)))
  end
  assert(os.execute(("gcc -std=c99 -Wall -Wextra -Wconversion -Werror -Og -c -o %s/plain.o %s/utf8/utf8.c"):format(WORK, WORK)))
end

function TestWords.test_plain_words_prints_its_usage()
  local pipe <const> = assert(io.popen("lua5.4 verify/plain_words.lua nothing build/words_test 2>&1; lua5.4 verify/plain_words.lua 2>&1"))
  local output <const> = pipe:read "a"
  pipe:close()
  lu.assertStrContains(output, "plain_words.lua: error: no encoding of the catalogue is called nothing")
  lu.assertStrContains(output, "plain_words.lua: error: usage: plain_words.lua [--once [--native PROGRAM [--kernels]]] NAME-or-SPEC FOLDER")
end

os.exit(lu.LuaUnit.run())
