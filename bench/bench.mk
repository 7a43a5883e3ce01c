# SPDX-License-Identifier: 0BSD
# The benchmark: out/ as each of BENCH_BUILDS compiles it, beside peers from Debian's packages.
# How to run it and read it: docs/performance.md.

# COMPILER-LEVEL: one shared object each. CC=clang-19 alone takes that compiler alone.
ifeq ($(filter command environment,$(firstword $(origin CC))),)
BENCH_BUILDS  ?= gcc-O3 clang-O3
else
BENCH_BUILDS  ?= $(CC)-O3
endif
BENCH_ARGS    ?=
BENCH_VARIANTS := cesu8 mutf8 wtf8 utf8nonul xml10 assignables

BENCH_DIR     := build/bench
BENCH_PROGRAM := $(BENCH_DIR)/bench
# $(call bench_ours,ENCODINGS): the options that load them, and the files, of each build.
bench_objects = $(foreach name,$1,$(BENCH_BUILDS:%=$(BENCH_DIR)/$(name)-%.so))
bench_ours    = $(foreach name,$1,$(foreach build,$(BENCH_BUILDS),\
    --ours $(build)=$(BENCH_DIR)/$(name)-$(build).so:$(name)))

.PHONY: bench bench-quick bench-variants bench-texts bench-deps

bench-deps: ## install what the benchmark needs from Debian (as root, or through sudo)
	@sh bench/peers.sh install

# $(call bench_plot,PLAN): draws what was measured.
bench_plot = if command -v gnuplot >/dev/null; then \
    awk -v name=$(BENCH_DIR)/$1 -f bench/plot.awk $(BENCH_DIR)/$1.csv | gnuplot; \
    else echo "bench: no plots: gnuplot is missing; 'make bench-deps' installs it" >&2; fi

# $(call bench_run,PLAN): measures, and draws what was measured.
define bench_run
@peers=$$(CC='$(CC)' CXX='$(CXX)' sh bench/peers.sh $(BENCH_DIR)) && \
$(BENCH_PROGRAM) $1 --out $(BENCH_DIR)/$1 $(call bench_ours,utf8) $$peers \
    $(foreach build,$(BENCH_BUILDS),--bucket $(build)=$(BENCH_DIR)/bucket-$(build).so) \
    $(BENCH_ARGS) && $(call bench_plot,$1)
endef

BENCH_NEEDS := $(BENCH_PROGRAM) $(call bench_objects,utf8 bucket)

bench-quick: $(BENCH_NEEDS) bench-texts ## our kernels against Debian's peers, in two minutes
	$(call bench_run,quick)

bench: $(BENCH_NEEDS) bench-texts ## the same in all texts and sizes, and the other encodings
	$(call bench_run,full)
	@$(MAKE) bench-variants

bench-variants: $(BENCH_PROGRAM) $(call bench_objects,utf8 $(BENCH_VARIANTS)) bench-texts
bench-variants: ## the other encodings against utf8's own kernels, in seconds
	@$(BENCH_PROGRAM) variants --out $(BENCH_DIR)/variants \
	    $(call bench_ours,utf8 $(BENCH_VARIANTS)) $(BENCH_ARGS)

# Real text, fetched once. Without it there are the texts drawn from a seed; bench tells which are
# left out.
bench-texts: build/u8check
	@sh tests/texts.sh build/texts build/u8check >/dev/null || :

$(BENCH_PROGRAM): $(wildcard bench/*.cpp bench/*.hpp)
	@mkdir -p $(BENCH_DIR)
	$(CXX) -std=c++17 -O2 -Wall -Wextra -Wshadow -Wconversion -Werror -o $@ \
	    $(filter %.cpp,$^) -ldl

# $(call bench_rules,NAME,FILE): how NAME-COMPILER-LEVEL.so is made; the level is the last word.
define bench_rules
$(BENCH_DIR)/$1-%.so: $2 $(wildcard $(2:.c=.h)) bench/compiler.c
	@mkdir -p $(BENCH_DIR)
	$$(patsubst %-$$(lastword $$(subst -, ,$$*)),%,$$*) -std=gnu99 -$$(lastword $$(subst -, ,$$*)) \
	    -fPIC -shared -Wl,-Bsymbolic -DBENCH_FLAGS='"-$$(lastword $$(subst -, ,$$*))"' -o $$@ \
	    $2 bench/compiler.c
endef
$(foreach name,utf8 $(BENCH_VARIANTS),$(eval $(call bench_rules,$(name),out/$(name)/$(name).c)))
$(eval $(call bench_rules,bucket,bench/bucket.c))
