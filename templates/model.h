$(banner)

#ifndef $(U)_MODEL_H
#define $(U)_MODEL_H

#include <stdint.h>

// The longest character has so many bytes.
enum { MODEL_LONGEST = $(#analysis.counts) };

// How many characters of 1, 2, ... bytes there are.
static const uint64_t model_counts[] = { $(decimals(analysis.counts, 1, #analysis.counts, 1)) };

// The spec as it is written: forms (how many bytes, the fixed bits of each, how many of its low bits are free) with the code points
// that they are for and those that are left out; pairs of code points that stand together, or never.
#define MODEL_SPEC(FORM, WITH, WITHOUT, PAIR, NEVER)$(continued(statements()))
@ for _, name in ipairs(scalar_kernels) do
#define MODEL_HAS_$(name) 1
@ end
@ if plan and #families > 0 then

#define MODEL_HAS_vectors 1

// Windows of so many bytes decide, between pads.
enum { MODEL_WINDOW = $(window), MODEL_PAD = $(hex(analysis.pad)) };

// The instruction sets, and the positions that they classify, the current byte first.
@ for _, family in ipairs(families) do
#define MODEL_$(family.name)(X)$(isa_list(family))
@ end
#define MODEL_POSITIONS(X)$(position_list())

// The tables of sixteen bytes, and for each entry the bits whose flip changes the language; the bits that watch.
#define MODEL_TABLES(X) \
@ for i, name in ipairs(table_names) do
    X($(name), { \
        $(masks(name)) })$(i < #table_names and " \\" or "")
@ end
enum { MODEL_WATCH = $(hex(plan.watch)) };
#define MODEL_DEMANDS $(#plan.demands)
#define MODEL_ALONE $(plan.alone and 1 or 0)

// The rules on more bytes. Of the bytes that X_far and X_watched take, the current one is 0. A rule is broken where all its tests hold:
// X(rule, byte, test, index of what it compares with); where a bit watches: X(rule, distance of the pair, bit). The last two rules are
// the halves of a pair if MODEL_MATCH.
#define MODEL_FAR_VALUES $(#far_values)
#define MODEL_FAR(X)$(byte_list(far))
#define MODEL_WATCHED(X)$(byte_list(watched))
#define MODEL_RULES(X)$(continued(rule_list()))
#define MODEL_GATES(X)$(continued(gate_list()))
#define MODEL_MATCH $(plan.match and 1 or 0)
@ else

#define MODEL_HAS_vectors 0
@ end

#endif  // $(U)_MODEL_H
