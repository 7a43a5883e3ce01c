// SPDX-License-Identifier: 0BSD
// What the parts of the benchmark say to each other: texts.cpp makes texts, contenders.cpp loads
// validators, measure.cpp times them, neighbour.cpp keeps the core busy besides, report.cpp writes
// tables, bucket.cpp is a job beside, plans.cpp says what is measured, and bench.cpp reads the options.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

// Prints "bench: message" and ends with 2: wrong usage, or something is not there.
[[noreturn]] void fail(const std::string &message);

// "name=value" in two at the first sign; without one the second half is empty.
std::pair<std::string, std::string> halves(const std::string &text, char sign);

// SplitMix64: what is drawn is the same in each run and on each machine.
struct Random {
    uint64_t state;

    uint64_t next();
    uint32_t from(uint32_t low, uint32_t high);  // both included
};

// ---- texts.cpp ----

using CodePoints = std::vector<uint32_t>;

// What texts can be made here: files of real text that are missing in the folder are told, and the
// texts that need them are left out.
void read_texts(const std::string &folder);

// Whether this text can be made here; fails if there is none of this name.
bool has_text(const std::string &name);

// Exactly `size` bytes of this text, written in this encoding.
std::string text_of(const std::string &name, const std::string &encoding, size_t size);

// Whether no character of UTF-8 and its relatives begins at this byte.
bool is_continuation(char byte);

// ---- contenders.cpp ----

// The names of the instruction sets with vectors, narrow before wide.
const std::vector<std::string> &isas();

enum class Side { LIMIT, PEER, OURS };

const char LIMIT_ISA[] = "limit";  // what limits have in place of an ISA

struct Contender {
    std::string name, encoding, isa, build, file;
    Side side = Side::LIMIT;
    bool (*ours)(const void *, size_t) = nullptr;
    int (*peer)(const char *, size_t) = nullptr;

    // pass(validate), where validate(bytes, size) calls the contender with nothing in between.
    template <typename Pass> auto with(Pass pass) const
    {
        if (ours) {
            return pass([f = ours](const char *bytes, size_t size) { return f(bytes, size); });
        }
        return pass([f = peer](const char *bytes, size_t size) { return f(bytes, size) != 0; });
    }
};

using Contenders = std::vector<Contender>;

// A shared object, and a function in it; each fails if it is not there.
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

// "BUILD=FILE.so[:ENCODING]": all kernels that the processor runs. What made it is added
// to `versions`, a line each.
Contenders load_ours(const std::string &argument, std::vector<std::string> &versions);

// A kernel of ours from a copy of its file, so that its code lies elsewhere in memory.
Contender loaded_elsewhere(const Contender &ours);

// "NAME[@ISA]=FILE.so[:SYMBOL]": int SYMBOL(const char *, size_t), 1 for well-formed, 0 for
// ill-formed, -1 if this processor cannot run it: then it is told and left out.
Contenders load_peer(const std::string &argument, std::vector<std::string> &versions);

// Loops that read all bytes and do nothing with them, of all widths that this processor has: the
// fastest counts. And a call that does nothing at all.
Contenders read_limits();
Contender call_limit();

// ---- measure.cpp ----

struct Load {
    enum Kind {
        TEXT,     // one text again and again
        STRINGS,  // many strings of 1 to `size` bytes, in a new order each time
        CHAIN     // the same, and no call can begin before the one before it has answered
    } kind;
    std::string text;
    size_t size;        // of the text, or of the longest string
    size_t offset;      // of the text from a multiple of 64
    bool busy = false;  // another process does the same on this core
};

struct Spread {
    double low, median, high;  // quartiles; seconds a byte (TEXT) or a call
    // times as fast as the other
    double over(const Spread &other) const
    {
        return other.median / median;
    }
};

// The core that this process stays on from now on; -1 stands for the one it is on.
int pin(int core);
// Seconds since some moment.
double now();
void warm_up(const Contender &contender);
// One spread for each of `count` contenders, of what turn(contender, random) returns. They have
// turns in rounds, each round in a new order, until the seconds are over.
std::vector<Spread> take_turns(size_t count, double seconds,
                               const std::function<double(size_t, Random &)> &turn);
// The same for contenders that validate.
std::vector<Spread> measure(const Contenders &contenders, const Load &load, double seconds);

// ---- neighbour.cpp ----

// Says where the second process runs, beside one on this core; `told`: there, unless it is -1.
std::string settle_neighbours(int core, int told);

// A second process: begin(), and then work(k) for what it is told; it ends with this object.
class Neighbour
{
  public:
    Neighbour(const std::function<void()> &begin, const std::function<void(size_t)> &work);
    ~Neighbour();
    Neighbour(const Neighbour &) = delete;
    Neighbour &operator=(const Neighbour &) = delete;
    // When this returns it does work(k), again and again, or, in turn with this process, has done it.
    void does(size_t k);

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
    size_t labels;  // so many columns from the left hold words, the others numbers
    std::vector<std::vector<std::string>> rows;
};

// Writes to standard output and to NAME.csv and NAME.md; an empty name leaves the files out.
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

// What --states and the CSV call them.
const char *state_name(bool busy);
std::string fixed(double value, int digits);
// "16 KiB".
std::string size_name(size_t size);
// How far figures spread, in a sentence.
std::string spread_note(const std::vector<Spread> &spreads);

// ---- bucket.cpp ----

// "BUILD=FILE.so", made of bucket.c: a byte sought in a bucket of four, in three ways.
void run_buckets(const std::vector<std::string> &arguments, double seconds, Report &report);

// ---- plans.cpp ----

struct Options {
    std::vector<std::string> ours, peers, buckets, kinds, texts, states, only;
    std::vector<size_t> sizes;
    std::string folder = "build/texts", out, plan = "quick";
    double seconds = 0;  // for each load; 0: the plan's own
    int core = -1, sibling = -1;
};

// Whether the list has the word, or is empty.
bool listed(const std::vector<std::string> &list, const std::string &word);

void run_plan(const Options &options, const Contenders &ours, const Contenders &peers,
              Report &report);
void run_variants(const Options &options, const Contenders &ours, Report &report);
void run_cost(const Options &options, const Contenders &ours, Report &report);
// Whether no kernel of a build "after-X" is slower than its twin of "before-X".
bool run_compare(const Options &options, const Contenders &ours, Report &report);
