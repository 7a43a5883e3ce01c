// SPDX-License-Identifier: 0BSD
// The benchmark: compares our kernels and peers in one process, in turns.
//
//     bench [PLAN] [OPTION VALUE]...
//
// PLAN selects the measurements: `quick` (the default), `full`, `functions`, `variants`, `cost` or `compare`. bench/results/README.md
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
        Contenders kernels = load_ours(argument, versions);
        if (options.plan == "functions") {
            kernels.push_back(dispatch_of(kernels));
        }
        for (const Contender &contender : kernels) {
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
        fail("no kernel: give --ours BUILD=FILE.so, and in --only names of its kernels");
    }
    Report report(options.out);
    const int core = pin(options.core);
    report.line("- processor:" + processor() + ", core " + std::to_string(core));
    report.line("- a busy core: " + choose_second_core(core, options.sibling));
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
