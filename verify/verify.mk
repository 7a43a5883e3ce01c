# SPDX-License-Identifier: 0BSD
# What verify/ is made of, and how it is asked for: lists of files, settings, and targets that call run.lua. What is compiled, from what and
# how, is in rules.lua, which writes it as rules of make. The top Makefile includes this; `make -f verify/verify.mk verify` works as well.
# It checks out/ as it stands: nothing here makes out/, so neither the timestamps of a clone nor an edit can set the generator off. Only
# NAME-plain is compiled from the generator's own text, which differs from that of out/ in the words (tests/gen/words_test.lua): it speaks
# for out/ as long as `u8gen check` does.
#
#   verify       quick: proof, sweep, mutation and short texts of all encodings on all kernels
#   verify-all   everything on every kernel; goes on where it was stopped, as long as no source
#                changes
#   VERIFY_NATIVE_ONLY=1   only what this processor has: nothing by plain words, SIMDe or an emulator
#   VERIFY_NAME="a b"      only these encodings, and no pairs between two
#   VERIFY_PAIRS="a_to_b"  only these pairs
#   VERIFY_OUT=DIR         checks another folder, a vendored copy, say: DIR/NAME.c and its
#                          companions, or DIR/NAME/NAME.c; not with words in plain C, which the
#                          generator makes for out/
#   VERIFY_MODEL=DIR       where NAME_model.h is made if none is beside NAME.c
#   VERIFY_DESCRIBED=1     the reference is what the spec says (NAME_model.h), not the one by hand
#   VERIFY_MACHINE=...     what SIMDe may compile for (this processor)
#   VERIFY_OBJECTS=DIR     objects that know no encoding: those of another run, one that is not under way
#   JOBS=N                 so many compilers at once (make -j N does so, too)
#
# For each encoding there are the programs
#
#   NAME-native       as a user compiles it, pairs between two encodings, too; without NAME-plain also NAME-native-open, whose tables can be
#                     written to
#   NAME-plain        the vector kernels of all processors, with words in plain C, and tables that can be
#                     written to
#   NAME-simde-CPU    those of another processor (or, on demand, what this one lacks), by SIMDe
#   NAME-cross-CPU    as a user compiles it for that processor, run under an emulator
#
# The conformance of words: each word of each instruction set against its meaning (gen/kernel/vocabulary.lua). Here the generator's words and
# templates are what is checked, not out/. What this processor lacks runs by SIMDe (Debian's libsimde-dev), and so does, besides the emulator,
# what is for another one.
#
#   conformance             all instruction sets, and a table; native, or under the emulator
#   conformance-NAME        one of them
#   CONFORMANCE_OPTIONS=--planted   faults planted in every word and lane: are they found?
#   CONFORMANCE_ROOT=DIR    takes the words of another copy of the project, DIR/templates/isa/
#   CONFORMANCE_DIR=DIR     builds there
#   CONFORMANCE_EACH=       only one of the lengths that the vectors of some sets may have
#   CONFORMANCE_MACHINE=... what SIMDe may compile for (this processor)

# The catalogue stands here in full, so that one that out/ lacks is noticed.
VERIFY_NAME  ?= utf8 utf8nonul utf8generalized wtf8 cesu8 cesu8lax mutf8 mutf8android mutf8paired \
    mutf8lenient fssutf xml10 assignables utf8interchange mqttstrict yaml12 toml10
# Pairs between two encodings: of what both write alike the automaton and the windows are shown, as the
# spec of it says (NAME_model.h), and what they convert. gen/common/pairs.lua lists them.
PAIRS        ?= $(shell sed -n 's/^  "\([a-z0-9-]*:[a-z0-9-]*\)",$$/\1/p' gen/common/pairs.lua)
VERIFY_PAIRS ?= $(if $(filter file,$(origin VERIFY_NAME)),$(subst -,,$(subst :,_to_,$(PAIRS))))
# Every text of four bytes goes to the kernel that dispatch chooses by call.
VERIFY_COMPLETE := utf8
# Where the whole catalogue is looked at, a sample of the sweep and of lanes is for all others, and verify-all takes their
# texts of four bytes briefly: the code around tables is the same. One that is asked for by its name has all.
VERIFY_SAMPLED ?= $(if $(filter file,$(origin VERIFY_NAME)),$(filter-out $(VERIFY_COMPLETE),$(VERIFY_NAME)))

LUA            ?= lua5.4
VERIFY_OUT     ?= out
VERIFY_DIR     ?= build/verify
VERIFY_MODEL   ?= build/model
VERIFY_OBJECTS ?= $(VERIFY_DIR)/objects
VERIFY_FLAGS   := -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef \
    -Wstrict-prototypes -Werror -pthread
# The generator, for what it makes with words in plain C.
VERIFY_WORDS   ?= $(LUA) verify/plain_words.lua --once
CONFORMANCE_ROOT  ?= .
CONFORMANCE_DIR   ?= build/verify/conformance
CONFORMANCE_EACH  ?= 1
CONFORMANCE_FLAGS ?= $(VERIFY_FLAGS)
VERIFY_CPU     := $(shell uname -m)

