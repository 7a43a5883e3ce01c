-- SPDX-License-Identifier: 0BSD
-- fuzz: libFuzzer generates texts, and trial.c compares every kernel and most functions with the reference on them.
--
--     lua5.4 tests/platforms/fuzz.lua 60              all encodings, 60 seconds in all, at least 1 each (make fuzz TIME=60)
--     lua5.4 tests/platforms/fuzz.lua 60 utf8 wtf8    these encodings; JOBS and TRUST_RESULTS as in steps.lua
--     lua5.4 tests/platforms/fuzz.lua --planted 30    clears a bit in a table of utf8.c; fails unless the fuzzer finds it in 30 seconds
--
-- In: out/, verify/, build/model/; the specs, for seeds and a dictionary (seeds.lua); clang with libFuzzer. Out: a line for each encoding.
-- Texts on which something is wrong are added to tests/platforms/vectors/found.txt in hexadecimal. The platforms, and the sanitizers except
-- TSan, then try them. The corpus is kept in build/fuzz/NAME/corpus. (Texts that show the planted mistake are only written to build/.)
-- Each run starts from the corpus of earlier runs.

package.path = "./?.lua;" .. package.path
local library <const> = require "tests.platforms.library"
local read <const> = require "gen.common.files".read
local steps <const> = require "tests.platforms.steps"

local FOLDER <const>, FOUND <const> = "build/fuzz", "tests/platforms/vectors/found.txt"
local FLAGS <const> = "-O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all"
local NEEDS <const> = {
  { "clang", "clang" }, {
    ("echo 'int LLVMFuzzerTestOneInput(const char *t, unsigned long s) { return t && s > 99; }' | clang -x c %s -o /dev/null -"):
      format(FLAGS),
    "libclang-rt-14-dev",
  },
}
local planted <const> = arg[1] == "--planted"
local seconds <const> = tonumber(arg[planted and 2 or 1] or 60)

---The names of the encodings in out/ (utf8), and for each the name of its spec (utf-8).
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

local write <const> = steps.write

---Makes a copy of utf8.c in which kernels with tables of nibbles do not flag F0..FF after another lead byte as too_short. So they accept
---C2 F0 90 80 80. No text of four bytes shows this.
local function plant()
  local folder <const> = FOLDER .. "/planted"
  os.execute(("rm -rf %s && mkdir -p %s && cp out/utf8/*.[ch] %s"):format(folder, folder, folder))
  local text, changed = read "out/utf8/utf8.c", 0
  text = text:gsub("utf8_this_high%[16%] = %b{}", function(entries)
    entries, changed = entries:gsub("^(.*)UTF8_RULE_TOO_SHORT", "%10")
    return entries
  end)
  assert(changed == 1, "utf8.c has no such bit")
  write(folder .. "/utf8.c", text)
  return folder
end

---@param from string the folder of the C
---@param each integer seconds
local function fuzz(name, from, each)
  local folder <const> = planted and FOLDER .. "/planted" or ("%s/%s"):format(FOLDER, name)
  local found <const> = planted and folder .. "/found.txt" or FOUND
  local what <const> = planted and "a wrong bit of a table is found" or "each kernel, most functions, on texts of libFuzzer"
  return {
    subject = name, what = what, needs = NEEDS, by = steps.version "clang", amount = each .. " s",
    notices = planted and "^text [0-9A-F]+" or nil, random = true,
    from = { from .. "/*.[ch]", "build/model/" .. name .. "_model.h", "tests/platforms/seeds.lua", "tests/platforms/fuzz.c",
      table.unpack(library.from) },
    sh = table.concat({
      "set -e", ("mkdir -p %s/corpus"):format(folder), ("lua5.4 tests/platforms/seeds.lua %s %s"):format(spec_of[name], folder),
      ("clang -std=c11 %s -I verify -I tests/platforms -I %s -I build/model -DENCODING=%s -o %s/fuzz %s tests/platforms/fuzz.c %s -pthread")
        :format(FLAGS, from, name, folder, library.sources, library.objects),
      ("%s/fuzz -max_total_time=%d -max_len=300 -timeout=20 -dict=%s/dictionary -artifact_prefix=%s/ %s/corpus %s/seeds >%s/log 2>&1 || :"):
        format(folder, each, folder, folder, folder, folder, folder),
      ("grep -vE '^(#[0-9]|.* # Uses: )' %s/log"):format(folder),
      ("for file in %s/crash-* %s/timeout-* %s/oom-*; do"):format(folder, folder, folder), "    [ -e $file ] || continue", "    bad=1",
      ("    { echo; echo '# Found by libFuzzer in %s.'; od -An -v -tx1 $file | tr a-f A-F | xargs; } >>%s"):format(name, found),
      "    rm $file", "done", ("grep -q '^Done ' %s/log || bad=1"):format(folder),
      ("echo \"= %d s, $(sed -n 's/^Done \\([0-9]*\\).*/\\1/p' %s/log) texts\""):format(each, folder), "[ -z \"${bad-}\" ]",
    }, "\n"),
  }
end

local list = {}
local names <const> = planted and { "utf8" } or #arg > 1 and { table.unpack(arg, 2) } or all
for i, name in ipairs(names) do
  if not spec_of[name] then
    io.stderr:write(("fuzz: error: there is no encoding '%s'; encodings: %s\n"):format(name, table.concat(all, " ")))
    os.exit(2)
  end
  list[i] = fuzz(name, planted and plant() or "out/" .. name, math.max(1, seconds // #names))
end
os.exit(steps.run(planted and "fuzz-planted" or "fuzz", { { library.step }, list }))
