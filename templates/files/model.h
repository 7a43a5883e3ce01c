
#ifndef $(U)_MODEL_H
#define $(U)_MODEL_H

#include <stdint.h>

// verify/ looks at the kernels, too, that are compiled for comparison only.
#define $(U)_ALL_KERNELS

#define MODEL_PREFIX $(prefix)
#define MODEL_PREFIX_UPPER $(U)

@ if converts then
// The conversion is from one encoding to another; all that follows is said of what both write alike.
#define MODEL_SOURCE $(converts.source)
#define MODEL_TARGET $(converts.target)

@ end
// The longest character has so many bytes; how many characters of 1, 2, ... bytes there are.
enum { MODEL_LONGEST = $(#analysis.counts) };
static const uint64_t model_counts[] = { $(decimals(analysis.counts, 1, #analysis.counts, 1)) };

// Which functions there are, by their parts.
@ for _, one in ipairs(parts) do
#define MODEL_HAS_$(one.name:upper()) $(one.made and 1 or 0)
@ end

// Whether all functions call the same kernel: none is chosen at run time.
#define MODEL_SOLE $(sole and 1 or 0)

// Whether vector kernels begin conversions to UTF-16.
#define MODEL_UTF16_BY_VECTORS $(has_vectors and has_companions("utf16") and 1 or 0)

// Whether each kernel counts characters in its own way, by bytes.
#define MODEL_COUNTS_BYTES $(counts_bytes and 1 or 0)

// What the spec says, as it is written there.
#define MODEL_RULES(X) \
@ for i, statement in ipairs(statements) do
    X($(statement.word), "$(statement.text)", 0x$(("%04X"):format(statement.lo)), 0x$(("%04X"):format(statement.hi)))$(i < #statements and " \\" or "")
@ end

// Thompson and Pike's table of the forms, cmask, cval, shift, lmask and lval, and the fixed and the free bits of later bytes; no rows where
// forms differ in these.
enum { MODEL_LATER = $(hex(later.lo)), MODEL_LATER_BITS = $(later.bits) };
#define MODEL_FORMS(X) \
@ for _, row in ipairs(forms) do
    X($(hex(row.cmask)), $(hex(row.cval)), $(row.shift), 0x$(("%X"):format(row.lmask)), 0x$(("%X"):format(row.lval))) \
@ end

// How many words a byte has in the table of the kernel shift, 0 if there is none, and which vector kernels there are.
#define MODEL_SHIFT $(shift_words)
#define MODEL_VECTORS $(has_vectors and 1 or 0)
@ for _, isa in ipairs(all_vectors) do
#define MODEL_$(isa.name:upper()) $(isa.made and 1 or 0)
@ end
@ if has_vectors then

// Windows of so many bytes decide, between pads.
enum { MODEL_WINDOW = $(window), MODEL_PAD = $(hex(analysis.pad)) };

// Of the kernels that look up nibbles (MODEL_NIBBLES_...) and those that look up classes (MODEL_CLASSES_...):
//   CHAIN       how many bits of a pair say what must be in pairs to come
//   POSITIONS   which are classified, the current byte first
//   REACH       which the deep rules look at; DEEP those that always count, FILTERED those where a filter is
//   GATES       which pairs these look at besides, by the position of their second byte
//   HAS_BY_PAIRS   whether a recheck finds these by the pairs that have been looked up
//   HAS_MOVED   whether vectors leave pairs to these for bytes behind them
//   BROKEN_BITS   which bits of what these say mean something; 0 where that is not a vector, but what is true of lanes
//   HAS_TWO_BYTE   whether characters of one byte and two have a check of their own
//   LOOK        which a filter looks at that leaves to the automaton what no error tells; HAS_LOOK whether there is one
//   SILENT      the bits that are no errors: they are filters, or they are those of CHAIN
//   TABLES      whether each is a filter's of LOOK, and for each entry the bits whose flip changes the language; of a filter's those
//               without which some character is accepted, for which alone there is a bit
//   THRESHOLDS  the tables of bytes that others are compared with
//   ASKS        what each deep rule asks of a byte: X(rule, position, kind, at, added), the kinds being
//                 equal, above, masked, range   a comparison with the values from index `at` of their table on
//                 pair                          of this byte and the one before it: a bit of `at` that both have in the tables
//                 set, unset                    and that the byte, with `added`, has such a bit itself, or has none
@ for _, how in ipairs(plans_made) do
@ local N = how.plan.chain and "MODEL_CLASSES_" or "MODEL_NIBBLES_"

#define $(N)CHAIN $(how.plan.chain or 0)
#define $(N)POSITIONS(X)$(position_list(how.positions))
#define $(N)REACH(X)$(reach_list(how))
#define $(N)HAS_DEEP $(how.deep.reach > 0 and 1 or 0)
#define $(N)DEEP(X)$(byte_list(how.deep))
#define $(N)HAS_FILTERED $(how.broken and 1 or 0)
#define $(N)FILTERED(X)$(byte_list(how.filtered))
#define $(N)GATES(X)$(gate_list(how))
#define $(N)HAS_BY_PAIRS $(how.by_pairs and 1 or 0)
#define $(N)HAS_MOVED $(how.moved and 1 or 0)
#define $(N)BROKEN_BITS $(how.broken == "vec" and hex(how.broken_mask) or 0)
#define $(N)FILTER $(hex(how.plan.filter))
#define $(N)SILENT $(hex(how.silent))
#define $(N)HAS_LOOK $(how.plan.look and 1 or 0)
#define $(N)LOOK(X)$(look_list(how))
#define $(N)HAS_FORBIDDEN $(how.plan.forbidden and 1 or 0)
#define $(N)HAS_TWO_BYTE $(how.plan.two_byte and 1 or 0)
#define $(N)TABLES(X) \
@ for i, one in ipairs(how.tables) do
    X($(one.name), $(one.look and 1 or 0), { \
@ for _, line in ipairs(mask_lines(one.sensitivity)) do
        $(line) \
@ end
    })$(i < #how.tables and " \\" or "")
@ end
#define $(N)THRESHOLDS(X)$(threshold_list(how))
@ local asked = ask_lines(how)
#define $(N)ASKS(X)$(#asked > 0 and " \\" or "")
@ for i, line in ipairs(asked) do
    $(line)$(i < #asked and " \\" or "")
@ end
@ end
@ end

#endif  // $(U)_MODEL_H
