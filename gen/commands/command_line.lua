-- SPDX-License-Identifier: 0BSD
-- command_line: the commands and their options.
--
-- Out: `COMMANDS`, a list, and the parser that is built from it (lua-argparse). The shell completions are generated from the same list, and
--      a test compares the manual page with it. `empty` finds an option with an empty value in the parser's result.
--
-- The `kind` of an argument or an option is the kind of its value: "spec" is a catalogue name or a file, "copy" a file that u8gen
-- generated. An option without a kind is a flag.

local argparse = require "argparse"
local api = require "gen.kernel.api"
local isas = require "gen.kernel.isas"
local layout = require "gen.common.layout"
local console = require "gen.commands.console"

local M = {}

local SPEC <const> = { name = "spec", kind = "spec", text = "catalogue name or file" }

---The options that `gen` and `vendor` share.
local GENERATION <const> = {
  { flags = "--to", kind = "spec", text = "the encoding to convert to: writes the conversion SPEC_to_SPEC instead of a validator" },
  { flags = "--prefix", kind = "prefix", text = "prefix of file and symbol names, as in PREFIX.h and PREFIX_valid; default: the "
    .. "encoding's name in lower case, without punctuation except _; for --to, both names" },
  { flags = "--kernels", kind = "kernels", text = "only dfa and these kernels, separated by commas" },
  { flags = "--for", kind = "processors", text = "only the kernels for these processors, separated by commas, those that --kernels names, "
    .. "swar, and shift or dfa" },
  { flags = "--only", kind = "parts", text = "only these functions, separated by commas, and the functions that they need; valid is always "
    .. "included" },
  { flags = "--without", kind = "functions", text = "omit these functions, separated by commas, and the functions that need them" },
  { flags = "--flat",
    text = "write each vector kernel in full; by default a file with several includes itself, so it cannot be pasted into another file" },
  { flags = "--single-header", text = "one .h file; define PREFIX_IMPLEMENTATION, in capitals, in exactly one source file" },
  { flags = "--depfile", kind = "file", text = "write a Make rule with the dependencies of the output to this file" },
  { flags = "--man", kind = "folder", text = "write manual pages to this folder: man -M FOLDER PREFIX_valid shows one" },
}

local MODEL <const> = { flags = "--model", kind = "folder", text = "write auxiliary files to this folder: PREFIX_model.h with the "
  .. "claims that verify/ checks, PREFIX.re for re2c, PREFIX.dot for Graphviz" }

