-- SPDX-License-Identifier: 0BSD
-- The verifier notices mistakes in the C of kernels that carry bits. The check `proof` finds mistakes in the code of
-- templates/vector/carry.c; `sweep` or `texts` finds mistakes in the loop of kernel_carry.c. Without a mistake, all three checks pass.
--
-- Needs: build/verify/mutf8_to_utf8-native
-- The objects of this program that do not depend on an encoding are used again.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local isas <const> = require "gen.kernel.isas"
local files <const> = require "gen.common.files"
local lists <const> = require "gen.common.lists"

local WORK <const> = "build/carries_test"
local OUTPUT <const> = "{ %s; } 2>&1"
-- More optimization would take longer than it saves.
local MAKE <const> = "VERIFY_SUBJECT=-Og make -s -f verify/verify.mk VERIFY_NATIVE_ONLY=1 VERIFY_DESCRIBED=1 "
  .. "VERIFY_OBJECTS=build/verify/objects VERIFY_OUT=%s/out VERIFY_NAME=%s VERIFY_DIR=%s %s/%s-native"
---Omits functions that these checks do not need, so that the C compiles quickly.
local FEW <const> = "--without repair,chunk,decode,encode,iterate,cut,measure,utf16,utf32"
---Kernels of one width suffice: kernels of all widths have the same loops and tables.
local KERNELS <const> = table.concat(lists.picked(isas.rows, function(row)
  return row.bytes == 16 and row.name
end), ",")

---With ALL=1, every mistake is planted; otherwise one in four, in one encoding with one carried bit and in one with two.
local ALL <const> = os.getenv "ALL" ~= nil

---The mistakes in the C of each encoding. Each has the checks that may notice it, a text of the C, and the text planted instead.
local CASES <const> = {
  { spec = "docs/examples/specs/shift_jis.lua", name = "shift_jis",
    { "sweep,texts", "after[SHIFT_JIS_BITS] = { 0 }", "after[SHIFT_JIS_BITS] = { ~(uint64_t)0 }" },  -- a text begins inside a character
    { "sweep,texts", "after[0];\n        i += 64;", "after[0];\n        i += 63;" },  -- each block begins 63 bytes after the one before it
    { "sweep,texts", "size - i >= 64 && V(block)", "size - i >= 63 && V(block)" },  -- the last block may end a byte after the text
    { "sweep,texts", "inside >> 63 != 0", "inside >> 63 == 2" },  -- the rest seems never to begin inside a character
    { "sweep,texts", "inside = after[0];", "inside |= after[0];" },  -- the state of earlier blocks is kept
    { "proof", "(any + made + before)", "(any + made + (before & 0))" },  -- the state after the previous block is lost
    { "proof", "before) ^ even", "before)" },  -- the state after every second byte is wrong
    { "proof", "after[0] << 1 | last_0", "after[0] << 1 | (last_0 & 0)" },  -- the state before the first byte is lost
    { "proof", "M2 = 0x0E", "M2 = 0x0C" },  -- FD..FF are accepted as second bytes
    { "proof", "carry_high_1[16] = { 0x08", "carry_high_1[16] = { 0x00" },  -- 00..0F are accepted as second bytes
    { "proof", "(m2 & b0)", "(m2 & ~b0)" },
  },
  { spec = "docs/examples/specs/gb18030.lua", name = "gb18030",
    { "proof", "step < 64", "step < 32" },
    { "proof", "^ (0 - before)", "^ before" },
    { "sweep,texts", "inside = after[0] | after[1]", "inside = after[0]" },  -- the rest seems never to begin after two bytes of four
  },
  { spec = "docs/examples/specs/euc-jp.lua", name = "eucjp", only_all = true,
    { "proof", "after[0] = m0;", "after[0] = m0 & ~(uint64_t)1;" },
  },
  { spec = "tests/specs/bytes/every-row-of-euc-tw.lua", name = "euctw", only_all = true,
    { "proof", "passed_on(m2 & b0, ", "passed_on(m2 & ~b0, " },
  },
}

---@return string text, boolean done
local function output_of(command)
  local pipe <const> = io.popen(OUTPUT:format(command))
  local text <const> = pipe:read("a")
  return text, pipe:close() or false
end

---Builds the verifier of a case, with the C as it is in WORK, and runs one or several checks.
---@return string text, boolean done
local function checked(case, check)
  local output <const>, made <const> = output_of(MAKE:format(WORK, case.name, WORK, WORK, case.name))
  lu.assertTrue(made, output)
  return output_of(("%s/%s-native --kernels %s --checks %s"):format(WORK, case.name, KERNELS, check))
end

TestCarries = {}

function TestCarries.setUp()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
end

function TestCarries.test_planted_mistakes_are_noticed()
  for _, case in ipairs(lists.picked(CASES, function(case) return (ALL or not case.only_all) and case end)) do
    local output <const>, done <const> = output_of(("./u8gen gen %s %s -o %s/out --model %s/out"):format(case.spec, FEW, WORK, WORK))
    lu.assertTrue(done, output)
    local name <const> = ("%s/out/%s.c"):format(WORK, case.name)
    local text <const> = assert(files.read(name))
    local right <const>, passed <const> = checked(case, "proof,sweep,texts")
    if not right:find "blocks of 64 bytes compared" then
      lu.skip "this processor has no kernels that carry bits"
    end
    lu.assertTrue(passed, right)
    for i = 1, #case, ALL and 1 or 4 do
      local mistake <const> = case[i]
      local check <const>, from <const>, to <const> = table.unpack(mistake)
      local at <const>, last <const> = text:find(from, 1, true)
      lu.assertNotNil(at, from)
      lu.assertNil(text:find(from, last, true), from)
      local file <const> = assert(io.open(name, "w"))
      file:write(text:sub(1, at - 1), to, text:sub(last + 1))
      file:close()
      local wrong <const>, still_passes <const> = checked(case, check)
      lu.assertFalse(still_passes, from .. " -> " .. to)
      lu.assertStrContains(wrong, "WRONG", false, from .. " -> " .. to)
    end
  end
end

os.exit(lu.LuaUnit.run())