# The files. Only subject.c and reference.c differ from one encoding to the next; all others are compiled once.
VERIFY_HERE    := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
VERIFY_SUBJECT_C := $(VERIFY_HERE)/subject.c
VERIFY_REFERENCE_C := $(VERIFY_HERE)/reference/reference.c
VERIFY_SHARED  := $(VERIFY_HERE)/verify.c $(filter-out $(VERIFY_REFERENCE_C),$(sort $(wildcard $(VERIFY_HERE)/checks/*.c \
    $(VERIFY_HERE)/reference/*.c $(VERIFY_HERE)/shared/*.c)))
VERIFY_H       := $(wildcard $(VERIFY_HERE)/*.h $(VERIFY_HERE)/checks/*.h $(VERIFY_HERE)/reference/*.h $(VERIFY_HERE)/shared/*.h \
    $(VERIFY_HERE)/simde/*/*.h $(VERIFY_HERE)/wasi/*.h $(VERIFY_HERE)/wasi/*/*.h)
CONFORMANCE_HERE := $(VERIFY_HERE)/conformance
CONFORMANCE_C  := $(addprefix $(VERIFY_HERE)/,conformance/conformance.c shared/report.c shared/work.c)
CONFORMANCE_FROM := $(wildcard gen/*.lua gen/*/*.lua) $(CONFORMANCE_HERE)/conformance.lua $(wildcard $(CONFORMANCE_ROOT)/templates/*/*.c)
VERIFY_PLAIN_FROM := $(wildcard templates/isa/plain.c)
VERIFY_MODEL_FROM := u8gen VERSION templates/files/model.h $(wildcard gen/*.lua gen/*/*.lua)

include $(VERIFY_HERE)/isas.mk

# What run.lua is told.
VERIFY_SETTINGS = CC='$(CC)' LUA='$(LUA)' MAKE='$(MAKE)' JOBS='$(JOBS)' HERE='$(VERIFY_HERE)' NAME='$(VERIFY_NAME)' PAIRS='$(VERIFY_PAIRS)' \
    COMPLETE='$(VERIFY_COMPLETE)' SAMPLED='$(VERIFY_SAMPLED)' NATIVE_ONLY='$(VERIFY_NATIVE_ONLY)' DESCRIBED='$(VERIFY_DESCRIBED)' \
    OUT='$(VERIFY_OUT)' DIR='$(VERIFY_DIR)' OBJECTS='$(VERIFY_OBJECTS)' MODEL='$(VERIFY_MODEL)' MODEL_FROM='$(VERIFY_MODEL_FROM)' \
    FLAGS='$(VERIFY_FLAGS)' SUBJECT='$(VERIFY_SUBJECT)' MACHINE='$(VERIFY_MACHINE)' SUBJECT_C='$(VERIFY_SUBJECT_C)' \
    REFERENCE='$(VERIFY_REFERENCE_C)' SHARED='$(VERIFY_SHARED)' H='$(VERIFY_H)' WORDS='$(VERIFY_WORDS)' PLAIN_WORDS='$(VERIFY_PLAIN_FROM)' \
    PLAIN_CC='$(VERIFY_PLAIN_CC)' PLAIN_MACHINE='$(VERIFY_PLAIN_MACHINE)' CONFORMANCE_HERE='$(CONFORMANCE_HERE)' \
    CONFORMANCE_ROOT='$(CONFORMANCE_ROOT)' CONFORMANCE_DIR='$(CONFORMANCE_DIR)' CONFORMANCE_OPTIONS='$(CONFORMANCE_OPTIONS)' \
    CONFORMANCE_EACH='$(CONFORMANCE_EACH)' CONFORMANCE_FLAGS='$(CONFORMANCE_FLAGS)' CONFORMANCE_MACHINE='$(CONFORMANCE_MACHINE)' \
    CONFORMANCE_C='$(CONFORMANCE_C)' CONFORMANCE_LUA='$(CONFORMANCE_FROM)'
VERIFY_RUN = $(LUA) $(VERIFY_HERE)/run.lua

.PHONY: verify verify-all conformance $(ISAS:%=conformance-%)

verify: ## check out/ as it stands: all encodings, by proof and by trying
	+@results=$(VERIFY_DIR)/quick.$$$$; trap 'rm -f $$results $$results.others' EXIT; \
	$(VERIFY_RUN) verify --results $$results $(VERIFY_SETTINGS) CONFORMANCE_EACH=

verify-all: ## everything on every kernel; resumes where it was stopped
	+@$(VERIFY_RUN) verify --full $(VERIFY_SETTINGS) CONFORMANCE_EACH=

conformance: ## every word of every instruction set against its meaning
	+@results=$(CONFORMANCE_DIR)/results.$$$$; trap 'rm -f $$results' EXIT; $(VERIFY_RUN) conformance --results $$results $(VERIFY_SETTINGS)

$(ISAS:%=conformance-%): conformance-%:
	+@$(VERIFY_RUN) conformance --name $* $(VERIFY_SETTINGS)

# The rules of all programs, build/verify/NAME-native and so on.
-include $(shell $(VERIFY_RUN) rules $(VERIFY_SETTINGS) 2>/dev/null)

.PHONY: models
models: $(patsubst %,$(VERIFY_MODEL)/%_model.h,$(VERIFY_NAME) $(VERIFY_PAIRS)) ## what the generator claims of out/, for verify/
