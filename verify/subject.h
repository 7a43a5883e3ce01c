// SPDX-License-Identifier: 0BSD
//
// The emitted code under test, as the checks see it.
//
// subject.c includes the emitted .c as it stands and is, with simd.h, the only file that knows its
// names; all else works on this. It is compiled twice: as a user compiles it, and with the tables writable
// (subject.open), so that mutants need no compiler.
#ifndef VERIFY_SUBJECT_H
#define VERIFY_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SIMD_WIDEST = 64,   // bytes of the widest vector
    SIMD_POSITIONS = 8  // the longest window that is foreseen
};

struct kernel {
    const char *name;
    bool (*supported)(void);
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);
};

// What a rule on several bytes asks of one of them, by the generator's claim: a comparison with the values from an
// index of their table on; or a bit of pairs, whose mask `at` is then. MODEL_..._ASKS says more of it.
enum ask_kind {
    ASK_equal,   // b == value
    ASK_above,   // b > value, both with a sign
    ASK_masked,  // (b & value) == the next value
    ASK_range,   // from a value to the next
    ASK_pair,    // a bit that this byte and the one before it have in the tables
    ASK_set,     // and b + added has, too
    ASK_unset    // and b + added has not
};

struct ask {
    unsigned rule, position;
    enum ask_kind kind;
    unsigned at, added;
};

// The block check of one instruction set. A vector of bytes goes in and out through memory; a window
// lies in one lane of several rows, row j holding the byte j before the current one. The errors of
// a window are those of three parts: combine(classify_0, classify_1, ...), forbidden, and deep.
struct simd {
    const char *name;
    // Bytes of a vector, and those that the loops take at least at once; what is known at run time only, asked for once.
    size_t width, block;
    size_t (*width_now)(void), (*block_now)(void);
    bool by_classes;  // or by nibbles: which tables it reads
    // How many bytes combine, forbidden and deep look at together, how many of them are classified, and how
    // many bits higher than the pair before a pair two bytes back is seen by combine, if each is.
    size_t window, positions, chain;
    uint8_t filter;  // the bits of combine that are no errors, but say where deep must look
    const uint8_t *deep_positions;
    size_t deep_count;
    // What rules on several bytes ask, those of a rule one after the other, and the table of what they compare with.
    const struct ask *asks;
    size_t ask_count;
    const char *values;
    // What each byte means to combine `position` bytes before the current one.
    void (*classify)(size_t position, const uint8_t *bytes, uint8_t *values);
    // The errors of lanes whose classified bytes are given, one row a position.
    void (*combine)(uint8_t (*values)[SIMD_WIDEST], uint8_t *errors);
    // The errors by single bytes, and those by rules that look at bytes themselves.
    void (*forbidden)(const uint8_t *bytes, uint8_t *errors);
    void (*deep)(uint8_t (*rows)[SIMD_WIDEST], uint8_t *errors);
    // The errors of the windows that end at p .. p + width - 1, as the kernel computes them.
    void (*errors)(const uint8_t *p, uint8_t *errors);
    // The same as a recheck computes them, by what the vector before has left; NULL where it does so like `errors`.
    void (*rechecked)(const uint8_t *p, uint8_t *errors);
    // What each byte leaves of the bits of a filter that tells where the automaton must look, so many bytes before the
    // current one, and the bits of the windows that end at p .. p + width - 1; NULL where the kernel has no such filter.
    void (*look_part)(size_t position, const uint8_t *bytes, uint8_t *values);
    void (*look)(const uint8_t *p, uint8_t *bits);
    // Whether the `unit` bytes at p are characters of one byte and two' only, and the errors of windows that end at
    // p .. p + width - 1 and hold no others, or what is looked at in them, in the high bit; NULL where these have no
    // check of their own.
    bool (*two_byte_block)(const uint8_t *p);
    void (*two_byte_errors)(const uint8_t *p, uint8_t *errors);
    // Checks `count` cells of one or two words of eight bytes: -1 in well[i] says that the cell of word i
    // is well-formed, which is believed where the automaton would look. Returns how many are found so, or SIZE_MAX if one
    // is not as it says.
    size_t (*cells)(const uint64_t *cells, size_t words, const int64_t *well, size_t count);
    // Converts some beginning of a text to UTF-16; NULL where this has no form of its own.
    size_t (*utf16)(const uint8_t *text, size_t size, uint16_t *to, size_t room, size_t *read);
};

// A table of the emitted code. Of a table of sixteen bytes, `matters` has the bits of each entry
// that the generator says change the language; it is NULL elsewhere. The entries of a table of
// thresholds are what bytes are compared with.
struct table {
    const char *name;
    const void *entries;
    size_t count, bytes;  // entries, and bytes of one
    const uint8_t *sensitivity;
    bool thresholds;
    bool by_classes;  // whose it is, if not the automaton's
    bool look;        // of a filter that tells where the automaton must look
};

// A row of Thompson and Pike's table.
struct table_form {
    unsigned cmask, cval, shift;
    uint64_t lmask, lval;
};

// What utf8_check reports, the fault by name ("none" if there is none).
struct subject_error {
    uint64_t offset;
    size_t length;
    const char *fault;
    uint32_t state;
};

// A piece of text, and what is ill-formed behind it.
struct subject_chunk {
    size_t valid, invalid;
};

// As in the interface.
enum subject_status { STATUS_COMPLETE, STATUS_INCOMPLETE, STATUS_NO_ROOM, STATUS_ILL_FORMED };

