-- SPDX-License-Identifier: 0BSD
-- main: the pipeline line by line, and the commands.

local argparse = require "argparse"
local path = require "pl.path"
local dir = require "pl.dir"

local spelling = require "gen.spelling"
local spec = require "gen.spec"
local rows = require "gen.rows"
local automaton = require "gen.automaton"
local analysis = require "gen.analysis"
local faults = require "gen.faults"
local plan = require "gen.plan"
local dfa = require "gen.dfa"
local cuts = require "gen.cuts"
local progress = require "gen.progress"
local grammar = require "gen.grammar"
local emit = require "gen.emit"
local files = require "gen.files"
local names_ = require "gen.names"
local outside = require "gen.outside"
local refused = require "gen.refused"
local facts = require "gen.facts"
local tour = require "gen.tour"
local trace = require "gen.trace"
local explain = require "gen.explain"
local diff = require "gen.diff"
local verify = require "gen.verify"
local selection = require "gen.selection"
local between = require "gen.between"
local code_points = require "gen.code_points"
local api = require "gen.api"
local isas = require "gen.isas"
local kernel = require "gen.kernel"
local re2c = require "gen.re2c"
local banner = require "gen.banner"

local M = {}

---From the text of a spec to its language: what it takes to judge a text.
---@param text string
---@param name string how messages name the spec
---@return table model
function M.understand(text, name)
  local m = {}
  m.spec = spec.read(text, name)
  progress.start(m.spec.title)
  m.rows, m.contexts, m.ends = rows.derive(m.spec)
  m.continuations = faults.continuations(m.spec)
  local too_large
  m.automaton, too_large = automaton.build(m.rows, m.contexts, m.continuations, m.ends)
  if too_large then
    error({ spec_error = true, path = name, message = too_large }, 0)
  end
  m.excluded = faults.shortened(m.automaton, rows.excluded(m.spec))
  m.never_rows, m.unfinished_rows = faults.never_rows(m.spec), faults.unfinished_rows(m.spec, m.rows, m.ends)
  m.fault_names = faults.names(m.spec, m.excluded)
  faults.check(m)
  return m
end

---From the text of a spec to everything that is derived from it.
---@param text string
---@param name string how messages name the spec
---@return table model
function M.compile(text, name)
  local m = M.understand(text, name)
  m.analysis = analysis.study(m.automaton)
  m.plan, m.no_plan = plan.make(m.spec, m.automaton, m.analysis, m)
  m.dfa = dfa.table_layout(m.automaton, m.spec)
  m.shift, m.no_shift = dfa.shift_layout(m.automaton)
  m.end_byte = grammar.end_byte(m.automaton)
  m.cuts = cuts.of(m)
  return m
end

-- ---- Finding specs ----

