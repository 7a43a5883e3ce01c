// SPDX-License-Identifier: 0BSD
//
// The checks. Each does every kernel that it applies to and reports as it goes.
#ifndef VERIFY_CHECKS_H
#define VERIFY_CHECKS_H

#include "../reference/reference.h"
#include "../subject.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// automaton.c: the tables of dfa and shift are the reference, for texts of every length.
void automaton_check(void);

// proof.c: no window is flagged exactly if the text is well-formed, for texts of every length.
void proof_check(void);
double proof_seconds(void);

// exhaustive.c: every text of one to three bytes by call, of one to four in the lanes of vectors.
struct exhaustive {
    size_t calls,
        lanes;  // bytes of the longest texts of which there are all by call, and in lanes: 2 to 4, 3 or 4
    bool brief;   // in lanes none behind bytes that are flagged whatever follows
    bool sample;  // 4 in lanes, and all of 3, of the kernel that dispatch chooses only
    bool each;    // all of four bytes, briefly, to each kernel with code of its own for them; else
                  // to the one that dispatch chooses
    bool full;    // by call all of four bytes to each kernel, and what valid_prefix says
};
void exhaustive_check(struct exhaustive how);

// Seconds of one processor that it will take, from a short trial; so for the others below.
double exhaustive_seconds(struct exhaustive how);

// faults.c: what X_check says of every text of one to three bytes, and of longer ones.
void faults_check(bool sample);

// chunks.c: what X_next_chunk and X_repair make of ill-formed texts; of a sample, a fifth of the texts of
// three bytes and of the runs by each kernel.
void chunks_check(bool sample);
void chunks_runs_check(void);  // runs of characters only, by the active kernel

// streams.c: what X_stream_feed says of texts in pieces; of a sample, a fifth of those of three bytes.
void streams_check(bool sample);

// dispatch.c: the choice of a kernel, and names.
void dispatch_check(void);

// measures.c: X_measure and X_count, on each kernel; in long texts at one of `sparse` offsets.
void measures_check(bool full, size_t sparse);

// utf.c: conversions to and from UTF-16 and UTF-32; of a sample, not of all planes.
void utf_check(bool sample);

// characters.c: code points, their bytes, and where characters begin and end, from either side.
void characters_check(bool full);

// units.c: what each vector kernel converts to UTF-16 by itself, one of `sparse` texts or so; and, where tables
// can be written to, whether each change in those of eight lanes is noticed.
void units_check(size_t sparse);
void units_mutation(void);

// texts.c: what kernels say of rows and runs of characters, short and long. They are made once, before any process or thread that
// shares them; texts_at is NULL past the last. With vast ones: of more than 4 GiB, for kernels with vectors.
void texts_prepare(void);
const uint8_t *texts_at(size_t index, size_t *size);
void texts_check(bool with_vast);
// Is it wrong about one of them?
bool texts_notice(bool (*valid)(const void *text, size_t size), bool with_vast);

// sweep.c: what surrounds the block check, with inaccessible pages around the text. Where `sparse` is more than
// 1, one of so many of the offsets and tails.
void sweep_check(bool full, size_t sparse);

// Prints what it leaves out of the product of factors, offsets and tails.
void sweep_plan(bool full, size_t sparse);
double sweep_seconds(bool full, size_t sparse);

// mutation.c: proof and automaton notice each change of a table that matters, and no other; of a sample, where each takes long, some.
void mutation_check(bool sample);
double mutation_seconds(void);

// Prints which changes are left out.
void mutation_plan(void);

// defects.c: the sweep notices each of the bugs that shipped elsewhere.
void defects_check(void);

// between.c: what a pair between two encodings writes, and where it stops.
void between_check(void);

// Parts that checks share:

// A counterexample: what is wrong, and the bytes that show it.
struct verdict {
    const char *wrong;  // NULL if nothing is
    uint8_t text[64];
    size_t size;
};

// Is a table (dfa or shift) the reference? `states` gets how many of its states are reached.
struct verdict automaton_dfa(size_t *states);
struct verdict automaton_shift(size_t *states);
// A step of shift. A state is a bit of one of a byte's words, so less than automaton_shift_states().
size_t automaton_shift_next(size_t state, uint8_t byte);
size_t automaton_shift_states(void);

// For many changes of tables: automaton_keep_dfa and automaton_keep_shift compare one once as it is (true if it
// is the reference), and automaton_changed, after a change in its tables, only what follows from how these bytes
// lead on from a state (or AUTOMATON_ANY); undo the change before the next one.
#define AUTOMATON_ANY SIZE_MAX
bool automaton_keep_dfa(void);
bool automaton_keep_shift(void);
struct verdict automaton_changed(size_t state, const uint8_t *bytes, size_t count);

// Is the window check the reference? `delay` gets the most bytes between death and flag.
struct verdict proof_windows(const struct simd *simd, size_t *contexts, size_t *delay);
// How many windows that took to be asked of rules on several bytes.
size_t proof_asked(void);

// How X_check differs from the reference on a text, or NULL if it doesn't. Prepare once before
// any thread; that returns whether X_expected is right about the state of each node.
bool faults_prepare(void);
const char *faults_disagreement(const uint8_t *text, size_t size,
                                const struct reference_error *want);

// How X_measure or X_count differ from the reference by the kernel of an index, or NULL.
const char *measures_disagreement(size_t kernel, const uint8_t *text, size_t size);

// What a stream knows of a text so far, by the reference.
enum subject_status streams_status(const uint8_t *text, size_t size);

// Are decode, next, previous, trim and the like right about a text, wherever they look? If not, that is reported.
bool characters_agree(const uint8_t *text, size_t size);

// Something that the sweep calls: a kernel, the public functions, or one with a known defect.
struct target {
    const char *name;
    bool (*valid)(const void *text, size_t size);
    size_t (*valid_prefix)(const void *text, size_t size);  // NULL: not looked at
    bool check;                                             // X_check instead
    const struct simd *simd;  // whose loops it has, NULL: loops without vectors
    bool any_size;            // no text of 4 GiB is another thing to it than a shorter one
    atomic_bool wrong;
    char how[256];    // the first text on which it is
    char tried[192];  // what texts there were
};

// Sweeps the targets, those with the same loops together; those that are wrong say how.
// Part 0 is the quick sweep; parts 1 to sweep_parts() make up the full one. Where factors take only some
// offsets and tails, each round has others.
size_t sweep_parts(void);
void sweep_targets(struct target *targets, size_t count, size_t part, size_t round);

#endif
