// SPDX-License-Identifier: 0BSD
// The interfaces of the benchmark's parts: options.cpp reads the options, texts.cpp makes texts, contenders.cpp loads validators,
// measure.cpp times them, neighbor.cpp keeps the core busy, report.cpp writes tables, bucket.cpp measures
// searches for a byte, plans.cpp defines the other measurements, and bench.cpp starts them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

// Prints the program's name and the message, and exits with status 2.
[[noreturn]] void fail(const std::string &message);

// Splits "name=value" at the first `sign`. Without a sign, the second half is empty.
std::pair<std::string, std::string> halves(const std::string &text, char sign);

// SplitMix64: the same numbers in each run and on each machine.
struct Random {
    uint64_t state;

    uint64_t next();
    uint32_t from(uint32_t low, uint32_t high);  // both included
};

// ---- options.cpp ----

struct Options {
    std::vector<std::string> ours, peers, buckets, kinds, texts, states, only;
    std::vector<size_t> sizes;
    std::string folder = "build/texts", out, plan = "quick";
    double seconds = 0;  // per load; 0: the default of the plan
    int core = -1, sibling = -1;
};

Options options_of(int argc, char **argv);

// Whether the list has the word, or is empty.
bool listed(const std::vector<std::string> &list, const std::string &word);

// ---- texts.cpp ----

using CodePoints = std::vector<uint32_t>;

// Reads the files of real text in a folder. Prints the names of missing files; texts that need them are
// not available.
void read_texts(const std::string &folder);

// Whether this text is available; fails if its name is unknown.
bool has_text(const std::string &name);

// Returns exactly `size` bytes of this text, written in this encoding.
std::string text_of(const std::string &name, const std::string &encoding, size_t size);

// Whether this byte is one of 80..BF, a continuation byte of UTF-8 and related encodings.
bool is_continuation(char byte);

// ---- contenders.cpp ----

// Returns the names of the vector instruction sets. In each family, narrow vectors are first.
const std::vector<std::string> &isas();

enum class Side { LIMIT, PEER, OURS };

const char LIMIT_ISA[] = "limit";    // the ISA of a contender that is a limit
const char DISPATCH[] = "dispatch";  // the name of a contender that calls the chosen kernel

struct Contender {
    std::string name, encoding, isa, build, file;
    Side side = Side::LIMIT;
    bool (*ours)(const void *, size_t) = nullptr;
    int (*peer)(const char *, size_t) = nullptr;

    // Returns pass(validate), where validate(bytes, size) calls the contender directly.
    template <typename Pass> auto with(Pass pass) const
    {
        if (ours) {
            return pass([f = ours](const char *bytes, size_t size) { return f(bytes, size); });
        }
        return pass([f = peer](const char *bytes, size_t size) { return f(bytes, size) != 0; });
    }
};

using Contenders = std::vector<Contender>;

// Opens a shared object, or finds a function in one. Calls fail() if the object or the function is missing.
void *library_of(const std::string &file);
void *address_of(void *library, const std::string &file, const std::string &symbol);

template <typename Function>
Function function_of(void *library, const std::string &file, const std::string &symbol)
{
    Function function;
    void *address = address_of(library, file, symbol);
    static_assert(sizeof function == sizeof address, "POSIX promises it");
    std::memcpy(&function, &address, sizeof function);
    return function;
}

// Loads and tests all kernels that the processor can run. The argument is "BUILD=FILE.so[:ENCODING]". Adds a line
// with the compiler to `versions`.
Contenders load_ours(const std::string &argument, std::vector<std::string> &versions);

// Returns a contender named "dispatch": NAME_valid of the kernels' encoding, with the ISA of the kernel that dispatch chooses.
Contender dispatch_of(const Contenders &kernels);

// Loads the same kernel from a copy of its shared object, so that its code has another address.
Contender loaded_elsewhere(const Contender &ours);

// Loads and tests a peer. The argument is "NAME[@ISA]=FILE.so[:SYMBOL]". int SYMBOL(const char *, size_t) returns 1
// for well-formed text, 0 for ill-formed text, and -1 if this processor cannot run it. In the last case
// the peer is reported and not measured.
Contenders load_peer(const std::string &argument, std::vector<std::string> &versions);

