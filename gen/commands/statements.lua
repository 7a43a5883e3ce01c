-- SPDX-License-Identifier: 0BSD
-- statements: splits a spec into statements, to write a new one by editing them.
--
-- In:  a spec that was read. Out: its statements and those of the specs that it is made from, see `of`.

local console = require "gen.commands.console"
local lists = require "gen.common.lists"
local from = require "gen.spec.from"
local sandbox = require "gen.spec.sandbox"
local spec_words = require "gen.spec.words"

local M = {}

local fail <const> = console.usage_error

---Words with at most one statement in a spec. A spec with `from` may repeat the words of the other spec. It never inherits the statements
---of "own" words. It inherits the statement of a "last" word unless it has one of its own.
local ONCE <const> = {
  encoding = "own", users = "own", well_formed = "own", examples = "own", source = "last", replacement = "last", allow = "last",
}

---Splits a spec into statements.
---@param text string of a spec that was read, with LF line ends
---@return table[] statements { word, line, above (comments and white space before it), code, after (a comment on its last line) }
local function statements_of(text)
  local words <const>, list, depth, at, code_end = lists.set(spec_words.names()), {}, 0, 1, 1
  local function close()
    local last <const> = list[#list]
    if last then
      last.code = text:sub(last.from, code_end - 1)
      last.after = text:match("^[ \t]*%-%-[^\n]*", code_end) or ""
      last.stop = code_end + #last.after
    end
  end
  while at <= #text do
    local word <const> = text:match("^[%a_][%w_]*", at)
    if word and depth == 0 then
      close()
      local line <const> = 1 + select(2, text:sub(1, at):gsub("\n", ""))
      if not words[word] or word == "unicode" then
        fail("line %d of the --from spec is not a plain statement; edit a copy of the spec by hand", line)
      end
      local before <const> = list[#list] and list[#list].stop or 1
      list[#list + 1] = { word = word, line = line, from = at, above = text:sub(before, at - 1) }
    end
    local next_at, kind = at + #(word or ""), nil
    if not word then
      next_at, kind = sandbox.after(text, at)
      local char <const> = next_at == at + 1 and text:sub(at, at) or ""
      depth = depth + (char:find("[{(]") and 1 or char:find("[})]") and -1 or 0)
    end
    if kind ~= "comment" and not text:find("^%s", at) then
      code_end = next_at
    end
    at = next_at
  end
  close()
  return list
end

---The statements of a spec and of the specs that it is made from, as of one spec without `from`. With several specs, `encoding` and
---`source` come first, and a spec's statements follow those of the spec that it is made from. A word of ONCE has at most one statement.
---@param spec table
---@return table[] statements as from statements_of
function M.of(spec)
  local list, head, known = {}, {}, {}
  local chain <const> = from.chain(spec.text, spec.path)
  for i = #chain, 1, -1 do
    local kept = {}
    for _, one in ipairs(statements_of(chain[i].text)) do
      local once <const> = ONCE[one.word]
      local dropped <const> = one.word == "from" or i < #chain and once and (once == "own" or known[one.word])
      known[one.word] = true
      if not dropped and #chain > 1 and (one.word == "encoding" or one.word == "source") then
        one.above = "\n"
        head[#head + 1] = one
      elseif not dropped then
        kept[#kept + 1] = one
      end
    end
    list = table.move(list, 1, #list, #kept + 1, kept)
  end
  return table.move(list, 1, #list, #head + 1, head)
end

return M
