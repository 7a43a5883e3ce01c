-- SPDX-License-Identifier: 0BSD
-- spec_words: reads the statements of a spec, for tests of the generator. It uses no code of gen/, but `from` reads a spec of gen/specs/
-- unless the text quotes this spec.
--
-- In:  the text of a valid spec. Out: { forms, pair?, nevers, except, allow?, replacement?, ... } with sets of code points
--      (point_sets.lua). The set of an exception is in two parts: the ranges `written` out, and those `given` by Unicode.
--
-- The text is run as Lua, with functions (`words`) that record their arguments.
--
--     form "0xxxxxxx" { "U+0000..U+007F" }    { pattern, places = {{lo = 0, hi = 0x7F, bits = 7}}, bits = 7, base = 0, own = {{0, 0x7F}},
--                                               also = {}, except = {}, allow = nil }

local point_sets <const> = require "tests.lib.point_sets"

local union <const>, without <const> = point_sets.union, point_sets.without

local function read_range(text)
  local first <const>, last <const> = text:match("^%s*U%+(%x+)%s*%.%.%s*U%+(%x+)%s*$")
  local lo <const> = tonumber(first or text:match("^%s*U%+(%x+)%s*$"), 16)
  return { lo = lo, hi = last and tonumber(last, 16) or lo }
end

---Reads a set: a range as text, a table {lo, hi}, or a list of these, nested to any depth.
---@param only? "written"|"given" only the ranges that the spec writes out, or only those of `unicode`; nil: both
local function read_set(value, only, given)
  if type(value) == "string" then
    return only == "given" and not given and {} or { read_range(value) }
  elseif value.lo then
    return (only == "written" and given or only == "given" and not given) and {} or { value }
  end
  local sets = {}
  for i, part in ipairs(value) do
    sets[i] = part ~= "end" and part ~= "start" and read_set(part, only, given or value.given) or {}
  end
  return without(union(table.unpack(sets)), value.except and read_set(value.except) or {})
end

