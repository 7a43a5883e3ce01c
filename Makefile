# SPDX-License-Identifier: 0BSD
# `make` generates out/, compiles and verifies it, and validates real text; `make help` lists most targets.
# `sh setup.sh` installs the packages that `make` and `make check` need.

MAKEFLAGS += --no-print-directory
LUA       ?= lua5.4
CC        ?= cc
WARNINGS  := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes -Werror
STRICT    := -std=c11 -O2 $(WARNINGS)
SANITIZE  := -g -fsanitize=address,undefined -fno-sanitize-recover=all

SPECS     := $(sort $(basename $(notdir $(wildcard gen/specs/*.lua))))
PAIRS     := $(shell sed -n 's/^  "\([a-z0-9-]*:[a-z0-9-]*\)",$$/\1/p' gen/common/pairs.lua)
# Tests of the interface in C, one file each.
TESTS_C   := $(sort $(wildcard tests/*/*_test.c))
# Long tests first, so that no processor is idle at the end.
TESTS     := tests/gen/random_specs_test.lua tests/verify/flip_test.sh tests/verify/carries_test.lua tests/gen/specs_test.lua \
    tests/interface/compile_test.sh tests/commands/gen_cli_test.lua tests/commands/verify_test.lua
TESTS     += $(filter-out $(TESTS),$(sort $(wildcard tests/*/*_test.lua tests/*/*_test.sh)) $(TESTS_C))
# The number of tests that run at once.
TEST_JOBS ?= $(shell getconf _NPROCESSORS_ONLN || echo 1)
HAND_C    := $(sort $(wildcard docs/examples/*.[ch] docs/examples/*/*.[ch] docs/examples/*.cpp tests/*/*.[ch] tests/*/*/*.[ch] tests/*/*/*/*.h verify/*.[ch] verify/*/*.[ch] verify/simde/*/*.h verify/wasi/*/*.h packaging/*.h bench/*.[ch] bench/*.[ch]pp bench/peers/*.c*))
SCRIPTS   := $(sort setup.sh $(wildcard tests/*.sh tests/*/*.sh tests/*/*/*.sh verify/*.sh bench/*.sh packaging/*.sh packaging/completions/*.bash))
# The encodings whose automata are in docs/automata/. These pictures depend on Graphviz's version, so no test compares them.
PICTURES  := utf8 wtf8 cesu8 fssutf assignables

# These targets run in sequence, even with -j: verify checks the files that out wrote. Each runs in a separate
# make, because verify must not depend on out.
all: tools ## generate, build, verify, validate real text (the default)
	@$(MAKE) out
	@$(MAKE) build
	@$(MAKE) verify
	@$(MAKE) texts

.PHONY: all tools out man pictures docs completions build texts unicode isas dot lint objects test test-all random-specs random-models profiles specs postgres homes certificates check trust trust-deps clean help
.DELETE_ON_ERROR:

# $(call needs,PACKAGE...): if some of these packages are missing, prints their names and fails. Without names, it tests all packages.
needs = missing=$$(sh setup.sh missing $1) || exit 1; [ -z "$$missing" ] || \
	{ echo "make: missing:" $$missing "(Debian's names); 'sh setup.sh' installs it" >&2; exit 1; }

needs_npm = command -v npm >/dev/null || { echo "make: missing: npm (Debian's name)" >&2; exit 1; }

tools:
	@$(call needs,)

out: ## write out/ from gen/specs/ (files whose content is unchanged are not touched)
	@$(call needs,lua5.4 lua-argparse lua-filesystem lua-penlight re2c)
	./u8gen gen $(SPECS)
	@for pair in $(PAIRS); do ./u8gen gen $${pair%:*} --to $${pair#*:} || exit 1; done

man: ## write out/ except conversions, and manual pages (section 3) of all encodings to build/man: man -M build/man utf8_valid
	@$(call needs,lua5.4 lua-argparse lua-filesystem lua-penlight re2c)
	./u8gen gen $(SPECS) --man build/man

completions: ## write the shell completions of u8gen to packaging/completions
	$(LUA) packaging/completions.lua packaging/completions

build: build/u8check ## build the example program build/u8check

# $(call upper,NAME): the name in upper case, as in its macros. `upper` uses no shell, since one would start for each name whenever make reads this.
upper_to_i = $(subst i,I,$(subst h,H,$(subst g,G,$(subst f,F,$(subst e,E,$(subst d,D,$(subst c,C,$(subst b,B,$(subst a,A,$1)))))))))
upper_to_r = $(subst r,R,$(subst q,Q,$(subst p,P,$(subst o,O,$(subst n,N,$(subst m,M,$(subst l,L,$(subst k,K,$(subst j,J,$(upper_to_i))))))))))
upper = $(subst z,Z,$(subst y,Y,$(subst x,X,$(subst w,W,$(subst v,V,$(subst u,U,$(subst t,T,$(subst s,S,$(upper_to_r)))))))))

# The C of each folder of out/ is compiled to a separate object, so that only changed C is compiled again.
PAIR_NAMES := $(subst -,,$(subst :,_to_,$(PAIRS)))
OUT_NAMES := $(sort $(filter-out $(PAIR_NAMES),$(notdir $(wildcard out/*))))
U8CHECK_C := docs/examples/encodings.c $(sort $(wildcard docs/examples/u8check*.c))

define out_object
build/objects/$1.o: out/$1/$1.c out/$1/$1.h
	@mkdir -p build/objects
	$$(CC) $$(STRICT) -D$(call upper,$1)_ALL_KERNELS -c -o $$@ $$<
endef
$(foreach name,$(OUT_NAMES) $(PAIR_NAMES),$(eval $(call out_object,$(name))))

objects: $(OUT_NAMES:%=build/objects/%.o) $(PAIR_NAMES:%=build/objects/%.o)

build/u8check: $(U8CHECK_C) $(wildcard docs/examples/*.h) $(OUT_NAMES:%=build/objects/%.o) VERSION
	$(CC) $(STRICT) -DU8CHECK_VERSION='"$(VERSION)"' $(OUT_NAMES:%=-I out/%) -o $@ $(U8CHECK_C) $(OUT_NAMES:%=build/objects/%.o) -pthread

texts: build/u8check ## validate real text in many languages (fetched once, into build/texts)
	@sh tests/outside/texts.sh build/texts build/u8check

# npm's packages are pinned by version and integrity, and fetched again only if these pins change.
build/unicode/node_modules/.package-lock.json: gen/spec/ucd/package.json gen/spec/ucd/package-lock.json
	@$(call needs,lua5.4 nodejs unicode-data)
	@$(needs_npm)
	@mkdir -p build/unicode
	cp $^ build/unicode
	cd build/unicode && npm ci --ignore-scripts --no-audit --no-fund

unicode: build/unicode/node_modules/.package-lock.json ## write gen/spec/unicode_data.lua from the pinned npm packages of gen/spec/ucd/package.json and Debian's unicode-data
	node gen/spec/ucd/lines.mjs build/unicode > build/unicode/lines.txt
	$(LUA) gen/spec/unicode_table.lua < build/unicode/lines.txt > build/unicode/unicode_data.lua
	mv build/unicode/unicode_data.lua gen/spec/unicode_data.lua

isas: ## write verify/isas.h and verify/isas.mk from gen/kernel/isas.lua
	$(LUA) verify/isas.lua --c > verify/isas.h.new && mv verify/isas.h.new verify/isas.h
	$(LUA) verify/isas.lua --make > verify/isas.mk.new && mv verify/isas.mk.new verify/isas.mk

dot: ## draw the automata with Graphviz into build/automata/, and copy some to docs/automata/
	@command -v dot >/dev/null || { echo "make: missing: graphviz (Debian's name)" >&2; exit 1; }
	@mkdir -p build/automata docs/automata
	@for spec in $(SPECS); do ./u8gen dot $$spec -o build/automata >/dev/null || exit 1; done
	@for file in build/automata/*.dot; do dot -Tsvg -o $${file%.dot}.svg $$file || exit 1; done
	@sed -i '/^<!-- Generated by graphviz/,/-->$$/d' build/automata/*.svg
	cd build/automata && cp $(PICTURES:%=%.svg) ../../docs/automata/

pictures: ## draw docs/pictures/lookup.svg and docs/pictures/cover.svg
	@for name in lookup cover; do $(LUA) docs/pictures.lua $$name > docs/pictures/$$name.svg.new \
	    && mv docs/pictures/$$name.svg.new docs/pictures/$$name.svg || exit 1; done

docs: man completions pictures ## run `make man`, `make completions` and `make pictures`

lint: ## check the files with luacheck, words_lint.lua and, if installed, shellcheck and clang-format
	@$(call needs,lua5.4 lua-check)
	@sh tests/run.sh 'luacheck -q --no-color u8gen gen tests verify packaging bench docs pages/playground pages/light' \
	    '! command -v shellcheck >/dev/null || shellcheck $(SCRIPTS)' \
	    '! command -v clang-format >/dev/null || clang-format --dry-run --Werror $(HAND_C)' \
	    '$(LUA) tests/house/words_lint.lua'

# A test in C, linked with the encodings and conversions that it includes. In the sanitized program, the encodings are sanitized, too; only
# utf8 has vector kernels there, so that the program builds quickly. A test that includes a conversion has no sanitized program.
define c_test
$1_NAMES := $$(shell sed -n 's/^#include "\([a-z0-9_]*\)\.h"$$$$/\1/p' $2)

build/$1: $2 $$($1_NAMES:%=build/objects/%.o)
	$$(CC) $$(STRICT) $$($1_NAMES:%=-I out/%) -o $$@ $$^ -lcmocka

build/$1_sanitized: $2 $$($1_NAMES:%=build/sanitized/%.o)
	$$(CC) $$(STRICT) $$(SANITIZE) $$($1_NAMES:%=-I out/%) -o $$@ $$^ -lcmocka
endef
$(foreach test,$(TESTS_C),$(eval $(call c_test,$(basename $(notdir $(test))),$(test))))

define sanitized_object
build/sanitized/$1.o: out/$1/$1.c out/$1/$1.h
	@mkdir -p build/sanitized
	$$(CC) $$(STRICT) $$(SANITIZE) -Og -D$(call upper,$1)_ALL_KERNELS $(if $(filter utf8,$1),,-D$(call upper,$1)_NO_SIMD) -c -o $$@ $$<
endef
$(foreach name,$(OUT_NAMES),$(eval $(call sanitized_object,$(name))))

# An example program, linked with the encodings that it includes.
define example
$1_NAMES := $$(shell sed -n 's/^#include "\([a-z0-9_]*\)\.h"$$$$/\1/p' docs/examples/$1.c)

build/$1: docs/examples/$1.c $$($1_NAMES:%=build/objects/%.o)
	$$(CC) $$(STRICT) $$($1_NAMES:%=-I out/%) -o $$@ $$^
endef
$(foreach name,policies json tokens mqtt_topic xml_outline,$(eval $(call example,$(name))))

# The targets in the tests' `Needs:` lines. If TEST is set, each test's command builds the targets that it needs.
TEST_PROGRAMS := $(shell $(LUA) tests/chosen.lua --needs $(TESTS) 2>/dev/null)

test: tools $(if $(TEST),,$(TEST_PROGRAMS)) ## run every test of tests/; some show that the verifier can fail (TEST=rows: tests with `rows` in their name; ALL=1: no samples)
	@$(call needs,lua5.4 lua-unit lua-lpeg)
	@commands=$$($(LUA) tests/chosen.lua '$(TEST)' $(TESTS)) && eval "sh tests/run.sh -j $(TEST_JOBS) $$commands"

# By default, some tests check only a sample. If ALL is set, they check everything; make passes ALL to them.
test-all: ## run every test without samples: all functions of all specs but slow ones, all planted mistakes, all encodings
	@COMPILED=60 $(MAKE) test ALL=1
	@$(MAKE) conformance CONFORMANCE_OPTIONS=--planted

random-specs: ## compare the C of random specs with their rules; resumes after a stop (defaults: COUNT=3000 SEED=1 JOBS=1; VERIFY=300: also verify that many)
	@COUNT=$(or $(COUNT),3000) $(LUA) tests/gen/random_compiled.lua --run

random-models: ## compare the model of 300 random specs with their rules, without C (make test: 16); try 300 random conversions (make test: 4), and 100,000 hostile specs, names and makefiles
	COUNT=300 $(LUA) tests/gen/random_specs_test.lua -p derived
	PAIRS=300 $(LUA) tests/interface/between_random_test.lua
	DRAWS=100000 $(LUA) tests/commands/hostile_test.lua

postgres: ## test the extension of docs/examples/postgres in a temporary server, on a million rows (as root)
	@sh tests/outside/postgres.sh

homes: ## run the tests of expat, mosquitto, jansson, nghttp2 and libvterm with generated validators (fetches their sources)
	@sh tests/outside/homes.sh

profiles: ## verify some of the example specs in docs/examples/specs
	for name in assigned certainly-nfc identifiers ldh-label no-bidi-controls utf-8-without-bom; do \
	    ./u8gen verify docs/examples/specs/$$name.lua || exit 1; done

specs: ## print a table of every spec of the project and its tests: cost, states, kernels (VERIFY=1: verify; STRICT=1: check budgets; ONLY="never/ pairs/")
	@$(LUA) tests/lib/specs.lua $(ONLY)

certificates: ## check the certificates of out/ with a checker independent of the generator (CARE=1, minutes: also flip each bit of vectors' tables)
	@command -v python3 >/dev/null || { echo "make: missing: python3 (Debian's name)" >&2; exit 1; }
	@python3 verify/certificate.py $(if $(CARE),--care) $(patsubst %/,%,$(dir $(sort $(wildcard out/*/*.json))))

