-- SPDX-License-Identifier: 0BSD
-- random_cuts: the parts that can be removed from a drawn spec, to make a failing spec smaller.
--
-- In:  a drawn spec (random_specs.lua). Out: functions, called cuts. Each takes a copy of the drawn spec, and removes or shortens one part
--      of it. Of the cuts that remove an element of a list, the cut of the last element comes first.

---@param cuts function[] the list to which a function is added
---@param path any[] the keys that lead to an element of a list, or to a value
---@param change fun(list: table, key: any) removes or changes the element
local function at(cuts, path, change)
  cuts[#cuts + 1] = function(one)
    for i = 1, #path - 1 do
      one = one[path[i]]
    end
    change(one, path[#path])
  end
end

---A path with more keys at its end.
local function longer(path, ...)
  return table.move({ ... }, 1, select("#", ...), #path + 1, table.move(path, 1, #path, 1, {}))
end

local function drop(list, key)
  list[key] = nil
end

---Adds a cut for each element of a list, if the list has more than `least`.
local function add_elements(cuts, list, least, path)
  for i = #list, #list > least and 1 or math.huge, -1 do
    at(cuts, longer(path, i), table.remove)
  end
end

---Adds the cuts of a set: cuts that remove a range, a name or a hole, and cuts that leave only the first code point of a range.
local function add_set(cuts, set, ...)
  if not set then
    return
  end
  local path <const> = { ... }
  for _, key in ipairs { "ranges", "names", "holes" } do
    local least <const> = key == "ranges" and #set.names == 0 and 1 or key == "names" and #set.ranges == 0 and 1 or 0
    add_elements(cuts, set[key], least, longer(path, key))
  end
  for i, range in ipairs(set.ranges) do
    if range.lo < range.hi then
      at(cuts, longer(path, "ranges", i, "hi"), function(one, key) one[key] = one.lo end)
    end
  end
end

local function add_form(cuts, form, i)
  if form.allow then
    at(cuts, { "forms", i, "allow" }, drop)
  end
  add_elements(cuts, form.also, 0, { "forms", i, "also" })
  add_elements(cuts, form.except, 0, { "forms", i, "except" })
  for j, rule in ipairs(form.except) do
    add_set(cuts, rule.set, "forms", i, "except", j, "set")
  end
  add_set(cuts, form.allow, "forms", i, "allow")
end

---@param drawn table
---@return function[] cuts
return function(drawn)
  local cuts <const> = {}
  add_elements(cuts, drawn.nevers, 0, { "nevers" })
  add_elements(cuts, drawn.except, 0, { "except" })
  add_elements(cuts, drawn.forms, 1, { "forms" })
  for _, key in ipairs { "pair", "allow", "replacement" } do
    if drawn[key] then
      at(cuts, { key }, drop)
    end
  end
  add_elements(cuts, drawn.rows, 0, { "rows" })
  for i, form in ipairs(drawn.forms) do
    add_form(cuts, form, i)
  end
  for i, rule in ipairs(drawn.except) do
    add_set(cuts, rule.set, "except", i, "set")
  end
  add_set(cuts, drawn.allow, "allow")
  for i, rule in ipairs(drawn.nevers) do
    if rule.first and rule.starts then
      at(cuts, { "nevers", i, "first" }, drop)
      at(cuts, { "nevers", i, "starts" }, drop)
    end
    if rule.second and rule.ends then
      at(cuts, { "nevers", i, "second" }, drop)
      at(cuts, { "nevers", i, "ends" }, drop)
    end
    add_set(cuts, rule.first, "nevers", i, "first")
    add_set(cuts, rule.second, "nevers", i, "second")
  end
  return cuts
end
