-- SPDX-License-Identifier: 0BSD
-- command_line: the commands and their options.
--
-- Out: `COMMANDS`, a list; the parser that reads arguments by it (lua-argparse). The completions of shells come from the same list, and a
--      test compares the manual page with it.
--
-- An argument or an option has a `kind`, what stands there: "spec" is a name of the catalogue or a file, "copy" a file that u8gen
-- generated. An option without a kind is a flag.

local argparse = require "argparse"
local api = require "gen.kernel.api"
local isas = require "gen.kernel.isas"
local layout = require "gen.common.layout"

local M = {}

local SPEC <const> = { name = "spec", kind = "spec", text = "catalogue name or file" }

---What shapes C, for all commands that write it.
local GENERATION <const> = {
  { flags = "--to", kind = "spec", text = "the encoding to convert to: a pair of files SPEC_to_SPEC instead of the spec's own" },
  { flags = "--prefix", kind = "prefix", text = "what files and symbols begin with, as in PREFIX.h and PREFIX_valid (the encoding's "
    .. "name in lower case, without punctuation but _)" },
  { flags = "--kernels", kind = "kernels", text = "only these kernels, separated by commas" },
  { flags = "--for", kind = "processors", text = "only kernels for these processors, separated by commas, besides those that --kernels "
    .. "names" },
  { flags = "--only", kind = "parts", text = "only these functions, separated by commas, and those that they need" },
  { flags = "--without", kind = "functions", text = "without these functions, separated by commas, and those that need them" },
  { flags = "--flat",
    text = "print each vector kernel in full; without it the .c file includes itself, which a file with other code cannot do" },
  { flags = "--single-header", text = "one .h file; define PREFIX_IMPLEMENTATION in capitals where the code shall be" },
  { flags = "--depfile", kind = "file", text = "write to this file a Make rule with what the output depends on" },
  { flags = "--man", kind = "folder", text = "write manual pages to this folder: man -M FOLDER PREFIX_valid shows one" },
}

