-- SPDX-License-Identifier: 0BSD
-- Annotations in ACSL: the lines of templates that begin with //@, perhaps after blanks. Only `gen --acsl` writes them, as comments
-- /*@ ... */. Without these comments, the files of `gen --acsl` equal those of `gen --flat`, except for the command in the banner.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local acsl = require "gen.emit.acsl"
local place = require "tests.lib.workplace" "acsl_test"

place.clear()

TestAcsl = {}

function TestAcsl.test_consecutive_annotation_lines_become_one_comment()
  local text <const> = "//@ requires a;\n//@ assigns b;\nint f(void)\n{\n    //@ ghost x = 1;\n    //@\n    //@ assert c;\n"
    .. "    return 1;\n}\n"
  local joined <const> = acsl.joined(text)
  lu.assertEquals(joined, "/*@ requires a;\n    assigns b; */\nint f(void)\n{\n    /*@ ghost x = 1; */\n    /*@ assert c; */\n"
    .. "    return 1;\n}\n")
  lu.assertEquals(acsl.stripped(joined), acsl.without(text))
  lu.assertEquals(acsl.without(text), "int f(void)\n{\n    return 1;\n}\n")
end

function TestAcsl.test_without_annotations_the_copy_equals_the_flat_copy()
  for name, spec in next, { utf8 = "utf-8", wtf8 = "wtf-8", xml10 = "xml-1.0" } do
    place.expect("u8gen gen " .. spec .. " --acsl -o " .. name .. " --model " .. name, 0)
    place.expect("u8gen gen " .. spec .. " --flat -o flat/" .. name .. " --model flat/" .. name, 0)
    for _, ending in ipairs { ".c", ".h", "_model.h" } do
      local file <const> = ("%s/%s%s"):format(name, name, ending)
      local copy <const>, code <const> = place.read(file), place.read("flat/" .. file)
      -- (assertEquals would take minutes to show the difference of texts of this length.)
      lu.assertTrue(acsl.stripped(copy) == code:gsub("(\n//   command  u8gen gen [^\n]*) %-%-flat\n", "%1\n"), file)
      lu.assertEquals(select(2, copy:gsub("/%*@", "")) > 20, ending == ".c", file)
      lu.assertNil(code:find("//@", 1, true), file)
    end
  end
end

function TestAcsl.test_acsl_needs_an_output_folder_and_a_single_encoding()
  place.expect("u8gen gen utf-8 --acsl", 2, "--acsl needs -o")
  place.expect("u8gen gen utf-8 --to mutf-8 --acsl -o x", 2, "--acsl is for one encoding")
end

os.exit(lu.LuaUnit.run())
