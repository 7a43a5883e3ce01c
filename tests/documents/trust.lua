-- SPDX-License-Identifier: 0BSD
-- trust: runs the parts of `make trust`, which check the project, and writes the report in docs/trust.md.
--
-- In:  words, to select the parts whose names contain one of them (default: all parts); FRESH=1, to run passed parts again; REPORT=1, to
--      write the report even if only some parts are selected. From each `make TARGET` of a part: its output, with its last count
--      `N passed, N failed`, and its results (tests/lib/results.lua).
-- Out: each part's output; a table of the parts; `N passed, N failed[, N skipped]`. If all parts are selected, or REPORT=1 is set, the
--      text between the marks in docs/trust.md is written again. It names the parts that are not selected. Exit status 1 if anything
--      failed, or if nothing passed.
--
-- A part that has passed is not run again until a source that it depends on changes: build/trust/NAME.key has a digest of its
-- sources. So a run that was stopped resumes with the parts that have not passed. Parts run one after the other, since some measure times.
--     part        passed  failed  skipped       s
--     proof          812       0        0     912   loops and loads are right for texts of every length (Frama-C's WP)
--     outside        410       0        1     604   decoders and converters by others agree on the same texts; skipped: missing: ruby

package.path = "./?.lua;" .. package.path
local steps <const> = require "tests.platforms.steps"
local read <const> = require "gen.common.files".read
local results <const> = require "tests.lib.results"
local write <const> = steps.write

local DOCUMENT <const> = "docs/trust.md"
local FROM <const>, TO <const> = "<!-- from here: written by `make trust` -->\n", "<!-- to here -->\n"
local FOLDER <const> = "build/trust"

---The parts, in the order of the report: a name, the targets of make, and the statement that they support. With `each`, the report has a
---row for each different result. Without `each`, it has one row for all results of the same check by the same tool.
local PARTS <const> = {
  { "proof", "prove prove-test", "loops and loads are right for texts of every length (Frama-C's WP)" },
  { "certificates", "certificates", "each claim of NAME.json, by a program that reads only that file and the C" },
  { "mutants", "mutants", "each small mistake in the emitted code is noticed, changes nothing, or is listed with a reason",
    each = true },
  { "defects", "defects", "two checks notice each bug that another validator shipped, planted in each encoding" },
  { "coverage", "coverage", "the tests take the lines and branches of the emitted code", each = true },
  { "outside", "outside", "decoders and converters by others agree on the same texts" },
  { "platforms", "platforms", "other processors, systems, C libraries, compilers and optimization levels agree" },
  { "sanitizers", "sanitize sanitize-test", "sanitizers, valgrind and analyzers find nothing, and notice planted mistakes" },
  { "fuzz", "fuzz", "most functions agree with the reference on texts that a fuzzer generates" },
  { "reproduce", "reproduce", "out/ is the same, byte for byte, when generated in other surroundings" },
  { "pages", "pages-deps pages-test", "the playground and the pages work in a browser" },
  { "npm", "npm-test", "npm installs the package; it works in node, bundlers and with TypeScript" },
  { "ways", "ways", "each way into a project works, from an empty folder" },
  { "homes", "homes", "other projects pass their own tests with a generated validator" },
  { "postgres", "postgres", "an extension of PostgreSQL works in a server, on a million rows" },
  { "release", "dist-check", "`make check` passes in the unpacked tarball: exhaustion, proof of windows, sweep, mutation, tests" },
}

---Files on which only some parts depend, and these parts. The part `release` depends on all files.
local ONLY <const> = {
  { "verify/*.c", "mutants defects coverage platforms sanitizers fuzz" },
  { "verify/prove", "proof" },
  { "verify/mutants", "mutants coverage defects" },
  { "tests/outside", "outside homes postgres" },
  { "tests/platforms", "platforms sanitizers fuzz reproduce" },
  { "docs", "pages ways homes postgres" },
  { "pages", "pages" },
  { "bench", "" },
  { "tests/documents/trust.lua", "" },
  { "tests/*_test.lua", "npm" },
  { "README.md", "" },
  { "CHANGELOG.md", "" },
  { "CONTRIBUTING.md", "" },
}

---Returns a digest of all files on which a part's result depends, without .git, build/, node_modules and the report.
local function digest(part)
  local others = ""
  for _, row in ipairs(ONLY) do
    local looked_at <const> = part == "release" or (" " .. row[2] .. " "):find(" " .. part .. " ", 1, true)
    others = others .. (looked_at and "" or (" -o -path './%s'"):format(row[1]))
  end
  return (steps.output(([[find . \( -name .git -o -path ./build -o -name node_modules%s \) -prune -o \
    -type f ! -path ./docs/trust.md -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-64]]):format(others)))
end

---Merges results of the same check (`what`) by the same tool into one row. With `each`, subject and amount must be the same, too.
---@return table[] rows { what, by, passed, failed, subjects }, string[] skipped
local function summed_up(found, each)
  local rows <const>, row_of <const>, skipped <const>, seen <const> = {}, {}, {}, {}
  for _, result in ipairs(found) do
    local reason <const> = result.verdict:match "^skipped: (.*)"
    if reason then
      skipped[#skipped + 1] = not seen[reason] and reason or nil
      seen[reason] = true
    else
      local what <const> = each and ("%s: %s"):format(result.what, result.much) or result.what
      local key <const> = table.concat({ what, result.by, each and result.subject }, "\t")
      if not row_of[key] then
        row_of[key] = { what = what, by = result.by, passed = 0, failed = 0, subjects = {} }
        rows[#rows + 1] = row_of[key]
      end
      local row <const>, verdict <const> = row_of[key], result.verdict == "passed" and "passed" or "failed"
      row[verdict] = row[verdict] + 1
      if not row.subjects[result.subject] then
        row.subjects[result.subject] = true
        row.subjects[#row.subjects + 1] = result.subject
      end
    end
  end
  return rows, skipped
end

---Runs the targets of a part unless it has passed, and returns its results.
local function run(part)
  local name <const>, targets <const> = part[1], part[2]
  local stem <const>, key <const> = FOLDER .. "/" .. name, digest(name)
  if not os.getenv "FRESH" and read(stem .. ".key") == key then
    print(("\n== make %s: passed earlier, sources unchanged"):format(targets))
  else
    os.remove(stem .. ".key")
    write(stem .. ".tsv", "")
    print(("\n== make %s"):format(targets))
    io.stdout:flush()
    local failed, passed = 0, 0
    local begin <const> = os.time()
    for target in targets:gmatch "%S+" do
      os.remove(stem .. ".status")
      -- An absolute path, since a part may change the folder.
      os.execute(("{ TRUST_RESULTS=\"$PWD/%s.tsv\" make %s; echo \"$?\" >'%s.status'; } 2>&1 | tee '%s.log'")
        :format(stem, target, stem, stem))
      local status <const> = tonumber(read(stem .. ".status") or "1")
      local good, bad
      for line in (read(stem .. ".log") or ""):gmatch "[^\n]+" do
        local p <const>, f <const> = line:match "^(%d+) passed, (%d+) failed"
        good, bad = p or good, f or bad
      end
      passed = passed + (tonumber(good) or status == 0 and 1 or 0)
      failed = failed + math.max(tonumber(bad) or 0, status ~= 0 and 1 or 0)
    end
    write(stem .. ".count", ("%d %d %d\n"):format(passed, failed, os.time() - begin))
    if failed == 0 and passed > 0 then
      write(stem .. ".key", key)
    end
  end
  local passed <const>, failed <const>, seconds <const> = (read(stem .. ".count") or ""):match "^(%d+) (%d+) (%d+)"
  local rows <const>, skipped <const> = summed_up(results.read(stem .. ".tsv"), part.each)
  return { name = name, shows = part[3], targets = targets, passed = tonumber(passed), failed = tonumber(failed),
    seconds = tonumber(seconds), rows = rows, skipped = skipped }
end

---Returns a cell of a table in Markdown.
local function cell(text)
  return (text:gsub("|", "\\|"):gsub("[\r\n]", " "))
end

---The tools whose versions are in the report.
local TOOLS <const> = { "gcc", "clang", "clang-19", "lua5.4 -v", "re2c", "frama-c -version", "z3", "cvc4", "qemu-aarch64", "node",
  "valgrind", "python3", "javac" }

---@return string line the version of u8gen, the processor, and the versions of the tools; it has no date
local function surroundings()
  local versions <const> = {}
  for _, tool in ipairs(TOOLS) do
    local name <const> = tool:match "^%S+"
    versions[#versions + 1] = steps.works(name) and steps.version(tool) or nil
  end
  local cpu <const> = (read "/proc/cpuinfo" or ""):match "model name%s*: ([^\n]*)" or "an unknown processor"
  return ("u8gen %s, on %s, with %s."):format(read("VERSION"):match "%S+", cpu, table.concat(versions, ", "))
end

---Returns the report: the processor and the tools, a table of the parts, and, for each selected part with results, a table of them.
local function report(parts)
  local lines <const> = { surroundings(), "", "| part | what it shows | command | passed | failed | skipped | s |",
    "|---|---|---|--:|--:|--:|--:|" }
  local run_parts <const> = {}
  for _, part in ipairs(parts) do
    run_parts[part.name] = part
  end
  for _, row in ipairs(PARTS) do
    local part <const> = run_parts[row[1]]
    lines[#lines + 1] = ("| %s | %s | `make %s` | "):format(row[1], cell(row[3]), row[2])
      .. (part and ("%d | %d | %d | %d |"):format(part.passed, part.failed, #part.skipped, part.seconds) or "not run | | | |")
  end
  for _, part in ipairs(parts) do
    local rows <const>, skipped <const> = part.rows, part.skipped
    if #rows + #skipped > 0 then
      table.move({ "", "### " .. part.name, "", "| what | of | by | passed |", "|---|---|---|--:|" }, 1, 5, #lines + 1, lines)
      for _, row in ipairs(rows) do
        local few <const> = #row.subjects <= 4
        lines[#lines + 1] = ("| %s | %s | %s | %d%s |"):format(cell(row.what), cell(few and table.concat(row.subjects, ", ")
          or ("%d: %s, ... %s"):format(#row.subjects, row.subjects[1], row.subjects[#row.subjects])), cell(row.by), row.passed,
          row.failed > 0 and (" of %d"):format(row.passed + row.failed) or "")
      end
      for _, reason in ipairs(skipped) do
        lines[#lines + 1] = ("| skipped: %s | | | |"):format(cell(reason))
      end
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

local function chosen(name)
  for _, word in ipairs(arg) do
    if name:find(word, 1, true) then
      return true
    end
  end
  return #arg == 0
end

os.execute(("mkdir -p '%s'"):format(FOLDER))
local parts <const>, passed, failed, skipped = {}, 0, 0, 0
for _, part in ipairs(PARTS) do
  if chosen(part[1]) then
    parts[#parts + 1] = run(part)
  end
end
if #parts == 0 then
  io.stderr:write("trust: error: no part has such a name; parts:")
  for _, part in ipairs(PARTS) do
    io.stderr:write(" ", part[1])
  end
  io.stderr:write("\n")
end
print("\npart        passed  failed  skipped       s")
for _, part in ipairs(parts) do
  local reasons <const> = part.skipped
  print(("%-10s  %6d  %6d  %7d  %6d   %s%s"):format(part.name, part.passed, part.failed, #reasons, part.seconds, part.shows,
    #reasons > 0 and "; skipped: " .. table.concat(reasons, "; ") or ""))
  passed, failed, skipped = passed + part.passed, failed + part.failed, skipped + #reasons
end
if #parts == #PARTS or os.getenv "REPORT" then
  local text <const> = assert(read(DOCUMENT))
  local before <const>, after <const> = select(2, text:find(FROM, 1, true)), text:find(TO, 1, true)
  write(DOCUMENT, text:sub(1, before) .. "\n" .. report(parts) .. "\n" .. text:sub(after))
end
print(("\n%d passed, %d failed%s"):format(passed, failed, skipped > 0 and (", %d skipped"):format(skipped) or ""))
os.exit(failed == 0 and passed > 0)
