$(banner)

#ifndef $(U)_MODEL_H
#define $(U)_MODEL_H

#include <stdint.h>

#define MODEL_NAME "$(name)"
#define MODEL_PREFIX $(prefix)
#define MODEL_PREFIX_UPPER $(U)

// Windows of so many bytes decide, between pads; the longest character has so many bytes.
enum { MODEL_WINDOW = $(window), MODEL_PAD = $(hex(analysis.pad)), MODEL_LONGEST = $(#analysis.counts) };

// How many characters of 1, 2, ... bytes there are.
static const uint64_t model_counts[] = { $(decimals(analysis.counts, 1, #analysis.counts, 1)) };

// The positions that are classified, the current byte first.
#define MODEL_POSITIONS(X)$(position_list())

// The tables of sixteen bytes, and for each entry the bits whose flip changes the language.
#define MODEL_TABLES(X) \
@ for i, name in ipairs(table_names) do
    X($(name), { \
        $(masks(name)) })$(i < #table_names and " \\" or "")
@ end

// The number of values that rules on more bytes compare with, and how many bytes they look at.
enum { MODEL_FAR_VALUES = $(#far_values), MODEL_FAR_REACH = $(far_reach) };

#endif  // $(U)_MODEL_H
