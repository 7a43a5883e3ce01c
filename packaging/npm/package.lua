-- SPDX-License-Identifier: 0BSD
-- package: writes the files of the npm package, from the WebAssembly modules and the certificates in out/.
--
-- In:  lua5.4 packaging/npm/package.lua FOLDER SPEC...: gen/specs/SPEC.lua, out/NAME/NAME.json, build/wasm/NAME-KERNEL.wasm and
--      NAME-text-KERNEL.wasm, VERSION, ORIGIN, LICENSE, and the files of packaging/npm.
-- Out: FOLDER with package.json, README.md, LICENSE, core.js, text.js, NAME.js for each encoding, and index.js for all of them. There is a
--      CommonJS file (.cjs) for each .js file, and types (.d.ts, .d.cts) for each except core.js and text.js. NAME.wasm and NAME-text.wasm
--      are for hosts that take WebAssembly only from files; wasm.d.ts and wasm.d.cts are their types.
--
-- The idea: each encoding has its own file, so an import of one loads no others. The sources are ES modules; the CommonJS files are
-- the same text with other import and export lines.
--
--     import { isUtf8 } from "./utf8.js";       const { isUtf8 } = require("./utf8.cjs");

package.path = "./?.lua;" .. package.path
local encodings = require "packaging.bindings.encodings"
local files = require "gen.common.files"
local origin = require "gen.common.origin"

local HERE <const> = "packaging/npm/"

local fail <const>, read <const>, filled <const> = encodings.fail, encodings.text_of, encodings.filled

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
local function exports_of(known)
  local exports <const> = {}
  local function entry(path, types, esm, cjs)
    exports[#exports + 1] = ('    "%s": {\n      "import": { "types": "./%s.d.ts", "default": "./%s" },\n'
      .. '      "require": { "types": "./%s.d.cts", "default": "./%s" }\n    }'):format(path, types, esm, types, cjs)
  end
  entry(".", "index", "index.js", "index.cjs")
  for _, one in ipairs(known) do
    entry("./" .. one.name, one.name, one.name .. ".js", one.name .. ".cjs")
  end
  entry("./*.wasm", "wasm", "*.wasm", "*.wasm")
  return table.concat(exports, ",\n")
end

local function main(folder, ...)
  local known <const>, version <const> = encodings.read { ... }, encodings.version()
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
    made[name .. ".js"] = filled(read(HERE .. source .. ".js"), values, known)
    made[name .. ".cjs"] = common(made[name .. ".js"])
    typed(name, filled(read(HERE .. source .. ".d.ts"), values, known))
  end
  for _, one in ipairs(known) do
    one.version, one.test = version, "is" .. one.camel
  end
  module("index", { version = version })
  for _, one in ipairs(known) do
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
    { version = version, exports = exports_of(known) }, known)
  made["README.md"] = filled(read(HERE .. "README.md"), { version = version }, known)
  local list <const> = {}
  for name, text in pairs(made) do
    list[#list + 1] = { name = name, text = text }
  end
  files.write(folder, list)
end

main(...)
