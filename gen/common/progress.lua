-- SPDX-License-Identifier: 0BSD
-- progress: a line on a terminal that says what a long generation is at.
--
-- In:  calls from the stages. Out: on standard error, from two seconds of CPU time on, `u8gen: UTF-8: automaton, states: 1200`, written
--      over itself a few times a second and wiped at the end; nothing where standard error is no terminal.
--
--      progress.start "UTF-8"                          a spec begins
--      progress.stage("rules of 3 bytes", 12, 40)      cheap enough for inner loops: shown as `rules of 3 bytes: 12 of 40`
--      progress.finish()                               the line is wiped; also where an error ends the work
--
-- The idea: most calls only count. The first of a stage and then each EVERY-th ask the clock, and only one that would write asks, once,
-- what standard error is.

local M = {}

local FIRST <const>, AGAIN <const>, EVERY <const> = 2.0, 0.2, 64

---What the line is about and the stage it is in, when it may be written next, after how many calls the clock is asked, how wide the written
---line is, and whether standard error is a terminal, once that is known.
local at = { name = nil, text = nil, due = 0, calls = 0, width = 0, terminal = nil }

---Where lines go to, what time it is, and after how many seconds the first line may be written (FIRST if left out): a test puts others
---here, and so does the playground.
M.world = {
  clock = os.clock,
  write = function(text) io.stderr:write(text) end,
  is_terminal = function() return (os.execute("test -t 2")) == true end,
}

---@param name string of the spec
function M.start(name)
  at.name, at.due, at.calls = name, M.world.clock() + (M.world.first or FIRST), 0
end

---Says what is done now.
---@param text string
---@param done integer? how much of it is done
---@param total integer? how much there is to do, if that is known
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

---Wipes the line. Nothing is shown until a spec starts again.
function M.finish()
  if at.width > 0 then
    M.world.write("\r" .. (" "):rep(at.width) .. "\r")
  end
  at.name, at.width, at.terminal = nil, 0, nil
end

return M
