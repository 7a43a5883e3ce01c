-- SPDX-License-Identifier: 0BSD
-- Tests which kernel dispatch chooses on processors whose vectors have a length known only at run time.
--
-- verify/ tests the answers of these kernels. Here a short and a long text show that the chosen kernel runs at all.

package.path = "./?.lua;" .. package.path

local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"
local isas <const> = require "gen.kernel.isas"

local WORK <const> = "build/scalable"

local PROGRAM <const> = [[
#include "utf8.h"
#include <stdio.h>
#include <string.h>

int main(void)
{
    static char text[5000];
    memset(text, 'a', sizeof text);
    memcpy(text + 3000, "\xE2\x82\xAC", 3);
    const bool well = utf8_valid(text, sizeof text) && utf8_valid(text, 20);
    text[3002] = 'a';
    puts(well && utf8_valid_prefix(text, sizeof text) == 3000 ? utf8_active_kernel() : "wrong");
    return 0;
}
]]

---For each emulated processor, the expected kernel. The options of a processor give the length of its vectors: in bits, except for
---sve-default-vector-length, which is in bytes. With `sve=off`, a processor lacks SVE; `rv64` alone lacks RVV.
local CHOSEN <const> = {
  aarch64 = {
    ["max,sve=off"] = "neon", ["max,sve128=on"] = "neon", ["max,sve256=on"] = "sve", ["max,sve512=on"] = "sve",
    ["max,sve-default-vector-length=128"] = "neon",
  },
  riscv64 = {
    ["rv64"] = "swar", ["rv64,v=true,vext_spec=v1.0,vlen=128"] = "rvv", ["rv64,v=true,vext_spec=v1.0,vlen=256"] = "rvv",
    ["rv64,v=true,vext_spec=v1.0,vlen=1024"] = "rvv",
  },
}

local function output_of(command, ...)
  local pipe <const> = assert(io.popen(command:format(...) .. " 2>&1"))
  local output <const> = pipe:read "a"
  return output, pipe:close() or false
end

TestScalable = {}

function TestScalable.test_dispatch_chooses_by_the_vector_length()
  files.write(WORK, { { name = "program.c", text = PROGRAM } })
  for _, family in ipairs(isas.families) do
    local cross <const> = family.cross
    if cross and CHOSEN[family.machine] and select(2, output_of("command -v %s %s", cross.compiler:match "%S+", cross.emulator)) then
      local program <const> = ("%s/%s"):format(WORK, family.machine)
      local compiler <const> = ("%s -O2 -static -I out/utf8"):format(cross.compiler)
      lu.assertEquals(output_of("%s -o %s %s/program.c out/utf8/utf8.c", compiler, program, WORK), "")
      for cpu, kernel in next, CHOSEN[family.machine] do
        lu.assertEquals(output_of("QEMU_CPU=%s %s %s", cpu, cross.emulator, program), kernel .. "\n", cpu)
      end
    end
  end
end

os.exit(lu.LuaUnit.run())
