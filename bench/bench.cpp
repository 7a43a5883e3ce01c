// SPDX-License-Identifier: 0BSD
// The benchmark: our kernels and peers side by side in one process, in turns.
//
//     bench [PLAN] [OPTION VALUE]...
//
// PLAN is what to measure: `quick` (the default), `full` or `variants`. The options and how to read
// what comes out: docs/performance.md.
// Example: bench quick --ours gcc=utf8.so --sizes 16384 --texts chinese,html --only avx2

#include "bench.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <unistd.h>

void fail(const std::string &message)
{
    std::fprintf(stderr, "bench: %s\n", message.c_str());
    std::exit(2);
}

namespace
{

// ---- Options ----

struct Options {
    std::vector<std::string> ours, peers, buckets, kinds, texts, only;
    std::vector<size_t> sizes;
    std::string folder = "build/texts", out, plan = "quick";
    double seconds = 0;  // for each column; 0: the plan's own
    int core = -1;
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

double number(const std::string &text, double most)
{
    char *end;
    double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end || !(value >= 0 && value <= most)) {
        fail("'" + text + "' is no number from 0 to " + fixed(most, 0));
    }
    return value;
}

Options options_of(int argc, char **argv)
{
    Options options;
    using Words = std::map<std::string, std::function<void(const std::string &)>>;
    const Words words = {
        {"--ours", [&](const std::string &v) { options.ours.push_back(v); }},
        {"--peer", [&](const std::string &v) { options.peers.push_back(v); }},
        {"--bucket", [&](const std::string &v) { options.buckets.push_back(v); }},
        {"--kinds", [&](const std::string &v) { options.kinds = split(v); }},
        {"--texts", [&](const std::string &v) { options.texts = split(v); }},
        {"--only", [&](const std::string &v) { options.only = split(v); }},
        {"--folder", [&](const std::string &v) { options.folder = v; }},
        {"--out", [&](const std::string &v) { options.out = v; }},
        {"--seconds", [&](const std::string &v) { options.seconds = number(v, 3600); }},
        {"--core", [&](const std::string &v) { options.core = static_cast<int>(number(v, 1023)); }},
        {"--sizes",
         [&](const std::string &v) {
             for (const std::string &size : split(v)) {
                 options.sizes.push_back(static_cast<size_t>(number(size, 1 << 30)));
             }
         }},
    };
    int i = 1;
    if (argc > 1 && argv[1][0] != '-') {
        options.plan = argv[i++];
    }
    for (; i < argc; i += 2) {
        auto word = words.find(argv[i]);
        if (word == words.end() || i + 1 == argc) {
            std::string allowed;
            for (const auto &entry : words) {
                allowed += " " + entry.first;
            }
            fail(std::string(argv[i]) +
                 (word == words.end() ? ": unknown; allowed:" : ": no value; allowed:") + allowed);
        }
        word->second(argv[i + 1]);
    }
    return options;
}

bool listed(const std::vector<std::string> &list, const std::string &word)
{
    return list.empty() || std::find(list.begin(), list.end(), word) != list.end();
}

// The texts of the plan, or those of --texts; without those that cannot be made here.
std::vector<std::string> texts_of(const Options &options, const std::vector<std::string> &plan)
{
    std::vector<std::string> texts;
    for (const std::string &text : options.texts.empty() ? plan : options.texts) {
        if (has_text(text)) {
            texts.push_back(text);
        }
    }
    return texts;
}

// ---- The run ----

#ifdef __clang__
const char COMPILER[] = __VERSION__;
#else
const char COMPILER[] = "gcc " __VERSION__;
#endif

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

// Shows on a terminal how much is done and what is left.
class Progress
{
  public:
    explicit Progress(size_t of) : total(of), start(now()), shown(isatty(STDERR_FILENO)) {}
    void step()
    {
        done++;
        if (shown) {
            double left =
                (now() - start) / static_cast<double>(done) * static_cast<double>(total - done);
            std::fprintf(stderr, done == total ? "\r\033[K" : "\r\033[K%zu of %zu, %.0f s left",
                         done, total, left);
        }
    }

