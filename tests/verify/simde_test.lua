-- SPDX-License-Identifier: 0BSD
-- The intrinsics of x86-64 in emitted code are in SIMDe or in verify/simde/x86_64/immintrin.h. `make verify` uses SIMDe only if the
-- processor lacks an instruction set. Here, a compiler for aarch64 parses the files of CODE with SIMDe. Together, they have all x86-64
-- intrinsics of out/.
-- Needs: build/model/utf8_model.h build/model/cesu8_model.h build/model/mqttstrict_model.h build/model/utf8_to_cesu8_model.h
-- Needs: build/model/mutf8_to_utf8_model.h

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local isas <const> = require "gen.kernel.isas"

local CODE <const> = { "utf8", "cesu8", "mqttstrict", "utf8_to_cesu8", "mutf8_to_utf8" }

local function output_of(command)
  local pipe <const> = assert(io.popen(("{ %s; } 2>&1"):format(command)))
  local text <const> = pipe:read "a"
  return text, (pipe:close())
end

---@return string text the errors
---@return boolean? ok
local function read_with_simde(name)
  local left_out <const> = {}
  for _, row in ipairs(isas.rows) do
    left_out[#left_out + 1] = row.scalable and ("-D%s_NO_%s"):format(name:upper(), row.name:upper()) or nil
  end
  return output_of(("aarch64-linux-gnu-gcc -std=c11 -O1 -DSIMDE -Wno-psabi -Werror=implicit-function-declaration -fsyntax-only "
    .. "%s -isystem verify/simde/x86_64 -I verify -I out/%s -I build/model -DENCODING=%s verify/subject.c")
    :format(table.concat(left_out, " "), name, name))
end

TestSimde = {}

for _, name in ipairs(CODE) do
  TestSimde["test_" .. name] = function()
    local text <const>, ok <const> = read_with_simde(name)
    lu.assertTrue(ok, text)
  end
end

function TestSimde.test_code_has_all_intrinsics_of_out()
  local function intrinsics(files)
    return output_of("grep -oh '_mm[0-9]*_[a-z0-9_]*' " .. files .. " | LC_ALL=C sort -u")
  end
  lu.assertEquals(intrinsics("out/" .. table.concat(CODE, "/*.c out/") .. "/*.c"), intrinsics "out/*/*.c")
end

os.exit(lu.LuaUnit.run())
