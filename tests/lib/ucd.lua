-- SPDX-License-Identifier: 0BSD
-- ucd: the meaning of `unicode "NAME"`, read from Unicode's own files. It does not use the table of gen/.
--
-- In:  a name of docs/specs.md; the files of /usr/share/unicode (Debian's package unicode-data).
-- Out: ranges { {lo, hi}, ... } as the files list them: ucd.ranges "Zl" is { {lo = 0x2028, hi = 0x2028} }. nil for a name that these
--      files do not have, such as a class of PRECIS.

local M = {}

local FOLDER <const> = "/usr/share/unicode/"
local FILES <const> = { "extracted/DerivedGeneralCategory.txt", "PropList.txt", "DerivedCoreProperties.txt" }

local sets

---Whether the files are on this machine.
function M.available()
  local file <const> = io.open(FOLDER .. FILES[1])
  return file ~= nil and file:close()
end

local function read()
  sets = {}
  for _, name in ipairs(FILES) do
    for line in io.lines(FOLDER .. name) do
      local lo <const>, hi <const>, said <const> = line:match("^(%x+)%.*(%x*)%s*;%s*([%w_]+)%s*#")
      if lo then
        local range <const> = { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) }
        -- The code points of a general category also belong to its group: those of Lu to L.
        for _, key in ipairs { said, said:find("^%u%l$") and said:sub(1, 1) or nil } do
          sets[key] = sets[key] or {}
          table.insert(sets[key], range)
        end
      end
    end
  end
end

---@param name string
---@return table? ranges
function M.ranges(name)
  if not sets then
    read()
  end
  return sets[name]
end

return M
