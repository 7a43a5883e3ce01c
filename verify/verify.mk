# SPDX-License-Identifier: 0BSD
# The settings, file lists and targets of verify/. Most targets call run.lua. rules.lua writes the compilations as rules of make. The top
# Makefile includes this file; `make -f verify/verify.mk verify` works as well. verify and verify-all check out/ as it is, and never write
# it, even if gen/ is newer. The generator writes two things for them: NAME_model.h, its claims about out/, and the C of NAME-plain. The
# kernels in this C differ from out/ only in the words, so the results of NAME-plain hold for out/ as long as `u8gen check` passes.
#
#   verify       checks all encodings and all kernels quickly: most encodings get a sample
#   verify-all   the same with almost no samples; after a stop, it resumes unless a source has changed
#   VERIFY_NATIVE_ONLY=1   only this processor's kernels: no plain words, SIMDe, emulator or conformance
#   VERIFY_NAME="a b"      only these encodings, without samples (except under emulators), and no pairs of encodings
#   VERIFY_PAIRS="a_to_b"  only these pairs
#   VERIFY_OUT=DIR         checks another folder, for example a copy: DIR/NAME.c and the files next to it, or
#                          DIR/NAME/NAME.c; it must have the functions `check` and `kernels`. Leaves out
#                          conformance, and NAME-plain, which the generator writes for out/ only
#   VERIFY_MODEL=DIR       where NAME_model.h is written if it is not next to NAME.c
#   VERIFY_DESCRIBED=1     the reference interprets the spec (in NAME_model.h); by default it is handwritten, except for pairs
#   VERIFY_MACHINE=...     flags for the instruction sets that SIMDe may use (default: those of CONFORMANCE_MACHINE)
#   VERIFY_DIR=DIR         builds there (default: build/verify)
#   VERIFY_OBJECTS=DIR     the folder of the objects that do not depend on the encoding; an earlier run may have filled it
#   VERIFY_SUBJECT=...     more flags for subject.c
#   VERIFY_PLAIN_CC=...    the compiler of NAME-plain; VERIFY_PLAIN_MACHINE=...: its flags for this processor
#   JOBS=N                 the number of compilers at once (like make -j N)
#
# The programs of each encoding:
#
#   NAME-native       the C as a user compiles it, also for pairs between two encodings
#   NAME-native-open  this C with writable tables; verify-all runs it, and verify does if there is no NAME-plain
#   NAME-plain the vector kernels of all processors, with words in plain C and writable tables; of equal kernels, only one; if the
#                     encoding is sampled, no kernels by nibbles that NAME-native runs
#   NAME-simde-CPU    with SIMDe: kernels of another processor, or kernels of this family that this processor lacks; no scalable ones
#   NAME-cross-CPU    the C as a user compiles it for another processor, run under an emulator
#
# Conformance compares each word of each instruction set with its meaning (gen/kernel/vocabulary.lua). It reads templates/isa/, not out/.
# This processor's sets run natively. Other sets of its family run with SIMDe (Debian's libsimde-dev). Sets of other families run under the
# emulator, if there is one, and with SIMDe, which has no scalable vectors.
#
#   conformance             all instruction sets; prints a table
#   conformance-NAME        one set, natively or under the emulator
#   CONFORMANCE_OPTIONS=--planted   plants mistakes in every word and lane: are they noticed?
#   CONFORMANCE_ROOT=DIR    takes the words of another copy of the project, DIR/templates/isa/
#   CONFORMANCE_DIR=DIR     builds there
#   CONFORMANCE_EACH=       (empty) runs scalable sets with one vector length; otherwise with several
#   CONFORMANCE_MACHINE=... flags for the instruction sets that SIMDe may use (default: -march=native as far as the compiler accepts it)

# This list is the full catalogue, so that `make verify` notices if out/ lacks an encoding.
VERIFY_NAME  ?= utf8 utf8nonul utf8generalized wtf8 cesu8 cesu8lax mutf8 mutf8android mutf8paired \
    mutf8lenient fssutf xml10 assignables utf8interchange mqttstrict yaml12 toml10
# Pairs between two encodings, as gen/common/pairs.lua lists them. The checks `automaton` and `proof` run on their agreement; its spec is in
# NAME_model.h. The check `between` compares their conversions with handwritten ones.
PAIRS        ?= $(shell sed -n 's/^  "\([a-z0-9-]*:[a-z0-9-]*\)",$$/\1/p' gen/common/pairs.lua)
VERIFY_PAIRS ?= $(if $(filter file,$(origin VERIFY_NAME)),$(subst -,,$(subst :,_to_,$(PAIRS))))
# Encodings for which `make verify` passes all texts of four bytes to the kernel that dispatch chooses.
VERIFY_COMPLETE := utf8
# When `make verify` checks the full catalogue, it takes samples of the encodings that are not in VERIFY_COMPLETE. These differ from utf8
# mostly in tables. docs/assurance.md lists the texts that a sample leaves out. verify-all checks these encodings with --brief instead. An
# encoding that is selected by name is sampled only under emulators.
VERIFY_SAMPLED ?= $(if $(filter file,$(origin VERIFY_NAME)),$(filter-out $(VERIFY_COMPLETE),$(VERIFY_NAME)))

# When `make verify` checks the full catalogue, SIMDe and emulators run the kernels that this processor lacks only for VERIFY_COMPLETE and
# these encodings, which together have all functions of the others (tests/verify/kinds_test.lua). verify-all runs such kernels for all
# encodings.
VERIFY_KINDS := wtf8 cesu8 mutf8 fssutf xml10 yaml12 toml10

