-- SPDX-License-Identifier: 0BSD
-- console: prints the output of commands.
--
-- In:  text, or a format and its values. Out: standard output, where `say` escapes unprintable characters; or an error.

local outside = require "gen.common.outside"

local M = {}

---Writes text, and checks for errors at once: the final flush (in u8gen) does not report that an earlier write failed.
function M.put(text)
  if not io.write(text) then
    error({ message = "cannot write to standard output" }, 0)
  end
end

---Prints one or several lines, escaped.
function M.say(text, ...)
  M.put((text:format(...):gsub("[^\n]+", outside.shown)) .. "\n")
end

---Ends the command with a usage error.
function M.usage_error(message, ...)
  error({ usage_error = true, message = message:format(...) }, 0)
end

return M