---GENERATION, followed by a command's own options.
local function generation(...)
  local all <const> = { table.unpack(GENERATION) }
  return table.move({ ... }, 1, select("#", ...), #all + 1, all)
end

M.COMMANDS = {
  { name = "gen", text = "Generate C from specs.",
    arguments = { { name = "spec", kind = "spec", text = "catalogue name or file", args = "+" } },
    options = generation(
      { flags = "-o --output", kind = "folder", text = "the folder to write to; default: out/PREFIX" },
      { flags = MODEL.flags, kind = MODEL.kind, text = MODEL.text .. "; without -o no C is written" },
      { flags = "--trace", kind = "folder", text = "write the results of the stages to this folder, in seven numbered files" },
      { flags = "--acsl", text = "add the annotations that `make prove` proves, as comments; needs -o" }) },
  { name = "vendor", text = "Write a copy of the C for your own project into a folder, or upgrade the copy there.",
    arguments = { SPEC, { name = "folder", kind = "folder", text = "the folder of the copy; each copy needs its own" } },
    options = generation({ flags = "--force", text = "overwrite edited files" }) },
  { name = "check", text = "Compare out/, or copies in your tree, with newly generated files.",
    arguments = { { name = "specs", kind = "spec", text = "catalogue name or file; default: the whole catalogue", args = "*" } },
    options = {
      { flags = "--copy", kind = "copy", args = "+", text = "instead of out/, check these files in your tree: their version, "
        .. "and what was changed in them" },
      { flags = "--spec", kind = "file", many = true, text = "a copy's spec, if it is neither in the catalogue nor next to the copy" },
      MODEL } },
  { name = "new", text = "Write a spec from options; without options, ask questions on a terminal.", arguments = {},
    options = {
      { flags = "--from", kind = "spec", text = "the spec to start from; default: utf-8" },
      { flags = "--without", kind = "points", many = true, text = "exclude a code point, a range, or a Unicode category or property: "
        .. "U+00AD, U+0000..U+001F, Cn; NAME=U+00AD also names the fault" },
      { flags = "--max", kind = "point", text = "the last code point, such as U+FFFF" },
      { flags = "--replacement", kind = "point", text = "the code point that replaces ill-formed bytes in repaired text; default: that "
        .. "of the --from spec" },
      { flags = "--name", kind = "name", text = "the encoding's name; default: the output file's without .lua" },
      { flags = "-o --output", kind = "file", text = "the file to write; default: the name in lower case, without punctuation "
        .. "except _, with .lua" },
      { flags = "--force", text = "overwrite the file" } } },
  { name = "tour", text = "Show how u8gen derives the C from a spec, stage by stage.", arguments = { SPEC },
    options = { { flags = "--against", kind = "file", text = "compare the derived tables with published ones from this file" } } },
  { name = "explain", text = "Show how an encoding reads bytes: characters and faults.",
    arguments = { SPEC, { name = "bytes", kind = "bytes", text = "bytes, such as 'C3 A9', 0xC3,0xA9, \\xC3\\xA9 or %C3%A9, or "
      .. "characters, such as U+00E9", args = "+" } },
    options = { { flags = "-v --verbose", text = "show the payload bits of each byte, and the code point in binary, decimal and "
      .. "hexadecimal" } } },
  { name = "diff", text = "Show the shortest texts in which two encodings differ.",
    arguments = { { name = "one", kind = "spec", text = SPEC.text }, { name = "other", kind = "spec", text = SPEC.text } }, options = {} },
  { name = "dot", text = "Write the automaton as NAME.dot, for Graphviz.", arguments = { SPEC },
    options = { { flags = "-o --output", kind = "folder", text = "the folder to write to; default: the current one" } } },
  { name = "verify", text = "Generate C from a spec, and verify it against the spec.", arguments = { SPEC },
    options = {
      { flags = "-o --output", kind = "folder", text = "keep the generated files in this folder" },
      { flags = "--sample", text = "test only a sample of the texts, for a quick result; the proofs are complete" } } },
  { name = "list", text = "Show the encodings of the catalogue.", arguments = {}, options = {} },
}

---The value of each kind of option in words, for the message of `empty`.
local VALUES <const> = {
  spec = "the catalogue name or the file of a spec", prefix = "a prefix", kernels = "names of kernels", functions = "names of functions",
  parts = "names of functions", processors = "names of processors",
  file = "a file", folder = "a folder", copy = "files", points = "code points, such as U+00AD", point = "a code point, such as U+FFFF",
  name = "a name",
}

---Kinds of values that are words of a list; the help of `gen` and `vendor` prints these lists.
local NAMES <const> = {
  { kind = "kernels", heading = "Kernels: ", names = isas.names },
  { kind = "processors", heading = "Processors: ", names = isas.processors },
  { kind = "parts", heading = "Functions for --only: ", names = api.names },
  { kind = "functions", heading = "Functions for --without: ", names = api.optional },
}

---@return string? text the words that options of a command accept
local function names_for(command)
  local lines <const> = {}
  for _, list in ipairs(NAMES) do
    for _, option in ipairs(command.options) do
      lines[#lines + 1] = option.kind == list.kind and layout.filled(list.heading, table.concat(list.names(), " "), "   ") or nil
    end
  end
  return #lines > 0 and table.concat(lines, "\n") or nil
end

---Adds -h and --help to a parser or a command. The help options of argparse end the process and do not report that a write failed.
local function with_help(p)
  return p:add_help { action = function() console.put(p:get_help() .. "\n") error({ status = 0 }, 0) end }
end

---@param show_version fun() the action of --version
---@return table parser of lua-argparse; its result has `command`, and the values of arguments and options by their names
function M.parser(show_version)
  local p <const> = with_help(argparse("u8gen", "Generates proved C validators from the rules of an encoding such as UTF-8."))
    :epilog("A spec is a catalogue name, such as utf-8, or a file.\n"
      .. "Exit status: 0 success; 1 a file is missing, extra, stale or edited, encodings differ, or a check failed; 2 any other error.")
  p:command_target("command")
  p:flag("--version", "Show the version and exit."):action(show_version)
  for _, command in ipairs(M.COMMANDS) do
    local c <const> = with_help(p:command(command.name, command.text))
    local names <const> = names_for(command)
    if names then
      c:epilog(names)
    end
    for _, one in ipairs(command.arguments) do
      c:argument(one.name, one.text):args(one.args or 1)
    end
    for _, one in ipairs(command.options) do
      local made <const> = one.kind and c:option(one.flags, one.text):args(one.args or 1) or c:flag(one.flags, one.text)
      made:count(one.many and "*" or "?")
    end
  end
  return p
end

---Finds the first option whose value is empty.
---@param args table the parser's result
---@return string? message
function M.empty(args)
  for _, command in ipairs(M.COMMANDS) do
    for _, option in ipairs(command.name == args.command and command.options or {}) do
      local key <const> = option.flags:match("%-%-(%S+)$"):gsub("-", "_")
      local value <const> = args[key]
      for _, one in ipairs(type(value) == "table" and value or { value }) do
        if one == "" then
          return ("%s needs %s; the value is empty"):format(option.flags:match("^%S+"), VALUES[option.kind])
        end
      end
    end
  end
end

return M
