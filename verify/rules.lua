-- SPDX-License-Identifier: 0BSD
-- rules: writes the compilations of verify/ as plain rules of make.
--
-- In: the settings of verify.mk, words NAME=VALUE; the instruction sets of gen/kernel/isas.lua; the available compilers and emulators. Out
-- of `plan`: the encodings and processors to check, and the missing tools. Out of `write`: the name of a file for make to include, with
-- variables and rules. Each rule lists its files and its command.
--
-- The file's name is a digest of its text, so runs with different settings can coexist. A program or object also depends on the digest of
-- its command (a file in `commands/`), so make builds it again when the command changes, for example to another compiler or flag.
--
--     build/verify/cesu8-native: verify/subject.c ... out/cesu8/cesu8.c ... build/verify/commands/cesu8-native
--         cc -std=c11 -O2 ... -I out/cesu8/ -DENCODING=cesu8 -o build/verify/cesu8-native verify/subject.c ...

local path <const> = require "pl.path"
local dir <const> = require "pl.dir"
local utils <const> = require "pl.utils"
local isas <const> = require "gen.kernel.isas"
local words <const> = require "verify.words"

local M = {}

local words_of <const>, set_of <const>, without <const> = words.words_of, words.set_of, words.without
local line_of <const>, output_of <const>, digest <const> = words.line_of, words.output_of, words.digest
M.words_of, M.set_of, M.without, M.line_of, M.output_of = words_of, set_of, without, line_of, output_of

-- ---- The plan ----

---Returns this processor's flags that the compiler accepts without a warning, or none. (clang 19 warns about AVX10.1 of some processors.)
local function machine_of(compiler)
  for _, flags in ipairs { "-march=native", "-march=native -mno-avx10.1-256" } do
    if select(2, output_of(("echo 'int x;' | %s %s -Werror -x c -fsyntax-only - 2>&1"):format(compiler, flags))) then
      return flags
    end
  end
  return ""
end

