# SPDX-License-Identifier: 0BSD
# The benchmark: out/, compiled by each of BENCH_BUILDS, compared with other libraries: Debian's and, if SIMDUTF is set, simdutf.
# bench/results/README.md shows how to run it and how to read the results. bench-functions has a program of its own for the functions
# other than `valid`; bench/jobs.cpp has the goals.

# Names of builds, COMPILER-LEVEL. A build of an encoding is one shared object. With CC=clang-19, only that compiler is used.
ifeq ($(filter command environment,$(firstword $(origin CC))),)
BENCH_BUILDS  ?= gcc-O3 clang-O3
else
BENCH_BUILDS  ?= $(CC)-O3
endif
BENCH_ARGS    ?=
BENCH_VARIANTS := cesu8 mutf8 mutf8paired wtf8 utf8nonul xml10 toml10 yaml12 utf8interchange assignables

# The numbers of ranges that the specs of bench-cost exclude.
BENCH_WITHOUT := 1 2 3 4 5 7 10 15 20 26

# The arguments of bench-compare: an earlier out/, and encodings.
BEFORE        ?=
BENCH_COMPARED ?= utf8

include verify/isas.mk
comma         := ,
empty         :=
# The kernels that bench-cost compares.
BENCH_COSTED  := $(subst $(empty) $(empty),$(comma),dfa shift swar $(ISAS_$(VERIFY_CPU)))
# For bench/functions.h: swar and the vector kernels of this processor family, and conversions between encodings.
BENCH_KERNELS := swar $(ISAS_$(VERIFY_CPU))
BENCH_BETWEEN := mutf8_to_utf8 utf8_to_mutf8 cesu8_to_utf8 utf8_to_cesu8 wtf8_to_utf8 utf8_to_wtf8 latin1_to_utf8 utf8_to_latin1

BENCH_DIR     := build/bench
BENCH_PROGRAM := $(BENCH_DIR)/bench
# $(call bench_ours,ENCODINGS): the options that load the encodings of each build; bench_objects: their files.
bench_objects = $(foreach name,$1,$(BENCH_BUILDS:%=$(BENCH_DIR)/$(name)-%.so))
bench_ours    = $(foreach name,$1,$(foreach build,$(BENCH_BUILDS),\
    --ours $(build)=$(BENCH_DIR)/$(name)-$(build).so:$(name)))

.PHONY: mca bench-functions bench bench-quick bench-plots bench-variants bench-cost bench-compare bench-double bench-u8check bench-texts bench-deps

bench-deps: ## install what the benchmark needs from Debian (as root, or through sudo)
	@sh bench/peers.sh install

# $(call bench_csv,PLAN): prints the results as CSV, after a line with the processor.
bench_csv = { sed -n 's/^- processor: /\# /p' $(BENCH_DIR)/$1.md; cat $(BENCH_DIR)/$1.csv; }

# Builds the peers; their options are then in $$peers. SIMDUTF is a copy of simdutf's repository, since Debian has no package of it.
SIMDUTF       ?=
bench_peers = peers=$$(CC='$(CC)' CXX='$(CXX)' SIMDUTF='$(SIMDUTF)' sh bench/peers.sh $(BENCH_DIR))

# $(call bench_run,PLAN): measures, and plots the results.
define bench_run
@$(bench_peers) && \
$(BENCH_PROGRAM) $1 --out $(BENCH_DIR)/$1 $(call bench_ours,utf8) $$peers \
    $(foreach build,$(BENCH_BUILDS),--bucket $(build)=$(BENCH_DIR)/bucket-$(build).so) \
    $(BENCH_ARGS) && $(call bench_csv,$1) | $(LUA) bench/plot.lua $(BENCH_DIR)/$1
endef

# The plots of bench-quick that docs/performance.md shows.
BENCH_PLOTS := text-16KiB text-8MiB strings

BENCH_NEEDS := $(BENCH_PROGRAM) $(call bench_objects,utf8 bucket)

bench-quick: $(BENCH_NEEDS) bench-texts ## compare our kernels with Debian's libraries, on an idle and on a busy core, in two minutes
	$(call bench_run,quick)