LUA            ?= lua5.4
VERIFY_OUT     ?= out
VERIFY_DIR     ?= build/verify
VERIFY_MODEL   ?= build/model
VERIFY_OBJECTS ?= $(VERIFY_DIR)/objects
VERIFY_FLAGS   := -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef \
    -Wstrict-prototypes -Werror -pthread
# The command that writes the C of NAME-plain.
VERIFY_WORDS   ?= $(LUA) verify/plain_words.lua --once
CONFORMANCE_ROOT  ?= .
CONFORMANCE_DIR   ?= build/verify/conformance
CONFORMANCE_EACH  ?= 1
CONFORMANCE_FLAGS ?= $(VERIFY_FLAGS)
VERIFY_CPU     := $(shell uname -m)
$(foreach folder,VERIFY_OUT VERIFY_DIR VERIFY_MODEL VERIFY_OBJECTS CONFORMANCE_DIR CONFORMANCE_ROOT,$(if $(word 2,$($(folder))),\
    $(error $(folder)='$($(folder))' has a blank, which make does not support: use a link to this folder)))

# The files. subject.c is compiled for each program; the others for each CPU; reference.c also for each encoding, if it interprets the spec.
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
VERIFY_PLAIN_FROM := $(VERIFY_HERE)/plain_words.lua $(wildcard templates/isa/plain.c)
VERIFY_MODEL_FROM := u8gen VERSION ORIGIN templates/files/model.h $(wildcard gen/*.lua gen/*/*.lua)

include $(VERIFY_HERE)/isas.mk

# The settings of run.lua.
VERIFY_SETTINGS = CC='$(CC)' LUA='$(LUA)' MAKE='$(MAKE)' JOBS='$(JOBS)' HERE='$(VERIFY_HERE)' NAME='$(VERIFY_NAME)' PAIRS='$(VERIFY_PAIRS)' \
    COMPLETE='$(VERIFY_COMPLETE)' SAMPLED='$(VERIFY_SAMPLED)' KINDS='$(VERIFY_KINDS)' NATIVE_ONLY='$(VERIFY_NATIVE_ONLY)' \
    DESCRIBED='$(VERIFY_DESCRIBED)' \
    OUT='$(VERIFY_OUT)' DIR='$(VERIFY_DIR)' OBJECTS='$(VERIFY_OBJECTS)' MODEL='$(VERIFY_MODEL)' MODEL_FROM='$(VERIFY_MODEL_FROM)' \
    FLAGS='$(VERIFY_FLAGS)' SUBJECT='$(VERIFY_SUBJECT)' MACHINE='$(VERIFY_MACHINE)' SUBJECT_C='$(VERIFY_SUBJECT_C)' \
    REFERENCE='$(VERIFY_REFERENCE_C)' SHARED='$(VERIFY_SHARED)' H='$(VERIFY_H)' WORDS='$(VERIFY_WORDS)' PLAIN_WORDS='$(VERIFY_PLAIN_FROM)' \
    PLAIN_CC='$(VERIFY_PLAIN_CC)' PLAIN_MACHINE='$(VERIFY_PLAIN_MACHINE)' CONFORMANCE_HERE='$(CONFORMANCE_HERE)' \
    CONFORMANCE_ROOT='$(CONFORMANCE_ROOT)' CONFORMANCE_DIR='$(CONFORMANCE_DIR)' CONFORMANCE_OPTIONS='$(CONFORMANCE_OPTIONS)' \
    CONFORMANCE_EACH='$(CONFORMANCE_EACH)' CONFORMANCE_FLAGS='$(CONFORMANCE_FLAGS)' CONFORMANCE_MACHINE='$(CONFORMANCE_MACHINE)' \
    CONFORMANCE_C='$(CONFORMANCE_C)' CONFORMANCE_LUA='$(CONFORMANCE_FROM)'
VERIFY_RUN = $(LUA) $(VERIFY_HERE)/run.lua

.PHONY: verify verify-all conformance $(ISAS:%=conformance-%)

verify: ## check out/ as it is: all encodings, by proofs and by tests
	+@results=$(VERIFY_DIR)/quick.$$$$; trap 'rm -f $$results $$results.others' EXIT; \
	$(VERIFY_RUN) verify --results $$results $(VERIFY_SETTINGS) CONFORMANCE_EACH=

verify-all: ## check everything on every kernel; resumes after a stop
	+@$(VERIFY_RUN) verify --full $(VERIFY_SETTINGS) CONFORMANCE_EACH=

conformance: ## compare every word of every instruction set with its meaning
	+@results=$(CONFORMANCE_DIR)/results.$$$$; trap 'rm -f $$results' EXIT; $(VERIFY_RUN) conformance --results $$results $(VERIFY_SETTINGS)

$(ISAS:%=conformance-%): conformance-%:
	+@$(VERIFY_RUN) conformance --name $* $(VERIFY_SETTINGS)

# The rules of the programs: build/verify/NAME-native and so on.
-include $(shell $(VERIFY_RUN) rules $(VERIFY_SETTINGS) 2>/dev/null)

.PHONY: models
models: $(patsubst %,$(VERIFY_MODEL)/%_model.h,$(VERIFY_NAME) $(VERIFY_PAIRS)) ## write the claims of the generator about out/, for verify/
