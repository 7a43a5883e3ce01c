// SPDX-License-Identifier: 0BSD
// Measures the time of contenders.
//
// In: contenders, and texts to validate. Out: a median and quartiles for each. The idea: other load on
// the machine must affect all contenders equally. So they take turns in rounds, in an order that is
// shuffled for each round. Unless the text is long, a turn takes a fraction of a millisecond. All turns
// are on one pinned core, and the median over the rounds is the result. Short strings are drawn again for
// each turn, since a branch predictor would learn a repeated order; it also learns whole texts below about
// 64 KiB. A slow contender skips rounds if it has used more than its share of the time. Short turns that
// were interrupted are repeated.
// For a busy core, a second process does the same work as the contender, on its own copy of the text
// (neighbor.cpp).

#include "bench.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

namespace
{

const double TURN = 150e-6;  // seconds
const double SLICE = 20e-3;  // seconds; an interrupted turn that took longer is not repeated
const int MOST_TRIES = 10;
const size_t LEAST_TURNS = 5;  // even if the time is over
const size_t MOST_TURNS = 201;
const size_t CACHED = 1 << 20;          // longer texts are not fetched into caches first
const size_t STRINGS = 2048;            // per turn
const size_t STRINGS_TEXT = 64 * 1024;  // bytes of the text they are drawn from

volatile size_t answers;  // so that the compiler cannot remove calls

// A copy of the text, `offset` bytes after a multiple of 64.
struct Placed {
    std::vector<char> memory;
    char *bytes;

    Placed(const std::string &text, size_t offset) : memory(text.size() + 128)
    {
        bytes = memory.data() + (64 - reinterpret_cast<uintptr_t>(memory.data()) % 64) % 64 +
                offset % 64;
        std::memcpy(bytes, text.data(), text.size());
    }
    Placed(Placed &&) = default;
    Placed &operator=(Placed &&) = default;
};

struct Range {
    uint32_t at, size;
};

// Whether the byte is inside a character: a continuation byte, or the first byte of a low surrogate.
bool is_inside(const std::string &text, size_t at)
{
    return is_continuation(text[at]) ||
           (text[at] == '\xED' && text[at + 1] >= '\xB0' && text[at + 1] <= '\xBF');
}

// Draws strings of whole characters, of about `shortest` to `longest` bytes, at random positions of the text. If both sizes are equal, a
// position is drawn again, up to MOST_DRAWN times, until the string has exactly this size.
void draw(std::vector<Range> &strings, const std::string &text, uint32_t shortest, uint32_t longest,
          Random &random)
{
    const int MOST_DRAWN = 50;
    // room for a character before and after; a pair of CESU-8 has six bytes
    const uint32_t last = static_cast<uint32_t>(text.size()) - longest - 16;
    for (Range &range : strings) {
        uint32_t from = random.from(8, last), size = random.from(shortest, longest);
        for (int i = 0; shortest == longest && i < MOST_DRAWN &&
                        (is_inside(text, from) || is_inside(text, from + size));
             i++) {
            from = random.from(8, last);
        }
        while (is_inside(text, from)) {
            from++;
        }
        while (size > 1 && is_inside(text, from + size)) {
            size--;
        }
        while (is_inside(text, from + size)) {
            size++;
        }
        range = {from, size};
    }
}

// Returns the seconds for a number of calls on the whole text. Before them, one more call loads a short text into the caches.
double text_turn(const Contender &contender, const char *bytes, size_t size, size_t calls)
{
    return contender.with([&](auto validate) {
        size_t all = size > CACHED || validate(bytes, size);
        double start = processor_seconds();
        for (size_t i = 0; i < calls; i++) {
            all += validate(bytes, size);
        }
        double end = processor_seconds();
        answers = all;
        return end - start;
    });
}

double strings_turn(const Contender &contender, const char *bytes,
                    const std::vector<Range> &strings)
{
    return contender.with([&](auto validate) {
        size_t all = 0;
        double start = now();
        for (Range range : strings) {
            all += validate(bytes + range.at, range.size);
        }
        double end = now();
        answers = all;
        return end - start;
    });
}

// Returns the seconds for one call on each string. The address of the next string depends on the result, which
// is always 1, so that calls cannot overlap.
double chain_turn(const Contender &contender, const char *bytes, const std::vector<Range> &strings)
{
    return contender.with([&](auto validate) {
        size_t at = 0;
        double start = now();
        for (size_t i = 0; i < strings.size(); i++) {
            Range range = strings[at];
            at += validate(bytes + range.at, range.size);
        }
        double end = now();
        answers = at;
        return end - start;
    });
}

// Returns how often another process took the core from this process.
long interruptions()
{
    rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

// Returns the result of turn(). A turn of at most SLICE that was interrupted is repeated, up to MOST_TRIES
// turns in all.
template <typename Turn> double undisturbed(Turn turn)
{
    for (int tries = 1;; tries++) {
        long before = interruptions();
        double start = now(), value = turn();
        if (interruptions() == before || now() - start > SLICE || tries == MOST_TRIES) {
            return value;
        }
    }
}

Spread quartiles(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    size_t n = values.size();
    return {values[n / 4], values[n / 2], values[n - 1 - n / 4]};
}

// The turns of all contenders with one load. Each contender gets the text in its own encoding.
class Turns
{
  public:
    Turns(const Contenders &contenders, const Load &load);
    // One turn: seconds for a byte, or for a call.
    double take(size_t k, Random &random);
    // Copies the texts, so that the second process has its own.
    void own_texts();
    // The work of the second process. It validates long texts by pieces, so that it soon sees the next request.
    void work(size_t k, Random &random);

  private:
    const Contenders &contenders;
    const Load &load;
    const bool whole;
    std::map<std::string, std::string> texts;  // by encoding
    std::map<std::string, Placed> placed;
    std::vector<size_t> calls;  // per turn
    std::vector<Range> strings;
    size_t at = 0;  // of the next piece
};

Turns::Turns(const Contenders &all, const Load &one)
    : contenders(all), load(one), whole(one.kind == Load::TEXT), strings(whole ? 0 : STRINGS)
{
    for (const Contender &contender : contenders) {
        const std::string &encoding = contender.encoding;
        if (!texts.count(encoding)) {
            texts[encoding] = text_of(load.text, encoding, whole ? load.size : STRINGS_TEXT);
            placed.emplace(encoding, Placed(texts[encoding], load.offset));
        }
        calls.push_back(1);
        if (whole && load.size <= CACHED) {
            const char *bytes = placed.at(encoding).bytes;
            text_turn(contender, bytes, load.size, 1);
            double once = text_turn(contender, bytes, load.size, 1);
            calls.back() = 1 + static_cast<size_t>(TURN / std::max(once, 1e-9));
        }
    }
}

double Turns::take(size_t k, Random &random)
{
    const Contender &contender = contenders[k];
    const char *bytes = placed.at(contender.encoding).bytes;
    const double units = static_cast<double>(whole ? load.size * calls[k] : strings.size());
    double taken = 0;
    if (whole) {
        taken = text_turn(contender, bytes, load.size, calls[k]);
    } else {
        const auto longest = static_cast<uint32_t>(load.size);
        draw(strings, texts[contender.encoding], load.kind == Load::REPEATED ? longest : 1, longest,
             random);
        taken = load.kind == Load::CHAIN ? chain_turn(contender, bytes, strings)
                                         : strings_turn(contender, bytes, strings);
    }
    if (answers != (whole ? calls[k] + 1 : strings.size())) {
        fail(contender.name + " refuses the text " + load.text + " of " + contender.encoding);
    }
    return taken / units;
}

void Turns::own_texts()
{
    for (const auto &[encoding, text] : texts) {
        placed.insert_or_assign(encoding, Placed(text, load.offset));
    }
}

void Turns::work(size_t k, Random &random)
{
    if (!whole || load.size <= CACHED) {
        take(k, random);
        return;
    }
    const std::string &encoding = contenders[k].encoding;
    for (at = at + CACHED < load.size ? at : 0; is_inside(texts[encoding], at);) {
        at++;
    }
    text_turn(contenders[k], placed.at(encoding).bytes + at, CACHED, 1);
    at += CACHED;
}

}  // namespace

int pin(int core)
{
    int chosen = core < 0 ? sched_getcpu() : core;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<size_t>(chosen), &set);
    if (chosen < 0 || sched_setaffinity(0, sizeof set, &set) != 0) {
        fail("cannot stay on core " + std::to_string(chosen));
    }
    return chosen;
}

