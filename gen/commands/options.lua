-- SPDX-License-Identifier: 0BSD
-- options: checks the options of a generation.
--
-- In:  a model, and option values as typed: --prefix app_utf8, --kernels dfa,avx2. Out: the options of emit.files. `command` is the text in
--      the banner, `u8gen gen utf-8 --prefix app_utf8 --kernels dfa,avx2`. It omits --acsl, --force and options that name output.

local console = require "gen.commands.console"
local lists = require "gen.common.lists"
local spelling = require "gen.common.spelling"
local outside = require "gen.common.outside"
local names_ = require "gen.common.names"
local api = require "gen.kernel.api"
local isas = require "gen.kernel.isas"
local selection = require "gen.kernel.selection"

local M = {}

local usage_error <const> = console.usage_error

---Reads an option's value: names separated by commas or blanks. Omits repeated names. Returns nil if the option is absent.
---@param also? fun(word: string): string? maps other words to known names
local function read_names(option, what, known, text, also)
  if not text then
    return nil
  end
  local list, seen = {}, {}
  for word in text:gmatch("[^,%s]+") do
    local found <const> = also and also(word) or lists.set(known)[word] and word
    if not found then
      usage_error(option == "--without" and word == "valid" and "the %s %s cannot be omitted"
        or "unknown %s %s; the nearest is %s, known are %s", what, word, spelling.nearest(word, known), table.concat(known, ", "))
    end
    list[#list + 1], seen[found] = not seen[found] and found or nil, true
  end
  if #list == 0 then
    usage_error("%s needs names of %ss, separated by commas; known are %s", option, what, table.concat(known, ", "))
  end
  return list
end

---@param model table
---@param spec_name string how the output names its source
---@param args table from the command line: spec_word, to?, prefix?, kernels?, for?, only?, without?, flat?, single_header?, acsl?
---@return table options as emit.files takes them
function M.of(model, spec_name, args)
  local prefix <const>, kernels <const> = args.prefix or model.spec.name, read_names("--kernels", "kernel", isas.names(), args.kernels)
  local processors <const> = read_names("--for", "processor", isas.processors(), args["for"])
  local only <const> = read_names("--only", "function", api.names(), args.only, api.part_of)
  local left_out <const> = read_names("--without", "function", api.optional(), args.without)
  local without, with = left_out, {}
  if only then
    without, with = api.only(only)
    table.move(left_out or {}, 1, #(left_out or {}), #without + 1, without)
  end
  local reason <const> = names_.unfit(prefix, args.to ~= nil)
  if reason then
    usage_error("the prefix %s %s; choose another%s", prefix, reason,
      prefix == model.spec.name and " with --prefix" or ", such as " .. model.spec.name)
  end
  local words = { "u8gen gen", outside.shell_word(args.spec_word:match("[^/]*$")) }
  words[#words + 1] = args.to and "--to " .. outside.shell_word(args.to:match("[^/]*$"))
  words[#words + 1] = args.prefix and "--prefix " .. prefix
  words[#words + 1] = kernels and "--kernels " .. table.concat(kernels, ",")
  words[#words + 1] = processors and "--for " .. table.concat(processors, ",")
  words[#words + 1] = only and "--only " .. table.concat(only, ",")
  words[#words + 1] = left_out and "--without " .. table.concat(left_out, ",")
  words[#words + 1] = args.flat and "--flat" or nil
  words[#words + 1] = args.single_header and "--single-header" or nil
  return {
    prefix = prefix, kernels = kernels, processors = processors, without = without, with = with,
    single_header = args.single_header, flat = args.flat, acsl = args.acsl, spec_name = spec_name, command = table.concat(words, " "),
    no_scanner = not args.to and not selection.wanted(kernels or processors, "re2c"),
  }
end

return M
