-- SPDX-License-Identifier: 0BSD
-- package: writes the files of the npm package, from the WebAssembly modules and the certificates in out/.
--
-- In:  lua5.4 packaging/npm/package.lua FOLDER SPEC...: gen/specs/SPEC.lua, out/NAME/NAME.json, build/wasm/NAME-KERNEL.wasm and
--      NAME-text-KERNEL.wasm, VERSION, ORIGIN, LICENSE, and the files of packaging/npm.
-- Out: FOLDER with package.json, README.md, LICENSE, core.js, text.js, NAME.js for each encoding, and index.js for all of them. There is a
--      CommonJS file (.cjs) for each .js file, and types (.d.ts, .d.cts) for each except core.js and text.js. NAME.wasm and NAME-text.wasm
--      are for hosts that take WebAssembly only from files; wasm.d.ts and wasm.d.cts are their types.
--
-- The idea: each encoding is a separate file, so that importing one does not load all. The sources are ES modules; the CommonJS files are
-- the same text with other import and export lines.
--
--     import { isUtf8 } from "./utf8.js";       const { isUtf8 } = require("./utf8.cjs");

local facts = require "gen.emit.facts"
local files = require "gen.common.files"
local origin = require "gen.common.origin"
local spec = require "gen.spec.spec"

local HERE <const> = "packaging/npm/"

local function fail(message, ...)
  io.stderr:write("package.lua: ", message:format(...), "\n")
  os.exit(1)
end

local function read(name)
  local text <const>, reason <const> = files.read(name)
  return text or fail("%s", reason)
end

---"utf-8-nonul" becomes Utf8Nonul, for names of functions.
local function camel(spec_name)
  return (spec_name:gsub("[^%w]*(%w+)", function(word) return word:sub(1, 1):upper() .. word:sub(2) end))
end

---@param spec_name string of the catalogue
---@return table encoding { name, title, source, users, hash, test }; hash: the spec's, from the certificate in out/
local function encoding(spec_name)
  local file <const> = ("gen/specs/%s.lua"):format(spec_name)
  local rules <const> = spec.read(read(file), file)
  local certificate <const> = ("out/%s/%s.json"):format(rules.name, rules.name)
  local known <const> = facts.of_file(certificate) or fail("%s is missing, or is not a certificate", certificate)
  return {
    name = rules.name, title = rules.title, source = rules.source, users = rules.users, hash = known.hash, test = "is" .. camel(spec_name),
  }
end

local ALPHABET <const> = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

