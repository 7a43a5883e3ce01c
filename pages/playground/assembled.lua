-- SPDX-License-Identifier: 0BSD
-- assembled: translates the program of a kernel to a module of WebAssembly. The C of the kernel comes from the same program.
--
-- In: a model with its plan. Out of `of`: { module = its bytes in hexadecimal, tables = { {name, address, entries} }, window, pad, text and
--      out = the addresses of texts and of results, reason = why there is no kernel }. The module exports
--
--      memory                 the page writes the tables to their addresses, and may change them
--      lines(from, to)        the number of line feeds in the vectors from `from` up to `to`
--      find(from, to)         the address of the first vector with an error; `to` if there is none
--      run(from, to, out)     writes a byte per vector to `out`: 1 if lanes 0 to 7 have an error, plus 2 if lanes 8 to 15 have one
--      looked(from, to, out)  like `run`, but marks windows that the kernel leaves to the automaton; exported only if it leaves some
--
--      Bytes before `from` are read, too, since the first windows begin there. With a `reason`, only `memory` and `lines` are exported.
--
-- The idea: program.run runs the program on instructions instead of values. Each word becomes instructions that set a local variable.
-- Equal words on equal operands share a variable. The instructions are those of templates/isa/simd128.c.

local isas = require "gen.kernel.isas"
local kernel = require "gen.kernel.kernel"
local lanes = require "gen.kernel.lanes"
local lists = require "gen.common.lists"
local program = require "gen.kernel.program"

local M = {}

---The addresses of the tables, of texts (pads precede them) and of results. The module has PAGES pages of 64 KiB.
local TABLES <const>, TEXT <const>, OUT <const>, PAGES <const> = 1024, 0x10000, 0x200000, 40
local LINE_FEED <const>, VECTOR <const> = 10, 16

-- ---- Encoding ----

