-- SPDX-License-Identifier: 0BSD
-- rows: checks, for each state and byte, the fact about the table of `shift` that the proofs of shift and swar assume.
--
-- In: a prefix, the annotated text of an encoding, a folder for the program. Out of `check`: the number of cases that hold, and of
-- all cases; nil if the text states no such fact. UTF-8: 2304, 2304, for 9 states and 256 bytes.
--
-- The idea: the ghost function NAME_shift_row has no body. Its contract states that `((table[b] >> s) & 63) == next(s, b)` and that
-- `next(s, b)` is a state. The provers cannot show this, but the cases are few, so a loop checks them all. `next` is read from an
-- annotation, as an expression that is also C. The table is that of the emitted code.

local files = require "gen.common.files"

local M = {}

local PROGRAM <const> = [[
#include <stdint.h>
#include <stdio.h>
%s
static uint64_t next(uint64_t s, uint64_t b)
{
    return %s;
}
static int is_state(uint64_t s)
{
    return %s;
}
int main(void)
{
    unsigned all = 0, held = 0;
    for (uint64_t s = 0; s < 64; s++) {
        for (uint64_t b = 0; is_state(s) && b < 256; b++) {
            all++;
            held += (%s_shift_table[b] >> s & 63) == next(s, b) && is_state(next(s, b));
        }
    }
    printf("%%u %%u\n", held, all);
    return 0;
}
]]

---@param prefix string
---@param text string that `u8gen gen --acsl` writes
---@param folder string
---@return integer? held
---@return integer? all
function M.check(prefix, text, folder)
  local next_state <const> = text:match("ensures next: \\forall integer s, b; " .. prefix .. "_shift_next%(s, b%) == (%b());")
  if not next_state then
    return nil
  end
  local states <const> = text:match("predicate " .. prefix .. "_shift_state%(integer s%) = ([^;]+);")
  local macros, table_at <const> = {}, text:find(("\n%s_TABLE uint64_t %s_shift_table[256] = {"):format(prefix:upper(), prefix), 1, true)
  for line in text:gmatch("\n(#define " .. prefix:upper() .. "_X%d+%(word%)[^\n]+)") do
    macros[#macros + 1] = line
  end
  local emitted <const> = text:match("^\n%S+ (.-\n};)", table_at)
  files.write(folder, { { name = "rows.c", text = PROGRAM:format(table.concat(macros, "\n") .. "\nstatic const " .. emitted, next_state,
    states, prefix) } })
  local run <const> = assert(io.popen(("${CC:-cc} -O1 -o '%s/rows' '%s/rows.c' && '%s/rows'"):format(folder, folder, folder)))
  local held <const>, all <const> = run:read("n", "n")
  run:close()
  return held or 0, all or 0
end

return M
