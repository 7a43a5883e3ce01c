-- SPDX-License-Identifier: 0BSD
-- list: accepted findings with their reasons, and whether each still occurs. A finding is a mutant that no check notices (run.lua), or a
-- line or branch that no test executes (coverage.lua).
-- In: a table of sets, each with a reason and entries. An entry is a function, a line of it, and the changes accepted there. A set of
-- findings that depend on the processor is marked `sometimes`. If a set is only for some kernels, `kernels` has their names.
-- Out: the reason for a finding, or nil; the entries that matched only findings that no longer occur; and the entries that match no
-- possible finding.
--
-- Names are without the encoding's prefix, and with K for the kernel's name (mutants.lua). In functions, lines and changes, `#` stands for
-- any number, so unrolled lines need one entry. A line or a change that ends in `*` stands for all that begin with the text before the `*`.
--
--     { reason = "only speed", { "K_scan_through", "run = run < K_MANY ? 2 * run : run;", "< to <=*", "# + 1" } }

local M = {}

local function pattern(text)
  local star <const> = text:find("%*$") ~= nil
  text = (star and text:sub(1, -2) or text):gsub("[%^%$%(%)%%%.%[%]%*%+%-%?]", "%%%0"):gsub("#", "[%%dA-Fx]+")
  return "^" .. text .. (star and "" or "$")
end

local function matches(e, finding)
  return (not e.kernels or e.kernels:find(" " .. (finding.kernel or "") .. " ", 1, true)) and finding.code:find(e.line)
    and finding.change:find(e.change)
end

---Returns all entries in order, and the entries of each function.
local function entries_of(sets)
  local entries <const>, by_function <const> = {}, {}
  for _, set in ipairs(sets) do
    for _, row in ipairs(set) do
      for k = 3, #row do
        local e <const> = { reason = set.reason, of = row[1], line = pattern(row[2]), change = pattern(row[k]),
          text = ("%s: %s: %s"):format(row[1], row[2], row[k]), survives = set.sometimes or false, tried = false,
          kernels = set.kernels and (" %s "):format(set.kernels) }
        entries[#entries + 1] = e
        by_function[row[1]] = by_function[row[1]] or {}
        table.insert(by_function[row[1]], e)
      end
    end
  end
  return entries, by_function
end

---Returns the entries that match a finding.
local function entries_for(by_function, finding)
  local found <const> = {}
  local any_number <const>, numbers <const> = finding.own:gsub("%d+", "#")
  for i, own in ipairs { finding.own, any_number } do
    for _, e in ipairs((i == 1 or numbers > 0) and by_function[own] or {}) do
      found[#found + 1] = matches(e, finding) and e or nil
    end
  end
  return found
end

---@param sets table[] { reason, sometimes?, kernels? (their names; otherwise all kernels), { function, line, change... }... }
function M.read(sets)
  local entries <const>, by_function <const> = entries_of(sets)
  local list <const> = {}

  local function matching(finding)
    return entries_for(by_function, finding)
  end

  ---@param finding table { own, code, change, kernel? }
  ---@param survives boolean does the finding still occur?
  ---@return string? reason
  function list.reason(finding, survives)
    local found <const> = matching(finding)
    for _, e in ipairs(found) do
      e.tried = true
      e.survives = e.survives or survives
    end
    return found[1] and found[1].reason
  end

  ---Does the list have a reason for a finding?
  function list.knows(finding)
    return #matching(finding) > 0
  end

  ---Returns the entries that matched only findings that no longer occur.
  ---@return string[]
  function list.stale()
    local stale <const> = {}
    for _, e in ipairs(entries) do
      stale[#stale + 1] = e.tried and not e.survives and e.text or nil
    end
    return stale
  end

  ---Returns the entries that match none of these findings, since their code has changed.
  ---@param findings table[]
  ---@return string[]
  function list.unmatched(findings)
    local matched <const>, left <const> = {}, {}
    for _, finding in ipairs(findings) do
      for _, e in ipairs(matching(finding)) do
        matched[e] = true
      end
    end
    for _, e in ipairs(entries) do
      left[#left + 1] = not matched[e] and e.text or nil
    end
    return left
  end

  return list
end

return M
