// SPDX-License-Identifier: 0BSD
//
// The emitted code under test, as the checks see it.
//
// subject.c includes the emitted .c without changes. Only subject.c, simd.h and carrying.h use the
// emitted names; the checks use this interface. Some programs have writable tables (subject.open), so
// that a check can change a table without compiling again.
#ifndef VERIFY_SUBJECT_H
#define VERIFY_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SIMD_WIDEST = 64,    // bytes of the widest vector
    SIMD_POSITIONS = 12  // bytes of the longest window that the generator uses
};

struct kernel {
    const char *name;
    bool (*supported)(void);
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);
};

// A test that a deep rule makes on a byte b, as the generator claims (MODEL_..._ASKS). For the first
// four kinds, `at` is the index of `value` in the table of values; for the other kinds, `at` is a mask.
enum ask_kind {
    ASK_equal,   // b == value
    ASK_above,   // b > value, both as signed bytes
    ASK_masked,  // (b & value) == the next value
    ASK_range,   // value <= b <= the next value
    ASK_pair,    // the tables have a bit of the mask for the pair of the previous byte and b
    ASK_set,     // b + added has a bit of the mask
    ASK_unset    // b + added lacks a bit of the mask
};

struct ask {
    unsigned rule, position;
    enum ask_kind kind;
    unsigned at, added;
};

// The block check of one instruction set. Functions read and write vectors in memory. A window is
// one lane of several rows: row j has the byte j positions before the current one. Three functions
// find the errors of a window: combine (of the results of classify), forbidden, and deep.
struct simd {
    const char *name;
    // The bytes of a vector, and of a block: the vectors that a loop reads in one step. Both may be
    // unknown until run time; subject_open sets them by width_now and block_now.
    size_t width, block;
    size_t (*width_now)(void), (*block_now)(void);
    bool by_classes;  // its tables are by classes, not by nibbles
    // window: the bytes of a window. positions: the number of its bytes that are classified, the
    // current byte first. chain: the number of earlier pairs of bytes that combine also reads. combine
    // shifts the bits of the pair that is 2 * n bytes earlier to the left by n, and XORs them.
    size_t window, positions, chain;
    uint8_t filter;  // bits of combine that are not errors, but gates before deep rules
    const uint8_t *deep_positions;  // the positions of the bytes that deep rules read
    size_t deep_count;
    // The tests of deep rules (the tests of one rule are adjacent), and the name of the table of
    // values that these tests compare bytes with.
    const struct ask *asks;
    size_t ask_count;
    const char *values;
    // Looks up the values that combine reads for bytes that are `position` bytes before the current one.
    void (*classify)(size_t position, const uint8_t *bytes, uint8_t *values);
    // Finds the errors of lanes from these values, one row for each position.
    void (*combine)(uint8_t (*values)[SIMD_WIDEST], uint8_t *errors);
    // Find the errors of single bytes, and of deep rules: row j has the bytes j positions earlier.
    void (*forbidden)(const uint8_t *bytes, uint8_t *errors);
    void (*deep)(uint8_t (*rows)[SIMD_WIDEST], uint8_t *errors);
    // Finds the errors of the windows that end at p .. p + width - 1, as the kernel computes them.
    void (*errors)(const uint8_t *p, uint8_t *errors);
    // Finds these errors as X_recheck does, from bits that were looked up for pairs of bytes. NULL
    // if X_recheck computes errors like `errors`.
    void (*rechecked)(const uint8_t *p, uint8_t *errors);
    // The look, a filter: where it has a bit, the automaton reads the character. NULL if the kernel
    // has no look. look_part looks up the bits of one round for bytes that are `position` bytes before
    // the current one, and returns whether the round exists. A round ANDs the bits of all positions;
    // `look` ORs the rounds, for the windows that end at p .. p + width - 1.
    bool (*look_part)(size_t round, size_t position, const uint8_t *bytes, uint8_t *values);
    void (*look)(const uint8_t *p, uint8_t *bits);
    // With a look: returns where the form that contains text[at - 1] begins, in well-formed text. The
    // automaton begins there.
    size_t (*boundary)(const uint8_t *text, size_t at);
    // The check of two-byte text; NULL if the kernel has none. two_byte_block returns whether each of
    // the `block` bytes at p occurs in characters of one or two bytes. two_byte_errors sets the high
    // bit of a lane if the window of such bytes that ends there has an error or a bit of the look. The
    // windows end at p .. p + width - 1.
    bool (*two_byte_block)(const uint8_t *p);
    void (*two_byte_errors)(const uint8_t *p, uint8_t *errors);
    // Returns whether this text, which is otherwise well-formed, may end here. With `edges`, the
    // text may be cut inside its last character. NULL if windows decide this.
    bool (*may_end)(const void *text, size_t size);
    // Checks `count` cells: each has a text and pads, in one or two words of eight bytes. well[i] is -1
    // if the cell of word i is well-formed, otherwise 0. Returns the number of well-formed cells, or
    // SIZE_MAX if a verdict differs from `well`. A bit of the look rejects an ill-formed cell, too.
    size_t (*cells)(const uint64_t *cells, size_t words, const int64_t *well, size_t count);
    // Converts a prefix of a text to UTF-16. NULL if the kernel has no conversion of its own.
    size_t (*utf16)(const uint8_t *text, size_t size, uint16_t *to, size_t room, size_t *read);
};

