-- SPDX-License-Identifier: 0BSD
-- tokens: the lines of emitted C, and its words and symbols.
--
-- In: the text of a C file, and which of its lines the compiler sees; other lines, directives and comments are skipped like blanks.
-- Out: `of` returns the tokens with their positions. For "a <= 1", the first is { kind = "name", text = "a", from = 1, to = 1, line = 1 }.

local M = {}

local LONG <const> = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
  "%=", "&=", "|=", "^=", "##" }

---@param text string
---@return string[] lines, integer[] starts the position of each line, from 1
function M.lines(text)
  local lines <const>, starts <const> = {}, {}
  for at, line in text:gmatch("()([^\n]*)\n?") do
    if at <= #text then
      lines[#lines + 1], starts[#starts + 1] = line, at
    end
  end
  return lines, starts
end

---@param lines string[]
---@return boolean[] directive true for lines of directives and their continuations
function M.directives(lines)
  local directive <const>, more = {}, false
  for i, line in ipairs(lines) do
    directive[i] = more or line:find("^%s*#") ~= nil
    more = directive[i] and line:find("\\$") ~= nil
  end
  return directive
end

---@param text string
---@param seen fun(line: integer): boolean does the compiler see that line?
---@return table[] tokens { kind, text, from, to, line }, the last one of kind "end"
function M.of(text, seen)
  local tokens <const>, lines <const>, starts <const> = {}, M.lines(text)
  local directive <const> = M.directives(lines)
  local at = 1
  for n, line in ipairs(lines) do
    local stop <const> = starts[n] + #line
    at = math.max(at, starts[n])
    if directive[n] or not seen(n) then
      at = math.max(at, stop)
    end
    while at < stop do
      local from <const>, rest <const> = at, text:sub(at, stop - 1)
      local kind, found
      if rest:find("^%s") then
        at = at + #rest:match("^%s+")
      elseif rest:find("^//") then
        at = stop
      elseif rest:find("^/%*") then
        at = select(2, assert(text:find("*/", at, true))) + 1
      elseif rest:find("^[%a_]") then
        kind, found = "name", rest:match("^[%w_]+")
      elseif rest:find("^%.?%d") then
        kind, found = "number", rest:match("^[%w_.]+")
      elseif rest:find("^\"") then
        kind, found = "string", assert(rest:match("^\"[^\"\\]*\"") or rest:match("^\".-[^\\]\""))
      elseif rest:find("^'") then
        kind, found = "character", assert(rest:match("^'\\?.[^']*'"))
      else
        kind, found = "mark", rest:sub(1, 1)
        for _, long in ipairs(LONG) do
          if rest:sub(1, #long) == long then
            found = long
            break
          end
        end
      end
      if kind then
        at = from + #found
        tokens[#tokens + 1] = { kind = kind, text = found, from = from, to = at - 1, line = n }
      end
    end
  end
  tokens[#tokens + 1] = { kind = "end", text = "", from = #text + 1, to = #text, line = #lines }
  return tokens
end

return M
