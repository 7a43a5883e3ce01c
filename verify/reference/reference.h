// SPDX-License-Identifier: 0BSD
//
// The reference: each encoding of the catalogue, written by hand from its standard. This code shares
// nothing with the generator or the emitted code. Compiled with -DDESCRIBED, it implements the encoding
// of a spec instead: it reads the statements of the spec from MODEL_RULES in ENCODING_model.h.
//
// In: octets. Out: the verdict of the rules on them.
//
// The idea: a form (here a bit pattern or a row) writes numbers whose digits are octets. For a bit
// pattern, the code point is the number plus the base of the form, which is usually 0. Since the
// missing octets are open, the octets read so far give a range of numbers. The verdict depends on
// this range, and on one thing about the earlier text: the context after its last character.
//
//     UTF-8   ED 9F      1101 0111 11.. ....   U+D7C0..U+D7FF   live: U+D7C0 can still follow
//             ED A0      1101 1000 00.. ....   U+D800..U+D83F   dead: only surrogates
//             E4 B8 AD   0100 1110 0010 1101   U+4E2D           whole
//     CESU-8  ED A0 80 ED B0                   U+D800 pairs with U+DC00..U+DC3F: live
//     GBK     81 in 81..FE 40..7E, 81..FE 80..FE     0..62 in one row, 0..126 in the other: live
#ifndef VERIFY_REFERENCE_H
#define VERIFY_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REFERENCE_FORM = 6,                // the most octets of a form with code points
    REFERENCE_ROW = 16,                // the most octets of a form without code points
    REFERENCE_LONGEST = REFERENCE_ROW  // the most octets of a character: a row, or a pair of forms
};

// The number of characters of 1, 2, ... octets. For the catalogue these are figures of the
// standards, not computed.
extern uint64_t reference_counts[REFERENCE_LONGEST];

// Does the reference interpret a spec, instead of an encoding written by hand?
bool reference_described(void);

// A context: the number of a set of `never` rules, those that the last character activates.
typedef uint32_t reference_context;
enum { REFERENCE_START = 0 };  // no rule: every character may follow

// Returns the context in which a text begins: REFERENCE_START, or that of the rules for the start
// of a text.
reference_context reference_origin(void);

enum reference_verdict {
    REFERENCE_DEAD,  // no character begins with these octets here
    REFERENCE_LIVE,  // a proper prefix of a character; it may be one half of a pair
    REFERENCE_WHOLE  // exactly one character
};

// The continuation of octets that are not dead.
struct reference_rest {
    reference_context context;  // WHOLE: the context after the character
    // LIVE: words that describe the continuations; equal words mean equal continuations. The array
    // grows as needed; start with {0}.
    uint64_t *words;
    size_t count, room;
};

// Prepares the encoding and sets reference_counts. Call it once, before all else. `name` selects an
// encoding of the catalogue; -DDESCRIBED ignores it. Exits if the catalogue lacks the name.
void reference_start(const char *name);

// Returns the verdict on `size` octets, at least one, as a single character. `rest` may be NULL.
enum reference_verdict reference_character(reference_context context, const uint8_t *octets,
                                           size_t size, struct reference_rest *rest);

// May a text end in this context? At START, it may.
bool reference_final(reference_context context);

// Can the octet be at this place of the form?
bool reference_fits(size_t form, size_t place, uint8_t octet);

// Returns the number of octets of a form; 0 if there is no form of this number.
size_t reference_form_size(size_t form);

// A form consists of runs of numbers that are treated alike, in order; some runs are left out of the
// encoding. Writes the first or the last number of the run `index`, and returns its number of
// octets; 0 after the last run.
size_t reference_alike(size_t form, size_t index, bool last, uint8_t *octets);

// Writes a typical character of `form`, or a pair if `form` is the number of forms. It can be
// repeated any number of times. If possible, it restricts no neighbor. Returns the size, or 0 if
// there is no such character.
size_t reference_typical(size_t form, uint8_t *octets);

// Writes the replacement for ill-formed bytes in repaired text: U+FFFD, or the code point that the
// spec names. Returns the number of octets, or 0 if no form encodes it.
size_t reference_replacement(uint8_t *octets);

// Returns the size of the longest prefix after which a text may end.
size_t reference_prefix(const uint8_t *text, size_t size);

// offset: the end of the longest well-formed prefix; `size` if the whole text is well-formed.
// length: the number of octets from there that can begin a character, at least 1; 0: no error.
//         There are exceptions. If only the previous character forbids a character, all its octets
//         count. If a high half is not followed by a low half, the octets of the high half count.
//         If a rule forbids a text to end with a character, the octets of the first such character
//         count. If only a profile leaves out a character, the length is that of reference_encoded.
// fault:  "none", or its name in the C interface.
// live:   octets, possibly none, that lead from the start of a text to the reported state.
struct reference_error {
    size_t offset, length;
    const char *fault;
    const uint8_t *live;
    size_t live_size;
};

// Returns the first error of a text, as X_check must report it.
struct reference_error reference_check(const uint8_t *text, size_t size);

// Returns the first error of a text after a character that activates no rule.
struct reference_error reference_check_rest(const uint8_t *text, size_t size);

// Returns the number of octets that the encoding without its profile reads. Sets *whole to true if
// they are a whole character; otherwise, they are the longest beginning of one.
size_t reference_encoded(const uint8_t *octets, size_t size, bool *whole);

// ---- Code points ----

// Does each character have a code point? Characters of rows have none.
bool reference_numbered(void);

// Returns the largest code point of all characters.
uint64_t reference_last(void);

// Returns the code point of one whole character, or pair; UINT64_MAX if it has none.
uint64_t reference_point(const uint8_t *octets, size_t size);

// Writes the character of a code point; if it has several spellings, that of its own form. Returns
// the number of octets, or 0 if there is no such character.
size_t reference_spell(uint64_t point, uint8_t *octets);

// Returns the size of the whole high half that these octets begin with; 0 if there is none.
size_t reference_high_half(const uint8_t *octets, size_t size);

#endif
