-- SPDX-License-Identifier: 0BSD
-- code_of: removes the comments of a text. Each language has a small reader, written for tests. Only the writer of JSON comes from gen/.
--
-- In:  a text of C, re2c, Graphviz, ABNF, PEG or JSON. Out: the text without comments; JSON without the members that identify the encoding.
-- code_of["c"] "int a; // b" is "int a; ". `is_clean`: whether a text is free of characters that hide or reorder the text after them.

local lu <const> = require "luaunit"
local gen_json <const> = require "gen.common.json"
local json <const> = require "tests.lib.json"

local M = {}

---C and Graphviz without comments. First, a line that ends with a backslash (blanks may follow) is joined with the next line; ??/ counts
---as a backslash, and a lone CR as the end of a line.
local function c_code(text)
  text = text:gsub("%?%?/", "\\"):gsub("\r\n?", "\n"):gsub("\\[ \t\v\f]*\n", "")
  local out, at = {}, 1
  while true do
    local from <const> = text:find("[\"'/]", at)
    if not from then
      out[#out + 1] = text:sub(at)
      return table.concat(out)
    end
    out[#out + 1] = text:sub(at, from - 1)
    local two <const>, quote <const> = text:sub(from, from + 1), text:sub(from, from)
    if two == "//" then
      at = text:find("\n", from, true) or #text + 1
    elseif two == "/*" then
      at = (select(2, text:find("*/", from + 2, true)) or #text) + 1
    elseif quote == "/" then
      out[#out + 1], at = quote, from + 1
    else
      at = from + 1
      while at <= #text and text:sub(at, at) ~= quote and text:sub(at, at) ~= "\n" do
        at = at + (text:sub(at, at) == "\\" and 2 or 1)
      end
      out[#out + 1], at = text:sub(from, at), at + 1
    end
  end
end

---re2c also finds its blocks in comments, so such blocks count as code.
local function re_code(text)
  local blocks = {}
  for block in text:gmatch("/%*!.-%*/") do
    blocks[#blocks + 1] = block
  end
  for block in text:gmatch("%%{.-%%}") do
    blocks[#blocks + 1] = block
  end
  return c_code(text) .. table.concat(blocks)
end

---Makes a function that removes the lines that begin with `leader`. CR, LF and CR LF all end a line.
local function line_code(leader)
  return function(text)
    local out = {}
    for line in (text:gsub("\r\n?", "\n") .. "\n"):gmatch("(.-)\n") do
      out[#out + 1] = line:sub(1, #leader) ~= leader and line or nil
    end
    return table.concat(out, "\n")
  end
end

---The certificate without the members that identify its encoding. Each of these members must be present.
local function json_code(text)
  local object <const> = json.decode(text)
  for _, name in ipairs { "title", "source", "spec", "bodies" } do
    lu.assertNotNil(object[name], name)
    object[name] = nil
  end
  return gen_json.text(object)
end

M.c, M.h, M.dot, M.re, M.json = c_code, c_code, c_code, re_code, json_code
M.abnf, M.peg = line_code ";", line_code "--"

---Whether a text is UTF-8, ends its lines with LF alone, and has none of these: control characters except tabs, U+2028, U+2029, byte order
---marks, and characters that change the direction of a line.
function M.is_clean(text)
  if text:find("[^\n -~]") == nil then
    return true
  elseif not utf8.len(text) or text:find("[%z\1-\8\11-\31\127]") then
    return false
  end
  for _, c in utf8.codes(text) do
    if c >= 0x80 and c < 0xA0 or c == 0x61C or c == 0x200E or c == 0x200F or c >= 0x2028 and c <= 0x202E or c >= 0x2066 and c <= 0x2069
      or c == 0xFEFF then
      return false
    end
  end
  return true
end

return M
