-- SPDX-License-Identifier: 0BSD
-- Tests hostile text in each place from which text can reach the output of u8gen: a spec, the name of its file, options, folders.
--
-- Each place gets strings that end comments, join lines, break out of strings or hide text. Either u8gen refuses the string (in a spec, by
-- a message of one line), or each file is the same as for a harmless spec, except for comments. Small readers of each language
-- (tests/lib/code_of.lua), not gen/, decide what a comment is. Some of the files are also compiled, or read by make. DRAWS=100000 draws
-- more strings, as `make random-models` does; SEED=2 draws other strings.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local options_ <const> = require "gen.commands.options"
local pipeline <const> = require "gen.pipeline"
local emit <const> = require "gen.emit.emit"
local analysis <const> = require "gen.language.analysis"
local automaton <const> = require "gen.language.automaton"
local cuts <const> = require "gen.language.cuts"
local dfa <const> = require "gen.plan.dfa"
local bytes_ <const> = require "gen.common.bytes"
local spec <const> = require "gen.spec.spec"
local files_ <const> = require "gen.common.files"
local code_of <const> = require "tests.lib.code_of"

local DRAWS <const>, SEED <const> = tonumber(os.getenv "DRAWS" or 1000), tonumber(os.getenv "SEED" or 1)
local HERE <const> = io.popen("pwd"):read("l")
local WORK <const> = HERE .. "/build/hostile_test"
local COMPILED <const>, RULES_MADE <const> = 20, 25

-- ---- Hostile strings ----

