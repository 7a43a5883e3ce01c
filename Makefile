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
LUA_TESTS := $(sort $(wildcard tests/*_test.lua tests/gen_*.lua))
HAND_C    := $(sort $(wildcard docs/examples/*.[ch] tests/*.[ch] verify/*.[ch] bench/*.[ch]))
SCRIPTS   := $(sort setup.sh $(wildcard tests/*.sh verify/*.sh bench/*.sh))
PAIR      := out/utf8/utf8.c out/utf8/utf8.h

# One after the other, also with -j: verify looks at what out wrote. Each in a make of its own,
# because verify must never depend on out.
all: tools ## generate, build, verify, validate real text (the default)
	@$(MAKE) out
	@$(MAKE) build
	@$(MAKE) verify
	@$(MAKE) texts

.PHONY: all tools out build texts lint test check clean help
.DELETE_ON_ERROR:

# $(call needs,PACKAGE...) stops with the names of those that are missing; no name stands for all.
needs = missing=$$(sh setup.sh missing $1 | xargs); [ -z "$$missing" ] || \
	{ echo "make: missing: $$missing (Debian's names); 'sh setup.sh' installs it" >&2; exit 1; }

tools:
	@$(call needs,)

out: ## write out/ from gen/specs/ (files whose content stays are not touched)
	@$(call needs,lua5.4 lua-argparse lua-filesystem lua-penlight re2c)
	./u8gen gen $(SPECS)

build: build/u8check ## the example program build/u8check

build/u8check: docs/examples/u8check.c $(PAIR)
	@mkdir -p build
	$(CC) $(STRICT) -I out/utf8 -o $@ docs/examples/u8check.c out/utf8/utf8.c

texts: build/u8check ## validate real text in many scripts (fetched once, into build/texts)
	@sh tests/texts.sh build/texts build/u8check

lint: ## luacheck, shellcheck and clang-format on what is written by hand
	@$(call needs,lua5.4 lua-check)
	@sh tests/run.sh 'luacheck -q --no-color u8gen gen tests' \
	    '! command -v shellcheck >/dev/null || shellcheck $(SCRIPTS)' \
	    '! command -v clang-format >/dev/null || clang-format --dry-run --Werror $(HAND_C)'

build/interface_test: tests/interface_test.c $(PAIR)
	@mkdir -p build
	$(CC) $(STRICT) -I out/utf8 -o $@ tests/interface_test.c out/utf8/utf8.c -lcmocka

build/interface_test_sanitized: tests/interface_test.c $(PAIR)
	@mkdir -p build
	$(CC) $(STRICT) $(SANITIZE) -I out/utf8 -o $@ tests/interface_test.c out/utf8/utf8.c -lcmocka

test: build/u8check build/interface_test build/interface_test_sanitized build/verify/utf8-native-open build/verify/wtf8-native-open build/verify/fssutf-native-open build/verify/cesu8-native-open
test: ## every test of tests/, and that the verifier can fail
	@$(call needs,lua5.4 lua-unit)
	@sh tests/run.sh $(foreach test,$(LUA_TESTS),'$(LUA) $(test)') \
	    'build/interface_test 2>&1' 'build/interface_test_sanitized 2>&1' \
	    'sh tests/compile_test.sh' 'sh verify/flip_test.sh'

check: tools ## everything: lint, out/ compared with gen/, tests, verify, real text
	+@sh tests/run.sh '$(MAKE) lint' './u8gen check' '$(MAKE) test' '$(MAKE) verify' '$(MAKE) texts'

clean: ## remove build/
	rm -rf build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

-include verify/verify.mk bench/bench.mk
