-- SPDX-License-Identifier: 0BSD
-- library: trial.c, and the files of verify/ that it needs, without the files that depend on an encoding. fuzz.lua and sanitizers.lua
-- compile the library once for all encodings, and once more for MSan.
--
-- In: nothing. Out: a table.
--     step          the step that compiles the library natively (steps.lua)
--     files         the sources of the library
--     objects       its objects, compiled natively
--     objects_in    a function that returns its objects in a folder
--     sources       the sources that are compiled for each encoding, with -DENCODING=NAME
--     from          the files that steps depend on
--     compiled      a function that returns the command that compiles files

local steps <const> = require "tests.platforms.steps"

local M = {}

local FOLDER <const> = "build/trial"
local CHECKS <const>, REFERENCE <const> = "characters faults measures streams texts", "language reference_utf"
local SHARED <const> = "guard intern report strings work"
local PARTS <const> = ("%s %s %s"):format(CHECKS, REFERENCE, SHARED)

-- `files`, `objects` and `sources` are strings, with blanks between the names.
M.files = table.concat({
  (CHECKS:gsub("%S+", "verify/checks/%0.c")), (REFERENCE:gsub("%S+", "verify/reference/%0.c")), (SHARED:gsub("%S+", "verify/shared/%0.c")),
  "tests/platforms/trial.c",
}, " ")
function M.objects_in(folder)
  return ((PARTS .. " trial"):gsub("%S+", folder .. "/%0.o"))
end

M.objects = M.objects_in(FOLDER)
M.sources = "verify/subject.c verify/reference/reference.c"
M.from = { "verify/*.[ch]", "verify/*/*.[ch]", "tests/platforms/trial.[ch]", "tests/platforms/random.c", "tests/platforms/vectors/*" }

---The command that compiles files into a folder.
function M.compiled(files, command, folder)
  return ("mkdir -p %s && for file in %s; do %s -std=c11 -I verify -I tests/platforms -pthread -c "):format(folder, files, command)
    .. ("-o %s/$(basename $file .c).o $file || exit 1; done"):format(folder)
end

M.step = {
  subject = "gcc", what = "the reference and trial.c compile", by = steps.version "gcc", amount = "natively", needs = { { "gcc", "gcc" } },
  from = M.from, makes = FOLDER .. "/trial.o", sh = M.compiled(M.files, "gcc -O1 -g", FOLDER),
}

return M
