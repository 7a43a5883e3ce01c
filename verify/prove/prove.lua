-- SPDX-License-Identifier: 0BSD
-- prove: proves the emitted C function by function, for texts of any size, with Frama-C's WP, z3 and cvc4.
--
-- In: words of the command line: an encoding, a kernel, a function (utf8 sse sse_scan). A function is proved if each word is its encoding,
-- its kernel or its name. Without words: UTF-8, and dfa and shift of the encodings that have a grammar in verify/prove/.
-- Out: for each function and kind of property, how many goals each prover proved, and the seconds; at the end the numbers of passed, failed
-- and skipped goals. Exit 1 if any goal failed or none passed; exit 2 for an unknown word. With `--words`, only the words are checked.
--
--     $ lua5.4 verify/prove/prove.lua utf8 dfa
--     utf8             dfa_valid              memory and arithmetic            3 of   3    0.1 s  Qed 1, Z3 4.8.12 2
--
-- The idea: `u8gen gen --acsl` writes an annotated copy of the C. Without annotations, the copy must equal the output of --flat. out/ must
-- equal the output without --flat; tests/gen/fold_test.lua compares these outputs for some encodings. WP generates goals for each function
-- with a contract. Left out are trusted functions; functions of kernels that WP cannot read (within_reach); without words, functions that
-- unproved.lua excuses as a whole. Provers get only the goals that answers.tsv does not have, or all goals with PROVE_FRESH=1. The
-- automaton is compared with a grammar: verify/prove/NAME.h, written by hand, or else one made from the spec's rows. Without NAME.h, an
-- encoding whose characters depend on earlier ones has no grammar. Up to JOBS functions, 2 by default, are proved at the same time. Then z3
-- alone proves the arithmetic on sizes in vector kernels' loops (sizes.lua), and the checks in FACTS prove facts that WP cannot.

package.path = "./?.lua;" .. package.path

local dir = require "pl.dir"
local path = require "pl.path"
local acsl = require "gen.emit.acsl"
local api = require "gen.kernel.api"
local catalogue = require "gen.commands.catalogue"
local emit = require "gen.emit.emit"
local excuses = require "verify.prove.excuses"
local files = require "gen.common.files"
local lists = require "gen.common.lists"
local options_ = require "gen.commands.options"
local jobs_ = require "gen.commands.jobs"
local spec = require "gen.spec.spec"
local answers = require "verify.prove.answers"
local frama_c = require "verify.prove.frama_c"
local functions = require "verify.prove.functions"
local isas = require "gen.kernel.isas"
local points = require "verify.prove.points"
local results = require "tests.lib.results"
local rows = require "verify.prove.rows"
local sizes = require "verify.prove.sizes"
local swar = require "verify.prove.swar"
local unproved = require "verify.prove.unproved"

local M = {}

local HERE <const>, WORK <const> = "verify/prove", "build/prove"

---The tool of a result, for the report of `make trust`.
local WP <const> = "Frama-C 25 WP"

-- ---- The subject ----

---Generates NAME.c and NAME.h of an encoding. @return table source, table header
local function source_of(model, options)
  local by_name <const> = {}
  for _, file in ipairs((emit.files(".", model, options))) do
    by_name[file.name] = file
  end
  return by_name[options.prefix .. ".c"], by_name[options.prefix .. ".h"]
end

---Writes the annotated copy of an encoding. Its code must equal that of --flat, and out/ must equal the generator's present output.
---@param word string a name of the catalogue
---@return table subject { prefix, text, file, model }
function M.subject(word)
  local model <const>, name <const> = jobs_.load_model(".", word)
  local options <const> = options_.of(model, name, { spec_word = word })
  local prefix <const> = options.prefix
  assert(source_of(model, options).text == files.read(("out/%s/%s.c"):format(prefix, prefix)),
    prefix .. ": error: out/ differs from what the generator writes; the proof is about what the generator writes, so run 'make out'")
  options.flat = true
  local flat <const> = source_of(model, options).text
  options.acsl = true
  local annotated <const>, header <const> = source_of(model, options)
  local text <const> = swar.annotate(model, annotated.text, prefix .. "_")
  files.write(path.join(WORK, prefix), { { name = annotated.name, text = text }, header })
  assert(acsl.stripped(text) == flat, prefix .. ": error: without its annotations, the annotated copy differs from --flat")
  return { prefix = prefix, text = text, file = ("%s/%s/%s.c"):format(WORK, prefix, prefix), model = model }
end

