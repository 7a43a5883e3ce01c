-- SPDX-License-Identifier: 0BSD
-- fuzz: libFuzzer thinks of texts, trial.c takes them through every kernel and function beside the reference.
--
--     lua5.4 tests/platforms/fuzz.lua 60              all encodings, so many seconds together (make fuzz TIME=60)
--     lua5.4 tests/platforms/fuzz.lua 60 utf8 wtf8    these; ONLY, JOBS and TRUST_RESULTS as steps.lua says
--     lua5.4 tests/platforms/fuzz.lua --planted 30    a bit of a table of utf8.c is changed: is a text found in so many seconds?
--
-- In: out/, verify/, the specs, for seeds and a dictionary (seeds.lua); clang with libFuzzer. Out: a line for each encoding. What it finds is
-- added to tests/platforms/vectors/found.txt in hexadecimal, from where it is tried on every platform and by every sanitizer from then on.
-- What it has learned stays in build/fuzz/NAME/corpus. (Of a planted fault, what is found stays in build/.)

package.path = "./?.lua;" .. package.path
local steps <const> = require "tests.platforms.steps"

local FOLDER <const>, FOUND <const> = "build/fuzz", "tests/platforms/vectors/found.txt"
-- What is looked for in is emitted; verify/ needs no instruments.
local LIBRARY <const> = "-O2"
local FLAGS <const> = "-O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all"
local SOURCES <const> =
  "verify/{characters,faults,guard,intern,language,measures,reference_utf,report,streams,strings,work,reference}.c"
local NEEDS <const> = {
  { "clang", "clang" }, {
    ("echo '#include <stddef.h>\nint LLVMFuzzerTestOneInput(const char *t, size_t s) { return t && s > 99; }' | clang -x c %s -o /dev/null -"):
      format(FLAGS), "libclang-rt-14-dev",
  },
}
local planted <const> = arg[1] == "--planted"
local seconds <const> = tonumber(arg[planted and 2 or 1] or 60)

---The spec of each encoding of out/, by the names of the files.
local function catalogue()
  local specs, names = {}, {}
  for file in steps.output("ls gen/specs"):gmatch "%S+" do
    local spec <const> = file:gsub("%.lua$", "")
    local name <const> = spec:gsub("[-.]", "")
    names[#names + 1], specs[name] = name, spec
  end
  return names, specs
end
local all <const>, spec_of <const> = catalogue()

local function read(name)
  local file <const> = assert(io.open(name, "rb"))
  local text <const> = file:read("a")
  file:close()
  return text
end

local function write(name, text)
  local file <const> = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

---A copy of utf8.c in which a lead byte F0..FF is no longer too_short behind another: C2 F0 90 80 80 passes, and no text of four bytes
---shows it.
local function plant()
  local folder <const> = FOLDER .. "/planted"
  os.execute(("rm -rf %s && mkdir -p %s && cp out/utf8/*.[ch] %s"):format(folder, folder, folder))
  local text, changed = read "out/utf8/utf8.c", 0
  text = text:gsub("utf8_this_high%[16%] = %b{}", function(entries)
    return (entries:gsub("^(.*)(0x%x%x)", function(before, byte)
      changed = changed + (tonumber(byte) & 0x02)
      return ("%s0x%02X"):format(before, tonumber(byte) & ~0x02)
    end))
  end)
  assert(changed == 0x02, "utf8.c has no such bit")
  write(folder .. "/utf8.c", text)
  return folder
end

---@param from string the folder of the C
---@param each integer seconds
local function fuzz(name, from, each)
  local folder <const> = planted and FOLDER .. "/planted" or ("%s/%s"):format(FOLDER, name)
  local found <const> = planted and folder .. "/found.txt" or FOUND
  return {
    subject = name, what = planted and "a wrong bit of a table is found" or "each kernel and function on what libFuzzer thinks of", needs = NEEDS,
    by = steps.version "clang", amount = each .. " s", notices = planted and "^text [0-9A-F]+" or nil,
    from = { from .. "/*.[ch]", "verify/*.[ch]", "tests/platforms/*.[ch]", "tests/platforms/seeds.lua" },
    sh = ("mkdir -p %s/corpus && lua5.4 tests/platforms/seeds.lua %s %s && "):format(folder, spec_of[name], folder)
      .. ("clang -std=c11 %s -I verify -I tests/platforms -I %s -DENCODING=%s -o %s/fuzz verify/subject.c tests/platforms/trial.c "):format(
        FLAGS, from, name, folder)
      .. ("tests/platforms/fuzz.c %s/library/*.o -pthread || exit 1\n"):format(FOLDER)
      .. ("%s/fuzz -max_total_time=%d -max_len=300 -timeout=20 -dict=%s/dictionary -artifact_prefix=%s/ -print_final_stats=1 "):format(folder,
        each, folder, folder)
      .. ("-verbosity=1 %s/corpus %s/seeds 2>&1 | grep -vE '^#[0-9]+[[:space:]]+(NEW|REDUCE|pulse)'\n"):format(folder, folder)
      .. ("for file in %s/crash-* %s/timeout-*; do [ -e $file ] || continue; bad=1\n"):format(folder, folder)
      .. ("    { echo; echo '# Found by libFuzzer in %s.'; od -An -v -tx1 $file | tr a-f A-F | xargs; } >>%s; rm $file; done\n"):format(name, found)
      .. ("runs=$(ls %s/corpus | wc -l); echo \"= %d s, $runs texts in its corpus\"; [ -z \"${bad-}\" ]"):format(folder, each),
  }
end

local library <const> = {
  subject = "libFuzzer", what = "the reference compiles", by = steps.version "clang", needs = NEEDS, from = { "verify/*.[ch]" },
  makes = FOLDER .. "/library/work.o",
  sh = ("mkdir -p %s/library && for file in $(bash -c 'echo %s'); do [ $file = verify/reference.c ] || "):format(FOLDER, SOURCES)
    .. ("clang -std=c11 %s -pthread -c -o %s/library/$(basename $file .c).o $file || exit 1; done"):format(LIBRARY, FOLDER),
}

local list = {}
local names <const> = planted and { "utf8" } or #arg > 1 and { table.unpack(arg, 2) } or all
for i, name in ipairs(names) do
  list[i] = fuzz(name, planted and plant() or "out/" .. name, math.max(1, seconds // #names))
  list[i].sh = list[i].sh:gsub("tests/platforms/fuzz.c", "tests/platforms/fuzz.c verify/reference.c")
end
os.exit(steps.run(planted and "fuzz-planted" or "fuzz", { { library }, list }))
