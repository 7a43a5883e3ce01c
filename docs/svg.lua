-- SPDX-License-Identifier: 0BSD
-- svg: a picture in the colors of the playground, light or dark like the reader's system.
--
-- In:  pages/playground/style.css. Out: lines of SVG. Its style sheet has a class for each color: `bit3` fills shapes with --b3,
--      `line3` draws lines in this color.

local files <const> = require "gen.common.files"

local M <const> = {}

---The classes of the style sheet: the class, its attribute, and the name of its color in the playground.
local CLASSES <const> = {
  { "sheet", "fill", "sheet" }, { "ink", "fill", "ink" }, { "soft", "fill", "soft" }, { "off", "fill", "line" },
  { "paper", "fill", "paper" }, { "edge", "stroke", "line" }, { "mark", "stroke", "blue" }, { "wire", "stroke", "soft" },
}
for bit = 0, 7 do
  CLASSES[#CLASSES + 1] = { "bit" .. bit, "fill", "b" .. bit }
  CLASSES[#CLASSES + 1] = { "line" .. bit, "stroke", "b" .. bit }
end

---The colors of the playground as two tables, of its light style and its dark one: name -> #rrggbb.
function M.colors()
  local css <const> = assert(files.read "pages/playground/style.css")
  local function read(block)
    local list <const> = {}
    for name, color in block:gmatch "%-%-([%w-]+): (#%x+);" do
      list[name] = color
    end
    return list
  end
  return read(css:match ":root (%b{})"), read(css:match "prefers%-color%-scheme: dark%) (%b{})")
end

---The style sheet, with the colors as values, since few programs except browsers support variables.
local function style(more)
  local function rules(list)
    local lines <const> = {}
    for i, class in ipairs(CLASSES) do
      lines[i] = (".%s{%s:%s}"):format(class[1], class[2], assert(list[class[3]], class[3]))
    end
    return table.concat(lines)
  end
  local light <const>, dark <const> = M.colors()
  return table.concat({
    "<style>", "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}",
    ".mono{font-family:ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace}",
    rules(light), "@media(prefers-color-scheme:dark){" .. rules(dark) .. "}", more or "", "</style>",
  }, "\n")
end

---An empty picture.
---@return table canvas its lines, add(format, ...), text(x, y, classes, words, attributes?), rect({ x, y, width, height }, classes,
---  attributes?) and finished(), which returns the file
function M.new(width, height, title, description, more_style)
  local canvas <const> = {}
  function canvas.add(format, ...)
    canvas[#canvas + 1] = format:format(...)
  end
  function canvas.text(x, y, classes, words, more)
    canvas.add('<text x="%g" y="%g" class="%s"%s>%s</text>', x, y, classes, more and " " .. more or "", (words:gsub("&", "&amp;")))
  end
  function canvas.rect(box, classes, more)
    local x <const>, y <const>, wide <const>, high <const> = table.unpack(box)
    canvas.add('<rect x="%g" y="%g" width="%g" height="%g" class="%s"%s/>', x, y, wide, high, classes, more and " " .. more or "")
  end
  function canvas.finished()
    canvas.add "</svg>"
    return table.concat(canvas, "\n") .. "\n"
  end
  canvas.add('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" role="img" aria-labelledby="t d">', width, height)
  canvas.add('<title id="t">%s</title>\n<desc id="d">%s</desc>', title, description)
  canvas[#canvas + 1] = style(more_style)
  canvas.rect({ 0.5, 0.5, width - 1, height - 1 }, "sheet edge", 'rx="10"')
  return canvas
end

return M
