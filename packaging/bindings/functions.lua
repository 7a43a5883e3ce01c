-- SPDX-License-Identifier: 0BSD
-- functions: the table of functions in binding.h as the fields of a struct in Rust.
--
-- In:  binding.h. Out: lines.
--
--     X(size_t, trim, (const void *text, size_t size))
--     pub trim: unsafe extern "C" fn(text: *const c_void, size: usize) -> usize,

local encodings = require "packaging.bindings.encodings"

local M = {}

local TYPES <const> = {
  ["bool"] = "bool", ["int"] = "c_int", ["unsigned"] = "c_uint", ["size_t"] = "usize", ["uint8_t"] = "u8", ["uint32_t"] = "u32",
  ["void"] = "c_void", ["char"] = "u8", ["u8gen_error"] = "Error", ["u8gen_result"] = "Result", ["u8gen_measures"] = "Measures",
  ["u8gen_stream"] = "Stream",
}

---@param c string a type of binding.h, such as "const void *"
---@return string rust such as "*const c_void"
local function type_of(c)
  local base <const>, star <const> = c:gsub("^const ", ""):match "^([%w_]+) ?(%*?)$"
  local rust <const> = TYPES[base or ""] or encodings.fail("binding.h has an unknown type: %s", c)
  return star == "" and rust or (c:find "^const " and "*const " or "*mut ") .. rust
end

---@return string fields in the order of binding.h, which is the order in memory
function M.rust()
  local fields <const> = {}
  local list <const> = encodings.text_of("packaging/bindings/binding.h"):match "#define U8GEN_FUNCTIONS%(X%)(.-)\n\n"
  for result, name, parameters in list:gsub("\\\n", " "):gsub("%s+", " "):gmatch "X%(([%w_ *]+), ([%w_]+), (%b())%)" do
    local words <const> = {}
    for type_, parameter in parameters:gmatch "([%w_ ]-[%w_]+ %*? ?)([%w_]+)[,)]" do
      words[#words + 1] = ("%s: %s"):format(parameter, type_of(type_:gsub("^%s+", ""):gsub("%s+$", "")))
    end
    fields[#fields + 1] = ("    pub %s: unsafe extern \"C\" fn(%s)%s,"):format(name, table.concat(words, ", "),
      result == "void" and "" or " -> " .. type_of(result))
  end
  return table.concat(fields, "\n")
end

return M
