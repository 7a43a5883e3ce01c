// SPDX-License-Identifier: 0BSD
// The validators of libsimdjson, one for each of its implementations on x86-64 and ARM64.

#include <simdjson.h>

namespace
{

// NULL if this processor cannot run it, or if the library does not have it.
const simdjson::implementation *find(const char *name)
{
    const simdjson::implementation *found = simdjson::get_available_implementations()[name];
    return found && found->supported_by_runtime_system() ? found : nullptr;
}

}  // namespace

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)

extern "C" const char *bench_version()
{
    return "simdjson " TEXT(SIMDJSON_VERSION);
}

#define PEER(name)                                                                                 \
    static const simdjson::implementation *const name = find(#name);                               \
    extern "C" int simdjson_##name(const char *bytes, size_t size)                                 \
    {                                                                                              \
        return name ? name->validate_utf8(bytes, size) : -1;                                       \
    }

PEER(fallback)
PEER(westmere)
PEER(haswell)
PEER(icelake)
PEER(arm64)
