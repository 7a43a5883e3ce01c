// SPDX-License-Identifier: 0BSD
//
// The checks. Each one runs on every kernel that it applies to, and reports its results.
#ifndef VERIFY_CHECKS_H
#define VERIFY_CHECKS_H

#include "../reference/reference.h"
#include "../subject.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// automaton.c: the tables of dfa and shift equal the reference, for texts of any length.
void automaton_check(void);

// carries.c: in a kernel that carries bits, the first refused byte is the first ill-formed one.
void carries_check(void);

// proof.c: windows, and the automaton after a look, flag exactly the ill-formed texts, of any length.
void proof_check(void);
double proof_seconds(void);

// exhaustive.c: every short text by call, and in the lanes of vectors.
struct exhaustive {
    size_t calls,
        lanes;    // all texts up to this size: by call 2 to 4 bytes, in lanes 3 or 4
    bool brief;   // in lanes: skip the texts that begin with flagged bytes
    bool sample;  // 4 bytes in lanes, and all of 3 by call: only for the kernel that dispatch
                  // chooses
    bool each;  // all of 4 bytes by call, briefly, also for kernels that dispatch does not choose,
                // except swar and kernels whose vectors are wider than another kernel's
    bool full;  // all of 4 bytes by call for each kernel, with valid_prefix and without `brief`
};
void exhaustive_check(struct exhaustive how);

// Estimates the processor seconds that exhaustive_check takes. proof_seconds, sweep_seconds and
// mutation_seconds are for proof_check, sweep_check and mutation_check.
double exhaustive_seconds(struct exhaustive how);

// faults.c: X_check on texts of one to three bytes (in a sample, not all) and on longer ones.
void faults_check(bool sample);

// chunks.c: X_next_chunk and X_repair on texts of arbitrary bytes. A sample has an eighth of the
// texts of three bytes and of texts.c, and fewer texts of classes in every order.
void chunks_check(bool sample);
void chunks_runs_check(void);  // only the texts of texts.c, by the active kernel

// streams.c: X_stream_feed on texts in pieces. A sample has an eighth of the texts of three bytes,
// and fewer texts of classes in every order.
void streams_check(bool sample);

// dispatch.c: the choice of a kernel, and names.
void dispatch_check(void);

// Does status_name return each status's name, and "unknown" for the next number? Reports it if not.
bool statuses_are_named(const char *kernel);

// measures.c: X_measure and X_count by each kernel that counts. A larger `sparse` means fewer long
// texts.
void measures_check(bool full, size_t sparse);

// rows.c: columns of texts, and places of characters. A sample has fewer texts.
void rows_check(bool full, bool sample);

// sizes.c: sizes, offsets and numbers above 2^16.
void sizes_check(void);

// utf.c: conversions to and from UTF-16 and UTF-32. A sample skips some planes.
void utf_check(bool sample);

// characters.c: code points, their bytes, and the boundaries of characters in both directions.
void characters_check(bool full, bool sample);

// units.c: each vector kernel's own conversion to UTF-16; on fewer texts if `sparse` is above 1.
// units_mutation checks that a change of each used entry in unit_lanes and unit_counts is noticed.
// It needs writable tables.
void units_check(size_t sparse);
void units_mutation(void);

// texts.c: kernels on repetitions and random runs of characters. Call texts_prepare before any
// process or thread that shares the texts starts. texts_at returns NULL after the last text. The
// vast text has more than 4 GiB. Only vector kernels that carry no bits get it; without `each`,
// only the one that dispatch chooses.
void texts_prepare(void);
const uint8_t *texts_at(size_t index, size_t *size);
void texts_check(bool with_vast, bool each);
// Is the function wrong about one of the texts?
bool texts_notice(bool (*valid)(const void *text, size_t size), bool with_vast);

// sweep.c: the code around the block check, with inaccessible pages around the text. It tries one in
// `sparse` of the offsets and tails.
void sweep_check(bool full, size_t sparse);

