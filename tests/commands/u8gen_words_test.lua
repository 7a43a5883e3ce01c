-- SPDX-License-Identifier: 0BSD
-- u8gen's commands and options are the same in --help, u8gen.1 and the completions of three shells. Another page lists the words of specs.
--
-- command_line.COMMANDS, from which the parser is made, is the reference. The manual pages and completions must agree with this list.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local command_line <const> = require "gen.commands.command_line"
local faults <const> = require "gen.language.faults"
local files <const> = require "gen.common.files"
local pipeline <const> = require "gen.pipeline"
local man <const> = require "gen.emit.man"
local spec_words <const> = require "gen.spec.words"
local place <const> = require "tests.lib.workplace" "u8gen_words_test"

local COMPLETIONS <const> = "packaging/completions/"

local function read(name)
  return (assert(files.read(name)))
end

---@param command string
---@return string output of both streams
local function output_of(command)
  local pipe <const> = assert(io.popen(command .. " 2>&1"))
  local output <const> = pipe:read("a")
  pipe:close()
  return output
end

---Returns the long flag of an option.
local function long_of(option)
  return option.flags:match("%-%-(%S+)$")
end

local function sorted(set)
  local list = {}
  for name in next, set do
    list[#list + 1] = name
  end
  table.sort(list)
  return list
end

-- ---- The manual pages ----

TestManual = {}

function TestManual.test_mandoc_reports_nothing()
  for _, name in ipairs { "u8gen.1", "u8gen-spec.5" } do
    local lint <const> = output_of("mandoc -T lint -W style docs/man/" .. name)
    lu.assertEquals((lint:gsub("[^\n]*makewhatis[^\n]*\n", ""):gsub("[^\n]*referenced manual not found[^\n]*\n", "")), "")
    lu.assertStrContains(read("docs/man/" .. name), "\n.Dd " .. man.date() .. "\n")
  end
end

---SYNOPSIS has the options of each command.
function TestManual.test_the_synopsis()
  local text <const> = read("docs/man/u8gen.1"):match("%.Sh SYNOPSIS\n(.-)\n%.Sh")
  local seen = {}
  for block in (text .. "\n"):gsub("%.Nm\n", "\0"):gmatch("%z([^%z]*)") do
    local command <const> = block:match("^%.Cm (%l+)\n")
    for flag in block:gmatch("%.Op Fl %-?(%l[%l-]*)") do
      seen[("%s %s"):format(command, flag)] = true
    end
    for flag in block:gmatch("\n%.Fl %-(%l[%l-]*)") do
      seen[("%s %s"):format(command, flag)] = true
    end
    if command then
      seen[command] = true
    end
  end
  local expected = {}
  for _, command in ipairs(command_line.COMMANDS) do
    expected[command.name] = true
    for _, option in ipairs(command.options) do
      expected[("%s %s"):format(command.name, option.flags:match("^%-(%l) ") or long_of(option))] = true
    end
  end
  lu.assertEquals(sorted(seen), sorted(expected))
end

---For each option, the page names the commands that have it in command_line.COMMANDS.
function TestManual.test_the_options()
  local text <const>, seen, last = read("docs/man/u8gen.1"):match("%.Ss Options\n(.-)\n%.El"), {}, ""
  for head, body in text:gsub("\n%.It ", "\n\0"):gmatch("%z([^\n]*)([^%z]*)") do
    local short <const>, name <const> = head:match("^Fl (%l) , Fl %-([%l-]+)"), head:match("Fl %-([%l-]+)")
    lu.assertTrue(last <= name, name .. " is after " .. last)
    last = name
    for command in (body:match("^\n%.Pq Cm ([^\n]*)") or ""):gmatch("%l+") do
      seen[("%s %s%s %s"):format(command, short and "-" .. short .. " " or "", name, head:find(" Ar") and "with" or "alone")] = true
    end
  end
  local expected = {}
  for _, command in ipairs(command_line.COMMANDS) do
    for _, option in ipairs(command.options) do
      local short <const> = option.flags:match("^(%-%l) ")
      expected[("%s %s%s %s"):format(command.name, short and short .. " " or "", long_of(option), option.kind and "with" or "alone")] = true
    end
  end
  lu.assertEquals(sorted(seen), sorted(expected))
  for _, name in ipairs { "help", "version" } do
    lu.assertStrContains(text, "Fl -" .. name)
    lu.assertStrContains(output_of("./u8gen --help"), "--" .. name)
  end
end

function TestManual.test_help_has_all_commands()
  local help <const>, text <const> = output_of("./u8gen --help"), read("docs/man/u8gen.1"):match("%.Ss Commands\n(.-)\n%.El")
  for _, command in ipairs(command_line.COMMANDS) do
    lu.assertStrContains(help, "\n   " .. command.name .. " ")
    lu.assertStrContains("\n" .. text, "\n.It Cm " .. command.name)
  end
end

function TestManual.test_the_words_of_a_spec()
  local text <const>, words = read "docs/man/u8gen-spec.5", {}
  for word in text:match("%.Ss Words\n(.-)\n%.El"):gmatch("%f[^\n%z]%.It Ic ([%l_]+)") do
    words[#words + 1] = word
  end
  lu.assertEquals(words, spec_words.names())
  local source <const> = read "gen/spec/sandbox.lua"
  for name, number in next, { forms = text:match("at most (%d+) forms"), nevers = text:match("(%d+) rules of\n%.Ic never"),
    sets = text:match("(%d+) sets of\n%.Ic unicode") } do
    lu.assertStrContains(source, ("%s = %s,"):format(name, number))
  end
end

---The manual page's example is a spec with three examples. The page lists the faults that follow from forms.
function TestManual.test_the_example_of_a_spec()
  local text <const> = read "docs/man/u8gen-spec.5"
  local example <const> = text:match("%.Sh EXAMPLES\n.-%.Bd [^\n]*\n(.-)\n%.Ed")
  local model <const> = pipeline.understand(example, "example")
  lu.assertEquals(#model.spec.examples, 3)
  for fault, hex in next, { truncated = "C3", too_long = "80", too_short = "C3 41", not_a_form = "F8", overlong = "C0" } do
    local bytes = {}
    for byte in hex:gmatch("%x%x") do
      bytes[#bytes + 1] = tonumber(byte, 16)
    end
    lu.assertEquals(faults.of(model, bytes).fault, fault)
    lu.assertStrContains(text, "\n.It Li " .. fault .. "\n")
  end
end

-- ---- Completions ----

TestCompletions = {}

function TestCompletions.test_the_committed_completions_are_the_generated_ones()
  local folder <const> = "build/u8gen_words_test/"
  assert(os.execute(("mkdir -p %s && lua5.4 packaging/completions.lua %s"):format(folder, folder)))
  for _, name in ipairs { "u8gen.bash", "_u8gen", "u8gen.fish" } do
    lu.assertTrue(read(COMPLETIONS .. name) == read(folder .. name), name .. " is stale: 'make completions' writes it")
  end
end

---Returns the completions that bash offers for some words. The last word is incomplete.
local function bash(...)
  local words <const> = { ... }
  local quoted <const> = {}
  for i, word in ipairs(words) do
    quoted[i] = "'" .. word .. "'"
  end
  return output_of(([[bash --norc --noprofile -c '
      set -u; compopt() { :; }; . "$0/%su8gen.bash"; cd "$1"; shift
      COMP_WORDS=(u8gen "$@"); COMP_CWORD=$#; _u8gen; printf "%%s " "${COMPREPLY[@]}"' '%s' '%s' %s]]):format(
    COMPLETIONS, place.root, place.folder, table.concat(quoted, " ")))
end

function TestCompletions.test_bash()
  place.clear()
  place.expect("mkdir -p folder/inner && touch mine.lua", 0)
  lu.assertEquals(bash "ve", "vendor verify ")
  lu.assertEquals(bash("gen", "utf-8-"), "utf-8-generalized utf-8-interchange utf-8-nonul ")
  lu.assertEquals(bash("gen", "utf-8", "wtf"), "wtf-8 ")
  lu.assertEquals(bash("gen", "--to", "cesu-8-"), "cesu-8-lax ")
  lu.assertEquals(bash("gen", "--to", "=", "cesu-8-"), "cesu-8-lax ")
  lu.assertEquals(bash("gen", "--for", "="), "x86-64 aarch64 riscv64 wasm32 ")
  lu.assertEquals(bash("vendor", "utf-8", "--to", "=", "wtf-8", "fo"), "folder ")
  lu.assertEquals(bash("vendor", "utf-8", "fo"), "folder ")
  lu.assertEquals(bash("vendor", "utf-8", "--prefix", "x", "fo"), "folder ")
  lu.assertEquals(bash("vendor", "utf-8", "--si"), "--single-header ")
  lu.assertEquals(bash("gen", "utf-8", "--kernels", "dfa,avx2"), "dfa,avx2 dfa,avx2gfni ")
  lu.assertEquals(bash("gen", "utf-8", "--without", "re"), "repair repair_stream ")
  lu.assertEquals(bash("new", "--from", "toml"), "toml-1.0 ")
  lu.assertEquals(bash("new", "--without", "re"), " ")
  lu.assertEquals(bash("check", "--copy", "a.c", "u"), " ")
  lu.assertEquals(bash("check", "u8"), " ")
  lu.assertEquals(bash("nothing", "x"), " ")
end

local function is_missing(program)
  return not os.execute(("command -v %s >/dev/null"):format(program))
end

function TestCompletions.test_fish()
  lu.skipIf(is_missing "fish", "fish is missing")
  local function fish(line)
    local command <const> = "fish --no-config -c 'source %su8gen.fish; complete -C \"u8gen %s\"' | cut -f1 | LC_ALL=C sort | tr '\\n' ' '"
    return output_of(command:format(COMPLETIONS, line))
  end
  lu.assertEquals(fish "ve", "vendor verify ")
  lu.assertEquals(fish "gen utf-8-", "utf-8-generalized utf-8-interchange utf-8-nonul ")
  lu.assertEquals(fish "gen utf-8 --kernels dfa,avx5", "dfa,avx512 dfa,avx512bw ")
  lu.assertEquals(fish "vendor utf-8 --si", "--single-header ")
end

function TestCompletions.test_zsh()
  lu.skipIf(is_missing "zsh", "zsh is missing")
  lu.assertEquals(output_of("zsh -n " .. COMPLETIONS .. "_u8gen"), "")
  -- Here, the function _arguments of zsh's completion prints its arguments and sets `state`.
  local output <const> = output_of(([[zsh -f -c '
      _arguments() { print -rl -- "$@"; state=arguments; }
      words=(vendor utf-8); CURRENT=2; source %s_u8gen']]):format(COMPLETIONS))
  lu.assertStrContains(output, "1:spec:_u8gen_specs\n2:folder:_files -/\n")
  lu.assertStrContains(output, "--force[overwrite edited files]\n")
end

os.exit(lu.LuaUnit.run())
