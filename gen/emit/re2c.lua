-- SPDX-License-Identifier: 0BSD
-- re2c: runs the tool re2c on a grammar.
--
-- In:  the text of a .re file. Out: the C of the scanner. out/ has the output of re2c's version VERSION; other versions may write other C.

local files_ = require "gen.common.files"

local M = {}

M.VERSION = "030000"
M.FLAGS = "-i -s --no-generation-date --no-version"

local fail <const> = files_.fail

---The version number of re2c, such as "030000"; nil if it is not installed.
function M.version()
  local pipe = io.popen("re2c --vernum 2>/dev/null")
  local version = pipe and pipe:read("l")
  if pipe then
    pipe:close()
  end
  return version
end

---The scanner that re2c makes from a grammar.
function M.run(text, name)
  if not M.version() then
    fail("re2c is not installed; 'sh setup.sh' or 'apt-get install re2c' installs it")
  end
  local input, errors = os.tmpname(), os.tmpname()
  local file = io.open(input, "wb")
  local written = file and file:write(text) and file:close()
  local code, ok
  if written then
    local pipe = io.popen(("re2c %s %s 2>%s"):format(M.FLAGS, input, errors), "r")
    code = pipe:read("a")
    ok = pipe:close()
  end
  local output = files_.read(errors) or ""
  os.remove(input)
  os.remove(errors)
  if not written then
    fail("cannot write a temporary file for re2c (is the disk full?)")
  elseif not ok or code == "" then
    fail("re2c failed on %s.re: %s", name, output:gsub(input:gsub("%p", "%%%0"), name .. ".re"):gsub("%s+$", ""))
  end
  -- Keep the scanner, without the comment lines of the grammar, blank lines and trailing blanks; a tab becomes four blanks.
  code = code:gsub("^.-\n(static )", "%1"):gsub("[ \t]+\n", "\n"):gsub("\n\n+", "\n"):gsub("\t", "    "):gsub("%s+$", "")
  return code
end

---A generated file without re2c's scanner and without hashes of bodies, for a comparison if another version of re2c is installed.
function M.without_scanner(text)
  local from = text:find("// ---- re2c", 1, true)
  local to = from and text:find("// ---- ", from + 1, true)
  text = text:gsub("//   body [^\n]*\n", ""):gsub('"bodies": %b{}', "")
  return from and text:sub(1, from) .. text:sub(to) or text
end

return M
