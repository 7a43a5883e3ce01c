-- SPDX-License-Identifier: 0BSD
-- shown: the files, commands and outputs that a document shows.
--
-- In:  the text of a document. Out: its blocks; the commands of a block, each with the shown output; whether an output matches a shown one.
--
--     ```console                     has commands, each after "$ ", and all that they print; `...` matches any lines,
--                                    or the rest of a line
--     another block after `main.c`:  is the file main.c

local M = {}

---@param text string
---@return table[] blocks { language, name?, text }
function M.blocks(text)
  local list <const>, from = {}, 1
  for at, language, body, after in text:gmatch "()\n```(%w+)\n(.-\n)```\n()" do
    list[#list + 1] = { language = language, name = text:sub(from, at):match "`([^`\n]+)`:\n+$", text = body }
    from = after - 1
  end
  return list
end

---@param block string the text of a ```console
---@return table[] commands { command, shown }
function M.commands(block)
  local list <const> = {}
  for line in block:gmatch "[^\n]*\n" do
    local command <const> = line:match "^%$ (.*)\n"
    if command then
      list[#list + 1] = { command = command, shown = "" }
    else
      list[#list].shown = list[#list].shown .. line
    end
  end
  return list
end

---Whether an output matches the one shown.
function M.is_shown(output, shown)
  local pattern <const> = shown:gsub("[^\n]*\n", function(line)
    return line == "...\n" and ".-" or line:gsub("%p", "%%%0"):gsub(" %%%.%%%.%%%.\n$", " [^\n]*\n")
  end)
  return output:find("^" .. pattern .. "$") ~= nil
end

return M
