-- SPDX-License-Identifier: 0BSD
-- Draws measurements of bench:
--
--     lua5.4 bench/plot.lua build/bench/quick < build/bench/quick.csv
--
-- In:  NAME; on standard input, a CSV of report.cpp, after a line `# PROCESSOR` if the processor is known. Out: NAME-SHEET.svg for each
--      sheet that has measurements in the CSV. SHEET is text-16KiB, offsets-16KiB and so on for whole texts of one size, else the
--      section of the CSV, such as strings, chain or sizes. The name of a sheet for a busy core ends with -busy.
--
-- A sheet has a panel for each instruction set, all with the same range, so that panels can be compared. A text, with its offset or
-- lengths, is a place on the horizontal axis, or in `sizes` a column of panels. Peers have open marks, our kernels filled ones. In a panel,
-- the first five peers differ in shape, and so do the first five kernels. Marks of our second and later builds have a dot. A vertical bar
-- connects the first and the third quartile; `sizes` has no bars.

package.path = "./?.lua;" .. package.path
local files <const> = require "gen.common.files"
local svg <const> = require "docs.svg"

local TITLES <const> = {
  strings = "Validation of short strings", chain = "Validation of short strings, each call depends on the one before",
  sizes = "Validation of texts of all lengths", offsets = "Validation of texts of %s, some bytes after a multiple of 64",
  text = "Validation of texts of %s",
}
local AXES <const> = {
  ["GB/s"] = "GB/s, logarithmic: higher is better", ["ns/call"] = "ns for a call, logarithmic: lower is better",
}
---The title of the horizontal axis, by section.
local PLACES <const> = {
  strings = "text, and the lengths of its strings in bytes", chain = "text, and the lengths of its strings in bytes",
  sizes = "length of the text", offsets = "text, and its place in bytes after a multiple of 64", text = "text",
}
---Marks around 0, 0: square, circle, triangles, diamond.
local SHAPES <const> = {
  "M-4.5-4.5h9v9h-9z", "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z", "M0-5.5L5.5 4.5h-11z", "M0 5.5L5.5-4.5h-11z", "M0-6L6 0L0 6L-6 0z",
}
---Sizes in the units of the picture.
local LEFT <const>, TOP <const>, PANEL_WIDTH <const>, LEGEND_WIDTH <const>, ENTRY <const> = 66, 78, 600, 190, 18

local function size_name(bytes)
  return bytes >= 1048576 and ("%g MiB"):format(bytes / 1048576) or bytes >= 1024 and ("%g KiB"):format(bytes / 1024) or bytes .. " B"
end