// A kernel that carries bits. `block` checks the 64 bytes at `at`. Its state has `bits` bits. Bit i of
// after[j] is bit j of the state after byte i: on entry, of the previous 64 bytes; on return, of these.
// Returns the set of ill-formed bytes; only the first of them counts.
struct carrying {
    const char *name;
    size_t bits;
    uint64_t (*block)(const uint8_t *at, uint64_t *after);
};

// A table of the emitted code. `sensitivity` has, for each entry of a table of nibbles or classes,
// the bits whose flip changes the language, as the generator claims. For a look, it has only the
// bits without which the automaton would not read some ill-formed character. NULL for other tables.
struct table {
    const char *name;
    const void *entries;
    size_t count, bytes;  // entries, and bytes of each
    const uint8_t *sensitivity;
    bool thresholds;  // the entries are values that bytes are compared with
    bool by_classes;  // a table of vector kernels by classes, not by nibbles
    bool look;        // it belongs to a look
};

// A row of Thompson and Pike's table of forms.
struct table_form {
    unsigned cmask, cval, shift;
    uint64_t lmask, lval;
};

// The result of utf8_check; `fault` is a name, or "none".
struct subject_error {
    uint64_t offset;
    size_t length;
    const char *fault;
    uint32_t state;
};

// The sizes of a well-formed piece and of the ill-formed bytes after it.
struct subject_chunk {
    size_t valid, invalid;
};

// The statuses of the interface.
enum subject_status { STATUS_COMPLETE, STATUS_INCOMPLETE, STATUS_NO_ROOM, STATUS_ILL_FORMED };

struct subject_result {
    enum subject_status status;
    size_t read, written;
};

// Memory for a stream of any encoding.
struct subject_stream {
    uint64_t words[4];
};

// Memory for the repair of a stream.
struct subject_repair_stream {
    uint64_t words[33];
};

// The result of utf8_measure.
struct subject_measures {
    size_t valid, characters, utf16_units;
    bool ascii;
};

