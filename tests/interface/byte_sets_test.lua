-- SPDX-License-Identifier: 0BSD
-- Tests languages of single bytes, from docs/examples/specs/ and from random sets: they have vector kernels, unless all bytes are in the
-- set, and each kernel accepts exactly the texts of bytes in the set.
--
-- In: docs/examples/specs/; tests/interface/byte_sets.c, which has handwritten sets; a C compiler. COUNT: the number of random sets; SEED:
-- the first seed. CC and RUN: another compiler, and an emulator for its programs. Out: luaunit's lines.
-- Without ALL=1, the test uses one example in four, the example whose set has all bytes, and two random sets.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir <const> = require "pl.dir"
local files_ <const> = require "gen.common.files"
local isas <const> = require "gen.kernel.isas"

local WORK <const> = "build/byte_sets_test"
local COUNT <const>, SEED <const> = tonumber(os.getenv "COUNT") or os.getenv "ALL" and 4 or 2, tonumber(os.getenv "SEED") or 1
local CC <const>, RUN <const> = os.getenv "CC" or "cc", os.getenv "RUN" or ""

---The examples, files of docs/examples/specs/.
local EXAMPLES <const> = {
  "http-token", "http-field-value", "base64", "base64url", "hex", "uri-characters", "json-clean", "csv-clean", "html-clean",
  "latin-1-printable", "windows-1252", "koi8-r", "tis-620",
}

local function output_of(command, input)
  local pipe <const> = io.popen(("{ %s; } 2>&1 < %s"):format(command, input or "/dev/null"))
  local text <const> = pipe:read("a")
  return text, pipe:close() or false
end

---Generates and compiles a spec, and runs byte_sets.c with it.
---@return string text, string output printed by the program and by u8gen
local function judged(spec, name, options, input)
  local folder <const> = WORK .. "/" .. name
  local output <const>, made <const> = output_of(("./u8gen gen %s --only valid,valid_prefix,count,kernels -o %s"):format(spec, folder))
  lu.assertTrue(made, output)
  local program <const> = folder .. "/judge"
  local text <const>, right <const> = output_of(("%s -std=c11 -O2 -Wall -Wextra -Werror %s -DNAME=%s -I %s tests/interface/byte_sets.c "
    .. "%s/%s.c -o %s && %s %s"):format(CC, options, name, folder, folder, name, program, RUN, program), input)
  lu.assertTrue(right, text)
  lu.assertStrMatches(text, "[1-9]%d+ comparisons: .*dfa.*\n")
  return text, output
end

---Draws a set of bytes, as 256 digits: single bytes, or up to six ranges, or all bytes outside of such ranges. Then changes a few bytes.
local function random_set(seed)
  math.randomseed(seed)
  local digits <const>, kind <const> = {}, seed % 4
  local likely <const>, inverted <const> = math.random(), math.random(2) == 1
  for byte = 0, 255 do
    digits[byte + 1] = kind == 0 and math.random() < likely
  end
  for _ = 1, kind > 0 and math.random(1, 6) or 0 do
    local lo <const> = math.random(0, 255)
    for byte = lo, math.min(255, lo + math.random(0, kind == 1 and 3 or 90)) do
      digits[byte + 1] = true
    end
  end
  local text <const> = {}
  for i = 1, 256 do
    text[i] = digits[i] ~= (kind > 0 and inverted) and "1" or "0"
  end
  -- At least one byte is in the set, and at least one is not.
  text[math.random(256)] = "1"
  text[text[66] == "1" and 66 or 67] = "1"
  local at <const> = math.random(256)
  text[at] = table.concat(text):gsub("0", ""):len() > 1 and "0" or text[at]
  return table.concat(text)
end