bench-plots: bench-quick ## run bench-quick, and write its plots and their figures to docs/plots
	@mkdir -p docs/plots
	cp $(BENCH_PLOTS:%=$(BENCH_DIR)/quick-%.svg) docs/plots/
	$(call bench_csv,quick) | awk -F, '/^(#|section)/ || $$1 ~ /^(text|strings)$$/ && $$5 == "alone" && $$10 != "limit"' > docs/plots/quick.csv

bench: $(BENCH_NEEDS) bench-texts ## compare our kernels as bench-quick does, on all texts and sizes, and measure the other encodings
	$(call bench_run,full)
	@$(MAKE) bench-variants

bench-variants: $(BENCH_PROGRAM) $(call bench_objects,utf8 $(BENCH_VARIANTS)) bench-texts
bench-variants: ## compare the other encodings with utf8's kernels, in half a minute
	@$(BENCH_PROGRAM) variants --out $(BENCH_DIR)/variants \
	    $(call bench_ours,utf8 $(BENCH_VARIANTS)) $(BENCH_ARGS)

# gen omits a vector kernel that needs too many operations (`most` in gen/kernel/isas.lua). Here --kernels
# names the kernels, so that none is omitted.
bench-cost: $(BENCH_PROGRAM) $(call bench_objects,$(BENCH_WITHOUT:%=without%)) bench-texts
bench-cost: ## find how many operations per vector make a vector kernel slower than scalar kernels
	@cat $(BENCH_WITHOUT:%=$(BENCH_DIR)/without%/gen.txt)
	@$(BENCH_PROGRAM) cost --out $(BENCH_DIR)/cost --only $(BENCH_COSTED) \
	    $(call bench_ours,$(BENCH_WITHOUT:%=without%)) $(BENCH_ARGS)

# Both versions are loaded into one process as separate shared objects, and take turns. Functions and loops are
# aligned to cache lines, so that the speed of unchanged code does not depend on its address.
bench_sides   = $(foreach name,$1,$(foreach build,$(BENCH_BUILDS),$(foreach side,before after,\
    --ours $(side)-$(build)=$(BENCH_DIR)/$(side)-$(name)-$(build).so:$(name))))

bench-compare: $(BENCH_PROGRAM) bench-texts
bench-compare: ## compare the speed before and after a change: BEFORE=an earlier out/; fails below 0.97
	@test -d '$(BEFORE)' || { echo "bench: BEFORE=DIR must name an earlier out/" >&2; exit 2; }
	@for name in $(BENCH_COMPARED); do for build in $(BENCH_BUILDS); do for side in before after; do \
	    case $$side in before) folder='$(BEFORE)' ;; *) folder=out ;; esac; \
	    $${build%-*} -std=gnu99 -$${build##*-} -falign-functions=64 -falign-loops=64 -fPIC -shared -Wl,-Bsymbolic \
	        -D$$(echo $$name | tr a-z A-Z)_ALL_KERNELS -DBENCH_FLAGS="\"-$${build##*-}\"" \
	        -o $(BENCH_DIR)/$$side-$$name-$$build.so "$$folder"/$$name/$$name.c bench/compiler.c || exit 2; \
	done; done; done
	@$(BENCH_PROGRAM) compare --out $(BENCH_DIR)/compare $(call bench_sides,$(BENCH_COMPARED)) \
	    $(BENCH_ARGS)

.PRECIOUS: $(BENCH_DIR)/without%.lua $(BENCH_DIR)/without%.c

# Specs of UTF-8 that exclude N ranges of planes 2 and 3, of six code points each.
$(BENCH_DIR)/without%.lua: bench/bench.mk
	@mkdir -p $(BENCH_DIR)
	@{ echo 'encoding "without$*"'; echo 'source "bench/bench.mk"'; \
	    echo 'form "0xxxxxxx" { "U+0000..U+007F" }'; \
	    echo 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }'; \
	    echo 'form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF",' \
	        'except = { surrogate = "U+D800..U+DFFF" } }'; \
	    echo 'form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF", except = { left = {'; \
	    i=0; while [ $$i -lt $* ]; do \
	        printf '"U+%04X..U+%04X",\n' $$((131072 + i * 4987)) $$((131077 + i * 4987)); \
	        i=$$((i + 1)); done; echo '} } }'; } >$@

