// SPDX-License-Identifier: 0BSD
// Keeps the core busy while a contender is measured.
//
// In: the work of contenders, by number. Out: a second process that repeats the work of the measured
// contender on the other hardware thread of its core (from /sys). If there is no such thread, the process
// does the work once before each turn, on the core itself; it then shares caches and predictors with the
// measured one, but not execution units. The idea: the process is forked after texts and contenders are
// loaded, and reads the number of the contender from shared memory.

#include "bench.hpp"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace
{

int second_core = -1;  // where second processes run

// Returns the first core of a list such as "1,5" or "0-1" that is not `core`, or `core` if the list has no other.
int other_of(const std::string &list, int core)
{
    for (const char *at = list.c_str(); *at;) {
        char *end;
        int from = static_cast<int>(std::strtol(at, &end, 10)), to = from;
        if (*end == '-') {
            to = static_cast<int>(std::strtol(end + 1, &end, 10));
        }
        if (from != core || to != core) {
            return from != core ? from : from + 1;
        }
        at = *end ? end + 1 : end;
    }
    return core;
}

}  // namespace

// order: the number of the last request by repeat(); k: its contender; begun, done: the numbers of the
// last requests that the process began and completed.
struct Neighbor::Shared {
    std::atomic<size_t> k, order, begun, done;
};

std::string choose_second_core(int core, int wanted)
{
    std::string list;
    std::getline(std::ifstream("/sys/devices/system/cpu/cpu" + std::to_string(core) +
                               "/topology/thread_siblings_list"),
                 list);
    second_core = wanted >= 0 ? wanted : other_of(list, core);
    const std::string where = std::to_string(second_core);
    return "a second process does the same work on " +
           (second_core == core
                ? "the same core, in turn, since no other hardware thread of it is known"
            : wanted >= 0 ? "core " + where + ", as --sibling says"
                          : "core " + where + ", the other hardware thread");
}

Neighbor::Neighbor(const std::function<void()> &begin, const std::function<void(size_t)> &work)
{
    void *memory =
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        fail("no memory to share with another process");
    }
    shared = new (memory) Shared{{0}, {0}, {0}, {0}};
    in_turn = second_core == sched_getcpu();
    const pid_t parent = getpid();
    process = fork();
    if (process < 0) {
        fail("cannot start another process");
    } else if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pin(second_core);
        begin();
        for (size_t order = 0; getppid() == parent;) {
            while ((in_turn || order == 0) && shared->order == order) {
                usleep(20);
            }
            order = shared->order;
            shared->begun = order;
            work(shared->k);
            shared->done = order;
        }
        _exit(0);
    }
}

Neighbor::~Neighbor()
{
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    munmap(shared, sizeof(Shared));
}

void Neighbor::repeat(size_t k)
{
    shared->k = k;
    const size_t order = ++shared->order;
    while ((in_turn ? shared->done : shared->begun) != order) {
        usleep(20);
        if (waitpid(process, nullptr, WNOHANG) != 0) {
            fail("the second process ended");
        }
    }
}
