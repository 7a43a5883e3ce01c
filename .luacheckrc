-- SPDX-License-Identifier: 0BSD
-- luacheck's settings (`make lint`): plain Lua 5.4, no globals of our own.
std = "lua54"
max_line_length = 140
codes = true

-- A spec is data: its words are globals that only the sandbox of gen/spec/sandbox.lua gives it.
local words = { "encoding", "source", "users", "form", "pair", "never", "well_formed", "examples", "bytes", "except", "disallow",
  "allow", "unicode", "replacement", "from" }
files["gen/specs/*.lua"] = { globals = {}, read_globals = words }
files["docs/examples/specs/*.lua"] = { globals = {}, read_globals = words }
files["docs/examples/own/*.lua"] = { globals = {}, read_globals = words }
files["tests/specs/**/*.lua"] = { globals = {}, read_globals = words }

-- It begins with a part that a shell reads.
files["u8gen"] = { globals = { "part_for_the_shell" } }

-- What the playground's worker gives to Lua, and what it takes.
files["pages/playground/*.lua"] = { read_globals = { "page_file", "page_catalogue", "page_progress" }, globals = { "answer" } }

-- luaunit finds tests as globals whose names begin with "test" or "Test".
files["tests/lib/workplace.lua"] = { globals = { "io.stderr" } }
files["tests/**/*_test.lua"] = { allow_defined_top = true, ignore = { "131/[Tt]est.*" } }
