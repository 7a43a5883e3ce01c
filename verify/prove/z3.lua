-- SPDX-License-Identifier: 0BSD
-- z3: runs the prover z3 on a file of SMT-LIB.
--
-- In: a file, or its lines. Out of `answers`: the lines that z3 prints, one for each goal; of `held`: the number of goals that it proves.

local files = require "gen.common.files"

local M = {}

---@param file string
---@param seconds integer for all goals
---@return string[] answers
function M.answers(file, seconds)
  local answers <const>, run <const> = {}, assert(io.popen(("z3 -T:%d '%s' 2>&1"):format(seconds, file)))
  for line in run:lines() do
    answers[#answers + 1] = line
  end
  run:close()
  return answers
end

---Writes NAME.smt2 and runs z3 on it, for at most a minute. @return integer held the number of goals that have no counterexample
function M.held(lines, folder, name)
  files.write(folder, { { name = name .. ".smt2", text = table.concat(lines, "\n") .. "\n" } })
  local held = 0
  for _, answer in ipairs(M.answers(("%s/%s.smt2"):format(folder, name), 60)) do
    held = held + (answer == "unsat" and 1 or 0)
  end
  return held
end

return M
