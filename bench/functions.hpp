// SPDX-License-Identifier: 0BSD
// The interface of the two parts of bench-functions: jobs.cpp defines jobs and goals, functions.cpp measures.

#pragma once

#include "bench.hpp"
#include "functions.h"

// Units of a text that another object owns.
template <typename Unit> struct Units {
    const Unit *first = nullptr;
    size_t count = 0;

    const Unit *data() const
    {
        return first;
    }
    size_t size() const
    {
        return count;
    }
};

// The data of a job: a text in several encodings (`dirty` has errors), the ends of its pieces and rows, and the output buffer.
struct Work {
    const bench_conversions *between;  // of the measured kernel
    Units<char> text, dirty, mutf8, cesu8, wtf8;
    Units<char> latin1, of_latin1;  // only characters of Latin-1; of_latin1: the same in UTF-8
    Units<uint16_t> utf16;
    Units<uint32_t> utf32;
    std::vector<size_t> pieces_4096, pieces_64;
    std::vector<int32_t> rows_4, rows_12, rows_40, rows_200;
    size_t characters;
    void *to;
    size_t room;  // the units that `to` can hold, of one to four bytes
};

using Job = size_t (*)(const Work &);

// A row of a table: the speed of `job` divided by the speed of `by`; without `by`, the speed in GB/s of UTF-8.
struct Row {
    std::string name;
    Job job, by = nullptr;
    double goal = 0;  // for every text except `texts`, which have the goal `other`; 0 means no goal
    double half = 0;  // the goal of at least half of the texts
    const char *texts = "";
    double other = 0;
    bool or_next = false;  // the goal also counts as reached if the next row reaches its own
    bool same = false;     // both jobs must return the same number
};

// The functions of the peers; NULL if there is no such peer, or no such function for this kernel.
struct Peer {
#define FIELD(name) bench_function *name;
    BENCH_PEER(FIELD)
#undef FIELD
    bench_function *lossy;  // Rust's String::from_utf8_lossy
};
extern Peer peer;

// Return the rows for well-formed texts, and the rows for texts with one error in `apart` bytes (0: texts of random bytes).
std::vector<Row> rows_of(const std::string &kernel);
std::vector<Row> dirty_rows_of(size_t apart);
