# SPDX-License-Identifier: 0BSD
# Compares the emitted C with decoders that others wrote (tests/outside/run.lua). Included by the Makefile.
#
#   outside           asks every installed decoder: all texts of up to three bytes, texts of up to six bytes that represent byte
#                     classes, each character, a million random texts; fewer for the ways (uses of a decoder, see decoders.lua)
#                     marked `brief`, and for repairs and conversions by decoders marked `slow`. Resumes after a stop; JOBS=N runs
#                     N ways at once
#   OUTSIDE=long      all texts for every way
#   OUTSIDE=quick     as in `make check`: fewer texts, and only the first ways of the decoders that have `quick` (decoders.lua)
#   OUTSIDE=Java      decoders whose names or commands contain this word
#   outside-deps      installs the packages of the decoders, by apt-get

.PHONY: outside outside-judges outside-deps

OUTSIDE       ?=
OUTSIDE_JUDGE := $(OUT_NAMES:%=build/outside/judge-%) $(PAIR_NAMES:%=build/outside/judge-%)
OUTSIDE_H     := $(wildcard tests/outside/*.h)
HAND_C        += $(sort $(wildcard tests/outside/*.cpp))

build/outside/%.o: tests/outside/%.c $(OUTSIDE_H)
	@mkdir -p build/outside
	$(CC) $(STRICT) -D_DEFAULT_SOURCE -c -o $@ $<

# $(call outside_judge,NAME,NAME in capitals)
define outside_judge
build/outside/subject-$1.o: tests/outside/subject.c tests/outside/subject.h out/$1/$1.h
	@mkdir -p build/outside
	$$(CC) $$(STRICT) -DNAME=$1 -DNAME_UPPER=$2 -I out/$1 -c -o $$@ $$<

build/outside/judge-$1: build/outside/judge.o build/outside/cases.o build/outside/subject-$1.o build/objects/$1.o build/outside/pair.o
	$$(CC) -o $$@ $$^
endef
$(foreach name,$(OUT_NAMES),$(eval $(call outside_judge,$(name),$(call upper,$(name)))))

# $(call outside_pair,NAME,NAME in capitals,NAME of the source)
define outside_pair
build/outside/pair-$1.o: tests/outside/pair.c tests/outside/subject.h out/$1/$1.h
	@mkdir -p build/outside
	$$(CC) $$(STRICT) -DNAME=$1 -DNAME_UPPER=$2 -I out/$1 -c -o $$@ $$<

build/outside/judge-$1: build/outside/judge.o build/outside/cases.o build/outside/subject-$3.o build/objects/$3.o \
    build/outside/pair-$1.o build/objects/$1.o
	$$(CC) -o $$@ $$^
endef
$(foreach name,$(PAIR_NAMES),$(eval $(call outside_pair,$(name),$(call upper,$(name)),$(firstword $(subst _to_, ,$(name))))))

outside-judges: $(OUTSIDE_JUDGE)

outside: outside-judges ## compare out/ with decoders that others wrote (OUTSIDE=quick: as in `make check`; long: all texts; Java: only these)
	@$(call needs,lua5.4 lua-filesystem lua-penlight)
	@$(LUA) tests/outside/run.lua $(OUTSIDE)

outside-deps: ## install (apt-get, as root) the packages of the decoders of `make outside`
	@$(call needs,lua5.4 lua-filesystem lua-penlight)
	@packages=$$($(LUA) tests/outside/run.lua packages) || exit 1; \
	DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends $$(echo "$$packages" | sort -u)
