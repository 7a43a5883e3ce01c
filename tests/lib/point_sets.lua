-- SPDX-License-Identifier: 0BSD
-- point_sets: sets of code points for tests of the generator. The code shares nothing with gen/.
--
-- In and out: ascending lists of {lo, hi} that do not touch; union also takes other lists.
-- union({{lo = 1, hi = 2}}, {{lo = 3, hi = 5}}) is {{lo = 1, hi = 5}}.

local function union(...)
  local all, out = {}, {}
  for _, list in ipairs { ... } do
    table.move(list, 1, #list, #all + 1, all)
  end
  table.sort(all, function(a, b) return a.lo < b.lo end)
  for _, range in ipairs(all) do
    local last <const> = out[#out]
    if last and range.lo <= last.hi + 1 then
      last.hi = math.max(last.hi, range.hi)
    else
      out[#out + 1] = { lo = range.lo, hi = range.hi }
    end
  end
  return out
end

---The intersection of two sets.
local function both(a, b)
  local out, i, j = {}, 1, 1
  while a[i] and b[j] do
    local lo <const>, hi <const> = math.max(a[i].lo, b[j].lo), math.min(a[i].hi, b[j].hi)
    if lo <= hi then
      out[#out + 1] = { lo = lo, hi = hi }
    end
    if a[i].hi < b[j].hi then
      i = i + 1
    else
      j = j + 1
    end
  end
  return out
end

---The complement of a set.
local function outside(set)
  local out, from = {}, 0
  for _, range in ipairs(set) do
    if from < range.lo then
      out[#out + 1] = { lo = from, hi = range.lo - 1 }
    end
    from = range.hi + 1
  end
  out[#out + 1] = { lo = from, hi = math.maxinteger }
  return out
end

local function without(a, b)
  return both(a, outside(b))
end

---In a set, the index of the first range that ends at or after a code point; #set + 1 if there is none.
local function first_from(set, code_point)
  local lo, hi = 1, #set + 1
  while lo < hi do
    local middle <const> = (lo + hi) // 2
    if set[middle].hi < code_point then
      lo = middle + 1
    else
      hi = middle
    end
  end
  return lo
end

local function meets(set, lo, hi)
  local range <const> = set[first_from(set, lo)]
  return range ~= nil and range.lo <= hi
end

return { union = union, both = both, without = without, first_from = first_from, meets = meets }