---Returns the spec of a set, with code points or as rows of bytes, and the number of its ranges.
local function spec_of(digits, name, as_rows)
  local ranges <const>, format <const> = {}, as_rows and "%02X..%02X" or '"U+%04X..U+%04X"'
  local from
  for byte = 0, 256 do
    local inside <const> = digits:sub(byte + 1, byte + 1) == "1"
    if inside and not from then
      from = byte
    elseif not inside and from then
      ranges[#ranges + 1], from = format:format(from, byte - 1), nil
    end
  end
  local body <const> = as_rows and ("bytes [[\n%s\n]]"):format(table.concat(ranges, "\n"))
    or ('form "xxxxxxxx" { %s }'):format(table.concat(ranges, ", "))
  return ('encoding "%s"\nsource "random"\n%s\n'):format(name, body), #ranges
end

TestByteSets = {}

function TestByteSets.setUp()
  dir.makepath(WORK)
end

for i, file in ipairs(EXAMPLES) do
  TestByteSets["test_" .. file] = function()
    if i % 4 ~= 2 and file ~= "koi8-r" and not os.getenv "ALL" then
      lu.skip "ALL=1 tries it"
    end
    local spec <const> = ("docs/examples/specs/%s.lua"):format(file)
    local name <const> = files_.read(spec):match 'encoding "([^"]+)"':lower():gsub("[^%w]", "")
    local _, output <const> = judged(spec, name, "")
    -- Only a set of all bytes needs no vectors.
    lu.assertEquals(output:find("no vector kernels: each byte is a character", 1, true) ~= nil, file == "koi8-r", output)
    lu.assertEquals(output:find "operations per vector: sse %d" ~= nil, file ~= "koi8-r", output)
  end
end

function TestByteSets.test_random_sets()
  for seed = SEED, SEED + COUNT - 1 do
    local digits <const>, name <const>, as_rows <const> = random_set(seed), "s" .. seed, seed % 3 == 0
    local text <const>, ranges <const> = spec_of(digits, name, as_rows)
    files_.write(WORK, { { name = name .. ".lua", text = as_rows and ranges > 60 and spec_of(digits, name) or text },
      { name = name .. ".txt", text = digits } })
    local spec <const> = ("%s/%s.lua"):format(WORK, name)
    local _, output <const> = judged(spec, name, "-DRANDOM", ("%s/%s.txt"):format(WORK, name))
    lu.assertStrContains(output, "operations per vector: sse", false, false, digits)
  end
end

---@return string flags that leave out every optional kernel except this one
local function without_others(name, kept)
  local flags <const> = {}
  for _, row in ipairs(isas.rows) do
    local is_other <const> = row.optional and row.name ~= kept.name and row.name ~= kept.left_out_with
    flags[#flags + 1] = is_other and ("-D%s_NO_%s"):format(name:upper(), row.name:upper()) or nil
  end
  return table.concat(flags, " ")
end

---With -DNAME_KERNEL=x, the C of an encoding and of a conversion compiles without warnings, for each vector kernel x of the processor; also
---if all other optional kernels are left out.
function TestByteSets.test_each_kernel_alone()
  for name, words in next, {
    latin1printable = "docs/examples/specs/latin-1-printable.lua", latin1_to_utf8 = "docs/examples/specs/latin-1.lua --to utf-8",
    xml10 = "xml-1.0",
  } do
    local output <const>, made <const> = output_of(("./u8gen gen %s -o %s/alone"):format(words, WORK))
    lu.assertTrue(made, output)
    for _, row in ipairs(isas.rows) do
      local command <const> = ("%s -std=c99 -Wall -Werror -fsyntax-only -I out/utf8 %s/alone/%s.c"):format(CC, WORK, name)
      local one <const>, others <const> = ("-D%s_KERNEL=%s"):format(name:upper(), row.name), without_others(name, row)
      local text <const>, right <const> = output_of(("%s -dM -E - | grep -q '%s' || exit 0; %s %s && %s %s && %s %s %s"):format(CC,
        isas.family(row.family).macro, command, one, command, others, command, one, others))
      lu.assertTrue(right, row.name .. "\n" .. text)
    end
  end
end

os.exit(lu.LuaUnit.run())
