-- SPDX-License-Identifier: 0BSD
-- outside: checks and escapes text from outside (specs, names of files, options) before it is put into a file, a message or a command.
--
-- In:  any bytes. Out of `lines`: a spec's text with LF line ends; or the line that is refused, and why. Out of `trouble`: the place and
--      the reason why a text is refused, or nil; of `unfit`: only the reason, or nil. Out of `shown`, `comment`, `shell_word`, `make_word`:
--      one line for a terminal, a comment, bash or Make; make_word refuses names that Make cannot represent. `words` reverses `shell_word`.
--      From "a\r\nb", `lines` makes "a\nb". The file name "a\nb" is shown as a\x0Ab. A spec with U+202E is refused, with its line number.
--
-- The idea: a comment ends where its line ends, but compilers, editors and people do not agree on line ends. For some, a lone CR or U+2028
-- ends a line. In C, a backslash at the end continues the line. Characters that change the writing direction can make code look like a
-- comment. So text with any of these is refused if the user can fix it (specs), and otherwise escaped (names of files).

local M = {}

---Characters that no file, message or command may contain, in addition to ill-formed UTF-8. Callers check tabs and line feeds.
local FORBIDDEN <const> = {
  { what = "a control character", "U+0000..U+0008", "U+000B..U+001F", "U+007F..U+009F" },
  { what = "a character that changes the direction of text", "U+061C", "U+200E..U+200F", "U+202A..U+202E", "U+2066..U+2069" },
  { what = "a line end for some programs only", "U+2028..U+2029" },
  { what = "a byte order mark or zero-width space", "U+FEFF" },
}

---A text that matches this pattern has no forbidden character and no ill-formed byte.
local PLAIN <const> = "^[\t\n -~]*$"

