-- SPDX-License-Identifier: 0BSD
-- Compares two forms of a C file, which must be the same code: the folded form includes itself for each instruction set, and the flat form
-- (--flat) has each kernel in full.
--
-- In:  specs, ./u8gen, the compilers of BUILDS. With ALL=1 in the environment, the test also compares object files, and tries more specs.
-- Out: luaunit's lines.
--
-- gen/emit/fold.lua changes only how a file is printed. After the preprocessor, both forms have the same tokens in the same order, but the
-- folded form has additional ones: it saves and restores macros of users, and if kernels share a file of words, each has all words of the
-- file. So proofs, mutants and coverage of one form are also valid for the other form.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"

local WORK <const> = "build/fold_test"
local ALL <const> = os.getenv "ALL" ~= nil

---Compilers, with options that select the machine and the kernels.
local BUILDS <const> = {
  "gcc", "gcc -DUTF8_ALL_KERNELS", "clang", "g++ -x c++ -std=c++11", "gcc -DUTF8_NO_SIMD", "gcc -DUTF8_KERNEL=avx2",
  "aarch64-linux-gnu-gcc", "clang-19 --target=riscv64-linux-gnu -isystem /usr/riscv64-linux-gnu/include",
  "clang --target=wasm32-wasi -msimd128 -isystem verify/wasi",
}

---Arguments of gen. Together, both lists have plans by nibbles and by classes, conversions, rules with filters, and rules on several bytes.
local SPECS <const> = { "utf-8", "mutf-8 --to utf-8" }
local MORE_SPECS <const> = { "xml-1.0", "wtf-8", "yaml-1.2", "docs/examples/specs/identifiers.lua", "utf-8 --to cesu-8" }

local function run(command, ...)
  local line <const> = command:format(...)
  local pipe <const> = io.popen(line .. " 2>&1")
  local text <const> = pipe:read "a"
  if not pipe:close() then
    error(("%s\n%s"):format(line, text), 0)
  end
  return text
end

---Generates both forms of a spec's files. @param words string the arguments of gen
local function forms(words)
  run("rm -rf %s && mkdir -p %s/folded %s/flat", WORK, WORK, WORK)
  run("./u8gen gen %s --prefix utf8 -o %s/folded", words, WORK)
  run("./u8gen gen %s --prefix utf8 --flat -o %s/flat", words, WORK)
end

local function object_of(build, form)
  run("%s -O2 -c -I %s/%s -o %s/%s.o %s/%s/utf8.c", build, WORK, form, WORK, form, WORK, form)
  return assert(files.read(("%s/%s.o"):format(WORK, form)))
end

---The preprocessed text, without the lines that save and restore macros of users. Only the folded form has such lines.
local function text_of(build, form)
  return (run("%s -E -P -I %s/%s %s/%s/utf8.c", build, WORK, form, WORK, form):gsub("#pragma %l+_macro[^\n]*", ""))
end

---Removes white space, so that layout does not matter in comparisons.
local function tokens_of(text)
  return (text:gsub("%s+", ""))
end

---Removes from the folded text the inline functions and types that the flat text does not name. These are words that a kernel does not use:
---kernels that share a file of words have all words of that file.
local function without_unused(text, other)
  local named <const>, kept, one, depth = {}, {}, {}, 0
  for name in other:gmatch "utf8_[%w_]+" do
    named[name] = true
  end
  for line in text:gmatch "[^\n]+" do
    one[#one + 1] = line
    depth = depth + select(2, line:gsub("{", "")) - select(2, line:gsub("}", ""))
    if depth == 0 and line:find "[;}]%s*$" then
      local whole <const> = table.concat(one, "\n")
      local type <const> = whole:match "^typedef [%w_]+ (utf8_[%w_]+);$"
      local name <const> = type or whole:match "^[^;={]-(utf8_[%w_]+)%s*%("
      kept[#kept + 1] = (not name or named[name] or not (type or whole:find "inline")) and whole or nil
      one = {}
    end
  end
  return table.concat(kept, "\n") .. table.concat(one, "\n")
end

TestFold = {}

function TestFold.test_both_forms_have_the_same_tokens()
  for _, words in ipairs(ALL and table.move(MORE_SPECS, 1, #MORE_SPECS, #SPECS + 1, { table.unpack(SPECS) }) or SPECS) do
    forms(words)
    for _, build in ipairs(BUILDS) do
      local folded <const>, flat <const> = text_of(build, "folded"), text_of(build, "flat")
      lu.assertTrue(#flat > 10000 and tokens_of(without_unused(folded, flat)) == tokens_of(flat), ("%s of %s"):format(build, words))
      lu.assertTrue(not ALL or object_of(build, "folded") == object_of(build, "flat"), ("objects, %s of %s"):format(build, words))
    end
  end
end

function TestFold.test_a_difference_is_noticed()
  forms "utf-8 --kernels sse,avx2,dfa"
  local name <const> = WORK .. "/flat/utf8.c"
  local text <const> = assert(files.read(name))
  local from <const>, to <const> = text:find("_MANY = 1 << 11", 1, true)
  files.write(WORK .. "/flat", { { name = "utf8.c", text = text:sub(1, from - 1) .. "_MANY = 1 << 10" .. text:sub(to + 1) } })
  local folded <const>, flat <const> = text_of("gcc", "folded"), text_of("gcc", "flat")
  lu.assertFalse(tokens_of(without_unused(folded, flat)) == tokens_of(flat))
end

os.exit(lu.LuaUnit.run())
