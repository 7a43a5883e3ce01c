-- SPDX-License-Identifier: 0BSD
-- Compares the recorded ABI of libu8gen, packaging/libu8gen.map and libu8gen.types, with the headers of out/. Also tests the functions of
-- packaging/abi.lua. ways_test.lua has the tests that need the library.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local abi <const> = require "packaging.abi"

local VERSION <const> = io.open("VERSION"):read("l")
local MAP <const> = "\nU8GEN_1.0 {\n  global:\n    a_valid;\n    b_valid;\n  local:\n    *;\n};\n"

TestAbi = {}

function TestAbi.test_headers_and_map_agree()
  lu.assertEquals(abi.faults(abi.of_headers("out"), "out/", abi.promised(abi.nodes(io.open(abi.MAP):read("a")))), {})
end

function TestAbi.test_headers_declare_the_types_of_the_abi()
  local promised <const> = abi.types_of(io.open(abi.TYPES):read("a"))
  lu.assertTrue(promised["bool P_valid(const void *text, size_t size);"].utf8)
  lu.assertTrue(promised["typedef struct P_chunk { size_t valid, invalid; } P_chunk;"].wtf8)
  lu.assertEquals(abi.changed(abi.types_of_headers "out", promised), {})
end

function TestAbi.test_changed_declarations_are_named()
  local header <const> = "\ntypedef struct utf8_x {\n    int a;  // utf8_b\n} utf8_x;\n"
    .. "UTF8_API bool utf8_valid(const utf8_x *x,\n    int n);\n"
  lu.assertEquals(abi.declarations("utf8", header), { "typedef struct P_x { int a; } P_x;", "bool P_valid(const P_x *x, int n);" })
  local one <const>, other <const> = { ["int P_a(void);"] = { x = true, y = true } }, { ["int P_a(void);"] = { y = true, z = true } }
  lu.assertEquals(abi.types_of(abi.text_of(one)), one)
  local faults <const> = abi.changed(other, one)
  lu.assertEquals(#faults, 2)
  lu.assertStrContains(faults[1], "x.h no longer declares this, ")
  lu.assertStrContains(faults[2], "z.h declares this, and packaging/libu8gen.types does not; 'make abi' adds it: int P_a(void);")
end

function TestAbi.test_new_and_missing_functions_are_named_with_advice()
  local promised <const> = abi.promised(abi.nodes(MAP))
  lu.assertEquals(promised, { a_valid = "U8GEN_1.0", b_valid = "U8GEN_1.0" })
  lu.assertEquals(abi.faults({ a_valid = true, b_valid = "U8GEN_1.0" }, "x", promised), {})
  local faults <const> = abi.faults({ a_valid = "U8GEN_1.1", c_valid = true }, "x", promised)
  lu.assertEquals(#faults, 3)
  lu.assertStrContains(faults[1], "a_valid: x has it in U8GEN_1.1")
  lu.assertStrContains(faults[2], "c_valid: x has it, packaging/libu8gen.map does not; 'make abi' adds it")
  lu.assertStrContains(faults[3], "b_valid: promised by U8GEN_1.0, and x does not have it")
end

function TestAbi.test_a_new_function_is_added_to_the_node_of_the_version()
  local there <const> = { a_valid = true, b_valid = true, c_valid = true }
  local same <const>, later <const> = abi.nodes(abi.added(MAP, there, "1.0.3")), abi.nodes(abi.added(MAP, there, "1.10.0"))
  lu.assertEquals(same, { { name = "U8GEN_1.0", functions = { "a_valid", "b_valid", "c_valid" } } })
  lu.assertEquals(later, {
    { name = "U8GEN_1.0", functions = { "a_valid", "b_valid" } }, { name = "U8GEN_1.10", functions = { "c_valid" } },
  })
  lu.assertStrContains(abi.added(MAP, there, "1.10.0"), "\nU8GEN_1.10 {\n  global:\n    c_valid;\n} U8GEN_1.0;\n")
  local map <const> = io.open(abi.MAP):read("a")
  lu.assertEquals(abi.added(map, abi.of_headers("out"), VERSION), map)
end

os.exit(lu.LuaUnit.run())
