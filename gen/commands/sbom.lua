-- SPDX-License-Identifier: 0BSD
-- sbom: writes and reads the bill of materials of a vendored copy, in the tag-value format of SPDX 2.3.
--
-- In:  the description of a copy, and its files. Out: the text of NAME.spdx. `read` returns the names of the listed files of the copy with
--      their SHA-256, if the bill was not edited. The same files give the same text: its date is the date of u8gen's version.
--
--     FileName: ./app_utf8.c
--     ...
--     FileChecksum: SHA256: 5d11710f4f53fd689d426572bd8dbca23fd08480307e3c99a6a5b6cba24cc2bc
--
-- The idea: an SPDX document has a globally unique URI (section 6.5). Here the URI ends in a hash of the rest of the document, which also
-- shows whether the document was edited. Files listed before the package do not belong to it: they are the specs of its files.

local lists = require "gen.common.lists"
local digest = require "gen.common.digest"
local outside = require "gen.common.outside"

local M = {}

local LICENSE <const>, NO_ASSERTION <const> = "0BSD", "NOASSERTION"
local NO_NAME <const> = "00000000-0000-0000-0000-000000000000"
local NAME <const> = ("%x"):rep(8) .. ("%-" .. ("%x"):rep(4)):rep(3) .. "%-" .. ("%x"):rep(12)

---The end of a document's URI: a UUID of RFC 4122, version 5, from the SHA-1 of the document with NO_NAME in place of the UUID.
local function name_of(text)
  local d <const> = digest.sha1(text)
  local variant <const> = ("89ab"):sub(tonumber(d:sub(17, 17), 16) % 4 + 1):sub(1, 1)
  return ("%s-%s-5%s-%s%s-%s"):format(d:sub(1, 8), d:sub(9, 12), d:sub(14, 16), variant, d:sub(18, 20), d:sub(21, 32))
end

local function file_lines(file, sha1, holder)
  return {
    "FileName: ./" .. outside.shown(file.name), "SPDXID: SPDXRef-" .. file.id, "FileType: " .. file.kind,
    "FileChecksum: SHA1: " .. sha1, "FileChecksum: SHA256: " .. digest.sha256(file.text),
    "LicenseConcluded: " .. (holder and LICENSE or NO_ASSERTION), "LicenseInfoInFile: " .. (holder and LICENSE or NO_ASSERTION),
    "FileCopyrightText: " .. (holder or NO_ASSERTION), file.comment and "FileComment: " .. file.comment,
  }
end

---SPDX 2.3, 7.9: the SHA-1 of the files' SHA-1 sums, sorted and concatenated.
local function verification_code(sums)
  local sorted <const> = { table.unpack(sums) }
  table.sort(sorted)
  return digest.sha1(table.concat(sorted))
end

---SPDX 2.3, 7.5: who supplies the package.
local function supplier_of(origin)
  if not origin.supplier then
    return NO_ASSERTION
  end
  return "Organization: " .. origin.supplier .. (origin.contact and (" (%s)"):format(origin.contact) or "")
end

---@param copy table { name, title, version (of u8gen), hash (of its rules), command, holder (of the copyright), date,
---  origin (see origin.read) }
---@param files table[] of the copy: { name, text, id, kind, comment?, generated? }
---@param specs table[] of the generated files: { name, text, id, kind, comment?, own (the user's, so the license is unknown) }
---@return string text
function M.write(copy, files, specs)
  local lines = {
    "SPDXVersion: SPDX-2.3", "DataLicense: CC0-1.0", "SPDXID: SPDXRef-DOCUMENT", "DocumentName: " .. copy.name,
    ("DocumentNamespace: https://spdx.org/spdxdocs/%s-%s"):format(copy.name, NO_NAME), "Creator: Tool: u8gen-" .. copy.version,
    "Created: " .. copy.date, "CreatorComment: The date is that of u8gen's version, so that the same copy has the same document.", "",
  }
  local home <const>, sums <const> = copy.origin.homepage, lists.map(files, function(file) return digest.sha1(file.text) end)
  local function add(list)
    table.move(list, 1, #list, #lines + 1, lines)
    lines[#lines + 1] = ""
  end
  for _, spec in ipairs(specs) do
    add(file_lines(spec, digest.sha1(spec.text), not spec.own and copy.holder))
  end
  -- SPDX 2.3, 7.7: the repository, at the tag of u8gen's version.
  local download <const> = copy.origin.repository and ("git+%s@v%s"):format(copy.origin.repository, copy.version) or NO_ASSERTION
  add {
    "PackageName: " .. copy.name, "SPDXID: SPDXRef-Package", ("PackageVersion: %s+%s"):format(copy.version, copy.hash),
    "PackageSupplier: " .. supplier_of(copy.origin), "PackageDownloadLocation: " .. download, "FilesAnalyzed: true",
    ("PackageVerificationCode: %s%s"):format(verification_code(sums), home and "\nPackageHomePage: " .. home or ""),
    "PackageLicenseConcluded: " .. LICENSE, "PackageLicenseInfoFromFiles: " .. LICENSE, "PackageLicenseDeclared: " .. LICENSE,
    "PackageCopyrightText: " .. copy.holder, "PackageSummary: C for " .. copy.title,
    ("PackageComment: spec %s, %s"):format(copy.hash, copy.command),
  }
  local relations = { "Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-Package" }
  for i, file in ipairs(files) do
    add(file_lines(file, sums[i], copy.holder))
    for _, spec in ipairs(file.generated and specs or {}) do
      relations[#relations + 1] = ("Relationship: SPDXRef-%s GENERATED_FROM SPDXRef-%s"):format(file.id, spec.id)
    end
  end
  add(relations)
  local text <const> = table.concat(lines, "\n")
  return (text:gsub(NO_NAME:gsub("%-", "%%-"), name_of(text), 1))
end

---@param text string of a file
---@return table? files the SHA-256 of files of the copy and of specs in its folder, by name; nil if the text is not a bill, or was edited
function M.read(text)
  local name <const> = text:match("\nDocumentNamespace: https://spdx%.org/spdxdocs/[%w_]+%-(" .. NAME .. ")\n")
  if not name or name_of((text:gsub(name:gsub("%-", "%%-"), NO_NAME, 1))) ~= name then
    return nil
  end
  local files <const>, package <const> = {}, text:match("\nPackageName: (.*)$") or ""
  for file, sum in package:gmatch("\nFileName: %./([^\n]+)\n.-\nFileChecksum: SHA256: (%x+)\n") do
    files[file] = sum
  end
  for file, sum in text:gmatch("\nFileName: %./([^\n/]+)\nSPDXID: SPDXRef%-Spec.-\nFileChecksum: SHA256: (%x+)\n") do
    files[file] = sum
  end
  return files
end

return M