  private:
    size_t total, done = 0;
    double start;
    bool shown;
};

// How far the figures of a run spread.
std::string spread_note(const std::vector<Spread> &spreads)
{
    std::vector<double> wide;
    for (const Spread &spread : spreads) {
        wide.push_back((spread.high - spread.low) / spread.median * 100);
    }
    std::sort(wide.begin(), wide.end());
    return "Spread, quartile to quartile in % of the median: half of the figures below " +
           fixed(wide[wide.size() / 2], 1) + ", nine of ten below " +
           fixed(wide[wide.size() * 9 / 10], 1) + ".";
}

// ---- Variants ----

// Each of our encodings against utf8's own kernel of the same name, build and text: how many times
// as fast, in bytes a second. Each encoding writes the text in its own form.
void run_variants(const Options &options, const Contenders &ours, Report &report)
{
    const std::vector<std::string> texts =
        texts_of(options, {"ascii", "sparse", "german", "russian", "chinese", "html", "emoji",
                           "mix", "special"});
    const std::vector<size_t> sizes =
        options.sizes.empty() ? std::vector<size_t>{16384} : options.sizes;
    Progress progress(texts.size() * sizes.size());
    for (size_t size : sizes) {
        Table table{"Texts of " + size_name(size) +
                        ": times as fast as utf8's own kernel; utf8 itself: GB/s",
                    "",
                    {"encoding", "kernel", "build"},
                    3,
                    {}};
        for (const Contender &contender : ours) {
            table.rows.push_back({contender.encoding, contender.name, contender.build});
        }
        std::vector<Spread> all;
        for (const std::string &text : texts) {
            const Load load{Load::TEXT, text, size, 0};
            const std::vector<Spread> spreads =
                measure(ours, load, options.seconds > 0 ? options.seconds : 1);
            report.csv("variants", load, ours, spreads);
            table.head.push_back(text);
            for (size_t k = 0; k < ours.size(); k++) {
                std::string cell = "-";
                for (size_t i = 0; i < ours.size(); i++) {
                    if (i == k && ours[i].encoding == "utf8") {
                        cell = fixed(1e-9 / spreads[k].median, 1);
                    } else if (ours[i].encoding == "utf8" && ours[i].name == ours[k].name &&
                               ours[i].build == ours[k].build) {
                        cell = fixed(spreads[k].over(spreads[i]), 2);
                    }
                }
                table.rows[k].push_back(cell);
            }
            all.insert(all.end(), spreads.begin(), spreads.end());
            progress.step();
        }
        table.note = spread_note(all);
        report.table(table);
    }
}

// ---- Ours and peers ----

// One table: a column for each load.
struct Section {
    std::string kind, title;
    std::vector<Load> loads;
    double seconds;  // for each load
};

std::string column_of(const Load &load, bool by_size)
{
    return by_size                   ? size_name(load.size)
           : load.kind == Load::TEXT ? load.text
                                     : load.text + " 1-" + std::to_string(load.size);
}

const size_t KIB = 1024, MIB = 1024 * KIB;
const std::vector<std::string> few = {"ascii", "sparse", "german", "russian", "chinese",
                                      "emoji", "mix",    "html",   "json"};
const std::vector<std::string> unlearned = {"ascii", "chinese", "scripts", "html", "json"};
const std::vector<std::string> many = {
    "ascii",   "sparse",   "german", "french", "russian", "arabic",  "greek", "hindi", "thai",
    "chinese", "japanese", "korean", "emoji",  "mix",     "scripts", "html",  "json",  "source"};

void add(std::vector<Section> &plan, const Options &options, const Section &section)
{
    if (listed(options.kinds, section.kind) && !section.loads.empty()) {
        plan.push_back(section);
    }
}

// Whole texts of one size, `offset` bytes behind a multiple of 64.
void add_texts(std::vector<Section> &plan, const Options &options,
               const std::vector<std::string> &texts, size_t size, size_t offset, double seconds)
{
    Section section{"text", "Texts of " + size_name(size), {}, seconds};
    if (offset > 0) {
        section.title += ", " + std::to_string(offset) + " B behind a multiple of 64";
    }
    for (const std::string &text : texts_of(options, texts)) {
        section.loads.push_back({Load::TEXT, text, size, offset});
    }
    add(plan, options, section);
}

// Short strings, or where `kind` is CHAIN, the same each waiting for the one before.
void add_strings(std::vector<Section> &plan, const Options &options, Load::Kind kind,
                 const std::vector<std::string> &texts, double seconds)
{
    Section section{"strings", "Short strings in ever new order", {}, seconds};
    if (kind == Load::CHAIN) {
        section.kind = "chain";
        section.title = "Latency of short strings, each call waiting for the last";
    }
    for (const std::string &text : texts_of(options, texts)) {
        for (size_t longest : {16, 64, 256}) {
            section.loads.push_back({kind, text, longest, 0});
        }
    }
    add(plan, options, section);
}

// One text in all sizes.
void add_sizes(std::vector<Section> &plan, const Options &options, const std::string &text,
               double seconds)
{
    Section section{"sizes", "The text " + text + " in all sizes", {}, seconds};
    for (size_t size = 1; size <= 256 * MIB && has_text(text); size *= size < 64 ? 2 : 4) {
        section.loads.push_back({Load::TEXT, text, size, 0});
    }
    add(plan, options, section);
}

std::vector<Section> plan_of(const Options &options)
{
    std::vector<Section> plan;
    if (!options.sizes.empty()) {
        for (size_t size : options.sizes) {
            add_texts(plan, options, few, size, 0, 1);
        }
    } else if (options.plan == "quick") {
        add_texts(plan, options, few, 16 * KIB, 0, 0.5);
        add_texts(plan, options, unlearned, 8 * MIB, 0, 1);
        add_strings(plan, options, Load::STRINGS, {"ascii", "chinese", "mix"}, 0.4);
        add_strings(plan, options, Load::CHAIN, {"ascii", "mix"}, 0.4);
    } else if (options.plan == "full") {
        add_texts(plan, options, many, 16 * KIB, 0, 2);
        add_texts(plan, options, few, 16 * KIB, 1, 2);
        add_texts(plan, options, many, 256 * KIB, 0, 2);
        add_texts(plan, options, many, 8 * MIB, 0, 4);
        add_texts(plan, options, few, 256 * MIB, 0, 10);
        add_strings(plan, options, Load::STRINGS, {"ascii", "german", "chinese", "mix"}, 2);
        add_strings(plan, options, Load::CHAIN, {"ascii", "german", "chinese", "mix"}, 2);
        for (const char *text : {"ascii", "chinese", "html"}) {
            add_sizes(plan, options, text, 1);
        }
    } else {
        fail("no plan " + options.plan + "; allowed: quick full variants");
    }
    return plan;
}

// "28.20 1.57 13%": GB/s or ns, times as fast as the fastest peer of the same ISA, and how much of
// the limit that is. The second is missing where there is no such peer.
std::string cell(const Contenders &contenders, const std::vector<Spread> &spreads, size_t k,
                 bool whole)
{
    size_t best = 0;  // the limit, which stands first
    for (size_t i = 1; i < contenders.size(); i++) {
        if (contenders[i].side == Side::PEER && contenders[i].isa == contenders[k].isa &&
            (best == 0 || spreads[i].median < spreads[best].median)) {
            best = i;
        }
    }
    double value = whole ? 1e-9 / spreads[k].median : spreads[k].median * 1e9;
    std::string text = fixed(value, value < 100 ? 2 : 1);
    std::string times = best ? fixed(spreads[k].over(spreads[best]), 2) : "    ";
    std::string limit = fixed(spreads[k].over(spreads[0]) * 100, 0) + "%";
    return k == 0 ? text : text + " " + times + std::string(5 - limit.size(), ' ') + limit;
}

// Tables of so many columns at most.
const size_t WIDE = 9;

void print_section(const Section &section, const Contenders &contenders,
                   const std::vector<std::vector<Spread>> &spreads, Report &report)
{
    const bool whole = section.loads[0].kind == Load::TEXT;
    for (size_t from = 0; from < section.loads.size(); from += WIDE) {
        size_t to = std::min(from + WIDE, section.loads.size());
        Table table{section.title + (whole ? ": GB/s" : ": ns a call") +
                        ", times the fastest peer of the same ISA, part of the limit",
                    "",
                    {"", "build", "ISA"},
                    3,
                    {}};
        for (size_t i = from; i < to; i++) {
            table.head.push_back(column_of(section.loads[i], section.kind == "sizes"));
        }
        std::vector<Spread> all;
        for (size_t k = 0; k < contenders.size(); k++) {
            const Contender &contender = contenders[k];
            std::vector<std::string> row{k == 0 && !whole ? "call only" : contender.name,
                                         contender.build, contender.isa};
            for (size_t i = from; i < to; i++) {
                row.push_back(cell(contenders, spreads[i], k, whole));
                all.push_back(spreads[i][k]);
            }
            table.rows.push_back(row);
        }
        table.note = spread_note(all);
        report.table(table);
    }
}

// By ISA, peers before ours.
bool before(const Contender &a, const Contender &b)
{
    static const std::map<std::string, int> ranks = {
        {"scalar", 0}, {"sse", 1}, {"avx2", 2}, {"avx512", 3}, {"neon", 4}};
    const auto rank = [](const Contender &contender) {
        auto found = ranks.find(contender.isa);
        return std::make_pair(found == ranks.end() ? 5 : found->second, contender.side);
    };
    return rank(a) < rank(b);
}

void run_plan(const Options &options, const Contenders &ours, const Contenders &peers,
              Report &report)
{
    const std::vector<Section> plan = plan_of(options);
    Contenders contenders(ours);
    contenders.insert(contenders.end(), peers.begin(), peers.end());
    std::stable_sort(contenders.begin(), contenders.end(), before);
    contenders.insert(contenders.begin(), read_limit());
    size_t count = 0;
    for (const Section &section : plan) {
        count += section.loads.size();
    }
    Progress progress(count);
    for (const Section &section : plan) {
        std::vector<std::vector<Spread>> spreads;
        for (const Load &load : section.loads) {
            contenders[0] = load.kind == Load::TEXT ? read_limit() : call_limit();
            spreads.push_back(
                measure(contenders, load, options.seconds > 0 ? options.seconds : section.seconds));
            report.csv(section.kind, load, contenders, spreads.back());
            progress.step();
        }
        print_section(section, contenders, spreads, report);
    }
    if (!options.buckets.empty() && listed(options.kinds, "bucket")) {
        run_buckets(options.buckets, 1, report);
    }
}

}  // namespace