// Prints how many factors, offsets and tails the sweep tries.
void sweep_plan(bool full, size_t sparse);
double sweep_seconds(bool full, size_t sparse);

// mutation.c: proof and automaton notice each change of a table that changes the language, and no
// other change. A sample leaves out some changes if proofs are slow.
void mutation_check(bool sample);
double mutation_seconds(void);

// Prints which changes of dfa's table are left out, also without a sample.
void mutation_plan(void);

// defects.c: at least two checks (for a user's own encoding, one) notice each bug of other projects.
void defects_check(void);

// between.c: the output of a pair between two encodings, and where it stops.
void between_check(void);

// Shared by several checks:

// A counterexample: the error, and the bytes that show it.
struct verdict {
    const char *wrong;  // NULL if there is none
    uint8_t text[64];
    size_t size;
};

// Does the automaton in a table (of dfa or shift) equal the reference? Sets the number of visited
// pairs of states; if the table is right and minimal, this is the number of its reachable states.
struct verdict automaton_dfa(size_t *states);
struct verdict automaton_shift(size_t *states);
// Makes one step of shift. A state is a bit offset in the words of a byte, less than
// automaton_shift_states().
size_t automaton_shift_next(size_t state, uint8_t byte);
size_t automaton_shift_states(void);

// For checks that change tables many times. First, call automaton_keep_dfa or automaton_keep_shift
// once on the unchanged tables; they return true if these equal the reference. After each change,
// automaton_changed compares only the affected part: the steps by these bytes from one state, or
// from all (AUTOMATON_ANY). Undo the change before the next one.
#define AUTOMATON_ANY SIZE_MAX
bool automaton_keep_dfa(void);
bool automaton_keep_shift(void);
struct verdict automaton_changed(size_t state, const uint8_t *bytes, size_t count);

// Does the window check equal the reference? Sets the number of contexts, and `delay`: the greatest
// distance of a flagged byte from the byte that made the reference dead.
struct verdict proof_windows(const struct simd *simd, size_t *contexts, size_t *delay);
// Does the proof require that windows accept a text that leads to this node of the reference?
bool proof_accepts(uint16_t node);
// Returns the number of windows on which the last proof called deep to build an automaton of the deep
// rules; 0 if it built none.
size_t proof_asked(void);

// Returns how X_check differs from the reference on a text, or NULL. Call faults_prepare once
// before any thread starts; it returns whether X_expected is right in the state of each node.
bool faults_prepare(void);
const char *faults_disagreement(const uint8_t *text, size_t size,
                                const struct reference_error *want);

// Returns how X_measure or X_count of a kernel differs from the reference, or NULL.
const char *measures_disagreement(size_t kernel, const uint8_t *text, size_t size);

// Returns the status of a stream after a text, by the reference.
enum subject_status streams_status(const uint8_t *text, size_t size);

// Are decode, next, previous, trim and similar functions right about a text (previous and floor at
// every offset)? Reports it if not.
bool characters_agree(const uint8_t *text, size_t size);

// What the sweep calls: a kernel, the public functions, or a function with a known defect.
struct target {
    const char *name;
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);  // NULL: not compared
    bool check;                                             // call X_check instead
    const struct simd *simd;  // the vectors of its loops; NULL: loops without vectors
    bool any_size;            // it does not truncate sizes, so it gets no text of 4 GiB
    atomic_bool wrong;
    char how[256];    // the first text on which it is wrong
    char tried[192];  // the texts that were tried
};

// Sweeps the targets. Targets with the same loops share a sweep. Sets `how` of each wrong target.
// Part 0 is the quick sweep; parts 1 to sweep_parts() are the full one. If each factor (see
// sweep.c) gets only some offsets and tails, these differ in each round.
size_t sweep_parts(void);
void sweep_targets(struct target *targets, size_t count, size_t part, size_t round);

#endif
