-- SPDX-License-Identifier: 0BSD
-- unit_views: the views (the names that templates may use) for conversions to and from UTF-16 and UTF-32.
--
-- In:  a job (views.lua). Out: for each template, under its file's name, a function from the job to its view. api/utf16.c and api/utf32.c
--      include append_units.c, for units of 16 and of 32 bits; both share units.c.

local api = require "gen.kernel.api"
local bytes_ = require "gen.common.bytes"
local characters = require "gen.language.characters"
local companions = require "gen.kernel.companions"
local comparisons = require "gen.emit.comparisons"
local layout = require "gen.common.layout"
local repair = require "gen.language.repair"
local states = require "gen.emit.states"
local units_ = require "gen.language.units"
local utf16 = require "gen.language.utf16"
local utf16_plan = require "gen.plan.utf16_plan"

local M = {}

---The least numbers of bytes and of characters of a piece. So a piece can leave its last character to the next piece and still advance.
local LEAST_PIECE <const>, LEAST_CHARACTERS <const> = 64, 4

---The length of a well-formed character, as C. The C compares the lead byte with the least lead byte of each length except the
---shortest. Compilers make branches of these comparisons, but not of a sum of them. With branches, the processor predicts the length
---and reads ahead.
local function length_code(lengths, lead)
  local code = ""
  for i = 1, #lengths - 1 do
    code = ("%s%s < %s ? %d : "):format(code, lead, layout.hex(lengths[i + 1].lead), lengths[i].length)
  end
  return code .. lengths[#lengths].length
end

---The bounds of conversions, for text that another thread may change after it was found to be well-formed. Unless two characters can become
---one code point, loops stop before the last few bytes of the text, but may read them.
---@return table view { reads_on (whether loops may read the last few bytes), left_in_append (C: how many bytes may be read from bytes[at]
---  on), unfinished (C: whether changed text has no whole character here; false if loops need no test) }
local function bounds(study, longest)
  local reads_on <const> = longest > 1 and not study.loose
  return {
    reads_on = reads_on, left_in_append = "size - at" .. (reads_on and (" + %d"):format(longest - 1) or ""),
    unfinished = not study.lengths and "length == 0"
      or not reads_on and longest > 1 and ("size - at < %d && length > size - at"):format(longest),
  }
end

---The names that loops for units of 16 and of 32 bits share.
local function loops(study, bounds_)
  local function outside(bits)
    return study.ascii and comparisons.outside(bits, study.ascii, " | ")
  end
  local narrow <const>, wide <const> = outside(16), outside(32)
  return {
    left_in_append = bounds_.left_in_append, unfinished = bounds_.unfinished,
    ascii = study.ascii or false, plain = study.plain, loose = study.loose, beyond = study.beyond, above = study.above,
    outside = narrow == wide and narrow or ("bits == 16 ? %s : %s"):format(narrow, wide),
    high_bits = function(bits) return comparisons.in_lanes(bits, (1 << bits) - bytes_.SIGN_BIT) end,
    one_inside = study.ascii and comparisons.set({ study.ascii }, "unit"),
  }
end

---The replacement in lossy conversions, such as U+FFFD.
local function replacement(job)
  return ("U+%04X"):format(repair.code_point(job.model.spec))
end

local function is_lossy(job)
  return api.has(job.parts, "utf16_lossy") or api.has(job.parts, "utf32_lossy")
end

M["shared/units.c"] = function(job)
  local model <const>, code <const> = job.model, states.of(job)
  local study <const>, longest <const> = units_.of(model), characters.longest(model.spec)
  local bounds_ <const>, plan <const> = bounds(study, longest), utf16_plan.of(model) or {}
  local most_bytes <const> = (study.split and 2 or 1) * longest
  return {
    contexts = model.contexts, most_bytes = most_bytes, accepts = code.accepts, longest = longest, reads_on = bounds_.reads_on,
    loops = loops(study, bounds_),
    loose = study.loose, split = study.split, beyond = study.beyond, most = study.most, backwards = study.backwards,
    lengths = study.lengths or false, has_ends = next(model.ends) ~= nil,
    carries = model.contexts > 1 or study.loose,
    least_piece = math.max(LEAST_PIECE, LEAST_CHARACTERS * longest),
    from = {
      contexts = model.contexts, has_ends = next(model.ends) ~= nil, accepts = code.accepts, most_bytes = most_bytes, split = study.split,
      by_vectors = companions.named(job.companions, "from_utf16") ~= nil, tries = utf16_plan.UNITS,
      retries = plan.rechecked and utf16_plan.CHECKED or utf16_plan.UNITS, counted = companions.named(job.companions, "known") ~= nil,
      zero = plan.zero, four = plan.four, checked = plan.checked,
      lossy = is_lossy(job) and replacement(job), lossy_code = layout.hex(repair.code_point(model.spec)),
      ascii = study.ascii or false, ascii_test = study.ascii and comparisons.set({ study.ascii }, "code_point"),
    },
    length_code = function(lead) return length_code(study.lengths, lead) end,
  }
end

---Whether a lossy conversion converts repaired text. For this, repair must not depend on earlier characters, each character must be
---convertible by itself, and the output must never have more units than the text has bytes.
local function repairs(job)
  local study <const> = units_.of(job.model)
  return job.model.contexts == 1
    and not (study.loose or study.beyond or study.most > 1 or repair.code_point(job.model.spec) >= utf16.SUPPLEMENTARY.lo)
end

---The names for functions of units of `bits` bits; `measure` is the field of PREFIX_measures with the output size, if there is one.
local function units_code(job, bits)
  local study <const> = units_.of(job.model)
  local measure = api.has(job.parts, "measure") and (bits == 16 and "utf16_units" or "characters")
  if bits == 16 and study.beyond or bits == 32 and study.loose or job.model.starts then
    -- The field is not the output size if a code point that cannot be written ends the conversion, or if two characters become one unit.
    -- It also differs if a rule applies at the start of a text: `measure` applies the rule, and conversions do not.
    measure = false
  end
  return {
    bits = bits, measure = measure, vector_units = utf16_plan.UNITS, lossy = is_lossy(job), repairs = is_lossy(job) and repairs(job),
    by_vectors = companions.named(job.companions, "utf" .. bits) ~= nil,
  }
end

M["api/utf16.c"] = function(job)
  return { units = units_code(job, 16) }
end

M["api/utf32.c"] = function(job)
  return { units = units_code(job, 32) }
end

M["api/utf16_lossy.c"], M["api/utf32_lossy.c"] = M["api/utf16.c"], M["api/utf32.c"]

M["shared/append_lossy.c"] = function(job)
  local model <const>, study <const> = job.model, units_.of(job.model)
  return {
    repairs = repairs(job), longest_part = math.max(#repair.bytes(model.spec), characters.longest(model.spec)),
    contexts = model.contexts, has_ends = next(model.ends) ~= nil, code = layout.hex(repair.code_point(model.spec)),
    loose = study.loose, beyond = study.beyond, above = study.above, carries = model.contexts > 1 or study.loose,
    -- Whether there may be more units than bytes.
    grows = study.most > 1 or repair.code_point(model.spec) >= utf16.SUPPLEMENTARY.lo,
    -- Whether each byte below 80 is a character, whichever character precedes it, and texts may end anywhere between characters.
    ascii = study.ascii ~= nil and study.ascii.lo == 0 and study.ascii.hi == bytes_.SIGN_BIT - 1 and next(model.ends) == nil,
  }
end

M["shared/units.h"] = function(job)
  local study <const> = units_.of(job.model)
  return {
    split = study.split, lone = study.lone, beyond = study.beyond,
    respelled = study.respelled, rejoined = study.rejoined, has_cut = api.has(job.parts, "cut"),
    bits = api.has(job.parts, "utf16") and 16 or 32, has_ends = next(job.model.ends) ~= nil,
  }
end

M["api/utf16.h"] = function(job)
  return { contexts = job.model.contexts, has_ends = next(job.model.ends) ~= nil }
end

---The names for the declarations of the lossy conversions.
local function lossy_header(job, bits)
  local model <const>, study <const> = job.model, units_.of(job.model)
  local bytes <const>, longest <const> = repair.bytes(model.spec), (study.split and 2 or 1) * characters.longest(model.spec)
  local is_high <const> = repair.code_point(model.spec) >= utf16.SUPPLEMENTARY.lo
  local most_units <const> = bits == 16 and (study.above or study.loose or is_high) and 2 or 1
  local both <const> = model.contexts > 1
  return {
    bits = bits, name = replacement(job), hex_bytes = bytes_.hex(bytes), beyond = bits == 16 and study.beyond,
    first = bits == 16 or not api.has(job.parts, "utf16_lossy"),
    units_progress = both and 2 * most_units or most_units,
    bytes_progress = both and longest + #bytes or math.max(longest, #bytes), has_ends = next(model.ends) ~= nil,
  }
end

M["api/utf16_lossy.h"] = function(job)
  return { lossy = lossy_header(job, 16) }
end

M["api/utf32_lossy.h"] = function(job)
  return { lossy = lossy_header(job, 32) }
end

M["api/utf32.h"] = function(job)
  return { has_utf16 = api.has(job.parts, "utf16"), contexts = job.model.contexts, has_ends = next(job.model.ends) ~= nil }
end

return M