int main(int argc, char **argv)
{
    const Options options = options_of(argc, argv);
    read_texts(options.folder);
    const auto wanted = [&](const Contender &contender) {
        return listed(options.only, contender.name) || listed(options.only, contender.isa);
    };
    Contenders ours, peers;
    std::vector<std::string> versions;
    for (const std::string &argument : options.ours) {
        for (const Contender &contender : load_ours(argument, versions)) {
            if (wanted(contender)) {
                ours.push_back(contender);
            }
        }
    }
    for (const std::string &argument : options.peers) {
        for (const Contender &contender : load_peer(argument, versions)) {
            if (wanted(contender)) {
                peers.push_back(contender);
            }
        }
    }
    if (ours.empty()) {
        fail("no kernel; give --ours BUILD=FILE.so, and in --only what it has");
    }
    Report report(options.out);
    report.line("- processor:" + processor() + ", core " + std::to_string(pin(options.core)));
    report.line("- the benchmark and its limits: " + std::string(COMPILER));
    std::sort(versions.begin(), versions.end());
    versions.erase(std::unique(versions.begin(), versions.end()), versions.end());
    for (const std::string &version : versions) {
        report.line("- " + version);
    }
    warm_up(ours.back());
    if (options.plan == "variants") {
        run_variants(options, ours, report);
    } else {
        run_plan(options, ours, peers, report);
    }
}
