-- SPDX-License-Identifier: 0BSD
-- Lua's utf8.len as a decoder: strict, of UTF-8; or lax, of code points of up to 31 bits.
--
-- In: `strict` or `lax`; blocks of texts on standard input, as tests/outside/stream.h describes them. Out: an answer for each text.

local LAX <const> = arg[1] == "lax"
assert(LAX or arg[1] == "strict")

local function answer(text)
  local count <const>, at <const> = utf8.len(text, 1, -1, LAX)
  return count and "y" or ("<c1I4"):pack("o", at - 1)
end

for head in io.lines(nil, 8) do
  local count <const>, size <const> = ("<I4I4"):unpack(head)
  local block <const>, answers <const> = size == 0 and "" or assert(io.read(count * size)), {}
  for i = 1, count do
    answers[i] = answer(block:sub((i - 1) * size + 1, i * size))
  end
  io.write(table.concat(answers))
end
