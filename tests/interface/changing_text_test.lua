-- SPDX-License-Identifier: 0BSD
-- Tests that no function reads outside of its text, writes outside of its room, or runs forever. This must hold even while another thread
-- changes the text, or if a table of the vector kernels or of `shift` is wrong.
--
-- Functions of tests/interface/changing_text.c are called before each load and store of the emitted code; before loads, they change the
-- text. Also, a second thread changes the text while the optimized code runs; without ALL=1, this is done only for the encodings of
-- WITH_THREAD. NAMES="cesu8 wtf8" tests other encodings, after `make models`; TIMES=200 tests longer.
-- Needs: build/model/utf8_model.h build/model/wtf8_model.h build/model/cesu8lax_model.h build/model/utf8_to_wtf8_model.h

package.path = "./?.lua;" .. package.path

local lu <const> = require "luaunit"
local lfs <const> = require "lfs"
local main <const> = require "gen.main"

local ALL <const> = os.getenv "ALL" ~= nil
local WORK <const>, MODELS <const> = "build/changing_text", "build/model"
local TIMES <const> = os.getenv("TIMES") or "20"

---The code of the encodings bounds its reads in different ways: utf8 by lead bytes, wtf8 by the automaton, cesu8lax by pairs of surrogates.
local NAMES <const> = os.getenv("NAMES") or "utf8 wtf8 cesu8lax utf8_to_wtf8"

local WITH_THREAD <const> = { utf8 = true, utf8_to_mutf8 = true }

local function run(command)
  local pipe <const> = assert(io.popen(command .. " 2>&1"))
  local text <const> = pipe:read("a")
  local ok <const> = pipe:close()
  return ok, text
end

local function built(command)
  local ok <const>, text <const> = run(command)
  assert(ok, command .. "\n" .. text)
end

lfs.mkdir "build"
lfs.mkdir(WORK)
for object, flag in next, { hooks = "", thread = "-DTHREAD" } do
  built(("cc -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes -Werror %s -c -o %s/%s.o "
    .. "tests/interface/changing_text.c"):format(flag, WORK, object))
end
built(("cc -std=c11 -O2 -c -o %s/guard.o verify/shared/guard.c"):format(WORK))

---Compiles the emitted code without optimization, so that each load of the C is a load of the program, and runs it with the hooks.
---@param folder string where NAME.c is
---@param model string the folder of NAME_model.h
---@param edit? string a command that changes NAME.c, its argument, in place
---@return boolean ok
---@return string text
local function run_with_hooks(name, folder, model, edit)
  local there = folder
  if edit then
    there = WORK .. "/edited"
    built(("rm -rf %s && cp -r %s %s"):format(there, folder, there))
    built(("%s %s/%s.c && ! cmp -s %s/%s.c %s/%s.c"):format(edit, there, name, there, name, folder, name))
  end
  local claims <const> = assert(io.open(("%s/%s_model.h"):format(model, name))):read("a")
  local upper <const> = claims:match("#define MODEL_PREFIX_UPPER (%S+)")
  local program <const> = ("%s/%s"):format(WORK, name)
  built(("cc -O0 -fsanitize=thread -DOPEN -D%s_VERIFY=1 -DENCODING=%s -I %s -I %s -c -o %s.o verify/subject.c"):format(upper, name,
    there, model, program))
  built(("cc -Wl,--wrap=memcpy -o %s %s.o %s/hooks.o %s/guard.o"):format(program, program, WORK, WORK))
  return run(("%s 1 %s"):format(program, TIMES))
end

---Compiles the emitted code with optimization, and runs it while a second thread changes the text.
local function run_with_thread(name, folder, model)
  local program <const> = ("%s/%s-thread"):format(WORK, name)
  built(("cc -O2 -DENCODING=%s -I %s -I %s -c -o %s.o verify/subject.c"):format(name, folder, model, program))
  built(("cc -pthread -o %s %s.o %s/thread.o %s/guard.o"):format(program, program, WORK, WORK))
  return run(("%s 1 %d"):format(program, tonumber(TIMES) // 8))
end

---Fails if the test with hooks, or the test with a second thread, finds a fault of an encoding.
local function assert_right(name, folder, model)
  for _, test in ipairs { run_with_hooks, (ALL or WITH_THREAD[name]) and run_with_thread or nil } do
    local ok <const>, text <const> = test(name, folder, model)
    lu.assertStrMatches(text, ".*: [1-9]%d* kernels, " .. (test == run_with_hooks and "[1-9]%d*" or "0") .. " wrong bits, 0 faults\n")
    lu.assertTrue(ok)
  end
end

TestChangingText = {}

for name in NAMES:gmatch("%S+") do
  TestChangingText["test_" .. name] = function()
    assert_right(name, "out/" .. name, MODELS)
  end
end

function TestChangingText.test_characters_that_must_not_be_the_last()
  local folder <const> = WORK .. "/of_ends"
  lu.assertEquals(main.run(".", { "gen", "tests/specs/ends/with-pairs.lua", "--prefix", "ends", "-o", folder, "--model", folder }), 0)
  assert_right("ends", folder, folder)
end

function TestChangingText.test_vectors_that_convert_between_encodings()
  local folder <const> = WORK .. "/of_pairs"
  lu.assertEquals(main.run(".", { "gen", "utf-8", "--to", "mutf-8", "-o", folder, "--model", folder }), 0)
  assert_right("utf8_to_mutf8", folder, folder)
end

---If checks of bounds are removed from conversions and streams, the hooks find faults.
function TestChangingText.test_missing_bounds_are_noticed()
  local edits <const> = {
    "s/at > \\*from && i - at < 3 && /at > *from \\&\\& /", "s/i - at == 3 && count > 0/i - at == 3/",
    "s/end - result.read - 3, to/end - result.read, to/", "s/read > held ? read - held : 0/read - held/",
    "s/ && size - at > 1 && utf8_unit(units, at + 1, bits) <= 0x7F) {/) {/", "s/if (run > 0) {/if (run > 0 || most > 0) {/",
  }
  local ok <const>, text <const> = run_with_hooks("utf8", "out/utf8", MODELS, "sed -i -e '" .. table.concat(edits, "' -e '") .. "'")
  lu.assertNil(ok)
  for _, fault in ipairs {
    "to_utf16 on avx2: ", "to_utf16 on sse: ", "to_utf%d+[_los]*y? on dfa: reads 1 bytes at (%d+) of %1 of the text",
    "stream on %w+: reads %d+ bytes at %-", "from_utf16[_los]*y? on dfa: does not end",
    "from_utf32 on dfa: does not end",
  } do
    lu.assertNotNil(text:find(fault), fault .. "\n" .. text)
  end
end

os.exit(lu.LuaUnit.run("-v", table.unpack(arg)))
