-- SPDX-License-Identifier: 0BSD
-- Tests conversions between random encodings: of the catalogue, of folders of specs, and drawn ones. The status, the output, and
-- the offset at which a conversion stops must equal those of a slow conversion in Lua (tests/lib/conversion.lua).
--
-- PAIRS=400 SEED=1000 lua5.4 tests/interface/between_random_test.lua tries the pairs of the seeds 1000 to 1399; `make test` tries four.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir = require "pl.dir"
local path = require "pl.path"
local files_ <const> = require "gen.common.files"
local conversion <const> = require "tests.lib.conversion"
local pairs_ <const> = require "tests.lib.pairs"
local random_specs <const> = require "tests.lib.random_specs"

pairs_.WORK = "build/between_random_test"

local SEED <const>, PAIRS <const> = tonumber(os.getenv "SEED" or 1), tonumber(os.getenv "PAIRS" or 4)
local KERNELS <const> = { "dfa", "swar", "swar,sse", "swar,sse,avx2", "swar,avx512" }

---Returns the names of the catalogue; the files of the other specs.
local function known_specs()
  local names, files = {}, {}
  for _, file in ipairs(dir.getallfiles("gen/specs", "*.lua")) do
    names[#names + 1] = path.basename(file):gsub("%.lua$", "")
  end
  for _, folder in ipairs { "tests/specs", "docs/examples/specs" } do
    for _, file in ipairs(dir.getallfiles(folder, "*.lua")) do
      files[#files + 1] = not file:find "/refused/" and file or nil
    end
  end
  table.sort(names)
  table.sort(files)
  return names, files
end

local NAMES <const>, FILES <const> = known_specs()

---Draws a spec. @return string a name of the catalogue or a file
local function word_of(roll, side)
  local kind <const> = roll(3)
  if kind < 3 then
    local list <const> = kind == 1 and NAMES or FILES
    return list[roll(#list)]
  end
  files_.write(pairs_.WORK, { { name = side .. ".lua", text = random_specs.draw(roll(100000)).text } })
  return ("%s/%s.lua"):format(pairs_.WORK, side)
end

---Draws pairs until `u8gen gen` writes a conversion: it refuses encodings without code points.
local function drawn(roll)
  while true do
    local a <const>, b <const>, kernels <const> = word_of(roll, "a"), word_of(roll, "b"), KERNELS[roll(#KERNELS)]
    local folder <const> = pairs_.WORK .. "/out"
    local text <const>, status <const> = pairs_.output_of(("rm -rf %s && ./u8gen gen %s --to %s -o %s --prefix c --kernels %s"):
      format(folder, a, b, folder, kernels))
    if status == 0 then
      return a, b, kernels, folder
    end
    lu.assertEquals(status, 2, ("%s --to %s: %s"):format(a, b, text))
  end
end

TestRandom = {}

function TestRandom.setUp()
  dir.makepath(pairs_.WORK)
end

for seed = SEED, SEED + PAIRS - 1 do
  TestRandom[("test_seed_%d"):format(seed)] = function()
    local roll <const> = random_specs.dice(seed)
    local a <const>, b <const>, kernels <const>, folder <const> = drawn(roll)
    local source <const>, target <const> = pairs_.load(a), pairs_.load(b)
    local program <const> = pairs_.filter_of("c", folder, "-g -fsanitize=address,undefined -fno-sanitize-recover")
    local texts <const> = conversion.texts(source, target, 250, roll)
    local wrong <const> = conversion.difference(source, target, texts, program, pairs_.answers)
    lu.assertNil(wrong, wrong and ("%s --to %s --kernels %s: %s"):format(a, b, kernels, wrong))
  end
end

os.exit(lu.LuaUnit.run())
