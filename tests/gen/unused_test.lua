-- SPDX-License-Identifier: 0BSD
-- The emitted code contains only what the requested functions can reach: gcc and clang find no unused function, macro or table.
--
-- In: specs, gcc, clang; SEED and DRAWS from the environment. Out: luaunit's lines.
--
-- Each draw is a spec, most often with --only or --without, --kernels (with ALL=1, also --for), and macros (PREFIX_NO_NAME, PREFIX_KERNEL,
-- ...). clang only parses the code, and also reports unused inline functions. gcc compiles the code, since otherwise it does not report
-- unused functions. The code has no attribute `unused`. Compilers do not report unused types, so the test counts their names. There are
-- 12 draws, most with few kernels; with ALL=1, 200 draws.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local api <const> = require "gen.kernel.api"
local emit <const> = require "gen.emit.emit"
local files <const> = require "gen.common.files"
local isas <const> = require "gen.kernel.isas"
local options <const> = require "gen.commands.options"
local pipeline <const> = require "gen.pipeline"
local reach <const> = require "gen.emit.reach"

local WORK <const> = "build/unused_test"
local ALL <const> = os.getenv "ALL" == "1"
local DRAWS <const>, SEED <const> = tonumber(os.getenv "DRAWS" or ALL and 200 or 12), tonumber(os.getenv "SEED" or 41)
local FLAGS <const> = "-std=c11 -Wall -Wextra -Wundef -Wunused-function -Wunused-macros -Wunused-const-variable -Werror"
local COMPILERS <const> = { "gcc -Og -S -o /dev/null", "clang -fsyntax-only" }
---The installed compilers for other machines.
local FOREIGN <const> = {}
for _, target in ipairs { "aarch64-linux-gnu", "riscv64-linux-gnu" } do
  FOREIGN[#FOREIGN + 1] = os.execute(("command -v %s-gcc >/dev/null"):format(target)) and target .. "-gcc -fsyntax-only" or nil
end

---Specs with different kinds of rules. The first one is listed twice, so that it is drawn more often.
local SPECS <const> = {
  "gen/specs/utf-8.lua", "gen/specs/utf-8.lua", "gen/specs/wtf-8.lua", "gen/specs/mutf-8-paired.lua", "gen/specs/yaml-1.2.lua",
  "gen/specs/utf-8-interchange.lua", "gen/specs/fss-utf.lua", "gen/specs/xml-1.0.lua", "tests/specs/euc-like.lua",
}

local MACHINE <const> = io.popen("uname -m"):read("l")

local function read(name)
  return assert(files.read(name), name)
end

local models <const> = {}
local function model_of(name)
  models[name] = models[name] or pipeline.compile(read(name), name)
  return models[name]
end

---A random selection from a list, of 1 to `most` elements.
local function some(list, most)
  local left <const>, chosen = { table.unpack(list) }, {}
  for i = 1, math.random(math.min(most, #list)) do
    chosen[i] = table.remove(left, math.random(#left))
  end
  return chosen
end

---The options of one draw.
local function drawn_options(prefix)
  local args <const> = { spec_word = prefix, prefix = prefix }
  local kind <const> = math.random(10)
  if kind <= 5 then
    args.only = table.concat(some(api.names(), 5), ",")
  elseif kind <= 8 then
    args.without = table.concat(some(api.optional(), 17), ",")
  end
  local kernels <const> = math.random(10)
  if kernels <= 7 or not ALL and kernels <= 9 then
    args.kernels = table.concat(some(isas.names(), 3), ",")
  elseif kernels <= 9 then
    args["for"] = table.concat(some(isas.processors(), 3), ",")
  end
  return args
end

---The macros of one draw.
local function drawn_macros(U, made)
  local flags <const> = {}
  for i, name in ipairs(math.random(2) == 1 and some(api.optional(), 12) or {}) do
    flags[i] = ("-D%s_NO_%s"):format(U, name:upper())
  end
  local no_vectors <const> = math.random(5) == 1
  flags[#flags + 1] = no_vectors and ("-D%s_NO_SIMD"):format(U) or nil
  local possible <const> = {}
  for _, name in ipairs(made) do
    local row <const> = isas.row(name)
    possible[#possible + 1] = (not row or row.machine == MACHINE and not no_vectors) and name or nil
  end
  flags[#flags + 1] = math.random(3) == 1 and ("-D%s_KERNEL=%s"):format(U, possible[math.random(#possible)]) or nil
  return table.concat(flags, " ")
end

---@return string output of a compiler, "" if it prints nothing
---@return boolean? ok
local function output_of(compiler, flags, name)
  local pipe <const> = assert(io.popen(("%s %s %s -c %s 2>&1"):format(compiler, FLAGS, flags, name)))
  local text <const> = pipe:read("a")
  return text, pipe:close()
end

---The types that a text defines and does not use, without names that end in _is_small: such types only check a size at compile time.
local function unused_types(text)
  local code <const> = text:gsub("//[^\n]*", "")
  local names <const>, unused <const> = {}, {}
  for name in code:gmatch "[%a_][%w_]*" do
    names[name] = (names[name] or 0) + 1
  end
  local function look(pattern)
    for name in code:gmatch(pattern) do
      unused[#unused + 1] = names[name] == 1 and not name:find "_is_small$" and name or nil
    end
  end
  look "\n} ([%w_]+);"
  look "\ntypedef [^{;\n]-([%w_]+)[%(%[;]"
  return table.concat(unused, " ")
end

TestUnused = {}

os.execute("mkdir -p " .. WORK)

---Generates C from a spec with some options, and compiles it with flags: no compiler prints a message, and all types are used.
---@return integer count of compilations
local function check(spec, args, flags_for, compilers)
  local chosen <const> = options.of(model_of(spec), spec, args)
  local made <const>, selection <const> = emit.files(".", model_of(spec), chosen)
  local source
  for _, file in ipairs(made) do
    if file.name:find "%.[ch]$" and not file.name:find "_model" then
      local out <const> = assert(io.open(("%s/%s"):format(WORK, file.name), "w"))
      out:write(file.text)
      out:close()
      source = file.name:find "%.c$" and file.text or source
    end
  end
  lu.assertEquals(unused_types(source), "", chosen.command)
  lu.assertNil(source:find("unused", 1, true), chosen.command)
  local flags <const> = flags_for(selection.names)
  for _, compiler in ipairs(compilers) do
    local output <const>, fine <const> = output_of(compiler, flags, ("%s/%s.c"):format(WORK, args.prefix))
    lu.assertEquals(output, "", ("%s; %s, %s"):format(chosen.command, compiler, flags))
    lu.assertTrue(fine)
  end
  return #compilers
end

function TestUnused.test_nothing_is_unused_with_random_options_and_macros()
  math.randomseed(SEED)
  local texts = 0
  for draw = 1, DRAWS do
    local spec <const>, prefix <const> = SPECS[math.random(#SPECS)], "d" .. draw
    local compilers <const> = { table.unpack(COMPILERS) }
    texts = texts + check(spec, drawn_options(prefix), function(made)
      local flags <const> = drawn_macros(prefix:upper(), made)
      -- If PREFIX_KERNEL selects a kernel, it is one of this machine, so no other machine's compiler is used.
      table.move(FOREIGN, 1, flags:find "_KERNEL=" and 0 or #FOREIGN, #compilers + 1, compilers)
      return flags
    end, compilers)
  end
  lu.assertTrue(texts >= 2 * DRAWS)
end

---Two cases that random draws found: a macro that only an #elif tests, and one that only the last operand of a false condition tests.
function TestUnused.test_macros_that_a_preprocessor_does_not_reach()
  local few <const> = { spec_word = "reached", prefix = "reached", kernels = "avx2,rvv,sve,swar", only = "valid,prefix,cut,rows" }
  check("gen/specs/utf-8.lua", few, function() return "" end, FOREIGN)
  local wide <const> = { spec_word = "wide", prefix = "wide", kernels = "avx512bw,avx2gfni,swar", only = "valid" }
  for _, macro in ipairs { "AVX512", "AVX512BW" } do
    check("gen/specs/utf-8.lua", wide, function() return "-Wno-unused-function -DWIDE_NO_" .. macro end, COMPILERS)
  end
end

---Generates a file for each part alone, and compiles it with and without the macro that omits this part. Without ALL=1, only clang compiles
---it, and its vector kernels are sse, avx512bw and avx512.
function TestUnused.test_nothing_is_unused_with_each_function_alone()
  for _, name in ipairs(api.names()) do
    local compilers <const>, without <const> = {}, (" -DALONE_NO_%s"):format(name:upper())
    for _, compiler in ipairs(ALL and COMPILERS or { COMPILERS[2] }) do
      table.move({ compiler, compiler .. without }, 1, 2, #compilers + 1, compilers)
    end
    check(SPECS[1], { spec_word = "alone", prefix = "alone", only = name, kernels = not ALL and "sse,avx512bw,avx512" or nil },
      function() return "" end, compilers)
  end
end

---reach.text removes unused code. Code that is used only if a macro is not defined gets an #if. If it is known whether a macro is defined,
---reach.text also removes the #if of this macro.
function TestUnused.test_reach_text_removes_unused_code_and_adds_conditions()
  local text <const> = [[
// ---- Some ----

// This function has no caller.
static int x_alone(void)
{
    return X_ALONE;
}

#define X_ONE 1
#define X_TWO 2

// This function has two callers.
static int x_one(void)
{
    return X_ONE;
}

#ifndef X_NO_B
int x_b(void)
{
    return x_one();
}
#endif

#ifndef X_NO_C
int x_c(void)
{
#ifndef X_NO_D
    return X_TWO + x_one();
#else
    return 0;
#endif
}
#endif
#undef X_ONE
#undef X_ALONE]]
  local facts <const> = { p = "x_", U = "X", known = {}, parts = { X_NO_B = {}, X_NO_C = { "X_NO_B" }, X_NO_D = {} }, kernels = {} }
  local left <const> = reach.text(text, facts)
  lu.assertNil(left:find "alone")
  lu.assertNil(left:find "X_ALONE")
  -- Part C needs part B, so the condition for B is enough for x_one, which both call.
  lu.assertStrContains(left, "// ---- Some ----\n\n#ifndef X_NO_B\n#define X_ONE 1\n#endif\n"
    .. "#if !defined(X_NO_C) && !defined(X_NO_D)\n#define X_TWO 2\n#endif\n\n"
    .. "#ifndef X_NO_B\n// This function has two callers.\nstatic int x_one(void)")
  facts.known = { X_NO_D = true, X_NO_B = false }
  local known <const> = reach.text(text, facts)
  lu.assertStrContains(known, "int x_b(void)\n{\n    return x_one();\n}\n\n#ifndef X_NO_C\nint x_c(void)\n{\n    return 0;\n}\n#endif")
  lu.assertNil(known:find "X_TWO")
end

---The checks of this test find planted unused code.
function TestUnused.test_planted_unused_code_is_found()
  local function planted(text)
    local out <const> = assert(io.open(WORK .. "/planted.c", "w"))
    out:write("int planted(void);\n" .. text .. "\nint planted(void)\n{\n    return 0;\n}\n")
    out:close()
    return WORK .. "/planted.c"
  end
  os.execute("mkdir -p " .. WORK)
  for _, case in ipairs {
    { "static int uncalled(void)\n{\n    return 0;\n}", "uncalled" }, { "#define UNUSED 1", "macro" },
    { "static const int unread[1] = {0};", "unread" },
  } do
    for _, compiler in ipairs(COMPILERS) do
      lu.assertStrContains((output_of(compiler, "", planted(case[1]))), case[2])
    end
  end
  lu.assertStrContains((output_of(COMPILERS[2], "", planted "static inline int uncalled(void)\n{\n    return 0;\n}")), "uncalled")
  lu.assertEquals(unused_types "\ntypedef struct a {\n    int b;\n} a;\n\ntypedef struct c {\n    int d;\n} e;\ntypedef int f;\n", "e f")
end

os.exit(lu.LuaUnit.run())
