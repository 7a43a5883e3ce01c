-- SPDX-License-Identifier: 0BSD
-- Tests verify/prove/answers.lua, which copies the provers' answers from the cache of WP (Frama-C) to a text file, and back.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local files = require "gen.common.files"
local place = require "tests.lib.workplace" "answers_test"
local answers = require "verify.prove.answers"

answers.FILE = place.folder .. "/answers.tsv"

local function session(name)
  return ("%s/%s.session"):format(place.folder, name)
end

local function written(name, hash)
  return files.read(("%s/cache/%s.json"):format(session(name), hash))
end

---Answers as WP writes them. WP breaks long lines.
local WP <const> = {
  { name = "0b.json", text = '{ "prover": "Z3:4.8.12", "verdict": "valid", "time": 1.45,\n  "steps": 13541435 }\n' },
  { name = "0a.json", text = '{ "prover": "CVC4:1.8", "verdict": "timeout", "time": 10. }\n' },
  { name = "0c.json", text = '{ "prover": "Z3:4.8.12", "verdict": "failed" }\n' },
}
local LINES <const> = "f\t0a\tCVC4:1.8\ttimeout\t10.\t\nf\t0b\tZ3:4.8.12\tvalid\t1.45\t13541435\nf\t0c\tZ3:4.8.12\tfailed\t\t\n"

TestAnswers = {}

function TestAnswers.setUp()
  place.clear()
  files.write(session "f" .. "/cache", WP)
  answers.pack("f", session "f")
end

function TestAnswers.test_packed_answers_are_unpacked()
  lu.assertEquals(files.read(answers.FILE), LINES)
  answers.unpack("f", session "again")
  for _, file in ipairs(WP) do
    lu.assertEquals(written("again", file.name:match("%x+")), (file.text:gsub("\n ", "")))
  end
end

function TestAnswers.test_answers_of_two_functions_are_kept_separately()
  files.write(session "g" .. "/cache", { WP[1] })
  answers.pack("g", session "g")
  lu.assertEquals(files.read(answers.FILE), LINES .. "g\t0b\tZ3:4.8.12\tvalid\t1.45\t13541435\n")
  answers.unpack("g", session "of_g")
  lu.assertNil(written("of_g", "0a"))
  answers.retain { f = true }
  lu.assertEquals(files.read(answers.FILE), LINES)
end

function TestAnswers.test_an_invalid_line_is_not_an_answer()
  files.write(place.folder, { { name = "answers.tsv", text = "f\t0a\tvalid\n" } })
  lu.assertErrorMsgContains("f\t0a\tvalid", answers.unpack, "f", session "broken")
end

os.exit(lu.LuaUnit.run())
