-- SPDX-License-Identifier: 0BSD
-- Tests conversions of ISO 8859-1, with all bytes and without 80 to 9F, to and from UTF-8: every kernel converts as a handwritten
-- conversion does. ISO 8859-15 is compared with iconv: some of its code points, such as the euro sign, differ from their bytes.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir <const> = require "pl.dir"
local path <const> = require "pl.path"
local files_ <const> = require "gen.common.files"
local bytes_ <const> = require "gen.common.bytes"
local pairs_ <const> = require "tests.lib.pairs"

local WORK <const> = "build/one_byte_test"
pairs_.WORK = WORK
local run <const>, output_of <const> = pairs_.run, pairs_.output_of

---Returns the 256 bytes in order.
local function all_bytes()
  local bytes <const> = {}
  for byte = 0, 0xFF do
    bytes[#bytes + 1] = string.char(byte)
  end
  return table.concat(bytes)
end

TestOneByte = {}

function TestOneByte.setUp()
  dir.makepath(WORK)
end

---Compiles tests/interface/one_byte.c for a conversion.
local function program_of(pair, options)
  local program <const>, upper <const> = WORK .. "/" .. pair, pair:upper()
  run(("cc -std=c11 -O1 %s -DPAIR=%s -DPAIR_UPPER=%s -D%s_STATIC %s -I %s -o %s tests/interface/one_byte.c"):format(pairs_.WARNINGS:gsub(
    "%-Wconversion", ""), pair, upper, upper, options, WORK, program))
  return program
end

-- ISO 8859-1 with all bytes is generated with all kernels, and ISO 8859-1 without the bytes 80 to 9F with three.
for _, case in ipairs {
  { spec = "docs/examples/specs/latin-1.lua", name = "latin1", lowest = "0x80", options = "" },
  { spec = "tests/specs/prefixes/latin-1.lua", name = "latinone", lowest = "0xA0", options = "--kernels sse,neon,swar" },
} do
  TestOneByte["test_" .. case.name .. "_to_utf8"] = function()
    run(("./u8gen gen %s --to utf-8 -o %s %s"):format(case.spec, WORK, case.options))
    lu.assertStrContains(run(program_of(case.name .. "_to_utf8", "-DLOWEST=" .. case.lowest)), "swar\n")
  end

  TestOneByte["test_utf8_to_" .. case.name] = function()
    run(("./u8gen gen utf-8 --to %s -o %s %s"):format(case.spec, WORK, case.options))
    lu.assertStrContains(run(program_of("utf8_to_" .. case.name, "-DFROM_UTF8 -DLOWEST=" .. case.lowest)), "swar\n")
  end
end

---Both U+0000 and the code points from U+0080 on become one byte. Vectors once dropped U+00C0: they took its byte for U+0000's lead byte.
function TestOneByte.test_mutf8_to_latin1()
  local lines <const>, want <const> = {}, {}
  for byte = 0, 0xFF do
    local joined <const> = { 0xC0 | byte >> 6, 0x80 | byte & 0x3F }
    lines[byte + 1] = "- " .. bytes_.hex(byte > 0 and byte < 0x80 and { byte, byte } or { joined[1], joined[2], joined[1], joined[2] })
    want[byte + 1] = ("complete %d 2 2 %s"):format((#lines[byte + 1] - 1) // 3, bytes_.hex { byte, byte })
  end
  run("./u8gen gen mutf-8 --to docs/examples/specs/latin-1.lua --prefix joined --kernels sse,neon,swar -o " .. WORK)
  lu.assertEquals(pairs_.answers(pairs_.filter_of("joined", WORK), lines), want)
end

---The test notices a wrong byte from the scalar code.
function TestOneByte.test_notices_a_wrong_byte()
  local pair <const> = "planted"
  run(("./u8gen gen docs/examples/specs/latin-1.lua --to utf-8 --prefix %s -o %s --kernels sse,neon,swar"):format(pair, WORK))
  local text <const>, count <const> = files_.read(WORK .. "/planted.c"):gsub("0xC0 | byte >> 6", "0xC0 | byte >> 7")
  lu.assertEquals(count, 1)
  files_.write(WORK, { { name = "planted.c", text = text } })
  local output <const>, status <const> = output_of(program_of(pair, "-DLOWEST=0x80"))
  lu.assertEquals(status, 1)
  lu.assertStrContains(output, "planted ")
end

---For all bytes of ISO 8859-15, both directions have the same result as iconv.
function TestOneByte.test_iso_8859_15_as_iconv()
  local all <const>, there <const>, back <const>, name <const> = {}, {}, {}, os.tmpname()
  files_.write(path.dirname(name), { { name = path.basename(name), text = all_bytes() } })
  local text <const> = run("iconv -f ISO-8859-15 -t UTF-8 < " .. name)
  os.remove(name)
  for _, code_point in utf8.codes(text) do
    local bytes <const> = bytes_.hex { utf8.char(code_point):byte(1, -1) }
    all[#all + 1], there[#there + 1] = ("- 41 %02X 41"):format(#all), "41 " .. bytes .. " 41"
    back[#back + 1] = "- " .. there[#there]
  end
  local spec <const> = "docs/examples/specs/iso-8859-15.lua"
  for i, answer in ipairs(pairs_.answers((pairs_.made(spec, "utf-8")), all)) do
    lu.assertEquals(answer, ("complete 3 %d %d %s"):format(#there[i] // 3 + 1, #there[i] // 3 + 1, there[i]))
  end
  for i, answer in ipairs(pairs_.answers((pairs_.made("utf-8", spec)), back)) do
    lu.assertEquals(answer, ("complete %d 3 3 %s"):format(#there[i] // 3 + 1, bytes_.hex { 0x41, i - 1, 0x41 }))
  end
  lu.assertEquals(#all, 256)
end

os.exit(lu.LuaUnit.run())
