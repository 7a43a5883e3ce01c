
#ifndef $(U)_MODEL_H
#define $(U)_MODEL_H

#include <stdint.h>

// verify/ also checks the kernels that are compiled for comparison only.
#define $(U)_ALL_KERNELS

#define MODEL_PREFIX $(prefix)
#define MODEL_PREFIX_UPPER $(U)

@ if converts then
// A conversion from one encoding to another. All definitions below are about the language that the kernels check. Its rules are at the beginning of the C file.
#define MODEL_SOURCE $(converts.source)
#define MODEL_TARGET $(converts.target)

@ end
// The number of bytes of the longest character, and the numbers of characters of 1, 2, ... bytes.
enum { MODEL_LONGEST = $(#analysis.counts) };
static const uint64_t model_counts[] = { $(decimals(analysis.counts, 1, #analysis.counts, 1)) };

// Whether the functions of each part are generated.
@ for _, one in ipairs(parts) do
#define MODEL_HAS_$(one.name:upper()) $(one.made and 1 or 0)
@ end

// Whether functions call one kernel only, without a choice at run time.
#define MODEL_SOLE $(sole and 1 or 0)

// Whether conversions to UTF-16 have code for vector kernels.
#define MODEL_UTF16_BY_VECTORS $(has_vectors and has_companions("utf16") and 1 or 0)

// Whether `count` and `measure` call companions of the kernels.
#define MODEL_COUNTS_BYTES $(counts_bytes and 1 or 0)

// The statements of the spec.
#define MODEL_RULES(X) \
@ for i, statement in ipairs(statements) do
    X($(statement.word), "$(statement.text)", 0x$(("%04X"):format(statement.lo)), 0x$(("%04X"):format(statement.hi)))$(i < #statements and " \\" or "")
@ end

// The forms in the notation of Thompson and Pike's table: cmask, cval, shift, lmask and lval. LATER has the fixed bits of later bytes, LATER_BITS is the
// number of their free bits. If these differ, there are no rows.
enum { MODEL_LATER = $(hex(later.lo)), MODEL_LATER_BITS = $(later.bits) };
#define MODEL_FORMS(X) \
@ for _, row in ipairs(forms) do
    X($(hex(row.cmask)), $(hex(row.cval)), $(row.shift), 0x$(("%X"):format(row.lmask)), 0x$(("%X"):format(row.lval))) \
@ end

// The state of dfa at the start of a text. After a character that activates no `never` rule, the state is 0.
enum { MODEL_ORIGIN = $(origin) };

// SHIFT: the number of words for each byte in the table of `shift`; 0 without this kernel. VECTORS: whether vector kernels check windows. CARRIES: the number of bits that vector kernels carry, or 0. The other macros: which vector kernels there are.
#define MODEL_SHIFT $(shift_words)
#define MODEL_VECTORS $(has_vectors and not carries and 1 or 0)
#define MODEL_CARRIES $(has_vectors and carries or 0)
@ for _, isa in ipairs(all_vectors) do
#define MODEL_$(isa.name:upper()) $(isa.made and 1 or 0)
@ end
@ if has_vectors and not carries then

// WINDOW: the size of a window in bytes. PAD: the pad or, without one, a one-byte character of two-byte text, or 0. model_pads: all pads, which may be added before and after any text.
enum { MODEL_WINDOW = $(window), MODEL_PAD = $(hex(other)) };
static const uint8_t model_pads[] = { $(list(analysis.pads, 1, #analysis.pads, hex)) };

// Whether pads are only for proofs, because kernels read the first and the last bytes with the automaton.
#define MODEL_EDGES $(edges and 1 or 0)

// Whether windows decide the language without its rules at the end of a text; may_end then checks these rules.
#define MODEL_LEAVES_END $(leaves_end and 1 or 0)

// Facts about the kernels that look up nibbles (MODEL_NIBBLES_...) and about those that look up classes (MODEL_CLASSES_...):
//   HAS_PAIRS   whether pairs of bytes are checked; otherwise only single bytes, by FORBIDDEN
//   CHAIN       the number of bits of a pair that change the check of later pairs
//   POSITIONS   the positions that the tables of pairs and of demands read, the current byte first
//   REACH       all positions that deep rules read. DEEP: those of rules that always apply. FILTERED: those of rules that apply where a filter bit is set or a watch holds
//   GATES       in CLASSES, the pairs that FILTERED rules also read, each given by the position of its second byte
//   HAS_BY_PAIRS   whether a recheck evaluates these rules by pairs that have been looked up
//   HAS_MOVED   whether a vector passes pairs on to these rules in the next vector
//   BROKEN_BITS   the bits that count in the results of these rules; 0 if the results are tests, not vectors
//   HAS_TWO_BYTE   whether text of characters of one and two bytes has a check of its own
//   LOOK        the positions of the filter that leaves errors to the automaton; HAS_LOOK is whether there is such a filter
//   ROUNDS      its functions of single bytes: X(round, position, name)
//   SILENT      the bits that are not errors: filters, and those of CHAIN
//   TABLES      for each table, whether it belongs to the filter of LOOK, and for each entry, the bits whose flip changes the language; for the filter,
//               bits without which some excluded character is accepted
//   THRESHOLDS  the tables of the values with which deep rules compare bytes
//   ASKS        the tests of single bytes in deep rules: X(rule, position, kind, at, added). The kinds:
//                 equal, above, masked, range   compares the byte with the values of its table from index `at` on
//                 pair                          whether the tables have a bit of the mask `at` for the pair of the previous byte and this byte
//                 set, unset                    whether the byte plus `added` has a bit of the mask `at` (set) or lacks one (unset)
@ for _, how in ipairs(plans_made) do
@ local N = how.plan.chain and "MODEL_CLASSES_" or "MODEL_NIBBLES_"

#define $(N)HAS_PAIRS $(how.set and 0 or 1)
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
#define $(N)ROUNDS(X)$(round_list(how))
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
