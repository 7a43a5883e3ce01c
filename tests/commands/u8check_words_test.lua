-- SPDX-License-Identifier: 0BSD
-- The options of u8check are the same everywhere: in --help, the manual page, and the completions of three shells.
--
-- Needs: build/u8check
-- --help is the reference, with each option's letter and whether it takes a value; the others must agree.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"

local COMPLETIONS <const> = "packaging/completions/"

local function read(name)
  return assert(files.read(name))
end

local function output_of(command)
  local pipe <const> = assert(io.popen(command .. " 2>&1"))
  local output <const> = pipe:read("a")
  pipe:close()
  return output
end

local HELP <const> = output_of("build/u8check --help")

---@return table<string, { letter: string?, valued: boolean }> options by their long names
local function options_of_help()
  local options <const> = {}
  for line in HELP:gmatch("\n(  [^\n]+)") do
    local letter <const>, name <const>, value <const> = line:match("^  %-?(%w?),? +%-%-([%l%d-]+) ?(%u?)")
    if name then
      options[name] = { letter = letter ~= "" and letter or nil, valued = value ~= "" }
    end
  end
  return options
end

local OPTIONS <const> = options_of_help()

local ENCODINGS <const> = {}
for name in HELP:match("\nEncodings:\n(.-)\nKernels"):gmatch("%S+") do
  ENCODINGS[#ENCODINGS + 1] = name
end
table.sort(ENCODINGS)

TestOptions = {}

function TestOptions.test_help_lists_the_options_of_the_program()
  local count = 0
  local source <const> = read "docs/examples/u8check.c"
  for name, valued in source:gmatch('{"([%l%d-]+)", (%l+)_argument,') do
    count = count + 1
    lu.assertNotNil(OPTIONS[name], name)
    lu.assertEquals(OPTIONS[name].valued, valued == "required", name)
  end
  for name in pairs(OPTIONS) do
    count = count - 1
    lu.assertStrContains(source, ('{"%s",'):format(name))
  end
  lu.assertEquals(count, 0)
end

function TestOptions.test_version()
  lu.assertEquals(output_of "build/u8check --version", "u8check " .. read "VERSION":match "%S+" .. "\n")
end

function TestOptions.test_the_manual_page()
  local page <const> = read "docs/man/u8check.1"
  local seen <const>, last = {}, ""
  for line in page:gmatch("\n%.It (Fl [^\n]+)") do
    local letter <const>, name <const>, value <const> = line:match("^Fl ?(%w?) ?,? ?F?l? ?%-([%l%d-]+) ?A?r? ?(%l*)$")
    lu.assertNotNil(name, line)
    lu.assertEquals({ letter = letter ~= "" and letter or nil, valued = value ~= "" }, OPTIONS[name], line)
    local key <const> = letter:match("%d") or name
    lu.assertTrue(last < key, key .. " must precede " .. last)
    last, seen[name] = key, true
  end
  for name in pairs(OPTIONS) do
    lu.assertTrue(seen[name], name)
  end
  local lint <const> = output_of("mandoc -T lint docs/man/u8check.1")
  lu.assertEquals((lint:gsub("[^\n]*makewhatis[^\n]*\n", ""):gsub("[^\n]*referenced manual not found[^\n]*\n", "")), "")
end

-- Values that bash completes for options with a fixed set of choices; for encodings, the names that --help lists.
local CHOICES <const> = { encoding = ENCODINGS, to = ENCODINGS, format = { "text", "gcc", "json", "sarif", "github" },
  color = { "auto", "always", "never" } }

---Returns the completions that bash offers for these words. The last word is incomplete.
local function offered(...)
  local words <const> = {}
  for i, word in ipairs { ... } do
    words[i] = "'" .. word .. "'"
  end
  local script <const> = '. %su8check.bash; COMP_WORDS=(build/u8check %s); COMP_CWORD=%d; _u8check; printf "%%s\\n" "${COMPREPLY[@]}"'
  local command <const> = script:format(COMPLETIONS, table.concat(words, " "), #words):gsub("'", "'\\''")
  local list <const> = {}
  for word in output_of(("bash --norc -c '%s'"):format(command)):gmatch("[^\n]+") do
    list[#list + 1] = word
  end
  table.sort(list)
  return list
end

function TestOptions.test_bash()
  local expected <const> = {}
  for name, option in pairs(OPTIONS) do
    expected[#expected + 1] = "--" .. name
    expected[#expected + 1] = option.letter and "-" .. option.letter
  end
  table.sort(expected)
  lu.assertEquals(offered("-"), expected)
  lu.assertEquals(offered("--max"), { "--max-errors" })
  for option, values in pairs(CHOICES) do
    for _, value in ipairs(values) do
      local one <const>, other <const> = offered("--" .. option, value), offered("--" .. option, "=", value)
      lu.assertEquals(one[1], value)
      lu.assertEquals(other, one)
    end
  end
  lu.assertEquals(offered("-e", "cesu"), { "cesu-8", "cesu-8-lax" })
  lu.assertEquals(offered("READ"), { "README.md" })
  lu.assertEquals(offered("-k", "sw"), { "swar" })
end

function TestOptions.test_zsh()
  local text <const> = read(COMPLETIONS .. "_u8check")
  for name, option in pairs(OPTIONS) do
    local letter <const>, sign <const> = option.letter, option.valued and "=" or ""
    local both <const> = letter and ("{-%s%s,--%s%s}"):format(letter, option.valued and "+" or "", name, sign)
      or "--" .. name .. sign .. "["
    lu.assertStrContains(text, both)
  end
  lu.assertStrContains(text:gsub("%s+", " "), "encodings=(" .. table.concat(ENCODINGS, " ") .. ")")
  if os.execute "command -v zsh >/dev/null" then
    lu.assertEquals(output_of("zsh -n " .. COMPLETIONS .. "_u8check"), "")
  else
    print "skipped: zsh's syntax check (zsh is missing)"
  end
end

function TestOptions.test_fish()
  local text <const> = read(COMPLETIONS .. "u8check.fish")
  for name, option in pairs(OPTIONS) do
    local line <const> = "complete -c u8check" .. (option.letter and " -s " .. option.letter or "") .. " -l " .. name .. " "
    local found <const> = text:match((line:gsub("%p", "%%%0")) .. "([^\n]*)")
    lu.assertNotNil(found, line)
    lu.assertEquals(found:find "^%-[xr] " ~= nil, option.valued, name)
  end
  lu.assertStrContains(text:gsub("\\\n", ""):gsub("%s+", " "), "encodings " .. table.concat(ENCODINGS, " ") .. " set")
  if os.execute "command -v fish >/dev/null" then
    lu.assertEquals(output_of("fish -n " .. COMPLETIONS .. "u8check.fish"), "")
  else
    print "skipped: fish's syntax check (fish is missing)"
  end
end

-- Runs each u8check command that docs/u8check.md gives for a hook or a workflow. A hook passes file names; a workflow lists files by git.
function TestOptions.test_the_commands_for_hooks_and_workflows()
  local count = 0
  local folder <const> = assert(io.popen("mktemp -d"):read("l"))
  local before <const> = ("cd %s && git init -q && printf ok >good && printf 'x\\377' >bad && printf '\\377\\0' >binary "
    .. "&& git add . && PATH=$OLDPWD/build:$PATH"):format(folder)
  for line in read("docs/u8check.md"):gmatch("\n *(%l*:? ?[^\n$]*u8check[^\n]*)") do
    local entry <const>, step <const> = line:match("^entry: (.*)"), line:match("^run: (.*)") or line:match("^git ls%-files .*")
    if entry or step then
      count = count + 1
      local command <const> = ("%s; %s 2>&1; echo $?"):format(before, step or entry .. " good bad")
      local output <const> = output_of(command)
      lu.assertStrContains(output, "bad")
      lu.assertNotStrContains(output, "binary:")
      lu.assertStrMatches(output, ".*\n1\n")
      lu.assertStrMatches(output_of((command:gsub(" bad 2>", " 2>"):gsub("git ls", "git rm -q --cached bad; git ls"))), ".*0\n")
    end
  end
  os.execute("rm -rf " .. folder)
  lu.assertEquals(count, 3)
end

os.exit(lu.LuaUnit.run("-v", table.unpack(arg)))
