-- SPDX-License-Identifier: 0BSD
-- api: the public functions, in their order.
--
-- In: nothing. Out: the names of the parts of templates/api/. Each is a function, or some that belong together, in one place: NAME.h is
-- what the header says of it, NAME.c how it is done. encoding.h and encoding.c put the parts one behind the other.
--
-- A new function is its two files and a name here; what its templates want to know, besides what all see, is a view of theirs
-- (views.lua). CONTRIBUTING.md says what belongs to it in verify/ and tests/.

local M = {}

---What most want first, in the header and in the C file; dispatch.c, which chooses the kernel that they call, stands before them there.
M.functions = { "valid", "prefix", "check", "kernels", "limit", "spec_hash" }

return M
