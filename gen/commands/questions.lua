-- SPDX-License-Identifier: 0BSD
-- questions: what `u8gen new` asks on a terminal.
--
-- In:  for each question a check of its answer; lines from standard input. Out: the answers, as options would have them. Questions and
--      reasons go to standard error, so that standard output stays what a command says.
--
--     Which encoding shall it be like? [utf-8]
--     What shall it be called? Utf8mb3
--
-- The idea: an answer that is refused is asked for again, with the reason. An end of input ends it all, and nothing was written.

local outside = require "gen.common.outside"

local M = {}

---In their order: the option that an answer is, the question, and whether an empty answer is one (false: something must be said).
local QUESTIONS <const> = {
  { key = "from", text = "Which encoding shall it be like?", empty = "utf-8" },
  { key = "name", text = "What shall it be called?", empty = false },
  { key = "without", text = "Which code points shall it leave out, such as U+00AD, U+0000..U+001F, Cn, or soft_hyphen=U+00AD with a name?",
    empty = "none" },
  { key = "max", text = "Which is the last code point, such as U+FFFF?", empty = "as there" },
  { key = "output", text = "Which file shall it go to?", empty = "its name, .lua" },
}

---A line of standard input; an error at its end.
local function answer()
  local line <const> = io.read("l")
  if not line then
    io.stderr:write("\n")
    error({ usage_error = true, message = "the answers ended before the questions did; nothing was written" }, 0)
  end
  return (line:gsub("^%s+", ""):gsub("%s+$", ""))
end

---Whether standard input is a terminal.
function M.possible()
  return (os.execute("test -t 0")) == true
end

---@param checks table of functions by the questions' keys: a text -> the reason why it is no answer, or nil
---@return table answers by key; nil where nothing was said
function M.ask(checks)
  local answers <const> = {}
  for _, question in ipairs(QUESTIONS) do
    local done = false
    repeat
      io.stderr:write(question.text, question.empty and (" [%s] "):format(question.empty) or " ")
      local line <const> = answer()
      local said <const> = line == question.empty and "" or line
      local reason = nil
      if said ~= "" then
        reason = checks[question.key] and checks[question.key](said, answers)
      elseif not question.empty then
        reason = "this has no answer of its own"
      end
      if reason then
        io.stderr:write("  ", outside.shown(reason), "\n")
      else
        answers[question.key], done = said ~= "" and said or nil, true
      end
    until done
  end
  return answers
end

return M