---Returns the place of an item in a list, and adds the item if it is new.
local function place(list, item)
  for i, one in ipairs(list) do
    if one == item then
      return i
    end
  end
  list[#list + 1] = item
  return #list
end

---Finds the sheet to which a measurement belongs, and the place of the measurement on the axis.
---@return string name
---@return string title
---@return string across the name of the column of panels
---@return string|number place the label of the place, or its number on a scale
local function where(row)
  local bytes <const>, section <const> = math.tointeger(tonumber(row.bytes)), row.section
  local title <const> = (TITLES[section] or section):format(size_name(bytes))
  if section == "text" then
    return "text-" .. size_name(bytes):gsub(" ", ""), title, "", row.text
  elseif section == "offsets" then
    return "offsets-" .. size_name(bytes):gsub(" ", ""), title, "", row.text .. "\n+" .. row.offset
  elseif section == "sizes" then
    return "sizes", title, row.text, bytes
  end
  return section, title, "", row.text .. "\n1-" .. bytes
end

---Adds a measurement to its series.
local function add(sheets, row)
  local name, title, across <const>, label <const> = where(row)
  if row.core == "busy" then
    name, title = name .. "-busy", title .. ", busy core"
  end
  local sheet = sheets[name]
  if not sheet then
    sheet = {
      title = title, unit = row.unit, section = row.section, isas = {}, columns = {}, labels = {}, series = {}, points = {}, most = 0,
      least = math.huge,
    }
    sheets[name], sheets[#sheets + 1] = sheet, name
  end
  place(sheet.isas, row.isa)
  place(sheet.columns, across)
  local series <const> = sheet.series[row.isa] or { contenders = { ours = {}, peer = {} }, builds = {} }
  sheet.series[row.isa] = series
  local key <const> = row.contender .. " " .. row.build
  if not series[key] then
    series[key] = {
      name = key, side = row.side, contender = place(series.contenders[row.side], row.contender),
      build = row.side == "ours" and place(series.builds, row.build) or 1,
    }
    series[#series + 1] = series[key]
  end
  local at <const> = type(label) == "number" and label or place(sheet.labels, label)
  local panel <const> = row.isa .. "\n" .. across .. "\n" .. key
  sheet.points[panel] = sheet.points[panel] or {}
  table.insert(sheet.points[panel], { x = at, low = row["quartile 1"], median = row.median, high = row["quartile 3"] })
  sheet.least, sheet.most = math.min(sheet.least, row["quartile 1"]), math.max(sheet.most, row["quartile 3"])
end

---@return table sheets name -> sheet, and their names in order
---@return string? processor
local function read(text)
  local sheets <const>, columns, processor = {}, nil, nil
  for line in text:gmatch "[^\n]+" do
    local cells <const> = {}
    for cell in (line .. ","):gmatch "([^,]*)," do
      cells[#cells + 1] = cell
    end
    if line:find "^# " then
      processor = line:sub(3)
    elseif not columns then
      columns = cells
    else
      local row <const> = {}
      for i, column in ipairs(columns) do
        row[column] = cells[i]
      end
      for _, column in ipairs { "quartile 1", "median", "quartile 3" } do
        row[column] = assert(tonumber(row[column]), line)
      end
      if row.side ~= "limit" then
        add(sheets, row)
      end
    end
  end
  return sheets, processor
end

---Returns the number of the color of a series.
local function color_of(series)
  return (series.side == "ours" and series.contender - 1 or 8 - series.contender) % 8
end

---Draws a mark with its middle at a place.
local function draw_mark(canvas, series, x, y)
  local color <const> = color_of(series)
  local shape <const> = SHAPES[(series.contender - 1) % #SHAPES + 1]
  canvas.add('<path d="%s" transform="translate(%.1f %.1f)" class="%s line%d" stroke-width="1.5"/>', shape, x, y,
    series.side == "ours" and "bit" .. color or "sheet", color)
  if series.build > 1 then
    canvas.add('<circle cx="%.1f" cy="%.1f" r="%g" class="sheet"/>', x, y, series.build)
  end
end

---Returns round numbers within a range, for ticks. A large range has fewer of them in each power of ten.
local function ticks_of(least, most)
  local list <const> = {}
  for power = -3, 5 do
    for _, step in ipairs(most > 20 * least and { 1, 2, 5 } or { 1, 1.5, 2, 3, 4, 5, 7 }) do
      local tick <const> = step * 10.0 ^ power
      list[#list + 1] = tick >= least and tick <= most and tick or nil
    end
  end
  return list
end

---@return function y_of the vertical position of a value in a panel
local function vertical(sheet, top, height)
  local least <const>, most <const> = math.log(sheet.least * 0.85), math.log(sheet.most * 1.15)
  return function(value)
    return top + height * (most - math.log(value)) / (most - least)
  end
end

---Draws the axes of a panel: values, and the places of texts or a scale of lengths.
local function draw_axes(canvas, sheet, box, y_of, is_first)
  for _, tick in ipairs(ticks_of(sheet.least * 0.85, sheet.most * 1.15)) do
    canvas.add('<path d="M%g %.1fh%g" class="edge"/>', box.x, y_of(tick), box.width)
    if is_first then
      canvas.text(box.x - 8, y_of(tick) + 5, "soft", ("%g"):format(tick), 'font-size="14" text-anchor="end"')
    end
  end
  canvas.add('<path d="M%g %gv%gh%g" class="wire" fill="none"/>', box.x, box.y, box.height, box.width)
  if is_first then
    local middle <const> = box.y + box.height / 2
    canvas.text(16, middle, "soft", sheet.unit, ('font-size="14" text-anchor="middle" transform="rotate(-90 16 %g)"'):format(middle))
  end
  for i, label in ipairs(sheet.labels) do
    local width <const> = box.width / #sheet.labels
    if i > 1 then
      canvas.add('<path d="M%.1f %gv%g" class="edge"/>', box.x + (i - 1) * width, box.y, box.height)
    end
    local line = 0
    for words in label:gmatch "[^\n]+" do
      line = line + 1
      canvas.text(box.x + (i - 0.5) * width, box.y + box.height + 3 + 16 * line, "ink", words, 'font-size="14" text-anchor="middle"')
    end
  end
  for power = 0, #sheet.labels == 0 and 28 or -1, 7 do
    local x <const> = box.x + box.width * power / 28
    canvas.text(x, box.y + box.height + 19, "ink", size_name(1 << power), 'font-size="14" text-anchor="middle"')
  end
end

---Draws the marks of a panel, in the order of its key. If its places are texts, marks have bars. If they are lengths, a line connects the
---marks.
local function draw_series(canvas, sheet, box, y_of, isa)
  local slot <const> = #sheet.labels > 0 and box.width / #sheet.labels
  for n, series in ipairs(sheet.series[isa]) do
    local marks <const>, curve <const> = {}, {}
    for i, point in ipairs(sheet.points[isa .. "\n" .. box.across .. "\n" .. series.name] or {}) do
      local x <const> = slot and box.x + slot * (point.x - 0.5 + 0.8 * ((n - 0.5) / #sheet.series[isa] - 0.5))
        or box.x + box.width * math.log(point.x, 2) / 28
      marks[i] = { x, y_of(point.median) }
      curve[i] = ("%.1f,%.1f"):format(x, y_of(point.median))
      if slot then
        canvas.add('<path d="M%.1f %.1fV%.1f" class="wire" stroke-width="1.5"/>', x, y_of(point.low), y_of(point.high))
      end
    end
    if not slot then
      canvas.add('<polyline points="%s" class="line%d" fill="none"/>', table.concat(curve, " "), color_of(series))
    end
    for _, mark in ipairs(marks) do
      draw_mark(canvas, series, mark[1], mark[2])
    end
  end
end

local function draw_key(canvas, sheet, x, y, isa)
  canvas.text(x - 8, y, "ink", isa, 'font-size="16" font-weight="700"')
  for n, series in ipairs(sheet.series[isa]) do
    draw_mark(canvas, series, x, y + ENTRY * n - 1)
    canvas.text(x + 14, y + ENTRY * n + 4, "ink", series.name, 'font-size="14"')
  end
end

---@return string text of the picture
local function draw(sheet, processor)
  local entries, lines = 0, #sheet.labels > 0 and sheet.labels[1]:find "\n" and 2 or 1
  for _, isa in ipairs(sheet.isas) do
    entries = math.max(entries, #sheet.series[isa])
  end
  local height <const>, gap <const> = math.max(ENTRY * entries + 14, 190), 26 + 16 * lines
  local width <const> = LEFT + PANEL_WIDTH * #sheet.columns + LEGEND_WIDTH
  local canvas <const> = svg.new(width, TOP + (height + gap) * #sheet.isas + 22, sheet.title, AXES[sheet.unit] or sheet.unit)
  canvas.text(LEFT, 30, "ink", sheet.title, 'font-size="20" font-weight="700"')
  canvas.text(LEFT, 54, "soft", (AXES[sheet.unit] or sheet.unit) .. (processor and ". " .. processor or ""), 'font-size="15"')
  for r, isa in ipairs(sheet.isas) do
    local top <const> = TOP + (height + gap) * (r - 1)
    local y_of <const> = vertical(sheet, top, height)
    for c, across in ipairs(sheet.columns) do
      local box <const> = { x = LEFT + PANEL_WIDTH * (c - 1), y = top, height = height, across = across }
      box.width = PANEL_WIDTH - (#sheet.columns > 1 and 70 or 20)
      if across ~= "" then
        canvas.text(box.x + box.width / 2, top + 14, "ink", across, 'font-size="15" text-anchor="middle"')
      end
      draw_axes(canvas, sheet, box, y_of, c == 1)
      draw_series(canvas, sheet, box, y_of, isa)
    end
    draw_key(canvas, sheet, width - LEGEND_WIDTH + 14, top + 10, isa)
  end
  canvas.text(LEFT + PANEL_WIDTH * #sheet.columns / 2 - 10, TOP + (height + gap) * #sheet.isas + 6, "soft", PLACES[sheet.section] or "",
    'font-size="14" text-anchor="middle"')
  return canvas.finished()
end

local name <const> = assert(arg[1], "bench/plot.lua NAME < NAME.csv")
local sheets <const>, processor <const> = read(io.read "a")
for _, sheet in ipairs(sheets) do
  local file <const> = ("%s-%s.svg"):format(name, sheet)
  files.write(file:match "^(.*)/" or ".", { { name = file:match "[^/]*$", text = draw(sheets[sheet], processor) } })
  print("drawn: " .. file)
end
