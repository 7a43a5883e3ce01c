// SPDX-License-Identifier: 0BSD
// The benchmark: our kernels and peers side by side in one process, in turns.
//
//     bench [PLAN] [OPTION VALUE]...
//
// PLAN is what to measure: `quick` (the default), `full` or `variants`. See docs/performance.md.
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
    std::vector<std::string> ours, peers, texts, only;
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
            report.csv(load, ours, spreads);
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

}  // namespace

int main(int argc, char **argv)
{
    const Options options = options_of(argc, argv);
    read_texts(options.folder);
    Report report(options.out);
    report.line("- processor:" + processor() + ", core " + std::to_string(pin(options.core)));
    Contenders ours, peers;
    std::vector<std::string> compilers;
    for (const std::string &argument : options.ours) {
        for (const Contender &contender : load_ours(argument, compilers)) {
            if (listed(options.only, contender.name) || listed(options.only, contender.isa)) {
                ours.push_back(contender);
            }
        }
    }
    std::sort(compilers.begin(), compilers.end());
    compilers.erase(std::unique(compilers.begin(), compilers.end()), compilers.end());
    for (const std::string &compiler : compilers) {
        report.line("- " + compiler);
    }
    if (ours.empty()) {
        fail("no kernel; give --ours BUILD=FILE.so");
    }
    warm_up(ours.back());
    if (options.plan == "variants") {
        run_variants(options, ours, report);
    } else {
        fail("no plan " + options.plan + "; allowed: variants");
    }
}
