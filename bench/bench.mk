# SPDX-License-Identifier: 0BSD
# The benchmark: out/utf8/utf8.c as each of BENCH_BUILDS compiles it, beside Debian's libsimdjson.
# Other peers and options: make bench BENCH_ARGS='--peer simdutf@avx2=FILE.so:SYMBOL --texts cjk'

# COMPILER-LEVEL: one shared object each.
BENCH_BUILDS  ?= gcc-O2 gcc-O3 clang-O2 clang-O3
BENCH_ARGS    ?=
BENCH_OBJECTS := $(BENCH_BUILDS:%=build/bench/utf8-%.so)
BENCH_OURS    := $(foreach build,$(BENCH_BUILDS),--ours $(build)=build/bench/utf8-$(build).so)

.PHONY: bench bench-quick bench-deps

bench-deps: ## install what the benchmark needs from Debian (as root, or through sudo)
	@sh bench/deps.sh

bench-quick: build/bench/bench $(BENCH_OBJECTS) ## our kernels against libsimdjson, in seconds
	@build/bench/bench $(BENCH_OURS) --csv build/bench/quick.csv --rounds 21 $(BENCH_ARGS)

bench: build/bench/bench $(BENCH_OBJECTS) ## the same with more rounds, and texts that no cache holds
	@build/bench/bench $(BENCH_OURS) --csv build/bench/bench.csv --rounds 81 \
	    --sizes 16384,262144,1048576,8388608,67108864 $(BENCH_ARGS)

build/bench/bench: bench/bench.cpp out/utf8/utf8.h
	@sh bench/deps.sh missing
	@mkdir -p build/bench
	$(CXX) -std=c++17 -O2 -Wall -Wextra -Wshadow -Wconversion -Werror -I out/utf8 -o $@ \
	    bench/bench.cpp -lsimdjson -ldl

build/bench/utf8-%.so: out/utf8/utf8.c out/utf8/utf8.h bench/compiler.c
	@sh bench/deps.sh missing
	@mkdir -p build/bench
	$(firstword $(subst -, ,$*)) -std=c99 -$(lastword $(subst -, ,$*)) -fPIC -shared -Wl,-Bsymbolic \
	    -DBENCH_FLAGS='"-$(lastword $(subst -, ,$*))"' -o $@ out/utf8/utf8.c bench/compiler.c
