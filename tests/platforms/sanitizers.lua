-- SPDX-License-Identifier: 0BSD
-- sanitizers: runs the emitted C under sanitizers and valgrind, and analyzers on its source.
--
--     lua5.4 tests/platforms/sanitizers.lua             all (make sanitize); JOBS, ONLY and TRUST_RESULTS as in steps.lua
--     lua5.4 tests/platforms/sanitizers.lua --planted   plants mistakes in copies of utf8.c, which tools must report (make sanitize-test)
--     lua5.4 tests/platforms/sanitizers.lua --quick     the part of both that `make check` runs
--
-- In: out/, verify/, build/model/, trial.c, random.c and its vectors, threads.c. Out: a line for each step. trial.c runs every kernel and
-- most functions on test vectors and random texts, in memory of the text's size and next to inaccessible pages. Analyzers read files of
-- out/. FINDINGS lists their false reports, with reasons; any other report is a failure.

package.path = "./?.lua;" .. package.path
local library <const> = require "tests.platforms.library"
local steps <const> = require "tests.platforms.steps"

local FOLDER <const> = "build/sanitize"
local FROM <const> = library.from
-- SEVERAL are the encodings for slow tools: they differ in surrogates, in the longest form, or in rules on characters. READ is the list for
-- slow analyzers, with a conversion instead of cesu8. The other encodings come from the same templates.
local SEVERAL <const> = { "utf8", "wtf8", "cesu8", "fssutf", "yaml12" }
local READ <const> = { "utf8", "wtf8", "fssutf", "yaml12", "utf8_to_mutf8" }

