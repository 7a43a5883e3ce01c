-- SPDX-License-Identifier: 0BSD
-- questions: the questions of `u8gen new` on a terminal.
--
-- In:  a check for each answer; lines from standard input. Out: the answers, in the form of options. Questions and reasons are written to
--      standard error, so that standard output has only the command's result.
--
--     Which encoding to start from? [utf-8]
--     What is the name of the new encoding? Utf8mb3
--
-- The idea: after an invalid answer, the reason is shown and the question is repeated. At the end of input, the command fails.

local outside = require "gen.common.outside"

local M = {}

---In order: the option that the answer sets, the question, and the meaning of an empty answer (false: an answer is required).
local QUESTIONS <const> = {
  { key = "from", text = "Which encoding to start from?", empty = "utf-8" },
  { key = "name", text = "What is the name of the new encoding?", empty = false },
  { key = "without", text = "Which code points to exclude, such as U+00AD, U+0000..U+001F, Cn, or soft_hyphen=U+00AD with a name?",
    empty = "none" },
  { key = "max", text = "What is the last code point, such as U+FFFF?", empty = "unchanged" },
  { key = "output", text = "Which file to write?", empty = "the name in lower case, without punctuation except _, with .lua" },
}

---Reads a line of standard input, without the blanks around it; raises an error at the end of input.
local function answer()
  local line <const> = io.read("l")
  if not line then
    io.stderr:write("\n")
    error({ usage_error = true, message = "end of input before the last answer; nothing was written" }, 0)
  end
  return (line:gsub("^%s+", ""):gsub("%s+$", ""))
end

---Whether standard input is a terminal.
function M.possible()
  return (os.execute("test -t 0")) == true
end

---@param checks table of functions by the questions' keys: an answer -> the reason why it is invalid, or nil
---@return table answers by key; nil for empty answers
function M.ask(checks)
  local answers <const> = {}
  for _, question in ipairs(QUESTIONS) do
    local done = false
    repeat
      io.stderr:write(question.text, question.empty and (" [%s] "):format(question.empty) or " ")
      local line <const> = answer()
      local given <const> = line == question.empty and "" or line
      local reason = nil
      if given ~= "" then
        reason = checks[question.key] and checks[question.key](given, answers)
      elseif not question.empty then
        reason = "an answer is required"
      end
      if reason then
        io.stderr:write("  ", outside.shown(reason), "\n")
      else
        answers[question.key], done = given ~= "" and given or nil, true
      end
    until done
  end
  return answers
end

return M
