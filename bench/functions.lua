-- SPDX-License-Identifier: 0BSD
-- Joins the tables of bench-functions.
--
--     lua5.4 bench/functions.lua FILE.md...     the output of bench/functions.cpp for each build
--
-- Out: for each size, and for texts with errors, a table with the lowest and the highest figure of each row for each kernel, and the goals
-- of the last kernel; then the tables of the files, joined: each cell has the figures of all builds. `!` marks a missed goal.

---@param file string
---@return table[] tables { title, head, rows }; head and rows are lists of cells
local function tables_of(file)
  local list <const> = {}
  local title, current
  for line in io.lines(file) do
    if not line:find "^|" then
      title, current = line ~= "" and line or title, nil
    elseif not line:find "^|[:-]" then
      local cells <const> = {}
      for cell in line:gmatch "|([^|]+)%f[|]" do
        cells[#cells + 1] = cell:match "^%s*(.-)%s*$"
      end
      if current then
        table.insert(current.rows, cells)
      else
        current = { title = title, head = cells, rows = {} }
        list[#list + 1] = current
      end
    end
  end
  return list
end

---Returns the cell with the goals of a row. The cell has `!` if, in some build, more than half of the texts are below the second goal.
local function goal_of(builds, t, r)
  local goal = builds[1][t].rows[r][2]
  for _, tables in ipairs(builds) do
    goal = #tables[t].rows[r][2] > #goal and tables[t].rows[r][2] or goal
  end
  return goal
end

---@return table joined a table with the figures of all builds in each cell
local function joined(builds, t)
  local first <const> = builds[1][t]
  local rows <const> = {}
  for r, cells in ipairs(first.rows) do
    rows[r] = { cells[1], goal_of(builds, t, r) }
    for i = 3, #cells do
      local figures <const> = {}
      for b, tables in ipairs(builds) do
        figures[b] = tables[t].rows[r][i]
      end
      rows[r][i] = table.concat(figures, " ")
    end
  end
  return { title = first.title, head = first.head, rows = rows }
end

---Returns the lowest and the highest figure of a row, and `!` if the row has a `!`: "0.93 to 2.61!".
local function range_of(row)
  local low, high = math.huge, 0
  for i = 3, #row do
    for figure in row[i]:gmatch "[%d.]+" do
      low, high = math.min(low, tonumber(figure)), math.max(high, tonumber(figure))
    end
  end
  local missed <const> = (row[2] .. table.concat(row, " ", 3)):find "!" and "!" or ""
  return ("%.2f to %.2f%s"):format(low, high, missed)
end

---@return table[] summaries one for each kind of table: a row for each ratio or speed, a column for each kernel
local function summaries_of(list)
  local summaries <const>, of_kind <const> = {}, {}
  for _, one in ipairs(list) do
    local kernel <const>, kind <const> = one.title:match "^(%S+), (.*)$"
    local summary = of_kind[kind]
    if not summary then
      summary = { title = "Lowest and highest of all texts and builds, " .. kind, head = { "", "goal" }, rows = {}, place = {} }
      of_kind[kind], summaries[#summaries + 1] = summary, summary
    end
    table.insert(summary.head, kernel)
    for _, row in ipairs(one.rows) do
      local at = summary.place[row[1]]
      if not at then
        at = { row[1] }
        summary.place[row[1]] = at
        table.insert(summary.rows, at)
      end
      at[2] = row[2]:gsub("!", "")
      for i = #at + 1, #summary.head - 1 do
        at[i] = ""
      end
      at[#summary.head] = range_of(row)
    end
  end
  return summaries
end

local function print_table(one)
  print(("\n%s\n\n| %s |\n|---|---|%s"):format(one.title, table.concat(one.head, " | "), ("--:|"):rep(#one.head - 2)))
  for _, row in ipairs(one.rows) do
    print("| " .. table.concat(row, " | ") .. " |")
  end
end

local builds <const>, list <const> = {}, {}
for i, file in ipairs(arg) do
  builds[i] = tables_of(file)
end
for t in ipairs(builds[1]) do
  list[t] = joined(builds, t)
end
for _, one in ipairs(summaries_of(list)) do
  print_table(one)
end
for _, one in ipairs(list) do
  print_table(one)
end