struct subject_result {
    enum subject_status status;
    size_t read, written;
};

// A stream, whatever the encoding's own type is like.
struct subject_stream {
    uint64_t words[4];
};

// The repair of one.
struct subject_repair_stream {
    uint64_t words[33];
};

// What utf8_measure reports.
struct subject_measures {
    size_t valid, characters, utf16_units;
    bool ascii;
};

struct subject {
    const char *name;
    const char *where;       // "native"; "logic" or "SIMDe": its words are plain C, or SIMDe's
    bool open;               // tables may be written to
    size_t longest;          // bytes of the longest character
    size_t window;           // bytes that decide, for the vector kernels
    uint8_t pad;             // what stands before and after a text there
    const uint64_t *counts;  // the generator's: characters of 1 .. longest bytes
    const struct simd *const *simd;
    size_t simds;
    const struct table *tables;
    size_t table_count;
    const uint8_t *dfa_class;
    size_t (*dfa_next)(size_t entry);
    size_t dfa_size;        // entries of dfa_next
    const uint64_t *shift;  // NULL: there is none
    unsigned shift_words;   // of a byte
    unsigned shift_start, shift_dead;
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);
    bool (*check)(const void *text, size_t size, struct subject_error *error);
    bool (*expected)(uint32_t state, uint8_t byte);
    const char *(*active)(void);
    size_t (*kernel_count)(void);
    // The functions that an encoding may lack: NULL then.
    struct subject_chunk (*next_chunk)(const void *text, size_t size);
    size_t (*repaired_size)(const void *text, size_t size);
    struct subject_result (*repair)(const void *text, size_t size, void *to, size_t room);
    void (*repair_start)(struct subject_repair_stream *stream);
    struct subject_result (*repair_feed)(struct subject_repair_stream *stream, const void *text,
                                         size_t size, void *to, size_t room);
    struct subject_result (*repair_end)(struct subject_repair_stream *stream, void *to,
                                        size_t room);
    void (*stream_start)(struct subject_stream *stream);
    enum subject_status (*stream_feed)(struct subject_stream *stream, const void *text,
                                       size_t size);
    enum subject_status (*stream_end)(struct subject_stream *stream);
    bool (*stream_error)(const struct subject_stream *stream, struct subject_error *error);
    // Measures, and the count of characters, by the kernel of an index, or, of one only, by that which is active; NULL
    // where they are left out.
    struct subject_measures (*measure)(size_t kernel, const void *text, size_t size);
    size_t (*count)(size_t kernel, const void *text, size_t size);
    bool counts_by_kernel;
    // Conversions, to units of 16 bits and of 32; NULL where they are left out.
    struct subject_result (*to_utf16)(const void *text, size_t size, uint16_t *to, size_t room);
    struct subject_result (*to_utf32)(const void *text, size_t size, uint32_t *to, size_t room);
    struct subject_result (*from_utf16)(const uint16_t *text, size_t units, void *to, size_t room);
    struct subject_result (*from_utf32)(const uint32_t *text, size_t units, void *to, size_t room);
    size_t (*utf16_size)(const void *text, size_t size);
    size_t (*utf32_size)(const void *text, size_t size);
    size_t (*size_of_utf16)(const uint16_t *text, size_t units);
    size_t (*size_of_utf32)(const uint32_t *text, size_t units);
    size_t (*trim_utf16)(const uint16_t *text, size_t units);
    size_t (*trim_utf32)(const uint32_t *text, size_t units);
    // NULL where the emitted pair has none.
    size_t (*decode)(const void *text, size_t size, uint32_t *code_point);
    size_t (*decode_last)(const void *text, size_t size, uint32_t *code_point);
    size_t (*encode)(uint32_t code_point, void *to);
    size_t most_encoded;  // bytes, as the header says
    const struct table_form
        *forms;                  // up to one with an lmask of 0, the first where there is no table
    unsigned later, later_bits;  // the fixed bits of later bytes, and how many others these have
    uint32_t (*next)(const void *text, size_t size, size_t *at);
    uint32_t (*previous)(const void *text, size_t size, size_t *at);
    size_t (*trim)(const void *text, size_t size);
    size_t (*floor)(const void *text, size_t size, size_t at);
    // The choice of a kernel, and names of statuses and faults by their numbers; NULL where there are none.
    bool (*limit)(const char *name);
    const char *(*status_name)(unsigned number);
    const char *(*fault_name)(unsigned number);
    // Makes the functions use the kernel of an index from now on.
    void (*use)(size_t index);
    // Of a pair between two encodings, NULL elsewhere: their names, and its functions. All else is said of what
    // both write alike.
    const char *source, *target;
    struct subject_result (*convert)(const void *text, size_t size, void *to, size_t room);
    size_t (*converted_size)(const void *text, size_t size);
    size_t (*converted_trim)(const void *text, size_t size);
};

extern struct subject subject;

// Leaves out the instruction sets that this processor does not have; once, before anything else.
void subject_open(void);

// The kernel at an index of the emitted list, or one without a name past the end.
struct kernel subject_kernel(size_t index);

// The kernel of that name, or one without a name.
struct kernel subject_kernel_named(const char *name);

// The block check that belongs to a kernel, or NULL for a scalar one.
const struct simd *subject_simd(const char *kernel);

// The table of that name, or NULL.
const struct table *subject_table(const char *name);

// An entry of a table, of whatever size; table_set only where subject.open.
uint64_t table_entry(const struct table *table, size_t index);
void table_set(const struct table *table, size_t index, uint64_t value);

#endif
