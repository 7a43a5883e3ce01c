-- SPDX-License-Identifier: 0BSD
-- chosen: selects tests by a word, and prints the commands that run them.
--
-- In:  a word, which is empty to choose all tests; the paths of test files. The lines `Needs: TARGET...` of a test file name the
--      targets that make must build first. With `--needs` in place of the word, the output is these targets.
-- Out: one line for tests/run.sh: a command in quotes for each file that has chosen tests. For a file in C, the programs that it needs are
--      run. If no test is chosen, a message and exit status 2.
--
-- A test is chosen if the word is part of its file's name, or of its own name as the file spells it; case is ignored. A word with a slash
-- is compared with the file's path. In a Lua file, only the chosen tests run. A file in another language runs all its tests if one of them
-- is chosen.
--
-- tests/lib/counted.lua runs the Lua files, so that a test without an assertion fails.
--
--     rows tests/gen/gen_test.lua       'lua5.4 tests/lib/counted.lua tests/gen/gen_test.lua -p "^TestRows%.test_utf8_...$" ...'
--     cli tests/commands/cli_test.lua   'MAKEFLAGS= make -s build/u8check && lua5.4 tests/lib/counted.lua tests/commands/cli_test.lua'

local M = {}

---For each language, pairs: a pattern that finds the names of tests in a file, and a format, which for Lua makes the argument of -p.
---In Lua, of_each("test_x", ...) makes several tests whose names begin with test_x.
local TESTS <const> = {
  lua = { { "\nfunction (Test[%w_]+[.:]test[%w_]*)%(", "^%s$" }, { "\nfunction (Test[%w_]*)%(", "^%s$" },
    { "\nof_each%(\"(test[%w_]*)\"", "%%.%s_" } },
  c = { { "\nstatic void (test[%w_]*)%(", "%s" } }, sh = { { "\n(test[%w_]*)%(%)", "%s" } },
}
---The lines `Needs:` are within this many bytes of the start of a file.
local HEAD_BYTES <const> = 2000

local function read(name)
  local file <const> = assert(io.open(name, "rb"))
  local text <const> = file:read("a")
  file:close()
  return text
end

---@param text string of a file
---@return string? targets that make must build for it
function M.needs(text)
  local lines <const> = {}
  for line in text:sub(1, HEAD_BYTES):gmatch("\n[-/#*%s]*Needs: ([^\n]+)") do
    lines[#lines + 1] = line
  end
  return #lines > 0 and table.concat(lines, " ") or nil
end

---@param word string "" to choose all tests
---@param file string its path
---@param text string of the file
---@return string? command nil if none of the file's tests is chosen; with a word, the command also builds the targets that the file needs
function M.command(word, file, text)
  local ending <const>, needs <const> = file:match("%.(%w+)$"), M.needs(text)
  local run = { lua = "%s tests/lib/counted.lua " .. file, sh = "sh " .. file, c = needs }
  run = run[ending]:format(os.getenv("LUA") or "lua5.4")
  if ending == "c" then
    run = run:gsub(" ", " 2>&1 && ") .. " 2>&1"
  end
  word = word:lower()
  local compared <const> = word:find("/", 1, true) and file or file:match "[^/]*$"
  if not compared:lower():find(word, 1, true) then
    local names = {}
    for _, kind in ipairs(TESTS[ending]) do
      for name in text:gmatch(kind[1]) do
        if name:lower():find(word, 1, true) then
          names[#names + 1] = ('-p "%s"'):format(kind[2]:format((name:gsub("[.:]", "%%."))))
        end
      end
    end
    if #names == 0 then
      return nil
    end
    run = ending == "lua" and run .. " " .. table.concat(names, " ") or run
  end
  return needs and word ~= "" and ("MAKEFLAGS= make -s %s && %s"):format(needs, run) or run
end

---@param arguments string[] the word and the files; or `--needs` and the files, to print the targets that must be built
---@return integer status
function M.run(arguments)
  local commands = {}
  for i = 2, #arguments do
    local file <const>, text <const> = arguments[i], read(arguments[i])
    if arguments[1] == "--needs" then
      commands[#commands + 1] = M.needs(text)
    else
      local command <const> = M.command(arguments[1], file, text)
      commands[#commands + 1] = command and "'" .. command:gsub("'", "'\\''") .. "'"
    end
  end
  if #commands == 0 then
    io.stderr:write(("no test and no test file has '%s' in its name\n"):format(arguments[1]))
    return 2
  end
  print(table.concat(commands, " "))
  return 0
end

if arg and arg[0]:find("chosen%.lua$") then
  os.exit(M.run(arg))
end
return M
