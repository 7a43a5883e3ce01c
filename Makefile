# SPDX-License-Identifier: 0BSD
# `make` generates out/, builds, verifies and validates real text; `make help` lists the targets.
# `sh setup.sh` installs what these targets need.

MAKEFLAGS += --no-print-directory
LUA       ?= lua5.4
CC        ?= cc
WARNINGS  := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes -Werror
STRICT    := -std=c11 -O2 $(WARNINGS)
SANITIZE  := -g -fsanitize=address,undefined -fno-sanitize-recover=all

SPECS     := $(sort $(basename $(notdir $(wildcard gen/specs/*.lua))))
PAIRS     := $(shell sed -n 's/^  "\([a-z0-9-]*:[a-z0-9-]*\)",$$/\1/p' gen/common/pairs.lua)
# Tests of the interface in C: a program each.
TESTS_C   := $(sort $(wildcard tests/*/*_test.c))
# Those that take long first, so that what runs beside them at the end is short.
TESTS     := tests/gen/random_specs_test.lua tests/verify/flip_test.sh tests/gen/specs_test.lua tests/interface/compile_test.sh \
    tests/commands/gen_cli_test.lua tests/commands/verify_test.lua
TESTS     += $(filter-out $(TESTS),$(sort $(wildcard tests/*/*_test.lua tests/*/*_test.sh)) $(TESTS_C))
# So many tests run at once.
TEST_JOBS ?= $(shell getconf _NPROCESSORS_ONLN || echo 1)
HAND_C    := $(sort $(wildcard docs/examples/*.[ch] docs/examples/*/*.[ch] docs/examples/*.cpp tests/*/*.[ch] tests/platforms/windows/*.h tests/platforms/windows/*/*.h verify/*.[ch] verify/*/*.[ch] packaging/*.h bench/*.[ch] bench/*.[ch]pp bench/peers/*.c*))
SCRIPTS   := $(sort setup.sh $(wildcard tests/*.sh tests/*/*.sh verify/*.sh bench/*.sh packaging/*.sh packaging/completions/u8gen.bash))
PAIR      := out/utf8/utf8.c out/utf8/utf8.h
# The automata that docs/ shows. Pictures depend on Graphviz's version: nothing compares them.
PICTURES  := utf8 wtf8 cesu8 fssutf assignables

# One after the other, also with -j: verify looks at what out wrote. Each in a make of its own,
# because verify must never depend on out.
all: tools ## generate, build, verify, validate real text (the default)
	@$(MAKE) out
	@$(MAKE) build
	@$(MAKE) verify
	@$(MAKE) texts

.PHONY: all tools out man pictures docs completions build texts unicode isas dot lint test random-specs random-models profiles specs postgres homes certificates check trust trust-deps clean help
.DELETE_ON_ERROR:

# $(call needs,PACKAGE...) stops with the names of those that are missing; no name stands for all.
needs = missing=$$(sh setup.sh missing $1 | xargs); [ -z "$$missing" ] || \
	{ echo "make: missing: $$missing (Debian's names); 'sh setup.sh' installs it" >&2; exit 1; }

tools:
	@$(call needs,)

out: ## write out/ from gen/specs/ (files whose content stays are not touched)
	@$(call needs,lua5.4 lua-argparse lua-filesystem lua-penlight re2c)
	./u8gen gen $(SPECS)
	@for pair in $(PAIRS); do ./u8gen gen $${pair%:*} --to $${pair#*:} || exit 1; done

man: ## write the manual pages (section 3) of all encodings to build/man: man -M build/man utf8_valid
	@$(call needs,lua5.4 lua-argparse lua-filesystem lua-penlight re2c)
	./u8gen gen $(SPECS) --man build/man

completions: ## write what shells complete behind u8gen to packaging/completions
	$(LUA) packaging/completions.lua packaging/completions

build: build/u8check ## the example program build/u8check

# $(call upper,NAME): as its macros begin. (Without a shell: this file is read more often than anything is made.)
upper_to_i = $(subst i,I,$(subst h,H,$(subst g,G,$(subst f,F,$(subst e,E,$(subst d,D,$(subst c,C,$(subst b,B,$(subst a,A,$1)))))))))
upper_to_r = $(subst r,R,$(subst q,Q,$(subst p,P,$(subst o,O,$(subst n,N,$(subst m,M,$(subst l,L,$(subst k,K,$(subst j,J,$(upper_to_i))))))))))
upper = $(subst z,Z,$(subst y,Y,$(subst x,X,$(subst w,W,$(subst v,V,$(subst u,U,$(subst t,T,$(subst s,S,$(upper_to_r)))))))))

# Every encoding of out/ is an object of its own, so that only what has changed is compiled again.
PAIR_NAMES := $(subst -,,$(subst :,_to_,$(PAIRS)))
OUT_NAMES := $(sort $(filter-out $(PAIR_NAMES),$(notdir $(wildcard out/*))))
U8CHECK_C := docs/examples/encodings.c $(sort $(wildcard docs/examples/u8check*.c))

define out_object
build/objects/$1.o: out/$1/$1.c out/$1/$1.h
	@mkdir -p build/objects
	$$(CC) $$(STRICT) -D$(call upper,$1)_ALL_KERNELS -c -o $$@ $$<
endef
$(foreach name,$(OUT_NAMES) $(PAIR_NAMES),$(eval $(call out_object,$(name))))

build/u8check: $(U8CHECK_C) $(wildcard docs/examples/*.h) $(OUT_NAMES:%=build/objects/%.o) VERSION
	$(CC) $(STRICT) -DU8CHECK_VERSION='"$(VERSION)"' $(OUT_NAMES:%=-I out/%) -o $@ $(U8CHECK_C) $(OUT_NAMES:%=build/objects/%.o) -pthread

texts: build/u8check ## validate real text in many scripts (fetched once, into build/texts)
	@sh tests/outside/texts.sh build/texts build/u8check

unicode: ## write gen/spec/unicode_data.lua from the Unicode Character Database of this machine
	@$(call needs,lua5.4 unicode-data)
	$(LUA) gen/spec/unicode_table.lua > gen/spec/unicode_data.lua.new
	mv gen/spec/unicode_data.lua.new gen/spec/unicode_data.lua

isas: ## write verify/isas.h and verify/isas.mk from gen/kernel/isas.lua
	$(LUA) verify/isas.lua --c > verify/isas.h
	$(LUA) verify/isas.lua --make > verify/isas.mk

dot: ## draw the automata with Graphviz, into build/automata/ and, some of them, docs/automata/
	@command -v dot >/dev/null || { echo "make: missing: graphviz (Debian's name)" >&2; exit 1; }
	@mkdir -p build/automata docs/automata
	@for spec in $(SPECS); do ./u8gen dot $$spec -o build/automata >/dev/null || exit 1; done
	@for file in build/automata/*.dot; do dot -Tsvg -o $${file%.dot}.svg $$file || exit 1; done
	@sed -i '/^<!-- Generated by graphviz/,/-->$$/d' build/automata/*.svg
	cd build/automata && cp $(PICTURES:%=%.svg) ../../docs/automata/

pictures: ## draw the pictures of documents that need no measurement, into docs/pictures/
	@for name in lookup cover; do $(LUA) docs/pictures.lua $$name > docs/pictures/$$name.svg.new \
	    && mv docs/pictures/$$name.svg.new docs/pictures/$$name.svg || exit 1; done

docs: man completions pictures ## what is made for readers: manual pages, completions, pictures

lint: ## luacheck, shellcheck, clang-format and wording, of the files written by hand
	@$(call needs,lua5.4 lua-check)
	@sh tests/run.sh 'luacheck -q --no-color u8gen gen tests verify packaging docs pages/playground pages/light' \
	    '! command -v shellcheck >/dev/null || shellcheck $(SCRIPTS)' \
	    '! command -v clang-format >/dev/null || clang-format --dry-run --Werror $(HAND_C)' \
	    '$(LUA) tests/house/words_lint.lua'

# A test in C: with the pairs that it includes, and with these sanitized; but for utf8 without vectors then, to be built quickly.
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

# An example: with the pairs that it includes.
define example
$1_NAMES := $$(shell sed -n 's/^#include "\([a-z0-9_]*\)\.h"$$$$/\1/p' docs/examples/$1.c)

build/$1: docs/examples/$1.c $$($1_NAMES:%=build/objects/%.o)
	$$(CC) $$(STRICT) $$($1_NAMES:%=-I out/%) -o $$@ $$^
endef
$(foreach name,policies json tokens mqtt_topic xml_outline,$(eval $(call example,$(name))))

# What the tests say that they need, and their commands. With TEST a command builds that itself.
TEST_PROGRAMS := $(shell $(LUA) tests/chosen.lua --needs $(TESTS) 2>/dev/null)

test: tools $(if $(TEST),,$(TEST_PROGRAMS)) ## every test of tests/, and that the verifier can fail (TEST=rows: those named so)
	@$(call needs,lua5.4 lua-unit lua-lpeg)
	@commands=$$($(LUA) tests/chosen.lua '$(TEST)' $(TESTS)) && eval "sh tests/run.sh -j $(TEST_JOBS) $$commands"

random-specs: ## COUNT=3000 random specs from SEED=1 on, compiled and compared; goes on where it stopped (JOBS=2; VERIFY=300 verified, too)
	@COUNT=$(or $(COUNT),3000) $(LUA) tests/gen/random_compiled.lua --run

random-models: ## 300 random specs in the model only (make test: 24), and 100,000 hostile ones
	COUNT=300 $(LUA) tests/gen/random_specs_test.lua -p derived
	DRAWS=100000 $(LUA) tests/commands/hostile_test.lua

postgres: ## the extension of docs/examples/postgres in a server of its own, on a million rows (as root)
	@sh tests/outside/postgres.sh

homes: ## expat, mosquitto and jansson with generated validators: their own tests (fetches their sources)
	@sh tests/outside/homes.sh

profiles: ## verify the profiles of Unicode in docs/examples/specs
	for name in assigned identifiers no-bidi-controls; do ./u8gen verify docs/examples/specs/$$name.lua || exit 1; done

specs: ## a table of every spec here and in tests: cost, states, kernels (VERIFY=1: verified; STRICT=1: within budgets; ONLY="never/ pairs/")
	@$(LUA) tests/lib/specs.lua $(ONLY)

certificates: ## the certificates of out/ by a checker that knows nothing of the generator (CARE=1: each bit of the tables, too: minutes)
	@command -v python3 >/dev/null || { echo "make: missing: python3 (Debian's name)" >&2; exit 1; }
	@python3 verify/certificate.py $(if $(CARE),--care) $(patsubst %/,%,$(dir $(sort $(wildcard out/*/*.json))))

verify-all: random-models random-specs profiles

# All at once, so that no processor waits for the last one; what they are made of is made before.
check: tools ## everything: lint, out/ compared with gen/, tests, verify, real text
	@$(MAKE) -j $(TEST_JOBS) $(TEST_PROGRAMS)
	+@sh tests/run.sh '& $(MAKE) lint' '& ./u8gen check' '$(MAKE) test' '& $(MAKE) verify' '& $(MAKE) mutants-quick' '& $(MAKE) texts'

trust: tools ## all the evidence, part by part, into docs/trust.md (TRUST="proof pages": these; goes on where it was stopped)
	@$(LUA) tests/documents/trust.lua $(TRUST)

trust-deps: outside-deps prove-deps platforms-deps ## install (apt-get, as root; about 2 GB) what its parts need besides setup.sh's packages
	DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends postgresql postgresql-server-dev-all libcunit1-dev

clean: ## remove build/
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

-include verify/verify.mk verify/prove/prove.mk verify/mutants/mutants.mk bench/bench.mk packaging/packaging.mk packaging/npm/npm.mk
-include pages/pages.mk pages/light/light.mk tests/outside/outside.mk tests/platforms/platforms.mk