local ATOMS <const> = {
  "\n", "\r", "\r\n", "\n\n", "\t", "\v", "\f", "\0", "\b", "\27[31m", "\127", " ", "  ", "a", "x1", "Z", "-", "_", "7", "é", "😀",
  "Ünïcode",
  '"', "'", "`", "\\", "\\\\", "\\\n", "\\ \n", "\\\r\n", "\\n", "\\10", "\\x0A", "\\r", "\\u{202E}", "\\z", "\\0", "\\xFF", "\\\"",
  "??/", "??/\n", "??", "/", "?", "*/", "/*", "/**/", "*", "//", "/*!re2c", "/*!max:re2c */", "%{", "%}", "--", "--[[", "]]", "--]]", "[[",
  "[==[", "]==]", "]=]", ";", "#", "#error x", "\n#error x\n", "\n#define AB_H\n", "#include </dev/zero>", "\nint evil(void);\n",
  "\r\nint evil;\n//", "\n)\n", "}", "{", "(", ")", "=", ":", "|", "!", "\n\nform_1 <- 'x'", "\ntext = %x00-FF\n",
  "\u{202E}", "\u{202A}", "\u{2066}", "\u{2069}", "\u{200F}", "\u{200E}", "\u{61C}", "\u{2028}", "\u{2029}", "\u{85}", "\u{FEFF}", "\u{9B}",
  "\xFF", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80", "\xE2\x80", "%s", "%n", "%d%q", "%", "%%", "%1", "%f[", "%c",
  "$(x)", "$(shell touch pwned)", "$$", "$", "${x}", "@ x", "\n@ os.exit(0)\n", "@generated", "$(banner)", "`touch pwned`", "; touch pwned",
  "// ---- re2c", "//   spec     0 (x)", "//   body     0", "DO NOT EDIT.", "SPDX-License-Identifier: GPL-3.0", "ab_valid", "AB_FAULT_NONE",
  "encoding", 'source "y"', 'form "1xxxxxxx" { "U+0080" }', ("x"):rep(300), ("x "):rep(200), ("\\"):rep(30), ("??/"):rep(20),
  ("\n"):rep(20),
}

local function draw()
  local words = {}
  for i = 1, math.random(1, 5) do
    words[i] = ATOMS[math.random(#ATOMS)]
  end
  return table.concat(words)
end

---Returns a string literal of Lua, with every byte as its number.
local function quoted(text)
  return '"' .. text:gsub(".", function(byte) return ("\\%03d"):format(byte:byte()) end):gsub("\n", "\\010") .. '"'
end

-- ---- Places ----

local HARMLESS <const> = [[
encoding "Ab"
source "harmless"
users "nobody"
-- a comment
form "0xxxxxxx" { "U+0000..U+007F", except = { hole = "U+0041" } }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
never { "U+000D", "U+000A", name = "apart" }
examples [=[
  valid 42 a citation
]=]
]]

---Inserts the string into the spec: raw, as an editor would, or as a string with escapes that has the same value.
local function raw(pattern, text)
  return function(hostile)
    return (HARMLESS:gsub(pattern, function() return (text:gsub("HOLE", function() return hostile end)) end, 1))
  end
end
local function escaped(pattern, text)
  return function(hostile)
    return raw(pattern, text)(quoted(hostile))
  end
end

local IN_SPECS <const> = {
  raw("%-%- a comment", "-- HOLE"), raw("%-%- a comment", "--[[ HOLE ]]"), raw("%-%- a comment", "HOLE"), raw("^", "HOLE"),
  raw("$", "HOLE"), raw("$", "-- HOLE"), raw('"harmless"', '"HOLE"'), raw('"harmless"', "[[HOLE]]"), raw('"harmless"', "[==[x HOLE]==]"),
  escaped('"harmless"', "HOLE"), escaped('"nobody"', "HOLE"), raw('"nobody"', '"HOLE"'), escaped('"Ab"', "HOLE"), raw('"Ab"', '"HOLE"'),
  raw('"Ab"', '"Ab HOLE"'), escaped("hole", "[HOLE]"), raw("hole", "HOLE"), escaped('"apart"', "HOLE"), raw('"apart"', '"HOLE"'),
  escaped('"U%+0080..U%+07FF"', "HOLE"), escaped('"110xxxxx 10xxxxxx"', "HOLE"), escaped('"U%+000D"', "HOLE"),
  escaped("users", "_ENV[HOLE]"),
  raw("a citation", "HOLE"), raw("$", "well_formed [[ HOLE ]]"), escaped("except", "[HOLE]"), escaped("$", "bytes (HOLE)"),
}

-- Reading a spec collects garbage first, to measure the memory of the spec alone; here that would take most of the time.
local collect <const> = collectgarbage
rawset(_G, "collectgarbage", function(option)
  return option and collect(option) or 0
end)

-- Only the form of a hash matters here.
spec.hash = function(text)
  return ("%016x"):format(#text)
end

-- Most of the specs here have the same rows. A result that depends only on the rows is computed once for all of these specs.
local build <const>, automata = automaton.build, {}

local function language_of(list)
  local words = {}
  for i, row in ipairs(list) do
    local barred = {}
    for context in next, row.barred or {} do
      barred[#barred + 1] = context
    end
    table.sort(barred)
    words[i] = ("%s to %s except from %s"):format(bytes_.text(row.bytes), row.to, table.concat(barred, " "))
  end
  return table.concat(words, "; ")
end

automaton.build = function(list, ...)
  local language <const> = language_of(list)
  automata[language] = automata[language] or build(list, ...)
  return automata[language]
end

local studies, layouts = {}, {}

---Returns the model of a spec, with only the members that the scalar kernels need.
local function model_of(text, name)
  local model <const> = pipeline.understand(text, name)
  local language <const> = language_of(model.rows)
  studies[language] = studies[language] or analysis.study(model.automaton)
  layouts[language] = layouts[language] or dfa.table_layout(model.automaton, model.spec)
  model.analysis, model.dfa, model.no_plan, model.language = studies[language], layouts[language], "not asked for", language
  model.cuts = cuts.of(model)
  return model
end

local harmless <const> = model_of(HARMLESS, "harmless.lua")

local expected_files = {}

---Returns the files that this model would give if its texts were harmless, without comments and blanks.
---@return table<string, string> files name -> code
local function expected(model, options)
  local faults <const> = table.concat(model.fault_names, " ")
  local key <const> = table.concat({
    options.prefix, options.kernels[2] or "", tostring(options.single_header), faults, model.language,
  }, "\0")
  if not expected_files[key] then
    local plain = setmetatable({ spec = setmetatable({}, { __index = function(_, field)
      return field == "title" and "harmless" or field == "text" and "harmless" or field == "source" and "harmless"
        or field == "hash" and "0123456789abcdef" or model.spec[field]
    end }) }, { __index = model })
    expected_files[key] = {}
    for _, file in ipairs(emit.files(".", plain, {
      prefix = options.prefix, kernels = options.kernels, single_header = options.single_header, spec_name = "harmless.lua", command = "x",
    })) do
      expected_files[key][file.name] = code_of[file.name:match("%.(%w+)$")](file.text):gsub("%s+", "")
    end
  end
  return expected_files[key]
end

---Fails unless each file is clean (code_of.is_clean) and equals the expected file, except for comments, blanks and the spec's hash.
local function check_files(model, options, files, hostile)
  local right <const> = expected(model, options)
  local count = 0
  for _, file in ipairs(files) do
    count = count + 1
    lu.assertTrue(code_of.is_clean(file.text), ("%s of %q is not clean"):format(file.name, hostile))
    lu.assertNotNil(right[file.name], ("the file %q of %q"):format(file.name, hostile))
    local code = code_of[file.name:match("%.(%w+)$")](file.text):gsub("%s+", "")
    code = code:gsub(model.spec.hash, "0123456789abcdef")
    if code ~= right[file.name] then
      lu.fail(("%s of %q has other code"):format(file.name, hostile))
    end
    if not file.name:find "%.json$" then
      lu.assertStrMatches(file.text:match("^[^\n]*\n[^\n]*\n"),
        "[/;-]+ Code generated by u8gen from .*; DO NOT EDIT%.\n[/;-]+ @generated\n")
    end
  end
  lu.assertTrue(count >= 5)
end

---Fails unless the error is meant for the author of the text. It must have a file and a line if the text is in the spec.
local function check_refusal(err, hostile)
  lu.assertTrue(type(err) == "table" and (err.spec_error or err.usage_error or err.emit_error) and true, ("%q: %s"):format(hostile,
    tostring(err)))
  if err.spec_error then
    local message <const> = spec.message(err)
    lu.assertStrMatches(message, "hostile%.lua:%d+: error: .+")
    lu.assertTrue(code_of.is_clean(message) and not message:find("\n"), message)
    lu.assertNil(message:find("gen/[%w_]+%.lua:"), message)
  end
end

local function os_quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function sh(command)
  local pipe <const> = io.popen(("cd '%s' && { %s\n} 2>&1"):format(WORK, command))
  local text <const> = pipe:read("a")
  local ok <const> = pipe:close()
  return ok, text
end

---Compiles the files; every warning is an error.
local function compile(files, prefix, hostile)
  files_.write(WORK .. "/c", files)
  for _, compiler in ipairs { "gcc -std=c99 -Wpedantic", "g++ -x c++" } do
    local ok <const>, output <const> = sh(("cd c && %s -Wall -Wextra -Wconversion -Werror -fsyntax-only %s.c"):format(compiler, prefix))
    lu.assertTrue(ok, ("%q: %s"):format(hostile, output))
  end
end

TestHostile = {}

function TestHostile.setUp()
  os.execute(("rm -rf '%s' && mkdir -p '%s'"):format(WORK, WORK))
  math.randomseed(SEED)
end

local function draws(share)
  return DRAWS * share // 100
end

-- ---- The readers of languages ----

-- A reader that removes everything as a comment would find no error.
function TestHostile.test_the_readers_keep_code()
  for _, case in ipairs {
    { "c", "a // b\nc", "a c" }, { "c", "a // b \\\nc\nd", "a d" }, { "c", "a // b ??/\nc\nd", "a d" }, { "c", "a // b\rc", "a c" },
    { "c", "a /* b\n */ c", "a c" }, { "c", '"//" x // "', '"//" x' }, { "c", "'\"' // x", "'\"'" }, { "c", '"\\"//" a', '"\\"//" a' },
    { "re", "// /*!re2c a */", "/*!re2c a */" }, { "abnf", "; a\rb\n; c", "b" }, { "peg", "-- a\nb <- '--'", "b <- '--'" },
  } do
    lu.assertEquals((code_of[case[1]](case[2]):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")), case[3], case[2])
  end
  for _, wrong in ipairs { "\r", "\0", "\27", "\u{202E}", "\u{2028}", "\xFF", "\u{85}", "\u{FEFF}", "\u{61C}", "\u{200F}", "\u{2066}" } do
    lu.assertFalse(code_of.is_clean("a" .. wrong .. "b"))
  end
  lu.assertTrue(code_of.is_clean "a é 😀\n")
end

-- ---- Specs ----

function TestHostile.test_no_text_of_a_spec_becomes_code()
  local refused, taken, compiled = 0, 0, 0
  for i = 1, draws(72) do
    local hostile <const> = draw()
    local text <const> = IN_SPECS[i % #IN_SPECS + 1](hostile)
    local ok, result = pcall(function()
      local model <const> = model_of(text, "hostile.lua")
      local options <const> = options_.of(model, "hostile.lua", {
        spec_word = "hostile.lua", kernels = i % 60 == 0 and "dfa,re2c" or "dfa", single_header = i % 7 == 0,
      })
      local files <const> = emit.files(".", model, options)
      return { model = model, options = options, files = files }
    end)
    if not ok then
      refused = refused + 1
      check_refusal(result, text)
    else
      taken = taken + 1
      check_files(result.model, result.options, result.files, text)
      if not result.options.single_header and taken % 6 == 1 and compiled < COMPILED then
        compiled = compiled + 1
        compile(result.files, result.options.prefix, text)
      end
    end
  end
  lu.assertTrue(refused * 10 > draws(72) and taken * 20 > draws(72), ("%d refused, %d taken"):format(refused, taken))
  lu.assertTrue(compiled > 10 or DRAWS < 1000, compiled .. " compiled")
end

-- ---- Names of files and options ----

function TestHostile.test_no_name_or_option_becomes_code()
  local refused, taken = 0, 0
  for i = 1, draws(20) do
    local hostile <const> = draw()
    local name <const> = hostile:gsub("[%z/]", "")
    local place <const> = i % 4
    local args <const> = {
      spec_word = place == 0 and "/tmp/" .. name or "hostile.lua", prefix = place == 1 and hostile or place == 2 and "a" .. hostile or nil,
      kernels = place == 3 and "dfa" .. hostile or "dfa", single_header = i % 7 == 0,
    }
    local ok, result = pcall(function()
      local options <const> = options_.of(harmless, place == 0 and name or "hostile.lua", args)
      return { options = options, files = emit.files(".", harmless, options) }
    end)
    if ok then
      taken = taken + 1
      check_files(harmless, result.options, result.files, hostile)
    else
      refused = refused + 1
      check_refusal(result, hostile)
    end
  end
  lu.assertTrue(refused * 10 > draws(20) and taken * 20 > draws(20), ("%d refused, %d taken"):format(refused, taken))
end

-- Runs the whole command on specs in files with hostile names, and compiles the output.
function TestHostile.test_files_of_hostile_names()
  for i = 1, 16 do
    local name = draw():gsub("[%z/]", ""):sub(1, 100):gsub("^[.-]*", "")
    name = name == "" and "x" or name
    local file <const> = assert(io.open(WORK .. "/" .. name, "wb"))
    file:write((HARMLESS:gsub("form.*", 'form "0xxxxxxx" { "U+0000..U+007F" }\n')))
    file:close()
    local command <const> = "'%s/u8gen' gen ./%s --kernels dfa -o %d && cc -Wall -Wextra -Wconversion -Werror -fsyntax-only %d/ab.c"
    local ok <const>, output <const> = sh(command:format(HERE, os_quoted(name), i, i))
    lu.assertTrue(ok, ("%q: %s"):format(name, output))
    lu.assertTrue(code_of.is_clean(output), ("%q"):format(output))
    os.remove(WORK .. "/" .. name)
  end
end

-- ---- Make ----

---Returns the words of a rule, as make reads them: a blank separates them unless a backslash precedes it, $$ is $.
local function words_of(text)
  local words, word = {}, ""
  text = text:gsub("\\\n", " ")
  local at = 1
  while at <= #text do
    local two <const> = text:sub(at, at + 1)
    if two == "$$" or two:find("^\\[ #:*?%[%]]") then
      word, at = word .. two:sub(2), at + 2
    elseif two:find("^[ \n]") then
      words[#words + 1] = word ~= "" and word or nil
      word, at = "", at + 1
    else
      lu.assertNil(two:find("^[$#=;%%|\t]"), text)
      word, at = word .. two:sub(1, 1), at + 1
    end
  end
  return words
end

function TestHostile.test_a_depfile_names_the_given_paths()
  local refused, made = 0, 0
  for i = 1, draws(8) do
    local hostile <const> = "x" .. draw():gsub("%z", "")
    local folder <const>, input <const> = i % 2 == 0 and hostile or "a b", i % 2 == 1 and hostile or "x.lua"
    local ok, rule = pcall(emit.make_rule, ".", { { folder = "o/" .. folder, files = { { name = "ab.c" } } } }, { input })
    if not ok then
      refused = refused + 1
      check_refusal(rule, folder .. input)
    else
      made = made + 1
      lu.assertTrue(code_of.is_clean(rule))
      local words <const> = words_of(rule)
      lu.assertEquals(words[1], ("o/%s/ab.c:"):format(folder):gsub("//ab", "/ab"), ("%q"):format(rule))
      -- The last line is an empty rule for the input, so that make does not fail if the input was deleted.
      lu.assertEquals(words[#words], input .. ":", ("%q"):format(rule))
      if i % 3 == 0 and made <= 3 * RULES_MADE then
        local file <const> = assert(io.open(WORK .. "/x.d", "wb"))
        file:write(rule, "\nall:\n")
        file:close()
        local worked <const>, output <const> = sh("make -rR -f x.d -n all")
        lu.assertTrue(worked, ("%q: %s"):format(rule, output))
        lu.assertNil(io.open(WORK .. "/pwned"))
      end
    end
  end
  lu.assertTrue(refused > 10 and made > 10, ("%d refused, %d made"):format(refused, made))
end

os.exit(lu.LuaUnit.run())