local function catalogue(root)
  local names = {}
  for _, file in ipairs(dir.getfiles(path.join(root, "gen", "specs"), "*.lua")) do
    names[#names + 1] = path.basename(file):gsub("%.lua$", "")
  end
  table.sort(names)
  return names
end

local function usage_error(message, ...)
  error({ usage_error = true, message = message:format(...) }, 0)
end

---A catalogue name or a file -> the text of the spec, how messages and the output name it, and its file.
local function find_spec(root, word)
  local known = catalogue(root)
  for _, name in ipairs(known) do
    if word == name then
      local file = path.join(root, "gen", "specs", name .. ".lua")
      local text, why = files.read(file, spec.MOST_BYTES)
      if not text then
        usage_error("cannot read %s", why)
      end
      local shown <const> = "gen/specs/" .. name .. ".lua"
      return text, shown, shown, file
    end
  end
  local text, why = files.read(word, spec.MOST_BYTES)
  if not text and not path.exists(word) and not word:find("/") and not word:find("%.lua$") then
    if refused.reason(word) then
      usage_error("no spec of the catalogue describes %s", refused.reason(word))
    end
    usage_error("no encoding of the catalogue is called %s; the nearest is %s ('u8gen list' shows all), and no file is called so",
      word, spelling.nearest(word, known))
  elseif not text then
    usage_error("cannot read %s", why)
  end
  return text, word, path.basename(word), word
end

---@return table model, string spec_name how the output names its source, string file
local function load_model(root, word)
  local text, shown, spec_name, file = find_spec(root, word)
  return M.compile(text, shown), spec_name, file
end
M.load_model = load_model

---The language alone, without tables and kernels.
---@return table model, string spec_name how the output names its source
local function load_language(root, word)
  local text, shown, spec_name = find_spec(root, word)
  return M.understand(text, shown), spec_name
end

-- ---- Commands ----

---Puts text out. What is longer than the buffer may fail here, and nothing is left then for the flush at the end (u8gen) to fail at.
local function put(text)
  if not io.write(text) then
    error({ message = "cannot write to standard output" }, 0)
  end
end

---A line, or several, of what a command says.
local function say(text, ...)
  put((text:format(...):gsub("[^\n]+", outside.shown)) .. "\n")
end

---The names in what follows an option, separated by commas; nil if it isn't given.
local function read_names(option, what, known, text)
  if not text then
    return nil
  end
  local list = {}
  for word in text:gmatch("[^,%s]+") do
    local found = false
    for _, name in ipairs(known) do
      found = found or name == word
    end
    if not found then
      usage_error("unknown %s %s; the nearest is %s, known are %s", what, word, spelling.nearest(word, known), table.concat(known, ", "))
    end
    list[#list + 1] = word
  end
  if #list == 0 then
    usage_error("%s is followed by names of %ss, separated by commas; known are %s", option, what, table.concat(known, ", "))
  end
  return list
end

---@param model table
---@param spec_name string how the output names its source
---@param args table what the command line says: spec_word, to?, prefix?, kernels?, without?, single_header?
---@return table options as emit.files takes them
function M.options(model, spec_name, args)
  local prefix <const>, kernels <const> = args.prefix or model.spec.name, read_names("--kernels", "kernel", isas.names(), args.kernels)
  local without <const> = read_names("--without", "function", api.optional(), args.without)
  local reason <const> = names_.unfit(prefix)
  if reason then
    usage_error("the prefix %s %s, such as %s", prefix, reason, model.spec.name)
  end
  local words = { "u8gen gen", outside.shell_word(path.basename(args.spec_word)) }
  words[#words + 1] = args.to and "--to " .. outside.shell_word(path.basename(args.to))
  words[#words + 1] = args.prefix and "--prefix " .. prefix
  words[#words + 1] = kernels and "--kernels " .. table.concat(kernels, ",")
  words[#words + 1] = without and "--without " .. table.concat(without, ",")
  words[#words + 1] = args.single_header and "--single-header" or nil
  return {
    prefix = prefix, kernels = kernels, without = without,
    single_header = args.single_header, spec_name = spec_name, command = table.concat(words, " "),
  }
end

---Refuses a language whose characters are no code points: only these can be converted.
local function require_code_points(model)
  local reason <const> = code_points.refused(model)
  if reason then
    error({
      spec_error = true, path = model.spec.path, line = math.tointeger(reason:match("line (%d+)")),
      message = ("%s cannot be converted: %s"):format(model.spec.title, reason),
    }, 0)
  end
end

---The agreements that were compiled, by their specs: there and back it is often the same.
local agreements <const> = {}

---What a conversion is made of, and its files.
---@param root string the project's folder
---@param words string[] the source and the target, as `find_spec` takes them
---@param args table what the command line says: prefix?, kernels?, single_header?
---@return table job { model (of the agreement, if there is one), files, selection?, options, title }
---@return string[] inputs the files of both specs
local function between_job(root, words, args)
  local models, names, inputs = {}, {}, {}
  for i, word in ipairs(words) do
    local text <const>, shown <const>, name <const>, file <const> = find_spec(root, word)
    models[i], names[i], inputs[i] = M.understand(text, shown), name, file
    models[i].dfa = dfa.table_layout(models[i].automaton, models[i].spec)
    require_code_points(models[i])
  end
  local source <const>, target <const> = models[1], models[2]
  if source.spec.name == target.spec.name then
    usage_error("--to names another encoding than %s itself", words[1])
  end
  local text <const> = between.agreement(source.spec, target.spec)
  agreements[text or ""] = agreements[text or ""] or text and M.compile(text, "the agreement") or nil
  local same <const> = agreements[text or ""]
  local prefix <const> = args.prefix or ("%s_to_%s"):format(source.spec.name, target.spec.name)
  local options <const> = M.options({ spec = { name = prefix } }, table.concat(names, " and "), {
    prefix = args.prefix, kernels = args.kernels, single_header = args.single_header, spec_word = words[1], to = words[2],
  })
  local texts <const>, chosen <const> = emit.between(root, source, target, same, options)
  return { model = same, files = texts, selection = chosen, options = options,
    title = ("%s to %s"):format(source.spec.title, target.spec.title) }, inputs
end

local COMMANDS = {}

---What `gen` says of the files it wrote.
local function tell(job, written)
  local title <const>, operations = job.model.spec.title, {}
  for i, cost in ipairs(kernel.costs(job.model, job.selection.vectors)) do
    operations[i] = ("%s %d"):format(cost.name, cost.operations)
  end
  say("%s: %d files in %s, %d of them new%s", title, #job.files, job.folder, written,
    #operations > 0 and "; operations per vector: " .. table.concat(operations, ", ") or "")
  for _, one in ipairs(job.selection.missing) do
    say("%s: no %s kernel: %s", title, one.name, one.reason)
  end
  for _, one in ipairs(job.missing) do
    say("%s: no %s: %s", title, one.name, one.reason)
  end
  local cover <const> = job.model.plan and job.model.plan.cover
  if cover and not cover.candidates then
    say("%s: the search for the fewest products was given up: %d found, at least %d are needed", title, #cover.products,
      #cover.certificate)
  end
end

---Writes the files of some jobs, and a rule for Make if one is asked for.
---@return integer[] counts how many files of each were new
local function write(root, jobs, inputs, args)
  local all = { table.unpack(jobs) }
  if args.depfile then
    local folder <const>, name <const> = path.splitpath(args.depfile)
    all[#all + 1] = { folder = folder == "" and "." or folder, files = { { name = name, text = emit.make_rule(root, jobs, inputs) } } }
  end
  if args.man then
    local pages <const> = {}
    for _, job in ipairs(jobs) do
      local texts <const> = emit.manual(root, job.model, job.options)
      table.move(texts, 1, #texts, #pages + 1, pages)
    end
    all[#all + 1] = { folder = path.join(args.man, "man3"), files = pages }
  end
  if args.trace then
    local job <const> = jobs[1]
    local made <const> = job.selection.vectors
    all[#all + 1] = { folder = args.trace, files = trace.files(job.model, made, kernel.costs(job.model, made)) }
  end
  local counts <const> = files.write_all(all)
  progress.finish()
  return counts
end

---What follows --to: a pair of files between two encodings.
local function gen_between(root, args)
  if #args.spec > 1 then
    usage_error("--to goes with one spec, that of the source")
  elseif args.trace or args.without or args.man then
    usage_error("%s says nothing of a conversion, and does not go with --to",
      args.trace and "--trace" or args.without and "--without" or "--man")
  end
  local job <const>, inputs <const> = between_job(root, { args.spec[1], args.to }, args)
  job.folder = args.output or path.join("out", job.options.prefix)
  local written <const> = write(root, { job }, inputs, args)
  say("%s: %d files in %s, %d of them new%s", job.title, #job.files, job.folder, written[1],
    job.model and "" or "; no character has the same bytes in both")
  return 0
end

function COMMANDS.gen(root, args)
  if args.output and #args.spec > 1 then
    usage_error("-o names one folder, so it goes with one spec")
  elseif args.prefix and #args.spec > 1 then
    usage_error("--prefix names one pair of files, so it goes with one spec")
  elseif args.trace and #args.spec > 1 then
    usage_error("--trace names one folder, so it goes with one spec")
  end
  if args.to then
    return gen_between(root, args)
  end
  local jobs, inputs = {}, {}
  for i, word in ipairs(args.spec) do
    args.spec_word = word
    local model, spec_name, file = load_model(root, word)
    local options = M.options(model, spec_name, args)
    local texts, chosen, missing = emit.files(root, model, options)
    inputs[i] = file
    jobs[i] = {
      model = model, options = options, files = texts, selection = chosen, missing = missing,
      folder = args.output or path.join("out", options.prefix),
    }
  end
  local written <const> = write(root, jobs, inputs, args)
  for i, job in ipairs(jobs) do
    tell(job, written[i])
  end
  return 0
end

function COMMANDS.dot(root, args)
  args.spec_word = args.spec
  local model <const>, spec_name <const> = load_language(root, args.spec)
  local folder <const> = args.output or path.join("out", model.spec.name)
  local texts <const> = emit.picture(root, model, M.options(model, spec_name, args))
  files.write(folder, texts)
  say("%s: %s; 'dot -Tsvg' draws it", model.spec.title, path.join(folder, texts[1].name))
  return 0
end

local DIFFERENCES_SHOWN <const>, LINES_SHOWN <const>, LINES_SOUGHT <const> = 3, 4, 200

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    lines[#lines + 1] = line
  end
  return lines
end

---The first differences of two texts: the line's number, what stands there (-) and what the specs give (+). The hash of a file's body
---differs wherever the body does, so it is left out unless nothing else differs.
local function difference(old, new, with_hash)
  local before, after, out, shown = lines_of(old), lines_of(new), {}, 0
  local i, j = 1, 1
  local function is_hash(line)
    return not with_hash and line:find("^%p+   body     %x+$") ~= nil
  end
  local function take(lines, from, to, sign)
    for n = from, math.min(to, from + LINES_SHOWN) - 1 do
      out[#out + 1] = ("    %s %s"):format(sign, lines[n])
    end
    if to - from > LINES_SHOWN then
      out[#out + 1] = ("    %s ... %d lines more"):format(sign, to - from - LINES_SHOWN)
    end
  end
  ---How many lines to leave out on each side until two lines in a row are the same again.
  local function gap()
    for sum = 1, LINES_SOUGHT do
      for left = 0, sum do
        local right = sum - left
        if before[i + left] == after[j + right] and before[i + left + 1] == after[j + right + 1] then
          return left, right
        end
      end
    end
    return #before - i + 1, #after - j + 1
  end
  while i <= #before or j <= #after do
    local left, right = 1, 1
    if before[i] ~= after[j] and not (before[i] and after[j] and is_hash(before[i]) and is_hash(after[j])) then
      shown = shown + 1
      if shown > DIFFERENCES_SHOWN then
        out[#out + 1] = "    and more below"
        break
      end
      left, right = gap()
      out[#out + 1] = ("    @@ line %d @@"):format(i)
      take(before, i, i + left, "-")
      take(after, j, j + right, "+")
    end
    i, j = i + left, j + right
  end
  return #out > 0 and table.concat(out, "\n") or difference(old, new, true)
end

function COMMANDS.check(root, args)
  local words = #args.spec > 0 and args.spec or catalogue(root)
  local wrong = 0
  local function complain(text, ...)
    wrong = wrong + 1
    say(text, ...)
  end
  local version = re2c.version()
  local same_re2c = version == re2c.VERSION
  if version and not same_re2c then
    say("re2c here is %s and out/ is defined for %s: the re2c section is left out of the comparison", version, re2c.VERSION)
  end
  local expected_folders = {}
  ---Compares a folder of out/ with its files; `how` is what follows `u8gen gen`.
  local function compare(name, texts, how)
    local folder <const>, expected = path.join("out", name), {}
    expected_folders[name] = true
    for _, file in ipairs(texts) do
      expected[file.name] = true
      local target = path.join(folder, file.name)
      local text = files.read(target)
      local new = file.text
      if text and not same_re2c then
        text, new = re2c.without_scanner(text), re2c.without_scanner(new)
      end
      if not text then
        complain("missing: %s\n    'u8gen gen %s' writes it", target, how)
      elseif text ~= new then
        complain("stale: %s\n%s\n    'u8gen gen %s' mends it", target, difference(text, new), how)
      end
    end
    for _, file in ipairs(path.isdir(folder) and dir.getfiles(folder) or {}) do
      if not expected[path.basename(file)] then
        complain("extra: %s\n    no spec gives it; 'rm %s' removes it", file, outside.shell_word(file))
      end
    end
  end
  for _, word in ipairs(words) do
    args.spec_word = word
    local model, spec_name = load_model(root, word)
    compare(model.spec.name, emit.files(root, model, M.options(model, spec_name, args)), outside.shell_word(word))
  end
  local counted = ("%d %s"):format(#words, #words == 1 and "encoding" or "encodings")
  if #args.spec == 0 then
    for _, pair in ipairs(between.COMMITTED) do
      local job <const> = between_job(root, pair, {})
      compare(job.options.prefix, job.files, ("%s --to %s"):format(pair[1], pair[2]))
    end
    counted = ("%s, %d conversions"):format(counted, #between.COMMITTED)
    for _, folder in ipairs(path.isdir("out") and dir.getdirectories("out") or {}) do
      if not expected_folders[path.basename(folder)] then
        complain("extra: %s\n    no spec gives it; 'rm -r %s' removes it", folder, outside.shell_word(folder))
      end
    end
  end
  if wrong == 0 then
    say("out/ is what the specs give (%s)", counted)
  end
  return wrong == 0 and 0 or 1
end

---Published tables are short; so many bytes at most.
local MOST_PUBLISHED <const> = 1 << 20

function COMMANDS.tour(root, args)
  local model = load_model(root, args.spec)
  if not args.against then
    args.spec_word = args.spec
    put(tour.show(model, kernel.costs(model, selection.of(model, {}).vectors)))
    return 0
  end
  local text, why = files.read(args.against, MOST_PUBLISHED)
  if not text then
    usage_error("cannot read %s", why)
  end
  local report, right = tour.against(model, text, args.against)
  put(report)
  return right and 0 or 1
end

function COMMANDS.explain(root, args)
  local model <const> = load_language(root, args.spec)
  local bytes <const>, reason <const> = explain.read_hex(args.hex)
  if not bytes then
    usage_error("%s", reason)
  end
  local others = {}
  for i, name in ipairs(catalogue(root)) do
    others[i] = { name = name, model = load_language(root, name) }
  end
  put(explain.show(model, bytes, others, args.verbose))
  return 0
end

function COMMANDS.diff(root, args)
  local pair = {}
  for i, word in ipairs { args.one, args.other } do
    pair[i] = { name = outside.shown(word), model = load_language(root, word) }
  end
  local text, same = diff.show(pair[1], pair[2])
  put(text)
  return same and 0 or 1
end

function COMMANDS.verify(root, args)
  args.spec_word = args.spec
  local model, spec_name = load_model(root, args.spec)
  local options <const> = M.options(model, spec_name, args)
  local texts <const>, chosen <const> = emit.files(root, model, options)
  if args.output then
    files.write(args.output, texts)
  end
  -- What make is told is a folder of our own: it would run what stands in some names.
  local folder <const> = verify.temporary_folder()
  local ok, result = pcall(function()
    files.write(folder, texts)
    progress.finish()
    return verify.run(root, folder, model.spec.name, { label = outside.shown(args.spec), missing = chosen.missing })
  end)
  verify.remove_folder(folder)
  return ok and result or error(result, 0)
end

function COMMANDS.list(root)
  local entries = {}
  for i, name in ipairs(catalogue(root)) do
    local text <const>, shown <const> = find_spec(root, name)
    local read <const> = spec.read(text, shown)
    entries[i] = { name = name, spec = read, facts = facts.of_file(path.join(root, "out", read.name, read.name .. "_model.h")) }
  end
  put(tour.list(entries))
  return 0
end

---@param root string the project's folder
local function parser(root)
  local p = argparse("u8gen", "From the rules of a UTF-8-like encoding to proved, vendorable C validators.")
    :epilog("A spec is a name of the catalogue, such as utf-8, or a file.\n"
      .. "Exit status: 0 done, 1 stale, different or failed check, 2 wrong usage or wrong spec.")
  p:command_target("command")
  p:flag("--version", "Show the version and exit."):action(function()
    say("u8gen %s", banner.version(root))
    error({ status = 0 }, 0)
  end)
  local gen = p:command("gen", "Generate C from specs.")
  gen:argument("spec", "catalogue name or file"):args("+")
  gen:option("--to", "the encoding to convert to: a pair of files SPEC_to_SPEC instead of the spec's own")
  gen:option("-o --output", "the folder to write to (out/PREFIX)")
  gen:option("--prefix", "what files and symbols begin with, as in PREFIX.h and PREFIX_valid (the encoding's name in lower case, "
    .. "without punctuation but _)")
  gen:option("--kernels", "only these kernels, separated by commas")
  gen:option("--without", "without these functions, separated by commas, and those that need them")
  gen:flag("--single-header", "one .h file; define PREFIX_IMPLEMENTATION in capitals where the code shall be")
  gen:option("--depfile", "write to this file a Make rule with what the output depends on")
  gen:option("--man", "write manual pages to this folder: man -M FOLDER PREFIX_valid shows one")
  gen:option("--trace", "write to this folder what each stage produced, a numbered file a stage")
  local check = p:command("check", "Regenerate in memory and compare with out/.")
  check:argument("spec", "catalogue name or file; the whole catalogue if left out"):args("*")
  local show = p:command("tour", "Show what each stage produces.")
  show:argument("spec", "catalogue name or file")
  show:option("--against", "compare the derived tables with published ones in this file")
  local explained = p:command("explain", "Show how an encoding reads bytes: characters, and what is wrong where.")
  explained:argument("spec", "catalogue name or file")
  explained:flag("-v --verbose", "show what each byte gives to the code point, and that in binary, decimal and hexadecimal")
  explained:argument("hex", "bytes in hexadecimal, with or without blanks"):args("+")
  local compared = p:command("diff", "Show the shortest texts in which two encodings differ.")
  compared:argument("one", "catalogue name or file")
  compared:argument("other", "catalogue name or file")
  local picture = p:command("dot", "Write the automaton as NAME.dot, for Graphviz to draw.")
  picture:argument("spec", "catalogue name or file")
  picture:option("-o --output", "the folder to write to (out/NAME)")
  local shown = p:command("verify", "Generate C from a spec, and show that it does what the spec says.")
  shown:argument("spec", "catalogue name or file")
  shown:option("-o --output", "keep the generated files in this folder")
  p:command("list", "Show the catalogue.")
  return p
end

---What follows an option that names something.
local FOLLOWED_BY <const> = {
  { "output", "-o is followed by a folder" }, { "prefix", "--prefix is followed by a prefix" },
  { "kernels", "--kernels is followed by names of kernels" },
  { "without", "--without is followed by names of functions" }, { "depfile", "--depfile is followed by a file" },
  { "to", "--to is followed by the catalogue name or the file of a spec" },
  { "against", "--against is followed by a file" }, { "trace", "--trace is followed by a folder" },
  { "man", "--man is followed by a folder" },
}

local function refuse_empty(args)
  for _, option in ipairs(FOLLOWED_BY) do
    if args[option[1]] == "" then
      usage_error("%s, not by nothing", option[2])
    end
  end
end

---@param root string the project's folder
---@param arguments string[]
---@return integer exit status
function M.run(root, arguments)
  local p = parser(root)
  p.error = function(_, message)
    error({ usage_error = true, message = message .. " ('u8gen --help' shows what is)" }, 0)
  end
  local ok, result = pcall(function()
    local args = p:parse(arguments)
    refuse_empty(args)
    return COMMANDS[args.command](root, args)
  end)
  progress.finish()
  if ok then
    return result
  elseif type(result) ~= "table" then
    error(result, 0)
  elseif result.status then
    return result.status
  end
  local message <const> = result.path and spec.message(result) or "u8gen: error: " .. result.message
  io.stderr:write((message:gsub("[^\n]+", outside.shown)), "\n")
  return 2
end

return M
