-- SPDX-License-Identifier: 0BSD
-- progress: a line on the terminal that shows the stage of a long generation.
--
-- In:  calls from the stages. Out: on standard error, after two seconds of CPU time, `u8gen: UTF-8: automaton, states: 1200`. This line is
--      overwritten a few times a second and erased at the end. Nothing is written if standard error is not a terminal.
--
--      progress.start "UTF-8"                          a spec begins
--      progress.stage("rules of 3 bytes", 12, 40)      cheap enough for inner loops: shown as `rules of 3 bytes: 12 of 40`
--      progress.finish()                               erases the line, also after an error
--
-- The idea: most calls only count. The first call of a stage, and then each EVERY-th, reads the clock. Whether standard error is a
-- terminal is checked before the first line.

local M = {}

local FIRST <const>, AGAIN <const>, EVERY <const> = 2.0, 0.2, 64

---The spec, its stage, the time from which the line may be written again, the calls until the clock is read, the width of the written line,
---and whether standard error is a terminal (nil until it is checked).
local at = { name = nil, text = nil, due = 0, calls = 0, width = 0, terminal = nil }

---The output, the clock, and optionally `first`, the seconds before the first line. Tests and the playground replace these.
M.world = {
  clock = os.clock,
  write = function(text) io.stderr:write(text) end,
  is_terminal = function() return (os.execute("test -t 2")) == true end,
}

---@param name string of the spec
function M.start(name)
  at.name, at.due, at.calls = name, M.world.clock() + (M.world.first or FIRST), 0
end

---Shows the current stage.
---@param text string
---@param done integer? the number of steps that are done
---@param total integer? the number of all steps, if known
function M.stage(text, done, total)
  at.calls = at.calls - 1
  if not at.name or at.calls > 0 and text == at.text then
    return
  end
  at.calls, at.text = EVERY, text
  local now <const> = M.world.clock()
  if now < at.due then
    return
  end
  at.due = now + AGAIN
  if at.terminal == nil then
    at.terminal = M.world.is_terminal()
  end
  if at.terminal then
    local line = ("u8gen: %s: %s"):format(at.name, text)
    if done then
      line = ("%s: %d%s"):format(line, done, total and " of " .. total or "")
    end
    M.world.write("\r" .. line .. (" "):rep(at.width - #line))
    at.width = #line
  end
end

---Erases the line. Nothing is shown until the next start.
function M.finish()
  if at.width > 0 then
    M.world.write("\r" .. (" "):rep(at.width) .. "\r")
  end
  at.name, at.width, at.terminal = nil, 0, nil
end

return M
