$(banner)

#ifndef $(U)_MODEL_H
#define $(U)_MODEL_H

#include <stdint.h>

#define MODEL_PREFIX $(prefix)
#define MODEL_PREFIX_UPPER $(U)

// The longest character has so many bytes; how many characters of 1, 2, ... bytes there are.
enum { MODEL_LONGEST = $(#analysis.counts) };
static const uint64_t model_counts[] = { $(decimals(analysis.counts, 1, #analysis.counts, 1)) };

// What the spec says, as it is written there.
#define MODEL_RULES(X) \
@ for i, statement in ipairs(statements) do
    X($(statement.word), "$(statement.text)", 0x$(("%04X"):format(statement.lo)), 0x$(("%04X"):format(statement.hi)))$(i < #statements and " \\" or "")
@ end

// Whether there is a table for the kernel shift, and whether there are vector kernels.
#define MODEL_SHIFT $(short_kernel == "shift" and 1 or 0)
#define MODEL_VECTORS $(#vector_kernels > 0 and 1 or 0)
@ if #vector_kernels > 0 then

// Windows of so many bytes decide, between pads.
enum { MODEL_WINDOW = $(window), MODEL_PAD = $(hex(analysis.pad)) };

// The positions that are classified, the current byte first; those that the rules on more bytes look at: of all,
// those that always count and those that count where a bit watches.
#define MODEL_POSITIONS(X)$(position_list())
@ if #far_values > 0 then
#define MODEL_REACH(X) $(reach_list())
@ end
@ if far.reach > 0 then
#define MODEL_FAR(X) $(byte_list(far))
@ end
@ if watched.reach > 0 then
#define MODEL_WATCHED(X) $(byte_list(watched))
@ end
enum { MODEL_WATCH = $(hex(plan.watch)) };  // the bits that are no errors, but watch
@ if plan.alone then
#define MODEL_ALONE
@ end

// The tables of sixteen bytes, and for each entry the bits whose flip changes the language.
#define MODEL_TABLES(X) \
@ for i, name in ipairs(table_names) do
    X($(name), { \
        $(masks(name)) })$(i < #table_names and " \\" or "")
@ end

// The tables of bytes that others are compared with.
#define MODEL_THRESHOLDS(X)$(threshold_list())
@ end

#endif  // $(U)_MODEL_H