struct subject {
    const char *name;
    const char *where;  // "native", "logic" (words in plain C) or "SIMDe" (words from SIMDe)
    bool open;          // tables are writable
    size_t longest;     // bytes of the longest character
    size_t window;      // bytes of a window, for the vector kernels
    // For the vector kernels: the bytes of the pad, which may be added before and after any text. If
    // `edges`, only proofs use them. `pad`: the pad, if it is one byte; else a one-byte character, or 0.
    const uint8_t *pads;
    size_t pad_count;
    bool edges;
    uint8_t pad;
    bool leaves_end;         // windows do not decide the rules at the end of a text
    const uint64_t *counts;  // the generator's numbers of characters of 1 .. longest bytes
    const struct simd *const *simd;
    size_t simds;
    // The block checks of kernels that carry bits, even if this processor cannot run the kernel;
    // NULL ends the list.
    const struct carrying *const *carrying;
    const struct table *tables;
    size_t table_count;
    const uint8_t *dfa_class;
    size_t (*dfa_next)(size_t entry);
    size_t dfa_size;        // entries of dfa_next
    size_t dfa_origin;      // the state in which a text begins
    const uint64_t *shift;  // NULL: no such kernel
    unsigned shift_words;   // for each byte
    unsigned shift_start, shift_dead;
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);
    bool (*check)(const void *text, size_t size, struct subject_error *error);
    bool (*expected)(uint32_t state, uint8_t byte);
    const char *(*active)(void);
    size_t (*kernel_count)(void);
    // A function is NULL if the encoding lacks it.
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
    // Measures of a text and its number of characters; NULL if omitted. If counts_by_kernel is
    // false, these functions ignore `kernel` and use the active kernel.
    struct subject_measures (*measure)(size_t kernel, const void *text, size_t size);
    size_t (*count)(size_t kernel, const void *text, size_t size);
    bool counts_by_kernel;
    size_t (*seek)(const void *text, size_t size, size_t n);
    size_t (*valid_rows)(const void *data, const int32_t *offsets, size_t rows);
    size_t (*valid_rows64)(const void *data, const int64_t *offsets, size_t rows);
    // Conversions to and from units of 16 and 32 bits; NULL if they are omitted.
    struct subject_result (*to_utf16)(const void *text, size_t size, uint16_t *to, size_t room);
    struct subject_result (*to_utf32)(const void *text, size_t size, uint32_t *to, size_t room);
    struct subject_result (*from_utf16)(const uint16_t *text, size_t units, void *to, size_t room);
    struct subject_result (*from_utf32)(const uint32_t *text, size_t units, void *to, size_t room);
    size_t (*utf16_size)(const void *text, size_t size);
    size_t (*utf32_size)(const void *text, size_t size);
    size_t (*size_of_utf16)(const uint16_t *text, size_t units);
    size_t (*size_of_utf32)(const uint32_t *text, size_t units);
    bool (*valid_utf16)(const uint16_t *text, size_t units);
    bool (*valid_utf32)(const uint32_t *text, size_t units);
    size_t (*trim_utf16)(const uint16_t *text, size_t units);
    size_t (*trim_utf32)(const uint32_t *text, size_t units);
    // Conversions that replace ill-formed input; NULL if they are omitted.
    struct subject_result (*to_utf16_lossy)(const void *text, size_t size, uint16_t *to,
                                            size_t room, size_t *replaced);
    struct subject_result (*to_utf32_lossy)(const void *text, size_t size, uint32_t *to,
                                            size_t room, size_t *replaced);
    struct subject_result (*from_utf16_lossy)(const uint16_t *text, size_t units, void *to,
                                              size_t room, size_t *replaced);
    struct subject_result (*from_utf32_lossy)(const uint32_t *text, size_t units, void *to,
                                              size_t room, size_t *replaced);
    size_t (*utf16_lossy_size)(const void *text, size_t size);
    size_t (*utf32_lossy_size)(const void *text, size_t size);
    size_t (*size_of_utf16_lossy)(const uint16_t *text, size_t units);
    size_t (*size_of_utf32_lossy)(const uint32_t *text, size_t units);
    // Functions on single characters; NULL if they are omitted.
    size_t (*decode)(const void *text, size_t size, uint32_t *code_point);
    size_t (*decode_last)(const void *text, size_t size, uint32_t *code_point);
    size_t (*encode)(uint32_t code_point, void *to);
    size_t most_encoded;             // bytes of the longest encoded character, as the header says
    const struct table_form *forms;  // the last one has an lmask of 0
    unsigned later, later_bits;      // continuation bytes: the fixed bits, and how many are free
    uint32_t (*next)(const void *text, size_t size, size_t *at);
    uint32_t (*previous)(const void *text, size_t size, size_t *at);
    size_t (*trim)(const void *text, size_t size);
    size_t (*floor)(const void *text, size_t size, size_t at);
    // The limit on kernels, and the names of statuses and faults by number; NULL if omitted.
    bool (*limit)(const char *name);
    const char *(*status_name)(unsigned number);
    const char *(*fault_name)(unsigned number);
    // Makes the kernel at an index the active one.
    void (*use)(size_t index);
    // The names of a pair of encodings, and its functions; NULL for a single encoding. For a pair,
    // the kernels and tables above are for the agreement of the two encodings, and the functions
    // other than valid, valid_prefix, active, kernel_count, use and dfa_next may be NULL.
    const char *source, *target;
    struct subject_result (*convert)(const void *text, size_t size, void *to, size_t room);
    size_t (*converted_size)(const void *text, size_t size);
    size_t (*converted_trim)(const void *text, size_t size);
};

extern struct subject subject;

// Fills subject.simd with the kernels that this processor can run. Prints the other vector kernels,
// also those that carry bits. Call it once, before subject.simd is used.
void subject_open(void);

// Returns the kernel at an index of the emitted list; past the end, a kernel without a name.
struct kernel subject_kernel(size_t index);

// Returns the kernel with this name, or a kernel without a name.
struct kernel subject_kernel_named(const char *name);

// Returns the block check of a kernel; NULL if the kernel is scalar or carries bits, or if this
// processor cannot run it.
const struct simd *subject_simd(const char *kernel);

// Returns the table with this name, or NULL.
const struct table *subject_table(const char *name);

// Reads and writes an entry of a table, of any entry size. table_set requires subject.open.
uint64_t table_entry(const struct table *table, size_t index);
void table_set(const struct table *table, size_t index, uint64_t value);

#endif
