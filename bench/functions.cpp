// SPDX-License-Identifier: 0BSD
// Measures the functions of utf8 other than `valid`, and the conversions to and from MUTF-8, for each vector kernel and each text.
//
//     functions [SECONDS [SIZE [FOLDER [PEER.so]]]]     seconds per text (1), bytes of a text (65536), real texts (build/texts)
//
// Out: a table for each kernel. A row has the ratios of two jobs, and the goal, or GB/s; `!` marks a ratio below the goal. The jobs on a
// text take turns in one process (measure.cpp), so that other load on the machine does not affect the ratios. To measure something new, add
// a row to `rows`. The peer is a shared object that has for each kernel, such as avx2,
//
//     bool peer_avx2_valid(const char *, size_t);             size_t peer_avx2_count(const char *, size_t);
//     size_t peer_avx2_utf16_length(const char *, size_t);    size_t peer_avx2_to_utf16(const char *, size_t, uint16_t *);
//
// A second table has the speed of `repair` on texts of 1 MiB with errors: bytes FF at random places. If the variable BENCH_LOSSY names a
// shared object of peers/std.rs, it is also compared with Rust's String::from_utf8_lossy.

#include "bench.hpp"
#include "functions.h"

#include "utf8.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <random>
#include <string_view>

void fail(const std::string &message)
{
    std::fprintf(stderr, "functions: %s\n", message.c_str());
    std::exit(2);
}

namespace
{

volatile size_t answers;  // so that the compiler cannot remove calls

// The functions of a kernel that utf8_limit_kernels cannot select; NULL if there is none.
struct Isa {
    const char *name;
    size_t (*mutf8_to_utf8)(const char *text, size_t size, char *to, size_t room);
    size_t (*utf8_to_mutf8)(const char *text, size_t size, char *to, size_t room);
    bool (*peer_valid)(const char *text, size_t size);
    size_t (*peer_count)(const char *text, size_t size);
    size_t (*peer_utf16_length)(const char *text, size_t size);
    size_t (*peer_to_utf16)(const char *text, size_t size, uint16_t *to);
};

Isa isas_of_machine[] = {
#define ROW(isa)                                                                                   \
    {#isa,   bench_##isa##_mutf8_to_utf8, bench_##isa##_utf8_to_mutf8, nullptr, nullptr, nullptr,  \
     nullptr},
    BENCH_ISAS(ROW)
#undef ROW
};

// Memory that begins `offset` bytes after the start of a page.
struct Room {
    static const size_t PAGE = 4096;
    std::vector<char> memory;
    char *bytes;