verify-all: test-all random-models random-specs profiles

# The programs of the tests are built first. Then the parts run in parallel, so that no processor is idle. The comparison of out/ writes
# the models that `make verify` needs.
check: tools ## run lint, the comparison of out/ with gen/, the tests, verify, a sample of mutants, and real text
	@$(MAKE) -j $(TEST_JOBS) $(TEST_PROGRAMS)
	+@sh tests/run.sh '& $(MAKE) lint' '& ./u8gen check --model build/model; status=$$?; $(MAKE) verify && exit $$status' '$(MAKE) test' '& $(MAKE) mutants-quick' '& $(MAKE) texts'

trust: tools ## collect the evidence into docs/trust.md, part by part (TRUST="proof pages": only these; resumes after a stop)
	@$(LUA) tests/documents/trust.lua $(TRUST)

trust-deps: outside-deps prove-deps platforms-deps languages-deps ## install (apt-get, as root; about 2 GB) the packages for most parts of `make trust`, beyond those of setup.sh
	DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends postgresql postgresql-server-dev-all libcunit1-dev

clean: ## remove build/
	rm -rf build

help: ## print this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

-include verify/verify.mk verify/prove/prove.mk verify/mutants/mutants.mk bench/bench.mk packaging/packaging.mk packaging/npm/npm.mk
-include packaging/bindings/bindings.mk packaging/python/python.mk packaging/rust/rust.mk packaging/cpp/cpp.mk packaging/recipes/recipes.mk
-include pages/pages.mk pages/light/light.mk tests/outside/outside.mk tests/platforms/platforms.mk