double processor_seconds()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double now()
{
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

void warm_up(const Contender &contender)
{
    Placed text(text_of("mix", contender.encoding, 16384), 0);
    for (double end = now() + 0.3; now() < end;) {
        text_turn(contender, text.bytes, 16384, 10);
    }
}

std::vector<Spread> take_turns(size_t count, double seconds,
                               const std::function<double(size_t, Random &)> &turn)
{
    Random random{1};
    std::vector<size_t> order;
    for (size_t k = 0; k < count; k++) {
        order.push_back(k);
    }
    std::vector<std::vector<double>> values(count);
    std::vector<double> spent(count);
    const double start = now();
    for (bool more = true; more;) {
        const double begin = now() - start;
        more = false;
        for (size_t k = count; k > 1; k--) {
            std::swap(order[k - 1], order[random.from(0, static_cast<uint32_t>(k) - 1)]);
        }
        for (size_t k : order) {
            bool few = values[k].size() < LEAST_TURNS;
            bool may = values[k].size() < MOST_TURNS && begin < seconds;
            if (few || (may && spent[k] <= begin / static_cast<double>(count))) {
                double before = now();
                values[k].push_back(undisturbed([&] { return turn(k, random); }));
                spent[k] += now() - before;
            }
            more = more || few || may;
        }
    }
    std::vector<Spread> spreads;
    for (const std::vector<double> &list : values) {
        spreads.push_back(quartiles(list));
    }
    return spreads;
}

std::vector<Spread> measure(const Contenders &contenders, const Load &load, double seconds)
{
    Turns turns(contenders, load);
    std::unique_ptr<Neighbor> neighbor;
    if (load.busy) {
        Random random{2};
        neighbor = std::make_unique<Neighbor>([&] { turns.own_texts(); },
                                              [&](size_t k) { turns.work(k, random); });
    }
    return take_turns(contenders.size(), seconds, [&](size_t k, Random &random) {
        if (neighbor) {
            neighbor->repeat(k);
        }
        return turns.take(k, random);
    });
}
