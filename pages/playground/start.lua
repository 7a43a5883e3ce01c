-- SPDX-License-Identifier: 0BSD
-- start: sets up the generator in the page: modules and files come from `page_file`, a function of the worker.

table.insert(package.searchers, 2, function(name)
  local file <const> = name:gsub("%.", "/") .. ".lua"
  local text <const> = page_file(file)
  return text and assert(load(text, "@" .. file, "t")) or "\n\tno file '" .. file .. "' in the page"
end)
package.preload["gen.common.files"] = function() return require "pages.files" end
require "pages.bridge"
