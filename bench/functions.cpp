// SPDX-License-Identifier: 0BSD
// Measures the functions of utf8 other than `valid`, and conversions between encodings, for each kernel and each text.
//
//     functions [OPTION VALUE]...     --seconds for a text, --sizes of texts, --texts, --only kernels, --folder of texts, --peer, --core,
//                                     --out
//
// Out: for each kernel, a table for each size, by default 64 KiB, and one for texts with errors. A row (jobs.cpp) has the ratios of two
// jobs, and their goals, or GB/s. `!` marks a ratio below the goal for its text, or the second goal of a row if more than half of the
// texts are below it. The jobs on a text take turns in one process (measure.cpp), so that other load on the machine does not affect the
// ratios. Texts with errors have 1 MiB. One byte in 10,000, ... or in 5 is FF, at random places; or all bytes are random.
//
// The options are those of bench. Only peers that have the functions of functions.h (peers/simdutf.cpp) or rust_lossy (peers/std.rs) are
// used.

#include "functions.hpp"

#include "utf8.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <random>

void fail(const std::string &message)
{
    std::fprintf(stderr, "functions: %s\n", message.c_str());
    std::exit(2);
}

namespace
{

volatile size_t answers;  // so that the compiler cannot remove calls

const size_t DIRTY_SIZE = 1 << 20;  // of a text with errors

const char *const texts[] = {"ascii",   "sparse", "german", "russian",
                             "chinese", "emoji",  "mix",    "html"};

extern "C" {
#define DECLARE(kernel) extern const bench_conversions bench_##kernel##_conversions;
BENCH_KERNELS(DECLARE)
#undef DECLARE
}

struct Kernel {
    const char *name;
    const bench_conversions *between;
};

const Kernel kernels[] = {
#define ROW(kernel) {#kernel, &bench_##kernel##_conversions},
    BENCH_KERNELS(ROW)
#undef ROW
};

// ---- Texts ----

// Memory for `count` units that begins `offset` bytes after the start of a page.
struct Room {
    static const size_t PAGE = 4096;
    std::vector<char> memory;
    void *first;

    Room(size_t count, size_t size_of_unit, size_t offset) : memory(count * size_of_unit + 2 * PAGE)
    {
        first = memory.data() + (PAGE - reinterpret_cast<uintptr_t>(memory.data()) % PAGE) + offset;
    }
};

// The buffers of a Work. Input and output have different offsets in their pages, since a load waits for an earlier store with the same
// page offset.
class Rooms
{
  public:
    // Returns the units that fill(to, room) writes. `fill` returns their number.
    template <typename Unit, typename Fill> Units<Unit> units(size_t room, Fill fill)
    {
        rooms.emplace_back(room, sizeof(Unit), 0);
        Unit *to = static_cast<Unit *>(rooms.back().first);
        return {to, fill(to, room)};
    }
    Units<char> bytes(const std::string &text)
    {
        return units<char>(text.size(), [&](char *to, size_t room) {
            std::memcpy(to, text.data(), room);
            return room;
        });
    }
    void *output(size_t room)
    {
        rooms.emplace_back(room, sizeof(uint32_t), Room::PAGE / 2);
        return rooms.back().first;
    }

