-- SPDX-License-Identifier: 0BSD
-- difference: shows where two texts differ, line by line.
--
-- In:  two texts. Out: the first three differences, if any, each with a line number, and up to four old (-) and four new (+) lines:
--
--     @@ line 12 @@
--     - //   UTF8_STATIC         everything is static
--     + //   UTF8_STATIC         everything is static: define it
--
-- The idea: a difference ends where both texts have the same two lines. If no such place is near, the rest of the texts is one difference.

local M = {}

local DIFFERENCES_SHOWN <const>, LINES_SHOWN <const>, LINES_SOUGHT <const>, COLUMNS_SHOWN <const> = 3, 4, 200, 400

---@return string[] lines of a text
function M.lines(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

---The first differences of two texts. Lines that have only another hash of the file's body are shown only if nothing else differs.
---@param old string
---@param new string
---@param legend string? the meaning of - and +, shown once. With a legend, line numbers are those of `new`; without, those of `old`
---@param with_hash boolean? whether to show the line with the hash as well
---@return string lines, each indented by four blanks
function M.show(old, new, legend, with_hash)
  local before <const>, after <const>, out, shown = M.lines(old), M.lines(new), {}, 0
  local i, j = 1, 1
  local function is_hash(line)
    return not with_hash and line:find("^%p+   body     %x+$") ~= nil
  end
  local function take(lines, from, to, sign)
    for n = from, math.min(to, from + LINES_SHOWN) - 1 do
      local line <const> = lines[n]
      out[#out + 1] = ("    %s %s%s"):format(sign, line:sub(1, COLUMNS_SHOWN), #line > COLUMNS_SHOWN and " ..." or "")
    end
    if to - from > LINES_SHOWN then
      out[#out + 1] = ("    %s ... and %d more lines"):format(sign, to - from - LINES_SHOWN)
    end
  end
  ---The numbers of old and of new lines before the next two lines that both texts have.
  local function gap()
    for sum = 1, LINES_SOUGHT do
      for left = 0, sum do
        local right = sum - left
        if before[i + left] == after[j + right] and before[i + left + 1] == after[j + right + 1] then
          return left, right
        end
      end
    end
    return #before - i + 1, #after - j + 1
  end
  while i <= #before or j <= #after do
    local left, right = 1, 1
    if before[i] ~= after[j] and not (before[i] and after[j] and is_hash(before[i]) and is_hash(after[j])) then
      shown = shown + 1
      if shown > DIFFERENCES_SHOWN then
        out[#out + 1] = "    and more differences below"
        break
      end
      left, right = gap()
      out[#out + 1] = ("    @@ line %d @@%s"):format(legend and j or i, shown == 1 and legend or "")
      take(before, i, i + left, "-")
      take(after, j, j + right, "+")
    end
    i, j = i + left, j + right
  end
  return (#out > 0 or with_hash) and table.concat(out, "\n") or M.show(old, new, legend, true)
end

return M
