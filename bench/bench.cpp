// SPDX-License-Identifier: 0BSD
// The benchmark: our kernels and peers side by side in one process.
//
// In: shared objects of out/utf8/utf8.c (--ours LABEL=FILE.so, all kernels in its public list that
// this processor supports), Debian's libsimdjson with each of its implementations, and any other
// validator (--peer NAME[@ISA]=FILE.so[:SYMBOL], int SYMBOL(const char *, size_t)). Out: Markdown
// tables of GB/s (texts) and ns a call (short strings), each figure with its ratio to the fastest
// peer of the same ISA, above 1 where ours is faster; --csv FILE has medians and quartiles.
//
// The one idea: other load on the machine must not favour anyone. So the contenders take turns in
// an order shuffled each round, each turn a fraction of a millisecond, on one pinned core, and the
// median over the rounds counts. Short strings are drawn anew for each turn, as the branch
// predictor would learn an order that comes again. Texts below 64 KiB or so are learned, too.
//
// Example: bench --ours gcc=utf8.so --sizes 16384 --texts cjk,html --only avx2

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <functional>
#include <map>
#include <sched.h>
#include <string>
#include <unistd.h>
#include <vector>

#include <simdjson.h>

#include "utf8.h"

namespace
{

[[noreturn]] void fail(const std::string &message)
{
    std::fprintf(stderr, "bench: %s\n", message.c_str());
    std::exit(2);
}

// SplitMix64: the texts are the same in each run and on each machine.
struct Random {
    uint64_t state;

    uint64_t next()
    {
        uint64_t z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        return z ^ z >> 31;
    }

