// SPDX-License-Identifier: 0BSD
// Measures the search for a byte in a bucket of four bytes: each function of bucket.c, as each compiler
// builds it.

#include "bench.hpp"

#include <algorithm>

namespace
{

const size_t BUCKETS = 4096;  // per turn

struct Bucket {
    uint8_t bytes[4];
    uint8_t sought;
};

using Count = size_t (*)(const Bucket *, size_t);

const char *const names[] = {"byte_loop", "shift_loop", "zero_word"};

// Whether all searched bytes are in their buckets (at any position), none is, or about half are.
enum Outcome { HITS, MISSES, EITHER };
const char *const outcomes[] = {"hits", "misses", "either"};

size_t draw(std::vector<Bucket> &buckets, Outcome outcome, Random &random)
{
    size_t hits = 0;
    for (Bucket &bucket : buckets) {
        for (uint8_t &byte : bucket.bytes) {
            byte = static_cast<uint8_t>(random.next());
        }
        bool hit = outcome == HITS || (outcome == EITHER && random.from(0, 1) == 1);
        bucket.sought = hit ? bucket.bytes[random.from(0, 3)] : static_cast<uint8_t>(random.next());
        while (!hit && std::count(bucket.bytes, bucket.bytes + 4, bucket.sought) > 0) {
            bucket.sought++;
        }
        hits += hit;
    }
    return hits;
}

}  // namespace

void run_buckets(const std::vector<std::string> &arguments, double seconds, Report &report)
{
    Contenders ways;
    std::vector<Count> counts;
    for (const std::string &argument : arguments) {
        auto [build, file] = halves(argument, '=');
        void *library = library_of(file);
        for (const char *name : names) {
            Contender way;
            way.name = name;
            way.isa = "scalar";
            way.build = build;
            way.side = Side::OURS;
            ways.push_back(way);
            counts.push_back(function_of<Count>(library, file, std::string("count_") + name));
        }
    }
    Table table{"Search for a byte in a bucket of four: ns a bucket, and speed divided by that of "
                "byte_loop of the same build",
                "",
                {"way", "build", outcomes[HITS], outcomes[MISSES], outcomes[EITHER]},
                2,
                {}};
    for (const Contender &way : ways) {
        table.rows.push_back({way.name, way.build});
    }
    std::vector<Bucket> buckets(BUCKETS);
    std::vector<Spread> all;
    for (Outcome outcome : {HITS, MISSES, EITHER}) {
        const std::vector<Spread> spreads =
            take_turns(ways.size(), seconds, [&](size_t k, Random &random) {
                size_t hits = draw(buckets, outcome, random);
                double start = now();
                size_t count = counts[k](buckets.data(), buckets.size());
                double end = now();
                if (count != hits) {
                    fail(ways[k].name + " of " + ways[k].build + " gives a wrong count");
                }
                return (end - start) / static_cast<double>(buckets.size());
            });
        report.csv("bucket", {Load::STRINGS, outcomes[outcome], sizeof Bucket::bytes, 0}, ways,
                   spreads);
        for (size_t k = 0; k < ways.size(); k++) {
            size_t loop = k - k % (sizeof names / sizeof *names);
            table.rows[k].push_back(fixed(spreads[k].median * 1e9, 2) + " " +
                                    fixed(spreads[k].over(spreads[loop]), 2));
        }
        all.insert(all.end(), spreads.begin(), spreads.end());
    }
    table.note = spread_note(all);
    report.table(table);
}