  private:
    std::vector<Room> rooms;
};

// Returns the ends of pieces of at most `size` bytes; each piece ends between characters.
std::vector<size_t> pieces_of(const std::string &text, size_t size)
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

// Returns the offsets of rows of 0.5 to about 1.5 times `average` bytes. Each row ends between characters.
std::vector<int32_t> offsets_of(const std::string &text, size_t average)
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

// Sets the text in Latin-1 and the same text in UTF-8. Characters above U+00FF are replaced by U+00C0..U+00FF.
void set_latin1(Work &work, Rooms &rooms)
{
    std::vector<uint32_t> letters(work.utf32.first, work.utf32.first + work.utf32.count);
    for (uint32_t &letter : letters) {
        letter = letter < 0x100 ? letter : 0xC0 + letter % 0x40;
    }
    work.latin1 = rooms.bytes(std::string(letters.begin(), letters.end()));
    work.of_latin1 = rooms.units<char>(2 * letters.size(), [&](char *to, size_t room) {
        return utf8_from_utf32(letters.data(), letters.size(), to, room).written;
    });
}

// Converts a text to all encodings; leaves `dirty` empty.
Work work_of(const Kernel &kernel, const std::string &text, Rooms &rooms)
{
    Work work{};
    const size_t size = text.size();
    work.between = kernel.between;
    work.text = rooms.bytes(text);
    work.utf16 = rooms.units<uint16_t>(size, [&](uint16_t *to, size_t room) {
        return utf8_to_utf16(text.data(), size, to, room).written;
    });
    work.utf32 = rooms.units<uint32_t>(size, [&](uint32_t *to, size_t room) {
        return utf8_to_utf32(text.data(), size, to, room).written;
    });
    const auto converted = [&](bench_function *convert) {
        return rooms.units<char>(
            2 * size, [&](char *to, size_t room) { return convert(text.data(), size, to, room); });
    };
    work.mutf8 = converted(kernel.between->utf8_to_mutf8);
    work.cesu8 = converted(kernel.between->utf8_to_cesu8);
    work.wtf8 = converted(kernel.between->utf8_to_wtf8);
    set_latin1(work, rooms);
    work.pieces_4096 = pieces_of(text, 4096);
    work.pieces_64 = pieces_of(text, 64);
    work.rows_4 = offsets_of(text, 4);
    work.rows_12 = offsets_of(text, 12);
    work.rows_40 = offsets_of(text, 40);
    work.rows_200 = offsets_of(text, 200);
    work.characters = utf8_count(text.data(), size);
    work.room = 3 * size;
    work.to = rooms.output(work.room);
    return work;
}

// Returns the text with a byte FF at size / apart random places, or random bytes if `apart` is 0.
std::string dirty_text(std::string text, size_t apart)
{
    std::mt19937_64 draw(1);
    for (size_t i = 0; apart == 0 && i < text.size(); i++) {
        text[i] = static_cast<char>(draw());
    }
    for (size_t k = 0; apart > 0 && k < text.size() / apart; k++) {
        text[draw() % text.size()] = static_cast<char>(0xFF);
    }
    return text;
}

// ---- Measurement ----

// Measures the seconds of one call of each job on a text: quartiles over turns.
std::vector<Spread> times_of(const std::vector<Job> &jobs, const Work &work, double seconds)
{
    const double TURN = 100e-6;
    std::vector<size_t> calls;
    for (Job job : jobs) {
        answers = job(work);
        const double start = processor_seconds();
        answers = job(work);
        calls.push_back(1 + static_cast<size_t>(TURN / (processor_seconds() - start + 1e-9)));
    }
    return take_turns(jobs.size(), seconds, [&](size_t k, Random &) {
        size_t all = jobs[k](work);
        const double start = processor_seconds();
        for (size_t i = 0; i < calls[k]; i++) {
            all += jobs[k](work);
        }
        const double end = processor_seconds();
        answers = all;
        return (end - start) / static_cast<double>(calls[k]);
    });
}

// Measures the ratio, or the speed in GB/s, of each row for a text.
std::vector<double> numbers_of(const std::vector<Row> &rows, const Work &work, double seconds)
{
    std::vector<Job> jobs;
    const auto place = [&](Job job) {
        const auto found = std::find(jobs.begin(), jobs.end(), job);
        const auto at = static_cast<size_t>(found - jobs.begin());
        if (found == jobs.end()) {
            jobs.push_back(job);
        }
        return at;
    };
    for (const Row &row : rows) {
        place(row.job);
        place(row.by ? row.by : row.job);
        if (row.same && row.job(work) != row.by(work)) {
            fail(row.name + ": the results differ");
        }
    }
    const std::vector<Spread> spreads = times_of(jobs, work, seconds);
    std::vector<double> numbers;
    for (const Row &row : rows) {
        const Spread &own = spreads[place(row.job)];
        numbers.push_back(row.by ? own.over(spreads[place(row.by)])
                                 : static_cast<double>(work.text.size()) / own.median * 1e-9);
    }
    return numbers;
}

// ---- Tables ----

// The columns of a table, one for each text.
struct Columns {
    std::vector<std::string> names;
    std::vector<std::vector<double>> numbers;  // a list for each text, with a number for each row
};

bool is_below(double ratio, double goal)
{
    return ratio < goal - 0.005;
}

// Returns the goals, such as "0.7, half 1!". `!` means that more than half of the texts are below the second goal.
std::string goals_of(const Row &row, const std::vector<double> &ratios)
{
    char words[64] = "";
    if (row.goal > 0) {
        std::snprintf(words, sizeof words, "%g%s", row.goal, row.or_next ? " or" : "");
    }
    std::string goals = words;
    if (row.other > 0) {
        std::snprintf(words, sizeof words, " (%g)", row.other);
        goals += words;
    }
    if (row.half > 0) {
        const auto below = std::count_if(ratios.begin(), ratios.end(),
                                         [&](double ratio) { return is_below(ratio, row.half); });
        std::snprintf(words, sizeof words, ", half %g%s", row.half,
                      2 * static_cast<size_t>(below) > ratios.size() ? "!" : "");
        goals += words;
    }
    return goals;
}

void print_table(Report &report, const std::string &title, const std::vector<Row> &rows,
                 const Columns &columns)
{
    Table table{title, "", {"", "goal"}, 2, {}};
    table.head.insert(table.head.end(), columns.names.begin(), columns.names.end());
    for (size_t r = 0; r < rows.size(); r++) {
        std::vector<std::string> cells;
        std::vector<double> ratios;
        for (size_t i = 0; i < columns.names.size(); i++) {
            const auto missed = [&](size_t k) {
                const bool other = std::strstr(rows[k].texts, columns.names[i].c_str());
                return is_below(columns.numbers[i][k], other ? rows[k].other : rows[k].goal);
            };
            const bool either = rows[r].or_next || (r > 0 && rows[r - 1].or_next && !missed(r - 1));
            ratios.push_back(columns.numbers[i][r]);
            cells.push_back(fixed(ratios.back(), 2) + (missed(r) && !either ? "!" : " "));
        }
        table.rows.push_back({rows[r].name, goals_of(rows[r], ratios)});
        table.rows.back().insert(table.rows.back().end(), cells.begin(), cells.end());
    }
    report.table(table);
}

std::vector<std::string> texts_of(const Options &options)
{
    std::vector<std::string> names;
    for (const char *name : texts) {
        if (has_text(name) && listed(options.texts, name)) {
            names.push_back(name);
        }
    }
    return names;
}

void print_kernel(Report &report, const Kernel &kernel, const Options &options, size_t size)
{
    const std::vector<Row> rows = rows_of(kernel.name);
    Columns columns{texts_of(options), {}};
    for (const std::string &name : columns.names) {
        Rooms rooms;
        const Work work = work_of(kernel, text_of(name, "utf8", size), rooms);
        columns.numbers.push_back(numbers_of(rows, work, options.seconds));
    }
    print_table(report, std::string(kernel.name) + ", texts of " + size_name(size), rows, columns);
}

void print_dirty(Report &report, const Kernel &kernel, const Options &options)
{
    std::vector<Row> rows;
    Columns columns{texts_of(options), {}};
    for (const std::string &name : columns.names) {
        const std::string text = text_of(name, "utf8", DIRTY_SIZE);
        std::vector<double> numbers;
        rows.clear();
        for (size_t apart : {10000u, 1000u, 100u, 20u, 5u, 0u}) {
            Rooms rooms;
            Work work = work_of(kernel, text, rooms);
            work.dirty = rooms.bytes(dirty_text(text, apart));
            for (const Row &row : dirty_rows_of(apart)) {
                rows.push_back(row);
            }
            const std::vector<double> more =
                numbers_of(dirty_rows_of(apart), work, options.seconds / 4);
            numbers.insert(numbers.end(), more.begin(), more.end());
        }
        columns.numbers.push_back(numbers);
    }
    print_table(report, std::string(kernel.name) + ", texts with errors", rows, columns);
}

// ---- Peers ----

// A shared object with the functions of functions.h; NULL if there is none.
struct Library {
    void *opened;
    std::string file;
};

// Opens the peers. Returns the peer with the functions of functions.h, and sets peer.lossy.
Library open_peers(const Options &options)
{
    Library library{nullptr, ""};
    for (const std::string &argument : options.peers) {
        const std::string file = halves(halves(argument, '=').second, ':').first;
        void *opened = library_of(file);
        if (dlsym(opened, "rust_lossy")) {
            peer.lossy = function_of<bench_function *>(opened, file, "rust_lossy");
        }
        if (dlsym(opened, "peer_select")) {
            library = {opened, file};
        }
    }
    return library;
}

// Sets the functions of the peer for this kernel; NULL if the peer has none.
void select_peer(const Library &library, const char *kernel)
{
    const auto load = [&](bench_function *&function, const char *name) {
        function = function_of<bench_function *>(library.opened, library.file, name);
    };
    bench_function *const lossy = peer.lossy;
    peer = {};
    peer.lossy = lossy;
    if (library.opened &&
        function_of<bool (*)(const char *)>(library.opened, library.file, "peer_select")(kernel)) {
#define LOAD(name) load(peer.name, "peer_" #name);
        BENCH_PEER(LOAD)
#undef LOAD
    }
}

}  // namespace

int main(int argc, char **argv)
{
    Options options = options_of(argc, argv);
    options.seconds = options.seconds > 0 ? options.seconds : 1;
    read_texts(options.folder);
    const Library library = open_peers(options);
    Report report(options.out);
    pin(options.core);
#ifndef BENCH_ICU
    std::fprintf(stderr, "functions: ICU's headers are missing, so U8_NEXT is not measured; "
                         "'make bench-deps' installs libicu-dev\n");
#endif
    for (const Kernel &kernel : kernels) {
        if (!listed(options.only, kernel.name) || !utf8_limit_kernels(kernel.name) ||
            std::strcmp(utf8_active_kernel(), kernel.name) != 0) {
            continue;
        }
        select_peer(library, kernel.name);
        for (size_t size : options.sizes.empty() ? std::vector<size_t>{65536} : options.sizes) {
            print_kernel(report, kernel, options, size);
        }
        print_dirty(report, kernel, options);
    }
}
