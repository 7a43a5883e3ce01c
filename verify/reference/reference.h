// SPDX-License-Identifier: 0BSD
//
// The reference: each encoding of the catalogue by hand from its standard, sharing nothing with the
// generator or what it emits. Compiled with -DDESCRIBED it is a user's own encoding instead, from
// the statements of the spec as they were written: MODEL_RULES in ENCODING_model.h.
//
// In: octets. Out: what the rules say about them. The one idea: a form is a number whose digits are its
// octets (of bits: the code point), so octets at hand stand for a range of numbers, those still
// missing being open, and that range is all there is to look at; of what stands before, the last
// character is (its context).
//
//     UTF-8   ED 9F      110 1011 111.. ....   U+D7C0..U+D7FF   live: U+D7C0 can still follow
//             ED A0      110 1101 000.. ....   U+D800..U+D83F   dead: nothing but surrogates
//             E4 B8 AD   0100 1110 0010 1101   U+4E2D           whole
//     CESU-8  ED A0 80 ED B0                   U+D800 pairs with U+DC00..U+DC3F: live
//     GBK     81 in 81..FE 40..7E, 81..FE 80..FE     0..62 of the one, 0..126 of the other: live
#ifndef VERIFY_REFERENCE_H
#define VERIFY_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REFERENCE_FORM = 6,                     // octets of the longest form
    REFERENCE_LONGEST = 2 * REFERENCE_FORM  // of the longest character, which may be a pair
};

// Characters of 1, 2, ... octets: for the catalogue in figures, not computed.
extern uint64_t reference_counts[REFERENCE_LONGEST];

// Is it a spec's own words, not one of the encodings by hand?
bool reference_described(void);

// What a character leaves to the next one: the number of a set of `never` rules, those whose first
// set holds it.
typedef uint32_t reference_context;
enum { REFERENCE_START = 0 };  // no rule: nothing to look at

enum reference_verdict {
    REFERENCE_DEAD,  // no character is written so here
    REFERENCE_LIVE,  // the beginning of a character, and not all of it; it may be half of a pair
    REFERENCE_WHOLE  // one character, exactly
};

// What may come after octets that are not dead.
struct reference_rest {
    reference_context context;  // after a whole character
    // Of the beginning of one: words that are the same wherever the same may follow. Grows as needed;
    // begin with {0}.
    uint64_t *words;
    size_t count, room;
};

// Chooses the encoding and counts; once, before anything else. Exits if there is none of that name.
void reference_start(const char *name);

// What `size` octets (at least one) are to a single character; `rest` may be NULL.
enum reference_verdict reference_character(reference_context context, const uint8_t *octets,
                                           size_t size, struct reference_rest *rest);

// May a text end after a character that leaves this? START: yes.
bool reference_final(reference_context context);

// How each form goes on: does the octet at this place belong to it?
bool reference_fits(size_t form, size_t place, uint8_t octet);

// Octets of a form; 0 past the last.
size_t reference_form_size(size_t form);

// Writes the first or the last of those that are alike in a form, of one fate: what it writes and what it
// leaves out, in order. Returns how many octets, or 0 past the last of them.
size_t reference_alike(size_t form, size_t index, bool last, uint8_t *octets);

// Writes a character from the middle of what is written in `form`, or a pair if that is the number of
// forms: any number of them in a row are well-formed, and where the encoding has such a character it
// leaves nothing behind and follows all others. Returns its size, or 0 if there is none.
size_t reference_typical(size_t form, uint8_t *octets);

// Writes what stands for an ill-formed part in repaired text: U+FFFD, or what the spec names. Returns how many
// octets, 0 if no form writes it.
size_t reference_replacement(uint8_t *octets);

// Bytes of the longest prefix after which a text may end.
size_t reference_prefix(const uint8_t *text, size_t size);

// offset: where the longest prefix ends that is well-formed; size if all is.
// length: of the octets from there that still began a character, but at least 1; what is wrong only
//         because of the character before it is taken whole, and of what must not end a text (half of
//         a pair, or what a rule says so of) one form; of what a profile may leave out, those that the
//         encoding reads; 0 if all is well.
// fault:  "none", or the name that the C interface gives to it.
// live:   octets, maybe none, that lead from START to the state that is reported.
struct reference_error {
    size_t offset, length;
    const char *fault;
    const uint8_t *live;
    size_t live_size;
};

// The first error of a text, as X_check must report it.
struct reference_error reference_check(const uint8_t *text, size_t size);

// How many octets the encoding reads, whatever its profile leaves out of it: to the end of a character, and
// *whole is true then, or as far as some character begins so.
size_t reference_encoded(const uint8_t *octets, size_t size, bool *whole);

// ---- Code points ----

// Is each character a number? Not those of rows of octets.
bool reference_numbered(void);

// The last code point of all characters.
uint64_t reference_last(void);

// The code point of the octets of one whole character; a pair has one. UINT64_MAX: it has none.
uint64_t reference_point(const uint8_t *octets, size_t size);

// Writes the character of a code point, of several spellings that of its own form; 0 octets if there is none.
size_t reference_spell(uint64_t point, uint8_t *octets);

// Octets of a high half that begins these, whole; 0 if there is none.
size_t reference_high_half(const uint8_t *octets, size_t size);

#endif