// Returns loops that only read all bytes, as words and as vectors of several widths, some of them with
// prefetches. The fastest loop is the limit for whole texts.
Contenders read_limits();
// Returns the limit for short strings: a call of a function that does nothing.
Contender call_limit();

// ---- measure.cpp ----

struct Load {
    enum Kind {
        TEXT,     // one text, repeatedly
        STRINGS,  // many strings of 1 to `size` bytes, drawn again for each turn
        CHAIN,    // the same, but each call depends on the previous result
        REPEATED  // strings of `size` bytes
    } kind;
    std::string text;
    size_t size;        // bytes of the text, or of the longest string
    size_t offset;      // of the text's address from a multiple of 64
    bool busy = false;  // a second process does the same work (neighbor.cpp)
};

struct Spread {
    double low, median, high;  // quartiles; seconds per byte (TEXT) or per call
    // Returns the ratio of this speed to the other's.
    double over(const Spread &other) const
    {
        return other.median / median;
    }
};

// Pins this process to a core (-1: the current core). Returns the core.
int pin(int core);
// Returns the CPU seconds of this thread, without the time of other processes, which often interrupt long
// turns. Reading this clock is a system call, which is too slow for the short turns of short strings.
double processor_seconds();
// Seconds of a monotonic clock.
double now();
void warm_up(const Contender &contender);
// Measures `count` contenders, and returns the spread of turn(contender, random) for each. Contenders take
// turns in rounds, each round in a new order, until the seconds are over or each has had enough turns.
std::vector<Spread> take_turns(size_t count, double seconds,
                               const std::function<double(size_t, Random &)> &turn);
// Measures contenders that validate, in the same way.
std::vector<Spread> measure(const Contenders &contenders, const Load &load, double seconds);

// ---- neighbor.cpp ----

// Chooses the core of the second process: `wanted`; if that is -1, another hardware thread of `core` (where
// the first process runs); if none is known, `core` itself. Returns a description.
std::string choose_second_core(int core, int wanted);

// A second process: calls begin(), and then work(k) as requested. The process ends with this object.
class Neighbor
{
  public:
    Neighbor(const std::function<void()> &begin, const std::function<void(size_t)> &work);
    ~Neighbor();
    Neighbor(const Neighbor &) = delete;
    Neighbor &operator=(const Neighbor &) = delete;
    // When this returns, the second process repeats work(k). If both processes share a core, the second one has
    // instead done work(k) once.
    void repeat(size_t k);

  private:
    struct Shared;
    Shared *shared;
    int process;
    bool in_turn;
};

// ---- report.cpp ----

struct Table {
    std::string title, note;
    std::vector<std::string> head;
    size_t labels;  // number of columns with text, at the left; the others have numbers
    std::vector<std::vector<std::string>> rows;
};

// Writes to standard output, NAME.md and, if there are figures of contenders, NAME.csv; with an empty name, no files.
class Report
{
  public:
    explicit Report(const std::string &name);
    ~Report();
    void line(const std::string &text);
    void table(const Table &table);
    void csv(const std::string &section, const Load &load, const Contenders &contenders,
             const std::vector<Spread> &spreads);

  private:
    void write(const std::string &text);
    struct Files;
    Files *files;
};

// Returns the name of a busy or idle core in --states and in the CSV.
const char *state_name(bool busy);
std::string fixed(double value, int digits);
// Returns a size in words, such as "16 KiB".
std::string size_name(size_t size);
// Returns a sentence about the spread of the figures.
std::string spread_note(const std::vector<Spread> &spreads);

// ---- bucket.cpp ----

// Measures three ways to search for a byte in a bucket of four bytes. Each argument is "BUILD=FILE.so", where
// FILE.so was built from bucket.c.
void run_buckets(const std::vector<std::string> &arguments, double seconds, Report &report);

// ---- plans.cpp ----

void run_plan(const Options &options, const Contenders &ours, const Contenders &peers,
              Report &report);
void run_variants(const Options &options, const Contenders &ours, Report &report);
void run_cost(const Options &options, const Contenders &ours, Report &report);
// Whether each kernel of a build "after-X" has at least LEAST_RATIO of the speed of its "before-X" twin.
bool run_compare(const Options &options, const Contenders &ours, Report &report);
