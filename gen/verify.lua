-- SPDX-License-Identifier: 0BSD
-- verify: the emitted C of one spec, checked against what the spec says.
--
-- In:  a folder with the files that emit gave, and their name. Out: an exit status, 0 if all is shown, 1 if something is wrong.
--
-- The idea: verify/ knows nothing of the generator; its reference is told the spec's own words (MODEL_RULES), and make does the rest.

local path = require "pl.path"

local M = {}

local function fail(message, ...)
  error({ emit_error = true, message = message:format(...) }, 0)
end

---A word of a shell command.
local function quoted(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function succeeds(command)
  return (os.execute(command .. " >/dev/null 2>&1")) == true
end

---A new folder for files that nobody keeps.
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

---Builds the verifier for the files of a folder and runs all that is quick.
---@param root string   the project's folder
---@param folder string holds NAME.c and its companions
---@param name string
---@return integer exit status: 0 all passed, 1 something failed
function M.run(root, folder, name)
  local compiler = os.getenv("CC") or "cc"
  for _, tool in ipairs { { "make", "make" }, { compiler, "gcc" } } do
    if not succeeds("command -v " .. quoted(tool[1])) then
      fail("verify needs %s, and it is not installed (Debian: %s)", tool[1], tool[2])
    end
  end
  local work = M.temporary_folder()
  local words = {
    "make", "--no-print-directory", "-s", "-f", quoted(path.join(root, "verify", "verify.mk")), "verify",
    "VERIFY_NATIVE_ONLY=1", "VERIFY_DESCRIBED=1", "CC=" .. quoted(compiler),
    "VERIFY_OUT=" .. quoted(folder), "VERIFY_NAME=" .. quoted(name), "VERIFY_DIR=" .. quoted(work),
  }
  local ok = os.execute(table.concat(words, " "))
  M.remove_folder(work)
  return ok and 0 or 1
end

return M