local RANGES <const> = {}
for _, kind in ipairs(FORBIDDEN) do
  for _, range in ipairs(kind) do
    local lo <const>, hi <const> = range:match("^U%+(%x+)%.*U?%+?(%x*)$")
    RANGES[#RANGES + 1] = { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16), what = kind.what }
  end
end

---@return string? what a forbidden code point is
local function forbidden(code_point)
  for _, range in ipairs(RANGES) do
    if range.lo <= code_point and code_point <= range.hi then
      return range.what
    end
  end
end

---The first forbidden character, or ill-formed byte, of a text.
---@return integer? position
---@return string? its description
function M.trouble(text)
  if text:find(PLAIN) then
    return nil
  end
  local length <const>, broken <const> = utf8.len(text)
  for at, code_point in utf8.codes(length and text or text:sub(1, broken - 1)) do
    local what <const> = forbidden(code_point)
    if what then
      return at, ("U+%04X, %s"):format(code_point, what)
    end
  end
  if broken then
    return broken, ("the byte %02X, which is not valid UTF-8 here"):format(text:byte(broken))
  end
end

---Patterns of the first bytes of files that are not UTF-8 or have a byte order mark, each with a message.
local MARKS <const> = {
  { "^\u{FEFF}", "the spec begins with a byte order mark (EF BB BF); save it as UTF-8 without one" },
  { "^\xFF\xFE", "this is UTF-16 (FF FE); save it as UTF-8" },
  { "^\xFE\xFF", "this is UTF-16 (FE FF); save it as UTF-8" },
  { "^%z?[^%z]%z[^%z]", "this looks like UTF-16; save it as UTF-8" },
}

---Whether a comment that ends with this line would continue on the next one: C joins lines before it finds comments.
local function joins(line)
  return line:find("\\%s*$") ~= nil or line:find("%?%?/%s*$") ~= nil
end

---A spec's text with LF as its only line end; or nil, the number of the line that is refused, and the reason.
---@return string? text
---@return integer? line
---@return string? reason
function M.lines(text)
  for _, mark in ipairs(MARKS) do
    if text:find(mark[1]) then
      return nil, 1, mark[2]
    end
  end
  text = text:gsub("\r\n", "\n")
  if text:find("\r", 1, true) and not text:find("\n", 1, true) then
    return nil, 1, "the lines end in CR alone; save the spec with LF or CR LF at line ends"
  end
  local at <const>, what <const> = M.trouble(text)
  if at then
    return nil, 1 + select(2, text:sub(1, at - 1):gsub("\n", "")), ("a spec cannot contain %s; remove it, or write its number"):format(what)
  end
  local number = 0
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    number = number + 1
    if joins(line) then
      return nil, number, "a line of a spec cannot end in a backslash or ??/: in a comment that quotes it, C would join lines"
    end
  end
  return text
end

---Why a string of a spec cannot be one line of a comment, or nil. Escapes ("\n") may produce characters that the spec's text does not have.
---@return string?
function M.unfit(text)
  local _, what <const> = M.trouble(text)
  if what then
    return what
  elseif text:find("\n", 1, true) then
    return "a line end"
  elseif text:find("/*", 1, true) or text:find("*/", 1, true) then
    return "/* or */, which begin and end the parts that re2c reads"
  end
end

---One line for a terminal, with forbidden characters, ill-formed bytes, tabs and line feeds as escapes.
function M.shown(text)
  if text:find("^[ -~]*$") then
    return text
  end
  local out, from = {}, 1
  while from <= #text do
    local length <const>, broken <const> = utf8.len(text, from)
    local sound <const> = length and text:sub(from) or text:sub(from, broken - 1)
    out[#out + 1] = sound:gsub(utf8.charpattern, function(character)
      local code_point <const> = utf8.codepoint(character)
      if forbidden(code_point) or character == "\n" or character == "\t" then
        return (#character == 1 and "\\x%02X" or "\\u{%X}"):format(code_point)
      end
    end)
    out[#out + 1] = broken and ("\\x%02X"):format(text:byte(broken))
    from = broken and broken + 1 or #text + 1
  end
  return table.concat(out)
end

---A text as one line of a comment, in any output language.
function M.comment(text)
  local line <const> = M.shown(text):gsub("/%*", "/ *"):gsub("%*/", "* /")
  return joins(line) and line .. " ." or line
end

---A text as one word of a command for bash. Only a tab, line feed, forbidden character or ill-formed byte makes it a word $'...'.
function M.shell_word(text)
  if text:find("^[%w@%%+=:,./_-]+$") then
    return text
  elseif not M.trouble(text) and not text:find("[\t\n]") then
    return "'" .. text:gsub("'", "'\\''") .. "'"
  end
  return "$'" .. text:gsub("[\\']", "\\%0"):gsub("[^ -~]", function(byte) return ("\\x%02X"):format(byte:byte()) end) .. "'"
end

---Reads one word of `shell_word` at a place of a line.
---@return string? word nil if there is none
---@return integer next the place after it
local function word_at(line, at)
  local parts, from = {}, at
  while at <= #line and line:sub(at, at) ~= " " do
    local plain <const> = line:match("^[%w@%%+=:,./_-]+", at)
    local quoted <const>, escaped <const> = line:match("^'([^']*)'", at), line:match("^%$'", at)
    if plain then
      parts[#parts + 1], at = plain, at + #plain
    elseif quoted then
      parts[#parts + 1], at = quoted, at + #quoted + 2
    elseif line:find("^\\'", at) then
      parts[#parts + 1], at = "'", at + 2
    elseif escaped then
      at = at + 2
      while line:sub(at, at) ~= "'" do
        local byte <const> = line:match("^\\x(%x%x)", at)
        local other <const>, same <const> = line:match("^\\([\\'])", at), line:match("^[^\\]", at)
        if not byte and not other and not same then
          return nil, at
        end
        parts[#parts + 1] = byte and string.char(tonumber(byte, 16)) or other or same
        at = at + (byte and 4 or other and 2 or 1)
      end
      at = at + 1
    else
      return nil, at
    end
  end
  return at > from and table.concat(parts) or nil, at
end

---The words of a line: single blanks separate words that `shell_word` wrote.
---@return string[]? words nil if the line is not of this form
function M.words(line)
  local words, at = {}, 1
  while at <= #line do
    local word <const>, next_at <const> = word_at(line, at)
    if not word then
      return nil
    end
    words[#words + 1], at = word, next_at + 1
  end
  return #words > 0 and words or nil
end

---The name of a file in a rule of Make; or nil and the reason: an ill-formed byte, a forbidden character, or one that Make cannot escape.
---@return string? word
---@return string? reason
function M.make_word(text)
  local _, what = M.trouble(text)
  local lost <const> = text:match("[\t\n=;%%|\\()]")
  what = what or lost and M.shown(lost)
  if what then
    return nil, ("a rule of Make cannot have the file name %s: it contains %s"):format(M.shown(text), what)
  end
  return (text:gsub("^~", "./~"):gsub("[ #:*?%[%]]", "\\%0"):gsub("%$", "$$"))
end

return M