---The places of a form: the range of bytes at each place, and the number of free bits.
local function read_pattern(pattern)
  local places, bits = {}, 0
  for word in pattern:gmatch("%S+") do
    local fixed, free = word:match("^([01]*)(x*)$")
    local lo <const> = (tonumber(fixed, 2) or 0) << #free
    places[#places + 1] = { lo = lo, hi = lo + (1 << #free) - 1, bits = #free }
    bits = bits + #free
  end
  return places, bits
end

---The rows of a line of `bytes`: one for each way to choose a range in each set.
local function rows_of(line)
  local set <const>, rest <const> = line:match("^%s*(%b{})(.*)$")
  local one <const>, after_byte <const> = line:match("^%s*(%x[%x.]*)(.*)$")
  if not set and not one then
    return { {} }
  end
  local rows <const> = {}
  for lo, hi in (set or one):gmatch("(%x%x)%.?%.?(%x?%x?)") do
    for _, tail in ipairs(rows_of(rest or after_byte)) do
      rows[#rows + 1] = { { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) }, table.unpack(tail) }
    end
  end
  return rows
end

---The position of each word before a `=`, plain or as ["word"]: its first occurrence from a line on, else its last one before that line.
---Comments and other strings are skipped.
local function order_of(text, line)
  local at, from, i = {}, 1, 1
  for _ = 2, line do
    from = text:find("\n", from, true) + 1
  end
  while i <= #text do
    local level <const> = text:match("^%-%-%[(=*)%[", i) or text:match("^%[(=*)%[", i)
    local key <const>, after_key <const> = text:match("^%[%s*[\"']([%a_][%w_]*)[\"']%s*%]%s*=()", i)
    local word <const>, after <const> = text:match("^([%a_][%w_]*)()", i)
    local name <const> = key or text:match("^([%a_][%w_]*)%s*=", i)
    if name and not (at[name] and at[name] >= from) then
      at[name] = i
    end
    if level then
      i = select(2, text:find("]" .. level .. "]", i, true)) + 1
    elseif text:find("^%-%-", i) then
      i = text:find("\n", i, true) or #text + 1
    elseif not key and text:find("^[\"']", i) then
      local quote <const> = text:sub(i, i)
      i = i + 1
      while text:sub(i, i) ~= quote do
        i = i + (text:sub(i, i) == "\\" and 2 or 1)
      end
      i = i + 1
    else
      i = after_key or word and after or i + 1
    end
  end
  return at
end

---The named ranges of an `except` and of a `disallow`, in the order of the text. `whole` marks ranges of `disallow`.
local function read_except(except, disallow, text, line)
  local order <const>, list = order_of(text, line), {}
  for whole, body in pairs { [false] = except or {}, [true] = disallow or {} } do
    for name, value in pairs(body) do
      list[#list + 1] = { name = name, written = read_set(value, "written"), given = read_set(value, "given"), whole = whole }
    end
  end
  table.sort(list, function(a, b) return order[a.name] < order[b.name] end)
  return list
end

---The line of the spec's statement that runs. Only functions of `words` may call this one, since it looks two calls up.
local function line()
  return debug.getinfo(3, "l").currentline
end

---Adds the words that define characters.
---@param recorded table in which the words record their arguments; `recorded.text` is the text that runs
local function add_words_of_characters(words, recorded)
  function words.form(pattern)
    local here <const> = line()
    local places <const>, bits <const> = read_pattern(pattern)
    return function(body)
      local form = { pattern = pattern, places = places, bits = bits, own = read_set { table.unpack(body) } }
      form.also = body.also and read_set(body.also) or {}
      form.except = read_except(body.except, body.disallow, recorded.text, here)
      form.allow = body.allow and read_set(body.allow) or nil
      form.base = (form.own[1] or form.also[1]).lo >> bits << bits
      recorded.forms[#recorded.forms + 1] = form
    end
  end
  function words.bytes(block)
    for row in block:gmatch("[^\n]+") do
      for _, places in ipairs(row:find("%x") and rows_of(row) or {}) do
        recorded.forms[#recorded.forms + 1] = { row = true, pattern = row, places = places, own = {}, also = {}, except = {} }
      end
    end
  end
  function words.pair(body)
    recorded.pair = { high = read_set(body.high), low = read_set(body.low) }
  end
end

---Adds the words that define rules.
local function add_words_of_rules(words, recorded)
  function words.never(body)
    local function read_side(side, edge)
      local list <const>, has_edge = type(side) == "table" and side or { side }, false
      for _, part in ipairs(list) do
        has_edge = has_edge or part == edge
      end
      return side == edge and {} or read_set(list), has_edge
    end
    local first <const>, starts <const> = read_side(body[1], "start")
    local second <const>, ends <const> = read_side(body[2], "end")
    recorded.nevers[#recorded.nevers + 1] = {
      name = body.name or "forbidden_pair", first = first, second = second, starts = starts, ends = ends,
    }
  end
  function words.allow(body)
    recorded.allow = read_set(body)
  end
  local function leave_out(rules)
    table.move(rules, 1, #rules, #recorded.except + 1, recorded.except)
  end
  function words.except(body)
    leave_out(read_except(body, nil, recorded.text, line()))
  end
  function words.disallow(body)
    leave_out(read_except(nil, body, recorded.text, line()))
  end
end

---@param text string a valid spec
---@param unicode function? the meaning of the word `unicode`
---@return table recorded
return function(text, unicode)
  local recorded <const>, words <const> = { forms = {}, nevers = {}, except = {} }, {}
  -- Ranges in the text of the spec have priority over ranges of `unicode`, so ranges of `unicode` are marked.
  function words.unicode(name)
    local list <const> = unicode(name) or error("Unicode has no " .. name)
    return table.move(list, 1, #list, 1, { given = true })
  end
  for _, word in ipairs { "encoding", "source", "users", "replacement", "well_formed", "examples" } do
    words[word] = function(value) recorded[word] = value end
  end
  add_words_of_characters(words, recorded)
  add_words_of_rules(words, recorded)
  local function run(part)
    recorded.text = part
    assert(load(part, "=spec", "t", words))()
  end
  function words.from(name)
    local here <const> = recorded.text
    local quoted <const> = text:match(('\n%%-%%-%%[==%%[ from "%s"\n(.-)\n%%]==%%]'):format(name:gsub("%p", "%%%0")))
    local file <const> = not quoted and assert(io.open(("gen/specs/%s.lua"):format(name)))
    run(quoted or file:read "a")
    recorded.text, recorded.encoding, recorded.users, recorded.well_formed, recorded.examples = here, nil, nil, nil, nil
    if file then
      file:close()
    end
  end
  run(text)
  return recorded
end
