-- SPDX-License-Identifier: 0BSD
-- completions: writes the shell completions of u8gen for bash, zsh and fish.
--
--     lua5.4 packaging/completions.lua FOLDER          (make completions: packaging/completions)
--
-- In:  command_line.COMMANDS, the catalogue, the names of kernels, processors and functions. Out: a file for each shell. With its file, a
--      shell offers dfa,avx2 and so on after `u8gen gen --kernels dfa,a`. After `u8gen tour u`, bash offers specs with this prefix or, if
--      there are none, files; zsh offers both, but only files *.lua; fish offers both.
--
-- The idea: each option and argument has a kind, and each shell has an action for each kind.

package.path = "./?.lua;" .. package.path

local api = require "gen.kernel.api"
local catalogue = require "gen.commands.catalogue"
local command_line = require "gen.commands.command_line"
local files = require "gen.common.files"
local isas = require "gen.kernel.isas"

local ROOT <const> = "."

local HEAD <const> = "# u8gen's completions for %s: `make completions` writes them from gen/commands/command_line.lua.\n"
  .. "# SPDX-License-Identifier: 0BSD\n"

---@return string[] flags of an option, "-o" and "--output"
local function flags_of(option)
  local flags = {}
  for flag in option.flags:gmatch("%S+") do
    flags[#flags + 1] = flag
  end
  return flags
end

---Returns the first part of a description, without quotes, $, square brackets and backslashes.
local function short(text)
  return (text:match("^[^:;(]+"):gsub(", such as.*$", ""):gsub("[%s.]+$", ""):gsub("['\"`$%[%]\\]", ""))
end

local function names_of(list)
  local names = {}
  for i, one in ipairs(list) do
    names[i] = one.name
  end
  return table.concat(names, " ")
end

---Returns the words for some kinds, in the syntax of all shells.
local function lists_of(root)
  return {
    spec = table.concat(catalogue.names(root), " "), kernels = table.concat(isas.names(), " "),
    functions = table.concat(api.optional(), " "), parts = table.concat(api.names(), " "),
    processors = table.concat(isas.processors(), " "),
  }
end

-- ---- bash ----

---The action of bash for each kind. Kinds of files have none: bash offers files by default.
local BASH <const> = {
  spec = '_u8gen_words "%s"', kernels = '_u8gen_list "%s"', functions = '_u8gen_list "%s"', parts = '_u8gen_list "%s"',
  processors = '_u8gen_list "%s"', folder = "_u8gen_folders",
  prefix = "compopt +o default", points = "compopt +o default", point = "compopt +o default", name = "compopt +o default",
  bytes = "compopt +o default",
}

local BASH_HEAD <const> = [[
# shellcheck shell=bash disable=SC2207

_u8gen_words() {
    COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

# Completes the last of several words that are separated by commas.
_u8gen_list() {
    local before=
    case $cur in *,*) before=${cur%,*}, ;; esac
    COMPREPLY=($(compgen -P "$before" -W "$1" -- "${cur##*,}"))
    compopt -o nospace
}

_u8gen_folders() {
    compopt -o filenames
    local IFS=$'\n'
    COMPREPLY=($(compgen -d -- "$cur"))
}

# Offers words of the kind $1.
_u8gen_offer() {
    case $1 in
]]

local BASH_TAIL <const> = [[
    esac
}

_u8gen() {
    local cur=${COMP_WORDS[COMP_CWORD]} place=1 at kind many options
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        _u8gen_words "%s -h --help --version"
        return
    fi
    # bash splits "--to=utf-8" into three words.
    [ "$cur" != "=" ] || cur=
    # An option has no value, one value, or all values up to the next option.
    local pending=
    for ((at = 2; at < COMP_CWORD; at++)); do
        case ${COMP_WORDS[at]} in
            =) ;;
            -*)
                kind='' many=''
                _u8gen_kind "${COMP_WORDS[at]}" ''
                pending=$kind
                ;;
            *)
                if [ -z "$pending" ]; then
                    place=$((place + 1))
                elif [ -z "$many" ]; then
                    pending=
                fi
                ;;
        esac
    done
    kind='' many=''
    _u8gen_kind '' "$place"
    case $cur in
        -*) _u8gen_words "$options" ;;
        *) _u8gen_offer "${pending:-$kind}" ;;
    esac
}

complete -o default -F _u8gen u8gen
]]

