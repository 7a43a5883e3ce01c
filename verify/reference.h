// SPDX-License-Identifier: 0BSD
//
// The reference: UTF-8 by hand from RFC 3629, sharing nothing with the generator or what it emits.
//
// In: octets. Out: what the RFC says about them. The one idea: octets at hand stand for a range of
// code points (octets still missing leave bits open), and that range is all there is to look at.
//
//     ED 9F      110 1011 111.. ....   U+D7C0..U+D7FF   live: U+D7C0 can still follow
//     ED A0      110 1101 000.. ....   U+D800..U+D83F   dead: nothing but surrogates
//     E4 B8 AD   0100 1110 0010 1101   U+4E2D           whole
#ifndef VERIFY_REFERENCE_H
#define VERIFY_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

enum { REFERENCE_LONGEST = 4 };  // octets of the longest character

// Characters of 1, 2, 3 and 4 octets, from the code points that each form is for.
extern const uint64_t reference_counts[REFERENCE_LONGEST];

// The ends of the ranges in section 4's syntax, of the forms, and of the octets that it never uses.
extern const uint8_t reference_edges[];
extern const size_t reference_edge_count;

enum reference_verdict {
    REFERENCE_DEAD,  // no character begins so
    REFERENCE_LIVE,  // the beginning of a character, and not all of it
    REFERENCE_WHOLE  // one character, exactly
};

// What `size` octets (none: live) are to a single character.
enum reference_verdict reference_character(const uint8_t *octets, size_t size);

// Bytes of the longest well-formed prefix: whole characters for as long as they come.
size_t reference_prefix(const uint8_t *text, size_t size);

// offset: of the first character that is not well-formed; size if there is none.
// length: of the octets from there that still began a character, but at least 1; 0 if all is well.
// fault:  "none", or the name that the C interface gives to it.
// live:   the octets, maybe none, that were alive when the text died or ended.
struct reference_error {
    size_t offset, length;
    const char *fault;
    const uint8_t *live;
    size_t live_size;
};

// The first error of a text, as utf8_check must report it.
struct reference_error reference_check(const uint8_t *text, size_t size);

#endif