---Base64 (RFC 4648, section 4).
local function base64(bytes)
  local words <const> = {}
  for at = 1, #bytes, 3 do
    local a <const>, b <const>, c <const> = bytes:byte(at, at + 2)
    local bits <const> = a << 16 | (b or 0) << 8 | (c or 0)
    for digit = 0, 3 do
      local value <const> = bits >> 18 - 6 * digit & 63
      words[#words + 1] = (digit == 2 and not b or digit == 3 and not c) and "=" or ALPHABET:sub(value + 1, value + 1)
    end
  end
  return table.concat(words)
end

---Replaces each $NAME in a text. Repeats each line that contains @each for every encoding, with its values.
local function filled(text, values, encodings)
  text = text:gsub("([^\n]*)@each ?([^\n]*\n)", function(before, after)
    local lines <const> = {}
    for i, one in ipairs(encodings) do
      lines[i] = (before .. after):gsub("%$(%l[%l_]*)", one)
    end
    return table.concat(lines)
  end)
  return (text:gsub("%$(%l[%l_]*)", values))
end

---Converts an ES module to CommonJS. Supports only the import and export forms that the files of this folder use.
local function common(text)
  local exported <const> = {}
  local function export(kind, name)
    exported[#exported + 1] = name
    return ("\n%s %s"):format(kind, name)
  end
  text = text:gsub("\nexport (%b{}) from (\"%./[%w]+%.js\");", function(names, file)
    exported[#exported + 1] = names:match("^{ (.-) }$")
    return ("\nimport %s from %s;"):format(names, file)
  end)
  text = text:gsub("\nimport (%b{}) from \"(%./[%w]+)%.js\";", "\nconst %1 = require(\"%2.cjs\");")
    :gsub("\nimport %* as (%w+) from \"(%./[%w]+)%.js\";", "\nconst %1 = require(\"%2.cjs\");")
    :gsub("\nexport (function) (%w+)", export):gsub("\nexport (async function) (%w+)", export):gsub("\nexport (const) (%w+)", export)
  text = text:gsub("\nexport { (.-) };", function(names)
    exported[#exported + 1] = names
    return ""
  end)
  if text:find("\n%s*import%s") or text:find("\n%s*export%s") then
    fail("an unsupported form of import or export")
  end
  return ('"use strict";\n%s\nmodule.exports = { %s };\n'):format(text, table.concat(exported, ", "))
end

---@return string exports of package.json
local function exports_of(encodings)
  local exports <const> = {}
  local function entry(path, types, esm, cjs)
    exports[#exports + 1] = ('    "%s": {\n      "import": { "types": "./%s.d.ts", "default": "./%s" },\n'
      .. '      "require": { "types": "./%s.d.cts", "default": "./%s" }\n    }'):format(path, types, esm, types, cjs)
  end
  entry(".", "index", "index.js", "index.cjs")
  for _, one in ipairs(encodings) do
    entry("./" .. one.name, one.name, one.name .. ".js", one.name .. ".cjs")
  end
  entry("./*.wasm", "wasm", "*.wasm", "*.wasm")
  return table.concat(exports, ",\n")
end

local function main(folder, ...)
  local encodings <const> = {}
  for i, spec_name in ipairs { ... } do
    encodings[i] = encoding(spec_name)
  end
  -- npm requires three numbers.
  local version = read("VERSION"):match("^(%d[%d.]*)\n$") or fail("VERSION is not a version number")
  while select(2, version:gsub("%.", "")) < 2 do
    version = version .. ".0"
  end
  local made <const> = { LICENSE = read("LICENSE") }
  for _, shared in ipairs { "core", "text" } do
    made[shared .. ".js"] = read(HERE .. shared .. ".js")
    made[shared .. ".cjs"] = common(made[shared .. ".js"])
  end
  local function typed(name, types)
    made[name .. ".d.ts"] = types
    made[name .. ".d.cts"] = types:gsub("%.js\"", ".cjs\"")
  end
  local function module(name, values)
    local source <const> = name == "index" and "index" or "encoding"
    made[name .. ".js"] = filled(read(HERE .. source .. ".js"), values, encodings)
    made[name .. ".cjs"] = common(made[name .. ".js"])
    typed(name, filled(read(HERE .. source .. ".d.ts"), values, encodings))
  end
  module("index", { version = version })
  for _, one in ipairs(encodings) do
    one.version = version
    for _, part in ipairs { "", "_text" } do
      local file <const> = "build/wasm/" .. one.name .. part:gsub("_", "-")
      one["portable" .. part] = base64(read(file .. "-swar.wasm"))
      local vectors <const> = read(file .. "-simd128.wasm")
      one["vectors" .. part] = base64(vectors)
      made[one.name .. part:gsub("_", "-") .. ".wasm"] = vectors
    end
    module(one.name, one)
  end
  typed("wasm", read(HERE .. "wasm.d.ts"))
  made["package.json"] = filled(origin.filled(read(HERE .. "package.json.in"), origin.read(".")),
    { version = version, exports = exports_of(encodings) }, encodings)
  made["README.md"] = filled(read(HERE .. "README.md"), { version = version }, encodings)
  local list <const> = {}
  for name, text in pairs(made) do
    list[#list + 1] = { name = name, text = text }
  end
  files.write(folder, list)
end

main(...)