local ENCODINGS <const>, ALL <const> = {}, {}
for name in steps.output("ls out"):gmatch "%S+" do
  ALL[#ALL + 1] = name
  ENCODINGS[#ENCODINGS + 1] = not name:find "_to_" and name or nil
end

-- The tools that run trial.c. `texts`: the number of random texts. `whole`: verify/ must be compiled with the sanitizer, too.
local WATCHERS <const> = {
  {
    name = "ASan, UBSan of clang", compiler = "clang", package = "clang", encodings = ENCODINGS, texts = 600,
    flags = "-O1 -g1 -fsanitize=address,undefined,local-bounds -fno-sanitize-recover=all",
  },
  {
    name = "ASan, UBSan of gcc", compiler = "gcc", package = "gcc", encodings = SEVERAL, texts = 600,
    flags = "-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all",
  },
  {
    name = "MSan", compiler = "clang", package = "clang", encodings = ENCODINGS, texts = 600, whole = true,
    flags = "-O1 -g -fsanitize=memory -fno-sanitize-recover=all",
  },
  -- Valgrind does not support AVX-512, so no kernel of AVX-512 runs.
  {
    name = "valgrind", compiler = "gcc", package = "gcc", encodings = SEVERAL, texts = 60, flags = "-O1 -g",
    runner = "valgrind --quiet --error-exitcode=1 --leak-check=full --max-stackframe=3000000",
    needs = { { "valgrind", "valgrind" } },
  },
}

-- False reports of analyzers: the tool, an extended regular expression for the line, and the reason.
local FINDINGS <const> = {
  {
    "clang-tidy", "Array access \\(from variable 'wide'\\) results in a null pointer",
    "either narrow or wide is given; both are NULL only if a caller passes NULL for a text that has units",
  },
  {
    "clang-tidy", "Value stored to '(next|result|begin)' during its initialization is never read",
    "the variable is read only after it is set again; by style, each variable has an initial value",
  },
  {
    "clang-tidy", "The left operand of '&' is a garbage value",
    "a character is decoded only if its length is not 0: then that many bytes were written; MSan and valgrind check this",
  },
  { "gcc -fanalyzer", "dereference of NULL '(wide|text)'", "as for clang-tidy" },
  { "gcc -fanalyzer", "NULL ('0'|where non-null expected).*: #define [A-Z0-9_]+_COPY ", "the same, in a copy of the text" },
  { "gcc -fanalyzer", "terminating analysis for this program point", "the analysis stops after a number of loops or calls" },
  {
    "gcc -fanalyzer",
    "uninitialized value '\\*(bytes_[0-9]+\\(D\\)|iftmp\\.[0-9]+_[0-9]+|&bits|\\(long unsigned int \\*\\)_[0-9]+) \\+ i?_[0-9]+'",
    "only bytes and words are read that were written; MSan and valgrind check this",
  },
  { "gcc -fanalyzer", "uninitialized value 'now\\.next'", "the automaton sets `next` at the first byte of each text; MSan checks this" },
  { "cppcheck", "Possible null pointer dereference: wide", "as for clang-tidy" },
  {
    "cppcheck", "Uninitialized (variable: spare|struct member: now\\.[a-z]+)",
    "`spare` is only written, with bytes that are counted; `now` is set before it is read",
  },
}

local ANALYZERS <const> = {
  {
    name = "gcc -fanalyzer", by = "gcc", needs = { { "gcc", "gcc" } }, names = READ,
    -- LC_ALL=C gives ASCII quotes in messages. The higher limit lets gcc finish; otherwise it reports that it "bailed out early".
    command = "LC_ALL=C gcc -std=c11 -O1 -fanalyzer -Wanalyzer-too-complex --param analyzer-bb-explosion-factor=50"
      .. " -fdiagnostics-plain-output $all -c -o /dev/null %s",
    lines = "warning:|error:",
  },
  {
    name = "clang-tidy", by = "clang-tidy", needs = { { "clang-tidy", "clang-tidy" } }, names = READ, lines = "(warning|error):",
    command = "clang-tidy --quiet --checks='-*,bugprone-*,cert-*,clang-analyzer-*,misc-*,performance-*,portability-*"
      -- Only small constants are multiplied as int.
      .. ",-bugprone-implicit-widening-of-multiplication-result"
      -- Style: C's own functions have two sizes in a row, too.
      .. ",-bugprone-easily-swappable-parameters"
      -- memcpy_s is optional in C11; glibc and musl lack it.
      .. ",-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling"
      -- Addresses of prefetches are made from integers, since they may be past the text, where a pointer would be undefined.
      .. ",-performance-no-int-to-ptr"
      -- The arguments of some macros are the rows of a table.
      .. ",-bugprone-macro-parentheses"
      -- A file includes itself for each instruction set.
      .. ",-bugprone-suspicious-include' %s -- -std=c11 $all",
  },
  {
    name = "cppcheck", by = "cppcheck", needs = { { "cppcheck", "cppcheck" } }, names = ALL,
    lines = "(warning|error|performance|portability):",
    command = "cppcheck --std=c11 --enable=warning,performance,portability --quiet "
      -- cppcheck can read neither the part that a file includes from itself (with PREFIX_ISA), nor a user's header, named by PREFIX_TYPES.
      .. "--template='{file}:{line}: {severity}: {message} [{id}]' -U${upper}_ISA -U${upper}_TYPES %s",
  },
}

-- ---- Sanitizers ----

local function short(name)
  return (name:lower():gsub("%W+", "-"))
end

local function watcher_needs(w)
  local needs = { { w.compiler, w.package }, {
    ("echo 'int main(void) { return 0; }' | %s %s -x c -o /dev/null -"):format(w.compiler, w.flags), "libclang-rt-14-dev libasan8",
  } }
  table.move(w.needs or {}, 1, #(w.needs or {}), #needs + 1, needs)
  return needs
end

local function harness(w)
  local folder <const> = ("%s/%s"):format(FOLDER, short(w.name))
  return {
    subject = w.name, what = "verify/ compiles with it", by = steps.version(w.compiler), needs = watcher_needs(w), from = FROM,
    makes = folder .. "/trial.o", sh = library.compiled(library.files, w.compiler .. " " .. w.flags, folder),
  }
end

---The steps of the first phase: they compile trial.c and files of verify/.
local function harnesses_of(watchers)
  local list = { library.step }
  for _, w in ipairs(watchers) do
    list[#list + 1] = w.whole and harness(w) or nil
  end
  return list
end

---The step that compiles the code of one encoding, from the folder `where` or from out/, and runs it.
local function watched(w, name, where, texts)
  local folder <const> = ("%s/%s"):format(FOLDER, short(w.name))
  local program <const> = ("%s/%s"):format(folder, where and short(where) or name)
  local own <const> = ("-std=c11 -I verify -I tests/platforms -I %s -I build/model -DENCODING=%s"):format(where or "out/" .. name, name)
  return {
    subject = ("%s %s"):format(w.name, name), what = "each kernel, most functions", needs = watcher_needs(w),
    by = steps.version(w.compiler) .. (w.runner and ", " .. steps.version(w.runner:match "%S+") or ""),
    from = { ("out/%s/*.[ch]"):format(name), "build/model/" .. name .. "_model.h", table.unpack(FROM) },
    sh = table.concat({
      "set -e", "mkdir -p " .. folder,
      ("%s %s %s -o %s %s tests/platforms/random.c %s -pthread"):format(w.compiler, w.flags, own, program, library.sources,
        w.whole and library.objects_in(folder) or library.objects),
      ("%s ./%s %d tests/platforms/vectors/*.txt"):format(w.runner or "", program, texts or w.texts),
    }, "\n"),
  }
end

local TSAN <const> = "-O1 -g -fsanitize=thread"

local function threads(name, where)
  local from <const> = where or "out/" .. name
  local program <const> = ("%s/threads-%s"):format(FOLDER, short(from))
  return {
    subject = "TSan " .. name, what = "limit_kernels while other threads call valid, valid_prefix, check, active_kernel",
    by = steps.version "clang",
    needs = { { "clang", "clang" }, {
      ("echo 'int main(void) { return 0; }' | clang %s -x c -o /dev/null -"):format(TSAN), "libclang-rt-14-dev",
    } },
    from = { ("out/%s/*.[ch]"):format(name), "tests/platforms/threads.c" },
    -- The kernel avx512bw is omitted, to save time of compilation. Threads share the same data with and without it.
    sh = table.concat({
      "set -e", "mkdir -p " .. FOLDER,
      ("clang -std=c11 %s -D%s_NO_AVX512BW -I %s -DPREFIX=%s -o %s tests/platforms/threads.c %s/%s.c -pthread"):format(TSAN, name:upper(),
        from, name, program, from, name),
      "./" .. program,
    }, "\n"),
  }
end

-- ---- Analyzers ----

---The step that fails if the analyzer prints a warning or an error that matches no pattern of FINDINGS, or exits with more than 1.
local function analyzed(a, name, where)
  local known = {}
  for _, finding in ipairs(FINDINGS) do
    known[#known + 1] = finding[1] == a.name and finding[2] or nil
  end
  local file <const> = ("%s/%s.c"):format(where or "out/" .. name, name)
  local log <const> = ("%s/%s-%s.txt"):format(FOLDER, short(a.name), where and short(where) or name)
  local unknown <const> = #known == 0 and "cat" or ("grep -vE -e \"%s\""):format(table.concat(known, "|"))
  return {
    subject = a.name .. " " .. name, what = ("only %d known kinds of false reports"):format(#known), by = steps.version(a.by),
    needs = a.needs, amount = "a file", from = { ("out/%s/*.[ch]"):format(name) },
    sh = table.concat({
      "mkdir -p " .. FOLDER, ("upper=%s; all=-D${upper}_ALL_KERNELS"):format(name:upper()),
      ("%s >%s 2>&1; status=$?"):format(a.command:format(file), log),
      ("if [ $status -gt 1 ]; then cat %s; exit 1; fi"):format(log),
      -- A report is followed by the line of code that it is about.
      ("grep -E '%s' %s | awk -F: -v file=%s 'NR == FNR { code[FNR] = $0; next }"):format(a.lines, log, file)
        .. (" { print $0 \": \" ($1 == file ? code[$2] : \"\") }' %s - | %s >%s.unknown"):format(file, unknown, log),
      ("cat %s.unknown; [ ! -s %s.unknown ]"):format(log, log),
    }, "\n"),
  }
end

-- ---- Planted mistakes ----

local LOOP <const> = "for (size_t i = 0; i < size && state != UTF8_DEAD; i++) {\n"
  .. "        state = utf8_dfa_next[state + utf8_dfa_class[bytes[i]]];\n    }\n    return"

-- A mistake: the text in utf8.c, its replacement, and the expected report of each tool (a pattern of grep -E).
local PLANTED <const> = {
  {
    name = "reads-past-the-end", what = "the scalar kernel dfa reads one byte past the end of the text",
    from = LOOP, to = "volatile uint8_t seen = bytes[size];\n    (void)seen;\n    " .. LOOP,
    noticed = {
      ["ASan, UBSan of clang"] = "heap-buffer-overflow", ["ASan, UBSan of gcc"] = "heap-buffer-overflow", valgrind = "Invalid read",
    },
  },
  {
    name = "shifts-far", what = "the kernel shift shifts by 64 bits",
    from = "state = utf8_shift_table[bytes[i]] >> (state & 63);\n        if",
    to = "state = utf8_shift_table[bytes[i]] >> ((state & 63) + 64);\n        if",
    noticed = { ["ASan, UBSan of clang"] = "shift exponent", ["ASan, UBSan of gcc"] = "shift exponent" },
  },
  {
    name = "unset", what = "a state that some texts leave without a value", from = "unsigned state = UTF8_START;",
    to = "unsigned unset[2];\n    unset[size & 1] = UTF8_START;\n    unsigned state = unset[size >> 1 & 1];",
    noticed = { MSan = "use-of-uninitialized-value", valgrind = "uninitialised" },
  },
  {
    name = "no-value", what = "a state without a value", from = "unsigned state = UTF8_START;", to = "unsigned state;",
    noticed = { ["clang-tidy"] = "(garbage|uninitialized|undefined)", cppcheck = "uninit" },
  },
  {
    name = "null", what = "a NULL that is read", from = "const uint8_t *bytes = (const uint8_t *)text;\n    unsigned state",
    to = "const uint8_t *bytes = size > 5 ? NULL : (const uint8_t *)text;\n    unsigned state",
    noticed = { ["gcc -fanalyzer"] = "dereference of NULL '0'" },
  },
  {
    name = "race", what = "the limit on kernels is stored by a plain store", from = "__atomic_store_n(to, kernel, __ATOMIC_RELAXED)",
    to = "*to = kernel", tsan = "data race",
  },
}

local function plant(fault)
  local folder <const> = ("%s/planted/%s"):format(FOLDER, fault.name)
  os.execute(("mkdir -p %s && cp out/utf8/*.[ch] %s"):format(folder, folder))
  local file = assert(io.open(folder .. "/utf8.c", "rb"))
  local text <const> = file:read("a")
  file:close()
  local at <const>, stop <const> = text:find(fault.from, 1, true)
  assert(at, "utf8.c has no " .. fault.from)
  file = assert(io.open(folder .. "/utf8.c", "wb"))
  file:write(text:sub(1, at - 1), fault.to, text:sub(stop + 1))
  file:close()
  return folder
end

---The phases with the steps that must fail with the expected report.
local function planted(only)
  local list, used = {}, {}
  local function add(step, fault, notices)
    step.subject, step.what = "planted in utf8", ("%s is noticed by %s"):format(fault.what, step.subject)
    step.amount, step.notices = "a mistake", notices
    step.sh = step.sh:gsub("%-Werror", "")
    list[#list + 1] = step
  end
  for _, fault in ipairs(PLANTED) do
    local folder <const> = plant(fault)
    for _, w in ipairs(WATCHERS) do
      local notices <const> = (fault.noticed or {})[w.name]
      if notices and (not only or only[fault.name] == w.name) then
        used[#used + 1] = w
        add(watched(w, "utf8", folder, 10), fault, notices)
      end
    end
    for _, a in ipairs(ANALYZERS) do
      local notices <const> = (fault.noticed or {})[a.name]
      if notices and not only then
        add(analyzed(a, "utf8", folder), fault, notices)
      end
    end
    if fault.tsan and (not only or only[fault.name]) then
      add(threads("utf8", folder), fault, fault.tsan)
    end
  end
  return { harnesses_of(used), list }
end

-- ---- All steps ----

local function all()
  local list = {}
  -- (Analyzers take longest, so they start first.)
  for _, a in ipairs(ANALYZERS) do
    for _, name in ipairs(a.names) do
      list[#list + 1] = analyzed(a, name)
    end
  end
  for _, w in ipairs(WATCHERS) do
    for _, name in ipairs(w.encodings) do
      list[#list + 1] = watched(w, name)
    end
  end
  for _, name in ipairs(SEVERAL) do
    list[#list + 1] = threads(name)
  end
  return { harnesses_of(WATCHERS), list }
end

local phases
if arg[1] == "--planted" then
  phases = planted()
elseif arg[1] == "--quick" then
  -- (In `make check`, the fuzzer already runs clang's AddressSanitizer and UBSan without planted mistakes.)
  phases = planted { ["reads-past-the-end"] = "ASan, UBSan of gcc", race = "TSan" }
  table.insert(phases[2], threads "utf8")
else
  phases = all()
end
os.exit(steps.run(arg[1] == "--quick" and "sanitize-quick" or "sanitize", phases))
