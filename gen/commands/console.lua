-- SPDX-License-Identifier: 0BSD
-- console: what commands say.
--
-- In:  text, or a format and its values. Out: standard output, with what a terminal would not show spelled out; or an error, exit status 2.

local outside = require "gen.common.outside"

local M = {}

---Puts text out. What is longer than the buffer may fail here, and nothing is left then for the flush at the end (u8gen) to fail at.
function M.put(text)
  if not io.write(text) then
    error({ message = "cannot write to standard output" }, 0)
  end
end

---A line, or several, of what a command says.
function M.say(text, ...)
  M.put((text:format(...):gsub("[^\n]+", outside.shown)) .. "\n")
end

---Ends the command: what was asked for cannot be.
function M.usage_error(message, ...)
  error({ usage_error = true, message = message:format(...) }, 0)
end

return M
