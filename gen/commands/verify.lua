-- SPDX-License-Identifier: 0BSD
-- verify: checks the emitted C of one spec against the spec.
--
-- In:  a folder with the generated files, and their name. Out: an exit status: 0, all checks passed; 1, some failed, or the C does not
--      compile; 2, a check could not run or did not finish. The last line of output is a summary.
--
-- The idea: verify/ has its own reference, which interprets the spec's statements (MODEL_RULES in NAME_model.h), not tables of gen/. make
-- builds two programs: one as users compile the C, and one with modifiable tables. A list of things that are not checked is printed first.
-- Most objects do not depend on the spec. If the variable U8GEN_VERIFY_OBJECTS names a folder, these objects are kept there for the next
-- call. Calls with the same folder must not run at the same time.
--
--     the C does what mine.lua says: 41 passed

local path = require "pl.path"
local progress = require "gen.common.progress"
local files = require "gen.common.files"
local outside = require "gen.common.outside"
local jobs = require "gen.commands.jobs"

local M = {}

local fail <const> = files.fail

local function quoted(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function succeeds(command)
  return (os.execute(command .. " >/dev/null 2>&1")) == true
end

function M.temporary_folder()
  local pipe = io.popen("mktemp -d")
  local folder = pipe:read("l")
  if not pipe:close() or not folder then
    fail("cannot make a temporary folder (is the disk full?)")
  end
  return folder
end

function M.remove_folder(folder)
  os.execute("rm -rf " .. quoted(folder))
end

---Runs a command. Returns its output, and whether it succeeded.
local function output_of(command)
  local pipe = io.popen(command)
  local text = pipe:read("a")
  return text, (pipe:close()) == true
end

---The C compiler's command, which may have options. Raises an error if the compiler is missing or cannot compile an empty program.
local function compiler_for(work)
  local compiler = os.getenv("CC") or ""
  if not compiler:find("%S") then
    compiler = "cc"
  end
  local program <const> = compiler:match("%S+")
  if not succeeds("command -v " .. quoted(program)) then
    fail("verify needs %s, which is not installed (Debian: gcc; set CC to use another compiler)", program)
  end
  local output, ok = output_of(("echo 'int main(void) { return 0; }' | %s -std=c11 -pthread -x c -o %s - 2>&1"):format(
    compiler, quoted(path.join(work, "trial"))))
  if not ok then
    fail("the C compiler '%s' cannot compile an empty program (set CC to use another one): %s", compiler,
      output:match("[^\n]+") or "no message")
  end
  return compiler
end

---Makes a symbolic link to a folder, since make does not support spaces in the names of folders.
local function link(work, name, folder)
  local to <const> = path.join(work, name)
  if not succeeds(("ln -s %s %s"):format(quoted(path.abspath(folder)), quoted(to))) then
    fail("cannot write to %s", work)
  end
  return to
end

---The argument of make for the folder of objects that do not depend on the spec; nil if they are not kept.
local function objects_word(work)
  local kept = os.getenv("U8GEN_VERIFY_OBJECTS") or ""
  if not kept:find("%S") then
    return nil
  end
  if not succeeds("mkdir -p " .. quoted(kept)) then
    fail("cannot make %s, the folder of the variable U8GEN_VERIFY_OBJECTS", kept)
  end
  return "VERIFY_OBJECTS=" .. quoted(link(work, "objects_kept", kept))
end

local function build(work, compiler, root, folder, program)
  local words = {
    "make", "--no-print-directory", "-s", "-f", quoted(path.join(link(work, "verify", path.join(root, "verify")), "verify.mk")),
    "VERIFY_NATIVE_ONLY=1", "VERIFY_DESCRIBED=1", "LUA=" .. quoted(arg and arg[-1] or "lua5.4"), "CC=" .. quoted(compiler),
    "VERIFY_OUT=" .. quoted(link(work, "out", folder)), "VERIFY_NAME=" .. quoted(path.basename(program):match("^(.*)%-native$")),
    "VERIFY_DIR=" .. quoted(work), objects_word(work) or "", quoted(program), quoted(program .. "-open"), "2>&1",
  }
  local output, ok = output_of(table.concat(words, " "))
  return ok, (output:gsub("make: %*%*%*[^\n]*\n?", ""))
end

---Prints what will not be checked, and why. `sample`: " --sample" or "".
local function print_left_out(label, program, missing, sample)
  print(("verify %s: not checked, and why"):format(label))
  for _, line in ipairs(jobs.missing_lines(missing, true)) do
    print("  " .. line)
  end
  print("  kernels for other processors: they do not run on this one")
  os.execute(quoted(program) .. sample .. " --plan")
end

---@return boolean|nil passed nil if a program did not finish
local function run_all(program, results, sample)
  local passed = true
  for _, suffix in ipairs { "", "-open" } do
    local ok, how, status = os.execute(("%s%s --results %s"):format(quoted(program .. suffix), sample, quoted(results)))
    if not ok and (how ~= "exit" or status ~= 1) then
      return nil
    end
    passed = passed and ok
  end
  return passed == true
end

---Builds the two programs (see above) from the files of a folder, and runs them without --full.
---@param root string   the project's folder
---@param folder string with NAME.c and the other generated files
---@param name string
---@param spec { label: string?, missing: table?, sample: boolean? }? the user's name for the spec; { name, reason } of each kernel
---  that is not emitted; whether to test only a sample of texts
---@return integer exit status: 0 all passed, 1 something failed or does not compile, 2 a check did not finish
function M.build_and_run(root, folder, name, spec)
  local label <const>, sample <const> = spec and spec.label or name, spec and spec.sample and " --sample" or ""
  if not succeeds("command -v make") then
    fail("verify needs make, which is not installed (Debian: make)")
  end
  local work <const> = M.temporary_folder()
  local ok, result = pcall(function()
    local program <const>, results <const> = path.join(work, name .. "-native"), path.join(work, "results")
    local built, output = build(work, compiler_for(work), root, folder, program)
    if not built then
      io.stderr:write(output)
      print(("the C of %s does not compile without warnings: see above"):format(label))
      return 1
    end
    print_left_out(label, program, spec and spec.missing or {}, sample)
    local passed = run_all(program, results, sample)
    if passed == nil then
      print(("the C of %s was not verified: a check could not finish, see above"):format(label))
      return 2
    end
    local shown, all = output_of(("%s --table %s"):format(quoted(program), quoted(results)))
    io.write(shown)
    local passes <const>, failures <const> = shown:match("(%d+) passed, (%d+) failed\n$")
    if passed and all then
      print(("the C does what %s says: %s passed%s"):format(label, passes, sample ~= "" and ", on a sample of texts" or ""))
      return 0
    end
    print(("the C of %s is wrong: %s failed, %s passed; see WRONG above"):format(label, failures or "some", passes or "none"))
    return 1
  end)
  M.remove_folder(work)
  return ok and result or error(result, 0)
end

---@param root string the project's folder
---@param args table
---@return integer exit status
function M.run(root, args)
  local job <const> = jobs.named_job(root, args.spec, {})
  if args.output then
    files.write(args.output, job.files)
  end
  -- The files are in a folder of our own, since the checks also need files that --output does not get, such as NAME_model.h.
  local folder <const> = M.temporary_folder()
  local ok, result = pcall(function()
    files.write(folder, job.all)
    progress.finish()
    return M.build_and_run(root, folder, job.spec.name,
      { label = outside.shown(args.spec), missing = job.selection.missing, sample = args.sample })
  end)
  M.remove_folder(folder)
  return ok and result or error(result, 0)
end

return M
