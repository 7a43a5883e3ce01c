-- SPDX-License-Identifier: 0BSD
-- json: decodes JSON to Lua's values, so that tests can read what a program printed.
--
-- In: a text. Out: strings, numbers, booleans, M.null, tables. Text that is not JSON by RFC 8259 is an error, except numbers such as "1.".
-- A name that an object has twice is also an error, and so is U+007F in a string. Each \u is one character: surrogates are not joined.
--
-- {"a":[1,"\u00E9"]} is { a = { 1, "é" } }

local M = { null = {} }

local ESCAPES <const> = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }
local WORDS <const> = { ["true"] = true, ["false"] = false, null = M.null }

local value

local function skip(text, at)
  return text:match("^[ \t\r\n]*()", at)
end

local function fail(text, at)
  error(("not JSON at byte %d: %s"):format(at - 1, text:sub(at, at + 20)), 0)
end

local function string_at(text, at)
  local parts <const> = {}
  at = at + 1
  while text:sub(at, at) ~= '"' do
    local plain <const> = text:match('^[^"\\%c]+', at)
    local hex <const> = text:match("^\\u(%x%x%x%x)", at)
    local escape <const> = ESCAPES[text:match("^\\(.)", at)]
    parts[#parts + 1] = plain or hex and utf8.char(tonumber(hex, 16)) or escape or fail(text, at)
    at = at + (plain and #plain or hex and 6 or 2)
  end
  return table.concat(parts), at + 1
end

-- Reads elements between brackets or braces by the function `member`. Returns the place after the closing `last`.
local function members(text, at, last, member)
  at = skip(text, at + 1)
  if text:sub(at, at) == last then
    return at + 1
  end
  while true do
    at = skip(text, member(at))
    local sign <const> = text:sub(at, at)
    at = skip(text, at + 1)
    if sign == last then
      return at
    elseif sign ~= "," then
      fail(text, at - 1)
    end
  end
end

local function array_at(text, at)
  local list <const> = {}
  return list, members(text, at, "]", function(place)
    list[#list + 1], place = value(text, place)
    return place
  end)
end

local function object_at(text, at)
  local object <const> = {}
  return object, members(text, at, "}", function(place)
    local name <const>, after <const> = string_at(text, text:match('^()"', place) or fail(text, place))
    local colon <const> = skip(text, after)
    if text:sub(colon, colon) ~= ":" or object[name] ~= nil then
      fail(text, place)
    end
    object[name], place = value(text, skip(text, colon + 1))
    return place
  end)
end

function value(text, at)
  local first <const> = text:sub(at, at)
  local word <const> = text:match("^%l+", at)
  local number <const> = text:match("^%-?%d+%.?%d*[eE]?[-+]?%d*", at)
  if first == "{" then
    return object_at(text, at)
  elseif first == "[" then
    return array_at(text, at)
  elseif first == '"' then
    return string_at(text, at)
  elseif word and WORDS[word] ~= nil then
    return WORDS[word], at + #word
  elseif number and tonumber(number) and not number:find "^%-?0%d" then
    return tonumber(number), at + #number
  end
  fail(text, at)
end

---@param text string
---@return any value
function M.decode(text)
  if not utf8.len(text) then
    error("not UTF-8", 0)
  end
  local result <const>, at <const> = value(text, skip(text, 1))
  if skip(text, at) <= #text then
    fail(text, at)
  end
  return result
end

return M