---GENERATION with what a command has besides.
local function generation(...)
  local all <const> = { table.unpack(GENERATION) }
  return table.move({ ... }, 1, select("#", ...), #all + 1, all)
end

M.COMMANDS = {
  { name = "gen", text = "Generate C from specs.",
    arguments = { { name = "spec", kind = "spec", text = "catalogue name or file", args = "+" } },
    options = generation(
      { flags = "-o --output", kind = "folder", text = "the folder to write to (out/PREFIX)" },
      { flags = "--model", kind = "folder",
        text = "write to this folder what nobody copies: PREFIX_model.h, the claims that verify/ checks, "
        .. "PREFIX.re, which re2c compiles, PREFIX.dot; without -o nothing else is written" },
      { flags = "--trace", kind = "folder", text = "write to this folder what each stage produced, a numbered file a stage" },
      { flags = "--acsl", text = "with the annotations that `make prove` proves, as comments; goes with -o" }) },
  { name = "vendor", text = "Put a copy for your own tree into a folder, or upgrade the one that is there.",
    arguments = { SPEC, { name = "folder", kind = "folder", text = "where the copy goes; a folder of its own" } },
    options = generation({ flags = "--force", text = "overwrite what was edited" }) },
  { name = "check", text = "Regenerate in memory and compare with out/, or with copies.",
    arguments = { { name = "specs", kind = "spec", text = "catalogue name or file; the whole catalogue if left out", args = "*" } },
    options = {
      { flags = "--copy", kind = "copy", args = "+", text = "instead of out/, look at these files in your tree: which version each is, "
        .. "and what was changed in it" },
      { flags = "--spec", kind = "file", many = true, text = "the spec of a copy, if it is neither in the catalogue nor beside it" } } },
  { name = "new", text = "Write a spec, from these options or, on a terminal and without any, from questions.", arguments = {},
    options = {
      { flags = "--from", kind = "spec", text = "the spec to begin with (utf-8)" },
      { flags = "--without", kind = "points", many = true, text = "leave out a code point, a range, or a category or property of "
        .. "Unicode's: U+00AD, U+0000..U+001F, Cn; NAME=U+00AD names the fault" },
      { flags = "--max", kind = "point", text = "the last code point, such as U+FFFF" },
      { flags = "--replacement", kind = "point", text = "what repaired text has in place of what is ill-formed (U+FFFD)" },
      { flags = "--name", kind = "name", text = "what the encoding is called (FILE without its ending)" },
      { flags = "-o --output", kind = "file", text = "the file to write (the name in lower case, .lua)" },
      { flags = "--force", text = "overwrite the file" } } },
  { name = "tour", text = "Show what each stage produces.", arguments = { SPEC },
    options = { { flags = "--against", kind = "file", text = "compare the derived tables with published ones in this file" } } },
  { name = "explain", text = "Show how an encoding reads bytes: characters, and what is wrong where.",
    arguments = { SPEC, { name = "bytes", kind = "bytes", text = "bytes, such as 'C3 A9', 0xC3,0xA9, \\xC3\\xA9 or %C3%A9, and "
      .. "characters, such as U+00E9", args = "+" } },
    options = { { flags = "-v --verbose", text = "show what each byte gives to the code point, and that in binary, decimal and "
      .. "hexadecimal" } } },
  { name = "diff", text = "Show the shortest texts in which two encodings differ.",
    arguments = { { name = "one", kind = "spec", text = SPEC.text }, { name = "other", kind = "spec", text = SPEC.text } }, options = {} },
  { name = "dot", text = "Write the automaton as NAME.dot, for Graphviz to draw.", arguments = { SPEC },
    options = { { flags = "-o --output", kind = "folder", text = "the folder to write to (the current one)" } } },
  { name = "verify", text = "Generate C from a spec, and show that it does what the spec says.", arguments = { SPEC },
    options = {
      { flags = "-o --output", kind = "folder", text = "keep the generated files in this folder" },
      { flags = "--sample", text = "of texts that are tried only a part, for a first look; what is proved is proved" } } },
  { name = "list", text = "Show the catalogue.", arguments = {}, options = {} },
}

---What an option is followed by, for a message.
local FOLLOWED_BY <const> = {
  spec = "the catalogue name or the file of a spec", prefix = "a prefix", kernels = "names of kernels", functions = "names of functions",
  parts = "names of functions", processors = "names of processors",
  file = "a file", folder = "a folder", copy = "files", points = "code points, such as U+00AD", point = "a code point, such as U+FFFF",
  name = "a name",
}

---The words that can follow options of some kinds, for the help of commands that have such.
local NAMES <const> = {
  { kind = "kernels", heading = "Kernels: ", names = isas.names },
  { kind = "processors", heading = "Processors: ", names = isas.processors },
  { kind = "parts", heading = "Functions for --only: ", names = api.names },
  { kind = "functions", heading = "Functions for --without: ", names = api.optional },
}

---@return string? text names that options of a command take
local function names_for(command)
  local lines <const> = {}
  for _, list in ipairs(NAMES) do
    for _, option in ipairs(command.options) do
      lines[#lines + 1] = option.kind == list.kind and layout.filled(list.heading, table.concat(list.names(), " "), "   ") or nil
    end
  end
  return #lines > 0 and table.concat(lines, "\n") or nil
end

---The key of an option in what the parser gives.
local function key_of(option)
  return (option.flags:match("%-%-(%S+)$"):gsub("-", "_"))
end

---@param show_version fun() does what --version asks for
---@return table parser of lua-argparse; what it gives has `command`, and a key for each argument and option
function M.parser(show_version)
  local p <const> = argparse("u8gen", "From the rules of a UTF-8-like encoding to proved, vendorable C validators.")
    :epilog("A spec is a name of the catalogue, such as utf-8, or a file.\n"
      .. "Exit status: 0 done, 1 stale, different or failed check, 2 wrong usage or wrong spec.")
  p:command_target("command")
  p:flag("--version", "Show the version and exit."):action(show_version)
  for _, command in ipairs(M.COMMANDS) do
    local c <const> = p:command(command.name, command.text)
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

---The first option that is followed by "", and what it is followed by.
---@param args table what the parser gave
---@return string? message
function M.empty(args)
  for _, command in ipairs(M.COMMANDS) do
    for _, option in ipairs(command.name == args.command and command.options or {}) do
      local value <const> = args[key_of(option)]
      for _, one in ipairs(type(value) == "table" and value or { value }) do
        if one == "" then
          return ("%s is followed by %s, not by nothing"):format(option.flags:match("^%S+"), FOLLOWED_BY[option.kind])
        end
      end
    end
  end
end

return M