---Makes a grammar from the spec's rows. It defines `ends`, `character` and `begins` (grammar.h).
local function grammar_of(model)
  local terms <const> = { ends = {}, character = {}, begins = {} }
  for _, row in ipairs(model.rows) do
    local last, first, length <const> = {}, {}, #row.bytes
    for j, range in ipairs(row.bytes) do
      last[j] = ("0x%02X <= t[n - %d] <= 0x%02X"):format(range.lo, length - j + 1, range.hi)
      first[j] = ("0x%02X <= t[%d] <= 0x%02X"):format(range.lo, j - 1, range.hi)
      table.insert(terms[j == length and "character" or "begins"], ("(n == %d && %s)"):format(j, table.concat(first, " && ")))
    end
    table.insert(terms.ends, ("(n >= %d && %s && well_formed(t, n - %d))"):format(length, table.concat(last, " && "), length))
  end
  local lines = {}
  for i, name in ipairs { "ends", "character", "begins" } do
    lines[i] = ("/*@ predicate %s{L}(uint8_t *t, integer n) =\n    %s; */\n"):format(name,
      #terms[name] > 0 and table.concat(terms[name], " ||\n    ") or "\\false")
  end
  return table.concat(lines)
end

---@return string? file nil if characters depend on earlier ones and verify/prove has no grammar of the encoding
---@return string by the source of the grammar
local function grammar(subject)
  local file <const> = ("%s/%s.h"):format(HERE, subject.prefix)
  if path.exists(file) then
    return file, "the standard"
  elseif subject.model.contexts > 1 then
    return nil, "nothing"
  end
  files.write(path.join(WORK, subject.prefix), { { name = "grammar.h", text = grammar_of(subject.model) } })
  return ("%s/%s/grammar.h"):format(WORK, subject.prefix), "the spec"
end

-- ---- Results ----

---Returns a function's name without the prefix of the encoding.
local function short_of(prefix, name)
  return (name:gsub("^" .. prefix .. "_", ""))
end

---Parts of the names of goals, each with the kind of property that it shows. The first match counts.
local KINDS <const> = {
  { "_rte_", "memory and arithmetic" }, { "_assigns", "writes nothing else" }, { "_variant", "termination" }, { "_ensures", "result" },
  { "_call_", "calls satisfy their contracts" }, { "_requires", "calls satisfy their contracts" }, { "", "invariants" },
}

local function kind_of(goal)
  for _, kind in ipairs(KINDS) do
    if goal:find(kind[1], 1, true) then
      return kind[2]
    end
  end
end

---@param name string of a function
---@return string? reason why `make prove` leaves it out
function M.left_out(name)
  return excuses.of(name, nil, {})
end

---Prints and reports the result of one function. @return integer passed, integer failed, integer skipped
local function print_result(job, result, used, report)
  local name <const> = short_of(job.prefix, job.name)
  local kinds, by_kind, passed, failed, skipped = {}, {}, 0, 0, 0
  for _, goal in ipairs(result.goals) do
    local kind <const> = kind_of(goal.name)
    local sums = by_kind[kind]
    if not sums then
      sums = { kind = kind, all = 0, proved = 0, seconds = 0, by = {}, provers = {} }
      by_kind[kind], kinds[#kinds + 1] = sums, sums
    end
    sums.all, sums.seconds = sums.all + 1, sums.seconds + goal.seconds
    local reason <const> = goal.verdict ~= "valid" and excuses.of(job.name, goal.name, used)
    if goal.verdict == "valid" then
      sums.proved = sums.proved + 1
      if not sums.by[goal.by] then
        sums.by[goal.by], sums.provers[#sums.provers + 1] = 0, goal.by
      end
      sums.by[goal.by] = sums.by[goal.by] + 1
    elseif reason then
      sums.skipped = (sums.skipped or 0) + 1
      sums.reason = reason
    else
      io.write(("    not proved: %s (%s)\n"):format(goal.name, goal.verdict))
    end
  end
  for _, sums in ipairs(kinds) do
    local provers = {}
    table.sort(sums.provers)
    for i, prover in ipairs(sums.provers) do
      provers[i] = ("%s %d"):format(prover, sums.by[prover])
    end
    local missing <const> = sums.all - sums.proved - (sums.skipped or 0)
    passed, failed, skipped = passed + sums.proved, failed + missing, skipped + (sums.skipped or 0)
    io.write(("%-16s %-22s %-30s %3d of %3d %6.1f s  %s%s\n"):format(job.prefix, name, sums.kind, sums.proved, sums.all, sums.seconds,
      table.concat(provers, ", "), sums.reason and "; the others are left out: " .. sums.reason or ""))
    report(job.prefix .. " " .. name, sums.kind, sums.proved .. " goals", WP .. ": " .. table.concat(sums.provers, ", "),
      missing > 0 and "failed" or sums.reason and "skipped: " .. sums.reason or "passed")
  end
  local smoke <const>, dead = result.smoke, 0
  for _, one in ipairs(smoke.names) do
    dead = dead + (excuses.of(job.name, one, used) and 1 or 0)
  end
  dead = dead == excuses.dead(job.name) and dead or 0
  if smoke.passed + smoke.failed > 0 then
    io.write(("%-16s %-22s %-30s %3d of %3d%s\n"):format(job.prefix, name, "no contradiction", smoke.passed, smoke.passed + smoke.failed,
      dead > 0 and "; the others are left out" or ""))
    failed, skipped = failed + smoke.failed - dead, skipped + dead
    report(job.prefix .. " " .. name, "no contradiction among the assumptions", smoke.passed .. " smoke tests", WP,
      smoke.failed > dead and "failed" or "passed")
  end
  local reason <const> = result.problem and excuses.of(job.name, result.problem, used)
  if result.problem then
    io.write(("    %s %s: %s%s\n"):format(job.prefix, name, result.problem, reason and "; left out: " .. reason or ""))
    failed, skipped = failed + (reason and 0 or 1), skipped + (reason and 1 or 0)
  end
  if reason then
    report(job.prefix .. " " .. name, "all goals", "none", WP, "skipped: " .. reason)
  end
  return passed, failed, skipped
end

-- ---- Runs ----

---Hashes the function's name, the annotated C, the headers of verify/prove, and frama_c.lua. If none of these has changed, the log of an
---earlier run is used again. After changes of this file or of the tools, use PROVE_FRESH=1.
local function key_of(subject, name)
  local parts <const> = { name, subject.text }
  for _, file in ipairs(files.list_all(HERE)) do
    parts[#parts + 1] = (file:find("%.h$") or file:find("frama_c.lua$")) and files.read(file) or nil
  end
  table.sort(parts)
  return spec.hash(table.concat(parts, "\0"))
end

---How the file is compiled for the functions of a section (functions.lua): with which active kernel, with or without vectors, and with
---which optional parts. Public functions are compiled with `dfa` as the active kernel. Parts that are not listed are left out; some of them
---copy memory in ways that prelude.h does not cover.
local BUILDS <const> = {
  shared = { kernel = "sse", vectors = true, parts = { prefix = true } },
  functions = { kernel = "dfa", vectors = false, parts = { prefix = true, check = true, status = true, chunk = true, stream = true,
    decode = true, encode = true, iterate = true, cut = true, measure = true, count = true, kernels = true, limit = true } },
}

local function build_of(kernel)
  return BUILDS[kernel] or { kernel = kernel, vectors = isas.row(kernel) ~= nil, parts = { prefix = true } }
end

---Makes the job of a function, with the known answers for its goals.
---@param subject table
---@param one table see functions.of
---@param fresh boolean? ignore known answers
function M.job(subject, one, fresh)
  local session <const> = ("%s/%s/%s.session"):format(WORK, subject.prefix, one.name)
  local log <const> = ("%s/%s/%s.log"):format(WORK, subject.prefix, one.name)
  if fresh then
    os.remove(log)
    if path.exists(session) then
      dir.rmtree(session)
    end
  else
    answers.unpack(one.name, session)
  end
  local without, build <const> = {}, build_of(one.kernel)
  for _, part in ipairs(api.optional()) do
    without[#without + 1] = not build.parts[part] and ("-D%s_NO_%s"):format(subject.prefix:upper(), part:upper()) or nil
  end
  local known <const> = grammar(subject)
  return { folder = HERE, file = subject.file, prefix = subject.prefix, kernel = build.kernel,
    name = one.name, vectors = build.vectors, session = session, cache = "cleanup",
    log = log, key = key_of(subject, one.name),
    grammar = known or (HERE .. "/no_grammar.h"), without = table.concat(without, " "), smoke = true }
end

---Can WP read a kernel? It can if the kernel has no vectors, or x86 vectors of 16 or 32 bytes, which verify/prove/shim declares. Kernels
---that are `like` another one are excluded.
local function within_reach(kernel)
  local row <const> = isas.row(kernel)
  return not row or row.family == "x86" and row.bytes < 64 and not row.like
end

---Does `make prove` without words select a function? It selects all functions of UTF-8, and `dfa` and `shift` of the other encodings with a
---grammar in this folder. `chosen` then excludes trusted functions and kernels that WP cannot read.
local function by_default(prefix, kernel)
  return prefix == "utf8" or (kernel == "dfa" or kernel == "shift") and path.exists(("%s/%s.h"):format(HERE, prefix))
end

---Do the words of the command line select a function? If there are no words, by_default selects.
local function wanted(words, subject, one)
  if #words == 0 then
    return by_default(subject.prefix, one.kernel)
  end
  local short <const> = short_of(subject.prefix, one.name)
  for _, word in ipairs(words) do
    if word ~= subject.prefix and word ~= one.kernel and word ~= short then
      return false
    end
  end
  return true
end

---Lets z3 prove the sizes in the annotated functions of vector kernels. @return integer passed, integer failed
local function prove_sizes(words, subject, report)
  local passed, failed, source <const> = 0, 0, sizes.read(subject.text)
  for _, row in ipairs(isas.rows) do
    local start <const> = ("%s_%s_"):format(subject.prefix, row.name)
    for _, name in ipairs(sizes.on_text(subject.text, start)) do
      local one <const> = { kernel = row.name, name = name }
      if wanted(words, subject, one) then
        local question <const>, from <const> = sizes.question(source, name), os.time()
        local held = 0
        local answers_ <const> = sizes.ask(question, ("%s/%s/%s.smt2"):format(WORK, subject.prefix, name))
        for i, goal in ipairs(question.goals) do
          held = held + (answers_[i] == "unsat" and 1 or 0)
          io.write(answers_[i] == "unsat" and "" or ("    not proved: %s (%s)\n"):format(goal, answers_[i] or "no answer"))
        end
        passed, failed = passed + held, failed + #question.goals - held
        io.write(("%-16s %-22s %-30s %3d of %3d %6d s  Z3\n"):format(subject.prefix, name:sub(#subject.prefix + 2),
          "sizes, in 64 bits", held, #question.goals, os.time() - from))
        io.flush()
        report(subject.prefix .. " " .. name:sub(#subject.prefix + 2), "sizes, in 64 bits", held .. " goals", "z3 alone",
          held == #question.goals and "passed" or "failed")
      end
    end
  end
  return passed, failed
end

---Facts that another program proves instead of WP: { kernel, function, description, the end of the printed line, tool, check }.
local FACTS <const> = {
  { "shift", "shift_row", "rows of the table", "each state and byte", "a loop over all", rows.check },
  { "swar", "high_bits", "bytes of a word", "Z3", "z3 alone", swar.words },
  { "functions", "spell", "bytes of all code points", "Z3", "z3 alone", points.spelled },
  { "functions", "code_point", "code points of all characters", "Z3", "z3 alone", points.value },
}

---Proves the FACTS that the words select, and prints the results. @return integer passed, integer failed
local function prove_facts(words, subject, report)
  local passed, failed = 0, 0
  for _, fact in ipairs(FACTS) do
    local kernel <const>, name <const>, what <const>, how <const>, by <const>, check <const> = table.unpack(fact)
    local held, all
    if wanted(words, subject, { kernel = kernel, name = subject.prefix .. "_" .. name }) then
      held, all = check(subject.prefix, subject.text, path.join(WORK, subject.prefix))
    end
    if held then
      local missing <const> = all == 0 and 1 or all - held
      io.write(("%-16s %-22s %-30s %d of %d, %s\n"):format(subject.prefix, name, what, held, all, how))
      report(subject.prefix .. " " .. name, what, held .. " cases", by, missing > 0 and "failed" or "passed")
      passed, failed = passed + held, failed + missing
    end
  end
  return passed, failed
end

---Finds the jobs that the words select. @return table subjects, table jobs, table left { {prefix, name, reason} } functions left out
local function chosen(words, used)
  local subjects, jobs, left, fresh <const> = {}, {}, {}, (os.getenv "PROVE_FRESH" or "") ~= ""
  for _, word in ipairs(catalogue.names(".")) do
    local prefix <const> = word:gsub("%p", "")
    local named = #words == 0 and path.exists(("%s/%s.h"):format(HERE, prefix))
    for _, one in ipairs(words) do
      named = named or one == prefix
    end
    local subject <const> = named and M.subject(word)
    subjects[#subjects + 1] = subject or nil
    for _, one in ipairs(subject and functions.of(subject.text, subject.prefix) or {}) do
      local meant <const> = not one.trusted and within_reach(one.kernel) and wanted(words, subject, one)
      local reason <const> = meant and #words == 0 and excuses.of(one.name, nil, used)
      left[#left + 1] = reason and { prefix = subject.prefix, name = one.name, reason = reason } or nil
      jobs[#jobs + 1] = meant and not reason and M.job(subject, one, fresh) or nil
    end
  end
  return subjects, jobs, left
end

---Returns a message about the first unknown word, or nil. A word is known if it is an encoding, or a kernel or function of an encoding
---among the words.
---@param words string[]
---@return string?
function M.misfit(words)
  local encodings, known, listed, named, asked <const> = {}, {}, {}, false, lists.set(words)
  local function add(word)
    listed[#listed + 1] = not known[word] and word or nil
    known[word] = true
  end
  for _, word in ipairs(catalogue.names(".")) do
    local prefix <const> = word:gsub("%p", "")
    encodings[#encodings + 1] = prefix
    if asked[prefix] then
      known[prefix], named = true, true
      local subject <const> = M.subject(word)
      for _, one in ipairs(functions.of(subject.text, prefix)) do
        add(one.kernel)
        add(short_of(prefix, one.name))
      end
      for _, fact in ipairs(FACTS) do
        add(fact[2])
      end
    end
  end
  for _, word in ipairs(words) do
    if not known[word] then
      return ("prove: error: unknown word: %s%s; encodings: %s%s"):format(word, named and "" or " (name its encoding, too)",
        table.concat(encodings, " "), named and "; kernels and functions: " .. table.concat(listed, " ") or "")
    end
  end
end

---@param words string[]
---@return integer status
function M.run(words)
  local passed, failed, skipped, used, begin <const> = 0, 0, 0, {}, os.time()
  local function report(subject, what, how_much, by, verdict)
    results.add("proof", subject, what, how_much, by, verdict)
  end
  local known, asked, kept, names = 0, 0, 0, {}
  local subjects <const>, jobs <const>, left <const> = chosen(words, used)
  frama_c.each(jobs, function(i, result, before)
    local job <const> = jobs[i]
    local p <const>, f <const>, s <const> = print_result(job, result, used, report)
    passed, failed, skipped = passed + p, failed + f, skipped + s
    known, asked, kept = known + (before and 0 or result.known), asked + (before and 0 or result.asked), kept + (before and 1 or 0)
    names[job.name] = true
    if f == 0 and by_default(job.prefix, job.kernel) then
      answers.pack(job.name, job.session)
    end
    io.flush()
  end)
  for _, subject in ipairs(subjects) do
    local p <const>, f <const> = prove_sizes(words, subject, report)
    local r <const>, not_held <const> = prove_facts(words, subject, report)
    passed, failed = passed + p + r, failed + f + not_held
  end
  for _, one in ipairs(left) do
    local short <const> = short_of(one.prefix, one.name)
    io.write(("%-16s %-22s left out: %s\n"):format(one.prefix, short, one.reason))
    report(one.prefix .. " " .. short, "all goals", "none", WP, "skipped: " .. one.reason)
    skipped, names[one.name] = skipped + 1, true
  end
  if #words == 0 then
    answers.retain(names)
  end
  for i, entry in ipairs(#words == 0 and unproved or {}) do
    if not used[i] then
      io.write(("    unproved.lua: this entry is not needed; delete it: %s %s\n"):format(entry["function"], entry.goal or ""))
      failed = failed + 1
    end
  end
  io.write(passed + failed + skipped == 0 and "    no goals: WP cannot read this code, or the contract is trusted (functions.lua)\n" or "")
  io.write(("answers of provers: %d from %s, %d new; %d functions unchanged since an earlier run; %d s\n"):format(
    known, answers.FILE, asked, kept, os.time() - begin))
  io.write(("%d passed, %d failed%s\n"):format(passed, failed, skipped > 0 and (", %d skipped"):format(skipped) or ""))
  return failed == 0 and passed > 0 and 0 or 1
end

if arg and arg[0] and arg[0]:find("prove.lua$") then
  local only_words <const> = arg[1] == "--words"
  if only_words then
    table.remove(arg, 1)
  end
  local misfit <const> = M.misfit(arg)
  if misfit then
    io.stderr:write(misfit, "\n")
  end
  os.exit(misfit and 2 or only_words and 0 or M.run(arg))
end

return M
