-- SPDX-License-Identifier: 0BSD
-- copy: checks a generated file in a user's tree: its version, and whether and where it was edited.
--
-- In:  the name of a file, and files of specs. Out of `look`: lines to print, and an exit status: 0, no edit was found; 1, the file or its
--      spec was edited, its tables are wrong, or u8gen writes another body; 2, the file or its command is unreadable, or a spec is wrong.
--
--     third_party/utf8/app_utf8.c: edited; u8gen 1.0.0, spec 57eb66e8962668c9 (gen/specs/utf-8.lua), --prefix app_utf8
--         its body has the hash 0b9f8aa1c3d25e47, but its banner says 2d3e9f4ac8d11c10
--         @@ line 912 @@ (-: as u8gen writes it, +: as it is here)
--         -     return false;
--         +     return true;
--
-- The idea: the banner has the file's version, spec and options, and a hash of the body, which shows whether the body was edited. If re2c
-- is installed, a file of this u8gen's version is generated again from the same rules, and compared. A banner is untrusted: it may only
-- name a spec of the catalogue or a file next to the copy, and its command is never executed. If a validator's spec is missing, the
-- rules that the copy's header quotes are used instead, if they have the hash in the banner.
--
-- During the development of 1.0.0, u8gen generated wrong vector kernels for some rules (SECURITY.md, kinds A to D). Such a copy is
-- recognized by its tables (A), or because this u8gen generates other code from the same rules.

local lfs = require "lfs"
local path = require "pl.path"

local banner = require "gen.emit.banner"
local between = require "gen.language.between"
local catalogue = require "gen.commands.catalogue"
local difference = require "gen.common.difference"
local files = require "gen.common.files"
local lists = require "gen.common.lists"
local names = require "gen.common.names"
local outside = require "gen.common.outside"
local re2c = require "gen.emit.re2c"
local rows = require "gen.language.rows"
local spec = require "gen.spec.spec"

local M = {}

---Upper bound on the bytes of a generated file.
M.MOST_BYTES = 1 << 24

-- ---- The command in a banner ----

---Options of `gen` that a banner may have, and their keys.
local OPTIONS <const> = {
  ["--to"] = "to", ["--prefix"] = "prefix", ["--kernels"] = "kernels", ["--for"] = "for", ["--only"] = "only", ["--without"] = "without",
  ["--single-header"] = "single_header", ["--flat"] = "flat",
}

---Options without a value.
local FLAGS <const> = { single_header = true, flat = true }

---@param words string[] of the command `u8gen gen SPEC ...`
---@return table? given { to?, prefix?, kernels?, for?, only?, without?, flat?, single_header? }
---@return string? reason
local function read_options(words)
  local given, at = {}, 4
  while at <= #words do
    local key <const> = OPTIONS[words[at]]
    local value <const> = FLAGS[key] or words[at + 1]
    if not key or given[key] or not value then
      return nil, ("the banner's command has %s, which is an unknown, repeated or incomplete option of u8gen gen"):format(words[at])
    elseif key == "prefix" and names.unfit(value) then
      return nil, ("the prefix %s %s"):format(value, names.unfit(value))
    elseif (key == "kernels" or key == "without" or key == "only") and not value:find("^[%l%d_,]+$")
      or key == "for" and not value:find("^[%l%d,-]+$") then
      return nil, ("%s needs names, separated by commas, not %s"):format(words[at], value)
    end
    given[key] = value
    at = at + (FLAGS[key] and 1 or 2)
  end
  return given
end

---The sources that a word of a banner's command may name: a spec of the catalogue, or a user's own file.
local function sources_of(word)
  return { { word = word, name = "gen/specs/" .. word .. ".lua", own = false }, { word = word, name = outside.comment(word), own = true } }
end

---The specs that a file was generated from. The command names them; the first line shows whether they are in the catalogue.
---@return table? sources { {word, name, own} }, one or two; nil if the first line and the command name different specs
local function read_sources(from, words)
  for _, one in ipairs(sources_of(words[1])) do
    for _, other in ipairs(words[2] and sources_of(words[2]) or { false }) do
      if from == (other and ("%s and %s"):format(one.name, other.name) or one.name) then
        return { one, other or nil }
      end
    end
  end
end

---@param facts table see banner.read
---@return table? options { sources, to?, prefix?, kernels?, for?, only?, without?, flat?, single_header? }
---@return integer? line
---@return string? reason
function M.read_command(facts)
  local line <const> = facts.lines.command
  local words <const> = outside.words(facts.command)
  if not words or words[1] ~= "u8gen" or words[2] ~= "gen" or not words[3] then
    return nil, line, "the banner's command cannot be read"
  end
  local options <const>, reason <const> = read_options(words)
  if not options then
    return nil, line, reason
  end
  for _, word in ipairs { words[3], options.to } do
    if word:find("[/\\]") or word == "." or word == ".." then
      return nil, line, ("the banner's command names %s; it may only name a spec of the catalogue, or a file next to the copy"):format(word)
    end
  end
  options.sources = read_sources(facts.from, { words[3], options.to })
  if not options.sources then
    return nil, 1, ("the banner says 'from %s', but its command names another spec; it may only name a spec of the catalogue, or a file "
      .. "next to the copy"):format(facts.from)
  end
  return options