---@param more string[] other tools to look for
---@return string[] missing the tools that are not installed: of `more`, of the families' compilers and emulators, and SIMDe
local function missing_of(s, families, more)
  local list <const> = {}
  local function look(tool)
    if not select(2, output_of(("command -v %s 2>&1"):format(tool))) then
      list[#list + 1] = tool
    end
  end
  for _, tool in ipairs(more) do
    look(tool)
  end
  for _, family in ipairs(families) do
    look(words_of(family.cross.compiler)[1])
    look(words_of(family.cross.emulator)[1])
  end
  if not select(2, output_of(("echo '#include <simde/hedley.h>' | %s -E - 2>&1"):format(s.CC))) then
    list[#list + 1] = "libsimde-dev"
  end
  return list
end

---@return string[] names of a family's instruction sets: the scalable ones (true), the others (false), or all (nil)
function M.sets_of(family, scalable)
  local names <const> = {}
  for _, row in ipairs(family.rows) do
    names[#names + 1] = (scalable == nil or (row.scalable or false) == scalable) and row.name or nil
  end
  return names
end

---Sets p.simdes and p.crosses, the families of other processors to check with SIMDe and with an emulator, and p.missing, the missing tools.
local function plan_others(p)
  local s <const>, others <const> = p.s, {}
  for _, family in ipairs(isas.families) do
    others[#others + 1] = s.NATIVE_ONLY ~= "1" and family.machine ~= p.cpu and family or nil
  end
  local emulated <const> = {}
  for _, family in ipairs(others) do
    emulated[#emulated + 1] = family.cross and family or nil
  end
  p.missing = s.NATIVE_ONLY == "1" and {} or missing_of(s, emulated, { s.LUA })
  local lacking <const> = set_of(p.missing)
  for _, family in ipairs(others) do
    local simde <const> = not lacking["libsimde-dev"] and #M.sets_of(family, false) > 0
    local cross <const> = family.cross
    local here <const> = cross and not lacking[words_of(cross.compiler)[1]] and not lacking[words_of(cross.emulator)[1]]
    p.simdes[#p.simdes + 1] = simde and family or nil
    p.crosses[#p.crosses + 1] = here and family or nil
  end
end

---@param arguments string[] NAME=VALUE
---@param full boolean whether run.lua has the option --full
---@return table p { s = settings, names, pairs, cpu, missing, simdes, crosses, plain, sampled, complete, kinds, full, flags, h }
function M.plan(arguments, full)
  local s <const> = {}
  for _, word in ipairs(arguments) do
    local name <const>, value <const> = word:match "^([%u_]+)=(.*)$"
    s[assert(name, word .. ": expected a setting NAME=VALUE")] = value
  end
  local p <const> = {
    s = s, names = words_of(s.NAME), pairs = words_of(s.PAIRS), cpu = output_of "uname -m", simdes = {}, crosses = {},
    sampled = set_of(words_of(s.SAMPLED)), complete = set_of(words_of(s.COMPLETE)),
    kinds = set_of(words_of(s.KINDS or "")), full = full,
    plain = s.NATIVE_ONLY ~= "1" and s.OUT == "out", flags = words_of(s.FLAGS), h = words_of(s.H),
  }
  plan_others(p)
  s.MACHINE_OF_CC = s.CONFORMANCE_MACHINE ~= "" and s.CONFORMANCE_MACHINE or machine_of(s.CC)
  s.MACHINE = s.MACHINE ~= "" and s.MACHINE or s.MACHINE_OF_CC
  return p
end

---Does this encoding leave out the kernels that this processor cannot run? SIMDe and emulators then check such kernels only for the
---encodings in VERIFY_KINDS; NAME-plain still checks them, with words in plain C.
function M.alike(p, name)
  return not p.full and p.sampled[name] and not p.kinds[name]
end

---Does the C have a kernel of one of these sets? A copy of out/ may lack them; then the model next to it lacks them, too.
local function has_kernel(p, name, sets)
  local model <const>, is_adjacent <const> = M.model_of(p.s, name)
  local text <const> = is_adjacent and utils.readfile(model)
  local found = not text
  for _, set in ipairs(sets) do
    found = found or text:find(("#define MODEL_%s 1\n"):format(set:upper()), 1, true) ~= nil
  end
  return found
end

---Returns the families to check with SIMDe; none if `alike`. A sample leaves out families whose emulator is installed and quick.
function M.simdes_of(p, name)
  local kept <const>, crosses <const> = {}, set_of(p.crosses)
  for _, family in ipairs(M.alike(p, name) and {} or p.simdes) do
    local quick <const> = not p.full and p.sampled[name] and crosses[family] and family.cross.quick
    kept[#kept + 1] = not quick and has_kernel(p, name, M.sets_of(family, false)) and family or nil
  end
  return kept
end

---Returns the families to check with an emulator; none if `alike`. A sample leaves out families that p.simdes lacks.
function M.crosses_of(p, name)
  local kept <const>, simdes <const> = {}, set_of(p.simdes)
  for _, family in ipairs(M.alike(p, name) and {} or p.crosses) do
    local wanted <const> = p.full or not p.sampled[name] or simdes[family]
    kept[#kept + 1] = wanted and has_kernel(p, name, M.sets_of(family)) and family or nil
  end
  return kept
end

-- ---- Files ----

---@return string the folder of an encoding's files, with a slash
local function folder_of(s, name)
  local own <const> = ("%s/%s/"):format(s.OUT, name)
  return path.isfile(own .. name .. ".c") and own or s.OUT .. "/"
end

---Finds the file with the generator's claims about an encoding.
---@return string file, boolean false if a rule must write it
function M.model_of(s, name)
  local adjacent <const> = folder_of(s, name) .. name .. "_model.h"
  if s.MODEL == "" or path.isfile(adjacent) then
    return adjacent, true
  end
  return ("%s/%s_model.h"):format(s.MODEL, name), false
end

---@return string[] the C files and headers of an encoding, with its model
function M.files_of(s, name)
  local folder <const>, list <const> = folder_of(s, name), {}
  for _, file in ipairs(path.isdir(folder) and dir.getfiles(folder) or {}) do
    local own <const> = path.basename(file)
    list[#list + 1] = own:sub(1, #name) == name and own:find "%.[ch]$" and folder .. own or nil
  end
  local model <const>, is_adjacent <const> = M.model_of(s, name)
  list[#list + 1] = not is_adjacent and model or nil
  table.sort(list)
  return list
end

---Returns the arguments with which `u8gen gen` generates the files of this name: for utf8_to_cesu8, `utf-8 --to cesu-8`.
local function spec_words(name)
  local titles <const> = {}
  for _, file in ipairs(dir.getfiles("gen/specs", "*.lua")) do
    local title <const> = path.basename(file):gsub("%.lua$", "")
    titles[title:gsub("[-.]", "")] = title
  end
  local source <const>, target <const> = name:match "^(.-)_to_(.*)$"
  return source and ("%s --to %s"):format(titles[source], titles[target]) or titles[name] or name
end

-- ---- Rules ----

-- A variable of the rules, for files that all programs depend on.
local HEADERS <const> = "$(VERIFY_RULES_H)"

---@param rules string[]
---@param file string the target
---@param from string[]
---@param command string a shell command
local function rule(rules, file, from, command)
  rules[#rules + 1] = ("%s: %s\n\t@mkdir -p $(@D)\n\t%s\n"):format(file, table.concat(from, " "), command)
end

---Adds the rule of a file with the digest of `what`; make writes the file only if the digest changes. @return string name of the file
local function digest_rule(rules, folder, file, what)
  local name <const> = ("%s/commands/%s"):format(folder, path.basename(file))
  rule(rules, name, { "verify-always" }, ("@echo %s | cmp -s - $@ || echo %s > $@"):format(digest(what), digest(what)))
  return name
end

---Returns the compiler for a family, or for this processor if `family` is nil, with its flags.
local function compiler_of(p, family)
  return line_of(family and family.cross.compiler or p.s.CC, without(p.flags, family and family.cross.without))
end

---Adds the rules of a processor's objects that do not depend on the encoding, and of the handwritten reference, which has all encodings.
---@return table host { family, compiler, shared = names of objects, objects = the variable that has them, reference }
local function host_rules(p, rules, family)
  local s <const>, compiler <const> = p.s, compiler_of(p, family)
  local folder <const> = ("%s/%s"):format(s.OBJECTS, family and family.machine or "native")
  local command <const> = digest_rule(rules, folder, "all", compiler)
  local variable <const> = "VERIFY_SHARED_" .. (family and family.machine or "native")
  local host <const> = {
    family = family, compiler = compiler, shared = {}, objects = ("$(%s)"):format(variable), reference = folder .. "/by_hand/reference.o",
  }
  for _, file in ipairs(words_of(s.SHARED)) do
    local object <const> = ("%s/%s.o"):format(folder, (path.basename(file):gsub("%.c$", "")))
    host.shared[#host.shared + 1] = object
    rule(rules, object, { file, HEADERS, command }, ("%s -c -o $@ %s"):format(compiler, file))
  end
  rules[#rules + 1] = ("%s := %s\n"):format(variable, line_of(host.shared))
  rule(rules, host.reference, { s.REFERENCE, HEADERS, command }, ("%s -c -o $@ %s"):format(compiler, s.REFERENCE))
  return host
end

---Returns the flags with which the compiler finds the files of an encoding.
local function here(s, name)
  return line_of("-I " .. folder_of(s, name), s.MODEL ~= "" and "-I " .. s.MODEL or "")
end

---Returns a shell command that prints the prefix of an encoding's macros. It reads the model, which exists before programs are compiled.
local function prefix_of(s, name)
  return ("$$(sed -n 's/^.define MODEL_PREFIX_UPPER //p' %s)"):format(M.model_of(s, name))
end

---Returns the flags for writable tables.
local function open(s, name)
  return ("-DOPEN -D%s_VERIFY=1"):format(prefix_of(s, name))
end

---@return string object the reference of an encoding: of its spec if `described` or VERIFY_DESCRIBED is set, otherwise handwritten
local function reference_of(p, rules, host, name, described)
  local s <const> = p.s
  if s.DESCRIBED == "" and not described then
    return host.reference
  end
  local object <const> = ("%s/objects/%s/%s/reference.o"):format(s.DIR, host.family and host.family.machine or "native", name)
  local command <const> = line_of(host.compiler, here(s, name), "-DENCODING=" .. name, "-DDESCRIBED -c -o $@", s.REFERENCE)
  local from <const> = line_of(s.REFERENCE, M.files_of(s, name), HEADERS)
  rule(rules, object, { from, digest_rule(rules, path.dirname(object), object, command) }, command)
  return object
end

---@param one { name: string, suffix: string, flags: string, from: string[], compiler: string?, reference: string }
---@return string program
local function program_rule(p, rules, host, one)
  local s <const>, file <const> = p.s, ("%s/%s-%s"):format(p.s.DIR, one.name, one.suffix)
  local parts <const> = line_of(s.SUBJECT_C, one.reference, host.objects)
  local command <const> = line_of(one.compiler or host.compiler, host.family and "-static" or "", one.flags, s.SUBJECT,
    "-DENCODING=" .. one.name, "-o $@", parts)
  rule(rules, file, { parts, line_of(one.from), HEADERS, digest_rule(rules, s.DIR, file, command) }, command)
  return file
end

---Adds the rules of NAME-plain: verify/plain_words.lua writes the C with words in plain C, and only one of several equal kernels. Compiling
---takes as long as running, and most of the running time is in loops over lanes. If the tools for riscv64 are installed, their clang
---compiles these programs by default, in two thirds of gcc's time. (gcc spends half of its time on a search for three instructions to
---combine, and finds none; max-combine-insns=2 turns this off.) A sample leaves out the kernels by nibbles that the native program can
---run; if `alike`, also the functions that the checks of kernels do not call.
local function plain_rules(p, rules, host, name, reference)
  local s <const>, folder <const> = p.s, ("%s/plain/%s"):format(p.s.DIR, name)
  if not p.plain_flags then
    for _, family in ipairs(p.crosses) do
      p.plain_compiler = family.machine == "riscv64" and words_of(family.cross.compiler)[1] or p.plain_compiler
    end
    local compiler <const> = s.PLAIN_CC ~= "" and s.PLAIN_CC or p.plain_compiler or s.CC
    local combined <const> = "--param max-combine-insns=2"
    local takes <const> = select(2, output_of(("echo 'int x;' | %s %s -Werror -x c -fsyntax-only - 2>&1"):format(compiler, combined)))
    p.plain_flags = line_of("-DPLAIN -O1 -ftree-vectorize", takes and combined or "",
      s.PLAIN_MACHINE ~= "" and s.PLAIN_MACHINE or machine_of(compiler))
    p.plain_compiler = compiler
  end
  local file <const>, native <const> = ("%s/%s.c"):format(folder, name), ("%s/%s-native"):format(s.DIR, name)
  local short <const> = not p.full and p.sampled[name]
  local writer <const> = line_of(s.WORDS, short and "--native " .. native or "", M.alike(p, name) and "--kernels" or "")
  rule(rules, file, { line_of(M.files_of(s, name)), s.PLAIN_WORDS, short and native or "", digest_rule(rules, folder, file, writer) },
    ("%s %s $(@D)"):format(writer, name))
  program_rule(p, rules, host, {
    name = name, suffix = "plain", flags = line_of(p.plain_flags, "-I " .. folder, s.MODEL ~= "" and "-I " .. s.MODEL or "", open(s, name)),
    from = { file }, compiler = line_of(p.plain_compiler, p.flags), reference = reference,
  })
end

---Returns flags to compile with SIMDe, as if for `machine`. They turn off warnings about vectors wider than this processor's, and leave
---out scalable kernels.
---@return string flags, with -O1 if the encoding is sampled
function M.simde_flags(p, name, machine)
  local s <const>, left_out <const> = p.s, {}
  for _, row in ipairs(isas.rows) do
    left_out[#left_out + 1] = row.scalable and ("-D%s_NO_%s"):format(prefix_of(s, name), row.name:upper()) or nil
  end
  local headers <const> = ("-Wno-psabi -isystem %s/simde/%s"):format(s.HERE, machine)
  return line_of("-DSIMDE", p.quickly(name), s.MACHINE, headers, here(s, name), left_out)
end

---Adds the rules of all programs of an encoding.
local function encoding_rules(p, rules, hosts, name)
  local s <const>, native <const> = p.s, hosts.native
  local from <const>, reference <const> = M.files_of(s, name), reference_of(p, rules, native, name)
  local function native_program(suffix, flags)
    program_rule(p, rules, native, { name = name, suffix = suffix, flags = flags, from = from, reference = reference })
  end
  native_program("native", here(s, name))
  -- This program runs only the check `mutation`, so compiling it quickly saves more time than fast code would.
  native_program("native-open", line_of(here(s, name), "-O1", open(s, name)))
  plain_rules(p, rules, native, name, reference)
  for _, family in ipairs(isas.families) do
    native_program("simde-" .. family.machine, M.simde_flags(p, name, family.machine))
  end
  for _, family in ipairs(p.crosses) do
    local host <const> = hosts[family]
    program_rule(p, rules, host, {
      name = name, suffix = "cross-" .. family.machine, flags = line_of(here(s, name), p.quickly(name)), from = from,
      reference = reference_of(p, rules, host, name),
    })
  end
end

---@return string[] the programs that `verify-programs-NAME` builds. NAME-native-open is built if NAME-plain is not: the check `mutation`
---  needs writable tables, which both have. Only NAME-native-open has unit_lanes and unit_counts; the other tables are the same.
function M.programs_of(p, name)
  local stem <const> = ("%s/%s-"):format(p.s.DIR, name)
  local list <const> = { stem .. "native", stem .. (p.plain and "plain" or "native-open") }
  for _, family in ipairs(M.simdes_of(p, name)) do
    list[#list + 1] = stem .. "simde-" .. family.machine
  end
  for _, family in ipairs(M.crosses_of(p, name)) do
    list[#list + 1] = stem .. "cross-" .. family.machine
  end
  return list
end

---Adds the rules of programs that compare the words of an instruction set with their meaning: conformance.c with a header of these words.
local function conformance_rules(p, rules)
  local s <const>, folder <const> = p.s, p.s.CONFORMANCE_DIR
  local function program(name, header, compiler, flags)
    local file <const> = ("%s/%s"):format(folder, name)
    local command <const> = line_of(compiler, flags, ("-DWORDS_OF_SET='\"%s.h\"' -I %s -o $@"):format(header, folder), s.CONFORMANCE_C)
    rule(rules, file, { s.CONFORMANCE_C, ("%s/%s.h"):format(folder, header), HEADERS, digest_rule(rules, folder, file, command) }, command)
  end
  for _, row in ipairs(isas.rows) do
    local family <const> = isas.family(row.family)
    local cross <const> = family.machine ~= p.cpu and family.cross
    rule(rules, ("%s/%s.h"):format(folder, row.name), { s.CONFORMANCE_LUA },
      ("%s %s/conformance.lua %s %s > $@.new && mv $@.new $@"):format(s.LUA, s.CONFORMANCE_HERE, row.name, s.CONFORMANCE_ROOT))
    local flags <const> = words_of(s.CONFORMANCE_FLAGS)
    program(row.name, row.name, cross and cross.compiler or s.CC,
      line_of(without(flags, cross and cross.without), cross and "-static" or ""))
    program(row.name .. "-simde", row.name, s.CC, line_of(flags, "-DSIMDE", s.MACHINE_OF_CC,
      ("-Wno-psabi -isystem %s/simde/%s"):format(s.HERE, family.machine)))
  end
end

---Returns the missing tools for conformance: compilers and emulators of other processors, and SIMDe.
function M.conformance_missing(p)
  local families <const> = {}
  for _, family in ipairs(isas.families) do
    families[#families + 1] = family.machine ~= p.cpu and family.cross and family or nil
  end
  return missing_of(p.s, families, {})
end

---@return string text of all rules, and of the variables that other makefiles need
local function text_of(p)
  local s <const>, rules <const>, hosts <const> = p.s, {}, {}
  function p.quickly(name)
    return not p.full and p.sampled[name] and "-O1" or ""
  end
  hosts.native = host_rules(p, rules, nil)
  for _, family in ipairs(p.crosses) do
    hosts[family] = host_rules(p, rules, family)
  end
  for _, name in ipairs(p.names) do
    encoding_rules(p, rules, hosts, name)
    rules[#rules + 1] = (".PHONY: verify-programs-%s\nverify-programs-%s: %s\n"):format(name, name, line_of(M.programs_of(p, name)))
  end
  for _, name in ipairs(p.pairs) do
    program_rule(p, rules, hosts.native, {
      name = name, suffix = "native", flags = here(s, name), from = M.files_of(s, name),
      reference = reference_of(p, rules, hosts.native, name, true),
    })
  end
  for _, list in ipairs { p.names, p.pairs } do
    for _, name in ipairs(list) do
      local model <const>, is_adjacent <const> = M.model_of(s, name)
      if not is_adjacent then
        rule(rules, model, { s.MODEL_FROM }, ("./u8gen gen %s --model $(@D) >/dev/null"):format(spec_words(name)))
      end
    end
  end
  conformance_rules(p, rules)
  local simdes <const> = {}
  for i, family in ipairs(p.simdes) do
    simdes[i] = family.machine
  end
  local first <const> = "VERIFY_RULES_H := %s\nVERIFY_REFERENCE_OBJECT := %s\nVERIFY_SIMDES := %s\nVERIFY_MACHINE_FLAGS := %s\n"
    .. ".PHONY: verify-always\n.DELETE_ON_ERROR:\n\n%s"
  return first:format(line_of(p.h), hosts.native.reference, line_of(simdes), s.MACHINE, table.concat(rules, "\n"))
end

---Writes the rules of a plan, unless their file exists.
---@return string file
function M.write(p)
  local text <const> = text_of(p)
  local folder <const> = p.s.DIR .. "/rules"
  local file <const> = ("%s/%s.mk"):format(folder, digest(text))
  if not path.isfile(file) then
    dir.makepath(folder)
    local new <const> = ("%s.%s"):format(file, output_of "echo $PPID")
    local handle <const> = assert(io.open(new, "w"))
    handle:write(text)
    assert(handle:close())
    assert(os.rename(new, file))
  end
  return file
end

return M