$(BENCH_DIR)/without%.c: $(BENCH_DIR)/without%.lua $(wildcard gen/*.lua gen/*/*.lua templates/*/*)
	@mkdir -p $(BENCH_DIR)/without$*
	@./u8gen gen $< --kernels $(BENCH_COSTED) -o $(BENCH_DIR)/without$* \
	    >$(BENCH_DIR)/without$*/gen.txt
	@cp $(BENCH_DIR)/without$*/without$*.[ch] $(BENCH_DIR)

# CJK encodings: SPEC:NAME:TEXT:CODE, the spec's file, the name of its C, the text, and iconv's name of the encoding.
BENCH_DOUBLE := euc-kr:euckr:korean:EUC-KR cp949:cp949:korean:CP949 shift_jis:shift_jis:japanese:SHIFT_JIS \
    euc-jp:eucjp:japanese:EUC-JP big5:big5:chinese:BIG5 gbk:gbk:chinese:GBK gb18030:gb18030:chinese:GB18030

bench-double: bench-texts ## compare the kernels for CJK encodings with shift, in two minutes
	@mkdir -p $(BENCH_DIR)
	@set -e; for one in $(BENCH_DOUBLE); do \
	    set -- $$(echo $$one | tr : ' '); folder=$(BENCH_DIR)/double-$$2; \
	    ./u8gen gen docs/examples/specs/$$1.lua -o $$folder >/dev/null; \
	    for n in 1 2 3 4; do iconv -c -f UTF-8 -t $$4 build/texts/$$3.txt || :; done >$$folder/text; \
	    for build in $(BENCH_BUILDS); do \
	        $${build%-*} -std=gnu11 -$${build##*-} -DNAME=$$2 -D$$(echo $$2 | tr a-z A-Z)_ALL_KERNELS -I$$folder \
	            -o $$folder/$$build bench/double_bytes.c; \
	        echo "$$build"; $$folder/$$build <$$folder/text; \
	    done; \
	done

mca: ## print cycles of utf8's inner loops, by llvm-mca and by gen/kernel/cores.lua (CC=clang-19)
	@$(LUA) tests/lib/mca.lua $(filter clang%,$(CC))

bench-u8check: build/u8check bench-texts ## compare u8check with isutf8, iconv, uconv, rg, grep, file and python3, in two minutes
	@mkdir -p $(BENCH_DIR)
	@bash bench/u8check.sh build/u8check build/texts $(BENCH_DIR) | tee $(BENCH_DIR)/u8check.md

# Real text, fetched once. Without it, only texts of random characters are measured; bench prints which
# files are missing.
bench-texts: build/u8check
	@sh tests/outside/texts.sh build/texts build/u8check >/dev/null || :

BENCH_HEADERS := $(wildcard bench/*.hpp) bench/functions.h verify/isas.h
# The files that only the program `bench` has.
BENCH_OWN     := $(addprefix bench/,bench.cpp bucket.cpp plans.cpp)
# clang calls a part of gcc 12's std::stable_sort deprecated.
BENCH_CXX     = $(CXX) -std=c++17 -O2 -Wall -Wextra -Wshadow -Wconversion -Werror -Wno-deprecated-declarations

$(BENCH_PROGRAM): $(filter-out bench/functions.cpp bench/jobs.cpp,$(wildcard bench/*.cpp)) $(BENCH_HEADERS)
	@mkdir -p $(BENCH_DIR)
	$(BENCH_CXX) -o $@ $(filter %.cpp,$^) -ldl

# The other functions of utf8, and the conversions between encodings, with each kernel separately. They are aligned as in
# bench-compare: a loop with utf8_next had 0.6 times the speed when its address was 16 bytes higher.
BENCH_LATIN1    := $(addprefix $(BENCH_DIR)/,latin1_to_utf8.c utf8_to_latin1.c)
bench_source    = $(firstword $(filter %/$1.c,$(BENCH_LATIN1)) out/$1/$1.c)
BENCH_CONVERTED := $(foreach name,$(BENCH_BETWEEN),$(call bench_source,$(name)))
BENCH_INCLUDED  := $(foreach name,$(BENCH_BETWEEN),\
    -D$(call upper,$(name))_STATIC -D$(call upper,$(name))_KERNEL=$$kernel -include $(call bench_source,$(name)))
# $(call bench_list,NAME,WORDS): a macro NAME(X) with X(WORD) for each word.
bench_list      = '-D$1(X)=$(patsubst %,X(%),$2)'
BENCH_LISTS     := $(call bench_list,BENCH_KERNELS,$(BENCH_KERNELS)) $(call bench_list,BENCH_BETWEEN,$(BENCH_BETWEEN)) -Iout/utf8

$(BENCH_DIR)/latin1_to_utf8.c: bench_pair = $< --to utf-8
$(BENCH_DIR)/utf8_to_latin1.c: bench_pair = utf-8 --to $<
$(BENCH_LATIN1): docs/examples/specs/latin-1.lua $(wildcard gen/*.lua gen/*/*.lua templates/*/*)
	@mkdir -p $(BENCH_DIR)
	@./u8gen gen $(bench_pair) -o $(BENCH_DIR)

$(BENCH_DIR)/functions-%: $(filter-out $(BENCH_OWN),$(wildcard bench/*.cpp)) bench/characters.c bench/between.c $(BENCH_HEADERS) out/utf8/utf8.c $(BENCH_CONVERTED)
	@mkdir -p $@.d
	@set -e; build=$*; \
	c() { $${build%-*} -std=gnu99 -$${build##*-} -falign-functions=64 -falign-loops=64 -Wall -Wextra $(BENCH_LISTS) -c "$$@"; }; \
	c -DUTF8_ALL_KERNELS -o $@.d/utf8.o out/utf8/utf8.c; \
	c -o $@.d/characters.o bench/characters.c; \
	for kernel in $(BENCH_KERNELS); do \
	    c -DBENCH_KERNEL=$$kernel $(BENCH_INCLUDED) -o $@.d/between-$$kernel.o bench/between.c; \
	done
	$(BENCH_CXX) $(BENCH_LISTS) -o $@ $(filter %.cpp,$^) $@.d/*.o -ldl

bench-functions: $(BENCH_PROGRAM) $(call bench_objects,utf8) $(BENCH_BUILDS:%=$(BENCH_DIR)/functions-%) bench-texts
bench-functions: ## measure the functions other than valid, short strings, and the kernel that dispatch chooses, in ten minutes
	@$(bench_peers) && \
	for build in $(BENCH_BUILDS); do \
	    $(BENCH_DIR)/functions-$$build --out $(BENCH_DIR)/functions-$$build $$peers $(BENCH_ARGS) >/dev/null || exit 2; \
	done && \
	$(BENCH_PROGRAM) functions --out $(BENCH_DIR)/kernels $(call bench_ours,utf8) $$peers $(BENCH_ARGS) >/dev/null
	@{ $(LUA) bench/functions.lua $(BENCH_BUILDS:%=$(BENCH_DIR)/functions-%.md) && cat $(BENCH_DIR)/kernels.md; } | tee $(BENCH_DIR)/functions.md

# $(call bench_rules,NAME,FILE): the rule for NAME-COMPILER-LEVEL.so; LEVEL is the part after the last hyphen.
define bench_rules
$(BENCH_DIR)/$1-%.so: $2 $(wildcard $(2:.c=.h)) bench/compiler.c
	@mkdir -p $(BENCH_DIR)
	$$(patsubst %-$$(lastword $$(subst -, ,$$*)),%,$$*) -std=gnu99 -$$(lastword $$(subst -, ,$$*)) \
	    -fPIC -shared -Wl,-Bsymbolic -D$(call upper,$1)_ALL_KERNELS -DBENCH_FLAGS='"-$$(lastword $$(subst -, ,$$*))"' -o $$@ \
	    $2 bench/compiler.c
endef
$(foreach name,$(sort utf8 $(BENCH_VARIANTS) $(BENCH_COMPARED)),$(eval $(call bench_rules,$(name),out/$(name)/$(name).c)))
$(foreach n,$(BENCH_WITHOUT),$(eval $(call bench_rules,without$n,$(BENCH_DIR)/without$n.c)))
$(eval $(call bench_rules,bucket,bench/bucket.c))
