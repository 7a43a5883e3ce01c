-- SPDX-License-Identifier: 0BSD
-- layout: lays out values, lines and comments of C, and comments of other languages.
--
-- In:  words, values, texts. Out: lines. `packed` puts items on lines, and `filled` puts words after a head. `refill` lays out a whole file
--      again, since long names can make the lines of a template too long. `filled` and `refill` keep to WIDTH columns if possible.
--
--      filled("// No text: ", "it is ambiguous.", "// ") -> "// No text: it is ambiguous."

local lists = require "gen.common.lists"

local M = {}

M.WIDTH = 100

function M.hex(byte)
  return ("0x%02X"):format(byte)
end

function M.list(values, first, last, write)
  local words = {}
  for i = first, last do
    words[#words + 1] = write(values[i])
  end
  return table.concat(words, ", ")
end

---Lines of sixteen values, each written as in `list`, with a comma at the end of each line.
function M.sixteens(values, first, last, write)
  local lines = {}
  for from = first, last, 16 do
    lines[#lines + 1] = M.list(values, from, math.min(from + 15, last), write) .. ","
  end
  return lines
end

---The numbers of lanes, beginning with `first`, on lines of sixteen.
---@param first integer
---@param count integer a multiple of sixteen
---@return string[] lines without commas at their ends
function M.lane_lines(first, count)
  local lines = {}
  for from = first, first + count - 1, 16 do
    local lanes = {}
    for lane = from, from + 15 do
      lanes[#lanes + 1] = ("%d"):format(lane)
    end
    lines[#lines + 1] = table.concat(lanes, ", ")
  end
  return lines
end

---The text of a spec as comments of C. spec.read has left LF as the only line end, and has refused lines that would continue a comment.
function M.comment_block(text)
  local lines = {}
  for line in text:gsub("%s+$", ""):gmatch("([^\n]*)") do
    lines[#lines + 1] = ("//     " .. line):gsub("%s+$", "")
  end
  return table.concat(lines, "\n")
end

---Puts items on as few lines as possible, in their order.
---@param items string[]
---@param width integer the longest line, without the glue at its end; a single item may be longer
---@param glue string the text between two items; at the end of a line, its last blank is omitted
---@return string[] lines
function M.packed(items, width, glue)
  local lines, line = {}, nil
  for _, item in ipairs(items) do
    if line and #line + #glue + #item > width then
      lines[#lines + 1] = line .. glue:gsub(" $", "")
      line = nil
    end
    line = line and line .. glue .. item or item
  end
  lines[#lines + 1] = line
  return lines
end

---A directive and its items: on one line if they fit, otherwise on several lines that are joined by backslashes.
---@param head string with a blank at its end
---@param items string[]
---@param glue string
function M.macro(head, items, glue)
  local whole <const> = head .. table.concat(items, glue)
  if #whole <= M.WIDTH then
    return whole
  end
  return head .. "\\\n    " .. table.concat(M.packed(items, M.WIDTH - 6, glue), " \\\n    ")
end

---@return string[] words of a text, separated by white space
function M.words(text)
  local words = {}
  for word in text:gmatch("%S+") do
    words[#words + 1] = word
  end
  return words
end

---A text after a head, on lines of at most WIDTH columns if each word fits. Later lines begin with `indent`.
---@param head string
---@param text string
---@param indent string not longer than the head
function M.filled(head, text, indent)
  local words <const> = M.words(text)
  words[1] = words[1] and head:sub(#indent + 1) .. words[1]
  local lines <const> = M.packed(words, M.WIDTH - #indent, " ")
  for i, line in ipairs(lines) do
    lines[i] = (i == 1 and head:sub(1, #indent) or indent) .. line
  end
  return table.concat(lines, "\n")
end

---Wraps a line of code that is too long: after "," or ";", before an operator | & ^ + ? :, or after the opening parenthesis of a call,
---except a call of V or W. Directives and lines with strings, comments or backslashes stay as they are.
local function wrapped(line)
  local lines, indent <const> = {}, line:match("^ *") .. "    "
  local plain <const> = not line:find('^#') and not line:find('[\\"]') and not line:find("//", 1, true)
  while plain and #line > M.WIDTH do
    -- Cut where the fewest parentheses are open, as far right as possible.
    local cut, least, depth = nil, math.huge, 0
    local function look_at(at)
      local char <const>, before <const>, after <const> = line:sub(at, at), line:sub(at - 1, at - 1), line:sub(at + 1, at + 2)
      depth = depth + (before == "'" and 0 or char == "(" and 1 or char == ")" and -1 or 0)
      local here = char == " " and (before:find("[,;]") or after:find("^[|&^]") or after:find("^%+ ") or after:find("^[?:] "))
      here = here or before == "(" and char ~= ")" and line:find("^[%w_]", at - 2) and not line:find("^%f[%w_][VW]%(", at - 2)
      if here and at > #indent and depth <= least then
        cut, least = at, depth
      end
    end
    for at in line:sub(1, M.WIDTH + 1):gmatch "()[ ()]" do
      look_at(at)
      if line:find("^%([^ ()]", at) and at <= M.WIDTH then
        look_at(at + 1)
      end
    end
    if not cut then
      break
    end
    lines[#lines + 1] = line:sub(1, cut - 1)
    line = indent .. line:sub(cut):gsub("^ ", "")
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

---The number of the line that closes the parentheses of line `from`; `from` if a directive, string, comment, \ or the end is earlier.
---@param lines string[]
local function end_of_code(lines, from)
  local depth, at = 0, from
  while not lines[at]:find '^%s*#' and not lines[at]:find '[\\"]' and not lines[at]:find("//", 1, true) do
    -- re2c writes the bytes 28 and 29 as characters, which are not parentheses.
    local code <const> = lines[at]:gsub("'[()]'", "")
    depth = depth + select(2, code:gsub("%(", "")) - select(2, code:gsub("%)", ""))
    if depth <= 0 then
      return at
    end
    at = at + 1
    if not lines[at] then
      break
    end
  end
  return from
end

---Wraps the lines of a statement. Joins the lines first if the result has fewer lines, none too long; otherwise wraps each line by itself.
local function laid_out(lines, from, to)
  local whole = lines[from]
  for at = from + 1, to do
    whole = whole .. (whole:find "%($" and "" or " ") .. lines[at]:match "^%s*(.*)$"
  end
  local each <const>, short <const> = lists.joined(table.move(lines, from, to, 1, {}), "\n", wrapped), wrapped(whole)
  local fewer <const> = select(2, short:gsub("\n", "")) < select(2, each:gsub("\n", ""))
  return fewer and not ("\n" .. short):find("\n" .. ("[^\n]"):rep(M.WIDTH + 1)) and short or each
end

---Puts each function whose body is one line, and that has no comment, on one line if it fits.
---@param text string of C
function M.short(text)
  return (("\n" .. text .. "\n"):gsub("(\n[%a_][^\n]*%))\n{\n    ([^\n{}]*;)\n}%f[\n]", function(head, body)
    local line <const> = ("%s { %s }"):format(head, body)
    return #line - 1 <= M.WIDTH and not line:find("//", 1, true) and line or nil
  end):sub(2, -2))
end

---Whether a text is one line of code.
function M.is_line(text)
  return not text:find("\n", 1, true) and not text:find "^//"
end

---Refills each paragraph of a comment in which a line is too long. Lays out each statement again (see laid_out). Several empty lines become
---one. Comment lines whose text begins with a blank or a dash (tables, quotations, rulers) are not changed.
function M.refill(text)
  local out, paragraph, lines, code_end = {}, {}, {}, 0
  for line in text:gsub("\n\n\n+", "\n\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  local function flush()
    local too_long, indent = false, nil
    for _, line in ipairs(paragraph) do
      too_long = too_long or #line > M.WIDTH
      indent = indent or line:match("^ *// ")
    end
    if not too_long then
      table.move(paragraph, 1, #paragraph, #out + 1, out)
    else
      out[#out + 1] = M.filled(indent, lists.joined(paragraph, " ", function(one) return one:sub(#indent + 1) end), indent)
    end
    paragraph = {}
  end
  for at, line in ipairs(lines) do
    local indent = line:match("^( *)// [^ -]")
    if not indent or paragraph[1] and paragraph[1]:match("^ *") ~= indent then
      flush()
    end
    if indent then
      paragraph[#paragraph + 1] = line
    elseif at > code_end then
      -- The last line of a macro cannot be cut: the macro would end after its first part.
      local ends_macro <const> = out[#out] and out[#out]:find("\\$")
      code_end = ends_macro and at or end_of_code(lines, at)
      out[#out + 1] = ends_macro and line or laid_out(lines, at, code_end)
    end
  end
  flush()
  return table.concat(out, "\n") .. "\n"
end

---The comment line that begins a section of a C file.
function M.ruler(text)
  return ("// ---- %s "):format(text) .. ("-"):rep(M.WIDTH - 9 - #text)
end

---The blanks after a text in a column of some width.
function M.pad_to(text, width)
  return (" "):rep(width - #text)
end

---Numbers in columns of some width, separated by commas.
function M.decimals(values, first, last, width)
  return M.list(values, first, last, function(value) return ("%" .. width .. "d"):format(value) end)
end

function M.hex64(value)
  return ("0x%016X"):format(value)
end

return M