    Room(size_t size, size_t offset) : memory(size + 2 * PAGE)
    {
        bytes = memory.data() + (PAGE - reinterpret_cast<uintptr_t>(memory.data()) % PAGE) + offset;
    }
};

// The data of a job: a text, the same in MUTF-8, the ends of its pieces, and output buffers. Input and output have different offsets in
// their pages, since a load waits for an earlier store with the same page offset.
struct Work {
    const Isa *isa;
    std::string_view text, mutf8, dirty;
    std::vector<size_t> pieces_4096, pieces_64;
    std::vector<int32_t> rows_4, rows_12, rows_40, rows_200;
    size_t characters;
    char *to;
    uint16_t *units;
    size_t room;
};

using Job = size_t (*)(const Work &);

// The ends of pieces; each piece ends at a character.
std::vector<size_t> pieces_of(std::string_view text, size_t size)
{
    std::vector<size_t> ends;
    for (size_t at = 0; at < text.size();) {
        at = text.size() - at < size ? text.size() : at + size;
        while (at < text.size() && is_continuation(text[at])) {
            at--;
        }
        ends.push_back(at);
    }
    return ends;
}

// The offsets of rows of about `average` bytes, from half of it to one and a half. Each row ends at a character.
std::vector<int32_t> rows_of(std::string_view text, size_t average)
{
    std::vector<int32_t> offsets = {0};
    uint32_t random = 1;
    for (size_t at = 0; at < text.size();) {
        random = random * 1664525 + 1013904223;
        at = std::min(text.size(), at + average / 2 + (random >> 8) % (average + 1));
        while (at < text.size() && is_continuation(text[at])) {
            at++;
        }
        offsets.push_back(static_cast<int32_t>(at));
    }
    return offsets;
}

size_t valid_pieces(std::string_view text, const std::vector<size_t> &ends)
{
    size_t at = 0, all = 0;
    for (size_t end : ends) {
        all += utf8_valid(text.data() + at, end - at);
        at = end;
    }
    return all;
}

size_t stream_pieces(std::string_view text, const std::vector<size_t> &ends)
{
    size_t at = 0;
    utf8_stream stream;
    utf8_stream_start(&stream);
    for (size_t end : ends) {
        utf8_stream_feed(&stream, text.data() + at, end - at);
        at = end;
    }
    return utf8_stream_end(&stream) == UTF8_STATUS_COMPLETE;
}

size_t copy(const Work &work)
{
    std::memcpy(work.to, work.text.data(), work.text.size());
    return static_cast<unsigned char>(work.to[work.text.size() / 2]);
}

// ---- The jobs ----

size_t valid(const Work &work)
{
    return utf8_valid(work.text.data(), work.text.size());
}
size_t valid_prefix(const Work &work)
{
    return utf8_valid_prefix(work.text.data(), work.text.size());
}
size_t check(const Work &work)
{
    return utf8_check(work.text.data(), work.text.size(), nullptr);
}
size_t valid_4096(const Work &work)
{
    return valid_pieces(work.text, work.pieces_4096);
}
size_t stream_4096(const Work &work)
{
    return stream_pieces(work.text, work.pieces_4096);
}
size_t valid_64(const Work &work)
{
    return valid_pieces(work.text, work.pieces_64);
}
size_t stream_64(const Work &work)
{
    return stream_pieces(work.text, work.pieces_64);
}
size_t measure(const Work &work)
{
    const utf8_measures measures = utf8_measure(work.text.data(), work.text.size());
    return measures.characters + measures.utf16_units;
}
size_t peer_measure(const Work &work)
{
    const Isa &isa = *work.isa;
    return isa.peer_valid(work.text.data(), work.text.size()) +
           isa.peer_count(work.text.data(), work.text.size()) +
           isa.peer_utf16_length(work.text.data(), work.text.size());
}
size_t count(const Work &work)
{
    return utf8_count(work.text.data(), work.text.size());
}
size_t peer_count(const Work &work)
{
    return work.isa->peer_count(work.text.data(), work.text.size());
}
size_t seek(const Work &work)
{
    return utf8_seek(work.text.data(), work.text.size(), work.characters - 1);
}
template <std::vector<int32_t> Work::*rows> size_t valid_rows(const Work &work)
{
    const std::vector<int32_t> &offsets = work.*rows;
    return utf8_valid_rows(work.text.data(), offsets.data(), offsets.size() - 1);
}
size_t repair(const Work &work)
{
    return utf8_repair(work.text.data(), work.text.size(), work.to, work.room).written;
}
size_t repair_dirty(const Work &work)
{
    return utf8_repair(work.dirty.data(), work.dirty.size(), work.to, work.room).written;
}
size_t (*rust_lossy)(const char *text, size_t size);
size_t lossy_dirty(const Work &work)
{
    return rust_lossy(work.dirty.data(), work.dirty.size());
}
size_t valid_and_copy(const Work &work)
{
    return valid(work) ? copy(work) : 0;
}
size_t peer_valid_and_copy(const Work &work)
{
    return work.isa->peer_valid(work.text.data(), work.text.size()) ? copy(work) : 0;
}
size_t next(const Work &work)
{
    return bench_next(work.text.data(), work.text.size());
}
#ifdef BENCH_ICU
size_t u8_next(const Work &work)
{
    return bench_u8_next(work.text.data(), work.text.size());
}
#endif
size_t mutf8_to_utf8(const Work &work)
{
    return work.isa->mutf8_to_utf8(work.mutf8.data(), work.mutf8.size(), work.to, work.room);
}
size_t utf8_to_mutf8(const Work &work)
{
    return work.isa->utf8_to_mutf8(work.text.data(), work.text.size(), work.to, work.room);
}
size_t mutf8_by_characters(const Work &work)
{
    return bench_mutf8_by_characters(work.mutf8.data(), work.mutf8.size(), work.to);
}
size_t utf8_by_characters(const Work &work)
{
    return bench_utf8_by_characters(work.text.data(), work.text.size(), work.to);
}
size_t to_utf16(const Work &work)
{
    return utf8_to_utf16(work.text.data(), work.text.size(), work.units, work.room).written;
}
size_t peer_to_utf16(const Work &work)
{
    return work.isa->peer_to_utf16(work.text.data(), work.text.size(), work.units);
}

// ---- The rows ----

// `goal` is the goal of all texts except `texts`, which have the goal `other`; 0 means no goal. Without `by` the row is in GB/s.
struct Row {
    const char *name;
    Job job, by;
    double goal;
    const char *texts;
    double other;
    enum { ALWAYS, NARROW, AVX512, PEER } when;
    bool or_next;  // the goal also counts as reached if the next row reaches its own
};

const char *const PAIRS = "emoji mix";  // texts with characters that MUTF-8 encodes as pairs
const char *const DENSE = "russian chinese";

const Row rows[] = {
    {"valid, GB/s", valid, nullptr, 0, "", 0, Row::ALWAYS, false},
    {"valid_prefix / valid", valid_prefix, valid, 0.95, "", 0, Row::ALWAYS, false},
    {"check / valid", check, valid, 0.95, "", 0, Row::ALWAYS, false},
    {"stream / valid, 4 KiB", stream_4096, valid_4096, 0.9, "", 0, Row::ALWAYS, false},
    {"stream / valid, 64 B", stream_64, valid_64, 0.5, "", 0, Row::ALWAYS, false},
    {"measure / valid", measure, valid, 0.8, "russian", 0.7, Row::NARROW, false},
    {"measure / valid", measure, valid, 0.7, "", 0, Row::AVX512, false},
    {"measure / peer", measure, peer_measure, 1.5, "", 0, Row::PEER, false},
    {"count, GB/s", count, nullptr, 0, "", 0, Row::ALWAYS, false},
    {"count / peer", count, peer_count, 1, "", 0, Row::PEER, false},
    {"seek / count", seek, count, 0, "", 0, Row::ALWAYS, false},
    {"rows of 4 B / valid", valid_rows<&Work::rows_4>, valid, 0, "", 0, Row::ALWAYS, false},
    {"rows of 12 B / valid", valid_rows<&Work::rows_12>, valid, 0.8, "", 0, Row::ALWAYS, false},
    {"rows of 40 B / valid", valid_rows<&Work::rows_40>, valid, 0, "", 0, Row::ALWAYS, false},
    {"rows of 200 B / valid", valid_rows<&Work::rows_200>, valid, 0, "", 0, Row::ALWAYS, false},
    {"repair / valid + memcpy", repair, valid_and_copy, 1, "", 0, Row::ALWAYS, false},
    {"repair / peer + memcpy", repair, peer_valid_and_copy, 1.5, "ascii", 1.2, Row::PEER, false},
#ifdef BENCH_ICU
    {"next / U8_NEXT", next, u8_next, 1, "", 0, Row::ALWAYS, false},
#endif
    {"mutf8_to_utf8 / valid", mutf8_to_utf8, valid, 0.6, PAIRS, 0, Row::ALWAYS, true},
    {"mutf8_to_utf8 / memcpy", mutf8_to_utf8, copy, 0.8, PAIRS, 0, Row::ALWAYS, false},
    {"  / decode + encode", mutf8_to_utf8, mutf8_by_characters, 5, PAIRS, 1.2, Row::ALWAYS, false},
    {"utf8_to_mutf8 / valid", utf8_to_mutf8, valid, 0.6, PAIRS, 0, Row::ALWAYS, true},
    {"utf8_to_mutf8 / memcpy", utf8_to_mutf8, copy, 0.8, PAIRS, 0, Row::ALWAYS, false},
    {"  / decode + encode", utf8_to_mutf8, utf8_by_characters, 5, PAIRS, 1.2, Row::ALWAYS, false},
    {"to_utf16, GB/s", to_utf16, nullptr, 0, "", 0, Row::ALWAYS, false},
    {"to_utf16 / peer", to_utf16, peer_to_utf16, 1, DENSE, 0.8, Row::PEER, false},
};

const char *const texts[] = {"ascii",   "sparse", "german", "russian",
                             "chinese", "emoji",  "mix",    "html"};

bool has_row(const Row &row, const Isa &isa)
{
    const bool avx512 = !std::strcmp(isa.name, "avx512");
    return row.when == Row::ALWAYS || (row.when == Row::PEER ? isa.peer_valid != nullptr
                                                             : avx512 == (row.when == Row::AVX512));
}

double goal_of(const Row &row, const char *text)
{
    return std::strstr(row.texts, text) ? row.other : row.goal;
}

std::string goals_of(const Row &row)
{
    char words[64] = "";
    if (row.by && row.other > 0) {
        std::snprintf(words, sizeof words, "%g (%g)", row.goal, row.other);
    } else if (row.by) {
        std::snprintf(words, sizeof words, "%g%s", row.goal, row.or_next ? " or" : "");
    }
    return words;
}

// The median seconds of jobs on a text, measured in turns.
std::vector<Spread> times_of(const std::vector<Job> &jobs, const Work &work, double seconds)
{
    const double TURN = 100e-6;
    std::vector<size_t> calls;
    for (Job job : jobs) {
        answers = job(work);
        const double start = now();
        answers = job(work);
        calls.push_back(1 + static_cast<size_t>(TURN / (now() - start + 1e-9)));
    }
    return take_turns(jobs.size(), seconds, [&](size_t k, Random &) {
        size_t all = jobs[k](work);
        const double start = now();
        for (size_t i = 0; i < calls[k]; i++) {
            all += jobs[k](work);
        }
        const double end = now();
        answers = all;
        return (end - start) / static_cast<double>(calls[k]);
    });
}

std::string_view place_in(Room &room, const std::string &text)
{
    std::memcpy(room.bytes, text.data(), text.size());
    return {room.bytes, text.size()};
}

// The numbers for a text, one per row; 0 if a row has none.
std::vector<double> numbers_of(const Isa &isa, const char *name, size_t size, double seconds)
{
    Room utf8_room(size, 0), mutf8_room(size, 0), to(3 * size, 2048), units(6 * size, 2048);
    Work work;
    work.isa = &isa;
    work.text = place_in(utf8_room, text_of(name, "utf8", size));
    work.mutf8 = place_in(mutf8_room, text_of(name, "mutf8", size));
    work.pieces_4096 = pieces_of(work.text, 4096);
    work.pieces_64 = pieces_of(work.text, 64);
    work.rows_4 = rows_of(work.text, 4);
    work.rows_12 = rows_of(work.text, 12);
    work.rows_40 = rows_of(work.text, 40);
    work.rows_200 = rows_of(work.text, 200);
    work.characters = utf8_count(work.text.data(), work.text.size());
    work.to = to.bytes;
    work.units = static_cast<uint16_t *>(static_cast<void *>(units.bytes));
    work.room = 3 * size;
    std::vector<Job> jobs;
    const auto place = [&](Job job) {
        size_t k = 0;
        while (k < jobs.size() && jobs[k] != job) {
            k++;
        }
        if (k == jobs.size()) {
            jobs.push_back(job);
        }
        return k;
    };
    for (const Row &row : rows) {
        if (has_row(row, isa)) {
            place(row.job);
            place(row.by ? row.by : row.job);
        }
    }
    const std::vector<Spread> spreads = times_of(jobs, work, seconds);
    std::vector<double> numbers;
    for (const Row &row : rows) {
        if (!has_row(row, isa)) {
            numbers.push_back(0);
        } else if (row.by) {
            numbers.push_back(spreads[place(row.job)].over(spreads[place(row.by)]));
        } else {
            numbers.push_back(static_cast<double>(size) / spreads[place(row.job)].median * 1e-9);
        }
    }
    return numbers;
}

void print_table(const Isa &isa, size_t size, double seconds)
{
    std::vector<const char *> names;
    std::vector<std::vector<double>> columns;
    for (const char *name : texts) {
        if (has_text(name)) {
            names.push_back(name);
            columns.push_back(numbers_of(isa, name, size, seconds));
        }
    }
    std::printf("\n%-24s %-9s", isa.name, "goal");
    for (const char *name : names) {
        std::printf(" %7s ", name);
    }
    std::printf("\n");
    const size_t count_of_rows = sizeof rows / sizeof *rows;
    for (size_t r = 0; r < count_of_rows; r++) {
        if (!has_row(rows[r], isa)) {
            continue;
        }
        std::printf("%-24s %-9s", rows[r].name, goals_of(rows[r]).c_str());
        for (size_t i = 0; i < names.size(); i++) {
            const auto missed = [&](size_t k) {
                return rows[k].by && columns[i][k] < goal_of(rows[k], names[i]) - 0.005;
            };
            const bool either = r > 0 && rows[r - 1].or_next && !missed(r - 1);
            std::printf(" %7.2f%c", columns[i][r],
                        missed(r) && !rows[r].or_next && !either ? '!' : ' ');
        }
        std::printf("\n");
    }
}

// A text with a byte FF at size / apart random places; random bytes if `apart` is 0.
std::string dirty_text(const std::string &text, size_t apart)
{
    std::string dirty = text;
    std::mt19937_64 draw(1);
    for (size_t i = 0; apart == 0 && i < dirty.size(); i++) {
        dirty[i] = static_cast<char>(draw());
    }
    for (size_t k = 0; apart > 0 && k < dirty.size() / apart; k++) {
        dirty[draw() % dirty.size()] = static_cast<char>(0xFF);
    }
    return dirty;
}

// For each text: the speed as a multiple of that on well-formed text and, if it is there, of Rust's.
void print_dirty_table(const char *kernel, double seconds)
{
    const size_t SIZE = 1 << 20;
    const std::vector<const char *> names = {"german", "russian", "chinese"};
    Room text_room(SIZE, 0), dirty_room(SIZE, 1024), to(3 * SIZE, 2048);
    std::vector<Job> jobs = {repair, repair_dirty};
    if (rust_lossy) {
        jobs.push_back(lossy_dirty);
    }
    std::printf("\n%-24s", (std::string(kernel) + ", repair").c_str());
    for (const char *name : names) {
        std::printf("   %7s %s", name, rust_lossy ? "/ Rust" : "      ");
    }
    std::printf("\n");
    for (size_t apart : {10000, 1000, 100, 20, 5, 0}) {
        const std::string row = apart ? "one error in " + std::to_string(apart) : "random bytes";
        std::printf("%-24s", row.c_str());
        for (const char *name : names) {
            if (!has_text(name)) {
                continue;
            }
            Work work = {};
            const std::string text = text_of(name, "utf8", SIZE);
            work.text = place_in(text_room, text);
            work.dirty = place_in(dirty_room, dirty_text(text, apart));
            work.to = to.bytes;
            work.room = 3 * SIZE;
            const std::vector<Spread> spreads = times_of(jobs, work, seconds / 4);
            std::printf("   %7.3f %6.2f", spreads[1].over(spreads[0]),
                        rust_lossy ? spreads[1].over(spreads[2]) : 0.0);
        }
        std::printf("\n");
    }
}

void load_peer_of(Isa &isa, void *library, const std::string &file)
{
    const auto load = [&](auto &function, const char *name) {
        const std::string symbol = std::string("peer_") + isa.name + "_" + name;
        void *address = dlsym(library, symbol.c_str());
        if (!address) {
            fail(file + " has no " + symbol);
        }
        std::memcpy(&function, &address, sizeof function);
    };
    load(isa.peer_valid, "valid");
    load(isa.peer_count, "count");
    load(isa.peer_utf16_length, "utf16_length");
    load(isa.peer_to_utf16, "to_utf16");
}

}  // namespace

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
    const size_t size = argc > 2 ? static_cast<size_t>(std::atol(argv[2])) : 65536;
    read_texts(argc > 3 ? argv[3] : "build/texts");
    void *peer = argc > 4 ? dlopen(argv[4], RTLD_NOW) : nullptr;
    if (argc > 4 && !peer) {
        fail(dlerror());
    }
    const char *lossy = std::getenv("BENCH_LOSSY");
    void *rust = lossy && *lossy ? dlopen(lossy, RTLD_NOW) : nullptr;
    if (rust) {
        void *address = dlsym(rust, "rust_lossy");
        std::memcpy(&rust_lossy, &address, sizeof rust_lossy);
    }
    pin(-1);
#ifndef BENCH_ICU
    std::fprintf(stderr, "functions: ICU's headers are missing, so U8_NEXT is not measured; "
                         "'make bench-deps' installs libicu-dev\n");
#endif
    for (Isa &isa : isas_of_machine) {
        if (!utf8_limit_kernels(isa.name) || std::strcmp(utf8_active_kernel(), isa.name) != 0) {
            continue;
        }
        if (peer) {
            load_peer_of(isa, peer, argv[4]);
        }
        print_table(isa, size, seconds);
        print_dirty_table(isa.name, seconds);
    }
    if (utf8_limit_kernels("swar")) {
        print_dirty_table(utf8_active_kernel(), seconds);
    }
}