end

---Reads a file, and undoes changes that some editors make when they save a file: CR LF at line ends, and a byte order mark.
---@param name string of a file
---@return string? text
---@return string? reason why it cannot be read
---@return table? saved { notes (the changes that were undone), mixed (whether only some of its lines end in CR LF) }
function M.read(name)
  local text <const>, why <const> = files.read(name, M.MOST_BYTES)
  if not text then
    return nil, "cannot read " .. why
  elseif text:find("^\xFF\xFE") or text:find("^\xFE\xFF") then
    return nil, ("this is UTF-16 (%02X %02X); save it as UTF-8"):format(text:byte(1, 2))
  end
  local body <const>, marks <const> = text:gsub("^\u{FEFF}", "")
  local plain <const>, ends <const> = body:gsub("\r\n", "\n")
  local lines <const> = select(2, plain:gsub("\n", ""))
  local saved <const> = { notes = {}, mixed = 0 < ends and ends < lines }
  saved.notes[1] = marks > 0 and "it begins with a byte order mark (EF BB BF); u8gen writes none" or nil
  saved.notes[#saved.notes + 1] = ends > 0 and ("%s end in CR LF; u8gen ends them in LF"):format(
    saved.mixed and ("%d of its %d lines"):format(ends, lines) or "its lines") or nil
  return plain, nil, saved
end

-- ---- Finding the spec of a copy ----

---@param name string of a file with a spec
---@param source table
---@return table found { word, text, shown, name, file, inputs } as from catalogue.find, but `name` is the name in the banner. Raises an
---  error if the file cannot be read
local function own_spec(name, source)
  local text <const>, why <const> = files.read(name, spec.MOST_BYTES)
  if not text then
    error({ message = "its spec cannot be read: " .. why }, 0)
  end
  return catalogue.whole { word = source.word, text = text, shown = name, name = source.word, file = name }
end

