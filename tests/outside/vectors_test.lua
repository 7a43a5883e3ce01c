-- SPDX-License-Identifier: 0BSD
-- Tests that the emitted C gives the expected answers to the test vectors of other decoders (tests/outside/vectors.lua). Checks, but not
-- repairs, also use each kernel.
--
-- Needs: outside-judges

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local vectors <const> = require "tests.outside.vectors"

local WORK <const> = "build/vectors_test"

---The bytes of a line, with ranges expanded.
local function bytes_of(written)
  return (written:gsub("(%x%x)%.%.(%x%x)", function(lo, hi)
    local bytes = {}
    for byte = tonumber(lo, 16), tonumber(hi, 16) do
      bytes[#bytes + 1] = ("%02X"):format(byte)
    end
    return table.concat(bytes, " ")
  end))
end

---Reads a line of tests/outside/vectors.lua. Returns its bytes, a function that compares an answer with the expected one, and "repair" if
---the answer is the repaired text.
local function vector_of(line)
  local hex <const>, expected <const> = line:match "^([%x%. ]-%x) ([aobw%-].*)$"
  assert(hex, line)
  local bytes <const> = bytes_of(hex)
  if expected == "ok" or expected == "bad" then
    return bytes, function(answer)
      return (answer == "well-formed") == (expected == "ok") and not answer:find "otherwise"
    end
  end
  local at = expected:match "^at (%d+)$"
  local length = at and "%d+"
  if not at then
    at, length = expected:match "^at (%d+) length (%d+)$"
  end
  if at then
    local wanted <const> = ("ill-formed at %d, length %s"):format(at, length)
    return bytes, function(answer)
      return answer:find("^" .. wanted:gsub("%-", "%%-") .. "$") ~= nil
    end
  end
  local repaired <const> = expected:match "^%-> ([%x ]+)$"
  assert(repaired, line)
  return bytes, function(answer)
    return answer == repaired
  end, "repair"
end

---The answers of an encoding's judge (tests/outside/judge.c) to lines of bytes.
local function answers_to(encoding, operation, lines)
  local name <const> = WORK .. "/lines"
  local file <const> = assert(io.open(name, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
  local answers = {}
  for answer in io.popen(("build/outside/judge-%s say %s < %s"):format(encoding, operation, name)):lines() do
    answers[#answers + 1] = answer
  end
  return answers
end

---The lines of a group to which the emitted C gives another answer than the expected one, and the number of all lines.
local function wrong_of(group)
  local asked <const> = { check = {}, repair = {} }
  for line in group.vectors:gmatch "[^\n]+" do
    local bytes <const>, holds <const>, operation <const> = vector_of(line)
    table.insert(asked[operation or "check"], { line = line, bytes = bytes, holds = holds })
  end
  local wrong, count = {}, 0
  for operation, cases in pairs(asked) do
    local lines = {}
    for i, case in ipairs(cases) do
      lines[i] = case.bytes
    end
    local answers <const> = #lines > 0 and answers_to(group.encoding, operation, lines) or {}
    lu.assertEquals(#answers, #cases)
    for i, case in ipairs(cases) do
      count = count + 1
      wrong[#wrong + 1] = not case.holds(answers[i]) and case.line .. ": " .. answers[i] or nil
    end
  end
  return wrong, count
end

TestVectors = {}

function TestVectors.setUp()
  os.execute(("mkdir -p '%s'"):format(WORK))
end

function TestVectors.test_published_test_vectors_hold()
  local all = 0
  for _, group in ipairs(vectors) do
    local wrong <const>, count <const> = wrong_of(group)
    lu.assertEquals(wrong, {}, group.source)
    all = all + count
  end
  lu.assertTrue(all > 300, all)
end

function TestVectors.test_a_wrong_test_vector_is_found()
  for _, line in ipairs { "C2 80 bad", "C0 ok", "41 FF at 0", "41 FF at 1 length 2", "E0 A0 at 0 length 1", "C0 AF -> EF BF BD",
    "80..BF ok" } do
    lu.assertEquals(#wrong_of { encoding = "utf8", vectors = line }, 1, line)
  end
end

function TestVectors.test_lines_that_are_not_test_vectors_are_refused()
  for _, line in ipairs { "C2 80", "C2 80 fine", "ok", "C2 at", "C2 80 at 0 size 1" } do
    lu.assertFalse(pcall(wrong_of, { encoding = "utf8", vectors = line }), line)
  end
end

os.exit(lu.LuaUnit.run())