---Adds the kinds of a command's options and arguments, as cases for bash.
local function bash_command(command, lines)
  local flags, kinds, places = {}, {}, {}
  for _, option in ipairs(command.options) do
    local own <const> = flags_of(option)
    flags[#flags + 1] = table.concat(own, " ")
    if option.kind then
      kinds[#kinds + 1] = ("                %s) kind='%s'%s ;;"):format(table.concat(own, " | "), option.kind,
        option.args and " many=yes" or "")
    end
  end
  for i, one in ipairs(command.arguments) do
    places[#places + 1] = ("                %s) kind='%s' ;;"):format(one.args and "?*" or i, one.kind)
  end
  flags[#flags + 1] = "-h --help"
  lines[#lines + 1] = ("        %s)\n            options='%s'"):format(command.name, table.concat(flags, " "))
  if #kinds > 0 then
    lines[#lines + 1] = "            case $1 in\n" .. table.concat(kinds, "\n") .. "\n            esac"
  end
  if #places > 0 then
    lines[#lines + 1] = "            case $2 in\n" .. table.concat(places, "\n") .. "\n            esac"
  end
  lines[#lines + 1] = "            ;;"
end

local function bash(root)
  local lists <const>, kinds = lists_of(root), {}
  for kind in next, BASH do
    kinds[#kinds + 1] = kind
  end
  table.sort(kinds)
  local lines <const> = { HEAD:format("bash") .. BASH_HEAD:gsub("\n$", "") }
  for _, kind in ipairs(kinds) do
    lines[#lines + 1] = ("        %s) %s ;;"):format(kind, BASH[kind]:format(lists[kind]))
  end
  lines[#lines + 1] = [[
    esac
}

# Sets `kind` and `many` for the value of option $1 or argument $2 of the command, and `options`.
_u8gen_kind() {
    case ${COMP_WORDS[1]} in]]
  for _, command in ipairs(command_line.COMMANDS) do
    bash_command(command, lines)
  end
  lines[#lines + 1] = BASH_TAIL:format(names_of(command_line.COMMANDS))
  return table.concat(lines, "\n")
end

-- ---- zsh ----

local ZSH <const> = {
  spec = "_u8gen_specs", kernels = "_values -s , kernel %s", functions = "_values -s , function %s",
  parts = "_values -s , function %s", processors = "_values -s , processor %s", folder = "_files -/", file = "_files",
  copy = "_files", prefix = " ", points = " ", point = " ", name = " ", bytes = " ",
}

local function zsh(root)
  local lists <const> = lists_of(root)
  local function action(kind)
    return ZSH[kind]:format(lists[kind])
  end
  local lines <const> = {
    "#compdef u8gen", HEAD:format("zsh"), "_u8gen_specs() {",
    ("    _alternative 'specs:spec:(%s)' 'files:file:_files -g \"*.lua\"'"):format(lists.spec), "}\n", "_u8gen() {",
    "    local context state state_descr line", "    typeset -A opt_args", "    local -a commands=(",
  }
  for _, command in ipairs(command_line.COMMANDS) do
    lines[#lines + 1] = ("        '%s:%s'"):format(command.name, short(command.text))
  end
  lines[#lines + 1] = [[
    )
    _arguments -C '(- *)'{-h,--help}'[help]' '(- *)--version[the version]' '1:command:->command' '*::argument:->arguments'
    case $state in
        command) _describe command commands ;;
        arguments)
            case $words[1] in]]
  for _, command in ipairs(command_line.COMMANDS) do
    local words = { "'(- *)'{-h,--help}'[help]'" }
    for _, option in ipairs(command.options) do
      local flags <const> = flags_of(option)
      local many <const> = option.many and "*" or ""
      local head <const> = #flags > 1 and ("{%s}'"):format(table.concat(flags, ",")) or ("'%s%s"):format(many, flags[1])
      local suffix <const> = not option.kind and "" or (option.args and ":*: :%s" or ": :%s"):format(action(option.kind))
      words[#words + 1] = ("%s[%s]%s'"):format(head, short(option.text), suffix)
    end
    for i, one in ipairs(command.arguments) do
      words[#words + 1] = ("'%s:%s:%s'"):format(one.args and "*" or i, one.name, action(one.kind))
    end
    local indent <const> = (" "):rep(24)
    lines[#lines + 1] = ("                %s)\n                    _arguments -s -S \\\n%s%s\n                    ;;"):format(
      command.name, indent, table.concat(words, " \\\n" .. indent))
  end
  lines[#lines + 1] = "            esac\n            ;;\n    esac\n}\n\n_u8gen \"$@\"\n"
  return table.concat(lines, "\n")
end

-- ---- fish ----

local function fish(root)
  local lists <const> = lists_of(root)
  local lines <const> = {
    HEAD:format("fish"), "# Completes the last of several words that are separated by commas.", "function __u8gen_list",
    "    set -l before (string match -r '.*,' -- (commandline -ct))", "    for word in $argv", '        echo "$before$word"', "    end",
    "end", "", "complete -c u8gen -n __fish_use_subcommand -f", "complete -c u8gen -n __fish_use_subcommand -s h -l help -d 'help'",
    "complete -c u8gen -n __fish_use_subcommand -l version -d 'the version'",
  }
  ---Returns the action for a kind of option or argument: "" for files.
  local function offer(kind)
    if kind == "spec" then
      return (" -a '%s'"):format(lists.spec)
    elseif kind == "folder" then
      return " -f -a '(__fish_complete_directories)'"
    elseif lists[kind] then
      return (" -f -a '(__u8gen_list %s)'"):format(lists[kind])
    end
    return kind ~= "file" and kind ~= "copy" and " -f" or ""
  end
  for _, command in ipairs(command_line.COMMANDS) do
    lines[#lines + 1] = ""
    lines[#lines + 1] = ("complete -c u8gen -n __fish_use_subcommand -a %s -d '%s'"):format(command.name, short(command.text))
    local head <const> = ("complete -c u8gen -n '__fish_seen_subcommand_from %s'"):format(command.name)
    lines[#lines + 1] = head .. " -s h -l help -d 'help'"
    for _, option in ipairs(command.options) do
      local words = { head }
      for _, flag in ipairs(flags_of(option)) do
        words[#words + 1] = flag:find("^%-%-") and "-l " .. flag:sub(3) or "-s " .. flag:sub(2)
      end
      words[#words + 1] = option.kind and "-r" .. offer(option.kind) or nil
      words[#words + 1] = ("-d '%s'"):format(short(option.text))
      lines[#lines + 1] = table.concat(words, " ")
    end
    for _, one in ipairs(command.arguments) do
      local offered <const> = offer(one.kind)
      lines[#lines + 1] = offered ~= "" and head .. offered or nil
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

files.write(arg[1], {
  { name = "u8gen.bash", text = bash(ROOT) }, { name = "_u8gen", text = zsh(ROOT) }, { name = "u8gen.fish", text = fish(ROOT) },
})