---Encodes a number in LEB128, unsigned.
local function leb(value)
  local out <const> = {}
  repeat
    local rest <const> = value >> 7
    out[#out + 1] = string.char(value & 127 | (rest ~= 0 and 128 or 0))
    value = rest
  until value == 0
  return table.concat(out)
end

---Encodes a number in LEB128, signed.
local function signed_leb(value)
  local out <const> = {}
  while true do
    local part <const> = value & 127
    value = value // 128
    local last <const> = value == 0 and part < 64 or value == -1 and part >= 64
    out[#out + 1] = string.char(part | (last and 0 or 128))
    if last then
      return table.concat(out)
    end
  end
end

local function vector_of(items)
  return leb(#items) .. table.concat(items)
end

local function sized(text)
  return leb(#text) .. text
end

local function section(number, items)
  return string.char(number) .. sized(vector_of(items))
end

local I32 <const>, V128 <const> = "\x7F", "\x7B"

local function constant(value)
  return "\x41" .. signed_leb(value)
end

local function get(index)
  return "\x20" .. leb(index)
end

local function set(index)
  return "\x21" .. leb(index)
end

---Returns an instruction on vectors.
local function simd(code)
  return "\xFD" .. leb(code)
end

---A load of a vector, a load of a byte and a store of a byte, at the address on the stack.
local LOAD <const>, LOAD_BYTE <const>, STORE_BYTE <const> = simd(0) .. "\0\0", "\x2D\0\0", "\x3A\0\0"

local SPLAT <const>, AND <const> = simd(0x0F), simd(0x4E)

---Words that become one instruction: word -> instruction. This instruction follows those that push the operands.
local PLAIN <const> = {}
for word, code in next, {
  ["and"] = 0x4E, ["or"] = 0x50, xor = 0x51, without = 0x4F, subtract_saturating = 0x73, subtract = 0x71, add = 0x6E, average = 0x7B,
  max_unsigned = 0x79, min_unsigned = 0x77, max_signed = 0x78, min = 0x76, equal = 0x23, cmpgt = 0x27, at_least = 0x2C, both = 0x4E,
  either = 0x50, differ = 0x51,
} do
  PLAIN[word] = simd(code)
end

local function byte_vector(byte)
  return constant(byte) .. SPLAT
end

---Other words, except shifts: word -> a function that turns the instructions for the operands into those for the word.
local LONG <const> = {
  load = function(at) return at .. LOAD end,
  splat = function(byte) return byte .. SPLAT end,
  lookup = function(table_, nibbles) return table_ .. LOAD .. nibbles .. simd(0x0E) end,
  lookup_ascii = function(table_, v) return table_ .. LOAD .. v .. byte_vector(0x8F) .. AND .. simd(0x0E) end,
  high_nibbles = function(v) return v .. constant(4) .. simd(0x8D) .. byte_vector(15) .. AND end,
  low_nibbles = function(v) return v .. byte_vector(15) .. AND end,
  any_of = function(v, mask) return v .. mask .. SPLAT .. AND .. byte_vector(0) .. simd(0x24) end,
  marked = function(test) return test end,
}

---@param name string
---@param operands string[]
---@return string instructions
local function instructions_of(name, operands)
  if PLAIN[name] then
    return table.concat(operands) .. PLAIN[name]
  elseif LONG[name] then
    return LONG[name](table.unpack(operands))
  end
  local direction <const>, count <const> = name:match("^sh([lr])(%d)$")
  assert(direction, name)
  return operands[1] .. constant(tonumber(count)) .. simd(direction == "l" and 0x6B or 0x6D)
end

-- ---- The program as instructions ----

---Returns a domain for program.run: a value is the instructions that push it; a word becomes instructions that set a local variable.
---@param places table name -> address of a table
---@param first integer the first free local variable
local function assembler(places, first)
  local code <const>, known <const>, count = {}, {}, 0
  local domain <const> = {
    byte = constant,
    table = function(name) return constant(places[name]) end,
    entry = function(name, index) return constant(places[name] + index) .. LOAD_BYTE end,
    at = function(at, bytes) return bytes == 0 and at or at .. constant(bytes) .. "\x6A" end,
    sum = function(parts)
      local out = parts[1]
      for i = 2, #parts, 2 do
        out = out .. parts[i + 1] .. (parts[i] == "+" and "\x6A" or "\x6B")
      end
      return out
    end,
  }
  function domain.word(name, arguments)
    local text <const> = instructions_of(name, arguments)
    if not known[text] then
      known[text], count = get(first + count), count + 1
      code[#code + 1] = text .. set(first + count - 1)
    end
    return known[text]
  end
  return domain, code, function() return count end
end

---Returns a function whose loop visits each vector in [from, to). body: instructions for one vector; after: those after the loop.
---@param locals integer the number of local variables that are vectors
local function looping(locals, body, after, counter)
  local next_vector <const> = get(0) .. constant(VECTOR) .. "\x6A" .. set(0)
  local loop <const> = ("\x02\x40\x03\x40%s%s\x4F\x0D\x01%s%s\x0C\x00\x0B\x0B"):format(get(0), get(1), body, next_vector)
  local kinds <const> = { leb(counter and 1 or 0) .. I32, leb(locals) .. V128 }
  return sized(vector_of(kinds) .. loop .. after .. "\x0B")
end

---Returns instructions that check the vector at the address in local 0, instructions that push its errors, and the number of vector locals.
local function checked(made, name, places, first)
  local domain <const>, code <const>, count <const> = assembler(places, first)
  local errors <const> = name == "forbidden" and program.run(made, name, { domain.word("load", { get(0) }) }, domain)
    or program.run(made, name, { get(0) }, domain)
  return table.concat(code), errors, count()
end

local function finding(made, name, places)
  local code <const>, errors <const>, count <const> = checked(made, name, places, 2)
  return looping(count, code .. errors .. simd(0x53) .. "\x04\x40" .. get(0) .. "\x0F\x0B", get(1))
end

local function running(made, name, places)
  local code <const>, errors <const>, count <const> = checked(made, name, places, 3)
  local halves <const> = errors .. byte_vector(0) .. simd(0xD7) .. simd(0xC4)
  return looping(count, code .. get(2) .. halves .. STORE_BYTE .. get(2) .. constant(1) .. "\x6A" .. set(2), "")
end

local function counting()
  local line <const> = get(0) .. LOAD .. byte_vector(LINE_FEED) .. simd(0x23) .. simd(0x64) .. "\x69"
  return looping(0, get(2) .. line .. "\x6A" .. set(2), get(2), true)
end

---Returns the tables for the module's memory, each at a multiple of 16; and name -> address.
local function placed(facts)
  local tables <const>, places <const>, at = {}, {}, TABLES
  local all <const> = lanes.tables(facts)
  for _, name in ipairs(lists.keys(all)) do
    local entries <const>, last = { all[name][0], table.unpack(all[name], 1) }, #all[name]
    if #entries > 0 then
      tables[#tables + 1], places[name] = { name = name, address = at, entries = entries }, at
      at = at + (last // VECTOR + 1) * VECTOR
    end
  end
  return tables, places
end

---@param functions table { {name, code, type} } types: 0 for (i32, i32) -> i32, 1 for (i32, i32, i32) without a result
---@return string hexadecimal
local function module_of(functions)
  local types <const>, codes <const>, exports <const> = {}, {}, { sized("memory") .. "\2\0" }
  for i, one in ipairs(functions) do
    types[i], codes[i] = leb(one.type), one.code
    exports[#exports + 1] = sized(one.name) .. "\0" .. leb(i - 1)
  end
  local text <const> = "\0asm\1\0\0\0" .. section(1, { "\x60\2\x7F\x7F\1\x7F", "\x60\3\x7F\x7F\x7F\0" }) .. section(3, types)
    .. section(5, { "\0" .. leb(PAGES) }) .. section(7, exports) .. section(10, codes)
  return (text:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

---@param model table
---@return table
function M.of(model)
  local functions <const> = { { name = "lines", code = counting(), type = 0 } }
  local row <const> = isas.row("simd128")
  local several <const> = model.plan and #model.analysis.pads > 1 and "texts are between pads of several bytes" or nil
  if several or not kernel.is_possible(model, row) then
    return { module = module_of(functions), text = TEXT, out = OUT, tables = {}, reason = several or model.no_plan or "there is no plan" }
  end
  local made <const>, facts <const> = kernel.make(model, row)
  local tables <const>, places <const> = placed(facts)
  local name <const> = facts.set and "forbidden" or made.by_name.errors and "errors" or facts.flags
  functions[2] = { name = "find", code = finding(made, name, places), type = 0 }
  functions[3] = { name = "run", code = running(made, name, places), type = 1 }
  functions[4] = made.by_name.look and { name = "looked", code = running(made, "flags", places), type = 1 } or nil
  return {
    module = module_of(functions), text = TEXT, out = OUT, tables = tables, window = model.analysis.window, pad = model.analysis.pads[1],
  }
end

return M
