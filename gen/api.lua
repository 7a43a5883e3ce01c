-- SPDX-License-Identifier: 0BSD
-- api: the public functions, in their order.
--
-- In: nothing. Out: the names of the parts of templates/api/. Each is a function, or some that belong together, in one place: NAME.h is
-- what the header says of it, NAME.c how it is done. encoding.h and encoding.c put the parts one behind the other.
--
-- A new function is its two files and a name in both lists here; what its templates want to know, besides what all see, is a view of theirs
-- (views.lua). CONTRIBUTING.md says what belongs to it in verify/ and tests/.

local M = {}

---In the header: what most want first.
M.header = { "valid", "prefix", "check", "kernels", "spec_hash" }

---In the C file: what calls behind what is called.
M.source = { "check", "kernels", "valid", "prefix", "spec_hash" }

return M