---The rules that a header quotes, if they have this hash.
---@param text string of a header
---@param hash string
---@return string? rules
local function quoted_rules(text, hash)
  local lines <const> = {}
  for line in (text:match("\n// The rules:\n//\n(//.-\n)\n") or ""):gmatch("//([^\n]*)\n") do
    lines[#lines + 1] = line:sub(6) .. "\n"
  end
  local rules <const> = table.concat(lines)
  local ok <const>, read <const> = pcall(spec.read, #rules <= spec.MOST_BYTES and rules or "", "the rules that are quoted")
  return ok and read.hash == hash and rules or nil
end

---The rules that a copy quotes if it is a header, or that the header next to it quotes.
---@param name string the copy's file
---@param facts table see banner.read
---@return table? found as from own_spec, with `quoted` and without `file` and `inputs`
local function quoted_spec(name, facts, source)
  local header <const> = name:gsub("%.%w+$", "") .. ".h"
  local rules <const> = quoted_rules(M.read(header) or "", facts.spec)
  return rules and { word = source.word, text = rules, shown = header, name = source.word, quoted = true } or nil
end

---The specs of a copy.
---@param root string the project's folder
---@param copy table { name, text, facts (see banner.read), options (see read_command) }
---@param given string[] the files that --spec names
---@return table? found { {word, text, shown, name, file?, quoted?} }
---@return string? missing why a spec was not found
local function specs_of(root, copy, given)
  local name <const>, options <const> = copy.name, copy.options
  local found <const>, own <const> = {}, lists.sum(options.sources, function(source) return source.own and 1 or 0 end)
  for i, source in ipairs(options.sources) do
    local missing
    if not source.own then
      found[i], missing = catalogue.entry(root, source.word), ("this version of u8gen has no %s"):format(source.name)
    else
      local neighbor <const> = files.split(name) .. source.word
      local file = lfs.symlinkattributes(neighbor, "mode") == "file" and neighbor or nil
      for _, one in ipairs(given) do
        file = (path.basename(one) == source.word or own == 1 and #given == 1) and one or file
      end
      if file then
        found[i] = own_spec(file, source)
      else
        found[i] = #options.sources == 1 and quoted_spec(name, copy.facts, source) or nil
        missing = ("its spec %s is not in its folder, and no --spec FILE names it"):format(source.word)
      end
    end
    if not found[i] then
      return nil, missing
    end
  end
  return found
end

---The hash that a banner has for these specs. Raises the errors of spec.read.
local function hash_of(found)
  local read <const> = lists.map(found, function(one) return spec.read(one.text, one.shown) end)
  return (#read == 2 and between.spec(read[1], read[2]) or read[1]).hash
end

-- ---- One file ----

local REGENERATE <const> = "'u8gen vendor' or 'u8gen gen' regenerates it"

---Specs for which the development versions of 1.0.0 generated wrong vector kernels: the kinds of SECURITY.md, and how to recognize each.
local KINDS <const> = {
  { kind = "A and B", what = "one-byte characters are excluded", shows = function(one)
    return lists.any(rows.excluded(one), function(row) return #row.bytes == 1 and not (one.pair and one.pair.name == row.fault) end)
  end },
  { kind = "C", what = "a rule forbids the end of the text", shows = function(one)
    return lists.any(one.nevers, function(never) return never.ends end)
  end },
  { kind = "D", what = "one half of a pair has one byte", shows = function(one)
    return lists.any(one.pair and { one.pair.high, one.pair.low } or {}, function(half)
      return lists.any(rows.of_range(one, half), function(row) return #row.bytes == 1 end)
    end)
  end },
}

---The kinds of a copy's specs.
---@param found table see specs_of
---@return string? text "A and B: one-byte characters are excluded"
local function kinds_of(found)
  local words <const> = lists.picked(KINDS, function(kind)
    local shown <const> = lists.any(found, function(one) return kind.shows(spec.read(one.text, one.shown)) end)
    return shown and ("%s: %s"):format(kind.kind, kind.what)
  end)
  return #words > 0 and table.concat(words, "; ") or nil
end

---The first number above FF in a table of bytes. Compilers truncate it to its low eight bits.
---@param text string of a file
---@return integer? line
---@return string? number
function M.too_wide(text)
  for at, table_ in text:gmatch "uint8_t [%w_]+%[[^=;\n]*%] = ()(%b{})" do
    for place, number in (" " .. table_:gsub("//[^\n]*",
      function(comment) return (" "):rep(#comment) end)):gmatch "[^%w_]()(0?[xX]?%x+)%f[^%w_]" do
      if (tonumber(number) or 0) > 0xFF then
        return 1 + select(2, text:sub(1, at + place - 3):gsub("\n", "")), number
      end
    end
  end
end

---The code of a file: its text without comments, with each run of white space as one blank.
local function code_of(text)
  return (text:gsub("//[^\n]*", ""):gsub("%s+", " "))
end

---The description after the verdict: "u8gen 1.0.0, spec 57eb66e8962668c9 (gen/specs/utf-8.lua), --prefix app_utf8".
local function described(facts, options)
  local words = {}
  for _, option in ipairs { "prefix", "kernels", "for", "only", "without" } do
    words[#words + 1] = options[option] and ("--%s %s"):format(option, options[option])
  end
  words[#words + 1] = options.flat and "--flat" or nil
  words[#words + 1] = options.single_header and "--single-header" or nil
  return ("u8gen %s, spec %s (%s)%s"):format(facts.version, facts.spec, facts.from,
    #words > 0 and ", " .. table.concat(words, " ") or "")
end

---The text of the generated file that has a copy's title (the names may differ, since users rename copies); nil if there is none.
local function twin_of(facts, texts)
  for _, file in ipairs(texts) do
    local other <const> = banner.read(file.text)
    if other and other.title == facts.title then
      return file.text
    end
  end
end

---Shows the edited lines.
---@param made string the text that u8gen writes
---@param text string the actual text
---@return string lines
function M.edited(made, text)
  return difference.show(made, text, " (-: as u8gen writes it, +: as it is here)")
end

---Compares a text with the one that this u8gen generates.
---@param new string? nil if u8gen generates no such file
---@return string verdict
---@return string? note the differences, or another reason for the verdict "edited"; may be nil
local function compared(text, new)
  if not new then
    return "edited", "    u8gen generates no file with the title in this banner"
  elseif text == new then
    return "unchanged"
  elseif re2c.version() ~= re2c.VERSION and re2c.without_scanner(text) == re2c.without_scanner(new) then
    local facts <const> = banner.read(text)
    return facts.said == facts.is and "unchanged" or "edited", facts.said ~= facts.is and "    in the section that re2c generated" or nil
  end
  return "edited", M.edited(new, text)
end

---Checks a copy whose banner was read.
---@return string verdict
---@return string[] notes of one or more lines each, indented
---@return string? note the note of `compared`, which `notes` contains, too
local function judged(root, copy, given, generate)
  local version <const>, text <const>, facts <const> = banner.version(root), copy.text, copy.facts
  local is_whole <const>, same_version <const> = facts.said == facts.is, facts.version == version
  local verdict, notes = is_whole and "unchanged" or "edited", {}
  local function note(format, ...)
    notes[#notes + 1] = ("    " .. format):format(...)
  end
  if not is_whole then
    note("its body has the hash %s, but its banner says %s", facts.is, facts.said)
  end
  local trouble <const>, what <const> = outside.trouble(text)
  if trouble then
    verdict = "edited"
    note("line %d has %s", 1 + select(2, text:sub(1, trouble):gsub("\n", "")), what)
  end
  local line <const>, number <const> = M.too_wide(text)
  if line then
    verdict = "wrong"
    note("line %d: a table of bytes has %s, so vector kernels accept ill-formed text (SECURITY.md, kind A); %s", line, number,
      REGENERATE)
  end
  local found <const>, missing <const> = specs_of(root, copy, given)
  if not found then
    note("%s: only the hash of the body was checked", missing)
    return verdict, notes
  end
  if found[1].quoted then
    note("its spec %s is not in its folder, and no --spec FILE names it: used the rules quoted in %s", found[1].word,
      found[1].shown)
  end
  local own <const> = lists.any(copy.options.sources, function(source) return source.own end)
  local hash <const> = hash_of(found)
  if hash ~= facts.spec and (own or same_version) then
    note("it was not generated from the spec that %s has now (hash %s); 'u8gen vendor' regenerates it", found[1].shown, hash)
    return verdict == "unchanged" and "stale" or verdict, notes
  elseif not same_version then
    note("this u8gen has version %s%s; 'u8gen vendor' upgrades the copy", version, hash ~= facts.spec and " and another spec for it" or "")
    return verdict, notes
  elseif re2c.version() == nil then
    note("re2c is not installed, so the file cannot be generated for comparison: only the hash of the body was checked")
    return verdict, notes
  end
  local twin <const> = twin_of(facts, generate(found, copy.options, facts))
  local same <const>, shown <const> = compared(text, twin)
  if is_whole and same == "edited" and twin then
    note("its body matches the hash in its banner, but this u8gen generates another body from the same rules: an earlier u8gen wrote "
      .. "it, or its hash was edited, too")
    local kinds <const> = text:find "\n#[^\n]*_NO_SIMD" and code_of(text) ~= code_of(twin) and kinds_of(found)
    if kinds then
      note("during the development of 1.0.0, vector kernels for some such rules were wrong (SECURITY.md, kind %s); %s", kinds, REGENERATE)
    end
  end
  notes[#notes + 1] = shown
  return verdict == "unchanged" and same or verdict, notes, shown
end

---@param root string the project's folder
---@param name string of a file
---@param given string[] files of specs
---@param generate fun(found: table[], options: table, facts: table): table files of these specs, with these options
---@return integer status
---@return string text one or more lines; with status 2 an error message
---@return table? facts of its banner; nil with status 2
---@return string? note of `compared`, if the file was generated again and differs
function M.look(root, name, given, generate)
  local function refuse(line, reason)
    return 2, spec.message { path = name, line = line, message = reason }
  end
  local text <const>, unreadable <const>, saved <const> = M.read(name)
  if not text then
    return refuse(1, unreadable)
  end
  local facts <const>, at <const>, reason <const> = banner.read(text)
  if not facts then
    return refuse(at, reason)
  end
  local options <const>, line <const>, why <const> = M.read_command(facts)
  if not options then
    return refuse(line, why)
  end
  local copy <const> = { name = name, text = text, facts = facts, options = options }
  local ok <const>, result <const>, notes <const>, differences <const> = pcall(judged, root, copy, given, generate)
  if not ok and type(result) == "table" then
    return 2, spec.message(result.path and result or { path = name, line = facts.lines.command, message = result.message })
  elseif not ok then
    error(result, 0)
  end
  local verdict <const> = result == "unchanged" and saved.mixed and "edited" or result
  for i, one in ipairs(saved.notes) do
    table.insert(notes, i, "    " .. one)
  end
  table.insert(notes, 1, ("%s: %s; %s"):format(name, verdict, described(facts, options)))
  return verdict == "unchanged" and 0 or 1, table.concat(notes, "\n"), facts, differences
end

---Finds two files of one pair that different versions, specs or commands generated.
---@param seen table[] { name, facts }
---@return string? text a message; nil if there are none
function M.mixed(seen)
  local first = {}
  for _, one in ipairs(seen) do
    local stem <const> = one.name:gsub("[^./]*$", "")
    local other <const> = first[stem]
    first[stem] = other or one
    for _, key in ipairs(other and { "version", "spec", "command" } or {}) do
      if other.facts[key] ~= one.facts[key] then
        return ("%s and %s are not one pair: the %s is %s in one and %s in the other"):format(other.name, one.name, key,
          other.facts[key], one.facts[key])
      end
    end
  end
end

return M
