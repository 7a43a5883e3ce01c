// SPDX-License-Identifier: 0BSD
// The benchmark: compares our kernels and peers in one process, in turns.
//
//     bench [PLAN] [OPTION VALUE]...
//
// PLAN selects the measurements: `quick` (the default), `full`, `variants`, `cost` or `compare`. bench/results/README.md
// has the options, and explains the output.
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
        {"--states", [&](const std::string &v) { options.states = split(v); }},
        {"--only", [&](const std::string &v) { options.only = split(v); }},
        {"--folder", [&](const std::string &v) { options.folder = v; }},
        {"--out", [&](const std::string &v) { options.out = v; }},
        {"--seconds", [&](const std::string &v) { options.seconds = number(v, 3600); }},
        {"--core", [&](const std::string &v) { options.core = static_cast<int>(number(v, 1023)); }},
        {"--sibling",
         [&](const std::string &v) { options.sibling = static_cast<int>(number(v, 1023)); }},
        {"--sizes",
         [&](const std::string &v) {
             for (const std::string &size : split(v)) {
                 options.sizes.push_back(static_cast<size_t>(number(size, 1 << 30)));
                 if (options.sizes.back() == 0) {
                     fail("a text of --sizes has at least one byte");
                 }
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
    const int core = pin(options.core);
    report.line("- processor:" + processor() + ", core " + std::to_string(core));
    report.line("- a busy core: " + settle_neighbours(core, options.sibling));
    report.line("- the benchmark and its limits: " + std::string(COMPILER));
    std::sort(versions.begin(), versions.end());
    versions.erase(std::unique(versions.begin(), versions.end()), versions.end());
    for (const std::string &version : versions) {
        report.line("- " + version);
    }
    warm_up(ours.back());
    if (options.plan == "variants") {
        run_variants(options, ours, report);
    } else if (options.plan == "cost") {
        run_cost(options, ours, report);
    } else if (options.plan == "compare") {
        return run_compare(options, ours, report) ? 0 : 1;
    } else {
        run_plan(options, ours, peers, report);
    }
}