    uint32_t from(uint32_t low, uint32_t high)
    {
        return low + static_cast<uint32_t>(next() % (high - low + 1));
    }
};

// ---- Texts ----

void append(std::string &text, uint32_t c)
{
    const auto put = [&](uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    const auto tail = [&](int shift) { put(0x80 | (c >> shift & 0x3F)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | c >> 6), tail(0);
    } else if (c < 0x10000) {
        put(0xE0 | c >> 12), tail(6), tail(0);
    } else {
        put(0xF0 | c >> 18), tail(12), tail(6), tail(0);
    }
}

void append_word(std::string &text, Random &random, uint32_t low, uint32_t high)
{
    for (uint32_t n = random.from(1, 10); n > 0; n--) {
        append(text, random.from(low, high));
    }
    append(text, random.from(0, 15) == 0 ? '\n' : ' ');
}

// Two bytes now and then between letters of one, as in German or French, but denser.
void append_latin(std::string &text, Random &random)
{
    append(text, random.from(0, 7) == 0 ? random.from(0xC0, 0xFF) : random.from('a', 'z'));
}

// As English prose or source code: now and then a typographic apostrophe between plain bytes.
void append_sparse(std::string &text, Random &random)
{
    append(text, random.from(0, 499) == 0 ? 0x2019 : random.from(' ', '~'));
}

void append_cjk(std::string &text, Random &random)
{
    append(text,
           random.from(0, 15) == 0 ? random.from(0x3001, 0x3002) : random.from(0x4E00, 0x9FFF));
}

// One, two, three and four bytes, equally often.
void append_mix(std::string &text, Random &random)
{
    static const uint32_t bounds[] = {0, 0x80, 0x800, 0x10000, 0x110000};
    uint32_t n = random.from(0, 3), c = random.from(bounds[n], bounds[n + 1] - 1);
    append(text, c - 0xD800 < 0x800 ? c - 0x1000 : c);
}

// A paragraph in one of several scripts between tags.
void append_html(std::string &text, Random &random)
{
    static const uint32_t scripts[][2] = {{'a', 'z'},     {0xE0, 0xFF},   {0x3B1, 0x3C9},
                                          {0x430, 0x44F}, {0x5D0, 0x5EA}, {0x4E00, 0x9FFF}};
    const uint32_t *script = scripts[random.from(0, 5)];
    text += "<div class=\"row item-" + std::to_string(random.from(1, 999)) + "\">\n  <p>";
    for (uint32_t n = random.from(1, 12); n > 0; n--) {
        append_word(text, random, script[0], script[1]);
    }
    text += "</p>\n  <a href=\"https://example.org/page/" + std::to_string(random.from(1, 99999)) +
            "\">more</a>\n</div>\n";
}

struct TextClass {
    const char *name;
    void (*append)(std::string &, Random &);
    bool strings;  // also measured as short strings
};

const TextClass classes[] = {
    {"ascii", [](std::string &t, Random &r) { append(t, r.from(' ', '~')); }, true},
    {"sparse", append_sparse, false},
    {"latin", append_latin, true},
    {"cyrillic", [](std::string &t, Random &r) { append_word(t, r, 0x410, 0x44F); }, false},
    {"cjk", append_cjk, true},
    {"emoji", [](std::string &t, Random &r) { append(t, r.from(0x1F300, 0x1F64F)); }, false},
    {"mix", append_mix, true},
    {"html", append_html, false},
};

bool is_continuation(char byte)
{
    return (byte & 0xC0) == 0x80;
}

// Exactly so many bytes: what would stand over is cut, a character cut in two replaced.
std::string text_of(const TextClass &text_class, size_t size)
{
    Random random{20210315};
    std::string text;
    while (text.size() < size + 4) {
        text_class.append(text, random);
    }
    size_t end = size;
    while (is_continuation(text[end])) {
        end--;
    }
    text.resize(end);
    text.append(size - end, '.');
    return text;
}

// 64-byte aligned memory with the text in it.
struct Aligned {
    std::vector<char> memory;
    char *bytes;

    explicit Aligned(const std::string &text) : memory(text.size() + 64)
    {
        bytes = memory.data() + (64 - reinterpret_cast<uintptr_t>(memory.data()) % 64) % 64;
        std::memcpy(bytes, text.data(), text.size());
    }
};

// ---- Contenders ----

struct Contender {
    std::string name, isa;
    bool peer = false;
    bool (*ours)(const void *, size_t) = nullptr;
    int (*foreign)(const char *, size_t) = nullptr;
    const simdjson::implementation *simdjson = nullptr;

    // pass(validate), where validate(bytes, size) calls the contender with nothing in between.
    template <typename Pass> auto with(Pass pass) const
    {
        if (ours) {
            return pass([f = ours](const char *bytes, size_t size) { return f(bytes, size); });
        } else if (foreign) {
            return pass(
                [f = foreign](const char *bytes, size_t size) { return f(bytes, size) != 0; });
        }
        return pass([i = simdjson](const char *bytes, size_t size) {
            return i->validate_utf8(bytes, size);
        });
    }

    bool validate(const char *bytes, size_t size) const
    {
        return with([&](auto f) { return f(bytes, size); });
    }
};

// Reads all bytes and does nothing with them: no validator can be faster.
#if defined(__x86_64__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
int read_only(const char *bytes, size_t size)
{
    typedef uint64_t vector __attribute__((vector_size(64), aligned(1), may_alias));
    vector a{}, b{}, c{}, d{};
    size_t i = 0;
    for (; size - i >= 4 * sizeof a; i += 4 * sizeof a) {
        const vector *at = reinterpret_cast<const vector *>(bytes + i);
        a |= at[0], b |= at[1], c |= at[2], d |= at[3];
    }
    a |= b | c | d;
    uint64_t all = a[0] | a[1] | a[2] | a[3] | a[4] | a[5] | a[6] | a[7];
    for (; i < size; i++) {
        all |= static_cast<unsigned char>(bytes[i]);
    }
    return all != 1;
}

// What a call costs: short strings have no lower limit that could be read.
int call_only(const char *, size_t)
{
    return 1;
}

void *symbol_of(void *library, const std::string &file, const char *symbol)
{
    void *address = dlsym(library, symbol);
    if (!address) {
        fail(file + " has no symbol " + symbol);
    }
    return address;
}

void *library_of(const std::string &file)
{
    void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fail(dlerror());
    }
    return library;
}

template <typename Function> Function function_of(void *address)
{
    Function function;
    static_assert(sizeof function == sizeof address, "POSIX promises it");
    std::memcpy(&function, &address, sizeof function);
    return function;
}

// "name=value" in two.
std::pair<std::string, std::string> halves(const std::string &text, char sign)
{
    size_t at = text.find(sign);
    return at == std::string::npos ? std::make_pair(text, std::string())
                                   : std::make_pair(text.substr(0, at), text.substr(at + 1));
}

void add_ours(std::vector<Contender> &contenders, const std::string &argument)
{
    auto [label, file] = halves(argument, '=');
    void *library = library_of(file.find('/') == std::string::npos ? "./" + file : file);
    auto count = function_of<size_t (*)()>(symbol_of(library, file, "utf8_kernel_count"));
    auto at =
        function_of<const utf8_kernel *(*)(size_t)>(symbol_of(library, file, "utf8_kernel_at"));
    for (size_t i = 0; i < count(); i++) {
        const utf8_kernel *kernel = at(i);
        std::string name = kernel->name;
        bool scalar = name == "dfa" || name == "shift" || name == "re2c" || name == "swar";
        if (kernel->supported()) {
            Contender ours;
            ours.name = name + " " + label;
            ours.isa = scalar ? "scalar" : name;
            ours.ours = kernel->valid;
            contenders.push_back(ours);
        }
    }
    if (auto compiler = static_cast<const char *>(dlsym(library, "bench_compiler"))) {
        std::printf("- %s: %s\n", label.c_str(), compiler);
    }
}

void add_peer(std::vector<Contender> &contenders, const std::string &argument)
{
    auto [title, place] = halves(argument, '=');
    auto [name, isa] = halves(title, '@');
    auto [file, symbol] = halves(place, ':');
    void *library = library_of(file.find('/') == std::string::npos ? "./" + file : file);
    Contender peer;
    peer.name = name;
    peer.isa = isa.empty() ? "other" : isa;
    peer.peer = true;
    peer.foreign = function_of<int (*)(const char *, size_t)>(
        symbol_of(library, file, symbol.empty() ? "validate" : symbol.c_str()));
    contenders.push_back(peer);
}

void add_simdjson(std::vector<Contender> &contenders)
{
    static const std::map<std::string, std::string> isas = {{"fallback", "scalar"},
                                                            {"westmere", "sse"},
                                                            {"haswell", "avx2"},
                                                            {"icelake", "avx512"},
                                                            {"arm64", "neon"}};
    for (const simdjson::implementation *implementation :
         simdjson::get_available_implementations()) {
        auto isa = isas.find(implementation->name());
        if (isa != isas.end() && implementation->supported_by_runtime_system()) {
            Contender peer;
            peer.name = "simdjson " + implementation->name();
            peer.isa = isa->second;
            peer.peer = true;
            peer.simdjson = implementation;
            contenders.push_back(peer);
        }
    }
}

// A contender that gives wrong answers is not measured: text of each class, whole, and with a byte
// of it broken or cut off.
void examine(const Contender &contender)
{
    for (const TextClass &text_class : classes) {
        std::string text = text_of(text_class, 1000);
        bool right =
            contender.validate(text.data(), text.size()) && contender.validate(text.data(), 0);
        for (size_t i = 0; i < text.size(); i++) {
            std::string broken = text;
            broken[i] = static_cast<char>(is_continuation(text[i]) ? 'x' : 0xBF);
            right = right && !contender.validate(broken.data(), broken.size());
            right = right && contender.validate(text.data(), i) != is_continuation(text[i]);
        }
        if (!right) {
            fail(contender.name + " gives a wrong answer on " + text_class.name);
        }
    }
}

// ---- Measuring ----

double now()
{
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// What is measured: a text validated again and again, or short strings of one.
struct Load {
    std::string title;  // of the column
    const char *class_name;
    size_t size;  // of the text, or of the longest string
    bool strings;
};

struct Result {
    double low, median, high;  // quartiles; GB/s or ns a call
};

struct Range {
    uint32_t at, size;
};

volatile bool all_valid;  // so that no call is left out

// Seconds that one turn took, `calls` calls on the whole text.
double turn(const Contender &contender, const char *bytes, size_t size, size_t calls)
{
    return contender.with([&](auto validate) {
        bool all = validate(bytes, size);  // untimed: fetches the text into the caches
        double start = now();
        for (size_t i = 0; i < calls; i++) {
            all &= validate(bytes, size);
        }
        double end = now();
        all_valid = all;
        return end - start;
    });
}

double turn(const Contender &contender, const char *bytes, const std::vector<Range> &strings)
{
    return contender.with([&](auto validate) {
        bool all = true;
        double start = now();
        for (Range range : strings) {
            all &= validate(bytes + range.at, range.size);
        }
        double end = now();
        all_valid = all;
        return end - start;
    });
}

// Strings of 1 to `longest` bytes, whole characters, somewhere in the text.
void draw(std::vector<Range> &strings, const std::string &text, uint32_t longest, Random &random)
{
    for (Range &range : strings) {
        uint32_t from = random.from(0, static_cast<uint32_t>(text.size()) - longest - 4),
                 size = random.from(1, longest);
        while (is_continuation(text[from])) {
            from++;
        }
        while (size > 1 && is_continuation(text[from + size])) {
            size--;
        }
        while (is_continuation(text[from + size])) {
            size++;
        }
        range = {from, size};
    }
}

Result quartiles(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    size_t n = values.size();
    return {values[n / 4], values[n / 2], values[n - 1 - n / 4]};
}

// One result a contender.
std::vector<Result> measure(const std::vector<Contender> &contenders, const Load &load,
                            size_t rounds)
{
    const double TURN = 150e-6;
    const TextClass *text_class = classes;
    while (std::strcmp(text_class->name, load.class_name) != 0) {
        text_class++;
    }
    std::string text = text_of(*text_class, load.strings ? 32768 : load.size);
    Aligned aligned(text);
    Random random{1};
    std::vector<Range> strings(load.strings ? 2048 : 0);
    std::vector<size_t> order(contenders.size()), calls(contenders.size(), 1);
    std::vector<std::vector<double>> values(contenders.size());
    for (size_t k = 0; k < order.size(); k++) {
        order[k] = k;
        if (!load.strings) {
            turn(contenders[k], aligned.bytes, load.size, 1);
            double once = turn(contenders[k], aligned.bytes, load.size, 1);
            calls[k] = 1 + static_cast<size_t>(TURN / std::max(once, 1e-9));
        }
    }
    for (size_t round = 0; round < rounds; round++) {
        for (size_t k = order.size(); k > 1; k--) {
            std::swap(order[k - 1], order[random.from(0, static_cast<uint32_t>(k) - 1)]);
        }
        for (size_t k : order) {
            if (load.strings) {
                draw(strings, text, static_cast<uint32_t>(load.size), random);
                double seconds = turn(contenders[k], aligned.bytes, strings);
                values[k].push_back(seconds * 1e9 / static_cast<double>(strings.size()));
            } else {
                double seconds = turn(contenders[k], aligned.bytes, load.size, calls[k]);
                values[k].push_back(static_cast<double>(load.size * calls[k]) / seconds / 1e9);
            }
        }
    }
    std::vector<Result> results;
    for (std::vector<double> &list : values) {
        results.push_back(quartiles(list));
    }
    return results;
}

// ---- Tables ----

// How many times better than the fastest peer of the same ISA; 0 if there is none.
double ratio(const std::vector<Contender> &contenders, const std::vector<Result> &results, size_t k,
             bool strings)
{
    double best = 0;
    for (size_t i = 0; i < contenders.size(); i++) {
        if (contenders[i].peer && contenders[i].isa == contenders[k].isa) {
            double speed = strings ? 1 / results[i].median : results[i].median;
            best = std::max(best, speed);
        }
    }
    double own = strings ? 1 / results[k].median : results[k].median;
    return best > 0 ? own / best : 0;
}

void print_table(const std::string &title, const std::vector<Contender> &contenders,
                 const std::vector<Load> &loads, const std::vector<std::vector<Result>> &results)
{
    size_t width = 0;
    for (const Contender &contender : contenders) {
        width = std::max(width, contender.name.size());
    }
    std::printf("\n%s\n\n| %-*s | ISA    |", title.c_str(), static_cast<int>(width), "");
    for (const Load &load : loads) {
        std::printf(" %12s |", load.title.c_str());
    }
    std::printf("\n|:%s|:-------|", std::string(width + 1, '-').c_str());
    for (size_t i = 0; i < loads.size(); i++) {
        std::printf("-------------:|");
    }
    std::vector<double> spreads;
    for (size_t k = 0; k < contenders.size(); k++) {
        std::printf("\n| %-*s | %-6s |", static_cast<int>(width), contenders[k].name.c_str(),
                    contenders[k].isa.c_str());
        for (size_t i = 0; i < loads.size(); i++) {
            const Result &result = results[i][k];
            double times = ratio(contenders, results[i], k, loads[i].strings);
            if (times > 0) {
                std::printf(" %6.*f %5.2f |", result.median < 100 ? 2 : 1, result.median, times);
            } else {
                std::printf(" %6.*f       |", result.median < 100 ? 2 : 1, result.median);
            }
            spreads.push_back((result.high - result.low) / result.median * 100);
        }
    }
    Result spread = quartiles(spreads);
    std::printf(
        "\n\nSpread (quartile to quartile, in %% of the median): half of the figures below %.1f,"
        " three quarters below %.1f.\n",
        spread.median, spread.high);
    std::fflush(stdout);
}

void write_csv(std::ofstream &csv, const std::vector<Contender> &contenders, const Load &load,
               const std::vector<Result> &results)
{
    for (size_t k = 0; csv && k < contenders.size(); k++) {
        csv << (load.strings ? "strings," : "text,") << load.class_name << ',' << load.size << ','
            << contenders[k].name << ',' << contenders[k].isa << ','
            << (contenders[k].peer ? "peer," : "ours,") << (load.strings ? "ns/call," : "GB/s,")
            << results[k].low << ',' << results[k].median << ',' << results[k].high << '\n';
    }
}

// ---- The run ----

struct Options {
    std::vector<std::string> ours, peers, texts, only, sizes;
    std::string csv;
    size_t rounds = 41;
    int core = -1;
    bool strings = true;
};

std::vector<std::string> split(const std::string &list)
{
    std::vector<std::string> words;
    for (auto rest = list; !rest.empty();) {
        auto [word, tail] = halves(rest, ',');
        words.push_back(word);
        rest = tail;
    }
    return words;
}

size_t number(const std::string &text)
{
    char *end;
    unsigned long value = std::strtoul(text.c_str(), &end, 10);
    if (text.empty() || *end || value > 1ul << 32) {
        fail("'" + text + "' is no number that fits here");
    }
    return value;
}

Options options_of(int argc, char **argv)
{
    Options options;
    options.sizes = {"16384", "1048576"};
    const std::map<std::string, std::function<void(const std::string &)>> words = {
        {"--ours", [&](const std::string &v) { options.ours.push_back(v); }},
        {"--peer", [&](const std::string &v) { options.peers.push_back(v); }},
        {"--sizes", [&](const std::string &v) { options.sizes = split(v); }},
        {"--texts", [&](const std::string &v) { options.texts = split(v); }},
        {"--only", [&](const std::string &v) { options.only = split(v); }},
        {"--rounds",
         [&](const std::string &v) { options.rounds = std::max<size_t>(number(v), 1); }},
        {"--core", [&](const std::string &v) { options.core = static_cast<int>(number(v)); }},
        {"--csv", [&](const std::string &v) { options.csv = v; }},
        {"--strings", [&](const std::string &v) { options.strings = v != "no"; }},
    };
    for (int i = 1; i < argc; i++) {
        auto word = words.find(argv[i]);
        if (word == words.end() || i + 1 == argc) {
            std::string allowed;
            for (const auto &entry : words) {
                allowed += " " + entry.first;
            }
            fail(std::string(argv[i]) +
                 (word == words.end() ? ": unknown; allowed:" : ": no value; allowed:") + allowed);
        }
        word->second(argv[++i]);
    }
    return options;
}

bool listed(const std::vector<std::string> &list, const std::string &word)
{
    return list.empty() || std::find(list.begin(), list.end(), word) != list.end();
}

// The core that this process stays on.
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

std::string processor()
{
    std::ifstream info("/proc/cpuinfo");
    std::map<std::string, std::string> facts;
    for (std::string line; std::getline(info, line) && !line.empty();) {
        auto [key, value] = halves(line, ':');
        facts[key.substr(0, key.find_last_not_of(" \t") + 1)] = value;
    }
    return (facts["model name"].empty() ? " unknown" : facts["model name"]) + ", family" +
           facts["cpu family"] + " model" + facts["model"];
}

void warm_up(const Contender &contender)
{
    Aligned text(text_of(classes[0], 16384));
    for (double end = now() + 0.3; now() < end;) {
        turn(contender, text.bytes, 16384, 100);
    }
}

// Stops if one of --texts is none that this program makes.
void examine_texts(const std::vector<std::string> &texts)
{
    for (const std::string &text : texts) {
        std::string allowed;
        bool found = false;
        for (const TextClass &text_class : classes) {
            found = found || text == text_class.name;
            allowed += std::string(" ") + text_class.name;
        }
        if (!found) {
            fail("no text " + text + "; allowed:" + allowed);
        }
    }
}

std::vector<Load> text_loads(const Options &options, size_t size)
{
    std::vector<Load> loads;
    for (const TextClass &text_class : classes) {
        if (listed(options.texts, text_class.name)) {
            loads.push_back({text_class.name, text_class.name, size, false});
        }
    }
    return loads;
}

std::vector<Load> string_loads(const Options &options)
{
    std::vector<Load> loads;
    for (const TextClass &text_class : classes) {
        for (size_t longest : {16, 64, 256}) {
            if (text_class.strings && listed(options.texts, text_class.name)) {
                loads.push_back({text_class.name + std::string(" 1-") + std::to_string(longest),
                                 text_class.name, longest, true});
            }
        }
    }
    return loads;
}

// Shown on a terminal only: how much is done, and what is left.
void show_progress(size_t done, size_t of, double start)
{
    if (isatty(STDERR_FILENO)) {
        double left =
            done ? (now() - start) / static_cast<double>(done) * static_cast<double>(of - done) : 0;
        std::fprintf(stderr, done == of ? "\r\033[K" : "\r\033[K%zu of %zu, %.0f s left", done, of,
                     left);
    }
}

// The lower limit first, then all that --only lets in, by ISA, peers before ours.
std::vector<Contender> contenders_of(const Options &options)
{
    std::vector<Contender> all, contenders(1);
    contenders[0].isa = "limit";
    add_simdjson(all);
    for (const std::string &peer : options.peers) {
        add_peer(all, peer);
    }
    for (const std::string &ours : options.ours) {
        add_ours(all, ours);
    }
    for (const Contender &contender : all) {
        if (listed(options.only, contender.isa)) {
            examine(contender);
            contenders.push_back(contender);
        }
    }
    std::stable_sort(contenders.begin() + 1, contenders.end(),
                     [](const Contender &a, const Contender &b) { return a.isa < b.isa; });
    return contenders;
}

struct Table {
    std::string title;
    std::vector<Load> loads;
};

std::vector<Table> tables_of(const Options &options)
{
    std::vector<Table> tables;
    for (const std::string &size : options.sizes) {
        tables.push_back({"Texts of " + size +
                              " bytes: GB/s, and times the fastest peer of the "
                              "same ISA",
                          text_loads(options, number(size))});
    }
    if (options.strings) {
        tables.push_back({"Short strings, bytes: ns a call, and times as fast as the fastest peer "
                          "of the same ISA",
                          string_loads(options)});
    }
    return tables;
}

}  // namespace

int main(int argc, char **argv)
{
    const Options options = options_of(argc, argv);
    examine_texts(options.texts);
    std::ofstream csv;
    if (!options.csv.empty()) {
        csv.open(options.csv);
        if (!csv) {
            fail("cannot write " + options.csv);
        }
        csv << "kind,text,bytes,contender,isa,side,unit,quartile 1,median,quartile 3\n";
    }
    std::printf("- processor:%s, core %d\n- bench: %s\n", processor().c_str(), pin(options.core),
                __VERSION__);
    std::vector<Contender> contenders = contenders_of(options);
    const std::vector<Table> tables = tables_of(options);
    size_t done = 0, of = 0;
    for (const Table &table : tables) {
        of += table.loads.size();
    }
    warm_up(contenders.back());
    double start = now();
    for (const Table &table : tables) {
        std::vector<std::vector<Result>> results;
        for (const Load &load : table.loads) {
            show_progress(done++, of, start);
            contenders[0].name = load.strings ? "call only" : "read only";
            contenders[0].foreign = load.strings ? call_only : read_only;
            results.push_back(measure(contenders, load, options.rounds));
            write_csv(csv, contenders, load, results.back());
        }
        show_progress(of, of, start);
        print_table(table.title, contenders, table.loads, results);
    }
    return csv.is_open() && !csv.flush() ? 1 : 0;
}
